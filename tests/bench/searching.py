"""How fast tree search is: decisions and simulations a second of one core."""

import time

import numpy as np

from ludarium.agents.tree import DECISIONS, clear, make_tree, search
from ludarium.engine.batch import Batch

ITERATIONS = 1000
SEARCHES = 30


def speeds(game):
    """Searches of random games after four decisions each; the best of three runs."""
    batch = Batch(game, SEARCHES)
    batch.seed(0)
    batch.begin()
    for _ in range(4):
        batch.step(batch.pick_random())
    tree = make_tree(ITERATIONS)
    room = np.zeros(1, game.state), np.zeros(game.actions, np.int8), np.zeros(game.actions), np.zeros(game.most_seats)
    best = 0.0, 0.0
    for _ in range(4):  # the first compiles
        decisions = 0
        started = time.perf_counter()
        for i in range(SEARCHES):
            clear(tree)
            search(batch.states, i, 0, ITERATIONS, False, np.uint64(i), *room, tree)
            decisions += int(tree[3][DECISIONS])
        seconds = time.perf_counter() - started
        best = max(best, (decisions / seconds, SEARCHES * ITERATIONS / seconds))
    return best
