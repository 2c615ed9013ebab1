"""Observations brought to a common scale, so that small numbers are learnt from as fast as large ones.

What a die of Dice Matrix is worth, for one, varies by a twentieth of the range of a number, and decides the game.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import torch
from torch import nn

from ludarium.engine.batch import Batch
from ludarium.engine.game import Game
from ludarium.registry import load

GAMES, DECISIONS = 64, 240  # of random play, from which the scales are taken
WIDEST = 4.0  # no number leaves ±WIDEST, however rare it is


class Standard(nn.Module):
    """Observations less what is usual, in units of how much they vary; alike for all numbers of a piece.

    The scales belong to the weights that grew with them, and so are saved with them.
    """

    shift: torch.Tensor
    scale: torch.Tensor

    def __init__(self, game: Game) -> None:
        super().__init__()
        shift, scale = scales(game.name)
        self.register_buffer("shift", torch.from_numpy(shift))
        self.register_buffer("scale", torch.from_numpy(scale))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return torch.addcmul(self.shift, observations, self.scale)


@cache
def scales(name: str) -> tuple[np.ndarray, np.ndarray]:
    """For every number of an observation: what to add, after it was multiplied by what."""
    game = load(name)
    seen = randomly_seen(game)
    shift, scale = np.zeros(game.layout.size, np.float32), np.ones(game.layout.size, np.float32)
    for piece in game.layout.pieces:
        numbers = seen[:, piece.slice].astype(np.float64)
        mean, deviation = numbers.mean(), numbers.std()
        if deviation > 0:
            scale[piece.slice] = min(1 / deviation, WIDEST / np.abs(numbers - mean).max())
            shift[piece.slice] = -mean * scale[piece.slice]
    return shift, scale


def randomly_seen(game: Game) -> np.ndarray:
    """Observations from random play with the game's default options; every third decision."""
    batch = Batch(game, GAMES)
    batch.seed(0)
    batch.begin()
    seen = []
    for decision in range(DECISIONS):
        if decision % 3 == 0:
            seen.append(batch.observations.copy())
        batch.step(batch.pick_random())
    return np.concatenate(seen)
