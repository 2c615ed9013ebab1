"""Ruling 9: forced passes, draws, and the turn limit."""

import pytest

from tests.rulings.dicefest.builders import (
    BACK,
    EAST,
    FORWARD,
    LOCK_IT,
    NORTH,
    PUT,
    RIGHT,
    ROTATE,
    SIX_EMPTY,
    SOUTH,
    SPIN_CLOCKWISE,
    about_to_lock,
    die,
    locked,
    lone,
    new_game,
    pay,
    position,
    seat,
    start,
)

# North's only unlocked die stands on space 2 of its own side: sideways it would end in the corners, forward on (3, 2).
SHUT_IN = die(0, 2, top=1, south=3)
NORTHS = [SHUT_IN, *locked(NORTH, 5, 6)]
SOUTHS = [die(3, 2, top=6, north=3), *start(SOUTH, 3, 2)]
MOVE_DIE_1 = 4 + FORWARD  # from (7, 4) to (5, 4), where it takes a counter


def test_ruling_09_forced_pass_is_a_turn(table):
    t = seat(table, position([SOUTHS, NORTHS], [1, 0]))
    t.step(MOVE_DIE_1)
    assert (t.position()["to_move"], t.position()["turn"]) == (0, 11)
    assert t.position()["dice"][1] == NORTHS


def test_ruling_09_no_pass_if_the_way_is_free(table):
    t = seat(table, position([SOUTHS, NORTHS], [1, 0]))
    t.step(RIGHT)  # five steps east, to (3, 7)
    assert (t.position()["to_move"], t.position()["turn"]) == (1, 10)
    assert t.legal() == [FORWARD]


def test_ruling_09_worth_knowing_a_shut_in_die_with_enough_counters_must_rotate(table):
    t = seat(table, position([SOUTHS, NORTHS], [1, 1], empty=[(1, 1)]))
    t.step(MOVE_DIE_1)
    assert (t.position()["to_move"], t.position()["turn"]) == (1, 10)
    assert t.legal() == [ROTATE]
    t.step(ROTATE)
    assert t.legal() == [PUT + 5]  # the single empty cell is still a step of the player's
    t.step(PUT + 5)
    assert t.legal() == list(range(51, 57))


def test_ruling_09_counters_without_an_empty_cell_do_not_save_from_passing(table):
    t = seat(table, position([SOUTHS, NORTHS], [0, 1]))
    t.step(MOVE_DIE_1)
    assert (t.position()["to_move"], t.position()["turn"]) == (0, 11)


def test_ruling_09_a_pass_counts_and_a_stranded_player_has_no_turn(table):
    """North passes (turn 10), stranded east is skipped without a turn, south is to move again (turn 11)."""
    t = seat(table, position([SOUTHS, NORTHS, locked(EAST, 6, 5, 4)], [0, 0, 1], sides=[SOUTH, NORTH, EAST]))
    t.step(MOVE_DIE_1)
    assert (t.position()["to_move"], t.position()["turn"]) == (0, 11)


def nobody_can_move(collection, **rest):
    """South moves die 0 back from (4, 1) to (7, 1), and every die has the others in all its ways.

    Afterwards: (7, 1) can only go to (3, 1); (3, 1) to (7, 1), (0, 1) and (3, 2); (3, 2) to (3, 1), (0, 2) and (7, 2);
    (0, 2) only to (3, 2); those on (0, 1) and (7, 2) are locked. One inner cell is empty, (4, 1).
    """
    souths = [die(4, 1, top=5, east=6), die(3, 2, top=2, north=3), *locked(SOUTH, 1)]
    norths = [die(3, 1, top=5, north=3), SHUT_IN, *locked(NORTH, 5)]
    return position([souths, norths, *rest.pop("third", [])], collection, **rest)


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_09_nobody_can_do_anything_is_a_draw(table, reward):
    """Three counters would pay for the die that shows 2, but there is one empty cell only."""
    t = seat(table, nobody_can_move([3, 0]), reward=reward)
    t.step(BACK)
    now = t.position()
    assert (t.terminated, t.truncated, t.legal()) == (True, False, [])
    assert (now["winner"], now["to_move"], now["paying"], now["turn"]) == ([], None, None, 9)
    assert t.rewards() == [0, 0]


