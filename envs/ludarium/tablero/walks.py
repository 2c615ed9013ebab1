"""What the next steps of a walk can win: a question that the greedy player and the expert ask all the time.

All walks of a few steps from each cell are listed once, in the order in which a search in depth meets them. So looking
them through is a loop, and one of a search's branches is left by a jump.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.tablero.rules import CELLS, NEIGHBOURS

FORESIGHT = 5  # steps


def walks_from(path: list[int]) -> list[tuple[int, int, int]]:
    """Every walk that goes on from a path: its last cell, its depth, and how many walks begin with it, with itself."""
    found: list[tuple[int, int, int]] = []
    for cell in NEIGHBOURS[0, :, path[-1]].tolist():
        if cell >= 0 and cell not in path:
            further = walks_from([*path, cell]) if len(path) < FORESIGHT else []
            found += [(cell, len(path), 1 + len(further)), *further]
    return found


def walks() -> tuple[np.ndarray, np.ndarray]:
    """The walks from all cells, one after another, and where those from each cell begin."""
    lists = [walks_from([cell]) for cell in range(CELLS)]
    starts = np.cumsum([0, *(len(found) for found in lists)])
    return np.array([walk for found in lists for walk in found], np.int16), starts


WALKS, STARTS = walks()
CELL, DEPTH, BRANCH = range(3)


@compiled
def best_walk(gains, sums, at, visited, hand, size):
    """The most that the next steps of a hand of that size can win from a cell, looking FORESIGHT steps ahead.

    gains   [owner, cell]: what a token of that owner wins when it is dropped there
    sums    scratch of FORESIGHT + 1 numbers
    visited the cells that may not be entered, as bits
    """
    last = min(size, FORESIGHT)
    sums[0] = 0.0
    if last == 0:
        return 0.0
    best = -np.inf
    i, end = STARTS[at], STARTS[at + 1]
    while i < end:
        cell, depth = WALKS[i, CELL], WALKS[i, DEPTH]
        if (visited >> cell) & 1:
            i += WALKS[i, BRANCH]
            continue
        sums[depth] = sums[depth - 1] + gains[(hand >> np.uint32(depth - 1)) & 1, cell]
        if depth < last:
            i += 1
            continue
        best = max(best, sums[depth])
        i += WALKS[i, BRANCH]
    return best
