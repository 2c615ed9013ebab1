"""Tablero di Berona as an OpenSpiel game: every roll is a chance node."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import ClassVar

from ludarium.engine import nodes
from ludarium.openspiel.base import LudariumGame, LudariumState, Outcomes
from ludarium.tablero import GAME
from ludarium.tablero.rules import TOKENS

ROLLS = list(combinations_with_replacement(range(1, 7), 2))  # outcome 0 is 1 1, outcome 20 is 6 6
OUTCOMES = [(k, (1 if a == b else 2) / 36) for k, (a, b) in enumerate(ROLLS)]
LONGEST_TURN = 27  # two walks: two lifts, and a step for each of the 24 tokens, of which one can be moved twice


class TableroState(LudariumState):
    def chance_outcomes(self) -> Outcomes:
        return list(OUTCOMES)  # a fresh one: search algorithms shuffle it

    def settle(self, outcome: int) -> int:
        a, b = ROLLS[outcome]
        return int(nodes.settle(self.record, self.new_mask(), 6 * (a - 1) + b - 1))

    def outcome_name(self, outcome: int) -> str:
        a, b = ROLLS[outcome]
        return f"roll {a} {b}"


class TableroGame(LudariumGame):
    tabletop = GAME
    state_class = TableroState
    parameters: ClassVar = {"games": 1, "first_player": 0, "max_turns": 200, "reward": "outcome"}
    most_outcomes = len(OUTCOMES)

    # After a bump the turn limit is off: the last turn can be put off by taking back all own tokens, a roll for each.

    def max_chance_nodes_in_history(self) -> int:
        return int(self.options["games"] * (self.options["max_turns"] + TOKENS + 1))

    def most_decisions(self) -> int:
        return int(self.options["games"] * (LONGEST_TURN * (self.options["max_turns"] + 1) + TOKENS))

    def largest_margin(self) -> float:
        return 1.0
