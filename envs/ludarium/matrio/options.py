"""The options of MatriO: checked here, kept in the state record."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import checks


def configure(s: np.void, *, opening: Any = "any", reward: Any = "outcome") -> None:
    opening = checks.option_choice("opening", opening, ["any", "two_of_clubs"])
    s["two_of_clubs_first"] = opening == "two_of_clubs"
    s["margin"] = checks.margin(reward)
