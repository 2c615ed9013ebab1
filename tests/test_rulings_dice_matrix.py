"""The rulings, worked examples and known facts of Dice Matrix, one small situation each.

Dice are written colour and face ("k5" is the black 5), cells column and row ("c2"). Expected values are worked out by
hand from the rules.
"""

import copy
import json
import random
from itertools import pairwise

import pytest

COLOURS = "rkpgb"  # red, black, pink, green, blue: colours 0 to 4
PAIRS = [(i, j) for i in range(7) for j in range(i + 1, 7)]
NAMES = [column + row for row in "1234567" for column in "abcdefg"]  # in the order of the cell numbers
NO_DICE = [[0] * 6 for _ in range(5)]
KEYS = {"matrix", "spare", "areas", "scores", "carried", "game", "starter", "to_move"}
# The rulebook's extended table: what a line of 0, 1, 2, ... 15 dice is worth.
TRIANGULAR_SCALE = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120]


# Writing down dice, cells and actions


def die(name):
    return [COLOURS.index(name[0]), int(name[1])]


def cell(name):
    return int(name[1]) - 1, "abcdefg".index(name[0])


def take(first, second=None):
    """The number of the action that takes the die at one cell or the pair at two, the further left or up one first."""
    row, column = cell(first)
    if second is None:
        return 6 + 7 * row + column
    row_2, column_2 = cell(second)
    if row == row_2:
        return 55 + 21 * row + PAIRS.index((column, column_2))
    assert column == column_2
    return 202 + 21 * column + PAIRS.index((row, row_2))


def takes(*phrases):
    """The numbers of several such actions, ascending: takes("a1", "a1 c1")."""
    return sorted(take(*phrase.split()) for phrase in phrases)


# Building positions


def area(dice):
    stacks = copy.deepcopy(NO_DICE)
    for colour, face in map(die, dice):
        stacks[colour][face - 1] += 1
    return stacks


def count(dice_in_area):
    return sum(map(sum, dice_in_area))


