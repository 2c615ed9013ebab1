"""Ruling 7: who withdraws with the ninth cell, and how play goes on."""

import pytest

from tests.rulings.matrio.builders import LINES, PLAIN, SPREAD, TRAYS, after, build, grid, lay, piles, play_out, without

NINTH = without(PLAIN, "r0S")  # 23 cards; the ace of spades in r0S will bring row 0
# 25 cards, red kings on the clubs of columns 1 and 2; with the ace in r0S the nine cells will be
# 5 -25 -24 / 17 -23 -2 / 22 -24 4, together -50.
SINKING = {**NINTH, "c1": "7C/KD 2D 2H 5S", "c2": "8C/KH 5D 5H 6S"}


def fill_the_grid(table, owners, **options):
    """Player 0 lays card 24, which brings the three cells of row 0; `owners` have the other six."""
    p = build(NINTH, "... " + owners, starter=1, holding={0: "AS"})
    t = table("matrio", position=p, **options)
    t.step(lay("AS", "r0S"))
    return t


def test_ruling_07_nobody_withdraws_who_has_a_marker(table):
    position = fill_the_grid(table, "111 223").position()
    assert position["markers"] == grid("000 111 223")
    assert position["withdrawn"] == [False] * 4
    assert position["to_move"] == 1


def test_ruling_07_a_player_without_a_marker_withdraws_at_once_and_keeps_the_hand(table):
    p = build(NINTH, "... 111 222", starter=1, holding={0: "AS"})
    t = table("matrio", position=p)
    position = after(t, lay("AS", "r0S"))
    assert position["withdrawn"] == [False, False, False, True]
    assert position["hands"][3] == p["hands"][3]
    assert len(position["hands"][3]) == 7
    assert position["scores"] == [5 + 26 + 30, 17 + 62 + 88, 22 + 78 + 112, 0]
    assert not t.terminated
    assert t.rewards() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("owners", "withdrawn", "turns_taken"),
    [
        ("111 222", [3], [1, 2, 0, 1, 2, 0]),
        ("111 333", [2], [1, 3, 0, 1, 3, 0]),
        ("222 333", [1], [2, 3, 0, 2, 3, 0]),
        ("111 111", [2, 3], [1, 0, 1, 0]),
        ("222 222", [1, 3], [2, 0, 2, 0]),
        ("333 333", [1, 2], [3, 0, 3, 0]),
        ("000 111", [2, 3], [1, 0, 1, 0]),
    ],
)
def test_ruling_07_play_goes_on_clockwise_among_the_others(table, owners, withdrawn, turns_taken):
    t = fill_the_grid(table, owners)
    assert t.position()["withdrawn"] == [player in withdrawn for player in range(4)]
    set_aside = [t.position()["hands"][player] for player in withdrawn]
    movers = play_out(t)
    assert movers[: len(turns_taken)] == turns_taken
    assert len(movers) == 7 * (4 - len(withdrawn))
    assert [t.position()["hands"][player] for player in withdrawn] == set_aside


@pytest.mark.parametrize(
    ("owners", "withdrawn", "order", "left_over"),
    [
        ("000 333", 2, [3, 0, 1], 7),
        ("222 333", 0, [2, 3, 1], 6),
        ("000 222", 3, [2, 0, 1], 7),
    ],
)
def test_ruling_07_withdrawing_in_mid_round(table, owners, withdrawn, order, left_over):
    """Card 26 is player 1's: players 0 and 1 have 6 cards left, players 2 and 3 have 7; all are played."""
    t = table("matrio", position=build(SINKING, "... " + owners, starter=0, holding={1: "AS"}))
    t.step(lay("AS", "r0S"))
    movers = play_out(t)
    assert movers[:3] == order
    hands = {0: 6, 1: 6, 2: 7, 3: 7}
    assert [movers.count(player) for player in order] == [hands[player] for player in order]
    assert withdrawn not in movers
    assert len(t.position()["hands"][withdrawn]) == left_over


def test_ruling_07_nobody_withdraws_before_the_ninth_cell(table):
    """The sixth cell falls; players 2 and 3 have no marker and play on."""
    p = build(without(NINTH, "c2S"), "... 11. 11.", starter=2, holding={0: "6S", 1: "9C", 3: "10C"})
    t = table("matrio", position=p)
    position = after(t, lay("6S", "c2S"))
    assert position["markers"] == grid("... 110 110")
    for mover, card in [(1, "9C"), (2, "2C"), (3, "10C")]:
        assert t.position()["withdrawn"] == [False] * 4
        assert t.position()["to_move"] == mover
        t.step(lay(card, "r1C"))
    assert t.position()["to_move"] == 0


