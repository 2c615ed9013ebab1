"""Work on a batch, spread over the processor's cores in slices; compiled functions let the threads run side by side."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from ludarium.engine.crew import cores


def in_slices(work: Callable[[int, int], None], rows: int, smallest: int = 1) -> None:
    """Calls work(low, high) for slices that cover all rows; slices of fewer than `smallest` rows are not worth it."""
    count = max(1, min(cores(), rows // smallest))
    edges = np.linspace(0, rows, count + 1).astype(int).tolist()
    if count == 1:
        work(0, rows)
        return
    with ThreadPoolExecutor(count) as pool:
        for done in [pool.submit(work, low, high) for low, high in pairwise(edges)]:
            done.result()
