"""The networks that learn the games: observations in, action scores and a value for the observing seat out."""

from ludarium_training.networks.base import Network, NetworkConfig, Outputs
from ludarium_training.networks.build import build_network

__all__ = ["Network", "NetworkConfig", "Outputs", "build_network"]
