"""Rulings 1 and 2: the set-up, and the left-over die that opens the game."""

import random

import pytest

from tests.rulings.dice_matrix.builders import (
    NO_DICE,
    area,
    check_fresh_set_up,
    opening,
    play_out,
    random_set_up,
    start,
    take,
)

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
