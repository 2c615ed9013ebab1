"""The numbers of all actions in every player's frame, and the positions that go in and come out."""

import json

import pytest

from tests.rulings.dicefest.builders import (
    BACK,
    EAST,
    FORWARD,
    LEFT,
    NEXT_SIDE,
    NORTH,
    RIGHT,
    ROTATE,
    SIX_EMPTY,
    SOUTH,
    WAYS,
    WEST,
    counter_on,
    die,
    lone,
    new_game,
    position,
    refuses,
    rotations,
    seat,
    start,
    the_die,
    ways,
)

# The numbering of the actions


@pytest.mark.parametrize("way", range(4))
@pytest.mark.parametrize("d", range(3))
@pytest.mark.parametrize("side", range(4))
def test_actions_0_to_11_move_in_the_movers_frame(table, side, d, way):
    """Top 6 on (5, 3) with north 5, east 4, south 2, west 3 just reaches all four sides of the board."""
    own = start(side, 6, 1)
    own.insert(d, die(5, 3, top=6, north=5))
    others = start(NEXT_SIDE[side], 6, 3 if NEXT_SIDE[side] == WEST else 2, 1)  # none of them in the way
    t = seat(table, position([own, others], [0, 1], sides=[side, NEXT_SIDE[side]]))
    assert ways(t, d) == [FORWARD, RIGHT, BACK, LEFT]
    t.step(d * 4 + way)
    target = {"north": [0, 3], "east": [5, 7], "south": [7, 3], "west": [5, 0]}[WAYS[side][way]]
    assert the_die(t, 0, d) == own[d] | {"at": target}


@pytest.mark.parametrize("d", range(3))
def test_actions_12_to_14_begin_a_rotation(table, d):
    t = seat(table, position([start(SOUTH, 5, 4, 3), start(NORTH, 6, 5, 4)], [6, 0], empty=SIX_EMPTY))
    assert rotations(t) == [0, 1, 2]
    t.step(12 + d)
    assert t.position()["paying"] == {"die": d, "left": 5 - d}


@pytest.mark.parametrize("action", [15, 20, 23, 45, 50])
@pytest.mark.parametrize("side", range(4))
def test_actions_15_to_50_put_a_counter_in_the_movers_frame(table, side, action):
    """Nearest row: first and last cell; second row: third cell; farthest row: first and last cell."""
    cells = {
        SOUTH: {15: (6, 1), 20: (6, 6), 23: (5, 3), 45: (1, 1), 50: (1, 6)},
        WEST: {15: (1, 1), 20: (6, 1), 23: (3, 2), 45: (1, 6), 50: (6, 6)},
        NORTH: {15: (1, 6), 20: (1, 1), 23: (2, 4), 45: (6, 6), 50: (6, 1)},
        EAST: {15: (6, 6), 20: (1, 6), 23: (4, 5), 45: (6, 1), 50: (1, 1)},
    }[side]
    dice = [start(side, 6, 5, 4), start(NEXT_SIDE[side], 6, 5, 4)]
    t = seat(
        table,
        position(dice, [5, 0], empty=list(cells.values()), sides=[side, NEXT_SIDE[side]], paying={"die": 1, "left": 5}),
    )
    assert t.legal() == [15, 20, 23, 45, 50]
    t.step(action)
    now = t.position()
    assert {cell for cell in cells.values() if counter_on(t, *cell)} == {cells[action]}
    assert (now["collection"], now["paying"]) == ([4, 0], {"die": 1, "left": 4})


def test_all_36_counter_actions_name_different_cells(table):
    cells = [(row, column) for row in range(1, 7) for column in range(1, 7)]
    for side in range(4):
        dice = [start(side, 6, 5, 4), start(NEXT_SIDE[side], 6, 5, 4)]
        sides = [side, NEXT_SIDE[side]]
        before = position(dice, [36, 0], empty=cells, sides=sides, paying={"die": 0, "left": 6})
        named = set()
        for action in range(15, 51):
            t = seat(table, before)
            assert t.legal() == list(range(15, 51))
            t.step(action)
            named |= {cell for cell in cells if counter_on(t, *cell)}
        assert named == set(cells)


@pytest.mark.parametrize("action", [-1, 1, 3, 12, 14, 15, 50, 51, 56, 57])
def test_illegal_actions_are_refused_and_change_nothing(table, action):
    """Five to the left die 0 would leave the board, two to the right is die 1; and nobody has a counter to pay with."""
    t = seat(table, position([start(SOUTH, 6, 4, 2), start(NORTH, 6, 5, 4)], [0, 0]))
    assert action not in t.legal()
    assert refuses(t, action)


@pytest.mark.parametrize("action", [0, 12, 14, 16, 49, 51, 56])
def test_illegal_actions_while_paying(table, action):
    t = seat(table, lone(die(7, 1, top=3, north=5), (3, 0), empty=[(6, 1), (1, 6), (1, 1)]))
    t.step(ROTATE)
    assert refuses(t, action)


@pytest.mark.parametrize("action", [0, 12, 15, 50])
def test_illegal_actions_when_the_turn_of_the_die_is_asked_for(table, action):
    t = seat(
        table,
        lone(
            die(3, 3, top=6, north=3),
            (6, 0),
            empty=[(6, 1), (1, 6), (1, 1), (1, 2), (1, 3)],
            paying={"die": 0, "left": 0},
        ),
    )
    assert refuses(t, action)


# Positions


@pytest.mark.parametrize("paying", [None, {"die": 1, "left": 2}, {"die": 0, "left": 0}])
def test_a_position_comes_back_as_it_was_given(table, paying):
    given = lone(die(3, 3, top=6, north=3), (6, 0), empty=[*SIX_EMPTY[:4], (5, 5)], paying=paying, turn=77)
    kept = json.dumps(given, sort_keys=True)
    t = seat(table, given)
    assert json.dumps(t.position(), sort_keys=True) == kept  # as text, so that 1 is not True
    t.step(t.legal()[0])
    assert json.dumps(given, sort_keys=True) == kept


def test_a_position_is_the_callers_to_keep(table):
    t = new_game(table)
    t.position()["dice"][0][0]["at"][0] = 5
    t.position()["counters"][0][0] = False
    t.position()["collection"][0] = 9
    now = t.position()
    assert (now["dice"][0][0]["at"][0], now["counters"][0][0], now["collection"][0]) == (7, True, 0)
