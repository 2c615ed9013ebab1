"""Rulings 8, 9 and 10: the last turn, the score with its tie-break, and the limit."""

import pytest

from tests.rulings.tablero.builders import (
    FORWARD,
    LAST,
    LOWER,
    centre,
    lift,
    north,
    place,
    play_out,
    retrieve,
    setup,
    south,
)

# Ruling 8: the last turn


def test_ruling_08_the_opponent_of_the_bumper_has_one_full_turn(table):
    t = table("tablero", position=setup(LAST, dice=[1, 2], bumped=1))
    t.step(place(1))
    assert not t.terminated and t.position()["to_move"] == 0
    t.step(place(2))
    assert t.terminated and not t.truncated and t.legal() == []
    over = t.position()
    assert over["to_move"] is None and over["dice"] == [] and over["walk"] is None
    assert over["bumped"] == 1 and over["turn"] == 20


def test_ruling_08_also_after_a_bump_of_player_0(table):
    t = table("tablero", position=setup({south(2): "0", centre(1): "0" * 11}, dice=[2, 5]), chance=[(3, 4)])
    for action in [lift(2), FORWARD, place(3)]:
        t.step(action)
    assert not t.terminated and t.position()["bumped"] == 0 and t.position()["to_move"] == 1
    t.step(place(4))
    assert t.terminated


def test_ruling_08_a_last_turn_can_end_with_a_walk(table):
    t = table("tablero", position=setup({**LAST, south(2): "0"}, dice=[2], bumped=1))
    t.step(lift(2))
    assert not t.terminated
    t.step(FORWARD)
    assert t.terminated


def test_ruling_08_a_lost_die_ends_the_last_turn_and_does_not_change_who_bumped(table):
    board = {**LAST, south(2): "0", centre(1): "0" * 11}
    t = table("tablero", position=setup(board, dice=[2, 5], bumped=1))
    t.step(lift(2))
    t.step(LOWER)
    assert t.terminated and t.position()["bumped"] == 1 and t.position()["dice"] == []


def test_ruling_08_a_useless_last_roll_ends_the_game_at_once(table):
    board = {**LAST, south(2): "0", centre(1): "0" * 11}
    t = table("tablero", position=setup(board, dice=[2, 5]), chance=[(1, 4)])
    t.step(lift(2))
    t.step(FORWARD)
    assert t.terminated and t.position()["bumped"] == 0 and t.position()["turn"] == 21


def test_ruling_08_a_retrieve_in_the_last_turn_grants_another_roll_each_time(table):
    t = table("tablero", position=setup({**LAST, centre(4): "00"}, dice=[3, 3], bumped=1), chance=[(5, 5), (1, 2)])
    t.step(retrieve(1, 4))
    assert not t.terminated and t.position()["to_move"] == 0 and t.position()["dice"] == [5, 5]
    t.step(retrieve(1, 4))
    assert not t.terminated and t.position()["turn"] == 22 and t.position()["bumped"] == 1
    t.step(place(1))
    t.step(place(2))
    assert t.terminated


def test_ruling_08_doubles_used_up_in_the_last_turn_end_it(table):
    t = table("tablero", position=setup({**LAST, centre(4): "0"}, dice=[3, 3], bumped=1))
    t.step(place(3))
    t.step(place(3))
    assert t.terminated and t.position()["doubles"] is True


# Ruling 9: the score


@pytest.mark.parametrize(
    ("tops", "rewards"),
    [
        ("0.....", [1, -1]),
        (".....1", [-1, 1]),
        ("00001.", [1, -1]),  # 10 to 5
        ("000011", [-1, 1]),  # 10 to 11
        ("111101", [-1, 1]),  # 5 to 16
        ("......", [0, 0]),
    ],
)
@pytest.mark.parametrize("mover", [0, 1])
def test_ruling_09_the_higher_total_wins(table, tops, rewards, mover):
    t = play_out(table, tops, mover)
    assert t.terminated and t.rewards() == rewards


@pytest.mark.parametrize(
    ("tops", "rewards"),
    [
        ("1...10", [1, -1]),  # 6 against 1+5
        ("0...01", [-1, 1]),
        ("110...", [1, -1]),  # 3 against 1+2
        ("0110..", [1, -1]),  # 1+4 against 2+3
        ("10..01", [-1, 1]),  # 2+5 against 1+6
    ],
)
def test_ruling_09_equal_totals_go_to_the_owner_of_the_best_space(table, tops, rewards):
    t = play_out(table, tops)
    assert t.terminated and t.rewards() == rewards


def test_ruling_09_buried_tokens_and_home_rows_score_nothing(table):
    board = {centre(6): "001", centre(2): "10", south(5): "0", north(3): "0", north(6): "1" * 10}
    for kind, expected in [("outcome", [-1, 1]), ("margin", [-4 / 21, 4 / 21])]:
        t = table("tablero", position=setup(board, dice=[1], bumped=1), reward=kind)
        t.step(place(1))
        assert t.rewards() == pytest.approx(expected)


