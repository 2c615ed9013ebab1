"""Rulings 4 and 5: what a turn is, and moves."""

import pytest

from tests.rulings.dicefest.builders import (
    BACK,
    FORWARD,
    LEFT,
    NORTH,
    RIGHT,
    SOUTH,
    SPIN_CLOCKWISE,
    counter_on,
    die,
    green_and_white,
    locked,
    lone,
    pay,
    position,
    refuses,
    seat,
    start,
    the_die,
    ways,
)

# Ruling 4: one move or one rotation of one own die


def test_ruling_04_one_move_is_a_turn(table):
    t = seat(table, lone(die(5, 1, top=3, north=5)))
    t.step(FORWARD)
    assert (t.position()["to_move"], t.position()["turn"]) == (1, 10)


def test_ruling_04_one_rotation_is_a_turn(table):
    t = seat(table, lone(die(5, 1, top=3, north=5), (3, 1), empty=[(1, 1), (1, 2), (1, 3)]))
    pay(t, 0)
    assert (t.position()["to_move"], t.position()["turn"]) == (0, 9)
    t.step(SPIN_CLOCKWISE)
    assert (t.position()["to_move"], t.position()["turn"], t.position()["paying"]) == (1, 10, None)


def test_ruling_04_only_the_movers_dice_move(table):
    before = lone(die(5, 1, top=3, north=5))
    t = seat(table, before)
    t.step(4 + FORWARD)  # die 1: top 3 on (7, 4), two steps forward
    now = t.position()
    assert now["dice"][1] == before["dice"][1]
    assert now["dice"][0] == [before["dice"][0][0], before["dice"][0][1] | {"at": [5, 4]}, before["dice"][0][2]]


# Ruling 5: moves


def test_ruling_05_example_green_moves_one_left_or_two_down(table):
    t = seat(table, green_and_white((3, 3), [1, 1]))
    assert ways(t, 0) == [BACK, LEFT]
    t.step(LEFT)
    assert the_die(t, 0, 0)["at"] == [3, 2]


@pytest.mark.parametrize(("way", "target"), [(FORWARD, [0, 1]), (RIGHT, [5, 7]), (BACK, [7, 1]), (LEFT, [5, 0])])
def test_ruling_05_example_green_with_room_on_all_sides(table, way, target):
    """Five up, six right, two down, one left: from (5, 1) every one of them just reaches the last space."""
    green = die(5, 1, top=3, west=1)
    t = seat(table, lone(green))
    assert ways(t, 0) == [FORWARD, RIGHT, BACK, LEFT]
    t.step(way)
    assert the_die(t, 0, 0) == green | {"at": target}
    assert t.position()["collection"] == [0, 1]


def test_ruling_05_example_green_takes_the_counter_two_down(table):
    t = seat(table, green_and_white((3, 3), [1, 1]))
    green = the_die(t, 0, 0)
    assert counter_on(t, 5, 3)
    t.step(BACK)
    assert the_die(t, 0, 0) == green | {"at": [5, 3]}  # moved, not turned
    assert t.position()["collection"] == [2, 1]
    assert not counter_on(t, 5, 3)
    assert not counter_on(t, 3, 3)
    assert counter_on(t, 4, 3)  # passed over, not taken


def test_ruling_05_example_white_is_blocked_by_green(table):
    t = seat(table, green_and_white((3, 3), [1, 1]))
    t.step(BACK)
    assert ways(t, 0) == [RIGHT]  # two to the left of the board, which is north's right
    assert refuses(t, FORWARD)
    t.step(RIGHT)
    assert the_die(t, 1, 0)["at"] == [1, 1]


def test_ruling_05_white_is_free_if_green_stays_beside(table):
    t = seat(table, green_and_white((5, 4), [1, 1], to_move=1))
    assert ways(t, 0) == [FORWARD, RIGHT]


@pytest.mark.parametrize("blocker", ["own", "other", "locked"])
def test_ruling_05_no_two_dice_on_a_space(table, blocker):
    mover = die(5, 3, top=1, north=5)  # five steps to (0, 3), three to the east, two to the south
    own, other = start(SOUTH, 3, 2), start(NORTH, 6, 5, 4)
    free = seat(table, position([[mover, *own], other], [0, 1]))
    assert ways(free, 0) == [FORWARD, RIGHT, BACK]
    if blocker == "own":
        own[0] = die(0, 3, top=6, north=5)
    elif blocker == "other":
        other = start(NORTH, 6, 5, 3)
    else:
        own[0] = locked(SOUTH, 3)[0]
    t = seat(table, position([[mover, *own], other], [0, 1]))
    assert ways(t, 0) == [RIGHT, BACK]


@pytest.mark.parametrize("jumped", ["own", "other", "locked"])
def test_ruling_05_dice_on_the_way_are_jumped(table, jumped):
    mover = die(7, 6, top=3, west=5)  # five to the left along the own side, to (7, 1)
    own, other = locked(SOUTH, 1, 2), start(NORTH, 6, 5, 4)
    if jumped == "own":
        own = start(SOUTH, 3, 2)
    elif jumped == "other":
        other[0] = die(7, 3, top=6, north=5)
    else:
        other = [*locked(NORTH, 4, 3), *start(NORTH, 4)]
    t = seat(table, position([[mover, *own], other], [0, 0]))
    t.step(LEFT)
    assert the_die(t, 0, 0) == mover | {"at": [7, 1]}
    assert t.position()["dice"][1] == other


def test_ruling_05_only_the_destinations_counter_is_taken(table):
    """Five forward from (7, 2) to (2, 2), over counters and a die, onto a cell without a counter."""
    mover = die(7, 2, top=4, north=5)
    dice = [[mover, *start(SOUTH, 3, 2)], [die(4, 2, top=6, north=5), *start(NORTH, 5, 4)]]
    t = seat(table, position(dice, [1, 1], empty=[(2, 2)]))
    before = t.position()["counters"]
    t.step(FORWARD)
    assert the_die(t, 0, 0)["at"] == [2, 2]
    assert t.position()["collection"] == [1, 1]
    assert t.position()["counters"] == before


def test_ruling_05_exactly_to_the_last_space_or_not_at_all(table):
    # North 3 from row 3 ends on row 0, from row 2 it would end outside.
    assert FORWARD in ways(seat(table, lone(die(3, 2, top=6, north=3))), 0)
    assert FORWARD not in ways(seat(table, lone(die(2, 2, top=6, north=3))), 0)
