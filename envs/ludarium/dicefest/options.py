"""The options of Dicefest: checked here, kept in the state record."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import checks
from ludarium.errors import BadOption

DEFAULT_SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
DEFAULT_TURNS = 500  # for each player


def configure(
    s: np.void,
    *,
    players: Any = 2,
    sides: Any = None,
    first_player: Any = 0,
    max_turns: Any = None,
    reward: Any = "outcome",
) -> None:
    players = checks.option_choice("players", players, list(DEFAULT_SIDES))
    s["players"] = players
    s["sides"][:players] = DEFAULT_SIDES[players] if sides is None else read_sides(sides, players)
    s["first_player"] = checks.first_player(first_player, players)
    turns = DEFAULT_TURNS * players if max_turns is None else max_turns
    s["max_turns"] = checks.option_whole("max_turns", turns, 1, 1_000_000)
    checks.margin(reward)  # there is no score, so a margin is the outcome, and the record's `margin` stays off


def read_sides(sides: Any, players: int) -> list[int]:
    """One side for each player; turns go clockwise, so the sides must too, from wherever player_0 sits."""
    if not isinstance(sides, (list, tuple)) or len(sides) != players:
        raise BadOption(f"sides must be None or a list of one side for each player (players={players}), not {sides!r}")
    for player, side in enumerate(sides):
        checks.option_choice(f"sides[{player}]", side, [0, 1, 2, 3])
    clockwise = [(side - sides[0]) % 4 for side in sides]
    if clockwise != sorted(set(clockwise)):
        raise BadOption(
            "sides must be different and go clockwise from player_0's"
            f" (0 south, 1 west, 2 north, 3 east, 0 again), not {sides!r}"
        )
    return list(sides)
