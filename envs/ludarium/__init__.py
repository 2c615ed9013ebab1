"""Ludarium: four tabletop games as exact and fast environments for reinforcement learning."""

from ludarium.errors import BadOption, BadPosition, IllegalAction
from ludarium.registration import register_when_imported
from ludarium.registry import GAMES

__version__ = "0.1.0"
__all__ = ["GAMES", "BadOption", "BadPosition", "IllegalAction"]

register_when_imported()
