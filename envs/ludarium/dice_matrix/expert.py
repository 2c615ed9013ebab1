"""The expert at Dice Matrix: looks ahead on what dice are worth at the end, and plays endings perfectly.

Ratings are the lead in points that the expert foresees for the end of this game, with what was carried from an earlier
one; `SOLVED` is added where it is certain. Only the best rating is a value, the others say "no better than this".
"""

from __future__ import annotations

import numpy as np

from ludarium.dice_matrix.lookahead import (
    DESK,
    ENTRY,
    FRAME,
    FRAMES,
    MOST,
    NONE,
    TABLE_SIZE,
    TO_THE_END,
    prepare,
    search,
    worth_of,
)
from ludarium.dice_matrix.rules import ACTIONS, FACES, OPEN, OPENING, TAKE
from ludarium.dice_matrix.solver import dice_of, lead_in_halves
from ludarium.engine.compiling import compiled

SOLVED = 10_000.0
SOLVABLE = 26  # dice; with so many the nodes suffice for one position in four, with 24 or 25 for six in seven
SOLVING_NODES = 200_000  # a node takes about 0.1 µs
DEEPENING_NODES = 120_000
OPENING_NODES = 200_000  # for the six faces together


@compiled
def consider(s, mask, bits, ratings):
    # The arrays are made here and used elsewhere: a record does not keep the array alive in which it lies.
    desks = np.zeros(1, DESK)
    frames = np.empty(FRAMES, FRAME)
    table = np.empty(TABLE_SIZE, ENTRY)
    if s.phase == OPENING:
        consider_opening(s, desks, frames, table, ratings)
    else:
        consider_taking(s, mask, desks, frames, table, ratings)


@compiled
def consider_taking(s, mask, desks, frames, table, ratings):
    desk = desks[0]
    prepare(s, s.totals, desk, table)
    actions = np.empty(s.left + int(s.pairs.sum()), np.int64)
    values = np.empty(len(actions), np.int64)
    list_actions(desk, mask, actions, values)
    solved = s.left <= SOLVABLE and solve(desk, frames, table, actions, values)
    if not solved:
        deepen(desk, frames, table, actions, values)
    lead = lead_in_halves(s)
    for i in range(len(actions)):
        ratings[actions[i]] = (lead + values[i]) / 2.0 + (SOLVED if solved else 0.0)


@compiled
def consider_opening(s, desks, frames, table, ratings):
    """Every face changes what the dice are worth, so each is looked at on its own, all to the same depth."""
    desk = desks[0]
    totals = np.empty(FACES, np.int64)
    values = np.empty(FACES, np.int64)
    lead = lead_in_halves(s)
    nodes = 0
    for depth in range(TO_THE_END):
        for face in range(FACES):
            totals[:] = s.totals
            totals[face] += 1
            prepare(s, totals, desk, table)
            desk.limit = OPENING_NODES - nodes
            reply = search(desk, frames, table, desk.dice, worth_of(desk, desk.dice), -MOST, MOST, depth)
            values[face] = 12 + totals[face] - reply
            nodes += desk.nodes
            if nodes > OPENING_NODES:
                return
        for face in range(FACES):
            ratings[OPEN + face] = (lead + values[face]) / 2.0


@compiled
def list_actions(desk, mask, actions, values):
    """The legal actions, and as their first values what they take; the worthiest first."""
    count = 0
    for action in range(TAKE, ACTIONS):
        if mask[action]:
            actions[count] = action
            values[count] = worth_of(desk, dice_of(action))
            count += 1
    sort(actions, values)


@compiled
def sort(actions, values):
    """By value, the best first; equal ones stay in their order."""
    for i in range(1, len(actions)):
        action, value = actions[i], values[i]
        k = i
        while k > 0 and values[k - 1] < value:
            actions[k], values[k] = actions[k - 1], values[k - 1]
            k -= 1
        actions[k], values[k] = action, value


@compiled
def solve(desk, frames, table, actions, values):
    """Finds the values of perfect play, and says whether the nodes sufficed. The best margin is the best outcome."""
    desk.limit = SOLVING_NODES
    found = values.copy()
    if not look(desk, frames, table, actions, found, TO_THE_END):
        return False
    values[:] = found
    return True


@compiled
def deepen(desk, frames, table, actions, values):
    """Looks one move further each time, the best first, until the nodes are used up."""
    desk.limit = desk.nodes + DEEPENING_NODES
    for depth in range(1, TO_THE_END + 1):
        finished = look(desk, frames, table, actions, values, depth)
        sort(actions, values)
        if not finished:
            return


@compiled
def look(desk, frames, table, actions, values, depth):
    """Values the actions by a search of this depth; says whether the nodes sufficed.

    The best gets its value, the others bounds below it. If the nodes do not suffice, the best is that of the actions
    looked at until then, among which was the best of the depth before.
    """
    best = -MOST
    for i in range(len(actions)):
        taken = dice_of(actions[i])
        gain = worth_of(desk, taken)
        rest = desk.dice ^ taken
        value = gain
        if rest != NONE:
            worth = worth_of(desk, rest)
            if i > 0:
                value = gain - search(desk, frames, table, rest, worth, gain - best - 1, gain - best, depth - 1)
            if i == 0 or value > best:
                value = gain - search(desk, frames, table, rest, worth, -MOST, gain - best, depth - 1)
        if desk.nodes > desk.limit:
            if i > 0:
                values[i:] = np.minimum(values[i:], best - 1)
            return False
        values[i] = value if value > best else min(value, best - 1)
        best = max(best, value)
    return True
