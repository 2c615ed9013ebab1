"""Games in which one seat belongs to a learner and agents play all others: what single-agent environments stand on."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from ludarium.agents import Agent, make_agent
from ludarium.drawing.view import View
from ludarium.engine.batch import Batch
from ludarium.engine.checks import checked_actions, checked_seed, option_choice, option_whole
from ludarium.engine.loops import draw_seats, first_illegal_of
from ludarium.errors import BadOption, IllegalAction
from ludarium.registry import load

MOST_UNASKED = 1000  # episodes in a row that may end without a decision of the learner's


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
        self.batch = Batch(self.game, self.size, options, option_whole("num_threads", threads, 1, 1024))
        self.opponent = make_agent(opponent, self.game)
        self.num_seats = self.game.seats(self.batch.states[0])
        self.seat = option_choice("seat", seat, [*range(self.num_seats), "random"])
        self.raises = option_choice("illegal", illegal, ["end", "raise"]) == "raise"
        self.seats = np.zeros(self.size, np.int64)
        self.observations = self.batch.observations
        self.masks = self.batch.masks
        self.rewards = np.zeros(self.size)
        self.terminated = np.zeros(self.size, np.bool_)
        self.truncated = np.zeros(self.size, np.bool_)
        self.illegal = np.zeros(self.size, np.bool_)
        self.lengths = np.zeros(self.size, np.int64)
        self.final_observations = np.zeros((self.size, self.game.layout.size), np.float32)
        self._ends = np.zeros(self.size, np.int64)  # how many episodes of a game the present step has ended
        self._views: list[View] = []  # of every game, if somebody wants to see the last move
        self._seeded = False
        self.ready = False  # every game waits for the learner

    def reset(self, seed: int | None = None, positions: Mapping[int, Any] | None = None) -> None:
        """Begins an episode in every game; game i has seed + i. Without a seed, goes on from the games' generators.

        Game i begins at positions[i] where there is one; the opponents decide from there to the learner's decision.
        """
        seed = checked_seed(seed)
        batch = self.batch
        records = {slot: self.game.load_position(batch.options, p) for slot, p in (positions or {}).items()}
        if seed is None and not self._seeded:
            seed = secrets.randbits(63)
        if seed is None:
            batch.pass_on_keys()
        else:
            batch.seed(seed)
        self._seeded = True
        self.ready = False
        batch.begin()
        for slot, record in records.items():
            record["key"] = batch.states["key"][slot]
            batch.put(slot, record)
        self._clear()
        self.lengths[:] = 0
        self._enter(batch.slots)
        self._play_opponents(again=True)
        self._clear()
        self.ready = True

    def demand_ready(self) -> None:
        """Refuses before the first reset, and after a step that an error broke off with some of the players done."""
        if not self.ready:
            raise IllegalAction("there is no game to play in: call reset() first")

    def look(self, mode: str | None) -> list[View]:
        """A view of every game; those that draw are told of all moves from now on."""
        views = [View(mode) for _ in range(self.size)]
        self._views = views if views[0].draws else []
        return views

    def _clear(self) -> None:
        self._ends[:] = 0
        self.rewards[:] = 0
        self.terminated[:] = False
        self.truncated[:] = False
        self.illegal[:] = False

    def _enter(self, slots: np.ndarray) -> None:
        """Takes the learner's seat in episodes that begin; a random one depends on the episode's key alone."""
        if self._views:
            for slot in slots:
                self._views[slot].forget()
        if self.seat == "random":
            draw_seats(self.batch.states, slots, self.seats)
        else:
            self.seats[slots] = self.seat

    def step(self, actions: np.ndarray, again: bool = True) -> None:
        """Plays the learner's actions (int64); with `again`, ended games begin another episode."""
        self.demand_ready()
        batch = self.batch
        illegal = batch.first_illegal(actions)
        if illegal >= 0 and self.raises:
            raise self.refusal(illegal, int(actions[illegal]))
        self.ready = False
        self.lengths[self.terminated | self.truncated] = 0
        self._clear()
        self.lengths += 1
        slots = batch.slots if illegal < 0 else self._punish(actions, again)
        self._note_moves(slots, actions[slots])
        if len(slots) == self.size:
            batch.step(actions, again)
        else:
            batch.step_some(slots, actions[slots], again)
        self._note_ends(slots, again)
        self._play_opponents(again)
        self.ready = True

    def refusal(self, slot: int, action: int) -> IllegalAction:
        """The error for an illegal action of the learner's."""
        player = f"game {slot}: player_{self.seats[slot]}" if self.size > 1 else f"player_{self.seats[slot]}"
        return IllegalAction(self.game.refusal(self.batch.states[slot], self.batch.masks[slot], player, action))

    def _punish(self, actions: np.ndarray, again: bool) -> np.ndarray:
        """Ends the games whose action is illegal; returns the slots of the others."""
        batch = self.batch
        inside = (actions >= 0) & (actions < self.game.actions)
        legal = inside & (batch.masks[batch.slots, np.where(inside, actions, 0)] == 1)
        slots = np.flatnonzero(~legal)
        self.rewards[slots] = -1.0
        self.terminated[slots] = True
        self.illegal[slots] = True
        self.final_observations[slots] = batch.observations[slots]
        if again:
            batch.pass_on_keys(slots)
            batch.begin(slots)
            self._enter(slots)
        else:
            batch.masks[slots] = 0
        return np.flatnonzero(legal)

    def _note_moves(self, slots: np.ndarray, actions: np.ndarray) -> None:
        """Shows the views what is about to be played."""
        if self._views:
            batch = self.batch
            for slot, action in zip(slots, actions, strict=True):
                self._views[slot].note(self.game, batch.states[slot], int(batch.movers[slot]), int(action))

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
        self._ends[ended] += 1
        if self._ends[ended].max() > MOST_UNASKED:
            slot = int(ended[self._ends[ended].argmax()])
            raise BadOption(
                f"the learner, player_{self.seats[slot]}, had no decision in {MOST_UNASKED:,} episodes in a row:"
                " with these options it may never have one"
            )
        if again:
            self._enter(ended)

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
            actions = self._opponents_actions(slots)
            self._note_moves(slots, actions)
            batch.step_some(slots, actions, again)
            self._note_ends(slots, again)

    def _opponents_actions(self, slots: np.ndarray) -> np.ndarray:
        """What the opponent plays in some slots, checked: anybody's agent may sit here."""
        batch = self.batch
        name = type(self.opponent).__name__
        states = batch.states[slots]
        told = self.opponent.act(batch.observations[slots], batch.masks[slots], states, batch.words(slots))
        try:
            actions = checked_actions(told, len(slots))
        except IllegalAction as error:
            raise IllegalAction(f"opponent {name}: {error}") from None
        k = first_illegal_of(batch.masks, slots, actions)
        if k >= 0:
            slot = slots[k]
            player = f"game {slot}: opponent {name} as player_{batch.movers[slot]}"
            raise IllegalAction(self.game.refusal(batch.states[slot], batch.masks[slot], player, int(actions[k])))
        return actions
