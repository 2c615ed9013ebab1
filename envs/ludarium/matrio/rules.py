"""MatriO: the state record and the rules, compiled. Rulings are numbered as in the README beside this file."""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.generator import DEAL_ANEW, below, word
from ludarium.engine.protocol import CHANCE, NOBODY, RUNNING, TERMINATED

PLAYERS = 4
CARDS = 52
HAND = 13  # cards dealt to each player
SUITS = 4  # clubs, diamonds, hearts, spades
JOKER = 4  # what stands for a suit with the jokers
TWO_OF_CLUBS = 1

LINES = 6  # rows 0–2, columns 3–5
TRAYS = 24  # line · 4 + suit
CELLS = 9  # row · 3 + column

ACTIONS = CARDS * TRAYS  # card · 24 + tray

NO_CARD = -1  # on an empty tray, under the lowest card of a tray
IN_HAND = -2  # in the place of the card beneath, for a card that is not on the board

STATE = np.dtype(
    [
        ("key", "u8"),
        # Options.
        ("margin", "?"),
        ("two_of_clubs_first", "?"),
        # The cards: those from `dealt` on are the deck; seat p's hand is the first held[p] of the 13 from 13·p.
        ("cards", "i1", CARDS),
        ("dealt", "i1"),
        ("held", "i1", PLAYERS),
        # The board. A tray is its top card, and for every card on the board the one beneath it.
        ("tops", "i1", TRAYS),
        ("beneath", "i1", CARDS),
        ("values", "i1", TRAYS),  # of the top cards, 0 for an empty tray
        ("empty", "i1", SUITS),  # how many trays of the suit are
        ("missing", "i1", LINES),  # how many trays of the line are empty
        ("filled", "i1"),  # how many trays are not
        ("markers", "i1", CELLS),
        # The players.
        ("marked", "i1", PLAYERS),  # markers on the board
        ("scores", "i4", PLAYERS),
        ("withdrawn", "i1", PLAYERS),  # 0 or 1: Numba has no arrays of truth values in a record
        ("starter", "i1"),
        ("to_move", "i1"),
        ("ended", "i1"),
    ],
    align=True,
)


def deck() -> list[tuple[int, int]]:
    """Suit and rank (ace 1 to king 13) of every card in the order of their numbers; jokers have rank 0 (ruling 1)."""
    discarded = (0, 4), (1, 10)
    suited = [(suit, rank) for suit in range(SUITS) for rank in range(1, 14)]
    return [card for card in suited if card not in discarded] + [(JOKER, 0)] * 2


def values() -> np.ndarray:
    """What every card is worth (ruling 5)."""
    table = []
    for suit, rank in deck():
        red = suit in (1, 2)
        worth = 13 if (suit, rank) == (3, 12) else min(rank, 10)
        table.append(-worth if red else worth)
    return np.array(table, np.int8)


def crossings() -> np.ndarray:
    """The three lines that cross a line and the cells where they do, [line, 0–2] = (other line, cell)."""
    table = np.zeros((LINES, 3, 2), np.int8)
    for row in range(3):
        for column in range(3):
            table[row, column] = 3 + column, 3 * row + column
            table[3 + column, row] = row, 3 * row + column
    return table


SUIT = np.array([suit for suit, _ in deck()], np.int8)
VALUE = values()
CROSSINGS = crossings()


@compiled
def cell_score(s, cell):
    """Ruling 6."""
    row, column = cell // 3, 3 + cell % 3
    total = 0
    for suit in range(SUITS):
        total += s.values[4 * row + suit] * s.values[4 * column + suit]
    return total


@compiled
def new(s):
    for card in range(CARDS):
        s.cards[card] = card
        s.beneath[card] = IN_HAND
    s.dealt = 0
    s.held[:] = 0
    s.tops[:] = NO_CARD
    s.values[:] = 0
    s.empty[:] = LINES
    s.missing[:] = SUITS
    s.filled = 0
    s.markers[:] = NOBODY
    s.marked[:] = 0
    s.scores[:] = 0
    s.withdrawn[:] = 0
    s.starter = NOBODY
    s.to_move = NOBODY
    s.ended = RUNNING


@compiled
def legal(s, mask):
    mask[:] = 0
    me = s.to_move
    opening = s.two_of_clubs_first and s.filled == 0
    count = 0
    for k in range(s.held[me]):
        card = s.cards[HAND * me + k]
        if not opening or card == TWO_OF_CLUBS:
            count += legal_trays(s, card, mask[TRAYS * card : TRAYS * (card + 1)])
    return count


@compiled
def legal_trays(s, card, row):
    """Ruling 3: fills a card's part of the mask, which holds zeros, and returns the number of its trays."""
    suit = SUIT[card]
    if suit == JOKER:
        row[:] = 1
        return TRAYS
    if s.empty[suit] > 0:
        for line in range(LINES):
            row[4 * line + suit] = s.tops[4 * line + suit] == NO_CARD
        return s.empty[suit]
    for tray in range(TRAYS):
        row[tray] = s.tops[tray] != NO_CARD
    return s.filled


