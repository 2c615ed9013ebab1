"""Looking ahead in Dicefest: whole turns of all players, as deep as asked, judged by everybody's turns to go.

All others are taken to have one aim, to harm the player who thinks: then a tree can be pruned however many play. Where
the counters of a rotation go is not searched but settled by a rule, or a turn would have thousands of branches.
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
    NOWHERE,
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
from ludarium.engine.generator import GOLDEN, mix
from ludarium.engine.protocol import RUNNING, TERMINATED

DEEPEST = 12  # turns
WON = 1000.0  # the value of a win, less the turns until then; a loss is the opposite

KINDS = 4 + TURNS  # turns of a die: four moves, then six ways to rotate it
PASS = -1  # a turn is die · KINDS + kind, or this

NODE = np.dtype(
    [
        ("distances", "i8", MOST_PLAYERS),  # everybody's turns to go
        ("turns", "i8", DICE * KINDS),  # what the mover can do
        ("after", "i8", DICE * KINDS),  # the mover's turns to go after it
        ("count", "i8"),
        ("tried", "i8"),
        ("low", "f8"),  # the value is of interest between these two, and they close in on it
        ("high", "f8"),
        ("asked_low", "f8"),  # as they were at first
        ("asked_high", "f8"),
        ("best", "i8"),  # the turn that moved a bound last
        ("key", "u8"),
    ],
    align=True,
)

EXACT, AT_LEAST, AT_MOST = range(3)
MEMORY = 1 << 14  # positions remembered, a power of two
SEEN = np.dtype([("key", "u8"), ("value", "f8"), ("best", "i4"), ("depth", "i2"), ("bound", "i2")], align=True)
LEFT, ME = 0, 1  # the budget that is left, in turns looked at; the seat that thinks


@compiled
def new_tree(me, budget):
    """Room for a line of play, its positions and nodes, and for what is remembered of others; and an account."""
    seen = np.empty(MEMORY, SEEN)
    for k in range(MEMORY):
        seen[k].key = 0
    return np.empty(DEEPEST + 1, STATE), np.empty(DEEPEST + 1, NODE), seen, np.array([budget, me])


@compiled
def out_of_budget(tree):
    """Then values are not to be trusted."""
    return tree[3][LEFT] < 0


@compiled
def value(tree, s, depth, low, high):
    """What a position is worth to the player who thinks, so many turns ahead, as far as it lies between two bounds.

    A loop over the plies, not a recursion: Numba cannot load recursive functions from its cache.
    """
    states, nodes, _, _ = tree
    states[0] = s
    for player in range(s.players):
        nodes[0].distances[player] = turns_to_go(s, player, -1, 0, 0, s.collection[player])
    nodes[0].low, nodes[0].high = low, high
    ply = 0
    while True:
        known, worth = enter(tree, ply, depth - ply)
        while known:
            if ply == 0:
                return worth
            ply -= 1
            known, worth = learn(tree, ply, depth - ply, worth)
        follow(tree, ply)
        ply += 1


@compiled
def enter(tree, ply, depth):
    """Opens the node of a position; says whether its value is known at once, and the value."""
    states, nodes, seen, account = tree
    s, node, me = states[ply], nodes[ply], account[ME]
    if s.ended != RUNNING:
        if s.ended == TERMINATED and s.winner >= 0:
            return True, WON - ply if s.winner == me else ply - WON
        return True, 0.0
    if depth <= 0 or all_locked(s, me):
        return True, judge(tree, ply, -1, 0)
    node.key = key_of(s, ply)
    old = seen[node.key & np.uint64(MEMORY - 1)]
    first = PASS
    if old.key == node.key:
        if old.depth == depth and tells(old, node):
            return True, old.value
        first = old.best
    list_turns(s, node, first)
    account[LEFT] -= node.count
    node.asked_low, node.asked_high = node.low, node.high
    node.tried = 0
    node.best = node.turns[0]
    if depth == 1:  # nobody can do better than to have the fewest turns to go
        return True, judge(tree, ply, s.to_move, node.after[: node.count].min())
    return False, 0.0


@compiled
def tells(old, node):
    """Whether what is remembered of a position settles the question that is asked of it now."""
    if old.bound == AT_LEAST:
        return old.value >= node.high
    if old.bound == AT_MOST:
        return old.value <= node.low
    return True


@compiled
def follow(tree, ply):
    """Plays the next turn of a node."""
    states, nodes, _, _ = tree
    node, child = nodes[ply], nodes[ply + 1]
    turn = node.turns[node.tried]
    states[ply + 1] = states[ply]
    play(states[ply + 1], turn)
    child.distances[:] = node.distances
    child.distances[states[ply].to_move] = node.after[node.tried]
    child.low, child.high = node.low, node.high
    node.tried += 1


@compiled
def learn(tree, ply, depth, worth):
    """Takes in the value of the turn that was followed; says whether the node's value is known now, and the value."""
    states, nodes, seen, account = tree
    node = nodes[ply]
    mine = states[ply].to_move == account[ME]
    if mine and worth > node.low:
        node.low, node.best = worth, node.turns[node.tried - 1]
    elif not mine and worth < node.high:
        node.high, node.best = worth, node.turns[node.tried - 1]
    if not out_of_budget(tree) and node.tried < node.count and node.low < node.high:
        return False, 0.0
    worth = node.low if mine else node.high
    if not out_of_budget(tree):
        old = seen[node.key & np.uint64(MEMORY - 1)]
        old.key, old.value, old.best, old.depth = node.key, worth, node.best, depth
        old.bound = AT_MOST if worth <= node.asked_low else AT_LEAST if worth >= node.asked_high else EXACT
    return True, worth


