"""Rulings 6, 7 and 8: the end and its rewards, hidden scores, and tournaments of two games."""

import random

import pytest

from tests.rulings.dice_matrix.builders import (
    JUST_AHEAD,
    JUST_BEHIND,
    check_fresh_set_up,
    count,
    decisions_of,
    ending,
    in_turn,
    late,
    matrix_of,
    play_out,
    random_opening,
    random_set_up,
    recount,
    start,
    take,
    takes,
)

# Ruling 6


def test_ruling_06_ends_with_the_last_die_and_not_before(table):
    t = start(table, late({"a1": "r1", "c2": "k2"}))
    t.step(take("a1"))
    assert not t.terminated
    assert t.legal() == takes("c2")
    assert t.rewards() == [0, 0]
    t.step(take("c2"))
    assert t.terminated
    assert not t.truncated
    assert t.legal() == []


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("to_move", [0, 1])
def test_ruling_06_last_pair_ends_the_game(table, starter, to_move):
    before = late({"a1": "r1", "c1": "k1"}, starter=starter, to_move=to_move)
    t = start(table, before)
    t.step(take("a1", "c1"))
    assert t.terminated
    after = t.position()
    assert after["matrix"] == matrix_of({})
    assert (after["to_move"], after["spare"]) == (None, None)
    assert (after["starter"], after["game"], after["carried"]) == (starter, 0, [0, 0])
    assert count(after["areas"][to_move]) == count(before["areas"][to_move]) + 2
    assert after["scores"] == [recount(held) for held in after["areas"]]


def check_result(t, outcome, margin, reward):
    assert t.rewards() == [0, 0]
    t.step(take("d4"))
    assert t.terminated
    assert t.rewards() == pytest.approx({"outcome": [outcome, -outcome], "margin": [margin, -margin]}[reward])


@pytest.mark.parametrize("reward", ["outcome", "margin"])
@pytest.mark.parametrize("to_move", [0, 1])
@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize(("ahead", "sign"), [(0, 1), (1, -1)])
def test_ruling_06_one_point_wins(table, ahead, sign, starter, to_move, reward):
    dice = (JUST_AHEAD, JUST_BEHIND) if ahead == 0 else (JUST_BEHIND, JUST_AHEAD)
    t = start(table, ending(*dice, to_move=to_move, starter=starter), reward=reward)
    check_result(t, sign, sign * 0.01, reward)
    assert t.position()["scores"] == ([142, 141] if ahead == 0 else [141, 142])


@pytest.mark.parametrize("reward", ["outcome", "margin"])
@pytest.mark.parametrize("to_move", [0, 1])
def test_ruling_06_equal_scores_are_a_draw(table, to_move, reward):
    all_threes = in_turn("3" * 25)  # 1 + 2 + ... + 25 = 325 for the face line, 5 * 15 for the colours
    t = start(table, ending(all_threes, all_threes, to_move=to_move), reward=reward)
    check_result(t, 0, 0, reward)
    assert t.position()["scores"] == [400, 400]


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_06_rulebook_tip_24_dice_can_beat_26(table, reward):
    few = ["k1"] * 10 + ["p1"] * 4 + ["r1"] * 10  # 300 for the face line, 55 + 10 + 55 for the colours
    faces = "23456" * 5 + "2"  # 21 + 4 * 15 for the face lines, 21 + 55 + 55 for the colours
    many = [colour + face for colour, face in zip("p" * 6 + "g" * 10 + "b" * 10, faces, strict=True)]
    t = start(table, ending(few, many), reward=reward)
    check_result(t, 1, 2.08, reward)
    assert t.position()["scores"] == [420, 212]
    assert [count(held) for held in t.position()["areas"]] == [24, 26]


