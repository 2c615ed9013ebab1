"""Rulings 1, 2 and 3: the board and its sides, the numbered spaces, and how the dice start."""

import pytest

from tests.rulings.dicefest.builders import (
    EAST,
    FAR_SIDE,
    FORWARD,
    NEXT_SIDE,
    NORTH,
    RIGHT,
    SOUTH,
    SPACES,
    START_FACES,
    WAYS,
    WEST,
    die,
    lone,
    new_game,
    position,
    seat,
    start,
    the_die,
    ways,
)

# Ruling 1: the board, the sides, the order of turns


@pytest.mark.parametrize(("players", "sides"), [(2, [0, 2]), (3, [0, 1, 2]), (4, [0, 1, 2, 3])])
def test_ruling_01_a_new_game(table, players, sides):
    now = new_game(table, players=players).position()
    assert set(now) == {"sides", "dice", "counters", "collection", "to_move", "paying", "turn", "winner"}
    assert now["sides"] == sides
    assert now["counters"] == [[True] * 6] * 6
    assert now["collection"] == [0] * players
    assert (now["to_move"], now["paying"], now["turn"], now["winner"]) == (0, None, 1, None)


def test_ruling_01_two_players_are_the_default(table):
    assert new_game(table).position()["sides"] == [0, 2]


@pytest.mark.parametrize("sides", [(1, 3), (2, 0), (0, 1), (1, 0), (1, 2, 3), (2, 3, 0), (3, 1, 2), (2, 3, 0, 1)])
def test_ruling_01_any_sides_clockwise_from_the_first(table, sides):
    now = new_game(table, players=len(sides), sides=sides).position()
    assert now["sides"] == list(sides)
    for side, dice in zip(sides, now["dice"], strict=True):
        assert all(tuple(d["at"]) in SPACES[side] for d in dice)


@pytest.mark.parametrize("sides", [(0, 0), (0, 2, 1), (2, 1, 0), (1, 2, 1), (0, 3, 2, 1), (0, 1, 3, 2)])
def test_ruling_01_sides_against_the_clock_or_shared_are_refused(table, sides):
    with pytest.raises(ValueError, match="sides"):
        new_game(table, players=len(sides), sides=sides)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_01_turns_go_round_clockwise(table, players):
    t = new_game(table, players=players)
    for turn in range(2 * players):
        assert (t.position()["to_move"], t.position()["turn"]) == (turn % players, turn + 1)
        t.step(t.legal()[0])  # a move: there always is one so early


@pytest.mark.parametrize("first", [0, 1, 2])
def test_ruling_01_any_player_may_begin(table, first):
    t = new_game(table, players=3, first_player=first)
    assert (t.position()["to_move"], t.position()["turn"]) == (first, 1)
    t.step(FORWARD)
    assert (t.position()["to_move"], t.position()["turn"]) == ((first + 1) % 3, 2)


def test_ruling_01_corners_do_not_exist(table):
    # From space 4 of the own side it is four steps to the right and three to the left corner.
    t = seat(table, position([[die(7, 3, top=6, east=4), *start(SOUTH, 3, 2)], start(NORTH, 6, 5, 4)], [0, 0]))
    assert ways(t, 0) == [FORWARD]
    # The same die one space further left ends beside the corner.
    t = seat(table, position([[die(7, 2, top=6, east=4), *start(SOUTH, 3, 2)], start(NORTH, 6, 5, 4)], [0, 0]))
    assert ways(t, 0) == [FORWARD, RIGHT]


def test_ruling_01_corners_do_not_exist_along_the_columns(table):
    # West column, row 3: three steps to the northern corner, four to the southern one; it can only go east.
    t = seat(table, lone(die(3, 0, top=1, north=3), (0, 0)))
    assert ways(t, 0) == [RIGHT]
    t = seat(table, lone(die(4, 0, top=1, north=3), (0, 0)))  # one row further south, it can go north as well
    assert ways(t, 0) == [FORWARD, RIGHT]


