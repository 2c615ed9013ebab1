"""The rollout buffer of self-play: every decision belongs to its seat.

An advantage runs from a seat's decision to the same seat's next decision, or to the end of the episode. A decision is
learnt from once it is known what followed. So the last decision of a seat in a rollout stays open: it is carried over,
and learnt from after the next rollout, in which its successor lies. No value of a position is ever asked for in which
the seat does not have to decide, and nothing is thrown away, which would favour actions that end games soon.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from ludarium.engine.compiling import compiled

NONE = -1  # in the place of a row


@compiled
def seat_advantages(
    ours: np.ndarray,
    movers: np.ndarray,
    ended: np.ndarray,
    rewards: np.ndarray,
    values: np.ndarray,
    carried: np.ndarray,
    gamma: float,
    lam: float,
    advantages: np.ndarray,
    known: np.ndarray,
    still_open: np.ndarray,
) -> None:
    """Fills advantages and `known` for every row, and `still_open` with the row of every seat's open decision.

    ours, movers, ended  (steps, games): the learner decided; the seat that did; the decision ended the episode
    rewards              (steps, games, seats): read where an episode ended
    values               (rows,): row step · games + game; the rows behind belong to carried decisions
    carried, still_open  (seats, games): rows of open decisions from before, and after, this rollout, or NONE
    """
    steps, games = movers.shape
    seats = rewards.shape[2]
    paid, next_value, next_advantage = np.zeros(seats), np.zeros(seats), np.zeros(seats)
    followed = np.zeros(seats, np.bool_)  # whether it is known what follows a decision of the seat
    known[:] = False
    for game in range(games):
        followed[:] = False
        still_open[:, game] = NONE
        for k in range(steps + seats):  # the steps backwards, then what was carried over
            if k < steps:
                step = steps - 1 - k
                if ended[step, game]:
                    paid[:] = rewards[step, game]
                    next_value[:] = 0.0
                    next_advantage[:] = 0.0
                    followed[:] = True
                seat = movers[step, game]
                row = step * games + game if ours[step, game] else NONE
            else:
                seat = k - steps
                row = carried[seat, game]
            if row == NONE:
                continue
            advantage = 0.0
            if followed[seat]:
                delta = paid[seat] + gamma * next_value[seat] - values[row]
                advantage = delta + gamma * lam * next_advantage[seat]
                known[row] = True
            else:
                still_open[seat, game] = row
            advantages[row] = advantage
            paid[seat] = 0.0
            next_value[seat] = values[row]
            next_advantage[seat] = advantage
            followed[seat] = True


class Samples(NamedTuple):
    """A minibatch."""

    observations: torch.Tensor
    masks: torch.Tensor  # int8
    actions: torch.Tensor
    old_log_probs: torch.Tensor
    advantages: torch.Tensor  # with mean 0 and deviation 1 over the rollout
    returns: torch.Tensor
    margin_returns: torch.Tensor


class SeatRolloutBuffer(MaskableRolloutBuffer):
    """Arrays of (steps + seats) · games rows, allocated once: first the rollout's, then those of carried decisions."""

    def __init__(
        self,
        buffer_size: int,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        device: torch.device | str = "cpu",
        gae_lambda: float = 1.0,
        gamma: float = 1.0,
        n_envs: int = 1,
        seats: int = 2,
    ) -> None:
        self.seats = seats
        self.rows = (buffer_size + seats) * n_envs
        grid = buffer_size, n_envs
        assert isinstance(action_space, spaces.Discrete) and observation_space.shape is not None
        # Torch aligns its memory, and so products of the same rows are the same bits in every process.
        self.observations = self._zeros(self.rows, *observation_space.shape)
        self.action_masks = self._zeros(self.rows, int(action_space.n), dtype=torch.int8)
        self.actions = self._zeros(self.rows, dtype=torch.int64)
        self.log_probs = self._zeros(self.rows)
        self.values = self._zeros(self.rows)
        self.margin_values = self._zeros(self.rows)
        self.advantages = self._zeros(self.rows)
        self.margin_advantages = self._zeros(self.rows)
        self.known = np.zeros(self.rows, np.bool_)
        self.ours = np.zeros(grid, np.bool_)
        self.movers = np.zeros(grid, np.int8)
        self.ended = np.zeros(grid, np.bool_)
        self.rewards = np.zeros((*grid, seats), np.float64)
        self.margins = np.zeros((*grid, seats), np.float64)
        self.open = np.full((seats, n_envs), NONE, np.int64)
        super().__init__(buffer_size, observation_space, action_space, device, gae_lambda, gamma, n_envs)

    @staticmethod
    def _zeros(*shape: int, dtype: torch.dtype = torch.float32) -> np.ndarray:
        return torch.zeros(*shape, dtype=dtype).numpy()

    def _decisions(self) -> tuple[np.ndarray, ...]:
        """What is kept of a decision until it is known what followed."""
        return self.observations, self.action_masks, self.actions, self.log_probs, self.values, self.margin_values

    def reset(self) -> None:
        """Begins a rollout: open decisions move to the rows behind the rollout's."""
        seats, games = np.nonzero(self.open != NONE)
        before = self.open[seats, games]
        after = (self.buffer_size + seats) * self.n_envs + games
        for array in self._decisions():
            array[after] = array[before]
        self.open[seats, games] = after
        self.pos = 0
        self.full = False

    def step_rows(self) -> slice:
        """The rows of the present step, one a game: write observations, masks and all else there, then `advance`."""
        return slice(self.pos * self.n_envs, (self.pos + 1) * self.n_envs)

    def advance(self) -> None:
        self.pos += 1
        self.full = self.pos == self.buffer_size

    def compute_advantages(self, margins: bool) -> None:
        """Once the rollout is full: the advantages of all rows that it is known for."""
        still_open = np.empty_like(self.open)
        grid = self.ours, self.movers, self.ended
        if margins:
            told = self.margins, self.margin_values, self.open, 1.0, self.gae_lambda, self.margin_advantages
            seat_advantages(*grid, *told, self.known, still_open)
        told = self.rewards, self.values, self.open, self.gamma, self.gae_lambda, self.advantages
        seat_advantages(*grid, *told, self.known, still_open)
        self.open[:] = still_open

    def samples(self, batch_size: int, epochs: int, chance: np.random.Generator) -> Iterator[Samples]:
        """All known rows in every epoch, in minibatches of equal size, as near to `batch_size` as can be."""
        rows = np.flatnonzero(self.known)
        if len(rows) == 0:
            return
        learnt = self.advantages[rows]
        scaled = torch.from_numpy((self.advantages - learnt.mean()) / (learnt.std() + np.float32(1e-8)))
        returns = torch.from_numpy(self.advantages + self.values)
        margin_returns = torch.from_numpy(self.margin_advantages + self.margin_values)
        kept = self.observations, self.action_masks, self.actions, self.log_probs
        tensors = *map(torch.from_numpy, kept), scaled, returns, margin_returns
        for _ in range(epochs):
            chance.shuffle(rows)
            for part in np.array_split(rows, max(1, round(len(rows) / batch_size))):
                chosen = torch.from_numpy(part)
                yield Samples(*(tensor.index_select(0, chosen) for tensor in tensors))

    # Going on later.

    def state(self) -> dict[str, torch.Tensor]:
        """The open decisions, between two rollouts."""
        self.reset()
        carried = slice(self.buffer_size * self.n_envs, None)
        state = {f"carried.{k}": torch.from_numpy(array[carried]) for k, array in enumerate(self._decisions())}
        return state | {"open": torch.from_numpy(self.open)}

    def restore(self, state: dict[str, torch.Tensor]) -> None:
        carried = slice(self.buffer_size * self.n_envs, None)
        for k, array in enumerate(self._decisions()):
            array[carried] = state[f"carried.{k}"].numpy()
        self.open[:] = state["open"].numpy()
