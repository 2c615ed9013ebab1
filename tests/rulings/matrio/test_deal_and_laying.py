"""Rulings 1, 2 and 3: the deal and the start, lines and trays, and where a card may go."""

import pytest

from tests.rulings.matrio.builders import (
    ALL_TRAYS,
    DECK,
    PLAIN,
    SIX_CLUBS,
    SPREAD,
    TRAYS,
    after,
    build,
    cards,
    deal,
    lay,
    places,
    refuses,
)

# Ruling 1: the deck, the deal and the start


@pytest.mark.parametrize("seat", range(4))
def test_ruling_01_the_holder_of_the_two_of_clubs_starts(table, seat):
    hands = deal({seat: "X2 2C AS"})
    t = table("matrio", chance=hands)
    assert t.position() == {
        "hands": [sorted(hand) for hand in hands[0]],
        "trays": [[] for _ in range(24)],
        "markers": [[None] * 3 for _ in range(3)],
        "scores": [0] * 4,
        "withdrawn": [False] * 4,
        "starter": seat,
        "to_move": seat,
    }
    assert not t.terminated
    assert not t.truncated


def test_ruling_01_card_numbers_run_through_the_suits(table):
    """First and last card of each suit, and both jokers, known by the trays they may begin with."""
    hand = [0, 1, 2, 11, 12, 23, 24, 25, 36, 37, 49, 50, 51]
    rest = [card for card in range(52) if card not in hand]
    t = table("matrio", chance=[[rest[:13], rest[13:26], hand, rest[26:]]])
    clubs, diamonds, hearts, spades = (list(range(suit, 24, 4)) for suit in range(4))
    trays = {
        0: clubs,
        1: clubs,
        2: clubs,
        11: clubs,
        12: diamonds,
        23: diamonds,
        24: hearts,
        25: hearts,
        36: hearts,
        37: spades,
        49: spades,
        50: range(24),
        51: range(24),
    }
    assert t.legal() == [card * 24 + tray for card in hand for tray in trays[card]]
    assert len(t.legal()) == 11 * 6 + 2 * 24


def test_ruling_01_the_starter_may_begin_with_any_card_and_keep_the_two_of_clubs(table):
    t = table("matrio", chance=deal({3: "2C KS"}))
    position = after(t, lay("KS", "c1S"))
    assert position["trays"][TRAYS.index("c1S")] == cards("KS")
    assert DECK.index("2C") in position["hands"][3]
    assert (position["starter"], position["to_move"]) == (3, 0)


def test_ruling_01_turns_go_clockwise(table):
    t = table("matrio", chance=deal({2: "2C"}))
    seen = []
    for _ in range(9):
        seen.append(t.position()["to_move"])
        t.step(t.legal()[0])
    assert seen == [2, 3, 0, 1, 2, 3, 0, 1, 2]
    assert t.position()["starter"] == 2


