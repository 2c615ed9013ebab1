"""From the settings to the network."""

from __future__ import annotations

from ludarium.engine.game import Game
from ludarium_training.networks.base import Network, NetworkConfig
from ludarium_training.networks.mlp import MLP


def build_network(game: Game, config: NetworkConfig) -> Network:
    """The network of that kind for a game; its weights come from torch's generator."""
    return MLP(game, config)
