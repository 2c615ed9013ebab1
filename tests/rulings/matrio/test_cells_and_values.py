"""Rulings 4, 5 and 6: completing cells, what cards count, and the scores of cells."""

import pytest

from tests.rulings.matrio.builders import OTHER, PLAIN, SPREAD, after, build, cards, grid, lay, piles

# Ruling 4: completing cells


def test_example_dot_marker_placement(table):
    """The rulebook's ten of clubs: rightmost column and bottom row become complete, purple takes the lower right."""
    board = {"r2": "7C 4D 6H QS", "c2": "- KD 7H 7S"}
    t = table("matrio", position=build(board, holding={3: "10C"}))
    position = after(t, lay("10C", "c2C"))
    assert position["markers"] == grid("... ... ..3")
    assert position["scores"] == [0, 0, 0, 7 * 10 + 4 * 10 + 6 * 7 + 13 * 7]


def test_ruling_04_a_line_alone_completes_nothing(table):
    t = table("matrio", position=build({"r0": "AC AD AH -"}, holding={3: "AS"}))
    position = after(t, lay("AS", "r0S"))
    assert position["markers"] == grid("... ... ...")
    assert position["scores"] == [0, 0, 0, 0]


def test_ruling_04_seven_trays_of_eight_are_not_enough(table):
    """A joker on top of a card completes nothing."""
    t = table("matrio", position=build({"r0": "AC AD AH -", "c0": "2C 2D 2H 2S"}, holding={3: "X1"}))
    assert after(t, lay("X1", "r0C"))["markers"] == grid("... ... ...")


def test_ruling_04_a_joker_can_complete_a_cell(table):
    t = table("matrio", position=build({"r0": "AC AD AH -", "c0": "2C 2D 2H 2S"}, holding={3: "X1"}))
    position = after(t, lay("X1", "r0S"))
    assert position["markers"] == grid("3.. ... ...")
    assert position["scores"] == [0, 0, 0, 1 * 2 + 1 * 2 + 1 * 2 + 0 * 2]


def test_ruling_04_one_card_can_complete_two_cells(table):
    board = {"r0": "- AD AH AS", "c0": "- 2D 2H 2S", "c1": "3C 3D 3H 3S", "c2": "5C 5D 5H 5S"}
    t = table("matrio", position=build(board, holding={2: "AC"}))
    position = after(t, lay("AC", "r0C"))
    assert position["markers"] == grid(".22 ... ...")
    assert position["scores"] == [0, 0, 3 * 4 + 5 * 4, 0]


def test_ruling_04_one_card_can_complete_a_row_of_three_cells(table):
    board = {"r0": "- AD AH AS", "c0": "2C 2D 2H 2S", "c1": "3C 3D 3H 3S", "c2": "5C 5D 5H 5S"}
    t = table("matrio", position=build(board, holding={3: "AC"}))
    position = after(t, lay("AC", "r0C"))
    assert position["markers"] == grid("333 ... ...")
    assert position["scores"] == [0, 0, 0, 4 * 2 + 4 * 3 + 4 * 5]


def test_ruling_04_one_card_can_complete_a_column_of_three_cells(table):
    board = {"r0": "2C 2D 2H 2S", "r1": "3C 3D 3H 3S", "r2": "5C 5D 5H 5S", "c1": "AC - AH AS"}
    t = table("matrio", position=build(board, holding={3: "AD"}))
    position = after(t, lay("AD", "c1D"))
    assert position["markers"] == grid(".3. .3. .3.")
    assert position["scores"] == [0, 0, 0, 40]


def test_ruling_04_a_card_completes_at_most_one_line(table):
    """Row 0 and column 0 both wait for their club tray: one card fills one of them, and cell (0, 0) stays open."""
    board = {"r0": "- AD AH AS", "c0": "- 2D 2H 2S"}
    t = table("matrio", position=build(board, holding={2: "AC", 3: "KC"}))
    assert after(t, lay("AC", "r0C"))["markers"] == grid("... ... ...")
    assert after(t, lay("KC", "c0C"))["markers"] == grid("3.. ... ...")


def test_ruling_04_a_marker_stays_whoever_covers_the_cards(table):
    """Player 3's cell; players 0 and 1 lay jokers on its row, players 2 and 3 build on elsewhere."""
    board = {"r0": "AC AD AH AS", "c0": "2C 2D 2H 2S"}
    p = build(board, "3.. ... ...", holding={0: "X1", 1: "X2", 2: "KH"})
    t = table("matrio", position=p)
    position = after(t, lay("X1", "r0C"), lay("X2", "r0D"), lay("KH", "r1H"))
    assert position["markers"] == grid("3.. ... ...")
    assert position["scores"] == [0, 0, 0, 4]


def test_ruling_04_only_the_newly_completed_cells_get_a_marker(table):
    board = {"r0": "AC AD AH AS", "c0": "2C 2D 2H 2S", "c1": "3C 3D 3H -"}
    t = table("matrio", position=build(board, "2.. ... ...", holding={3: "KS"}))
    position = after(t, lay("KS", "c1S"))
    assert position["markers"] == grid("23. ... ...")
    assert position["scores"] == [0, 0, 8, 3 + 3 + 3 + 10]


# Ruling 5: values

