"""The commands of `ludarium`, one a module, and the arguments they share."""

from __future__ import annotations

import argparse
from typing import Any

from ludarium.engine.game import Game
from ludarium.errors import BadOption, nearest
from ludarium.registry import GAMES, load


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game, such as players=4; may be given several times",
    )


def game_and_options(arguments: argparse.Namespace) -> tuple[Game, dict[str, Any]]:
    """The game that was named, and its options, checked."""
    game = load(arguments.game)
    options = dict(parse_option(game, text) for text in arguments.option)
    game.blank(options)
    return game, options


def parse_option(game: Game, text: str) -> tuple[str, Any]:
    """NAME=VALUE, the value read as what the option takes: a whole number, true or false, or a word."""
    name, equals, value = text.partition("=")
    if not equals:
        raise BadOption(f"--option takes NAME=VALUE, not {text!r}; {game.title} has {', '.join(game.defaults)}")
    if name not in game.defaults:
        hint = nearest(name, game.defaults)
        raise BadOption(f"{game.title} has no option {name!r}; it has {', '.join(game.defaults)}{hint}")
    if isinstance(game.defaults[name], bool):
        known = {"true": True, "false": False}
        if value.lower() not in known:
            raise BadOption(f"{name} is true or false, not {value!r}")
        return name, known[value.lower()]
    try:
        return name, int(value)
    except ValueError:
        return name, value
