"""MatriO as an OpenSpiel game: the deal is a chance node a card, the first 13 for seat 0, the next 13 for seat 1."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ludarium.engine import nodes
from ludarium.matrio import GAME
from ludarium.matrio.rules import CARDS, HAND, PLAYERS, TRAYS, TWO_OF_CLUBS
from ludarium.matrio.text import card_name
from ludarium.openspiel.base import LudariumGame, LudariumState, Outcomes


class MatriOState(LudariumState):
    def chance_outcomes(self) -> Outcomes:
        s = self.record[0]
        deck = np.sort(s["cards"][s["dealt"] :]).tolist()
        return [(card, 1 / len(deck)) for card in deck]

    def settle(self, outcome: int) -> int:
        return int(nodes.settle(self.record, self.new_mask(), outcome))

    def outcome_name(self, outcome: int) -> str:
        return f"deal {card_name(outcome)} to player_{self.record[0]['dealt'] // HAND}"

    def deal_and_plays(self) -> tuple[list[list[int]], list[tuple[int, int]]]:
        """The cards each seat was dealt, ascending, and what was played since, as (seat, action)."""
        history = [(event.player, event.action) for event in self.full_history()]
        dealt = [card for _, card in history[:CARDS]]
        return [sorted(dealt[HAND * seat : HAND * (seat + 1)]) for seat in range(PLAYERS)], history[CARDS:]

    def resample_from_infostate(self, player: int, sampler: Any) -> LudariumState:
        """The cards that the player has not seen are dealt anew, and everything that was played is played again."""
        if self.is_chance_node():
            raise ValueError("no state can be sampled while cards are dealt")
        hands, plays = self.deal_and_plays()
        known = [{action // TRAYS for seat, action in plays if seat == other} for other in range(PLAYERS)]
        known[player] = set(hands[player])
        known[int(self.record[0]["starter"])].add(TWO_OF_CLUBS)
        unseen = sorted(set(range(CARDS)).difference(*known), key=lambda card: sampler())
        sampled: LudariumState = self.get_game().new_initial_state()
        for cards in known:
            for card in [*cards, *(unseen.pop() for _ in range(HAND - len(cards)))]:
                sampled.apply_action(card)
        for _, action in plays:
            sampled.apply_action(action)
        return sampled


class MatriOGame(LudariumGame):
    tabletop = GAME
    state_class = MatriOState
    parameters: ClassVar = {"opening": "any", "reward": "outcome"}
    players = (PLAYERS, PLAYERS)
    perfect = False
    most_outcomes = CARDS

    def max_chance_nodes_in_history(self) -> int:
        return CARDS

    def most_decisions(self) -> int:
        return CARDS

    def largest_margin(self) -> float:
        """The nine cells can count 9 · 400, and 3 · 30 more with the queen of spades. Whoever has all of it is three
        quarters of it above the mean, which two who withdrew, 100 below the lowest, can lower by 50."""
        return (0.75 * 3690 + 50) / 1000

    def history_observer(self, iig_obs_type: Any) -> Any:
        return InformationState()


class InformationState:
    """All that a player has seen so far, as a string: the own deal, who was dealt the 2 of clubs, and every play."""

    tensor = None
    dict: ClassVar[dict[str, np.ndarray]] = {}

    def set_from(self, state: MatriOState, player: int) -> None:
        """There is no tensor to fill."""

    def string_from(self, state: MatriOState, player: int) -> str:
        hands, plays = state.deal_and_plays()
        dealt = " ".join(map(str, hands[player]))
        played = " ".join(f"{seat}:{action}" for seat, action in plays)
        return f"player_{player} was dealt {dealt}; player_{state.record[0]['starter']} begins; played {played}"
