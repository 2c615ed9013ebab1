"""The options of Dice Matrix: checked here, kept in the state record."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import checks


def configure(
    s: np.void, *, hidden_scores: Any = False, games: Any = 1, first_player: Any = 0, reward: Any = "outcome"
) -> None:
    s["hidden_scores"] = checks.option_choice("hidden_scores", hidden_scores, [False, True])
    s["games"] = checks.option_choice("games", games, [1, 2])
    s["first_player"] = checks.first_player(first_player, 2)
    s["margin"] = checks.margin(reward)