@compiled
def key_of(s, ply):
    """A number that stands for a position at a ply."""
    key = mix(np.uint64(s.counters) + GOLDEN * np.uint64(1 + ply * MOST_PLAYERS + s.to_move))
    for player in range(s.players):
        dice = np.uint64(s.collection[player])
        for d in range(DICE):
            dice = dice << np.uint64(12) | np.uint64(s.at[player, d]) << np.uint64(5) | np.uint64(s.facing[player, d])
        key = mix(key ^ dice)
    return key


@compiled
def judge(tree, ply, mover, distance):
    """How the player who thinks stands: turns to go of the best of the others, less the own.

    With a mover, as if that player's turns to go were another number.
    """
    states, nodes, _, account = tree
    mine, theirs = 0, STRANDED
    for player in range(states[0].players):
        turns = distance if player == mover else nodes[ply].distances[player]
        if turns == 0:
            return WON - ply if player == account[ME] else ply - WON
        if player == account[ME]:
            mine = turns
        else:
            theirs = min(theirs, turns)
    if mine == STRANDED:
        return ply - WON
    if theirs == STRANDED:
        return WON - ply
    return float(theirs - mine)


@compiled
def list_turns(s, node, first):
    """Lists the mover's turns, one of them first and then by the turns to go after them."""
    me = s.to_move
    cells = room(s)
    node.count = 0
    for d in range(DICE):
        if s.locked[me, d]:
            continue
        at, facing = s.at[me, d], s.facing[me, d]
        for direction in range(4):
            to = destination(s, me, d, direction)
            if to != NOWHERE:
                collection = s.collection[me] + ((s.counters >> to) & 1)
                insert(node, d * KINDS + direction, turns_to_go(s, me, d, to, facing, collection), first)
        if can_rotate(s, me, d, cells):
            collection = s.collection[me] - FACES[facing, TOP]
            for turn in range(TURNS):
                after = turns_to_go(s, me, d, at, TURNED[0, facing, turn], collection)
                insert(node, d * KINDS + 4 + turn, after, first)
    if node.count == 0:
        insert(node, PASS, node.distances[me], first)


@compiled
def insert(node, turn, after, first):
    k = node.count
    while k > 0 and (turn == first or (node.after[k - 1] > after and node.turns[k - 1] != first)):
        node.after[k], node.turns[k] = node.after[k - 1], node.turns[k - 1]
        k -= 1
    node.after[k], node.turns[k] = after, turn
    node.count += 1


@compiled
def play(s, turn):
    if turn == PASS:
        forced(s)
        return
    me = s.to_move
    d, kind = turn // KINDS, turn % KINDS
    if kind < 4:
        move(s, me, d, destination(s, me, d, kind))
    else:
        pay(s, FACES[s.facing[me, d], TOP])
        s.facing[me, d] = TURNED[0, s.facing[me, d], kind - 4]
        check_lock(s, me, d)
    turn_over(s)


@compiled
def pay(s, price):
    """Puts counters on the first free cells from the own side."""
    me = s.to_move
    taken = s.counters | s.occupied
    s.collection[me] -= price
    for k in range(COUNTERS):
        if price == 0:
            break
        cell = np.int64(1) << INNER_CELLS[s.sides[me], k]
        if not taken & cell:
            s.counters |= cell
            price -= 1
