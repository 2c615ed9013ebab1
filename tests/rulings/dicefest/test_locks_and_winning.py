"""Rulings 7, 8 and 10: locked dice, winning, and being stranded."""

import pytest

from tests.rulings.dicefest.builders import (
    BACK,
    EAST,
    FORWARD,
    LEFT,
    LOCK_IT,
    NORTH,
    RIGHT,
    ROTATE,
    SIX_EMPTY,
    SOUTH,
    SPIN_CLOCKWISE,
    TIP_BACK,
    WEST,
    about_to_lock,
    die,
    locked,
    lone,
    pay,
    position,
    refuses,
    rotations,
    seat,
    start,
    the_die,
    ways,
)

# Ruling 7: locks


def test_ruling_07_only_the_space_of_the_own_number(table):
    """Top 3: moved along the far side from space 1 to space 3 it locks, from 2 to 4 it does not."""
    t = seat(table, position([[die(0, 1, top=3, east=2), *start(SOUTH, 3, 2)], start(NORTH, 6, 5, 2)], [0, 0]))
    assert not the_die(t, 0, 0)["locked"]
    t.step(RIGHT)
    assert the_die(t, 0, 0)["at"] == [0, 3]
    assert the_die(t, 0, 0)["locked"]
    t = seat(table, position([[die(0, 2, top=3, east=2), *start(SOUTH, 3, 2)], start(NORTH, 6, 5, 3)], [0, 0]))
    t.step(RIGHT)
    assert the_die(t, 0, 0)["at"] == [0, 4]
    assert not the_die(t, 0, 0)["locked"]


@pytest.mark.parametrize(
    ("mover", "way", "target"),
    [
        (die(2, 3, top=4, south=5), BACK, [7, 3]),  # space 4 of the own side
        (die(3, 5, top=4, west=5), LEFT, [3, 0]),  # space 4 of the west side
        (die(3, 1, top=3, east=6), RIGHT, [3, 7]),  # space 3 of the east side
        (die(2, 3, top=3, south=2), BACK, [4, 3]),  # an inner cell of the column that leads to space 3 of the far side
    ],
)
def test_ruling_07_no_lock_anywhere_else(table, mover, way, target):
    t = seat(table, lone(mover))
    t.step(way)
    assert the_die(t, 0, 0) == mover | {"at": target}


def test_ruling_07_a_rotation_can_lock(table):
    """On space 3 of the far side, of the six ways to turn only the one that brings the 3 up locks."""
    for action in range(51, 57):
        t = seat(table, lone(die(0, 3, top=6, north=3), (0, 0), paying={"die": 0, "left": 0}))
        t.step(action)
        assert the_die(t, 0, 0)["locked"] == (action == TIP_BACK)


def test_ruling_07_a_locked_die_is_never_moved_nor_rotated(table):
    dice = [[*locked(SOUTH, 3), *start(SOUTH, 3, 2)], start(NORTH, 6, 5, 4)]
    t = seat(table, position(dice, [6, 0], empty=SIX_EMPTY))
    assert ways(t, 0) == []
    assert rotations(t) == [1, 2]
    assert all(refuses(t, action) for action in (FORWARD, RIGHT, BACK, LEFT, ROTATE))
    # The same die on space 1 (south 1, east 2) is not locked.
    dice[0][0] = dice[0][0] | {"at": [0, 1], "locked": False}
    t = seat(table, position(dice, [6, 0], empty=SIX_EMPTY))
    assert ways(t, 0) == [RIGHT, BACK]
    assert rotations(t) == [0, 1, 2]


def test_ruling_07_locked_right_after_the_move(table):
    t = seat(table, lone(die(5, 3, top=3, north=5), (0, 4), empty=SIX_EMPTY[:3]))
    t.step(FORWARD)
    assert the_die(t, 0, 0)["locked"]
    t.step(t.legal()[0])
    assert t.position()["to_move"] == 0
    assert ways(t, 0) == []


# Ruling 8: winning and being stranded


