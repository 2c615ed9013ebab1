"""What follows from rulings 3, 5, 6 and 9: how long games are, the most that can be won, and what a die is worth."""

import copy
import random
from itertools import pairwise

import pytest

from tests.rulings.dice_matrix.builders import (
    NAMES,
    PAIRS,
    cell,
    count,
    decisions_of,
    opening,
    play_out,
    random_opening,
    recount,
    start,
    take,
)

# The dice of a matrix filled from a1 on, in pairs that share a row or a column, with one die, g7, left.
ROW_PAIRS = [f"{pair[0]}{row} {pair[1]}{row}" for row in range(1, 8) for pair in ("ab", "cd", "ef")]
PAIRS_OF_ALL = [*ROW_PAIRS, "g1 g2", "g3 g4", "g5 g6"]
# The same for the first 32 cells only: rows 1 to 4 and a5 to d5.
PAIRS_OF_32 = [*ROW_PAIRS[:12], "g1 g2", "g3 g4", "a5 b5", "c5 d5"]


def test_known_fact_a_game_of_single_dice_takes_50_decisions(table):
    t = start(table, opening())
    t.step(5)
    for name in NAMES:
        assert not t.terminated
        t.step(take(name))
    assert t.terminated
    assert [count(held) for held in t.position()["areas"]] == [25, 25]


def test_known_fact_a_game_of_pairs_takes_26_decisions(table):
    t = start(table, opening(faces=[4]))
    decisions = [3, *(take(*pair.split()) for pair in PAIRS_OF_ALL), take("g7")]
    assert len(decisions) == 26
    for action in decisions:
        assert not t.terminated
        t.step(action)
    assert t.terminated
    # Player 0: the opening die and 12 pairs. Player 1: 12 pairs and the last die.
    assert [count(held) for held in t.position()["areas"]] == [25, 25]


@pytest.mark.parametrize("starter", [0, 1])
def test_known_fact_33_dice_against_17_and_732_points_for_the_starter(table, starter):
    # All dice show 1. The starter takes pairs of red, black, pink and three green dice, the other the last 17, singly.
    t = start(table, opening(faces=[1], starter=starter), reward="margin")
    t.step(0)
    for single, pair in zip(NAMES[32:48], PAIRS_OF_32, strict=True):
        t.step(take(single))
        t.step(take(*pair.split()))
    t.step(take("g7"))
    check_33_against_17(t, starter)


def test_known_fact_33_dice_against_17_and_732_points_for_the_other_player(table):
    t = start(table, opening(faces=[1], spare="b"), reward="margin")
    t.step(0)
    for single, pair in zip(NAMES[33:49], PAIRS_OF_32, strict=True):
        t.step(take(*pair.split()))
        t.step(take(single))
    t.step(take(NAMES[32]))
    check_33_against_17(t, 1)


def check_33_against_17(t, winner):
    assert t.terminated
    p = t.position()
    assert [count(p["areas"][player]) for player in (winner, 1 - winner)] == [33, 17]
    assert p["scores"][winner] == 561 + 55 + 55 + 55 + 6 == 732  # a face line of 33; colour lines of 10, 10, 10, 3
    assert p["scores"][1 - winner] == 153 + 28 + 55 == 236  # a face line of 17; colour lines of 7 and 10
    assert t.rewards()[winner] == pytest.approx(4.96)
    assert t.rewards()[1 - winner] == pytest.approx(-4.96)


# The value of a die for the final margin, by its face


def faces_shown(p):
    """How many dice of the game show each face; the left-over die does not count until it is turned."""
    in_matrix = [cell[1] for row in p["matrix"] for cell in row if cell]
    return [in_matrix.count(f) + sum(stacks[f - 1] for held in p["areas"] for stacks in held) for f in range(1, 7)]


@pytest.mark.parametrize("seed", range(6))
def test_known_fact_the_margin_is_the_sum_of_what_the_dice_are_worth(table, seed):
    t = start(table, random_opening(seed))
    rng = random.Random(seed)
    t.step(rng.choice(t.legal()))
    shown = faces_shown(t.position())

    def check_shown(t):
        assert faces_shown(t.position()) == shown

    play_out(t, rng, look=check_shown)
    final = t.position()
    mine, theirs = ([sum(stacks[f] for stacks in held) for f in range(6)] for held in final["areas"])
    margin = sum((mine[f] - theirs[f]) * (12 + shown[f]) / 2 for f in range(6))
    assert final["scores"][0] - final["scores"][1] == margin


ROWS_AND_COLUMNS = [[(i, j) for j in range(7)] for i in range(7)] + [[(i, j) for i in range(7)] for j in range(7)]
CELLS = {take(name): [cell(name)] for name in NAMES}
CELLS |= {55 + 21 * line + k: [(line, i), (line, j)] for line in range(7) for k, (i, j) in enumerate(PAIRS)}
CELLS |= {202 + 21 * line + k: [(i, line), (j, line)] for line in range(7) for k, (i, j) in enumerate(PAIRS)}


def most_value(p, action):
    shown = faces_shown(p)
    if action < 6:
        return shown[action]
    return sum(12 + shown[p["matrix"][row][column][1] - 1] for row, column in CELLS[action])


def most_points(p, action):
    if action < 6:
        return 0
    after = copy.deepcopy(p["areas"][p["to_move"]])
    for row, column in CELLS[action]:
        colour, face = p["matrix"][row][column]
        after[colour][face - 1] += 1
    return recount(after)


def one_reply_ahead(p, action):
    if action < 6:
        return most_value(p, action)
    shown = faces_shown(p)
    left = {(i, j): p["matrix"][i][j] for i in range(7) for j in range(7) if p["matrix"][i][j]}
    for taken in CELLS[action]:
        del left[taken]
    values = {where: 12 + shown[face - 1] for where, (_, face) in left.items()}
    replies = list(values.values())
    for line in ROWS_AND_COLUMNS:
        dice = [where for where in line if where in left]
        for one, other in pairwise(dice):
            if left[one][0] == left[other][0] or left[one][1] == left[other][1]:
                replies.append(values[one] + values[other])
    return most_value(p, action) - max(replies, default=0)


def choice(t, way):
    """The legal action that is best in this way of playing; of equals, the first."""
    p = t.position()
    return max(t.legal(), key=lambda action: way(p, action))


def wins(table, way, other_way, openings):
    """How many games the first way of playing wins against the second, starting and not starting; a draw is half."""
    won = 0
    for p in openings:
        for ways in [(way, other_way), (other_way, way)]:
            t = start(table, p)
            for _ in decisions_of(t):
                t.step(choice(t, ways[t.position()["to_move"]]))
            won += (1 + t.rewards()[ways.index(way)]) / 2
    return won


def test_known_fact_most_value_beats_most_points(table):
    assert wins(table, most_value, most_points, [random_opening(seed) for seed in range(8)]) >= 15  # of 16


def test_known_fact_looking_one_reply_ahead_beats_most_value(table):
    assert wins(table, one_reply_ahead, most_value, [random_opening(seed) for seed in range(8)]) >= 10  # of 16
