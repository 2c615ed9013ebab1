"""The vector environment for self-play: many games in lock-step, and one caller who decides for every seat.

The speed of the engine in the form a training loop wants: no Python runs for a single game, and what a step shows
stands in arrays that are allocated once.
"""

from __future__ import annotations

import operator
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ludarium.engine.batch import Batch
from ludarium.engine.checks import checked_actions, checked_seed, option_whole
from ludarium.engine.crew import cores
from ludarium.engine.generator import key_of, next_key
from ludarium.errors import IllegalAction
from ludarium.registry import load

GAMES_A_THREAD = 256  # fewer are played faster by one thread


class VectorStep(NamedTuple):
    """What `reset` and `step` show. All but `final` are views of arrays that the next call overwrites."""

    observations: np.ndarray  # (games, numbers) float32: what the mover of each game sees
    masks: np.ndarray  # (games, actions) int8: the mover's legal actions, never none
    movers: np.ndarray  # (games,) int8: the seat that decides next
    rewards: np.ndarray  # (games, seats) float64: what the step paid each seat, zeros unless it ended the episode
    terminated: np.ndarray  # (games,) bool: the step ended the episode by the rules
    truncated: np.ndarray  # (games,) bool: the step ended the episode by a turn limit
    final: Final


class Final:
    """The episodes that the last step ended, as they ended, before their slots began the next one."""

    def __init__(self, batch: Batch, seats: int) -> None:
        self._batch = batch
        self._seats = seats

    @property
    def slots(self) -> np.ndarray:
        """(ended,) int64: the games whose episode the last step ended; the other arrays have their order."""
        return np.flatnonzero(self._batch.terminated | self._batch.truncated)

    @property
    def lengths(self) -> np.ndarray:
        """(ended,) int32: the number of decisions of each."""
        lengths: np.ndarray = self._batch.lengths[self.slots]
        return lengths

    @property
    def observations(self) -> np.ndarray:
        """(ended, seats, numbers) float32: the last observation of every seat, a fresh array."""
        ended = self.slots
        slots = np.repeat(ended, self._seats)
        seats = np.tile(np.arange(self._seats), len(ended))
        seen = self._batch.final_observations(slots, seats)
        return seen.reshape(len(ended), self._seats, self._batch.game.layout.size)

    @property
    def positions(self) -> list[dict[str, Any]]:
        """The last position of each as plain data."""
        return [self._batch.game.write_position(self._batch.finals[slot]) for slot in self.slots]


@dataclass(frozen=True)
class SlotState:
    """The state of one game, as `get_state` gives it."""

    game: str
    options: bytes  # a record with the options in it and no episode begun
    record: np.ndarray
    length: int


