"""Dicefest as a PettingZoo environment: its page is `dicefest/README.md`."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from ludarium.aec import LudariumAEC, make_env, make_raw_env


def env(**options: Any) -> AECEnv:
    """Dicefest in PettingZoo's usual wrappers: an illegal action ends the game, with −1 for the offender.

    Options: `players=2`, `sides=None`, `first_player=0`, `max_turns=None`, `reward="outcome"`,
    `mask_in="observation"` (or "info"), `render_mode=None` (or "ansi").
    """
    return make_env("dicefest", **options)


def raw_env(**options: Any) -> LudariumAEC:
    """Dicefest without wrappers: faster, and an illegal action raises `IllegalAction`. The same options."""
    return make_raw_env("dicefest", **options)
