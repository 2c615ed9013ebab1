"""Dice Matrix as an OpenSpiel game: the set-up fills the matrix die by die, each a chance node."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ludarium.dice_matrix import GAME
from ludarium.dice_matrix.rules import (
    CELLS,
    COLOURS,
    DICE,
    FACE_BITS,
    FACE_MASK,
    FACES,
    OF_A_COLOUR,
    OPENING,
    find_all_pairs,
    make_die,
)
from ludarium.dice_matrix.text import COLOUR_NAMES
from ludarium.engine.protocol import CHANCE
from ludarium.openspiel.base import LudariumGame, LudariumState, Outcomes


class DiceMatrixState(LudariumState):
    """In the set-up `left` counts the cells that hold a die; outcome colour · 6 + face is the die for the next one."""

    def waiting(self) -> np.ndarray:
        """How many dice of each colour have no cell yet."""
        s = self.record[0]
        return OF_A_COLOUR - np.bincount(s["matrix"][: s["left"]] >> FACE_BITS, minlength=COLOURS)

    def chance_outcomes(self) -> Outcomes:
        waiting = self.waiting().tolist()
        total = FACES * sum(waiting)
        return [(FACES * colour + face, n / total) for colour, n in enumerate(waiting) if n for face in range(FACES)]

    def settle(self, outcome: int) -> int:
        s = self.record[0]
        s["matrix"][s["left"]] = make_die(*divmod(outcome, FACES))
        s["left"] += 1
        if s["left"] < CELLS:
            return CHANCE
        s["spare"] = self.waiting().argmax()
        s["totals"] = np.bincount(s["matrix"] & FACE_MASK, minlength=FACES)
        find_all_pairs(s)
        s["phase"] = OPENING
        return int(s["to_move"])

    def outcome_name(self, outcome: int) -> str:
        colour, face = divmod(outcome, FACES)
        return f"{COLOUR_NAMES[colour]} {face + 1}"


class DiceMatrixGame(LudariumGame):
    tabletop = GAME
    state_class = DiceMatrixState
    parameters: ClassVar = {"games": 1, "first_player": 0, "hidden_scores": False, "reward": "outcome"}
    most_outcomes = COLOURS * FACES

    def max_chance_nodes_in_history(self) -> int:
        return CELLS * int(self.options["games"])

    def most_decisions(self) -> int:
        return DICE * int(self.options["games"])

    def largest_margin(self) -> float:
        """A die counts (12 + N)/2, N being the dice of its face; always two against one makes 33 dice against 17."""
        return (33 - 17) * (12 + DICE) / 2 / 100 * int(self.options["games"])
