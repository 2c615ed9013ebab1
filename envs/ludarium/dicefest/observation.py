"""What a player of Dicefest sees, as numbers, in the observer's own frame. Nothing is hidden."""

from __future__ import annotations

from ludarium.dicefest.rules import (
    CHOOSING,
    COUNTERS,
    DICE,
    FACES,
    FAR_ROW,
    INNER_CELLS,
    MOST_PLAYERS,
    NOWHERE,
    OVER,
    OWN,
    PAYING,
    TOP,
    all_locked,
    can_rotate,
    destination,
    locks,
    room,
)
from ludarium.engine.compiling import compiled
from ludarium.engine.layout import Layout

ALL = MOST_PLAYERS, DICE

LAYOUT = Layout(
    ("asked", (3,), "which decision: move or rotate, put a counter, turn the die; zeros if none of yours"),
    ("sides", (MOST_PLAYERS, 4), "side of each player in turn order from you, one-hot clockwise from yours"),
    ("rows", (*ALL, 8), "row of each die of each player, one-hot from your side"),
    ("columns", (*ALL, 8), "column of each die, one-hot from your left"),
    ("top", (*ALL, 6), "face on top of each die, one-hot"),
    ("forward", (*ALL, 6), "face away from you, one-hot; the one towards you completes it to 7"),
    ("right", (*ALL, 6), "face to your right, one-hot; the one to your left completes it to 7"),
    ("locked", ALL, "the die is locked"),
    ("arrived", ALL, "the die is on its far side, opposite to its owner's"),
    ("ahead", ALL, "rows from the die to its far side, in sevenths"),
    ("aside", ALL, "columns from the die to the far space of its number, to its owner's right, in sixths"),
    ("moves", (*ALL, 4), "the die can move now forward, right, back, left"),
    ("takes", (*ALL, 4), "that move takes a counter"),
    ("locks", (*ALL, 4), "that move locks the die"),
    ("tip_locks", (*ALL, 4), "that tip locks the die: towards forward, right, back, left"),
    ("rotatable", ALL, "the owner has the counters for a rotation, and there is room for them"),
    ("dice", (2, 8, 8), "cells that hold your dice; the others' dice"),
    ("counters", (6, 6), "inner cells that hold a counter"),
    ("collection", (MOST_PLAYERS,), "counters each player holds, in 36ths"),
    ("holds", (MOST_PLAYERS, 6), "the player holds at least 1, …, 6 counters"),
    ("rotating", (DICE,), "the mover's die that is being rotated"),
    ("to_put", (6,), "at least 1, …, 6 counters are still to be put for it"),
    ("stranded", (MOST_PLAYERS,), "all dice of the player are locked, and the player has counters left"),
    ("moving", (MOST_PLAYERS,), "whose turn it is"),
    ("turns_left", (), "share of the turn limit that is left"),
)


@compiled
def observe(s, seat, o):
    side = s.sides[seat]
    cells = room(s)
    for k in range(s.players):
        player = seat + k if seat + k < s.players else seat + k - s.players
        o.sides[k, (s.sides[player] - side) & 3] = 1.0
        for d in range(DICE):
            observe_die(s, player, d, side, k, cells, o)
        held = s.collection[player]
        o.collection[k] = held / COUNTERS
        for n in range(min(held, 6)):
            o.holds[k, n] = 1.0
        if held > 0 and all_locked(s, player):
            o.stranded[k] = 1.0
        if s.phase != OVER and player == s.to_move:
            o.moving[k] = 1.0
    for c in range(COUNTERS):
        o.counters[c // 6, c % 6] = (s.counters >> INNER_CELLS[side, c]) & 1
    o.turns_left = (s.max_turns - s.turn) / s.max_turns
    if s.phase != OVER:
        if s.to_move == seat:
            o.asked[s.phase - CHOOSING] = 1.0
        if s.phase >= PAYING:
            o.rotating[s.die] = 1.0
            for n in range(s.left):
                o.to_put[n] = 1.0


@compiled
def observe_die(s, player, d, side, k, cells, o):
    """One die of the player who is number k in turn order from the observer, who sits at `side`."""
    at = s.at[player, d]
    faces = FACES[s.facing[player, d]]
    top = faces[TOP]
    seen = OWN[side, at]
    o.rows[k, d, seen >> 3] = 1.0
    o.columns[k, d, seen & 7] = 1.0
    o.dice[min(k, 1), seen >> 3, seen & 7] = 1.0
    o.top[k, d, top - 1] = 1.0
    o.forward[k, d, faces[side] - 1] = 1.0
    o.right[k, d, faces[(side + 1) & 3] - 1] = 1.0
    home = s.sides[player]
    own = OWN[home, at]
    o.arrived[k, d] = own >= FAR_ROW
    o.ahead[k, d] = (7 - (own >> 3)) / 7.0
    o.aside[k, d] = (top - (own & 7)) / 6.0
    if s.locked[player, d]:
        o.locked[k, d] = 1.0
        return
    o.rotatable[k, d] = can_rotate(s, player, d, cells)
    for quarter in range(4):
        direction = (side + quarter) & 3
        to = destination(s, player, d, direction)
        o.moves[k, d, quarter] = to != NOWHERE
        o.takes[k, d, quarter] = (s.counters >> to) & 1
        o.locks[k, d, quarter] = locks(home, to, top)
        o.tip_locks[k, d, quarter] = locks(home, at, faces[(direction + 2) & 3])  # a tip brings up the face behind it
