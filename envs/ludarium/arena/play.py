"""Many games among several agents, side by side: the loop under evaluations and tournaments."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.agents import Agent
from ludarium.engine.batch import Batch
from ludarium.engine.checks import checked_actions
from ludarium.engine.game import Game
from ludarium.engine.generator import DEALS, key_of, word
from ludarium.engine.loops import first_illegal_of, results
from ludarium.errors import IllegalAction


@dataclass(frozen=True)
class Finished:
    """Games that have just ended; row k of every array belongs to game number games[k]."""

    games: np.ndarray  # (k,)
    shares: np.ndarray  # (k, seats): each seat's share of the win, together 1
    leads: np.ndarray  # (k, seats): the margins, in points
    lengths: np.ndarray  # (k,): decisions
    truncated: np.ndarray  # (k,)
    actions: list[list[int]]  # what was played, if it is recorded


def deal_seeds(seed: int, deals: int, first: int = 0) -> list[int]:
    """Seeds of games: deal number k is the same whatever is asked for beside it, and other seeds have other deals."""
    key = np.uint64(key_of(seed))
    return [int(word(key, DEALS, k)) >> 1 for k in range(first, first + deals)]


class Play:
    """Plays game number g with the seed seeds[g] and agent number seatings[g, seat] in every seat."""

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        agents: Sequence[Agent],
        seatings: np.ndarray,
        seeds: Sequence[int],
        record: bool = False,
    ) -> None:
        self.game = game
        self.agents = agents
        self.seatings = seatings
        self.seeds = seeds
        self.record = record
        self.seconds = np.zeros(len(agents))  # spent by each agent
        self.moves = np.zeros(len(agents), np.int64)
        size = min(len(seeds), *(agent.games_at_once for agent in agents))
        self._batch = Batch(game, size, options)
        self._playing = np.zeros(size, np.int64)  # the game in every slot
        self._begun = 0
        self._history: np.ndarray = np.zeros((size, 64), np.int16)
        points = game.margin_points
        self._points = points(self._batch.states[0]) if points else 0.0

    def __iter__(self) -> Iterator[Finished]:
        batch = self._batch
        slots = self._begin(batch.slots)
        while len(slots):
            self._decide(slots)
            if self.record:
                self._remember(slots)
            batch.step_some(slots, batch.actions[slots], again=False)
            ended = batch.terminated[slots] | batch.truncated[slots]
            if ended.any():
                yield self._finished(slots[ended])
                slots = np.sort(np.concatenate([slots[~ended], self._begin(slots[ended])]))

    def _begin(self, free: np.ndarray) -> np.ndarray:
        """Begins the next games in free slots, as far as there are any; returns the slots taken."""
        first = self._begun
        self._begun = min(first + len(free), len(self.seeds))
        slots = free[: self._begun - first]
        self._playing[slots] = np.arange(first, self._begun)
        keys = [key_of(self.seeds[g]) for g in range(first, self._begun)]
        self._batch.states["key"][slots] = np.array(keys, np.uint64)
        self._batch.begin(slots)
        return slots

    def _decide(self, slots: np.ndarray) -> None:
        batch = self._batch
        turns = self.seatings[self._playing[slots], batch.movers[slots]]
        for k, agent in enumerate(self.agents):
            own = slots[turns == k]
            if len(own):
                shown = batch.observations[own], batch.masks[own], batch.states[own], batch.words(own)
                begun = time.perf_counter()
                actions = agent.act(*shown)
                self.seconds[k] += time.perf_counter() - begun
                self.moves[k] += len(own)
                batch.actions[own] = self._checked(agent, own, actions)

    def _checked(self, agent: Agent, slots: np.ndarray, told: np.ndarray) -> np.ndarray:
        """An agent's answer, if it is one legal action a row."""
        try:
            actions = checked_actions(told, len(slots))
        except IllegalAction as error:
            raise IllegalAction(f"{agent}: {error}") from None
        k = first_illegal_of(self._batch.masks, slots, actions)
        if k >= 0:
            i = slots[k]
            player = f"{agent} as player_{self._batch.movers[i]}"
            raise IllegalAction(self.game.refusal(self._batch.states[i], self._batch.masks[i], player, int(actions[k])))
        return actions

    def _remember(self, slots: np.ndarray) -> None:
        lengths = self._batch.lengths[slots]
        if lengths.max() == self._history.shape[1]:
            self._history = np.concatenate([self._history, np.zeros_like(self._history)], axis=1)
        self._history[slots, lengths] = self._batch.actions[slots]

    def _finished(self, slots: np.ndarray) -> Finished:
        batch = self._batch
        shares = np.zeros((len(slots), self.game.most_seats))
        leads = np.zeros_like(shares)
        results(batch.finals, slots, shares, leads)
        seats = self.seatings.shape[1]
        lengths = batch.lengths[slots].copy()
        return Finished(
            self._playing[slots].copy(),
            shares[:, :seats],
            leads[:, :seats] * self._points,
            lengths,
            batch.truncated[slots].copy(),
            [self._history[i, :n].tolist() for i, n in zip(slots, lengths, strict=True)] if self.record else [],
        )