@pytest.mark.parametrize("reward", ["outcome", "margin"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_08_all_locked_and_no_counters_wins(table, players, reward):
    """What the others hold does not matter."""
    t = seat(table, about_to_lock([0, 1, 0, 0][:players], players), reward=reward)
    assert t.rewards() == [0] * players
    t.step(LOCK_IT)
    now = t.position()
    assert (t.terminated, t.truncated, t.legal()) == (True, False, [])
    assert (now["winner"], now["to_move"], now["paying"], now["turn"]) == ([0], None, None, 9)
    assert all(d["locked"] for d in now["dice"][0])
    assert t.rewards() == pytest.approx([1, *[-1 / (players - 1)] * (players - 1)])


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_08_worth_knowing_locking_the_last_die_with_a_counter_in_hand_loses_a_game_of_two(table, reward):
    t = seat(table, about_to_lock([1, 0]), reward=reward)
    assert LOCK_IT in t.legal()
    t.step(LOCK_IT)
    assert (t.terminated, t.truncated) == (True, False)
    now = t.position()
    assert (now["winner"], now["to_move"], now["turn"], now["collection"]) == ([1], None, 9, [1, 0])
    assert t.rewards() == [-1, 1]


@pytest.mark.parametrize(("held", "winner"), [(6, 0), (7, 1)])
def test_ruling_08_a_rotation_can_pay_the_last_counters_and_lock(table, held, winner):
    """Six on top, on space 3: the price takes six counters, and tipping it back brings the 3 up."""
    dice = [[*locked(SOUTH, 1, 2), die(0, 3, top=6, north=3)], start(NORTH, 6, 5, 4)]
    t = seat(table, position(dice, [held, 0], empty=[*SIX_EMPTY, (6, 6)][:held]))
    pay(t, 2)
    assert not t.terminated
    t.step(TIP_BACK)
    assert t.terminated
    assert t.position()["winner"] == [winner]


def test_ruling_08_no_counters_left_but_a_die_unlocked_goes_on(table):
    dice = [[*locked(SOUTH, 1, 2), die(0, 3, top=6, north=3)], start(NORTH, 6, 5, 4)]
    t = seat(table, position(dice, [6, 0], empty=SIX_EMPTY))
    pay(t, 2)
    t.step(SPIN_CLOCKWISE)
    assert not t.terminated
    assert (t.position()["to_move"], t.position()["collection"]) == (1, [0, 0])


def test_ruling_08_with_three_players_the_stranded_one_drops_out(table):
    t = seat(table, about_to_lock([1, 0, 0], 3))
    t.step(LOCK_IT)
    assert not t.terminated
    assert t.rewards() == [0, 0, 0]
    seen = []
    for _ in range(4):
        seen.append((t.position()["to_move"], t.position()["turn"]))
        t.step(t.legal()[0])
    assert seen == [(1, 10), (2, 11), (1, 12), (2, 13)]


STRANDED_WEST = locked(WEST, 4, 5, 6)


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_08_all_but_one_stranded(table, reward):
    """West is stranded already; south, too, locks its last die with a counter in hand: north wins."""
    south = [*locked(SOUTH, 1, 2), die(5, 3, top=3, north=5)]
    dice = [south, STRANDED_WEST, start(NORTH, 6, 5, 4)]
    t = seat(table, position(dice, [1, 1, 3], empty=SIX_EMPTY[:4]), reward=reward)
    t.step(LOCK_IT)
    assert t.terminated
    assert t.position()["winner"] == [2]
    assert t.rewards() == [-0.5, -0.5, 1]


def test_ruling_08_the_last_one_not_stranded_wins_even_if_shut_in(table):
    """North has no counter, and its dice on (3, 1) and (3, 0) have dice or corners in all their ways: still no draw."""
    south = [*locked(SOUTH, 1, 2), die(5, 3, top=3, north=5)]
    north = [die(3, 1, top=2, north=3), die(3, 0, top=5, north=3), *locked(NORTH, 6)]
    t = seat(table, position([south, locked(WEST, 3, 4, 5), north], [1, 1, 0]))
    t.step(LOCK_IT)
    assert t.terminated
    assert t.position()["winner"] == [2]


def test_ruling_08_two_of_four_stranded_go_on(table):
    south = [*locked(SOUTH, 1, 2), die(5, 3, top=3, north=5)]
    dice = [south, STRANDED_WEST, start(NORTH, 6, 5, 4), start(EAST, 3, 2, 1)]
    t = seat(table, position(dice, [1, 1, 0, 0], empty=SIX_EMPTY[:1]))
    t.step(LOCK_IT)
    assert not t.terminated
    assert (t.position()["to_move"], t.position()["turn"]) == (2, 10)


def test_ruling_08_a_proper_win_beside_a_stranded_player(table):
    south = [*locked(SOUTH, 1, 2), die(5, 3, top=3, north=5)]
    t = seat(table, position([south, STRANDED_WEST, start(NORTH, 6, 5, 4)], [0, 1, 0]))
    t.step(LOCK_IT)
    assert t.position()["winner"] == [0]
    assert t.rewards() == [1, -0.5, -0.5]


# Ruling 10: on the far side is not enough


def test_ruling_10_dice_on_the_far_side_must_be_locked_to_win(table):
    """Two locked, no counters, and the third goes five forward to space 3, but shows a 1."""
    dice = [[*locked(SOUTH, 1, 2), die(5, 3, top=1, north=5)], start(NORTH, 6, 5, 4)]
    t = seat(table, position(dice, [0, 1]))
    t.step(LOCK_IT)
    assert [d["at"][0] for d in t.position()["dice"][0]] == [0, 0, 0]
    assert not t.terminated
    assert t.position()["to_move"] == 1
