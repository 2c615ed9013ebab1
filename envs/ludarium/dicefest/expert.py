"""The expert at Dicefest: the strongest player made by hand, at some 10 ms a move.

It looks ahead turn by turn, one turn deeper each time, until its budget is spent, and judges what it then sees by the
turns that everybody has to go. There is no chance after the set-up, so it needs no random bits.
"""

from __future__ import annotations

import numpy as np

from ludarium.dicefest.lookahead import DEEPEST, WON, new_tree, out_of_budget, pay, value
from ludarium.dicefest.rules import PAYING, STATE, TURN, TURNING, TURNS, apply
from ludarium.engine.compiling import compiled

BUDGET = 160_000  # turns looked at for a decision: some 10 ms
HAIR = 1e-6  # much less than a turn: how far below the best an action is rated that was only shown not to be better


@compiled
def consider(s, mask, bits, ratings):
    actions = np.flatnonzero(mask)
    ratings[:] = 0.0
    if len(actions) == 1:
        return
    tree = new_tree(s.to_move, BUDGET)
    found = np.zeros(len(actions))
    for depth in range(DEEPEST):
        seen = look(tree, s, actions, depth, found)
        best = found[:seen].max() if seen else -WON
        if depth > 0 and best < -WON / 2:
            break  # all is lost, if the others see it: what looked best before they did is the best hope
        for i, action in enumerate(actions):
            ratings[action] = found[i] if i < seen else min(ratings[action], best - HAIR)
        if seen < len(actions) or best > WON / 2:
            break
        # The best first, so that the others are quickly refuted; the order of equals is kept.
        actions = actions[np.argsort(-found, kind="mergesort")]


@compiled
def look(tree, s, actions, depth, found):
    """Finds what actions are worth, so many turns ahead; returns how many it came to within the budget."""
    scratch = np.empty(2, STATE)
    best = -np.inf
    for i, action in enumerate(actions):
        scratch[0] = s
        apply(scratch[0], action)
        found[i] = worth_of(tree, scratch, depth, best - HAIR)
        if out_of_budget(tree):
            return i
        best = max(best, found[i])
    return len(actions)


@compiled
def worth_of(tree, scratch, depth, low):
    """What the position in scratch[0] is worth; if the turn is not over, with the best end to it, paid by rule."""
    s, ended = scratch[0], scratch[1]
    if s.phase == PAYING:
        pay(s, s.left)
        s.left = 0
        s.phase = TURNING
    if s.phase != TURNING:
        return value(tree, s, depth, low, np.inf)
    for turn in range(TURNS):
        scratch[1] = s
        apply(ended, TURN + turn)
        low = max(low, value(tree, ended, depth, low, np.inf))
    return low
