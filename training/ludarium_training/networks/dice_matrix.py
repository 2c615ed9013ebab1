"""A network for Dice Matrix: the seven rows and seven columns are read by the same weights.

What decides about a pair lies in its line: the dice beside it, and what taking it opens there. So one small network
scores the 21 pairs and 7 dice of a line from the line's cells and from what the trunk says about the whole position.
"""

from __future__ import annotations

import torch
from torch import nn

from ludarium.dice_matrix.rules import CELLS, FACES, LINES, PAIRS, SIDE
from ludarium.engine.game import Game
from ludarium_training.networks.base import ACTIVATIONS, Judgement, Network, NetworkConfig, Outputs, layers, linear

BY_CELL = "colours", "faces", "worth", "partners"  # pieces with the cell first …
BY_PLAYER = ("points",)  # … and with the cell last
BY_DIRECTION = "opens"  # along rows, along columns


class DiceMatrixNetwork(Network):
    def __init__(self, game: Game, config: NetworkConfig) -> None:
        super().__init__()
        self.has_margin = config.margin
        size = config.entities
        self.register_buffer("line_inputs", line_inputs(game), persistent=False)
        self.trunk = layers(game.layout.size, config.trunk, config.activation)
        self.lines = linear(self.line_inputs.shape[1], size)
        self.context = nn.Linear(config.trunk[-1], size, bias=False)
        self.activation = ACTIVATIONS[config.activation]()
        self.deeper = layers(size, (size,), config.activation)
        self.scores = linear(size, PAIRS + SIDE, 0.01)
        self.opening = linear(config.trunk[-1], FACES, 0.01)
        self.judgement = Judgement(config.trunk[-1] + size, config.margin)

    def forward(self, observations: torch.Tensor) -> Outputs:
        n = len(observations)
        features = self.trunk(observations)
        cells = observations.index_select(1, self.line_inputs.flatten()).view(n, *self.line_inputs.shape)
        lines = self.activation(self.lines(cells) + self.context(features)[:, None])
        lines = self.deeper(lines)  # (n, lines, size)
        pairs, dice = self.scores(lines).split([PAIRS, SIDE], dim=2)
        rows, columns = dice.unflatten(1, (2, SIDE)).unbind(1)
        takes = (rows + columns.transpose(1, 2)).reshape(n, CELLS)
        logits = torch.cat([self.opening(features), takes, pairs.flatten(1)], dim=1)
        return Outputs(logits, *self.judgement(torch.cat([features, lines.mean(1)], dim=1)))


def line_inputs(game: Game) -> torch.Tensor:
    """(lines, numbers): where the numbers of every line's cells stand in the observation, along the line first."""
    pieces = {piece.name: piece for piece in game.layout.pieces}

    def at(name: str) -> torch.Tensor:
        piece = pieces[name]
        return torch.arange(piece.slice.start, piece.slice.stop).view(piece.shape)

    cells = [at(name).view(SIDE, SIDE, -1) for name in BY_CELL]
    cells += [at(name).T.reshape(SIDE, SIDE, -1) for name in BY_PLAYER]
    along, across = at(BY_DIRECTION).view(2, SIDE, SIDE, 1)
    rows = torch.cat([*cells, along, across], dim=2)
    columns = torch.cat([*cells, across, along], dim=2).transpose(0, 1)
    return torch.cat([rows, columns]).reshape(LINES, -1)
