"""Dice Matrix as a PettingZoo environment: its page is `dice_matrix/README.md`."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from ludarium.aec import LudariumAEC, make_env, make_raw_env


def env(**options: Any) -> AECEnv:
    """Dice Matrix in PettingZoo's usual wrappers: an illegal action ends the game, with −1 for the offender.

    Options: `hidden_scores=False`, `games=1`, `first_player=0`, `reward="outcome"`,
    `mask_in="observation"` (or "info"), `render_mode=None` (or "ansi").
    """
    return make_env("dice_matrix", **options)


def raw_env(**options: Any) -> LudariumAEC:
    """Dice Matrix without wrappers: faster, and an illegal action raises `IllegalAction`. The same options."""
    return make_raw_env("dice_matrix", **options)
