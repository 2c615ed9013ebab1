"""Tablero di Berona as a PettingZoo environment: `env()` and `raw_env()`, see the README in the folder `tablero`."""

from functools import partial

from ludarium.aec import make_env, make_raw_env

env = partial(make_env, "tablero")
raw_env = partial(make_raw_env, "tablero")
