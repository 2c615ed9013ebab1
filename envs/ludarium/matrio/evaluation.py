"""What a card on a tray is worth at a glance, for the expert at MatriO: to sort out candidates and to play games out.

A total is linear in the value of every tray. So one number a tray, its pull, tells what each card would change there,
and of the cards that may cover others only the highest, the lowest and the smallest can be the best: a decision of a
playout takes well under a microsecond.

The weights are in points. They were found by a random search, in which a player by glance alone met three greedy
players, and then rounded and thinned out as long as experts that used them did not get weaker.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.protocol import NOBODY, RUNNING
from ludarium.matrio.greedy import lead, totals_after
from ludarium.matrio.rules import (
    CROSSINGS,
    HAND,
    JOKER,
    NO_CARD,
    SUIT,
    SUITS,
    TRAYS,
    TWO_OF_CLUBS,
    VALUE,
    apply,
)

KEEP = 22.0  # what a card is worth in the hand, for each point of its size: later cards overrule earlier ones
MARKER = 220.0  # what a marker is worth on top of what its cell scores now
OPENING = 66.0  # what it costs to leave a cell that lacks one more card to the next player
OTHERS = 1.0 / 3.0  # weight of another player's point against an own one: the mover is compared with their mean


@compiled
def weigh_trays(s, pull):
    """Fills in for every tray by how much a point more there helps the mover."""
    me = s.to_move
    pull[:] = 0.0
    for row in range(3):
        for column in range(3):
            owner = s.markers[3 * row + column]
            if owner == NOBODY:
                continue
            weight = 1.0 if owner == me else -OTHERS
            for suit in range(SUITS):
                across, down = SUITS * row + suit, SUITS * (3 + column) + suit
                pull[across] += weight * s.values[down]
                pull[down] += weight * s.values[across]


@compiled
def price(s, card):
    """What it costs the mover not to have the card any more; the last card has no other use."""
    return KEEP * abs(VALUE[card]) if s.held[s.to_move] > 1 else 0.0


@compiled
def rate_filling(s, card, tray):
    """The rating of a card on an empty tray, where no cell is complete as yet."""
    line, suit = tray // SUITS, tray % SUITS
    rating = -price(s, card)
    for k in range(3):
        other = CROSSINGS[line, k, 0]
        lacks = s.missing[line] + s.missing[other]
        if lacks == 1:
            rating += MARKER + VALUE[card] * s.values[SUITS * other + suit]
            for n in range(SUITS):
                rating += s.values[SUITS * line + n] * s.values[SUITS * other + n]
        elif lacks == 2:
            rating -= OPENING
    return rating


@compiled
def rate_covering(s, card, tray, pull):
    return pull[tray] * (VALUE[card] - s.values[tray]) - price(s, card)


@compiled
def glance(s, action, pull):
    """The rating of any legal action, given the pulls of the trays."""
    card, tray = action // TRAYS, action % TRAYS
    if s.tops[tray] == NO_CARD:
        return rate_filling(s, card, tray)
    return rate_covering(s, card, tray, pull)


@compiled
def choose(s, pull, totals):
    """The legal action that is best at a glance; the last card of a hand goes where the lead is really greatest."""
    if s.held[s.to_move] == 1 and s.filled == TRAYS:
        return best_last(s, totals)
    weigh_trays(s, pull)
    action, best = best_filling(s)
    high, low, small = cards_to_cover_with(s)
    if high == NO_CARD:
        return action
    for tray in range(TRAYS):
        if s.tops[tray] != NO_CARD:
            for card in (high, low, small):
                rating = rate_covering(s, card, tray, pull)
                if rating > best:
                    action, best = TRAYS * card + tray, rating
    return action


@compiled
def best_last(s, totals):
    """The best place for the mover's only card when all trays hold one."""
    me = s.to_move
    card = np.int64(s.cards[HAND * me])
    action, best = -1, -(2**62)
    for tray in range(TRAYS):
        totals_after(s, card, tray, totals)
        rating = lead(s, totals, me)
        if rating > best:
            action, best = TRAYS * card + tray, rating
    return action


@compiled
def best_filling(s):
    """The best action on an empty tray and its rating."""
    me = s.to_move
    opening = s.two_of_clubs_first and s.filled == 0
    action, best = -1, -np.inf
    for k in range(s.held[me]):
        card = np.int64(s.cards[HAND * me + k])
        if opening and card != TWO_OF_CLUBS:
            continue
        suit = SUIT[card]
        first, stride = (0, 1) if suit == JOKER else (suit, SUITS)
        for tray in range(first, TRAYS, stride):
            if s.tops[tray] == NO_CARD:
                rating = rate_filling(s, card, tray)
                if rating > best:
                    action, best = TRAYS * card + tray, rating
    return action, best


@compiled
def cards_to_cover_with(s):
    """The highest, the lowest and the smallest card in hand that may cover others, or NO_CARD three times."""
    me = s.to_move
    high = low = small = NO_CARD
    for k in range(s.held[me]):
        card = np.int64(s.cards[HAND * me + k])
        if SUIT[card] == JOKER or s.empty[SUIT[card]] == 0:
            if high == NO_CARD or VALUE[card] > VALUE[high]:
                high = card
            if low == NO_CARD or VALUE[card] < VALUE[low]:
                low = card
            if small == NO_CARD or abs(VALUE[card]) < abs(VALUE[small]):
                small = card
    return high, low, small


@compiled
def play_out(s, pull, totals):
    """Everyone plays what is best at a glance, to the end."""
    while s.ended == RUNNING:
        apply(s, choose(s, pull, totals))