@compiled
def apply(s, action):
    card, tray = action // TRAYS, action % TRAYS
    line, suit = tray // SUITS, tray % SUITS
    filled_before = s.filled
    take_from_hand(s, card)
    if s.tops[tray] == NO_CARD:
        s.empty[suit] -= 1
        s.missing[line] -= 1
        s.filled += 1
    gain = VALUE[card] - s.values[tray]
    s.beneath[card] = s.tops[tray]
    s.tops[tray] = card
    s.values[tray] = VALUE[card]
    update_cells(s, line, suit, gain)
    if s.filled == TRAYS and filled_before < TRAYS:
        withdraw(s)
    pass_turn(s)


@compiled
def take_from_hand(s, card):
    """The last card of the hand takes the place of the one that is played."""
    start = HAND * s.to_move
    k = start
    while s.cards[k] != card:
        k += 1
    s.held[s.to_move] -= 1
    s.cards[k] = s.cards[start + s.held[s.to_move]]


@compiled
def update_cells(s, line, suit, gain):
    """Rulings 4 and 6: scores follow the tray, whose value rose by `gain`; the mover marks cells now complete."""
    for k in range(3):
        other, cell = CROSSINGS[line, k]
        owner = s.markers[cell]
        if owner != NOBODY:
            s.scores[owner] += gain * s.values[4 * other + suit]
        elif s.missing[line] + s.missing[other] == 0:
            s.markers[cell] = s.to_move
            s.marked[s.to_move] += 1
            s.scores[s.to_move] += cell_score(s, cell)


@compiled
def withdraw(s):
    """Ruling 7: all nine cells are filled, and players without a marker leave; a player left alone has won."""
    left = 0
    for player in range(PLAYERS):
        s.withdrawn[player] = s.marked[player] == 0
        left += s.marked[player] > 0
    if left == 1:
        s.ended = TERMINATED


@compiled
def pass_turn(s):
    """The next player still in who holds a card is to move; if there is none, the game is over (ruling 8)."""
    for k in range(1, PLAYERS + 1):
        player = (s.to_move + k) % PLAYERS
        if s.held[player] > 0 and not s.withdrawn[player]:
            s.to_move = player
            return
    s.ended = TERMINATED


@compiled
def forced(s):
    """Never needed: every card always has a place, and only players who hold one are to move."""
    pass_turn(s)


@compiled
def chance(s, outcome):
    """Deals one card: the first 13 to seat 0, the next 13 to seat 1, and so on."""
    k = np.int64(s.dealt)
    if outcome < 0:
        k += below(word(s.key, 0, s.dealt), CARDS - s.dealt)
    else:
        while s.cards[k] != outcome:
            k += 1
    card = s.cards[k]
    s.cards[k] = s.cards[s.dealt]
    s.cards[s.dealt] = card
    player = s.dealt // HAND
    s.held[player] += 1
    s.dealt += 1
    if card == TWO_OF_CLUBS:
        s.starter = player
    if s.dealt == CARDS:
        s.to_move = s.starter


@compiled
def mover(s):
    return CHANCE if s.dealt < CARDS else s.to_move


@compiled
def over(s):
    return s.ended


@compiled
def seats(s):
    return PLAYERS


@compiled
def winners(s):
    """Rulings 7 and 8: the highest total among those who have not withdrawn."""
    won = 0
    best = 0
    for player in range(PLAYERS):
        if not s.withdrawn[player]:
            if won == 0 or s.scores[player] > best:
                best = s.scores[player]
                won = 0
            if s.scores[player] == best:
                won |= 1 << player
    return won


@compiled
def margins(s, out):
    """A player who withdrew counts 100 less than the lowest total of those still in."""
    lowest = 2**31 - 1
    for player in range(PLAYERS):
        if not s.withdrawn[player]:
            lowest = min(lowest, s.scores[player])
    mean = 0.0
    for player in range(PLAYERS):
        out[player] = lowest - 100 if s.withdrawn[player] else s.scores[player]
        mean += out[player] / PLAYERS
    for player in range(PLAYERS):
        out[player] = (out[player] - mean) / 1000.0


@compiled
def determinize(s, seat):
    """Deals the cards of the other hands anew; the 2 of clubs stays, since its holder began (ruling 1).

    They are taken up in the order of their numbers, so that the deal tells nothing of how they lay before.
    """
    places = np.empty(CARDS, np.int64)
    unseen = np.zeros(CARDS, np.bool_)
    hidden = 0
    for player in range(PLAYERS):
        if player != seat:
            for place in range(HAND * player, HAND * player + s.held[player]):
                if s.cards[place] != TWO_OF_CLUBS:
                    places[hidden] = place
                    unseen[s.cards[place]] = True
                    hidden += 1
    # Each card takes a place that is still free; the last free one fills the gap.
    for card in range(CARDS):
        if unseen[card]:
            k = below(word(s.key, DEAL_ANEW, hidden), hidden)
            hidden -= 1
            s.cards[places[k]] = card
            places[k] = places[hidden]


@compiled
def signature(s):
    return 0
