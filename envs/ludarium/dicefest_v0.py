"""Dicefest as a PettingZoo environment: `env()` and `raw_env()`, see the README in the folder `dicefest`."""

from functools import partial

from ludarium.aec import make_env, make_raw_env

env = partial(make_env, "dicefest")
raw_env = partial(make_raw_env, "dicefest")
