"""Lets agents play endings of Dice Matrix against perfect play, and says how many points they give away."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import Any

from ludarium.agents import make_agent
from ludarium.engine.checks import option_whole
from ludarium.errors import BadOption
from ludarium.registry import load
from ludarium_training.display import print_table

MOST_DICE = 28  # more take minutes to solve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="dice_matrix, the one game that is solved")
    parser.add_argument("agents", metavar="AGENT", nargs="+", help="who is judged: greedy, expert, mcts:1000, ppo …")
    parser.add_argument("--endings", metavar="N", type=int, default=2000, help="how many (2000)")
    parser.add_argument("--dice", metavar="N", type=int, default=16, help="left at the start of an ending (16)")
    parser.add_argument(
        "--players", metavar="AGENT", nargs=2, default=["greedy", "greedy"], help="whose games they are"
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="another seed, other endings (0)")
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object and nothing else")


def run(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    if game.name != "dice_matrix":
        raise BadOption(f"only dice_matrix has a solver; {game.title} cannot be analysed")
    from ludarium.dice_matrix.analysis import analyse

    endings = option_whole("endings", arguments.endings, 1, 10**6)
    dice = option_whole("dice", arguments.dice, 1, MOST_DICE)
    seed = option_whole("seed", arguments.seed, 0, 2**63 - 1)
    players = [make_agent(spec, game) for spec in arguments.players]
    agents = [make_agent(spec, game) for spec in arguments.agents]
    told: list[dict[str, Any]] = []
    for agent in agents:
        print(f"{agent}: {endings} endings with {dice} dice", file=sys.stderr)
        report = analyse(agent, players, dice=dice, endings=endings, seed=seed)
        shares = {
            "given_away_per_decision": report.given_away_per_decision,
            "given_away_per_ending": report.given_away_per_ending,
            "share_perfect": report.share_perfect,
        }
        told.append({"agent": agent.name} | asdict(report) | shares)
    if arguments.json:
        print(json.dumps({"game": game.name, "players": arguments.players, "seed": seed, "results": told}, indent=2))
    else:
        print_reports(told)
    return 0


def print_reports(told: list[dict[str, Any]]) -> None:
    columns = ["agent", "endings", "decisions", "perfect", "points given away a decision", "an ending", "won endings"]
    rows = [
        [
            r["agent"],
            str(r["endings"]),
            str(r["decisions"]),
            f"{r['share_perfect']:.1%}",
            f"{r['given_away_per_decision']:.2f}",
            f"{r['given_away_per_ending']:.2f}",
            f"{r['won'] - r['spoilt']} of {r['won']} kept",
        ]
        for r in told
    ]
    print_table(columns, rows)
