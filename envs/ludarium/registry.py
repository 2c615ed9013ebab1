"""The list of games. Loading one imports its folder; until then nothing of it, and no Numba, is imported."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ludarium.errors import BadOption, nearest

if TYPE_CHECKING:
    from ludarium.engine.game import Game

# Name of the folder and of the module <name>_v0, and the name used in identifiers such as "ludarium/Tablero-v0".
GAMES = {"dice_matrix": "DiceMatrix", "tablero": "Tablero", "matrio": "MatriO", "dicefest": "Dicefest"}


def load(name: str) -> Game:
    """The game of that name."""
    if name not in GAMES:
        raise BadOption(f"there is no game {name!r}; the games are {', '.join(GAMES)}{nearest(name, GAMES)}")
    game: Game = importlib.import_module(f"ludarium.{name}").GAME
    return game
