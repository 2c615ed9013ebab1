"""Rulings 1 and 2: the board and its columns, and a roll whose dice are used once each."""

import pytest

from tests.rulings.tablero.builders import FORWARD, LOWER, centre, lift, place, play_out, setup, south

# Ruling 1: the board


@pytest.mark.parametrize("first", [0, 1])
def test_ruling_01_empty_board_and_twelve_tokens_each(table, first):
    t = table("tablero", chance=[(5, 2)], first_player=first)
    assert t.position() == {
        "stacks": [[] for _ in range(18)],
        "reserve": [12, 12],
        "to_move": first,
        "dice": [2, 5],
        "doubles": False,
        "walk": None,
        "bumped": None,
        "turn": 1,
        "ledger": [0, 0],
        "game": 0,
        "starter": first,
    }
    assert not t.terminated and not t.truncated and t.rewards() == [0, 0]


def test_ruling_01_player_0_starts_unless_told_otherwise(table):
    assert table("tablero", chance=[(1, 2)]).position()["to_move"] == 0


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("face", range(1, 7))
def test_ruling_01_columns_run_the_same_way_for_both(table, player, face):
    t = table("tablero", chance=[(face, face % 6 + 1)], first_player=player)
    t.step(place(face))
    cell = face - 1 if player == 0 else 12 + face - 1
    assert [c for c in range(18) if t.position()["stacks"][c]] == [cell]


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("value", range(1, 7))
def test_ruling_01_columns_are_worth_one_to_six_to_either_player(table, player, value):
    tops = "." * (value - 1) + str(player) + "." * (6 - value)
    rewards = play_out(table, tops, reward="margin").rewards()
    assert rewards[player] == pytest.approx(value / 21) and rewards[1 - player] == pytest.approx(-value / 21)


# Ruling 2: a roll, and each die once


def test_ruling_02_each_die_may_place_or_walk(table):
    t = table("tablero", position=setup({south(2): "0"}, dice=[2, 5]))
    assert t.legal() == [place(2), place(5), lift(2)]


@pytest.mark.parametrize(("first", "second"), [(2, 5), (5, 2)])
def test_ruling_02_dice_in_either_order_and_each_once(table, first, second):
    t = table("tablero", chance=[(2, 5), (6, 1)])
    t.step(place(first))
    assert t.position()["dice"] == [second] and t.position()["to_move"] == 0
    assert t.legal() == [place(second)]
    t.step(place(second))
    assert t.position()["dice"] == [1, 6] and t.position()["to_move"] == 1
    assert t.position()["turn"] == 2


def test_ruling_02_placing_covers_what_is_there_and_takes_from_the_reserve(table):
    t = table("tablero", position=setup({south(3): "011"}, dice=[3, 5]))
    assert t.position()["reserve"] == [11, 10]
    t.step(place(3))
    assert t.position()["stacks"][south(3)] == [0, 1, 1, 0]
    assert t.position()["reserve"] == [10, 10]


def test_ruling_02_the_last_reserve_token_can_be_placed(table):
    t = table("tablero", position=setup({south(2): "0", centre(1): "0" * 10}, dice=[2, 5]))
    assert t.legal() == [place(2), place(5), lift(2)]


def test_ruling_02_nothing_to_place_without_reserve(table):
    t = table("tablero", position=setup({south(2): "0", south(5): "0", centre(1): "0" * 10}, dice=[2, 5]))
    assert t.legal() == [lift(2), lift(5)]


def test_ruling_02_one_die_places_and_the_other_walks(table):
    t = table("tablero", position=setup({south(2): "0"}, dice=[2, 5]), chance=[(1, 2)])
    t.step(lift(2))
    assert t.position()["dice"] == [5]
    t.step(FORWARD)
    t.step(place(5))
    assert t.position()["stacks"][centre(2)] == [0] and t.position()["stacks"][south(5)] == [0]
    assert t.position()["to_move"] == 1


def test_ruling_02_a_token_just_placed_can_walk_with_the_other_die_of_doubles(table):
    t = table("tablero", chance=[(4, 4), (1, 2)])
    t.step(place(4))
    assert t.legal() == [place(4), lift(4)]
    t.step(lift(4))
    t.step(LOWER)
    assert t.position()["stacks"][south(3)] == [0] and t.position()["to_move"] == 1
