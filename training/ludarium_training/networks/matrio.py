"""A network for MatriO: a card on a tray is scored from what the tray is like now and what the card is always like.

Every tray is read by the same weights, beside what the trunk says about the whole position, and compared with every
card. 1,248 actions then cost a product of 52 cards and 24 trays instead of as many rows of weights, and what is learnt
of one card on one tray helps with all others. What a card brings is its value times the slopes of the tray, so there is
a straight way from these to the score too, by weights that the trunk sets for the position.
"""

from __future__ import annotations

import torch
from torch import nn

from ludarium.engine.game import Game
from ludarium.matrio.rules import CARDS, TRAYS, VALUE
from ludarium_training.networks.base import ACTIVATIONS, Judgement, Network, NetworkConfig, Outputs, layers, linear
from ludarium_training.networks.standard import Standard

BY_TRAY = "values", "empty", "jokers", "suits", "completes", "prepares"  # pieces with the tray first …
BY_PLAYER = "slopes", "shares"  # … and with the tray last
FACTORS = 24  # numbers in which card and tray are compared
STRAIGHT = 2  # more of them, in which a card is 1 and its value


class MatriONetwork(Network):
    tray_inputs: torch.Tensor
    values: torch.Tensor

    def __init__(self, game: Game, config: NetworkConfig) -> None:
        super().__init__()
        self.has_margin = config.margin
        self.standard = Standard(game)
        size = config.entities
        self.register_buffer("tray_inputs", tray_inputs(game), persistent=False)
        self.trunk = layers(game.layout.size, config.trunk, config.activation)
        self.trays = nn.Linear(self.tray_inputs.shape[1], size, bias=False)
        nn.init.orthogonal_(self.trays.weight, 2**0.5)
        self.places = nn.Parameter(torch.zeros(TRAYS, size))  # a bias for each tray, since suits and lines differ
        self.context = nn.Linear(config.trunk[-1], size, bias=False)
        self.activation = ACTIVATIONS[config.activation]()
        self.factors = linear(size, FACTORS, 0.1)
        self.cards = nn.Parameter(torch.randn(CARDS, FACTORS) / FACTORS**0.5)
        self.straight = linear(config.trunk[-1], self.tray_inputs.shape[1] * STRAIGHT, 0.01)
        values = torch.from_numpy(VALUE / 10).float()
        self.register_buffer("values", torch.stack([torch.ones(CARDS), values], dim=1), persistent=False)
        self.holding = linear(config.trunk[-1], CARDS, 0.01)
        self.judgement = Judgement(config.trunk[-1], config.margin)

    def forward(self, observations: torch.Tensor) -> Outputs:
        n = len(observations)
        observations = self.standard(observations)
        features = self.trunk(observations)
        seen = observations.index_select(1, self.tray_inputs.flatten()).view(n, *self.tray_inputs.shape)
        shared = self.trays(seen) + self.context(features)[:, None]
        trays = self.activation(shared + self.places.to(shared.dtype))
        straight = torch.matmul(seen, self.straight(features).unflatten(1, (-1, STRAIGHT)))
        factors = torch.cat([self.factors(trays), straight], dim=2)
        fits = torch.matmul(torch.cat([self.cards, self.values], dim=1), factors.transpose(1, 2))  # (n, cards, trays)
        logits = (fits + self.holding(features)[:, :, None]).flatten(1)
        return Outputs(logits, *self.judgement(features))


def tray_inputs(game: Game) -> torch.Tensor:
    """(trays, numbers): where the numbers of every tray stand in the observation."""
    pieces = {piece.name: piece for piece in game.layout.pieces}

    def at(name: str) -> torch.Tensor:
        piece = pieces[name]
        return torch.arange(piece.slice.start, piece.slice.stop).view(piece.shape)

    by_tray = [at(name).view(TRAYS, -1) for name in BY_TRAY]
    return torch.cat([*by_tray, *(at(name).T for name in BY_PLAYER)], dim=1)
