"""Stored games, replayed on the engine line by line and on the reference; stored counts of lines of play."""

import copy
import importlib
import json
from pathlib import Path

import pytest

from tests.playthroughs import FOLDER, STORED, parse, transcript
from tests.tables import CLASSES, engine_table

PERFT = json.loads((Path(__file__).parent / "data" / "perft.json").read_text())


@pytest.mark.parametrize("name", STORED)
def test_stored_games_line_by_line(name):
    text = (FOLDER / f"{name}.txt").read_text()
    assert transcript(*parse(text)) == text.splitlines()


@pytest.mark.parametrize("name", STORED)
def test_stored_games_on_the_reference(name):
    text = (FOLDER / f"{name}.txt").read_text()
    game, options, start, chance, actions = parse(text)
    module = importlib.import_module(f"tests.reference.{game}")
    outcomes = iter(chance)
    reference = getattr(module, CLASSES[game])(options, chance=lambda: next(outcomes), position=start)
    for action in actions:
        reference.step(action)
    assert f"position {json.dumps(reference.position())}" in text
    assert reference.terminated or reference.truncated


def perft(node, depth):
    """How many ways there are to play `depth` actions from here (fewer where the episode ends before)."""
    if depth == 0 or not node.legal():
        return 1
    total = 0
    for action in node.legal():
        child = copy.deepcopy(node)
        child.step(action)
        total += perft(child, depth - 1)
    return total


@pytest.mark.parametrize("case", PERFT, ids=[case["name"] for case in PERFT])
def test_counts_of_lines_of_play(case):
    """The stored counts come from the reference; the rolls of Tablero are a fixed list, used in order."""
    rolls = [tuple(roll) for roll in case["rolls"]]
    table = engine_table(case["game"], position=case["position"], chance=rolls, **case["options"])
    assert [perft(table, depth) for depth in range(1, len(case["counts"]) + 1)] == case["counts"]


@pytest.mark.parametrize("case", PERFT, ids=[case["name"] for case in PERFT])
def test_counts_of_lines_of_play_on_the_reference(case):
    """Recounted to the depth before the last, which takes the reference too long."""
    module = importlib.import_module(f"tests.reference.{case['game']}")
    node = getattr(module, CLASSES[case["game"]])(
        case["options"], chance=Rolls(case["rolls"]), position=case["position"]
    )
    counts = case["counts"][:-1]
    assert [perft(node, depth) for depth in range(1, len(counts) + 1)] == counts


class Rolls:
    """A fixed list of rolls, used in order, that can be copied in the middle."""

    def __init__(self, rolls):
        self.rolls = rolls
        self.used = 0

    def __call__(self):
        self.used += 1
        return self.rolls[self.used - 1]
