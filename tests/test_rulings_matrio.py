"""The rulings of MatriO, one by one, with the rulebook's examples and the known facts about the game.

Cards are written as rank and suit ("10C", "QS"; jokers "X1", "X2"), trays as line and suit ("r0C": row 0, clubs;
"c2S": column 2, spades). A line is written as its four trays C D H S, "-" for an empty one, "AC/X1" for a pile from
bottom to top. A grid is written row by row with the owners' numbers, "." for a cell without a marker.
"""

import json

import pytest

SUITS = "CDHS"
LINES = ["r0", "r1", "r2", "c0", "c1", "c2"]
TRAYS = [line + suit for line in LINES for suit in SUITS]
RANKS = {
    "C": ["A", "2", "3", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
    "D": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K"],
    "H": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
    "S": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
}
DECK = [rank + suit for suit in SUITS for rank in RANKS[suit]] + ["X1", "X2"]
ALL_TRAYS = " ".join(TRAYS)


def value(name):
    """What a card counts, written out once more for the totals that a position has to state."""
    if name[0] == "X":
        return 0
    if name == "QS":
        return 13
    rank, suit = name[:-1], name[-1]
    points = {"A": 1, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)
    return points if suit in "CS" else -points


def cards(text):
    """Card numbers of a list of names."""
    return [DECK.index(name) for name in text.split()]


def grid(text):
    """Markers from "012 ... 333"."""
    return [[None if owner == "." else int(owner) for owner in row] for row in text.split()]


def lay(card, tray):
    """The action of laying a card on a tray."""
    return DECK.index(card) * 24 + TRAYS.index(tray)


def places(t, card):
    """The names of the trays on which the mover may lay a card."""
    return " ".join(TRAYS[action % 24] for action in t.legal() if action // 24 == DECK.index(card))


def deal(wanted):
    """Four hands with the wanted cards, filled up from the rest of the deck."""
    given = cards(" ".join(wanted.values()))
    rest = [card for card in range(52) if card not in given]
    hands = [cards(wanted.get(player, "")) for player in range(4)]
    for hand in hands:
        hand += [rest.pop() for _ in range(13 - len(hand))]
    return [hands]


def piles(board):
    """The 24 trays of a board {line: "C D H S"}, with the names of the cards."""
    trays = []
    for line in LINES:
        trays += [[] if pile == "-" else pile.split("/") for pile in board.get(line, "- - - -").split()]
    return trays


def without(board, tray):
    """The board with one tray emptied."""
    line, place = tray[:2], SUITS.index(tray[2])
    row = board[line].split()
    return {**board, line: " ".join([*row[:place], "-", *row[place + 1 :]])}


def turns(starter, played, withdrawn, ninth):
    """How many cards each has played, and whose turn it is, if card number `ninth` filled the grid."""
    counts, player = [0] * 4, starter
    for number in range(1, played + 1):
        counts[player] += 1
        player = (player + 1) % 4
        while number >= ninth and withdrawn[player]:
            player = (player + 1) % 4
    return counts, player


def build(board, markers="... ... ...", starter=0, holding=None, ninth=None, bury=False):
    """A position from a board. Players hold the cards in `holding` and are filled up from what is not on the board;
    with `bury` they hold nothing else, and the rest lies under the top card of r0H."""
    trays, holding = piles(board), {player: cards(text) for player, text in (holding or {}).items()}
    grid_now = grid(markers)
    owners = [owner for row in grid_now for owner in row]
    withdrawn = [None not in owners and player not in owners for player in range(4)]
    scores = [0] * 4
    for r in range(3):
        for c in range(3):
            if grid_now[r][c] is not None:
                tops = [(trays[4 * r + s][-1], trays[12 + 4 * c + s][-1]) for s in range(4)]
                scores[grid_now[r][c]] += sum(value(a) * value(b) for a, b in tops)
    trays = [[DECK.index(name) for name in pile] for pile in trays]
    used = [card for pile in [*trays, *holding.values()] for card in pile]
    rest = [card for card in range(52) if card not in used]
    if bury:
        r0h = trays[TRAYS.index("r0H")]
        r0h[1:1] = rest
        rest = []
    played = sum(len(pile) for pile in trays)
    counts, to_move = turns(starter, played, withdrawn, played if ninth is None else ninth)
    hands = [holding.get(player, []) for player in range(4)]
    if DECK.index("2C") in rest:
        hands[starter].append(rest.pop(rest.index(DECK.index("2C"))))
    for player in range(4):
        hands[player] += [rest.pop(0) for _ in range(13 - counts[player] - len(hands[player]))]
        assert len(hands[player]) == 13 - counts[player], "the test hands out cards that do not fit the turn"
        hands[player].sort()
    return {
        "hands": hands,
        "trays": trays,
        "markers": grid_now,
        "scores": scores,
        "withdrawn": withdrawn,
        "starter": starter,
        "to_move": to_move,
    }


def after(t, *actions):
    """Plays the actions and returns the position."""
    for action in actions:
        t.step(action)
    return t.position()


def refuses(t, action):
    """Whether an action is turned down with a ValueError and nothing is changed by it."""
    before = t.position()
    try:
        t.step(action)
    except ValueError:
        return t.position() == before
    return False


def play_out(t):
    """Plays the first legal action until the end; returns the players in the order of their turns."""
    movers = []
    while not t.terminated:
        movers.append(t.position()["to_move"])
        t.step(t.legal()[0])
    return movers


# A full board on which row 0 counts (3, 0, 0, 1), row 1 (5, -3, -3, 3), row 2 (6, -4, -4, 4),
# column 0 (1, -1, -1, 2), column 1 (7, -2, -2, 5), column 2 (8, -5, -5, 6).
PLAIN = {
    "r0": "3C X1 X2 AS",
    "r1": "5C 3D 3H 3S",
    "r2": "6C 4D 4H 4S",
    "c0": "AC AD AH 2S",
    "c1": "7C 2D 2H 5S",
    "c2": "8C 5D 5H 6S",
}
# Another full board, made of other cards except the jokers: cell (0, 0) counts 2 times the top of r0C, plus 7 x 10.
OTHER = {
    "r0": "9C X1 X2 7S",
    "r1": "JC 6D 6H 8S",
    "r2": "QC 7D 7H 9S",
    "c0": "2C 8D 8H 10S",
    "c1": "10C 9D 9H JS",
    "c2": "KC JD 10H KS",
}
# Player 1 to move (starter 1, 24 cards played, the last by player 0), each player with a marker.
SPREAD = "123 000 000"

# Near the end: rows (5, -5, 6, -6), (6, -6, 5, -5), (7, -7, 7, *) against columns (8, 8, 3, 3), (9, 9, 1, 1),
# (-9, -9, 2, 2): every cell of rows 0 and 1 is worth 0, and those of row 2 are 3, 1 and 2 times (7 + the top of r2S).
LATE = {
    "r0": "5C 5D AH/6S 10S/6H",
    "r1": "6C 6D 2H/5S JS/5H",
    "r2": "7C 7D 3H/7S 4S",
    "c0": "8C AD/8S 4H/3C 3S",
    "c1": "9C 2D/9S 8H/AC AS",
    "c2": "10C/9D 3D/9H 10H/2C 2S",
}
HELD_BY_WITHDRAWN = {0: "JD QD", 1: "JC QC"}


def last_card(card, markers, board=LATE):
    """The last turn of a game: player 3 has one card left. Players without a marker withdrew with two cards each,
    when card 44 (player 3's) filled the grid."""
    kept = {player: HELD_BY_WITHDRAWN[player] for player in (0, 1) if str(player) not in markers}
    return build(board, markers, holding={3: card, **kept}, ninth=44, bury=True)


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


SIX_CLUBS = {"r0": "AC - - -", "r1": "2C - - -", "r2": "3C - - -", "c0": "5C - - -", "c1": "6C - - -", "c2": "7C - - -"}


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


# Ruling 7: withdrawing

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


# Ruling 8: the end, and the rewards


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


# Actions and position


@pytest.mark.parametrize(
    ("action", "card", "tray"),
    [
        (0, 0, 0),
        (20, 0, 20),
        (24, 1, 0),
        (264, 11, 0),
        (284, 11, 20),
        (289, 12, 1),
        (573, 23, 21),
        (578, 24, 2),
        (886, 36, 22),
        (891, 37, 3),
        (1199, 49, 23),
        (1200, 50, 0),
        (1223, 50, 23),
        (1224, 51, 0),
        (1247, 51, 23),
    ],
)
def test_actions_are_card_times_24_plus_tray(table, action, card, tray):
    t = table("matrio", chance=deal({0: "2C" if card == 1 else f"2C {DECK[card]}"}))
    assert action in t.legal()
    position = after(t, action)
    assert [number for number in range(24) if position["trays"][number]] == [tray]
    assert position["trays"][tray] == [card]
    assert card not in position["hands"][0]
    assert len(position["hands"][0]) == 12


@pytest.mark.parametrize(
    ("action", "card", "tray"),
    [
        (47, 1, 23),
        (287, 11, 23),
        (552, 23, 0),
        (864, 36, 0),
        (1176, 49, 0),
    ],
)
def test_actions_on_a_full_board_reach_the_trays_of_other_suits(table, action, card, tray):
    t = table("matrio", position=build(PLAIN, SPREAD, starter=1, holding={1: DECK[card]}))
    assert after(t, action)["trays"][tray][-1] == card


def test_position_is_given_back_as_it_was(table):
    for p in (build({}), build(SIX_CLUBS), build(PLAIN, SPREAD, starter=1), last_card("QS", "222 222 333")):
        t = table("matrio", position=p)
        assert t.position() == p
        assert json.loads(json.dumps(t.position())) == p
        assert t.legal() != []
        assert not t.terminated
        assert not t.truncated


def test_position_is_a_copy(table):
    p = build(PLAIN, SPREAD, starter=1)
    given = json.loads(json.dumps(p))
    t = table("matrio", position=given)
    given["trays"][0].append(99)
    shown = t.position()
    shown["hands"][0].clear()
    shown["markers"][0][0] = None
    shown["trays"][5].clear()
    assert t.position() == p
