"""A batch of games of one kind, and the arrays in which it shows them. All environments stand on it."""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Any

import numpy as np

from ludarium.engine import loops
from ludarium.engine.compiling import announced
from ludarium.engine.crew import PICK, STEP, STEP_AGAIN, Crew
from ludarium.engine.game import Game
from ludarium.engine.generator import key_of, next_key


class Batch:
    """`size` games in lock-step. Row i of every array belongs to game i; the arrays are overwritten by each call.

    masks         (size, actions) int8: legal actions of the mover; all zeros in a game that is over
    observations  (size, layout.size) float32: what the mover sees
    movers        (size,) int8: the seat that decides
    actions       (size,) int64: what was played last, or what `pick_random` picked
    rewards       (size, most seats) float64: what the step paid, zeros while a game runs
    terminated, truncated  (size,) bool: whether the step ended the episode
    lengths       (size,) int32: decisions so far in the episode (of the ended episode where the step ended one)
    finals        (size,) records: the state in which the last episode of a slot ended
    """

    def __init__(self, game: Game, size: int, options: dict[str, Any] | None = None, threads: int = 1) -> None:
        self.game = game
        self.options = copy.deepcopy(dict(options or {}))
        self.threads = max(1, min(threads, size))
        blank = game.blank(self.options)
        self.blank = blank.tobytes()  # two batches with equal ones have the same options
        self.states: np.ndarray = np.repeat(blank, size)
        self.states["key"] = np.random.default_rng().integers(2**64, size=size, dtype=np.uint64)
        self.finals: np.ndarray = self.states.copy()
        self.masks = np.zeros((size, game.actions), np.int8)
        self.observations = np.zeros((size, game.layout.size), np.float32)
        self.movers = np.zeros(size, np.int8)
        self.actions = np.zeros(size, np.int64)
        self.rewards = np.zeros((size, game.most_seats), np.float64)
        self.terminated = np.zeros(size, np.bool_)
        self.truncated = np.zeros(size, np.bool_)
        self.lengths = np.zeros(size, np.int32)
        self._make_views()

    def _make_views(self) -> None:
        """Arrays that share memory with others, and the threads: what a copy or a pickle has to make anew."""
        size = len(self.states)
        self._records = self.observations.view(self.game.layout.dtype)[:, 0]
        self._seat_flat = np.zeros((1, self.game.layout.size), np.float32)
        self._seat_record = self._seat_flat.view(self.game.layout.dtype)[:, 0]
        self.shown = (self.masks, self.observations, self._records, self.movers)
        told = (self.rewards, self.terminated, self.truncated, self.lengths, self.finals)
        edges = np.linspace(0, size, self.threads + 1).astype(int).tolist()
        self.slots = np.arange(size)
        self._arrays = (self.states, self.actions, *self.shown, *told)
        self._crew = Crew(self._arrays, self.slots, list(pairwise(edges)))

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if not k.startswith("_") and k != "shown"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_views()

    def all_options(self) -> dict[str, Any]:
        """All options of the game with their values."""
        return copy.deepcopy(self.game.defaults | self.options)

    def __len__(self) -> int:
        return len(self.states)

    def seed(self, seed: int) -> None:
        """Gives slot i the key of seed + i, for the next `begin`."""
        self.states["key"] = np.array([key_of(seed + i) for i in range(len(self))], np.uint64)

    def pass_on_keys(self, slots: np.ndarray | None = None) -> None:
        """Gives slots (all, if not told) the key that follows their present one, for a `begin` without a seed."""
        slots = self.slots if slots is None else slots
        self.states["key"][slots] = np.array([next_key(key) for key in self.states["key"][slots]], np.uint64)

    def begin(self, slots: np.ndarray | None = None) -> None:
        """Begins an episode in slots, in all if not told."""
        slots = self.slots if slots is None else slots
        self.rewards[slots] = 0
        self.terminated[slots] = False
        self.truncated[slots] = False
        self.lengths[slots] = 0
        with announced(self.game.title):
            loops.begin(self.states, *self.shown, slots)

    def put(self, slot: int, record: np.ndarray, length: int = 0) -> None:
        """Goes on in a slot from a record (an array of one) that comes from outside, after `length` decisions."""
        self.states[slot : slot + 1] = record
        self.rewards[slot] = 0
        self.terminated[slot] = self.truncated[slot] = False
        self.lengths[slot] = length
        loops.settle(self.states, *self.shown, slot, slot + 1)

    def settle(self) -> None:
        """Shows all games anew, after their records were written from outside."""
        loops.settle(self.states, *self.shown, 0, len(self))

    def first_illegal(self, actions: np.ndarray) -> int:
        """The first slot whose action is not legal, or −1; the actions then stand in the array `actions`."""
        if actions is not self.actions:
            self.actions[:] = actions
        return int(loops.first_illegal(self._arrays, 0, len(self)))

    def checked_step(self, actions: np.ndarray) -> int:
        """Plays one action in every slot, ended ones beginning anew, if all are legal; else returns an illegal one.

        Checking and playing are one call of the threads, and each looks at masks that its own processor wrote.
        """
        if actions is not self.actions:
            self.actions[:] = actions
        return self._crew.checked_step()

    def step(self, actions: np.ndarray, again: bool = True) -> None:
        """Plays one legal action (unchecked) in every slot; with `again`, ended slots begin another episode."""
        if actions is not self.actions:
            self.actions[:] = actions
        self._crew.run(STEP_AGAIN if again else STEP)

    def pick_random(self) -> np.ndarray:
        """A random legal action for every slot, in the array `actions`; the same until the next step."""
        self._crew.run(PICK)
        return self.actions

    def step_some(self, slots: np.ndarray, actions: np.ndarray, again: bool = True) -> None:
        """The same in some slots (int64) only; row k of `actions` is for slots[k]."""
        self.actions[slots] = actions
        loops.step(self._arrays, again, slots, 0, len(slots))

    def words(self, slots: np.ndarray) -> np.ndarray:
        """Random bits for agents that decide in these slots, from seed, seat and decision number alone."""
        words = np.zeros(len(slots), np.uint64)
        loops.seat_words(self._arrays, slots, words)
        return words

    def final_observations(self, slots: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """What seats[k] sees of the episode that ended last in slots[k], as a fresh array."""
        flat = np.zeros((len(slots), self.game.layout.size), np.float32)
        loops.observe_finals(self.finals, slots, seats, flat, flat.view(self.game.layout.dtype)[:, 0])
        return flat

    def observe(self, i: int, seat: int) -> np.ndarray:
        """What a seat sees of slot i, as a fresh array."""
        loops.observe_seat(self.states, i, seat, self._seat_flat, self._seat_record)
        seen: np.ndarray = self._seat_flat[0].copy()
        return seen
