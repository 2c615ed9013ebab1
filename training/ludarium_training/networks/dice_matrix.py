"""A network for Dice Matrix: all dice are read by the same weights, and so are all rows and columns.

A pair is worth what its two dice are worth, by weights that the trunk sets for the position; a flat network has to
learn that for each of 294 pairs apart: after six million decisions it scored 74% against greedy, this one 99% after one
million. The rest lies in the pair's line, the dice beside it and what taking it opens, so a small network looks at each
line and corrects its 21 pairs and 7 dice.
"""

from __future__ import annotations

import torch
from torch import nn

from ludarium.dice_matrix.rules import CELLS, FACES, LINES, PAIR_PLACES, PAIRS, SIDE
from ludarium.engine.game import Game
from ludarium_training.networks.base import ACTIVATIONS, Judgement, Network, NetworkConfig, Outputs, layers, linear
from ludarium_training.networks.standard import Standard

BY_CELL = "colours", "faces", "worth", "partners"  # pieces with the cell first …
BY_PLAYER = ("points",)  # … and with the cell last
BY_DIRECTION = "opens"  # along rows, along columns


class DiceMatrixNetwork(Network):
    line_inputs: torch.Tensor
    places: torch.Tensor

    def __init__(self, game: Game, config: NetworkConfig) -> None:
        super().__init__()
        self.has_margin = config.margin
        self.standard = Standard(game)
        size = config.entities
        self.register_buffer("line_inputs", line_inputs(game), persistent=False)
        self.trunk = layers(game.layout.size, config.trunk, config.activation)
        self.lines = linear(self.line_inputs.shape[1], size)
        self.context = nn.Linear(config.trunk[-1], size, bias=False)
        self.activation = ACTIVATIONS[config.activation]()
        self.deeper = layers(size, (size,), config.activation)
        self.scores = linear(size, PAIRS + SIDE, 0.01)
        self.numbers = self.line_inputs.shape[1] // SIDE  # of a cell
        self.worths = linear(config.trunk[-1], 2 * self.numbers, 0.01)  # weights: of a die of a pair, of a single die
        self.register_buffer("places", torch.from_numpy(PAIR_PLACES.astype("int64").T), persistent=False)
        self.opening = linear(config.trunk[-1], FACES, 0.01)
        self.judgement = Judgement(config.trunk[-1] + size, config.margin)

    def forward(self, observations: torch.Tensor) -> Outputs:
        n = len(observations)
        observations = self.standard(observations)
        features = self.trunk(observations)
        cells = observations.index_select(1, self.line_inputs.flatten()).view(n, *self.line_inputs.shape)
        lines = self.activation(self.lines(cells) + self.context(features)[:, None])
        lines = self.deeper(lines)  # (n, lines, size)
        pairs, dice = self.scores(lines).split([PAIRS, SIDE], dim=2)
        rows, columns = dice.unflatten(1, (2, SIDE)).unbind(1)
        weights = self.worths(features).unflatten(1, (self.numbers, 2))
        paired, single = torch.matmul(cells[:, :SIDE].reshape(n, CELLS, self.numbers), weights).unbind(2)
        takes = (rows + columns.transpose(1, 2)).reshape(n, CELLS) + single
        square = paired.unflatten(1, (SIDE, SIDE))
        along = torch.cat([square, square.transpose(1, 2)], dim=1)  # (n, lines, places)
        pairs = pairs + along[:, :, self.places[0]] + along[:, :, self.places[1]]
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
