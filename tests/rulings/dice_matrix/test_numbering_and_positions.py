"""Ruling 10, with the numbers of all actions and the positions that go in and come out."""

import copy
import json

import pytest

from tests.rulings.dice_matrix.builders import (
    COLOURS,
    JUST_AHEAD,
    JUST_BEHIND,
    NEXT_TO_A_RED_3,
    PAIRS,
    area,
    count,
    early,
    ending,
    late,
    matrix_of,
    opening,
    random_opening,
    random_set_up,
    start,
    take,
    takes,
)

KEYS = {"matrix", "spare", "areas", "scores", "carried", "game", "starter", "to_move"}


# Ruling 10


def test_ruling_10_positions_hold_running_scores_even_when_hidden(table):
    t = start(table, NEXT_TO_A_RED_3, hidden_scores=True)
    assert t.position()["scores"] == [2, 2]
    t.step(take("a1", "a2"))
    assert t.position()["scores"] == [10, 2]


def test_ruling_10_carried_points_are_in_the_position_even_when_hidden(table):
    t = start(table, ending(JUST_AHEAD, JUST_BEHIND), games=2, hidden_scores=True, chance=[random_set_up(12)])
    t.step(take("d4"))
    assert t.position()["carried"] == [142, 141]
    assert t.position()["scores"] == [0, 0]


@pytest.mark.parametrize(("colour", "letter"), list(enumerate(COLOURS)))
def test_ruling_10_colours_are_numbered_red_black_pink_green_blue(table, colour, letter):
    t = start(table, opening(spare=letter))
    t.step(4)
    assert t.position()["areas"][0][colour] == [0, 0, 0, 0, 1, 0]


def test_ruling_10_cell_a1_is_top_left_and_letters_name_columns(table):
    t = start(table, late({"b1": "r3", "g5": "k4"}))
    assert t.position()["matrix"][0][1] == [0, 3]
    assert t.position()["matrix"][4][6] == [1, 4]
    assert t.legal() == [6 + 1, 6 + 4 * 7 + 6]


# Actions


@pytest.mark.parametrize(
    ("action", "cells"),
    [
        (6, "a1"), (12, "g1"), (13, "a2"), (48, "a7"), (54, "g7"),
        (55, "a1 b1"), (56, "a1 c1"), (60, "a1 g1"), (61, "b1 c1"), (75, "f1 g1"), (76, "a2 b2"),
        (181, "a7 b7"), (186, "a7 g7"), (201, "f7 g7"),
        (202, "a1 a2"), (203, "a1 a3"), (207, "a1 a7"), (208, "a2 a3"), (222, "a6 a7"), (223, "b1 b2"),
        (328, "g1 g2"), (333, "g1 g7"), (348, "g6 g7"),
    ],
)  # fmt: skip
def test_actions_at_the_corners_of_the_ranges(table, action, cells):
    names = cells.split()
    t = start(table, late({**dict.fromkeys(names, "r1"), "d4": "b6"}))
    before = t.position()
    assert t.legal() == sorted({action, *takes(*names), take("d4")})
    t.step(action)
    after = t.position()
    assert after["matrix"] == matrix_of({"d4": "b6"})
    assert after["areas"][0][0][0] == before["areas"][0][0][0] + len(names)
    assert count(after["areas"][0]) == count(before["areas"][0]) + len(names)


@pytest.mark.parametrize(("k", "ends"), list(enumerate(PAIRS)))
def test_actions_number_every_pair_of_every_line(table, k, ends):
    i, j = ends
    for line in range(7):
        row, column = "1234567"[line], "abcdefg"[line]
        left, right = "abcdefg"[i] + row, "abcdefg"[j] + row
        assert start(table, late({left: "g2", right: "b2"})).legal() == [*takes(left, right), 55 + 21 * line + k]
        upper, lower = column + "1234567"[i], column + "1234567"[j]
        assert start(table, late({upper: "g2", lower: "g5"})).legal() == [*takes(upper, lower), 202 + 21 * line + k]


@pytest.mark.parametrize(
    "p",
    [opening(), early({}, "r3", "", to_move=1), late({"a1": "r1", "c1": "k1", "e5": "g3"}), random_opening(13)],
    ids=["opening", "early", "late", "random"],
)
def test_actions_that_are_illegal_are_refused_and_change_nothing(table, p):
    t = start(table, p)
    legal = t.legal()
    for action in range(-1, 350):
        if action not in legal:
            with pytest.raises(ValueError, match=str(action)):
                t.step(action)
            assert t.position() == p
    assert t.legal() == legal


# Positions


@pytest.mark.parametrize(
    ("p", "options"),
    [
        (opening(), {}),
        (opening(spare="b", starter=1), {"games": 2}),
        (opening(starter=1, game=1, carried=(150, 160)), {"games": 2}),
        (early({}, "r3 r3", "k1 k5 p5"), {"reward": "margin"}),
        (late({"a1": "r1", "c1": "k1"}, starter=1), {"hidden_scores": True}),
        (ending(JUST_AHEAD, JUST_BEHIND, game=1, carried=(732, 236), starter=1), {"games": 2}),
    ],
)
def test_position_comes_back_as_given(table, p, options):
    t = start(table, copy.deepcopy(p), **options)
    assert t.position() == p
    assert set(t.position()) == KEYS
    assert json.loads(json.dumps(t.position())) == p


def test_position_is_a_fresh_copy_in_and_out(table):
    p = early({"a1": "p3", "a2": "r3"}, "r3", "k1")
    t, given = start(table, p), copy.deepcopy(p)
    t.step(take("a1"))
    assert p == given
    after = t.position()
    after["matrix"][3][3] = None
    after["areas"][0][0][0] += 1
    after["scores"][0] += 1
    after["carried"][0] += 1
    assert t.position() != after
    assert t.position()["matrix"][3][3] == given["matrix"][3][3]
    assert t.position()["areas"][0] == area(["r3", "p3"])
    assert (t.position()["scores"], t.position()["carried"]) == ([2 + 3, 2], [0, 0])
