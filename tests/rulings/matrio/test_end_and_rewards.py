"""Ruling 8: the end, who wins, and the rewards."""

import pytest

from tests.rulings.matrio.builders import HELD_BY_WITHDRAWN, LATE, after, build, last_card, lay, refuses


def test_ruling_08_the_game_ends_with_the_last_card(table):
    t = table("matrio", position=last_card("QS", "000 111 322"))
    assert not t.terminated
    assert t.rewards() == [0, 0, 0, 0]
    position = after(t, lay("QS", "r2S"))
    assert t.terminated
    assert not t.truncated
    assert t.legal() == []
    assert position["to_move"] is None
    assert position["hands"] == [[], [], [], []]
    assert refuses(t, lay("QS", "r2S"))


def test_ruling_08_cards_of_withdrawn_players_do_not_prolong_the_game(table):
    """Players 2 and 3 have one card each, players 0 and 1 are out with two each."""
    p = build(LATE, "222 222 333", holding={2: "KS", 3: "QS", **HELD_BY_WITHDRAWN}, ninth=44, bury=True)
    t = table("matrio", position=p)
    assert p["to_move"] == 2
    position = after(t, lay("KS", "c0S"))
    assert not t.terminated
    assert position["to_move"] == 3
    position = after(t, lay("QS", "r2S"))
    assert t.terminated
    assert position["to_move"] is None
    assert [len(hand) for hand in position["hands"]] == [2, 2, 0, 0]


# The last card (laid on r2S: the cells of row 2 become 3, 1 and 2 times its value plus 7), the markers, the totals,
# the rewards for the outcome and for the margin.
ENDINGS = {
    "one winner": ("QS", "001 122 333", [0, 0, 0, 120], [-1 / 3, -1 / 3, -1 / 3, 1], [-0.03, -0.03, -0.03, 0.09]),
    "two share": ("QS", "000 111 322", [0, 0, 60, 60], [-1 / 3, -1 / 3, 1 / 3, 1 / 3], [-0.03, -0.03, 0.03, 0.03]),
    "other two share": (
        "KH",
        "000 111 322",
        [0, 0, -9, -9],
        [1 / 3, 1 / 3, -1 / 3, -1 / 3],
        [0.0045, 0.0045, -0.0045, -0.0045],
    ),
    "three share": (
        "KH",
        "001 122 333",
        [0, 0, 0, -18],
        [1 / 9, 1 / 9, 1 / 9, -1 / 3],
        [0.0045, 0.0045, 0.0045, -0.0135],
    ),
    "all share": ("7H", "001 122 333", [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]),
    "a joker last": (
        "X1",
        "001 122 333",
        [0, 0, 0, 42],
        [-1 / 3, -1 / 3, -1 / 3, 1],
        [-0.0105, -0.0105, -0.0105, 0.0315],
    ),
    # For the margin the withdrawn count 100 less than the lowest of the others.
    "one withdrawn, two share": (
        "KH",
        "222 111 333",
        [0, 0, 0, -18],
        [-1 / 3, 1 / 3, 1 / 3, -1 / 3],
        [-0.084, 0.034, 0.034, 0.016],
    ),  # values -118, 0, 0, -18
    "two withdrawn": ("QS", "222 222 333", [0, 0, 0, 120], [-1 / 3, -1 / 3, -1 / 3, 1], [-0.08, -0.08, 0.02, 0.14]),
    "two withdrawn, the mover loses": (
        "KH",
        "222 222 333",
        [0, 0, 0, -18],
        [-1 / 3, -1 / 3, 1, -1 / 3],
        [-0.0545, -0.0545, 0.0635, 0.0455],
    ),
    "two withdrawn do not share": (
        "7H",
        "222 222 333",
        [0, 0, 0, 0],
        [-1 / 3, -1 / 3, 1 / 3, 1 / 3],
        [-0.05, -0.05, 0.05, 0.05],
    ),
}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_08_highest_total_of_those_still_in_wins(table, ending, reward):
    card, markers, totals, outcome, margin = ENDINGS[ending]
    t = table("matrio", position=last_card(card, markers), reward=reward)
    assert after(t, lay(card, "r2S"))["scores"] == totals
    assert t.rewards() == pytest.approx(outcome if reward == "outcome" else margin)


@pytest.mark.parametrize(
    ("reward", "rewards"),
    [
        ("outcome", [-1 / 3, -1 / 3, -1 / 3, 1]),
        ("margin", [-0.053, -0.053, 0.047, 0.059]),  # values -130, -130, -30, -18; mean -77
    ],
)
def test_known_fact_a_survivor_wins_below_zero_while_the_withdrawn_show_zero(table, reward, rewards):
    """The queen of hearts on r1S makes row 1 worth -15 -5 -10."""
    board = {**LATE, "r1": "6C 6D 2H/5S JS/5H/QH"}
    t = table("matrio", position=last_card("KH", "222 222 333", board=board), reward=reward)
    assert after(t, lay("KH", "r2S"))["scores"] == [0, 0, -30, -18]
    assert t.rewards() == pytest.approx(rewards)


def test_reward_margin_puts_the_withdrawn_below_the_lowest_of_the_others_not_below_their_own_zero(table):
    """The king of spades on r1S makes row 1 worth 45 + 15 + 30; values -10, -10, 90, 120; mean 47.5."""
    board = {**LATE, "r1": "6C 6D 2H/5S JS/5H/KS"}
    t = table("matrio", position=last_card("QS", "222 222 333", board=board), reward="margin")
    assert after(t, lay("QS", "r2S"))["scores"] == [0, 0, 90, 120]
    assert t.rewards() == pytest.approx([-0.0575, -0.0575, 0.0425, 0.0725])


def test_example_finished_game_84(table):
    """The rulebook's finished game: yellow wins with -32 -5 +121. The other cards on the photograph are not
    described, so this board is made up around those three cells (player 3's, row 2)."""
    board = {
        "r0": "2C 4D 7H/X2 2S",
        "r1": "5C/5H 5D 4H 5S",
        "r2": "10C AD X1 AS",
        "c0": "6C/3D 6D/3C 3H 6S/AC",
        "c1": "7C/AH 2D 2H 3S",
        "c2": "KC 8D 6H 4S",
    }
    p = build(board, "000 112 333", holding={3: "QS"}, bury=True)
    t = table("matrio", position=p)
    assert after(t, lay("QS", "c2S"))["scores"] == [-16 + 12 + 78, 17 + 38, 79, -32 - 5 + 121]
    assert t.position()["scores"][3] == 84
    assert t.rewards() == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])
