"""Ruling 3: turns, single dice, and what makes a pair."""

import pytest

from tests.rulings.dice_matrix.builders import PAIRS, area, early, late, opening, start, take, takes


def test_ruling_03_players_alternate_whatever_they_take(table):
    t = start(table, late({"a1": "r1", "b1": "r2", "a7": "k3", "c3": "g4", "e5": "b6"}))
    movers = []
    for action in [take("a1", "b1"), take("a7"), take("c3"), take("e5")]:
        movers.append(t.position()["to_move"])
        t.step(action)
    assert movers == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("one", "other", "paired"),
    [
        ("r1", "r2", True),  # colour
        ("r1", "k1", True),  # face
        ("r1", "r1", True),  # both
        ("r1", "k2", False),  # neither
    ],
)
@pytest.mark.parametrize("cells", ["c3 d3", "c3 c4"])
def test_ruling_03_a_pair_shares_colour_or_face(table, cells, one, other, paired):
    first, second = cells.split()
    t = start(table, late({first: one, second: other}))
    assert t.legal() == takes(first, second, *[cells] * paired)


def test_ruling_03_takes_exactly_the_two_dice(table):
    t = start(table, early({"c3": "b4", "d3": "g4"}, "r6", "k6"))
    before = t.position()
    t.step(take("c3", "d3"))
    after = t.position()
    before["matrix"][2][2:4] = [None, None]
    assert after["matrix"] == before["matrix"]
    assert after["areas"] == [area(["r6", "b4", "g4"]), area(["k6"])]


@pytest.mark.parametrize("between", ["k2", "r2", "k1", "r1"])
@pytest.mark.parametrize(
    "cells", ["b2 d2 f2", "b2 c2 d2", "a2 b2 g2", "a2 f2 g2", "b2 b4 b6", "b2 b3 b4", "b1 b2 b7", "b1 b6 b7"]
)
def test_ruling_03_a_die_between_prevents_the_outer_pair(table, cells, between):
    first, middle, last = cells.split()
    t = start(table, late({first: "r1", middle: between, last: "r1"}))
    inner = [] if between == "k2" else [f"{first} {middle}", f"{middle} {last}"]
    assert t.legal() == takes(first, middle, last, *inner)


def test_ruling_03_taking_the_die_between_makes_the_pair(table):
    t = start(table, late({"b2": "r1", "d2": "k2", "f2": "r1"}))
    t.step(take("d2"))
    assert t.legal() == takes("b2", "f2", "b2 f2")


@pytest.mark.parametrize("cells", ["a4 g4", "d1 d7", "a1 g1", "g1 g7", "b6 d6", "e2 e5"])
def test_ruling_03_emptied_cells_are_not_between(table, cells):
    first, second = cells.split()
    t = start(table, late({first: "r1", second: "k1"}))
    assert t.legal() == takes(first, second, cells)


def test_ruling_03_dice_beside_the_line_are_not_between(table):
    t = start(table, late({"a4": "r1", "g4": "k1", "c3": "p2", "d5": "g3", "e3": "b4"}))
    assert take("a4", "g4") in t.legal()


@pytest.mark.parametrize("cells", ["a1 b2", "b1 a2", "c2 d7"])
def test_ruling_03_equal_dice_of_different_rows_and_columns_are_no_pair(table, cells):
    first, second = cells.split()
    t = start(table, late({first: "r1", second: "r1"}))
    assert t.legal() == takes(first, second)


def test_ruling_03_a_die_may_pair_in_four_directions(table):
    t = start(table, late({"d4": "r1", "a4": "r2", "g4": "k1", "d1": "g1", "d7": "r3"}))
    assert t.legal() == takes("d4", "a4", "g4", "d1", "d7", "a4 d4", "d4 g4", "d1 d4", "d4 d7")


def test_ruling_03_an_empty_cell_gives_nothing(table):
    t = start(table, late({"a1": "r1", "b1": "r1", "c5": "k2"}))
    t.step(take("a1"))
    assert t.legal() == takes("b1", "c5")


def test_ruling_03_a_single_die_is_always_allowed(table):
    t = start(table, early({}, "r3", "", to_move=1))
    assert [action for action in t.legal() if action < 55] == list(range(6, 55))


# The mistake that the rulebook warns of


def test_rulebook_common_mistake_two_neighbours_that_share_nothing(table):
    t = start(table, early({"a1": "k1", "b1": "p5", "a2": "g6"}, "r3", "", to_move=1))
    assert not {take("a1", "b1"), take("a1", "a2")} & set(t.legal())


# Known facts


def test_known_fact_at_most_133_legal_actions(table):
    t = start(table, opening(faces=[1]))
    t.step(0)
    neighbours = [(line, i) for line in range(7) for i in range(6)]
    rows = [55 + 21 * row + PAIRS.index((i, i + 1)) for row, i in neighbours]
    columns = [202 + 21 * column + PAIRS.index((i, i + 1)) for column, i in neighbours]
    assert t.legal() == [*range(6, 55), *rows, *columns]
    assert len(t.legal()) == 49 + 2 * 7 * 6 == 133


@pytest.mark.parametrize("cells", ["g1 a2", "g6 a7", "a7 b1", "f7 g1"])
def test_known_fact_a_line_does_not_go_on_in_the_next_one(table, cells):
    first, second = cells.split()
    t = start(table, late({first: "r1", second: "r1"}))
    assert t.legal() == takes(first, second)
