"""Toy games whose advantages can be worked out by hand: who decides, what it is worth and what is paid is scripted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import torch
from gymnasium import spaces

from ludarium_training.networks import Network, Outputs

ACTIONS = 3


class Episode(NamedTuple):
    """Decisions (seat, value the network gives it) in order, and what the end pays each seat."""

    decisions: list[tuple[int, float]]
    rewards: tuple[float, ...]
    truncated: bool = False


class ScriptedGames:
    """Plays the episodes of a script over and over, in all games; game i begins with episode i. Actions do nothing.

    An observation is the value that the network is to give it, and a number that no other decision has.
    """

    def __init__(self, script, seats, games):
        self.script, self.num_seats, self.num_envs = script, seats, games
        self.single_observation_space = spaces.Box(-1.0, 1.0, (2,), np.float32)
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.game = None
        self.batch = SimpleNamespace(
            observations=np.zeros((games, 2), np.float32),
            masks=np.ones((games, ACTIONS), np.int8),
            movers=np.zeros(games, np.int8),
            actions=np.zeros(games, np.int64),
            rewards=np.zeros((games, seats)),
            terminated=np.zeros(games, np.bool_),
            truncated=np.zeros(games, np.bool_),
            lengths=np.zeros(games, np.int32),
            slots=np.arange(games),
        )

    def reset(self, seed=None):
        self.at = [(i, 0) for i in range(self.num_envs)]  # number of the episode, of the decision
        self.count = 0
        for i in range(self.num_envs):
            self.show(i)
        return self.batch

    def episode(self, number):
        return self.script[number % len(self.script)]

    def show(self, i):
        number, k = self.at[i]
        seat, value = self.episode(number).decisions[k]
        self.batch.movers[i] = seat
        self.batch.observations[i] = value, self.count
        self.count += 1

    def step(self, actions):
        batch = self.batch
        for i, (number, k) in enumerate(self.at):
            episode = self.episode(number)
            ended = k + 1 == len(episode.decisions)
            batch.rewards[i] = episode.rewards if ended else 0
            batch.terminated[i] = ended and not episode.truncated
            batch.truncated[i] = ended and episode.truncated
            batch.lengths[i] = k + 1
            self.at[i] = (number + 1, 0) if ended else (number, k + 1)
            self.show(i)
        return batch


class ReadsValue(Network):
    """Gives every observation the value that stands in it."""

    def __init__(self):
        super().__init__()
        self.scores = torch.nn.Parameter(torch.zeros(ACTIONS))

    def forward(self, observations):
        return Outputs(self.scores + torch.zeros(len(observations), 1), observations[:, 0], None)
