"""Looking ahead in Dicefest: whole turns of all players, as deep as a budget of positions allows.

The others are taken to have one aim, to harm the player who thinks, so that all of a tree can be pruned whoever many
play. Where the counters of a rotation go is not searched but settled by a rule, or there would be thousands of turns.
"""

from __future__ import annotations

import numpy as np

from ludarium.dicefest.distances import STRANDED, turns_to_go
from ludarium.dicefest.rules import (
    COUNTERS,
    DICE,
    FACES,
    INNER_CELLS,
    MOST_PLAYERS,
    STATE,
    TOP,
    TURNED,
    TURNS,
    all_locked,
    can_rotate,
    check_lock,
    destination,
    forced,
    move,
    room,
    turn_over,
)
from ludarium.engine.compiling import compiled
from ludarium.engine.protocol import RUNNING, TERMINATED

DEEPEST = 12  # turns
MOST_TURNS = DICE * (4 + TURNS)
WON = 1000.0  # less the turns until then
LEFT, ME = 0, 1
PASS = -1


@compiled
def new_tree(me, budget):
    """Room for one line of play: positions, everybody's distances, turns of the mover and distances after them."""
    states = np.empty(DEEPEST + 2, STATE)
    distances = np.empty((DEEPEST + 2, MOST_PLAYERS), np.int64)
    turns = np.empty((DEEPEST + 2, MOST_TURNS), np.int64)
    after = np.empty((DEEPEST + 2, MOST_TURNS), np.int64)
    window = np.empty((DEEPEST + 2, 2))
    following = np.empty(DEEPEST + 2, np.int64)
    return states, distances, turns, after, np.array([budget, me]), following, following.copy(), window


@compiled
def look_up(tree, ply):
    s = tree[0][ply]
    for player in range(s.players):
        tree[1][ply, player] = turns_to_go(s, player, -1, 0, 0, s.collection[player])


@compiled
def list_turns(tree, ply):
    """Lists the turns of the mover, the best by distance first: die · 10 + direction, or 4 + way to turn it."""
    s = tree[0][ply]
    me = s.to_move
    cells = room(s)
    count = 0
    for d in range(DICE):
        if s.locked[me, d]:
            continue
        at, facing = s.at[me, d], s.facing[me, d]
        for direction in range(4):
            to = destination(s, me, d, direction)
            if to != 0:
                collection = s.collection[me] + ((s.counters >> to) & 1)
                count = insert(tree, ply, count, d * 10 + direction, turns_to_go(s, me, d, to, facing, collection))
        if can_rotate(s, me, d, cells):
            collection = s.collection[me] - FACES[facing, TOP]
            for turn in range(TURNS):
                after = turns_to_go(s, me, d, at, TURNED[0, facing, turn], collection)
                count = insert(tree, ply, count, d * 10 + 4 + turn, after)
    if count == 0:
        count = insert(tree, ply, 0, PASS, tree[1][ply, me])
    tree[4][LEFT] -= count
    return count


@compiled
def insert(tree, ply, count, turn, distance):
    k = count
    while k > 0 and tree[3][ply, k - 1] > distance:
        tree[3][ply, k] = tree[3][ply, k - 1]
        tree[2][ply, k] = tree[2][ply, k - 1]
        k -= 1
    tree[3][ply, k] = distance
    tree[2][ply, k] = turn
    return count + 1


@compiled
def pay(s, price):
    """Puts counters by rule."""
    me = s.to_move
    taken = s.counters | s.occupied
    s.collection[me] -= price
    for k in range(COUNTERS):
        if price == 0:
            break
        bit = np.int64(1) << INNER_CELLS[s.sides[me], k]
        if not taken & bit:
            s.counters |= bit
            price -= 1


@compiled
def play(s, turn):
    if turn == PASS:
        forced(s)
        return
    me = s.to_move
    d, k = turn // 10, turn % 10
    if k < 4:
        move(s, me, d, destination(s, me, d, k))
    else:
        pay(s, FACES[s.facing[me, d], TOP])
        s.facing[me, d] = TURNED[0, s.facing[me, d], k - 4]
        check_lock(s, me, d)
    turn_over(s)


@compiled
def judge(tree, ply, mover, distance):
    """How `me` stands at a ply, if the mover's distance were another."""
    me = tree[4][ME]
    players = tree[0][0].players
    mine, theirs = 0, STRANDED
    for player in range(players):
        h = distance if player == mover else tree[1][ply, player]
        if h == 0:
            return WON - ply if player == me else ply - WON
        if player == me:
            mine = h
        else:
            theirs = min(theirs, h)
    if mine == STRANDED:
        return ply - WON
    if theirs == STRANDED:
        return WON - ply
    return float(theirs - mine)


@compiled
def value(tree, depth, low, high):
    """The value of the position at ply 0, to a depth; without recursion, which Numba cannot cache."""
    states, distances, turns, after, info, following, counts, window = tree
    me = info[ME]
    ply = 0
    window[0, 0], window[0, 1] = low, high
    while True:
        # Going down: a new position at ply.
        s = states[ply]
        leaf = True
        if s.ended != RUNNING:
            v = 0.0
            if s.ended == TERMINATED and s.winner >= 0:
                v = WON - ply if s.winner == me else ply - WON
        elif ply == depth or all_locked(s, me):
            v = judge(tree, ply, -1, 0)
        else:
            counts[ply] = list_turns(tree, ply)
            if ply == depth - 1:
                v = judge(tree, ply, s.to_move, after[ply, 0])
            else:
                leaf = False
                following[ply] = 0
        # Going up: as long as nodes are done.
        while leaf:
            if ply == 0:
                return v
            ply -= 1
            side = 0 if states[ply].to_move == me else 1
            if side == 0:
                window[ply, 0] = max(window[ply, 0], v)
            else:
                window[ply, 1] = min(window[ply, 1], v)
            if following[ply] == counts[ply] or window[ply, 0] >= window[ply, 1] or info[LEFT] < 0:
                v = window[ply, side]
            else:
                leaf = False
        k = following[ply]
        following[ply] += 1
        mover = states[ply].to_move
        states[ply + 1] = states[ply]
        play(states[ply + 1], turns[ply, k])
        distances[ply + 1] = distances[ply]
        distances[ply + 1, mover] = after[ply, k]
        window[ply + 1] = window[ply]
        ply += 1
