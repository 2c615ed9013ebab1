"""The greedy player of MatriO: the heuristic that comes to mind first.

It plays the card after which its total is furthest ahead of the best of the others, as the board then lies. A marker
counts some points on top, the first one many, for without it a player has to withdraw.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.protocol import NOBODY
from ludarium.matrio.rules import CROSSINGS, HAND, NO_CARD, PLAYERS, SUITS, TRAYS, VALUE

# In points; chosen by hand.
MARKER = 50
FIRST_MARKER = 200


@compiled
def rate(s, mask, ratings):
    totals = np.empty(PLAYERS, np.int64)
    me = s.to_move
    for k in range(s.held[me]):
        card = s.cards[HAND * me + k]
        for tray in range(TRAYS):
            action = TRAYS * card + tray
            if mask[action]:
                markers = totals_after(s, card, tray, totals)
                ratings[action] = lead(s, totals, me) + MARKER * markers
                if markers > 0 and s.marked[me] == 0:
                    ratings[action] += FIRST_MARKER


@compiled
def totals_after(s, card, tray, totals):
    """Fills in the totals as they would be with the mover's card on the tray; returns how many cells it completes."""
    line, suit = tray // SUITS, tray % SUITS
    totals[:] = s.scores
    fills = s.tops[tray] == NO_CARD
    gain = VALUE[card] - s.values[tray]
    markers = 0
    for k in range(3):
        other, cell = CROSSINGS[line, k]
        owner = s.markers[cell]
        if owner != NOBODY:
            totals[owner] += gain * s.values[SUITS * other + suit]
        elif fills and s.missing[line] + s.missing[other] == 1:
            markers += 1
            totals[s.to_move] += gain * s.values[SUITS * other + suit]
            for n in range(SUITS):
                totals[s.to_move] += s.values[SUITS * line + n] * s.values[SUITS * other + n]
    return markers


@compiled
def lead(s, totals, me):
    """How far a player's total is ahead of the highest of the others still in."""
    best = -(2**31)
    for player in range(PLAYERS):
        if player != me and not s.withdrawn[player]:
            best = max(best, totals[player])
    return totals[me] - best
