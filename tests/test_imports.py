"""What importing costs: the package alone loads nothing heavy, a game's rules load no framework."""

import os
import subprocess
import sys

import pytest

from ludarium.registry import GAMES

FRAMEWORKS = "gymnasium", "pettingzoo", "torch", "stable_baselines3"


def imported_by(code):
    """The top-level modules that a fresh process has after running the code."""
    listing = "; import sys; print(' '.join({m.split('.')[0] for m in sys.modules}))"
    return set(
        subprocess.run(
            [sys.executable, "-c", code + listing], capture_output=True, text=True, check=True
        ).stdout.split()
    )


def test_the_package_imports_neither_numba_nor_a_framework():
    assert not imported_by("import ludarium") & {"numba", "numpy", *FRAMEWORKS}


@pytest.mark.parametrize("game", GAMES)
def test_rules_import_no_framework(game):
    assert not imported_by(f"import ludarium.{game}.rules, ludarium.{game}.observation") & set(FRAMEWORKS)


@pytest.mark.parametrize("game", GAMES)
def test_environments_import_neither_torch_nor_pygame(game):
    assert not imported_by(f"from ludarium import {game}_v0; {game}_v0.env().reset()") & {"torch", "pygame"}


@pytest.mark.parametrize("order", ["import ludarium, pettingzoo", "import pettingzoo, ludarium"])
def test_games_are_in_pettingzoos_registry_whatever_is_imported_first(order):
    """PettingZoo has a registry since 1.27; before that there is nothing to register with."""
    code = f"""{order}
if hasattr(pettingzoo, "make"):
    for game in {list(GAMES)}:
        env = pettingzoo.make("aec", f"ludarium/{{game}}-v0")
        assert str(env) == f"{{game}}_v0", env
        pettingzoo.make("aec", f"ludarium/{{game}}_v0", reward="margin").reset()
"""
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_a_home_that_cannot_be_written_leaves_nothing_behind(tmp_path):
    """Then everything is compiled afresh, in a folder that goes with the process."""
    code = "from ludarium.engine import compiling, generator; print(compiling.cache_folder())"
    environment = os.environ | {"XDG_CACHE_HOME": "/dev/null/nowhere", "TMPDIR": str(tmp_path)}
    environment.pop("NUMBA_CACHE_DIR", None)
    command = [sys.executable, "-c", code]
    folder = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.strip()
    assert folder.startswith(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_other_libraries_keep_their_numba_cache_setting():
    code = (
        "import numba as n; before = n.config.CACHE_DIR; import ludarium.tablero; assert n.config.CACHE_DIR == before"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
