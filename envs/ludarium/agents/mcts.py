"""The agent that searches: so many iterations, or so many seconds, of tree search for every decision."""

from __future__ import annotations

import time

import numpy as np

from ludarium.agents.base import Agent
from ludarium.agents.slices import in_slices
from ludarium.agents.tree import clear, make_tree, read_root, search
from ludarium.engine.compiling import announced
from ludarium.engine.crew import cores
from ludarium.engine.game import Game

LARGEST_TREE = 1_000_000  # actions tried; a longer search goes on in a tree that no longer grows
BETWEEN_LOOKS = 64  # iterations between two looks at the clock


class MCTSAgent(Agent):
    """Plain UCT; with `greedy`, playouts follow the greedy player three times out of four.

    After a call, `visits` holds how often every action was tried, one row a decision, and `values` the share of the
    game that the chosen one promises.
    """

    def __init__(self, game: Game, iterations: int = 0, seconds: float = 0.0, greedy: bool = False) -> None:
        super().__init__(game)
        self.iterations = iterations
        self.seconds = seconds
        self.greedy = greedy
        self.games_at_once = 128 if iterations else cores()

    def act(self, observations: np.ndarray, masks: np.ndarray, states: np.ndarray, words: np.ndarray) -> np.ndarray:
        actions = np.zeros(len(masks), np.int64)
        self.visits = np.zeros(masks.shape, np.int32)
        self.values = np.zeros(len(masks))

        def work(low: int, high: int) -> None:
            tree = make_tree(min(self.iterations or LARGEST_TREE, LARGEST_TREE))
            for i in range(low, high):
                clear(tree)
                self._search(states, i, words[i], tree)
                actions[i], self.values[i] = read_root(tree, self.visits[i])

        with announced(f"search for {self.game.title}"):
            in_slices(work, len(masks))
        return actions

    def _search(self, states: np.ndarray, i: int, bits: np.uint64, tree: tuple[np.ndarray, ...]) -> None:
        scratch = states[i : i + 1].copy()
        mask = np.zeros(self.game.actions, np.int8)
        ratings = np.zeros(self.game.actions)
        paid = np.zeros(self.game.most_seats)
        rest = self.greedy, bits, scratch, mask, ratings, paid, tree
        if self.iterations:
            search(states, i, 0, self.iterations, *rest)
            return
        end = time.perf_counter() + self.seconds
        done = 0
        while done == 0 or time.perf_counter() < end:
            search(states, i, done, BETWEEN_LOOKS, *rest)
            done += BETWEEN_LOOKS
