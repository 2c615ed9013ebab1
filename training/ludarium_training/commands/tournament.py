"""Plays everyone against everyone and rates them on Elo's scale. Called again, it goes on where it was stopped."""

from __future__ import annotations

import argparse
import sys

import numpy as np

from ludarium.arena.page import write_page
from ludarium.arena.tournament import Tournament
from ludarium.engine.checks import option_whole
from ludarium.errors import BadOption
from ludarium_training.commands import add_game, game_and_options
from ludarium_training.display import RoundProgress, print_table

INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("agents", metavar="AGENT", nargs="+", help="random, greedy, expert, mcts:1000, ppo …")
    parser.add_argument("--games", metavar="N", type=int, default=1000, help="at most so many at every table (1000)")
    parser.add_argument("--precision", metavar="ELO", type=float, default=0.0, help="stop once all ratings are ± this")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="another seed, other deals and dice (0)")
    parser.add_argument("--out", metavar="FOLDER", help="where results and the page go (runs/tournament-GAME)")


def run(arguments: argparse.Namespace) -> int:
    game, options = game_and_options(arguments)
    if not 0 <= arguments.precision < float("inf"):
        raise BadOption(f"--precision takes a number of Elo points, such as 15, not {arguments.precision}")
    games = option_whole("games", arguments.games, 1, 10**8)
    folder = arguments.out or f"runs/tournament-{game.name}"
    tournament = Tournament(game.name, arguments.agents, folder, arguments.seed, options)
    rounds = -(-games // tournament.seats)
    if tournament.rounds:
        print(f"going on after {len(tournament.rounds)} rounds in {folder}", file=sys.stderr)
    interrupted = False
    with RoundProgress(tournament, rounds) as progress:
        try:
            tournament.play(rounds, arguments.precision, progress.show)
        except KeyboardInterrupt:
            interrupted = True
    if tournament.rounds:
        print_standings(tournament)
        print(f"page: {write_page(tournament)}")
    if interrupted:
        print("ludarium tournament: interrupted; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED
    return 0


def print_standings(tournament: Tournament) -> None:
    ratings, cross = tournament.ratings(), tournament.cross_table()
    order = np.argsort(-ratings.elo)
    rows = []
    for k in order:
        shares = ["" if np.isnan(share) else f"{share:.1%}" for share in cross[k, order]]
        elo = f"{ratings.elo[k]:+.0f}", f"{ratings.low[k]:+.0f} to {ratings.high[k]:+.0f}"
        rows.append([tournament.names[k], *elo, *shares])
    print_table(["agent", "Elo", "95% interval", *(tournament.names[k] for k in order)], rows)
