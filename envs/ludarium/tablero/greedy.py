"""The greedy player of Tablero di Berona: the heuristic that comes to mind first."""

from __future__ import annotations

from ludarium.engine.compiling import compiled


@compiled
def rate(s, mask, ratings):
    ratings[:] = 0.0
