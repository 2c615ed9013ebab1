"""From the settings to the network."""

from __future__ import annotations

from collections.abc import Callable

from ludarium.engine.game import Game
from ludarium.errors import BadOption
from ludarium_training.networks.base import Network, NetworkConfig
from ludarium_training.networks.dice_matrix import DiceMatrixNetwork
from ludarium_training.networks.dicefest import DicefestNetwork
from ludarium_training.networks.matrio import MatriONetwork
from ludarium_training.networks.mlp import MLP

SHAPED: dict[str, Callable[[Game, NetworkConfig], Network]] = {
    "dice_matrix": DiceMatrixNetwork,
    "matrio": MatriONetwork,
    "dicefest": DicefestNetwork,
}


def build_network(game: Game, config: NetworkConfig) -> Network:
    """The network of that kind for a game; its weights come from torch's generator."""
    if config.kind == "mlp":
        return MLP(game, config)
    if config.kind != game.name:
        kinds = " or ".join(repr(kind) for kind in ("mlp", game.name) if kind == "mlp" or kind in SHAPED)
        raise BadOption(f"a network of kind {config.kind!r} cannot play {game.title}; take {kinds}")
    return SHAPED[config.kind](game, config)
