"""Have agents play one game and write it as an animated GIF, drawn as the environments draw it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.agents import Agent, make_agent
from ludarium.drawing.film import write_gif
from ludarium.drawing.view import View
from ludarium.engine.batch import Batch
from ludarium.engine.checks import checked_seed
from ludarium.engine.game import Game
from ludarium.errors import BadOption
from ludarium_training.commands import add_game, game_and_options

SUFFIX = ".gif"
LEAST_WIDTH, MOST_WIDTH = 120, 1440


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--agents", nargs="+", metavar="AGENT", default=["greedy"], help="one for every seat, or one for all of them"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the game and of its agents' chance (default: 0)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.gif", help="the file to write")
    parser.add_argument("--width", type=int, default=600, help="of the film in pixels (default: 600)")
    parser.add_argument("--seconds", type=float, default=0.8, help="that a frame stays (default: 0.8)")
    parser.add_argument("--turns", action="store_true", help="a frame for every turn instead of every decision")
    parser.add_argument("--seat", type=int, help="whose view to draw (default: everything lies open)")


def run(arguments: argparse.Namespace) -> int:
    game, options = game_and_options(arguments)
    seats = game.seats(game.blank(options)[0])
    check(arguments, seats)
    specs = arguments.agents * (seats if len(arguments.agents) == 1 else 1)
    agents = [make_agent(spec, game) for spec in specs]
    drawings = film(game, options, agents, arguments.seed, arguments.seat, arguments.turns)
    write_gif(drawings, arguments.out, arguments.width, arguments.seconds)
    size = arguments.out.stat().st_size
    print(f"{arguments.out}: {len(drawings)} frames, {size / 1e6:.2f} MB")
    return 0


def check(arguments: argparse.Namespace, seats: int) -> None:
    checked_seed(arguments.seed)
    if len(arguments.agents) not in (1, seats):
        raise BadOption(
            f"--agents takes one agent for all or one for each of {seats} seats, not {len(arguments.agents)}"
        )
    if arguments.out.suffix.lower() != SUFFIX:
        raise BadOption(f"--out takes a file that ends in {SUFFIX}, the one format record writes, not {arguments.out}")
    if not arguments.out.parent.is_dir():
        raise BadOption(f"--out: there is no folder {arguments.out.parent}")
    if arguments.out.is_dir():
        raise BadOption(f"--out: {arguments.out} is a folder")
    if not LEAST_WIDTH <= arguments.width <= MOST_WIDTH:
        raise BadOption(f"--width is from {LEAST_WIDTH} to {MOST_WIDTH}, not {arguments.width}")
    if not 0.02 <= arguments.seconds <= 60:
        raise BadOption(f"--seconds is from 0.02 to 60, not {arguments.seconds}")
    if arguments.seat is not None and not 0 <= arguments.seat < seats:
        raise BadOption(f"--seat is from 0 to {seats - 1}, not {arguments.seat}")


def film(
    game: Game, options: dict[str, Any], agents: list[Agent], seed: int, seat: int | None = None, turns: bool = False
) -> list[str]:
    """Plays a game to its end and draws it: the start, and what every decision (or every turn) led to."""
    batch = Batch(game, 1, options)
    batch.seed(seed)
    batch.begin()
    view = View("svg")
    drawings = [view.svg(game, batch.states[0], seat)]
    while not (batch.terminated[0] or batch.truncated[0]):
        mover = int(batch.movers[0])
        states = batch.states.copy()
        actions = agents[mover].act(batch.observations, batch.masks, states, batch.words(batch.slots))
        view.note(game, batch.states[0], mover, int(actions[0]))
        batch.step(np.asarray(actions, np.int64), again=False)
        over = batch.terminated[0] or batch.truncated[0]
        if not turns or over or batch.movers[0] != mover:
            drawings.append(view.svg(game, batch.states[0], seat))
    return drawings
