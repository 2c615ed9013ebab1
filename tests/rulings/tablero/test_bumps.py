"""Ruling 5: dice that are lost, and the bump."""

import pytest

from tests.rulings.tablero.builders import (
    FORWARD,
    HIGHER,
    LAST,
    LOWER,
    centre,
    lift,
    north,
    place,
    retrieve,
    setup,
    south,
)


def test_ruling_05_a_second_die_without_use_is_lost_and_bumps(table):
    t = table("tablero", position=setup({south(2): "0", centre(1): "0" * 11}, dice=[2, 5]), chance=[(3, 4)])
    assert t.legal() == [lift(2)]
    t.step(lift(2))
    assert t.position()["bumped"] is None
    t.step(FORWARD)
    assert t.position()["bumped"] == 0 and t.position()["to_move"] == 1
    assert t.position()["dice"] == [3, 4] and t.position()["turn"] == 21


def test_ruling_05_a_die_without_use_may_find_one_after_the_other(table):
    board = {south(2): "0", south(3): "01", centre(1): "0" * 10}
    t = table("tablero", position=setup(board, dice=[2, 3]))
    assert t.legal() == [lift(2)]
    t.step(lift(2))
    t.step(HIGHER)
    assert t.position()["bumped"] is None and t.legal() == [lift(3)]


def test_ruling_05_the_first_walk_may_also_cover_the_stack_of_the_second_die(table):
    # The walk drops an opposing token on the own stack at 3, whose die is then lost.
    board = {south(2): "10", south(3): "0", centre(1): "0" * 10}
    t = table("tablero", position=setup(board, dice=[2, 3]), chance=[(1, 2)])
    assert t.legal() == [lift(2), lift(3)]
    for action in [lift(2), HIGHER, FORWARD]:
        t.step(action)
    assert t.position()["bumped"] == 0 and t.position()["to_move"] == 1


@pytest.mark.parametrize(("first", "bumped"), [(place(2), 0), (place(5), None)])
def test_ruling_05_one_may_spend_the_first_die_so_that_the_second_is_lost(table, first, bumped):
    # One reserve token, an own token on 2 and nothing on 5: whoever places on 2 has nothing for the 5.
    board = {south(2): "0", centre(1): "0" * 10}
    t = table("tablero", position=setup(board, dice=[2, 5]), chance=[(3, 4)])
    assert t.legal() == [place(2), place(5), lift(2)]
    t.step(first)
    assert t.position()["bumped"] == bumped and t.position()["to_move"] == (0 if bumped is None else 1)


def test_ruling_05_a_usable_die_must_be_used(table):
    t = table("tablero", position=setup({south(5): "0", centre(1): "0" * 11}, dice=[5]))
    assert t.legal() == [lift(5)]


def test_ruling_05_with_neither_die_usable_the_turn_is_over_at_once(table):
    board = {north(1): "1" * 12}
    t = table("tablero", position=setup(board, dice=[1]), chance=[(5, 2), (6, 3)])
    t.step(place(1))
    assert t.position()["bumped"] == 1 and t.position()["to_move"] == 0
    assert t.position()["dice"] == [3, 6] and t.position()["turn"] == 22


def test_ruling_05_an_own_stack_under_an_opposing_token_is_no_use(table):
    board = {north(1): "1" * 10, north(2): "10", north(5): "10"}
    t = table("tablero", position=setup(board, dice=[1]), chance=[(2, 5), (6, 3)])
    t.step(place(1))
    assert t.position()["bumped"] == 1 and t.position()["to_move"] == 0


def test_ruling_05_a_single_usable_die_is_enough_to_go_on(table):
    board = {north(1): "1" * 10, north(2): "1", north(5): "10"}
    t = table("tablero", position=setup(board, dice=[1]), chance=[(2, 5)])
    t.step(place(1))
    assert t.position()["bumped"] is None and t.position()["to_move"] == 1
    assert t.legal() == [lift(2)]


def test_ruling_05_useless_doubles_bump_when_nothing_can_be_retrieved(table):
    board = {north(2): "1" * 12 + "0"}
    t = table("tablero", position=setup(board, dice=[1]), chance=[(2, 2), (6, 3)])
    t.step(place(1))
    assert t.position()["bumped"] == 1 and t.position()["to_move"] == 0
    assert t.position()["doubles"] is False


def test_ruling_05_useless_doubles_do_not_bump_while_a_token_can_be_retrieved(table):
    board = {north(2): "1" * 11 + "0", centre(4): "1"}
    t = table("tablero", position=setup(board, dice=[1]), chance=[(2, 2)])
    t.step(place(1))
    assert t.position()["bumped"] is None and t.position()["to_move"] == 1
    assert t.legal() == [retrieve(1, 4)]


def test_ruling_05_a_bump_is_a_matter_of_the_second_die_of_doubles_too(table):
    # Nothing of player_0's lies open, so ruling 7 is silent; the space is one token too high to walk after placing.
    t = table("tablero", position=setup({south(3): "0" * 11 + "1" * 6}, dice=[3, 3]), chance=[(1, 2)])
    t.step(place(3))
    assert t.position()["bumped"] == 0 and t.position()["to_move"] == 1


# The rulebook's examples


def test_example_order_of_dice_leaves_the_board_as_it_was(table):
    """The 3-4 roll: a lone token goes from 3 to 4 and back again, which postpones the bump."""
    board = {south(3): "0", centre(1): "0" * 11}
    t = table("tablero", position=setup(board, dice=[3, 4]), chance=[(1, 2)])
    before = t.position()["stacks"]
    for action in [lift(3), HIGHER, lift(4), LOWER]:
        t.step(action)
    assert t.position()["stacks"] == before
    assert t.position()["bumped"] is None and t.position()["to_move"] == 1


# Worth knowing


def test_known_fact_one_step_can_hide_a_bump_another_bump_and_the_next_games_roll(table):
    board = {centre(1): "0" * 11, **LAST}
    t = table("tablero", position=setup(board, dice=[1]), chance=[(2, 5), (3, 4), (6, 1)], games=2)
    t.step(place(1))
    after = t.position()
    assert after["game"] == 1 and after["turn"] == 1 and after["dice"] == [1, 6]
    assert after["ledger"] == [1, 0] and after["starter"] == 0 and after["to_move"] == 0 and after["bumped"] is None
