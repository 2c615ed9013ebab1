"""Ruling 11: several games on the ledger."""

import pytest

from tests.rulings.tablero.builders import play_out


def test_ruling_11_the_difference_is_recorded_and_the_winner_starts_afresh(table):
    t = play_out(table, "..0..1", chance=[(6, 4)], games=2)
    assert t.position() == {
        "stacks": [[] for _ in range(18)],
        "reserve": [12, 12],
        "to_move": 1,
        "dice": [4, 6],
        "doubles": False,
        "walk": None,
        "bumped": None,
        "turn": 1,
        "ledger": [0, 3],
        "game": 1,
        "starter": 1,
    }
    assert not t.terminated and t.rewards() == [0, 0]


def test_ruling_11_the_ledger_adds_up(table):
    t = play_out(table, "..0..1", chance=[(1, 2)], position={"game": 2, "ledger": [7, 4]}, games=4)
    assert t.position()["ledger"] == [7, 7] and t.position()["game"] == 3


@pytest.mark.parametrize(("tops", "starter"), [("1...10", 0), ("0...01", 1)])
def test_ruling_11_a_tie_records_nothing_but_the_tie_break_decides_who_starts(table, tops, starter):
    t = play_out(table, tops, chance=[(1, 2)], position={"starter": 1 - starter}, games=2, first_player=1 - starter)
    assert t.position()["ledger"] == [0, 0]
    assert t.position()["starter"] == starter and t.position()["to_move"] == starter


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("mover", [0, 1])
def test_ruling_11_after_a_draw_the_same_player_starts_again(table, mover, starter):
    t = play_out(table, "......", mover, [(1, 2)], {"starter": starter}, games=2, first_player=starter)
    assert t.position()["starter"] == starter and t.position()["to_move"] == starter
    assert t.position()["ledger"] == [0, 0]


@pytest.mark.parametrize(
    ("tops", "outcome", "difference"),
    [("..1...", [1, -1], 1), ("...1..", [0, 0], 0), ("....1.", [-1, 1], -1), ("0.....", [1, -1], 5)],
)
def test_ruling_11_the_larger_ledger_wins_the_last_game_included(table, tops, outcome, difference):
    last = {"game": 1, "ledger": [4, 0]}
    t = play_out(table, tops, position=last, games=2)
    assert t.terminated and t.rewards() == outcome
    assert t.position()["ledger"] == [4, 0] and t.position()["game"] == 1
    margin = play_out(table, tops, position=last, games=2, reward="margin").rewards()
    assert margin == pytest.approx([difference / 42, -difference / 42])


def test_ruling_11_in_a_series_the_tie_break_wins_no_points(table):
    t = play_out(table, "1...10", position={"game": 1}, games=2)
    assert t.terminated and t.rewards() == [0, 0]


def test_ruling_11_a_single_game_has_no_ledger_and_the_tie_break_wins_it(table):
    t = play_out(table, "1...10", games=1)
    assert t.rewards() == [1, -1] and t.position()["ledger"] == [0, 0]


def test_ruling_11_a_single_game_is_what_is_played_unless_told_otherwise(table):
    assert play_out(table, "0.....").terminated


# The rulebook's examples


def test_example_eleven_to_seven_records_four_on_the_ledger(table):
    """Ledger scoring: 5+6 against 1+2+4."""
    t = play_out(table, "11.100", chance=[(1, 2)], games=2)
    assert t.position()["ledger"] == [4, 0]
