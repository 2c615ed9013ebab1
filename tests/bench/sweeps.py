"""Random lock-step play driven from compiled code: the speed of the engine itself."""

import time

import numpy as np

from ludarium.engine import loops
from ludarium.engine.batch import Batch
from ludarium.engine.compiling import compiled
from ludarium.engine.generator import below, word


@compiled
def random_sweeps(states, actions, masks, flat, records, movers, paid, terminated, truncated, lengths, finals, sweeps, low, high):
    """Plays one random legal action in every slot of a slice, then the next, and so on; ended episodes begin anew."""
    for sweep in range(sweeps):
        for i in range(low, high):
            count = 0
            for a in range(masks.shape[1]):
                count += masks[i, a]
            actions[i] = loops.pick(masks[i], below(word(np.uint64(i), sweep, lengths[i]), count))
        loops.step(states, actions, masks, flat, records, movers, paid, terminated, truncated, lengths, finals, True, low, high)


def decisions_a_second(game, threads, size=1024, seconds=2.0, options=None):
    """Lock-step play of `size` games, masks and observations written for each mover; the best of three runs."""
    batch = Batch(game, size, options or {}, threads)
    batch.seed(0)
    batch.begin()
    actions = np.zeros(size, np.int64)
    arrays = (batch.states, actions, batch.masks, batch.observations, batch._records, batch.movers, batch.rewards)
    arrays += (batch.terminated, batch.truncated, batch.lengths, batch.finals)
    batch._run(random_sweeps, *arrays, 200)
    best = 0.0
    for _ in range(3):
        sweeps = 0
        started = time.perf_counter()
        while time.perf_counter() - started < seconds / 3:
            batch._run(random_sweeps, *arrays, 100)
            sweeps += 100
        best = max(best, sweeps * size / (time.perf_counter() - started))
    return best
