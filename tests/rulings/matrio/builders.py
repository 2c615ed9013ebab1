"""Cards, trays and positions of MatriO in short notation, for the tests of its rulings.

Cards are written as rank and suit ("10C", "QS"; jokers "X1", "X2"), trays as line and suit ("r0C": row 0, clubs;
"c2S": column 2, spades). A line is written as its four trays C D H S, "-" for an empty one, "AC/X1" for a pile from
bottom to top. A grid is written row by row with the owners' numbers, "." for a cell without a marker.
"""

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


# Every club tray is filled, and all the others are empty.
SIX_CLUBS = {"r0": "AC - - -", "r1": "2C - - -", "r2": "3C - - -", "c0": "5C - - -", "c1": "6C - - -", "c2": "7C - - -"}
