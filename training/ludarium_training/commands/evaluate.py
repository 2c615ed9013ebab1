"""Plays an agent against others in paired games, in all seats, and says how good it is."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import nullcontext
from typing import Any

from ludarium.arena.evaluation import Match, Result
from ludarium.arena.records import GameWriter
from ludarium_training.commands import add_game, game_and_options
from ludarium_training.display import MatchProgress, print_table

INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("agent", metavar="AGENT", help="who is judged: random, greedy, expert, mcts:1000, ppo …")
    parser.add_argument("--against", metavar="AGENT", nargs="+", default=["random", "greedy"], help="its opponents")
    parser.add_argument("--games", metavar="N", type=int, default=1000, help="games against each opponent (1000)")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="another seed, other deals and dice (0)")
    parser.add_argument("--save", metavar="FILE", help="write the games to this file, one line of JSON each")
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object and nothing else")


def run(arguments: argparse.Namespace) -> int:
    game, options = game_and_options(arguments)
    matches = [
        Match(game.name, arguments.agent, opponent, arguments.games, arguments.seed, options, bool(arguments.save))
        for opponent in arguments.against
    ]
    writing = GameWriter(arguments.save, game.name, options) if arguments.save else nullcontext()
    results: list[Result] = []
    interrupted = False
    with writing as writer, MatchProgress(matches) as progress:
        for match in matches:
            try:
                results.append(match.play(progress.show, writer))
            except KeyboardInterrupt:
                interrupted = True
                if match.complete:
                    results.append(match.result())
                break
    if arguments.json:
        print(json.dumps(as_object(arguments, game.name, options, results, interrupted), indent=2))
    else:
        print_results(arguments.agent, results)
    if interrupted:
        print("ludarium evaluate: interrupted; this is what was known", file=sys.stderr)
        return INTERRUPTED
    return 0


def as_object(
    arguments: argparse.Namespace, game: str, options: dict[str, Any], results: list[Result], interrupted: bool
) -> dict[str, Any]:
    return {
        "game": game,
        "options": options,
        "agent": arguments.agent,
        "seed": arguments.seed,
        "interrupted": interrupted,
        "results": [result.as_dict() for result in results],
    }


def print_results(agent: str, results: list[Result]) -> None:
    columns = [agent + " against", "games", "wins", "draws", "losses", "score", "95% interval"]
    columns += ["margin", "length", "ms a move", "illegal"]
    rows = []
    for r in results:
        counts = [str(n) for n in (r.games, r.wins, r.draws, r.losses)]
        margin = "–" if r.margin is None else f"{r.margin:+.1f}"
        shares = [f"{r.score:.1%}", f"{r.low:.1%} – {r.high:.1%}"]
        rows.append([r.opponent, *counts, *shares, margin, f"{r.length:.1f}", f"{r.move_ms:.3g}", str(r.illegal)])
    print_table(columns, rows)