def test_ruling_09_one_possible_rotation_is_no_draw(table):
    t = seat(table, nobody_can_move([2, 1]))
    t.step(BACK)
    assert not t.terminated
    assert (t.position()["to_move"], t.legal()) == (1, [ROTATE + 1])


def test_ruling_09_draw_beside_a_stranded_player(table):
    t = seat(table, nobody_can_move([2, 0, 1], third=[locked(EAST, 3, 2, 1)], sides=[SOUTH, NORTH, EAST]))
    t.step(BACK)
    assert t.terminated
    assert t.position()["winner"] == []
    assert t.rewards() == [0, 0, 0]


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_09_the_last_turn_truncates(table, reward):
    t = seat(table, lone(die(5, 1, top=3, north=5), turn=9), max_turns=9, reward=reward)
    t.step(FORWARD)
    now = t.position()
    assert (t.terminated, t.truncated, t.legal()) == (False, True, [])
    assert (now["winner"], now["to_move"], now["paying"], now["turn"]) == (None, None, None, 9)
    assert t.rewards() == [0, 0]


def test_ruling_09_the_turn_before_the_last_does_not_truncate(table):
    t = seat(table, lone(die(5, 1, top=3, north=5), turn=9), max_turns=10)
    t.step(FORWARD)
    assert (t.truncated, t.position()["to_move"], t.position()["turn"]) == (False, 1, 10)


def test_ruling_09_a_new_game_may_have_a_single_turn(table):
    t = new_game(table, max_turns=1)
    t.step(FORWARD)
    assert (t.truncated, t.position()["turn"]) == (True, 1)


def test_ruling_09_the_last_turn_is_played_to_its_end(table):
    t = seat(table, lone(die(7, 1, top=3, north=5), (3, 0), empty=SIX_EMPTY[:3]), max_turns=9)
    pay(t, 0)
    assert not t.truncated
    t.step(SPIN_CLOCKWISE)
    assert t.truncated


@pytest.mark.parametrize(("max_turns", "truncated", "turn"), [(10, True, 10), (11, False, 11)])
def test_ruling_09_a_forced_pass_can_be_the_last_turn(table, max_turns, truncated, turn):
    t = seat(table, position([SOUTHS, NORTHS], [1, 0]), max_turns=max_turns)
    t.step(MOVE_DIE_1)
    assert (t.truncated, t.terminated, t.position()["turn"]) == (truncated, False, turn)
    assert t.position()["winner"] is None
    assert t.position()["to_move"] == (None if truncated else 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_09_the_usual_limit_is_500_turns_for_each_player(table, players):
    sides = [0, 2] if players == 2 else list(range(players))
    t = seat(table, position([start(side, 6, 5, 4) for side in sides], [0] * players, turn=500 * players - 1))
    t.step(t.legal()[0])
    assert (t.truncated, t.position()["turn"]) == (False, 500 * players)
    t.step(t.legal()[0])
    assert (t.truncated, t.position()["turn"]) == (True, 500 * players)


@pytest.mark.parametrize(("collection", "winner"), [([0, 1], [0]), ([1, 0], [1])])
def test_ruling_09_an_end_on_the_last_turn_is_an_end(table, collection, winner):
    t = seat(table, about_to_lock(collection), max_turns=9)
    t.step(LOCK_IT)
    assert (t.terminated, t.truncated, t.position()["winner"]) == (True, False, winner)


def test_ruling_09_a_draw_on_the_last_turn_is_an_end(table):
    t = seat(table, nobody_can_move([3, 0]), max_turns=9)
    t.step(BACK)
    assert (t.terminated, t.truncated, t.position()["winner"]) == (True, False, [])
