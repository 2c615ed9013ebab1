"""The options of Tablero di Berona: checked here, kept in the state record."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import checks


def configure(
    s: np.void, *, games: Any = 1, first_player: Any = 0, max_turns: Any = 200, reward: Any = "outcome"
) -> None:
    s["games"] = checks.option_whole("games", games, 1, 1000)
    s["first_player"] = checks.first_player(first_player, 2)
    s["max_turns"] = checks.option_whole("max_turns", max_turns, 1, 1_000_000)
    s["margin"] = checks.margin(reward)
