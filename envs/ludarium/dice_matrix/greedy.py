"""The greedy player of Dice Matrix: the heuristic that comes to mind first."""

from __future__ import annotations

from ludarium.engine.compiling import compiled


@compiled
def rate(s, mask, ratings):
    ratings[:] = 0.0
