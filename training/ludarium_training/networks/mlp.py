"""The plain network: one trunk over the flat observation, one score an action."""

from __future__ import annotations

import torch

from ludarium.engine.game import Game
from ludarium_training.networks.base import Judgement, Network, NetworkConfig, Outputs, layers, linear


class MLP(Network):
    def __init__(self, game: Game, config: NetworkConfig) -> None:
        super().__init__()
        self.has_margin = config.margin
        self.trunk = layers(game.layout.size, config.trunk, config.activation)
        self.policy = linear(config.trunk[-1], game.actions, 0.01)
        self.judgement = Judgement(config.trunk[-1], config.margin)

    def forward(self, observations: torch.Tensor) -> Outputs:
        features = self.trunk(observations)
        return Outputs(self.policy(features), *self.judgement(features))
