"""Agents that rate every legal action and play the best: the greedy player and the expert of each game."""

from __future__ import annotations

import numpy as np

from ludarium.agents.base import Agent
from ludarium.agents.slices import in_slices
from ludarium.engine.compiling import announced, compiled
from ludarium.engine.generator import below, mix
from ludarium.engine.protocol import consider, rate


@compiled
def best_rated(ratings, mask, bits):
    """The legal action with the highest rating; among equals the bits decide."""
    best, equals = -np.inf, 0
    for action in range(len(mask)):
        if mask[action]:
            if ratings[action] > best:
                best, equals = ratings[action], 1
            elif ratings[action] == best:
                equals += 1
    k = below(bits, equals)
    for action in range(len(mask)):
        if mask[action] and ratings[action] == best:
            if k == 0:
                return action
            k -= 1
    return -1


@compiled
def play_greedily(states, masks, words, ratings, actions, low, high):
    for i in range(low, high):
        rate(states[i], masks[i], ratings[i])
        actions[i] = best_rated(ratings[i], masks[i], words[i])


@compiled
def play_expertly(states, masks, words, ratings, actions, low, high):
    for i in range(low, high):
        consider(states[i], masks[i], words[i], ratings[i])
        actions[i] = best_rated(ratings[i], masks[i], mix(words[i]))


class RatedAgent(Agent):
    """The ratings of the last call stay in `ratings`, one row a decision, for whoever wants to know why."""

    play = play_greedily
    smallest_slice = 64

    def act(self, observations: np.ndarray, masks: np.ndarray, states: np.ndarray, words: np.ndarray) -> np.ndarray:
        actions = np.zeros(len(masks), np.int64)
        self.ratings = np.full(masks.shape, -np.inf)
        arrays = states, masks, words, self.ratings, actions
        with announced(f"the {self.name} player of {self.game.title}"):
            in_slices(lambda low, high: type(self).play(*arrays, low, high), len(masks), self.smallest_slice)
        return actions


class GreedyAgent(RatedAgent):
    """The heuristic that comes to mind first."""

    name = "greedy"


class ExpertAgent(RatedAgent):
    """The strongest player made by hand, at some 10 ms a move."""

    name = "expert"
    play = play_expertly
    smallest_slice = 1