def test_option_opening_two_of_clubs_fixes_only_the_first_card(table):
    t = table("matrio", chance=deal({1: "2C X1 KS", 2: "3C X2"}), opening="two_of_clubs")
    assert t.legal() == [24, 28, 32, 36, 40, 44]
    assert refuses(t, lay("X1", "r0C"))
    assert refuses(t, lay("KS", "r0S"))
    t.step(lay("2C", "r1C"))
    assert places(t, "3C") == "r0C r2C c0C c1C c2C"
    assert places(t, "X2") == ALL_TRAYS
    assert len({action // 24 for action in t.legal()}) == 13


def test_option_opening_two_of_clubs_holds_for_a_position_before_the_first_card(table):
    p = build({}, starter=2, holding={2: "X1 AC"})
    assert table("matrio", position=p, opening="two_of_clubs").legal() == [24, 28, 32, 36, 40, 44]
    assert len({action // 24 for action in table("matrio", position=p).legal()}) == 13


# Ruling 2: lines and trays


@pytest.mark.parametrize("row", range(3))
@pytest.mark.parametrize("column", range(3))
def test_ruling_02_row_and_column_meet_in_their_cell(table, row, column):
    board = {f"r{row}": "AC AD AH AS", f"c{column}": "2C 2D 2H -"}
    t = table("matrio", position=build(board, holding={3: "2S"}))
    position = after(t, lay("2S", f"c{column}S"))
    assert position["trays"][(3 + column) * 4 + 3] == [38]
    assert position["markers"] == [[3 if (r, c) == (row, column) else None for c in range(3)] for r in range(3)]
    assert position["scores"] == [0, 0, 0, 1 * 2 + 1 * 2 + 1 * 2 + 1 * 2]


def test_ruling_02_each_suit_has_one_tray_in_each_line(table):
    t = table("matrio", chance=deal({0: "2C KD KH KS"}))
    assert places(t, "2C") == "r0C r1C r2C c0C c1C c2C"
    assert places(t, "KD") == "r0D r1D r2D c0D c1D c2D"
    assert places(t, "KH") == "r0H r1H r2H c0H c1H c2H"
    assert places(t, "KS") == "r0S r1S r2S c0S c1S c2S"


# Ruling 3: where a card may go


def test_ruling_03_a_suited_card_goes_to_an_empty_tray_of_its_suit_while_there_is_one(table):
    p = build({"r0": "AC AD - -", "r1": "5C - - AS"}, holding={0: "3C KD KH KS"})
    t = table("matrio", position=p)
    assert places(t, "3C") == "r2C c0C c1C c2C"
    assert places(t, "KD") == "r1D r2D c0D c1D c2D"
    assert places(t, "KH") == "r0H r1H r2H c0H c1H c2H"
    assert places(t, "KS") == "r0S r2S c0S c1S c2S"


def test_ruling_03_the_last_empty_tray_of_a_suit_is_the_only_place_and_then_any_card_may_be_covered(table):
    board = {**SIX_CLUBS, "c2": "- - - -", "r0": "AC - AH -"}
    t = table("matrio", position=build(board, holding={2: "10C", 3: "KC KH"}))
    assert places(t, "10C") == "c2C"
    t.step(lay("10C", "c2C"))
    assert places(t, "KC") == "r0C r0H r1C r2C c0C c1C c2C"
    assert places(t, "KH") == "r1H r2H c0H c1H c2H"


def test_ruling_03_six_cards_on_five_trays_do_not_open_a_suit(table):
    """A joker on a club leaves the sixth club tray empty."""
    board = {**SIX_CLUBS, "r0": "AC/X1 - - -", "c2": "- - - -"}
    t = table("matrio", position=build(board, holding={2: "10C"}))
    assert places(t, "10C") == "c2C"


def test_ruling_03_a_joker_in_an_empty_tray_fills_it(table):
    """Five clubs and a joker: clubs may cover, the joker too; diamonds still go to their own trays."""
    board = {**SIX_CLUBS, "c2": "X1 - - -"}
    t = table("matrio", position=build(board, holding={2: "10C KD"}))
    assert places(t, "10C") == "r0C r1C r2C c0C c1C c2C"
    assert places(t, "KD") == "r0D r1D r2D c0D c1D c2D"


def test_ruling_03_a_joker_in_a_tray_of_another_suit_may_be_covered_but_takes_the_tray_from_its_suit(table):
    board = {**SIX_CLUBS, "r1": "2C X1 - -"}
    t = table("matrio", position=build(board, holding={3: "KC KD"}))
    assert places(t, "KC") == "r0C r1C r1D r2C c0C c1C c2C"
    assert places(t, "KD") == "r0D r2D c0D c1D c2D"


def test_ruling_03_a_covering_card_may_be_covered_and_keeps_no_claim_to_the_tray(table):
    """A club on a heart: the tray stays a heart tray, and hearts still have five empty ones."""
    t = table("matrio", position=build({**SIX_CLUBS, "r0": "AC - AH -"}, holding={3: "KC", 0: "KH QC"}))
    position = after(t, lay("KC", "r0H"))
    assert position["trays"][2] == cards("AH KC")
    assert places(t, "KH") == "r1H r2H c0H c1H c2H"
    assert places(t, "QC") == "r0C r0H r1C r2C c0C c1C c2C"


@pytest.mark.parametrize(
    ("board", "markers", "mover"),
    [
        ({}, "... ... ...", 1),
        (SIX_CLUBS, "... ... ...", 3),
        ({**PLAIN, "r0": "3C 6D 6H AS"}, SPREAD, 1),
    ],
)
def test_ruling_03_a_joker_goes_to_any_tray(table, board, markers, mover):
    t = table("matrio", position=build(board, markers, starter=1, holding={mover: "X1 X2"}))
    assert places(t, "X1") == places(t, "X2") == ALL_TRAYS


def test_ruling_03_on_a_full_board_every_card_may_go_anywhere(table):
    t = table("matrio", position=build(PLAIN, SPREAD, starter=1))
    assert t.legal() == [card * 24 + tray for card in t.position()["hands"][1] for tray in range(24)]


def test_ruling_03_every_card_always_has_a_place(table):
    t = table("matrio", chance=deal({0: "2C"}))
    while not t.terminated:
        position = t.position()
        assert sorted({action // 24 for action in t.legal()}) == position["hands"][position["to_move"]]
        t.step(t.legal()[-1])


@pytest.mark.parametrize(
    "action",
    [
        lay("10C", "r0C"),  # there is an empty club tray
        lay("10C", "r0H"),  # an occupied tray, but the clubs are not full
        lay("10C", "c2D"),  # empty, but of another suit
        lay("KC", "c2C"),  # in another hand
        lay("AC", "c2C"),  # on the board
        -1,
        1248,
    ],
)
def test_ruling_03_anything_else_is_refused_and_changes_nothing(table, action):
    board = {**SIX_CLUBS, "c2": "- - - -", "r0": "AC - AH -"}
    t = table("matrio", position=build(board, holding={2: "10C", 3: "KC"}))
    assert refuses(t, action)


def test_ruling_03_a_card_of_a_full_suit_may_not_begin_a_tray(table):
    t = table("matrio", position=build({**SIX_CLUBS, "r0": "AC - AH -"}, holding={3: "KC"}))
    assert refuses(t, lay("KC", "r0D"))
    assert not refuses(t, lay("KC", "r0H"))


# Known facts


def test_known_fact_most_legal_actions_186(table):
    """Card 24 to come: two jokers (24 places each) and six cards of full suits (23 places each)."""
    board = {
        "r0": "AC AD AH AS",
        "r1": "2C 2D 2H 2S",
        "r2": "3C 3D 3H 3S",
        "c0": "5C 4D 4H 4S",
        "c1": "6C 5D 5H 5S",
        "c2": "7C 6D - 6S",
    }
    t = table("matrio", position=build(board, "00. 11. 22.", holding={3: "X1 X2 QC KC QD KD QS KS"}))
    assert len(t.legal()) == 2 * 24 + 6 * 23 == 186
