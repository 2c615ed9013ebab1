"""Dice Matrix as a PettingZoo environment: `env()` and `raw_env()`, see the README in the folder `dice_matrix`."""

from functools import partial

from ludarium.aec import make_env, make_raw_env

env = partial(make_env, "dice_matrix")
raw_env = partial(make_raw_env, "dice_matrix")
