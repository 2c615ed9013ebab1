"""The numbers of all actions, the positions that go in and come out, and how long random games are."""

import copy
import random

import pytest

from tests.rulings.tablero.builders import FORWARD, LAST, centre, home, lift, north, on_the_way, refuses, setup, south

# The action numbers


@pytest.mark.parametrize(("player", "action", "cell"), [(0, 0, 0), (0, 5, 5), (1, 0, 12), (1, 5, 17)])
def test_actions_0_to_5_place(table, player, action, cell):
    t = table("tablero", position=setup({}, player, [1, 6]))
    t.step(action)
    assert t.position()["stacks"][cell] == [player]


@pytest.mark.parametrize(("player", "action", "cell"), [(0, 6, 0), (0, 11, 5), (1, 6, 12), (1, 11, 17)])
def test_actions_6_to_11_lift(table, player, action, cell):
    t = table("tablero", position=setup({cell: str(player)}, player, [1, 6]))
    t.step(action)
    assert t.position()["walk"] == {"at": cell, "hand": [player], "visited": [cell]}


@pytest.mark.parametrize(
    ("player", "action", "cell"),
    [(0, 12, 14), (0, 13, 2), (0, 14, 9), (0, 15, 7), (1, 12, 2), (1, 13, 14), (1, 14, 9), (1, 15, 7)],
)
def test_actions_12_to_15_walk_in_the_movers_frame(table, player, action, cell):
    # From the centre of column 3, reached along the neighbouring column so that all but the way back is open.
    side = 4 if action == 15 else 2
    visited = [home(player, side), centre(side), centre(3)]
    t = table("tablero", position=on_the_way(visited, str(player) * 2, player))
    t.step(action)
    assert t.position()["walk"]["at"] == cell and t.position()["stacks"][cell] == [player]


@pytest.mark.parametrize("action", [16, 21, 22, 27, 28, 33])
@pytest.mark.parametrize("player", [0, 1])
def test_actions_16_to_33_retrieve_in_the_movers_frame(table, player, action):
    row, column = divmod(action - 16, 6)
    cell = 6 * (row if player == 0 else 2 - row) + column
    t = table("tablero", position=setup({cell: str(player)}, player, [3, 3]), chance=[(1, 2)])
    assert t.legal() == [2, action]
    t.step(action)
    assert t.position()["stacks"][cell] == [] and t.position()["reserve"] == [12, 12]


@pytest.mark.parametrize(
    "position",
    [
        setup({south(2): "0", centre(3): "0"}, dice=[2, 5]),
        setup({north(2): "1", centre(3): "1", north(4): "10"}, to_move=1, dice=[4, 4]),
        setup({south(3): "0", centre(1): "0" * 11}, dice=[3, 3]),
        on_the_way([south(2), centre(2), centre(1)], "00"),
    ],
)
def test_actions_that_are_not_legal_are_refused_and_change_nothing(table, position):
    t = table("tablero", position=position, chance=[(1, 2)])
    legal = t.legal()
    for action in range(-1, 35):
        if action not in legal:
            assert refuses(t, action)
    assert t.position() == position and t.legal() == legal


# The position


@pytest.mark.parametrize(
    "position",
    [
        setup({south(2): "010", centre(4): "1"}, dice=[2, 5]),
        setup({south(2): "0"}, to_move=1, dice=[4], doubles=True),
        on_the_way([north(2), centre(2)], "01", player=1, dice=[5]),
        on_the_way([south(2), south(3)], "10"),
        setup(LAST, dice=[3, 3], bumped=1, turn=203),
    ],
)
def test_position_in_is_position_out(table, position):
    t = table("tablero", position=position)
    assert t.position() == position and not t.terminated and not t.truncated


def test_position_of_a_later_game_in_is_position_out(table):
    position = setup({}, to_move=1, game=2, ledger=[9, 4], starter=1, turn=1)
    assert table("tablero", position=position, games=3).position() == position


def test_position_is_a_copy_both_ways(table):
    given = on_the_way([south(2), south(3)], "00")
    kept = copy.deepcopy(given)
    t = table("tablero", position=given)
    given["stacks"][0].append(1)
    given["walk"]["hand"].append(1)
    taken = t.position()
    taken["stacks"][0].append(1)
    taken["walk"]["visited"].append(1)
    taken["reserve"][0] = 5
    assert t.position() == kept


def test_position_has_no_dice_during_the_walk_of_the_last_die(table):
    t = table("tablero", position=setup({south(2): "0"}, dice=[2]))
    t.step(lift(2))
    assert t.position()["dice"] == [] and t.position()["to_move"] == 0


@pytest.mark.parametrize(("roll", "doubles"), [((4, 1), False), ((4, 4), True)])
def test_position_after_the_end_tells_the_last_rolls_doubles(table, roll, doubles):
    # player_0 bumps, and player_1, all covered, can do nothing with the last roll.
    board = {south(2): "0", centre(1): "0" * 10, north(6): "1" * 12 + "0"}
    t = table("tablero", position=setup(board, dice=[2, 5]), chance=[roll])
    t.step(lift(2))
    t.step(FORWARD)
    assert t.terminated and t.position()["doubles"] is doubles
    assert t.position()["dice"] == [] and t.position()["turn"] == 21


# Worth knowing


def test_known_fact_at_most_thirteen_actions(table):
    # Eleven tokens on top of eleven stacks, one of them under the doubles, and one token in reserve.
    board = dict.fromkeys(range(2, 13), "0")
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert len(t.legal()) == 13
    board = dict.fromkeys(range(2, 14), "0")
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert len(t.legal()) == 12  # the twelfth costs the placement and the walk


def test_known_fact_random_games(table):
    rng = random.Random(20)
    rolls, choices = [], []
    for _ in range(200):
        t = table("tablero", chance=[(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(300)])
        while not t.terminated:
            choices.append(len(t.legal()))
            t.step(rng.choice(t.legal()))
        rolls.append(t.position()["turn"])
    assert len(choices) / 200 == pytest.approx(61, abs=4)
    assert sum(rolls) / 200 == pytest.approx(22.5, abs=1.5)
    assert sum(choices) / len(choices) == pytest.approx(2.5, abs=0.1) and max(choices) <= 13
    # Six turns empty a reserve, the seventh can bump, and the opponent answers once more.
    assert min(rolls) >= 14
