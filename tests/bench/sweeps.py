"""Random lock-step play driven from compiled code: the speed of the engine itself."""

import threading
import time
from itertools import pairwise

import numpy as np

from ludarium.engine.batch import Batch
from ludarium.engine.compiling import compiled
from ludarium.engine.loops import pick_random, step

SWEEPS = 500


@compiled
def random_sweeps(arrays, slots, sweeps, low, high):
    """Plays one random legal action in every slot of a slice, then the next, and so on; ended episodes begin anew."""
    for _ in range(sweeps):
        pick_random(arrays, low, high)
        step(arrays, True, slots, low, high)


def decisions_a_second(game, threads, size=1024, options=None):
    """Lock-step play of `size` games, masks and observations written for each mover; the best of five runs."""
    batch = Batch(game, size, options or {})
    batch.seed(0)
    batch.begin()
    slots = np.arange(size)
    edges = [size * k // threads for k in range(threads + 1)]
    random_sweeps(batch._arrays, slots, 100, 0, size)  # compiles, and brings the games to different stages
    best = 0.0
    for _ in range(5):
        slices = pairwise(edges)
        workers = [
            threading.Thread(target=random_sweeps, args=(batch._arrays, slots, SWEEPS, *part)) for part in slices
        ]
        started = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        best = max(best, SWEEPS * size / (time.perf_counter() - started))
    return best
