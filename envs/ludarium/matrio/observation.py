"""What a player of MatriO sees, as numbers. Players are counted clockwise from the observer, who is number 0."""

from __future__ import annotations

from ludarium.engine.compiling import compiled
from ludarium.engine.layout import Layout, clipped
from ludarium.engine.protocol import NOBODY
from ludarium.matrio.rules import (
    CARDS,
    CELLS,
    CROSSINGS,
    HAND,
    IN_HAND,
    JOKER,
    LINES,
    NO_CARD,
    PLAYERS,
    SUIT,
    SUITS,
    TRAYS,
    TWO_OF_CLUBS,
)

LAYOUT = Layout(
    ("asked", (2,), "you are to play: any card; the 2 of clubs and no other; zeros if it is not your turn"),
    ("hand", (CARDS,), "the cards you hold, or set aside when you withdrew"),
    ("played", (CARDS,), "cards on the board, on top or covered"),
    ("unseen", (CARDS,), "all other cards: held or set aside by the others"),
    ("values", (TRAYS,), "value of the top card of every tray, in 13ths"),
    ("empty", (TRAYS,), "trays without a card"),
    ("jokers", (TRAYS,), "trays with a joker on top"),
    ("suits", (TRAYS, SUITS), "suit of the top card, one-hot"),
    ("free", (SUITS,), "suits whose six trays all hold a card, so that their cards may cover any card"),
    ("empty_of_suit", (SUITS,), "number of empty trays of the suit, in sixths"),
    ("missing", (LINES, SUITS + 1), "number of empty trays in every row and column, one-hot from 0"),
    ("completes", (TRAYS,), "for empty trays: cells that a card there would complete, in thirds"),
    ("prepares", (TRAYS,), "for empty trays: cells that would lack one more card after a card there, in thirds"),
    ("lacks", (CELLS, 4), "number of cards that every cell lacks, one-hot from 0 to 3; zeros for more"),
    ("cells", (CELLS,), "what every cell would score now, in 200ths, at most ±1"),
    ("owners", (CELLS, PLAYERS), "whose marker is in the cell"),
    (
        "slopes",
        (PLAYERS + 1, TRAYS),
        "by how much each total grows per point on a tray, in 40ths; last for cells without marker",
    ),
    ("shares", (PLAYERS, TRAYS), "slope times value of the tray: what its top card brings each player, in 520ths"),
    ("scores", (PLAYERS,), "the totals, in 1000ths, at most ±1"),
    ("lead", (), "your total less the highest other one still in, in 1000ths, at most ±1; −1 withdrawn, 1 alone"),
    ("leaders", (PLAYERS,), "players still in with the highest total"),
    ("markers", (PLAYERS,), "number of markers, in ninths"),
    ("marked", (PLAYERS,), "players who have a marker, and so will not have to withdraw"),
    ("withdrawn", (PLAYERS,), "players who have withdrawn"),
    ("held", (PLAYERS,), "number of cards held or set aside, in 13ths"),
    ("cards_left", (), "number of cards still to be played by those still in, in 52nds"),
    ("moving", (PLAYERS,), "the player to move"),
    ("last", (PLAYERS,), "the player who will play the last card if nobody else withdraws"),
    ("starter", (PLAYERS,), "the player who was dealt the 2 of clubs"),
    ("two_of_clubs", (PLAYERS,), "the same until that card is played: whoever is known to have it"),
)


@compiled
def observe(s, seat, o):
    observe_cards(s, seat, o)
    observe_trays(s, o)
    observe_cells(s, seat, o)
    observe_players(s, seat, o)
    observe_turn(s, seat, o)


@compiled
def observe_cards(s, seat, o):
    """From the observer's own hand and the board alone: the other hands must not show."""
    for card in range(CARDS):
        o.played[card] = s.beneath[card] != IN_HAND
        o.unseen[card] = s.beneath[card] == IN_HAND
    for k in range(s.held[seat]):
        card = s.cards[HAND * seat + k]
        o.hand[card] = 1.0
        o.unseen[card] = 0.0