# Ruling 7


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_07_hidden_scores_change_neither_play_nor_outcome(table, reward, games):
    p = {**random_opening(7), "game": games - 1, "starter": 1, "to_move": 1, "carried": [[0, 0], [150, 160]][games - 1]}
    options = {"reward": reward, "games": games}
    open_game, hidden_game = start(table, p, **options), start(table, p, hidden_scores=True, **options)
    rng = random.Random(7)
    for _ in decisions_of(open_game):
        assert hidden_game.legal() == open_game.legal()
        action = rng.choice(open_game.legal())
        open_game.step(action)
        hidden_game.step(action)
        assert hidden_game.position() == open_game.position()
    assert hidden_game.terminated
    assert hidden_game.rewards() == open_game.rewards()
    assert sum(abs(reward) for reward in hidden_game.rewards()) > 0


# Ruling 8


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("to_move", [0, 1])
def test_ruling_08_the_other_player_starts_the_second_game(table, starter, to_move):
    before = ending(JUST_AHEAD, JUST_BEHIND, to_move=to_move, starter=starter)
    t = start(table, before, games=2, chance=[random_set_up(8)])
    t.step(take("d4"))
    p = t.position()
    check_fresh_set_up(p)
    # Where starter and to_move differ, the player who has taken the last die moves again.
    assert (p["game"], p["starter"], p["to_move"]) == (1, 1 - starter, 1 - starter)
    assert p["carried"] == [142, 141]
    assert not t.terminated
    assert not t.truncated
    assert t.rewards() == [0, 0]
    assert t.legal() == [0, 1, 2, 3, 4, 5]


def test_ruling_08_known_fact_one_player_may_move_twice_running_at_the_seam(table):
    t = start(table, late({"a1": "r1", "c2": "k2"}, starter=1, to_move=1), games=2, chance=[random_set_up(9)])
    movers = []
    for action in [take("a1"), take("c2"), 0]:
        movers.append(t.position()["to_move"])
        t.step(action)
    assert movers == [1, 0, 0]
    assert t.position()["scores"] == [2, 0]
    assert t.position()["to_move"] == 1


def test_ruling_08_a_tournament_is_two_games_with_a_set_up_each(table):
    t = table("dice_matrix", chance=[random_set_up(10), random_set_up(11)], games=2, first_player=1, reward="margin")
    seen = [t.position()]
    decisions = play_out(t, random.Random(8), look=lambda t: seen.append(t.position()))
    openings = [p for p in seen if p["spare"] is not None]
    assert [p["game"] for p in openings] == [0, 1]
    assert [p["starter"] for p in openings] == [1, 0]
    assert openings[0]["matrix"] != openings[1]["matrix"]
    assert 2 * 26 <= decisions <= 2 * 50
    final = seen[-1]
    seam = seen.index(openings[1])
    assert all(p["game"] == 0 and p["carried"] == [0, 0] for p in seen[:seam])
    assert all(p["game"] == 1 and p["carried"] == openings[1]["carried"] for p in seen[seam:])
    totals = [final["carried"][player] + final["scores"][player] for player in (0, 1)]
    lead = (totals[0] - totals[1]) / 100
    assert t.rewards() == pytest.approx([lead, -lead])


@pytest.mark.parametrize("reward", ["outcome", "margin"])
@pytest.mark.parametrize(
    ("carried", "outcome", "margin"),
    [
        ((150, 150), 1, 0.01),  # the second game's 142 : 141 decides
        ((150, 151), 0, 0.0),
        ((150, 152), -1, -0.01),  # the second game is won and the tournament lost
        ((200, 120), 1, 0.81),
    ],
)
def test_ruling_08_scores_of_both_games_add_up(table, carried, outcome, margin, reward):
    p = ending(JUST_AHEAD, JUST_BEHIND, starter=1, game=1, carried=carried)
    t = start(table, p, games=2, reward=reward)
    check_result(t, outcome, margin, reward)
    assert t.position()["scores"] == [142, 141]
    assert t.position()["carried"] == list(carried)
    assert t.position()["game"] == 1
