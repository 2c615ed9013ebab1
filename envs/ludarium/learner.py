"""Games in which one seat belongs to a learner and agents play all others: what single-agent environments stand on."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import numpy as np

from ludarium.agents import Agent, make_agent
from ludarium.engine.batch import Batch
from ludarium.engine.checks import checked_seed, option_choice, option_whole
from ludarium.engine.loops import draw_seats
from ludarium.errors import IllegalAction
from ludarium.registry import load


class LearnerBatch:
    """`size` games in lock-step, always at a decision of the learner's (or over).

    A step plays the learner's actions, then the opponents' in batches, until every game waits for the learner again.
    The arrays show the learner's side; like the batch's they are overwritten by the next call:

    observations, masks    what the learner sees and may do
    rewards                (size,) float64: what the step paid the learner
    terminated, truncated  (size,) bool: whether the episode ended in this step
    illegal                (size,) bool: whether it ended because the learner's action was illegal, which costs 1
    final_observations     (size, numbers) float32: rows of ended episodes hold the learner's last observation
    lengths                (size,) int64: the learner's decisions in the episode (of the ended one where one ended)
    """

    def __init__(
        self,
        game: str,
        size: int,
        *,
        opponent: str | Agent = "random",
        seat: int | str = "random",
        illegal: str = "end",
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.game = load(game)
        self.size = option_whole("num_envs", size, 1, 2**24)
        self.batch = Batch(self.game, size, options, threads)
        self.opponent = make_agent(opponent, self.game)
        self.num_seats = self.game.seats(self.batch.states[0])
        self.seat = option_choice("seat", seat, [*range(self.num_seats), "random"])
        self.raises = option_choice("illegal", illegal, ["end", "raise"]) == "raise"
        self.seats = np.zeros(size, np.int64)
        self.observations = self.batch.observations
        self.masks = self.batch.masks
        self.rewards = np.zeros(size)
        self.terminated = np.zeros(size, np.bool_)
        self.truncated = np.zeros(size, np.bool_)
        self.illegal = np.zeros(size, np.bool_)
        self.lengths = np.zeros(size, np.int64)
        self.final_observations = np.zeros((size, self.game.layout.size), np.float32)
        self.watch: Callable[[np.ndarray, np.ndarray], None] | None = None  # told of slots and actions before they act
        self._begun = False

    def reset(self, seed: int | None = None) -> None:
        """Begins an episode in every game; game i has seed + i. Without a seed, goes on from the games' generators."""
        seed = checked_seed(seed)
        if seed is None and not self._begun:
            seed = secrets.randbits(63)
        if seed is None:
            self.batch.pass_on_keys()
        else:
            self.batch.seed(seed)
        self._begun = True
        self.batch.begin()
        self._clear()
        self.lengths[:] = 0
        self._draw_seats(self.batch.slots)
        self._play_opponents(again=True)
        self._clear()

    def _clear(self) -> None:
        self.rewards[:] = 0
        self.terminated[:] = False
        self.truncated[:] = False
        self.illegal[:] = False

    def _draw_seats(self, slots: np.ndarray) -> None:
        """The learner's seats in episodes that begin; a random one depends on the episode's key alone."""
        if self.seat == "random":
            draw_seats(self.batch.states, slots, self.seats)
        else:
            self.seats[slots] = self.seat

    def step(self, actions: np.ndarray, again: bool = True) -> None:
        """Plays the learner's actions (int64); with `again`, ended games begin another episode."""
        if not self._begun:
            raise IllegalAction("there is no game to play in: call reset() first")
        batch = self.batch
        self.lengths[self.terminated | self.truncated] = 0
        self._clear()
        self.lengths += 1
        slots = self.batch.slots
        if batch.first_illegal(actions) >= 0:
            slots = self._punish(actions, again)
        if self.watch is not None:
            self.watch(slots, actions[slots])
        if len(slots) == self.size:
            batch.step(actions, again)
        else:
            batch.step_some(slots, actions[slots], again)
        self._note_ends(slots, again)
        self._play_opponents(again)

    def _punish(self, actions: np.ndarray, again: bool) -> np.ndarray:
        """Ends the games whose action is illegal; returns the slots of the others."""
        batch = self.batch
        inside = (actions >= 0) & (actions < self.game.actions)
        legal = inside & (batch.masks[self.batch.slots, np.where(inside, actions, 0)] == 1)
        slots = np.flatnonzero(~legal)
        if self.raises:
            slot = int(slots[0])
            player = f"game {slot}: player_{self.seats[slot]}" if self.size > 1 else f"player_{self.seats[slot]}"
            raise IllegalAction(self.game.refusal(batch.states[slot], batch.masks[slot], player, int(actions[slot])))
        self.rewards[slots] = -1.0
        self.terminated[slots] = True
        self.illegal[slots] = True
        self.final_observations[slots] = batch.observations[slots]
        if again:
            batch.pass_on_keys(slots)
            batch.begin(slots)
            self._draw_seats(slots)
        else:
            batch.masks[slots] = 0
        return np.flatnonzero(legal)

    def _note_ends(self, slots: np.ndarray, again: bool) -> None:
        """Keeps what the learner is told of the episodes that the batch's last step ended."""
        batch = self.batch
        ended = slots[batch.terminated[slots] | batch.truncated[slots]]
        if len(ended) == 0:
            return
        # An episode that ends before the learner's first decision is not the learner's.
        told = ended[~(self.terminated[ended] | self.truncated[ended])]
        self.rewards[told] = batch.rewards[told, self.seats[told]]
        self.terminated[told] = batch.terminated[told]
        self.truncated[told] = batch.truncated[told]
        self.final_observations[told] = batch.final_observations(told, self.seats[told])
        if again:
            self._draw_seats(ended)

    def _play_opponents(self, again: bool) -> None:
        """Has the opponents play until every running game waits for the learner."""
        batch = self.batch
        while True:
            waiting = batch.movers != self.seats
            if not again:
                waiting &= ~(self.terminated | self.truncated)
            slots = np.flatnonzero(waiting)
            if len(slots) == 0:
                return
            states = batch.states[slots]
            actions = self.opponent.act(batch.observations[slots], batch.masks[slots], states, batch.words(slots))
            if self.watch is not None:
                self.watch(slots, actions)
            batch.step_some(slots, actions, again)
            self._note_ends(slots, again)