VALUES = {
    "AC": 1,
    "2C": 2,
    "3C": 3,
    "5C": 5,
    "6C": 6,
    "7C": 7,
    "8C": 8,
    "9C": 9,
    "10C": 10,
    "JC": 10,
    "QC": 10,
    "KC": 10,
    "AD": -1,
    "2D": -2,
    "3D": -3,
    "4D": -4,
    "5D": -5,
    "6D": -6,
    "7D": -7,
    "8D": -8,
    "9D": -9,
    "JD": -10,
    "QD": -10,
    "KD": -10,
    "AH": -1,
    "2H": -2,
    "3H": -3,
    "4H": -4,
    "5H": -5,
    "6H": -6,
    "7H": -7,
    "8H": -8,
    "9H": -9,
    "10H": -10,
    "JH": -10,
    "QH": -10,
    "KH": -10,
    "AS": 1,
    "2S": 2,
    "3S": 3,
    "4S": 4,
    "5S": 5,
    "6S": 6,
    "7S": 7,
    "8S": 8,
    "9S": 9,
    "10S": 10,
    "JS": 10,
    "QS": 13,
    "KS": 10,
}


@pytest.mark.parametrize("card", VALUES)
def test_ruling_05_value_of_every_suited_card(table, card):
    """The card is laid on r0C; player 1's cell (0, 0) then counts it once (plus 2) or twice (plus 70)."""
    on_plain = any(card in pile for pile in piles(PLAIN))
    board, times, rest = (OTHER, 2, 70) if on_plain else (PLAIN, 1, 2)
    t = table("matrio", position=build(board, SPREAD, starter=1, holding={1: card}))
    assert after(t, lay(card, "r0C"))["scores"][1] == times * VALUES[card] + rest


@pytest.mark.parametrize("joker", ["X1", "X2"])
def test_ruling_05_jokers_count_nothing(table, joker):
    """Cell (0, 0) is 3x1 + 9x1 + 6x1 + 1x2 = 20; without its row's club 17."""
    p = build({**PLAIN, "r0": "3C 9D 6H AS"}, SPREAD, starter=1, holding={1: joker})
    assert p["scores"][1] == 20
    assert after(table("matrio", position=p), lay(joker, "r0C"))["scores"][1] == 17


# Ruling 6: scores


@pytest.mark.parametrize(
    ("row", "column", "last"),
    [
        ("7C 4D 6H QS", "5C KD 7H -", ("7S", "c1S")),
        ("5C KD 7H 7S", "7C 4D 6H -", ("QS", "c1S")),
    ],
)
def test_ruling_06_golden_fact_208(table, row, column, last):
    """The rulebook's calculation for the bottom centre cell; it makes no difference which cards are the row's."""
    t = table("matrio", position=build({"r2": row, "c1": column}, holding={3: last[0]}))
    position = after(t, lay(*last))
    assert position["markers"] == grid("... ... .3.")
    assert position["scores"] == [0, 0, 0, 208]


def test_ruling_06_scores_of_a_full_board(table):
    """The nine cells of PLAIN are 5 26 30 / 17 62 88 / 22 78 112; player 1 lays the 2 of clubs on the 3 in r0C."""
    t = table("matrio", position=build(PLAIN, SPREAD, starter=1, holding={1: "2C"}))
    assert t.position()["scores"] == [17 + 62 + 88 + 22 + 78 + 112, 5, 26, 30]
    assert after(t, lay("2C", "r0C"))["scores"] == [379, 2 + 2, 14 + 5, 16 + 6]


def test_ruling_06_a_card_on_a_column_changes_its_three_cells_whoever_owns_them(table):
    """A red king on column 0's club: 3, 5 and 6 times -10 instead of 1. Totals may be negative."""
    t = table("matrio", position=build(PLAIN, SPREAD, starter=1, holding={1: "KD"}))
    assert after(t, lay("KD", "c0C"))["scores"] == [379 - 5 * 11 - 6 * 11, 5 - 3 * 11, 26, 30]


def test_ruling_06_a_card_on_a_row_changes_its_three_cells(table):
    """The queen of spades on row 0's ace: 12 more, times 2, 5 and 6."""
    t = table("matrio", position=build(PLAIN, SPREAD, starter=1, holding={1: "QS"}))
    assert after(t, lay("QS", "r0S"))["scores"] == [379, 5 + 24, 26 + 60, 30 + 72]


def test_ruling_06_a_card_counts_by_its_tray_and_not_by_its_suit(table):
    """A king of clubs on the heart tray of column 2 is multiplied with the heart trays of the rows: 0, -3, -4."""
    t = table("matrio", position=build(PLAIN, SPREAD, starter=1, holding={1: "KC"}))
    position = after(t, lay("KC", "c2H"))
    assert position["scores"] == [379 - 15 - 20 - 30 - 40, 5, 26, 30]


def test_ruling_06_only_the_top_card_counts(table):
    """Two cards on r0C one after the other: first 10, then 9 (cell factors 1, 7, 8 with 2, 5, 6 besides)."""
    t = table("matrio", position=build(PLAIN, SPREAD, starter=1, holding={1: "KC", 2: "9C"}))
    assert after(t, lay("KC", "r0C"))["scores"] == [379, 10 + 2, 70 + 5, 80 + 6]
    position = after(t, lay("9C", "r0C"))
    assert position["scores"] == [379, 9 + 2, 63 + 5, 72 + 6]
    assert position["trays"][0] == cards("3C KC 9C")