class SelfPlayVectorEnv:
    """`num_envs` games of one kind.

    `step(actions)` plays actions[i] for the mover of game i, in every game at once. A game whose episode ends begins
    the next one in the same step: what the step shows is then the first decision of the new episode, while `rewards`,
    `terminated`, `truncated` and `final` speak of the ended one. The new episode follows from the old one's key, so
    game i of a batch seeded s plays, episode after episode, what an environment plays that is reset with seed s + i
    once and without a seed from then on. An illegal action in any game raises `IllegalAction`, and nothing is played
    in any.
    """

    def __init__(
        self, game: str, num_envs: int, *, num_threads: int | None = None, seed: int | None = None, **options: Any
    ) -> None:
        self.num_envs = option_whole("num_envs", num_envs, 1, 2**24)
        if num_threads is None:
            num_threads = max(1, min(cores(), self.num_envs // GAMES_A_THREAD))
        self.num_threads = option_whole("num_threads", num_threads, 1, 1024)
        self.game = load(game)
        self.layout = self.game.layout
        self._batch = Batch(self.game, self.num_envs, options, self.num_threads)
        self.num_seats = self.game.seats(self._batch.states[0])
        self._seed = checked_seed(seed)
        self._begun = False
        self._step = self._make_step()

    def _make_step(self) -> VectorStep:
        """What every step shows: the batch's arrays, whose contents change."""
        batch = self._batch
        return VectorStep(
            batch.observations,
            batch.masks,
            batch.movers,
            batch.rewards[:, : self.num_seats],
            batch.terminated,
            batch.truncated,
            Final(batch, self.num_seats),
        )

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k != "_step"}  # a copied view shows no batch any more

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._step = self._make_step()

    @property
    def options(self) -> dict[str, Any]:
        """All options of the game with their values."""
        return self._batch.all_options()

    @property
    def batch(self) -> Batch:
        """The engine's side of the games, for callers who seat agents or write states: records, words, keys."""
        return self._batch

    @cached_property
    def single_observation_space(self) -> Any:
        """The Gymnasium space of one observation."""
        import gymnasium

        return gymnasium.spaces.Box(-1.0, 1.0, (self.layout.size,), np.float32)

    @cached_property
    def single_action_space(self) -> Any:
        """The Gymnasium space of one action."""
        import gymnasium

        return gymnasium.spaces.Discrete(self.game.actions)

    # Playing.

    def reset(self, seed: int | None = None) -> VectorStep:
        """Begins an episode in every game; game i has seed + i. Without a seed, goes on from the games' generators."""
        seed = checked_seed(seed)
        if seed is None and not self._begun:
            seed = secrets.randbits(63) if self._seed is None else self._seed
        if seed is None:
            self._batch.pass_on_keys()
        else:
            self._batch.seed(seed)
        self._batch.begin()
        self._begun = True
        return self._step

    def step(self, actions: Any) -> VectorStep:
        """Plays one action in every game."""
        self._demand_begun()
        batch = self._batch
        if actions is not batch.actions:
            actions = checked_actions(actions, self.num_envs)
        slot = batch.checked_step(actions)
        if slot >= 0:
            player = f"game {slot}: player_{batch.movers[slot]}"
            action = int(actions[slot])
            raise IllegalAction(self.game.refusal(batch.states[slot], batch.masks[slot], player, action))
        return self._step

    def sample(self) -> np.ndarray:
        """A random legal action for every game: a view, the same until the next step, decided by the games' seeds."""
        self._demand_begun()
        return self._batch.pick_random()

    # Looking, and going elsewhere.

    def observe(self, slot: int, seat: int) -> np.ndarray:
        """What any seat of a game sees now, a fresh array."""
        seat = self._checked_index("seat", seat, self.num_seats)
        return self._batch.observe(self._checked_slot(slot), seat)

    def position(self, slot: int) -> dict[str, Any]:
        """The whole state of a game as plain data, hidden cards included."""
        return self.game.write_position(self._batch.states[self._checked_slot(slot)])

    def draw(self, slot: int, seat: int | None = None) -> str:
        """A game as SVG, as a seat sees it (None: everything lies open)."""
        slot = self._checked_slot(slot)
        seat = None if seat is None else self._checked_index("seat", seat, self.num_seats)
        return self.game.draw(self._batch.states[slot], seat=seat)

    def set_position(self, slot: int, position: dict[str, Any], seed: int | None = None) -> None:
        """Begins an episode of a game at a position. Without a seed, chance goes on from the game's generator."""
        slot = self._checked_slot(slot)
        seed = checked_seed(seed)
        loaded = self.game.load_position(self._batch.options, position)
        loaded["key"] = next_key(self._batch.states["key"][slot]) if seed is None else np.uint64(key_of(seed))
        self._batch.put(slot, loaded)

    def get_state(self, slot: int) -> SlotState:
        """The state of a game, to go back to or to copy into other slots."""
        slot = self._checked_slot(slot)
        batch = self._batch
        ended = batch.terminated[slot] or batch.truncated[slot]
        length = 0 if ended else int(batch.lengths[slot])
        return SlotState(self.game.name, batch.blank, batch.states[slot : slot + 1].copy(), length)

    def set_state(self, slot: int, state: SlotState) -> None:
        """Puts a game into a state that `get_state` gave for any slot of an environment with the same options."""
        slot = self._checked_slot(slot)
        if not isinstance(state, SlotState) or (state.game, state.options) != (self.game.name, self._batch.blank):
            raise ValueError(f"set_state takes what get_state of {self.game.title} with {self.options} gave")
        self._batch.put(slot, state.record, state.length)

    def _checked_slot(self, slot: int) -> int:
        self._demand_begun()
        return self._checked_index("game", slot, self.num_envs)

    @staticmethod
    def _checked_index(what: str, index: int, count: int) -> int:
        if not 0 <= operator.index(index) < count:
            raise IndexError(f"there is no {what} {index}; they are numbered from 0 to {count - 1}")
        return operator.index(index)

    def _demand_begun(self) -> None:
        if not self._begun:
            raise IllegalAction("there is no game to play in: call reset() first")

    def close(self) -> None:
        """Nothing has to be closed; the threads end with the environment."""
