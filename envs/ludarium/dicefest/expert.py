"""The expert at Dicefest: the strongest player made by hand, at some 10 ms a move."""

from __future__ import annotations

import numpy as np

from ludarium.dicefest.lookahead import DEEPEST, look_up, new_tree, pay, value
from ludarium.dicefest.rules import PAYING, STATE, TURN, TURNING, TURNS, apply
from ludarium.engine.compiling import compiled

BUDGET = 20000


@compiled
def consider(s, mask, bits, ratings):
    tree = new_tree(s.to_move, BUDGET)
    scratch = np.empty(2, STATE)
    actions = np.flatnonzero(mask)
    ratings[:] = -np.inf
    if len(actions) == 1:
        ratings[actions[0]] = 0.0
        return
    for depth in range(1, DEEPEST):
        found = np.full(len(actions), -np.inf)
        best = -np.inf
        done = 0
        for i, action in enumerate(actions):
            scratch[0] = s
            apply(scratch[0], action)
            found[i] = after(tree, scratch, depth, best)
            if tree[4][0] < 0 and i > 0:
                break
            best = max(best, found[i])
            done = i + 1
        for i in range(done):
            ratings[actions[i]] = found[i]
        for i in range(done, len(actions)):
            ratings[actions[i]] = -np.inf
        if tree[4][0] < 0 or abs(best) > 900.0:
            break
        # Best first, the order of equals kept.
        actions = actions[np.argsort(-found, kind="mergesort")]


@compiled
def after(tree, scratch, depth, best):
    t = scratch[0]
    alpha = best - 1e-9 if best > -np.inf else best
    if t.phase == PAYING:
        pay(t, t.left)
        t.left = 0
        t.phase = TURNING
    if t.phase == TURNING:
        found = -np.inf
        for turn in range(TURNS):
            scratch[1] = t
            apply(scratch[1], TURN + turn)
            tree[0][0] = scratch[1]
            look_up(tree, 0)
            found = max(found, value(tree, depth - 1, max(alpha, found), np.inf))
        return found
    tree[0][0] = t
    look_up(tree, 0)
    return value(tree, depth - 1, alpha, np.inf)
