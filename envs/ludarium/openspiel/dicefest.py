"""Dicefest as an OpenSpiel game: the set-up is a chance node for each player, with 20 sets of starting numbers."""

from __future__ import annotations

from typing import Any, ClassVar

from ludarium.dicefest import GAME
from ludarium.dicefest.rules import BOARD, CHOOSING, DICE, MOST_PLAYERS, START_FACINGS, START_NUMBERS
from ludarium.engine import nodes
from ludarium.engine.protocol import CHANCE
from ludarium.openspiel.base import LudariumGame, LudariumState, Outcomes

OUTCOMES = [(k, 1 / len(START_NUMBERS)) for k in range(len(START_NUMBERS))]
LONGEST_TURN = 8  # a rotation for six counters


class DicefestState(LudariumState):
    def chance_outcomes(self) -> Outcomes:
        return list(OUTCOMES)  # a fresh one: search algorithms shuffle it

    def settle(self, outcome: int) -> int:
        """Puts the dice of the next player on the board."""
        s = self.record[0]
        player = int(s["occupied"]).bit_count() // DICE
        side = s["sides"][player]
        for d, number in enumerate(START_NUMBERS[outcome]):
            cell = BOARD[side, 7 - number]
            s["at"][player, d] = cell
            s["facing"][player, d] = START_FACINGS[side, number]
            s["occupied"] |= 1 << int(cell)
        if player + 1 < s["players"]:
            return CHANCE
        s["turn"] = 1
        s["phase"] = CHOOSING
        return int(nodes.next_node(s, self.new_mask()))

    def outcome_name(self, outcome: int) -> str:
        return "dice " + " ".join(map(str, START_NUMBERS[outcome]))


class DicefestGame(LudariumGame):
    tabletop = GAME
    state_class = DicefestState
    parameters: ClassVar = {"players": 2, "first_player": 0, "max_turns": 0, "reward": "outcome"}
    players = (2, MOST_PLAYERS)
    most_outcomes = len(OUTCOMES)

    def options_of(self, params: dict[str, Any]) -> dict[str, Any]:
        """max_turns=0 stands for the rules' own limit, which depends on the number of players."""
        return params | {"max_turns": params["max_turns"] or None}

    def max_chance_nodes_in_history(self) -> int:
        return int(self.options["players"])

    def most_decisions(self) -> int:
        return LONGEST_TURN * int(self.start[0]["max_turns"])