def test_ruling_07_the_card_that_fills_the_grid_saves_its_player(table):
    """Player 0 had no marker before."""
    t = fill_the_grid(table, "123 123")
    assert t.position()["withdrawn"] == [False] * 4
    t = fill_the_grid(table, "111 111")
    assert t.position()["withdrawn"] == [False, False, True, True]


def test_ruling_07_covered_later_a_marker_still_keeps_its_player_in(table):
    """Withdrawing is settled when the grid is full; a total of zero or less does not matter."""
    t = table("matrio", position=build(PLAIN, SPREAD, starter=1, holding={1: "KD"}))
    position = after(t, lay("KD", "c0C"))
    assert position["scores"][1] < 0
    assert position["withdrawn"] == [False] * 4


def test_ruling_07_a_single_player_left_has_won_at_once(table):
    p = build(NINTH, "... 000 000", starter=1, holding={0: "AS"})
    t = table("matrio", position=p)
    position = after(t, lay("AS", "r0S"))
    assert t.terminated
    assert not t.truncated
    assert t.legal() == []
    assert position["to_move"] is None
    assert position["withdrawn"] == [False, True, True, True]
    assert [len(hand) for hand in position["hands"]] == [7, 7, 7, 7]
    assert t.rewards() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


@pytest.mark.parametrize(
    ("reward", "rewards"),
    [
        ("outcome", [1, -1 / 3, -1 / 3, -1 / 3]),
        ("margin", [0.075, -0.025, -0.025, -0.025]),  # values -50, -150, -150, -150
    ],
)
def test_known_fact_a_lone_survivor_wins_with_a_negative_total(table, reward, rewards):
    p = build(SINKING, "... 000 000", starter=3, holding={0: "AS"})
    t = table("matrio", position=p, reward=reward)
    assert after(t, lay("AS", "r0S"))["scores"] == [-50, 0, 0, 0]
    assert t.terminated
    assert t.rewards() == pytest.approx(rewards)


# Known facts

FIVE_CLUBS = {
    "r0": "AC AD AH AS",
    "r1": "3C 2D 2H 2S",
    "r2": "5C 3D 3H 3S",
    "c0": "6C 4D 4H 4S",
    "c1": "7C 5D 5H 5S",
    "c2": "- 6D 6H 6S/X1/X2/7D/8D/9D/JD/QD/KD/7H/8H/9H/10H/JH/QH/KH/7S/8S/9S/10S/JS/QS/KS",
}


def test_known_fact_fewest_legal_actions_2_and_latest_ninth_cell_46(table):
    """Everything is on the board but seven clubs, and one club tray is empty: card 46 must go there."""
    p = build(FIVE_CLUBS, "00. 11. 22.", holding={0: "2C", 1: "8C 9C", 2: "10C JC", 3: "QC KC"})
    assert sum(len(pile) for pile in p["trays"]) == 45
    t = table("matrio", position=p)
    assert t.legal() == [lay("8C", "c2C"), lay("9C", "c2C")]
    position = after(t, lay("9C", "c2C"))
    assert position["markers"] == grid("001 111 221")
    assert position["withdrawn"] == [False, False, False, True]
    assert len(t.legal()) == 2 * 24


def test_known_fact_earliest_ninth_cell_24(table):
    t = fill_the_grid(table, "111 223")
    assert sum(len(pile) for pile in t.position()["trays"]) == 24
    assert all(owner is not None for row in t.position()["markers"] for owner in row)


@pytest.mark.parametrize("tray", TRAYS)
def test_known_fact_the_last_tray_brings_three_cells(table, tray):
    card = piles(PLAIN)[TRAYS.index(tray)][0]
    line = LINES.index(tray[:2])
    cells = [[r == line or c + 3 == line for c in range(3)] for r in range(3)]
    others = " ".join("".join("." if cell else "1" for cell in row) for row in cells)
    t = table("matrio", position=build(without(PLAIN, tray), others, starter=1, holding={0: card}))
    position = after(t, lay(card, tray))
    assert position["markers"] == [[0 if cell else 1 for cell in row] for row in cells]
    assert position["withdrawn"] == [False, False, True, True]