def recount(dice_in_area):
    lines = [sum(stacks) for stacks in dice_in_area] + [sum(stacks) for stacks in zip(*dice_in_area, strict=True)]
    return sum(n * (n + 1) // 2 for n in lines)


def matrix_of(cells):
    """A matrix that is empty but for these dice, {"c2": "k5", ...}."""
    matrix = [[None] * 7 for _ in range(7)]
    for where, what in cells.items():
        row, column = cell(where)
        matrix[row][column] = die(what)
    return matrix


def missing(dice, faces=(1, 2, 3, 4, 5, 6)):
    """The dice that complete these to ten of each colour, their faces taken from the given ones in turn."""
    held = [name[0] for name in dice]
    colours = [colour for colour in COLOURS for _ in range(10 - held.count(colour))]
    return [colour + str(faces[number % len(faces)]) for number, colour in enumerate(colours)]


def filled(cells, elsewhere, faces=(1, 2, 3, 4, 5, 6)):
    """These dice at these cells; in the other cells, from a1 on, all dice that are not elsewhere."""
    free = [name for name in NAMES if name not in cells]
    rest = missing([*cells.values(), *elsewhere], faces)
    return {**cells, **dict(zip(free, rest, strict=False))}


def position(cells, mine=(), theirs=(), spare=None, starter=0, to_move=0, game=0, carried=(0, 0)):
    """The position with these dice in the matrix, in player 0's area and in player 1's."""
    areas = [area(mine), area(theirs)]
    everything = "".join(name[0] for name in [*cells.values(), *mine, *theirs, spare or ""] if name)
    assert all(everything.count(colour) == 10 for colour in COLOURS)
    assert spare or turns_explain(count(areas[starter]), count(areas[1 - starter]), starter == to_move)
    return {
        "matrix": matrix_of(cells),
        "spare": COLOURS.index(spare) if spare else None,
        "areas": areas,
        "scores": [recount(areas[0]), recount(areas[1])],
        "carried": list(carried),
        "game": game,
        "starter": starter,
        "to_move": to_move,
    }


def turns_explain(starters, others, starter_moves):
    """Whether an opening and alternating turns of one or two dice can have led to these numbers of dice."""
    return any(
        1 + turns <= starters <= 1 + 2 * turns and turns + starter_moves <= others <= 2 * (turns + starter_moves)
        for turns in range(50)
    )


def opening(cells=(), spare="r", starter=0, faces=(1, 2, 3, 4, 5, 6), **rest):
    """Nobody has moved yet."""
    cells = filled(dict(cells), [spare], faces)
    return position(cells, spare=spare, starter=starter, to_move=starter, **rest)


def early(cells, mine, theirs, **rest):
    """The players hold these dice, written "r3 k5"; all the others still lie in the matrix."""
    mine, theirs = mine.split(), theirs.split()
    return position(filled(cells, mine + theirs), mine, theirs, **rest)


def late(cells, **rest):
    """Only these dice are left in the matrix; the others have been dealt out in turn."""
    gone = missing(cells.values())
    return position(cells, gone[0::2], gone[1::2], **rest)


def ending(mine, theirs, to_move=0, **rest):
    """The players will end with these dice: of the mover's, the last one still lies at d4."""
    held = [list(mine), list(theirs)]
    return position({"d4": held[to_move].pop()}, *held, to_move=to_move, **rest)


def in_turn(faces):
    """Dice of these faces, in the five colours in turn."""
    return [COLOURS[number % 5] + face for number, face in enumerate(faces)]


# Five dice of each colour for both, so the colour lines pay 5 * 15 = 75; the face lines pay 21 + 4*10 + 6 = 67 and
# 2*15 + 3*10 + 6 = 66. So 142 : 141.
JUST_AHEAD = in_turn("111111222233334444555566" + "6")
JUST_BEHIND = in_turn("111112222233334444555566" + "6")


def start(table, position, **options):
    """Sit down at a position, with the first player that it implies."""
    return table("dice_matrix", position=position, first_player=(position["starter"] + position["game"]) % 2, **options)


def random_set_up(seed):
    rng = random.Random(seed)
    dice = [[colour, rng.randint(1, 6)] for colour in range(5) for _ in range(10)]
    rng.shuffle(dice)
    return {"matrix": [dice[7 * row : 7 * row + 7] for row in range(7)], "spare": dice[49][0]}


def random_opening(seed):
    return {**opening(), **random_set_up(seed)}


def gain(t, *actions):
    """What these actions of the mover's, with the replies between them, add to the mover's score."""
    mover = t.position()["to_move"]
    before = t.position()["scores"][mover]
    for action in actions:
        t.step(action)
    return t.position()["scores"][mover] - before


def decisions_of(t):
    """Once for every decision of the episode; one that outlasts two games of 50 decisions is an error."""
    for _ in range(100):
        if t.terminated:
            return
        yield
    assert t.terminated


def play_out(t, rng, look=lambda t: None):
    """Play at random to the end of the episode, looking at the table after each decision; says how many there were."""
    decisions = 0
    for _ in decisions_of(t):
        t.step(rng.choice(t.legal()))
        decisions += 1
        look(t)
    return decisions


def check_fresh_set_up(p):
    """Everything that holds when a game has just been set up, whatever the dice."""
    dice = [die for row in p["matrix"] for die in row]
    colours = [colour for colour, _ in dice]
    assert [len(row) for row in p["matrix"]] == [7] * 7
    assert [[*colours, p["spare"]].count(colour) for colour in range(5)] == [10] * 5
    assert {face for _, face in dice} == {1, 2, 3, 4, 5, 6}  # one missing: less than one set-up in a thousand
    assert colours != sorted(colours)
    assert p["areas"] == [NO_DICE, NO_DICE]
    assert p["scores"] == [0, 0]
    assert p["to_move"] == p["starter"]


# Ruling 1


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("first_player", [0, 1])
def test_ruling_01_set_up_has_49_dice_in_the_matrix_and_one_left_over(table, first_player, games):
    t = table("dice_matrix", chance=[random_set_up(1)], first_player=first_player, games=games)
    p = t.position()
    check_fresh_set_up(p)
    assert (p["starter"], p["game"], p["carried"]) == (first_player, 0, [0, 0])
    assert not t.terminated
    assert not t.truncated


def test_ruling_01_player_0_starts_one_open_game_by_default(table):
    t = table("dice_matrix", chance=[random_set_up(2)])
    assert t.position()["starter"] == 0
    play_out(t, random.Random(2))
    assert t.position()["game"] == 0
    assert sorted(t.rewards()) in ([-1, 1], [0, 0])


# Ruling 2


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_ruling_02_left_over_die_is_turned_to_any_face_and_scores_2(table, starter, face):
    before = opening(spare="p", starter=starter)
    t = start(table, before)
    t.step(face - 1)
    after = t.position()
    assert after["areas"][starter] == area([f"p{face}"])
    assert after["areas"][1 - starter] == NO_DICE
    assert after["scores"][starter] == 2 and after["scores"][1 - starter] == 0
    assert after["spare"] is None
    assert after["matrix"] == before["matrix"]
    assert after["to_move"] == 1 - starter


def test_ruling_02_first_decision_is_the_face_and_nothing_else(table):
    t = start(table, opening())
    assert t.legal() == [0, 1, 2, 3, 4, 5]


def test_ruling_02_only_the_starter_opens_and_only_once(table):
    t = start(table, opening())
    t.step(0)
    assert set(t.legal()).isdisjoint(range(6))
    t.step(take("a1"))
    assert set(t.legal()).isdisjoint(range(6))


# Ruling 3


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


# Ruling 4

NEXT_TO_A_RED_3 = early({"a1": "p3", "a2": "r3", "g7": "b6"}, "r3", "k1")


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


# Ruling 6


def test_ruling_06_ends_with_the_last_die_and_not_before(table):
    t = start(table, late({"a1": "r1", "c2": "k2"}))
    t.step(take("a1"))
    assert not t.terminated
    assert t.legal() == takes("c2")
    assert t.rewards() == [0, 0]
    t.step(take("c2"))
    assert t.terminated
    assert not t.truncated
    assert t.legal() == []


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("to_move", [0, 1])
def test_ruling_06_last_pair_ends_the_game(table, starter, to_move):
    before = late({"a1": "r1", "c1": "k1"}, starter=starter, to_move=to_move)
    t = start(table, before)
    t.step(take("a1", "c1"))
    assert t.terminated
    after = t.position()
    assert after["matrix"] == matrix_of({})
    assert (after["to_move"], after["spare"]) == (None, None)
    assert (after["starter"], after["game"], after["carried"]) == (starter, 0, [0, 0])
    assert count(after["areas"][to_move]) == count(before["areas"][to_move]) + 2
    assert after["scores"] == [recount(held) for held in after["areas"]]


def check_result(t, outcome, margin, reward):
    assert t.rewards() == [0, 0]
    t.step(take("d4"))
    assert t.terminated
    assert t.rewards() == pytest.approx({"outcome": [outcome, -outcome], "margin": [margin, -margin]}[reward])


@pytest.mark.parametrize("reward", ["outcome", "margin"])
@pytest.mark.parametrize("to_move", [0, 1])
@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize(("ahead", "sign"), [(0, 1), (1, -1)])
def test_ruling_06_one_point_wins(table, ahead, sign, starter, to_move, reward):
    dice = (JUST_AHEAD, JUST_BEHIND) if ahead == 0 else (JUST_BEHIND, JUST_AHEAD)
    t = start(table, ending(*dice, to_move=to_move, starter=starter), reward=reward)
    check_result(t, sign, sign * 0.01, reward)
    assert t.position()["scores"] == ([142, 141] if ahead == 0 else [141, 142])


@pytest.mark.parametrize("reward", ["outcome", "margin"])
@pytest.mark.parametrize("to_move", [0, 1])
def test_ruling_06_equal_scores_are_a_draw(table, to_move, reward):
    all_threes = in_turn("3" * 25)  # 1 + 2 + ... + 25 = 325 for the face line, 5 * 15 for the colours
    t = start(table, ending(all_threes, all_threes, to_move=to_move), reward=reward)
    check_result(t, 0, 0, reward)
    assert t.position()["scores"] == [400, 400]


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_06_rulebook_tip_24_dice_can_beat_26(table, reward):
    few = ["k1"] * 10 + ["p1"] * 4 + ["r1"] * 10  # 300 for the face line, 55 + 10 + 55 for the colours
    faces = "23456" * 5 + "2"  # 21 + 4 * 15 for the face lines, 21 + 55 + 55 for the colours
    many = [colour + face for colour, face in zip("p" * 6 + "g" * 10 + "b" * 10, faces, strict=True)]
    t = start(table, ending(few, many), reward=reward)
    check_result(t, 1, 2.08, reward)
    assert t.position()["scores"] == [420, 212]
    assert [count(held) for held in t.position()["areas"]] == [24, 26]


# Ruling 7


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_07_hidden_scores_change_neither_play_nor_outcome(table, reward, games):
    p = {**random_opening(7), "game": games - 1, "starter": 1, "to_move": 1, "carried": [[0, 0], [150, 160]][games - 1]}
    options = {"reward": reward, "games": games}
    open_game, hidden_game = start(table, p, **options), start(table, p, hidden_scores=True, **options)
    rng = random.Random(7)
    for _ in decisions_of(open_game):
        assert hidden_game.legal() == open_game.legal()
        action = rng.choice(open_game.legal())
        open_game.step(action)
        hidden_game.step(action)
        assert hidden_game.position() == open_game.position()
    assert hidden_game.terminated
    assert hidden_game.rewards() == open_game.rewards()
    assert sum(abs(reward) for reward in hidden_game.rewards()) > 0


# Ruling 8


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("to_move", [0, 1])
def test_ruling_08_the_other_player_starts_the_second_game(table, starter, to_move):
    before = ending(JUST_AHEAD, JUST_BEHIND, to_move=to_move, starter=starter)
    t = start(table, before, games=2, chance=[random_set_up(8)])
    t.step(take("d4"))
    p = t.position()
    check_fresh_set_up(p)
    # Where starter and to_move differ, the player who has taken the last die moves again.
    assert (p["game"], p["starter"], p["to_move"]) == (1, 1 - starter, 1 - starter)
    assert p["carried"] == [142, 141]
    assert not t.terminated
    assert not t.truncated
    assert t.rewards() == [0, 0]
    assert t.legal() == [0, 1, 2, 3, 4, 5]


def test_ruling_08_known_fact_one_player_may_move_twice_running_at_the_seam(table):
    t = start(table, late({"a1": "r1", "c2": "k2"}, starter=1, to_move=1), games=2, chance=[random_set_up(9)])
    movers = []
    for action in [take("a1"), take("c2"), 0]:
        movers.append(t.position()["to_move"])
        t.step(action)
    assert movers == [1, 0, 0]
    assert t.position()["scores"] == [2, 0]
    assert t.position()["to_move"] == 1


def test_ruling_08_a_tournament_is_two_games_with_a_set_up_each(table):
    t = table("dice_matrix", chance=[random_set_up(10), random_set_up(11)], games=2, first_player=1, reward="margin")
    seen = [t.position()]
    decisions = play_out(t, random.Random(8), look=lambda t: seen.append(t.position()))
    openings = [p for p in seen if p["spare"] is not None]
    assert [p["game"] for p in openings] == [0, 1]
    assert [p["starter"] for p in openings] == [1, 0]
    assert openings[0]["matrix"] != openings[1]["matrix"]
    assert 2 * 26 <= decisions <= 2 * 50
    final = seen[-1]
    seam = seen.index(openings[1])
    assert all(p["game"] == 0 and p["carried"] == [0, 0] for p in seen[:seam])
    assert all(p["game"] == 1 and p["carried"] == openings[1]["carried"] for p in seen[seam:])
    totals = [final["carried"][player] + final["scores"][player] for player in (0, 1)]
    lead = (totals[0] - totals[1]) / 100
    assert t.rewards() == pytest.approx([lead, -lead])


@pytest.mark.parametrize("reward", ["outcome", "margin"])
@pytest.mark.parametrize(
    ("carried", "outcome", "margin"),
    [
        ((150, 150), 1, 0.01),  # the second game's 142 : 141 decides
        ((150, 151), 0, 0.0),
        ((150, 152), -1, -0.01),  # the second game is won and the tournament lost
        ((200, 120), 1, 0.81),
    ],
)
def test_ruling_08_scores_of_both_games_add_up(table, carried, outcome, margin, reward):
    p = ending(JUST_AHEAD, JUST_BEHIND, starter=1, game=1, carried=carried)
    t = start(table, p, games=2, reward=reward)
    check_result(t, outcome, margin, reward)
    assert t.position()["scores"] == [142, 141]
    assert t.position()["carried"] == list(carried)
    assert t.position()["game"] == 1


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


def test_rulebook_common_mistake_two_neighbours_that_share_nothing(table):
    t = start(table, early({"a1": "k1", "b1": "p5", "a2": "g6"}, "r3", "", to_move=1))
    assert not {take("a1", "b1"), take("a1", "a2")} & set(t.legal())


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


# Known facts

# The dice of a matrix filled from a1 on, in pairs that share a row or a column, with one die, g7, left.
ROW_PAIRS = [f"{pair[0]}{row} {pair[1]}{row}" for row in range(1, 8) for pair in ("ab", "cd", "ef")]
PAIRS_OF_ALL = [*ROW_PAIRS, "g1 g2", "g3 g4", "g5 g6"]
# The same for the first 32 cells only: rows 1 to 4 and a5 to d5.
PAIRS_OF_32 = [*ROW_PAIRS[:12], "g1 g2", "g3 g4", "a5 b5", "c5 d5"]


def test_known_fact_at_most_133_legal_actions(table):
    t = start(table, opening(faces=[1]))
    t.step(0)
    neighbours = [(line, i) for line in range(7) for i in range(6)]
    rows = [55 + 21 * row + PAIRS.index((i, i + 1)) for row, i in neighbours]
    columns = [202 + 21 * column + PAIRS.index((i, i + 1)) for column, i in neighbours]
    assert t.legal() == [*range(6, 55), *rows, *columns]
    assert len(t.legal()) == 49 + 2 * 7 * 6 == 133


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


@pytest.mark.parametrize("cells", ["g1 a2", "g6 a7", "a7 b1", "f7 g1"])
def test_known_fact_a_line_does_not_go_on_in_the_next_one(table, cells):
    first, second = cells.split()
    t = start(table, late({first: "r1", second: "r1"}))
    assert t.legal() == takes(first, second)


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