@compiled
def observe_trays(s, o):
    for tray in range(TRAYS):
        o.values[tray] = s.values[tray] / 13.0
        card = s.tops[tray]
        if card == NO_CARD:
            o.empty[tray] = 1.0
            observe_empty_tray(s, tray, o)
        elif SUIT[card] == JOKER:
            o.jokers[tray] = 1.0
        else:
            o.suits[tray, SUIT[card]] = 1.0
    for suit in range(SUITS):
        o.free[suit] = s.empty[suit] == 0
        o.empty_of_suit[suit] = s.empty[suit] / 6.0
    for line in range(LINES):
        o.missing[line, s.missing[line]] = 1.0


@compiled
def observe_empty_tray(s, tray, o):
    line = tray // SUITS
    for k in range(3):
        lacks = s.missing[line] + s.missing[CROSSINGS[line, k, 0]] - 1
        if lacks == 0:
            o.completes[tray] += 1.0 / 3.0
        elif lacks == 1:
            o.prepares[tray] += 1.0 / 3.0


@compiled
def observe_cells(s, seat, o):
    for cell in range(CELLS):
        row, column = cell // 3, 3 + cell % 3
        who = PLAYERS
        if s.markers[cell] != NOBODY:
            who = (s.markers[cell] - seat) % PLAYERS
            o.owners[cell, who] = 1.0
        total = 0
        for suit in range(SUITS):
            across, down = s.values[4 * row + suit], s.values[4 * column + suit]
            total += across * down
            o.slopes[who, 4 * row + suit] += down / 40.0
            o.slopes[who, 4 * column + suit] += across / 40.0
        o.cells[cell] = clipped(total / 200.0)
        lacks = s.missing[row] + s.missing[column]
        if lacks < 4:
            o.lacks[cell, lacks] = 1.0
    for who in range(PLAYERS):
        for tray in range(TRAYS):
            o.shares[who, tray] = o.slopes[who, tray] * o.values[tray]


@compiled
def observe_players(s, seat, o):
    nobody = -(2**31)
    best, best_other = nobody, nobody
    cards_left = 0
    for player in range(PLAYERS):
        if not s.withdrawn[player]:
            best = max(best, s.scores[player])
            cards_left += s.held[player]
            if player != seat:
                best_other = max(best_other, s.scores[player])
    for who in range(PLAYERS):
        player = (seat + who) % PLAYERS
        o.scores[who] = clipped(s.scores[player] / 1000.0)
        o.leaders[who] = s.scores[player] == best and not s.withdrawn[player]
        o.markers[who] = s.marked[player] / 9.0
        o.marked[who] = s.marked[player] > 0
        o.withdrawn[who] = s.withdrawn[player]
        o.held[who] = s.held[player] / 13.0
    o.cards_left = cards_left / 52.0
    if s.withdrawn[seat]:
        o.lead = -1.0
    else:
        o.lead = clipped((s.scores[seat] - best_other) / 1000.0)


@compiled
def observe_turn(s, seat, o):
    if s.starter != NOBODY:
        who = (s.starter - seat) % PLAYERS
        o.starter[who] = 1.0
        o.two_of_clubs[who] = s.beneath[TWO_OF_CLUBS] == IN_HAND
    if s.to_move == NOBODY or s.ended:
        return
    o.moving[(s.to_move - seat) % PLAYERS] = 1.0
    if s.to_move == seat:
        o.asked[1 if s.two_of_clubs_first and s.filled == 0 else 0] = 1.0
    last = s.to_move
    for k in range(1, PLAYERS):
        player = (s.to_move + k) % PLAYERS
        if s.held[player] >= s.held[last] and not s.withdrawn[player]:
            last = player
    o.last[(last - seat) % PLAYERS] = 1.0
