"""Rulings 4, 5 and 9: what dice pay, the recount, and the rulebook's worked examples."""

import random

import pytest

from tests.rulings.dice_matrix.builders import (
    NAMES,
    NEXT_TO_A_RED_3,
    area,
    count,
    early,
    ending,
    gain,
    opening,
    play_out,
    random_set_up,
    recount,
    start,
    take,
)

# The rulebook's extended table: what a line of 0, 1, 2, ... 15 dice is worth.
TRIANGULAR_SCALE = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120]


# Ruling 4


@pytest.mark.parametrize(
    ("actions", "points"),
    [
        (["a1 a2"], 8),
        (["a1"], 1 + 2),
        (["a2"], 2 + 2),
        (["a1", "g7", "a2"], (1 + 2) + (2 + 3)),
        (["a2", "g7", "a1"], (2 + 2) + (1 + 3)),
    ],
)
def test_ruling_04_a_pair_scores_like_its_dice_in_either_order(table, actions, points):
    t = start(table, NEXT_TO_A_RED_3)
    assert gain(t, *[take(*action.split()) for action in actions]) == points


@pytest.mark.parametrize(
    ("one", "other", "points"),
    [
        ("k5", "k6", (1 + 1) + (2 + 1)),
        ("k5", "p5", (1 + 1) + (1 + 2)),
        ("k5", "k5", (1 + 1) + (2 + 2)),
    ],
)
def test_ruling_04_second_die_of_a_pair_counts_the_first(table, one, other, points):
    t = start(table, early({"a1": one, "b1": other}, "r3", "", to_move=1))
    assert gain(t, take("a1", "b1")) == points


# Ruling 5


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        ("r3", 4 + 2),  # r1 r1 r2 and itself; k3 and itself
        ("r1", 4 + 3),  # onto a stack, which counts whole in both lines
        ("k3", 2 + 2),
        ("k1", 2 + 3),
        ("r5", 4 + 1),
        ("g2", 1 + 2),
        ("g5", 1 + 1),  # two empty lines
    ],
)
def test_ruling_05_a_die_scores_its_colour_line_and_its_face_line(table, taken, points):
    t = start(table, early({"d4": taken}, "r1 r1 r2 k3", "r3 r3 g5"))
    before = t.position()
    assert gain(t, take("d4")) == points
    after = t.position()
    assert after["areas"] == [area(["r1", "r1", "r2", "k3", taken]), before["areas"][1]]
    assert after["scores"][1] == before["scores"][1]


def test_ruling_05_each_player_builds_an_own_area(table):
    t = start(table, early({"a1": "r3", "b1": "r3"}, "r3", "k6"))
    t.step(take("a1"))
    assert t.position()["scores"] == [2 + 4, 2]
    t.step(take("b1"))
    assert t.position()["scores"] == [2 + 4, 2 + 2]


def test_ruling_05_a_colour_line_can_hold_all_ten_dice(table):
    # All ten pink dice, of one face: the last one lies on a stack of ten and counts ten in both lines.
    t = start(table, ending(["k6"] * 10 + ["r2"] * 5 + ["p4"] * 10, ["r2"] * 5 + ["g1"] * 10 + ["b3"] * 10))
    assert gain(t, take("d4")) == 10 + 10


# Ruling 9


def check_recount(t):
    p = t.position()
    assert p["scores"] == [recount(held) for held in p["areas"]]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("hidden_scores", [False, True])
@pytest.mark.parametrize("games", [1, 2])
def test_ruling_09_recount_equals_the_running_score_at_any_moment(table, games, hidden_scores, seed):
    set_ups = [random_set_up(seed), random_set_up(seed + 100)]
    t = table("dice_matrix", chance=set_ups, games=games, hidden_scores=hidden_scores, first_player=seed % 2)
    check_recount(t)
    assert 26 * games <= play_out(t, random.Random(seed), look=check_recount) <= 50 * games


def test_ruling_09_rulebook_recount_table(table):
    # All dice show 1 and are taken one by one, so that player 0's face line grows to 25.
    t = start(table, opening(faces=[1]))
    for n, name in enumerate(["opening", *NAMES]):
        t.step(0 if name == "opening" else take(name))
        held = t.position()["areas"][0]
        in_colours = sum(TRIANGULAR_SCALE[sum(stacks)] for stacks in held)
        length = n // 2 + 1
        in_face = TRIANGULAR_SCALE[length] if length <= 15 else sum(range(length + 1))  # on past the printed table
        assert t.position()["scores"][0] == in_face + in_colours
    assert count(t.position()["areas"][0]) == 25


# The worked examples of the rulebook, which are also the golden facts

RULEBOOK_CELLS = {"b1": "k1", "c1": "k5", "e4": "p3", "e5": "r3", "a7": "p5", "b7": "g5"}


def test_rulebook_example_set_up_with_a_red_die_left_over(table):
    p = start(table, opening(RULEBOOK_CELLS)).position()
    assert p["spare"] == 0
    assert sum(cell is not None for row in p["matrix"] for cell in row) == 49


def test_rulebook_example_opening_turned_to_3_golden_fact_scores_2(table):
    t = start(table, opening(RULEBOOK_CELLS))
    assert gain(t, 2) == 2
    assert t.position()["areas"][0] == area(["r3"])


def test_rulebook_example_black_1_and_black_5_golden_fact_scores_5(table):
    t = start(table, early(RULEBOOK_CELLS, "r3", "", to_move=1))
    assert gain(t, take("b1", "c1")) == (1 + 1) + (2 + 1) == 5


def test_rulebook_example_black_1_scores_2_and_then_black_5_scores_3(table):
    t = start(table, early(RULEBOOK_CELLS, "r3", "", to_move=1))
    assert gain(t, take("b1")) == 1 + 1
    t.step(take("g7"))
    assert gain(t, take("c1")) == 2 + 1


def test_rulebook_example_pink_and_red_3_golden_fact_score_8_and_make_a_stack(table):
    t = start(table, early(RULEBOOK_CELLS, "r3", "k6"))
    assert gain(t, take("e4", "e5")) == (2 + 1) + (3 + 2) == 8
    assert t.position()["areas"][0] == area(["r3", "r3", "p3"])
    assert t.position()["areas"][0][0][2] == 2


def test_rulebook_example_game_so_far_and_then_two_fives(table):
    t = start(table, opening(RULEBOOK_CELLS))
    scores = []
    for action in [2, take("b1", "c1"), take("e4", "e5"), take("a7", "b7")]:
        t.step(action)
        scores.append(t.position()["scores"])
    # The fives (pink and green here) join a black 5: (1 + 2) + (1 + 3) = 7.
    assert scores == [[2, 0], [2, 5], [10, 5], [10, 12]]