# Ruling 2: the numbers of the spaces, seen by a player who sits there


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("side", range(4))
def test_ruling_02_numbers_of_all_sides(table, side, number):
    """A die locks on the far side exactly on the space of its number: reached here by a move forward."""
    forward, steps = WAYS[side][FORWARD], START_FACES[number][0]
    row, column = SPACES[FAR_SIDE[side]][number - 1]
    back = {"north": (steps, 0), "south": (-steps, 0), "east": (0, -steps), "west": (0, steps)}[forward]
    mover = die(row + back[0], column + back[1], top=number, **{forward: steps})
    other = NEXT_SIDE[side]
    dice = [[mover, *start(side, 6, 5)], start(other, 6, 5, 4)]
    t = seat(table, position(dice, [0, 1], sides=[side, other]))
    assert not the_die(t, 0, 0)["locked"]
    t.step(FORWARD)
    assert the_die(t, 0, 0) == {**mover, "at": [row, column], "locked": True}


def test_ruling_02_left_to_right_from_the_own_chair(table):
    """The highest number is the leftmost space of everybody's own side."""
    assert [SPACES[side][6 - 1] for side in range(4)] == [(7, 1), (1, 0), (0, 6), (6, 7)]
    now = new_game(table, players=4).position()
    for side, dice in enumerate(now["dice"]):
        assert [tuple(d["at"]) for d in dice] == [SPACES[side][d["top"] - 1] for d in dice]


# Ruling 3: the dice and the set-up


def is_right_handed(d):
    """1, 2 and 3 run counter-clockwise round their corner: seen as arrows they make a positive volume."""
    up, north, east = (0, 0, 1), (0, 1, 0), (1, 0, 0)
    arrows = {}
    for face, arrow in ((d["top"], up), (d["north"], north), (d["east"], east)):
        arrows[face], arrows[7 - face] = arrow, tuple(-part for part in arrow)
    (a, b, c), (d, e, f), (g, h, i) = (arrows[face] for face in (1, 2, 3))
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == 1


@pytest.mark.parametrize("seed", range(8))
def test_ruling_03_set_up(table, seed):
    for side, dice in enumerate(new_game(table, seed, players=4).position()["dice"]):
        numbers = [d["top"] for d in dice]
        assert len(set(numbers)) == 3
        assert numbers == sorted(numbers, reverse=True)
        assert dice == start(side, *numbers)
        assert all(is_right_handed(d) for d in dice)


@pytest.mark.parametrize("seed", range(8))
def test_ruling_03_example_most_dice_start_with_the_six_to_the_left(table, seed):
    for side, dice in enumerate(new_game(table, seed, players=4).position()["dice"]):
        for d in dice:
            left = {SOUTH: 7 - d["east"], WEST: d["north"], NORTH: d["east"], EAST: 7 - d["north"]}[side]
            assert left == (5 if d["top"] in (1, 6) else 6)


@pytest.mark.parametrize("turn", range(51, 57))
@pytest.mark.parametrize("top", range(1, 7))
def test_ruling_03_dice_stay_right_handed(table, top, turn):
    mover = die(3, 3, top=top, north=START_FACES[top][0])
    t = seat(table, lone(mover, paying={"die": 0, "left": 0}))
    t.step(turn)
    assert is_right_handed(mover) and is_right_handed(the_die(t, 0, 0))
    assert the_die(t, 0, 0) != mover


def test_ruling_03_example_of_equal_dice(table):
    """The ruling's own words: with 1 on top and 2 towards the south, 3 looks east; so a move east is by three."""
    t = seat(table, lone({"at": [3, 3], "top": 1, "north": 5, "east": 3, "locked": False}))
    t.step(RIGHT)
    assert the_die(t, 0, 0)["at"] == [3, 6]


# Worth knowing: the start faces


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worth_knowing_start_faces(table, players):
    """Read off the board: left, forward, right and back of every die at its start."""
    for seed in range(6):
        now = new_game(table, seed, players=players).position()
        for side, dice in zip(now["sides"], now["dice"], strict=True):
            for d in dice:
                faces = {"north": d["north"], "south": 7 - d["north"], "east": d["east"], "west": 7 - d["east"]}
                forward, right, back, left = (faces[way] for way in WAYS[side])
                assert (left, forward, right, back) == START_FACES[d["top"]]
