"""Fixtures shared by the tests."""

import importlib

import gymnasium
import pytest

from ludarium import GAMES
from tests.tables import engine_table, reference_table
from tests.variants import ALL, NAMES


@pytest.fixture(params=["reference", "engine"])
def table(request):
    """A function `table(game, position=None, chance=(), **options)`: rulings are checked on reference and engine."""
    return {"reference": reference_table, "engine": engine_table}[request.param]


@pytest.fixture(params=ALL, ids=NAMES)
def variant(request):
    """A game's name and options, for all variants."""
    return request.param


@pytest.fixture
def make(variant):
    """A function that makes the raw environment of the variant; further keywords are passed on."""
    game, options = variant
    module = importlib.import_module(f"ludarium.{game}_v0")
    return lambda **more: module.raw_env(**options, **more)


@pytest.fixture
def make_wrapped(variant):
    """The same for the environment in PettingZoo's wrappers."""
    game, options = variant
    module = importlib.import_module(f"ludarium.{game}_v0")
    return lambda **more: module.env(**options, **more)


@pytest.fixture
def make_single(variant):
    """A function that makes the variant's single-agent environment; further keywords are passed on."""
    game, options = variant
    return lambda **more: gymnasium.make(f"ludarium/{GAMES[game]}-v0", **options, **more).unwrapped


@pytest.fixture
def make_many(variant):
    """The same for its vector of single-agent environments."""
    game, options = variant
    return lambda num_envs, **more: gymnasium.make_vec(f"ludarium/{GAMES[game]}-v0", num_envs, **options, **more)
