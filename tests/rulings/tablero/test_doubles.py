"""Rulings 6 and 7: retrieving on doubles, and no bump by choice where a token can be retrieved."""

import pytest

from tests.rulings.tablero.builders import (
    FORWARD,
    HIGHER,
    LOWER,
    centre,
    lift,
    north,
    place,
    refuses,
    retrieve,
    setup,
    south,
)

# Ruling 6: retrieving on doubles


def test_ruling_06_own_top_tokens_in_any_row(table):
    board = {south(1): "10", centre(4): "0", north(6): "110", centre(2): "01", north(5): "1"}
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert t.legal() == [place(3), retrieve(0, 1), retrieve(1, 4), retrieve(2, 6)]


def test_ruling_06_player_1_counts_rows_from_the_own_side(table):
    board = {south(1): "01", centre(4): "1", north(6): "1", centre(2): "10"}
    t = table("tablero", position=setup(board, to_move=1, dice=[3, 3]), chance=[(1, 2)])
    assert t.legal() == [place(3), retrieve(0, 6), retrieve(1, 4), retrieve(2, 1)]
    t.step(retrieve(2, 1))
    assert t.position()["stacks"][south(1)] == [0] and t.position()["reserve"] == [10, 9]
    assert t.position()["to_move"] == 1


def test_ruling_06_the_token_returns_and_the_same_player_rolls_again(table):
    t = table("tablero", position=setup({centre(4): "10"}, dice=[3, 3]), chance=[(6, 2)])
    t.step(retrieve(1, 4))
    after = t.position()
    assert after["stacks"][centre(4)] == [1] and after["reserve"] == [12, 11]
    assert after["to_move"] == 0 and after["dice"] == [2, 6] and after["turn"] == 21
    assert after["doubles"] is False and after["bumped"] is None
    assert t.legal() == [place(2), place(6)]


def test_ruling_06_doubles_again_allow_another_retrieve(table):
    t = table("tablero", position=setup({centre(4): "00"}, dice=[3, 3]), chance=[(6, 6), (1, 2)])
    t.step(retrieve(1, 4))
    assert t.legal() == [place(6), retrieve(1, 4)]
    t.step(retrieve(1, 4))
    assert t.position()["to_move"] == 0 and t.position()["turn"] == 22 and t.position()["reserve"] == [12, 12]


def test_ruling_06_not_without_doubles(table):
    t = table("tablero", position=setup({centre(4): "0", south(3): "0"}, dice=[2, 3]))
    assert t.legal() == [place(2), place(3), lift(3)]


def test_ruling_06_not_after_the_first_die_is_used(table):
    t = table("tablero", position=setup({centre(4): "0"}, dice=[3, 3]))
    t.step(place(3))
    assert t.position()["dice"] == [3] and t.position()["doubles"] is True
    assert t.legal() == [place(3), lift(3)]


def test_ruling_06_not_during_a_walk(table):
    t = table("tablero", position=setup({south(3): "0"}, dice=[3, 3]))
    t.step(lift(3))
    assert t.legal() == [FORWARD, HIGHER, LOWER]


def test_ruling_06_doubles_can_be_used_like_any_roll(table):
    t = table("tablero", position=setup({south(3): "0"}, dice=[3, 3]), chance=[(1, 2)])
    assert t.legal() == [place(3), lift(3), retrieve(0, 3)]
    t.step(place(3))
    t.step(place(3))
    assert t.position()["stacks"][south(3)] == [0, 0, 0] and t.position()["to_move"] == 1


# Ruling 7: no bump by choice where a token can be retrieved


@pytest.mark.parametrize("under", ["", "1", "0"])
def test_ruling_07_the_last_reserve_token_may_be_placed_since_it_can_walk(table, under):
    board = {south(3): under, centre(1): "0" * (11 - under.count("0"))}
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert t.position()["reserve"][0] == 1 and place(3) in t.legal()
    t.step(place(3))
    assert t.legal() == [lift(3)]


def test_ruling_07_a_placement_that_makes_height_17_is_legal(table):
    board = {south(3): "1" * 7 + "0" * 9, centre(1): "00"}
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert t.legal() == [place(3), lift(3), retrieve(0, 3), retrieve(1, 1)]


def test_ruling_07_a_placement_that_makes_height_18_is_not(table):
    board = {south(3): "1" * 7 + "0" * 10, centre(1): "0"}
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert t.legal() == [lift(3), retrieve(0, 3), retrieve(1, 1)]


def test_ruling_07_with_two_in_reserve_height_does_not_matter(table):
    t = table("tablero", position=setup({south(3): "1" * 7 + "0" * 10}, dice=[3, 3]), chance=[(1, 2)])
    assert t.legal() == [place(3), lift(3), retrieve(0, 3)]
    t.step(place(3))
    assert t.legal() == [place(3)]


def test_ruling_07_a_walk_needs_a_reserve_token_for_the_space_it_leaves(table):
    t = table("tablero", position=setup({south(3): "0", centre(1): "0" * 10}, dice=[3, 3]), chance=[(1, 2)])
    assert t.legal() == [place(3), lift(3), retrieve(0, 3), retrieve(1, 1)]
    t.step(lift(3))
    t.step(FORWARD)
    assert t.legal() == [place(3)]
    t.step(place(3))
    assert t.position()["bumped"] is None and t.position()["to_move"] == 1


def test_ruling_07_known_fact_an_empty_reserve_leaves_only_retrieves(table):
    t = table("tablero", position=setup({south(3): "0", centre(1): "0" * 11}, dice=[3, 3]))
    assert t.legal() == [retrieve(0, 3), retrieve(1, 1)]


def test_ruling_07_only_retrieves_when_the_sole_placement_would_bump(table):
    board = {south(3): "0" * 10 + "1" * 7, centre(1): "0"}
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert t.legal() == [retrieve(1, 1)]


def test_ruling_07_without_a_retrievable_token_the_same_placement_is_legal(table):
    t = table("tablero", position=setup({south(3): "0" * 11 + "1" * 6}, dice=[3, 3]))
    assert t.legal() == [place(3)]


def test_ruling_07_holds_in_the_last_turn_too(table):
    board = {south(3): "0", centre(1): "0" * 11, north(6): "1" * 12}
    t = table("tablero", position=setup(board, dice=[3, 3], bumped=1))
    assert t.legal() == [retrieve(0, 3), retrieve(1, 1)]


def test_ruling_07_is_about_doubles_only(table):
    # The 5 will be lost whatever is done, although a token lies open in the centre.
    t = table("tablero", position=setup({south(3): "0", centre(1): "0" * 11}, dice=[3, 5]))
    assert t.legal() == [lift(3)]


def test_ruling_07_after_the_retrieve_the_reserve_serves_again(table):
    t = table("tablero", position=setup({south(3): "0", centre(1): "0" * 11}, dice=[3, 3]), chance=[(4, 4)])
    t.step(retrieve(1, 1))
    assert t.legal() == [place(4), retrieve(0, 3), retrieve(1, 1)]


# The rulebook's examples


def test_example_no_choosing_to_bump_with_a_chip_to_retrieve(table):
    """The note on ending the game: doubles, a chip to retrieve, and a first use that would lose the second die."""
    t = table("tablero", position=setup({south(3): "0", centre(1): "0" * 11}, dice=[3, 3]))
    assert refuses(t, lift(3))
