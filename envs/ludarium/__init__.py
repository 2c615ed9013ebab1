"""Ludarium: four tabletop games as exact and fast environments for reinforcement learning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludarium.errors import BadOption, BadPosition, IllegalAction
from ludarium.registration import register_when_imported
from ludarium.registry import GAMES

if TYPE_CHECKING:
    from ludarium.vector import SelfPlayVectorEnv

__version__ = "0.1.0"
__all__ = ["GAMES", "BadOption", "BadPosition", "IllegalAction", "make_vec"]


def make_vec(
    game: str, num_envs: int, *, num_threads: int | None = None, seed: int | None = None, **options: Any
) -> SelfPlayVectorEnv:
    """Many games in lock-step, one decision of every game a step, one caller for all seats; see `ludarium.vector`."""
    from ludarium.vector import SelfPlayVectorEnv

    return SelfPlayVectorEnv(game, num_envs, num_threads=num_threads, seed=seed, **options)


register_when_imported()
