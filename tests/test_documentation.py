"""The tables in the games' pages say what the code does."""

import ast
import importlib
import re
from pathlib import Path

import pytest

import ludarium
from ludarium.registry import GAMES, load

FOLDER = Path(ludarium.__file__).parent


@pytest.fixture(params=GAMES)
def page(request):
    game = load(request.param)
    return game, (FOLDER / game.name / "README.md").read_text()


def section(text, title):
    return re.split(r"^## ", text, flags=re.M)[
        [s.split("\n")[0] for s in re.split(r"^## ", text, flags=re.M)].index(title)
    ]


def first_cells(text):
    """The first cell of every row of the tables in a text, without the headings."""
    rows = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("|")]
    return [cell for cell in rows if not set(cell) <= set("-: ")][1:]


def test_sections(page):
    titles = re.findall(r"^## (.*)$", page[1], flags=re.M)
    expected = (
        "Rules in short",
        "Rulings",
        "Actions",
        "Observation",
        "Rewards",
        "Options",
        "Position",
        "Version history",
    )
    assert [t for t in titles if t in expected] == list(expected)


def test_observation_table(page):
    game, text = page
    assert game.layout.table() in section(text, "Observation")
    assert f"{game.layout.size:,}" in section(text, "Observation")


def test_actions_table_tiles_the_action_space(page):
    game, text = page
    edge = 0
    for cell in first_cells(section(text, "Actions")):
        low, _, high = cell.partition("–")
        assert int(low) == edge
        edge = int(high or low) + 1
    assert edge == game.actions


def test_options_table(page):
    game, text = page
    rows = re.findall(r"^\| `(\w+)` \| `([^`]*)` \|", section(text, "Options"), flags=re.M)
    assert [(name, ast.literal_eval(default)) for name, default in rows] == list(game.defaults.items())


def test_position_table(page):
    game, text = page
    position_module = importlib.import_module(f"ludarium.{game.name}.position")
    assert [cell.strip("`") for cell in first_cells(section(text, "Position"))] == list(position_module.KEYS)


def test_rulings_are_numbered(page):
    numbers = re.findall(r"^(\d+)\. ", section(page[1], "Rulings"), flags=re.M)
    assert numbers == [str(n + 1) for n in range(len(numbers))]
    assert len(numbers) >= 8


def test_current_version_is_in_the_history(page):
    game, text = page
    assert f"v{game.version}" in section(text, "Version history")