def test_ruling_09_nothing_is_paid_before_the_end(table):
    t = table("tablero", position=setup({**LAST, centre(6): "0"}, dice=[1, 2], bumped=1))
    t.step(place(1))
    assert t.rewards() == [0, 0]


# Ruling 10: the limit


@pytest.mark.parametrize("kind", ["outcome", "margin"])
def test_ruling_10_truncated_when_one_roll_too_many_is_due(table, kind):
    t = table("tablero", position=setup({centre(6): "0"}, dice=[1]), max_turns=20, reward=kind)
    t.step(place(1))
    assert t.truncated and not t.terminated and t.legal() == [] and t.rewards() == [0, 0]
    over = t.position()
    assert over["to_move"] is None and over["dice"] == [] and over["turn"] == 20 and over["bumped"] is None


def test_ruling_10_the_last_roll_allowed_is_still_made(table):
    t = table("tablero", position=setup({}, dice=[1]), max_turns=21, chance=[(3, 3)])
    t.step(place(1))
    assert not t.truncated and t.position()["turn"] == 21 and t.position()["to_move"] == 1


def test_ruling_10_a_whole_game_of_one_roll(table):
    t = table("tablero", max_turns=1, chance=[(4, 4)])
    t.step(place(4))
    assert not t.truncated
    t.step(place(4))
    assert t.truncated and t.position()["doubles"] is True


@pytest.mark.parametrize(("turn", "over"), [(199, False), (200, True)])
def test_ruling_10_two_hundred_unless_told_otherwise(table, turn, over):
    t = table("tablero", position=setup({}, dice=[1], turn=turn), chance=[(1, 2)])
    t.step(place(1))
    assert t.truncated == over


def test_ruling_10_a_retrieve_asks_for_a_roll_as_well(table):
    t = table("tablero", position=setup({centre(4): "0"}, dice=[3, 3]), max_turns=20)
    t.step(retrieve(1, 4))
    assert t.truncated and t.position()["reserve"] == [12, 12] and t.position()["turn"] == 20


def test_ruling_10_a_bump_with_the_last_roll_lifts_the_limit(table):
    board = {south(2): "0", centre(1): "0" * 11}
    t = table("tablero", position=setup(board, dice=[2, 5]), max_turns=20, chance=[(3, 4)])
    t.step(lift(2))
    t.step(FORWARD)
    assert not t.truncated and t.position()["turn"] == 21 and t.position()["to_move"] == 1
    t.step(place(3))
    t.step(place(4))
    assert t.terminated and not t.truncated


def test_ruling_10_a_useless_roll_counts_and_bumps_before_the_limit_is_asked_about(table):
    t = table("tablero", position=setup(LAST, dice=[1]), max_turns=21, chance=[(2, 5), (3, 4)])
    t.step(place(1))
    assert not t.truncated and t.position()["turn"] == 22 and t.position()["bumped"] == 1


def test_ruling_10_after_a_bump_retrieves_may_go_far_beyond(table):
    position = setup({**LAST, centre(4): "00"}, dice=[3, 3], bumped=1)
    t = table("tablero", position=position, max_turns=20, chance=[(5, 5), (1, 2)])
    t.step(retrieve(1, 4))
    t.step(retrieve(1, 4))
    assert not t.truncated and t.position()["turn"] == 22 and t.position()["to_move"] == 0


def test_ruling_10_the_count_starts_again_with_every_game(table):
    t = play_out(table, "0.....", chance=[(1, 2)], games=2, max_turns=20)
    assert not t.truncated and t.position()["game"] == 1 and t.position()["turn"] == 1


def test_ruling_10_truncation_ends_the_series_and_voids_the_ledger(table):
    position = setup({}, dice=[1], game=1, ledger=[5, 0])
    t = table("tablero", position=position, games=3, max_turns=20)
    t.step(place(1))
    assert t.truncated and t.rewards() == [0, 0]
    assert t.position()["ledger"] == [5, 0] and t.position()["game"] == 1


# The rulebook's examples


def test_example_doubles_in_the_final_turn_still_allow_another(table):
    """The note on doubles: the option stays open when the other player has bumped."""
    t = table("tablero", position=setup({**LAST, centre(4): "0"}, dice=[3, 3], bumped=1), chance=[(1, 2)])
    assert retrieve(1, 4) in t.legal()
    t.step(retrieve(1, 4))
    assert not t.terminated and t.position()["to_move"] == 0


@pytest.mark.parametrize(("tops", "points"), [(".....0", 6), ("....0.", 5)])
def test_example_six_for_column_6_and_five_for_column_5(table, tops, points):
    """Single-game scoring."""
    assert play_out(table, tops, reward="margin").rewards() == pytest.approx([points / 21, -points / 21])


def test_example_a_loss_by_three_costs_three(table):
    """Gambling rules by difference: 1+4 against 2, and a tie pays nothing."""
    assert play_out(table, "10.1..", reward="margin").rewards() == pytest.approx([-3 / 21, 3 / 21])
    assert play_out(table, "110...", reward="margin").rewards() == [0, 0]
