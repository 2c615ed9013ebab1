"""The expert at Tablero di Berona: the strongest player made by hand, at some 10 ms a move.

It lists every way to finish its turn, walks and all, and values where each leads. The most promising of these plans it
judges again by all 21 rolls that may follow and the best answer to each. At every single decision, also in the middle
of a walk, it plans what is left of the turn anew, and rates an action as the best plan that begins with it.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.generator import GOLDEN, mix
from ludarium.engine.protocol import RUNNING
from ludarium.tablero.evaluation import DESK, WEIGHTS, rollers_value, value_to
from ludarium.tablero.rules import (
    ACTIONS,
    CELLS,
    LIFT,
    LONGEST_WALK,
    STATE,
    USE,
    WALKING,
    apply,
    chance,
    forced,
    legal,
)

REFINED = 24  # plans that are judged by the answers to them
EFFORT = 30_000  # positions valued in doing so, after which no further plan is begun
WIDTH = 64  # most uses of the first die that are followed up
REPLY_WIDTH = 12  # the same when answering
REPLY_EFFORT = 400  # positions valued in an answer, after which no further use is followed up
MOST_WALKS = 612  # of one stack, the most there are: 13 steps from a corner
MOST_USES = 2 * (1 + MOST_WALKS) + CELLS  # of the first of two dice, or a token taken back
MOST_PLANS = MOST_USES + WIDTH * (1 + MOST_WALKS)
DEEPEST = LONGEST_WALK + 2  # positions from the lifting of a stack to the end of its walk
UNREFINED = 2.0  # what plans that were not refined are rated lower, so that they come after those that were


@compiled
def consider(s, mask, bits, ratings):
    if mask.sum() > 1:
        plan(s, ratings, WEIGHTS, REFINED)
    else:
        ratings[:] = 0.0


@compiled
def plan(s, ratings, weights, refined):
    """Rates the actions by the best plan that begins with each; returns the number of positions valued."""
    me = s.to_move
    work = new_work()
    plans, values = np.empty(MOST_PLANS, STATE), np.empty(MOST_PLANS)
    firsts, prints = np.empty(MOST_PLANS, np.int64), np.empty(MOST_PLANS, np.uint64)
    count = list_plans(s, work, weights, plans, values, firsts)
    ratings[:] = -1.0 - UNREFINED
    for k in range(count):
        ratings[firsts[k]] = max(ratings[firsts[k]], values[k] - UNREFINED)
        prints[k] = fingerprint(plans[k])
    order = np.argsort(-values[:count])
    judged = np.empty(refined, np.int64)
    known, effort = 0, 0
    for k in order:
        same = 0
        while same < known and prints[judged[same]] != prints[k]:
            same += 1
        if same < known:
            values[k] = values[judged[same]]
        elif known < refined and effort < EFFORT:
            if plans[k].ended == RUNNING:
                values[k], spent = after_roll(plans[k], me, work, weights)
                effort += spent
            judged[known] = k
            known += 1
        else:
            continue
        ratings[firsts[k]] = max(ratings[firsts[k]], values[k])
    return count + effort


@compiled
def new_work():
    """Scratch: positions and masks along a line of play, two lists of uses, and what valuing a position takes."""
    return (
        np.empty(DEEPEST, STATE),
        np.empty((DEEPEST, ACTIONS), np.int8),
        np.empty(MOST_USES, STATE),
        np.empty(MOST_USES, np.int64),
        np.empty(MOST_USES),
        np.empty(MOST_USES, STATE),
        np.empty(MOST_USES, np.int64),
        np.empty(1, STATE),
        np.empty(1, DESK),
    )


@compiled
def list_plans(s, work, weights, plans, values, firsts):
    """Fills in where each way to finish the turn leads, its value to the mover, and its first action; returns how many.

    Where the first die has more than WIDTH uses, only the most promising are followed up.
    """
    line, masks, uses, use_firsts, promises, ends, end_firsts, _, desk = work
    me = s.to_move
    line[0] = s
    n = list_uses(line, masks, 0, uses, use_firsts)
    least = least_promise(uses, n, promises, WIDTH, weights, desk)
    count = followed = 0
    for k in range(n):
        m = 1
        if uses[k].phase != USE:
            ends[0] = uses[k]
        elif promises[k] >= least and followed < WIDTH:
            followed += 1
            line[0] = uses[k]
            m = list_uses(line, masks, 0, ends, end_firsts)
        else:
            continue
        for j in range(m):
            plans[count] = ends[j]
            values[count] = value_to(ends[j], me, weights, desk[0])
            firsts[count] = use_firsts[k]
            count += 1
    return count


@compiled
def list_uses(line, masks, after, uses, firsts):
    """Fills `uses` with where every use of one die, or every end of the walk under way, leads from line[0].

    `firsts` tells the action each began with; actions before `after` are passed over. Returns how many there are.
    """
    legal(line[0], masks[0])
    masks[0, :after] = 0
    count = depth = first = 0
    while depth >= 0:
        action = 0
        while action < ACTIONS and not masks[depth, action]:
            action += 1
        if action == ACTIONS:
            depth -= 1
            continue
        masks[depth, action] = 0
        if depth == 0:
            first = action
        line[depth + 1] = line[depth]
        s = line[depth + 1]
        apply(s, action)
        if s.phase == WALKING:
            depth += 1
            legal(s, masks[depth])
            continue
        if s.phase == USE and legal(s, masks[depth + 1]) == 0:
            forced(s)
        uses[count] = s
        firsts[count] = first
        count += 1
    return count


@compiled
def least_promise(uses, n, promises, width, weights, desk):
    """Fills in what each use that leaves a die promises; returns the least that is among the best `width`.

    A use promises what the position would be worth if the turn ended there; if there are few, all promise the same.
    """
    going = 0
    for k in range(n):
        promises[k] = 0.0 if uses[k].phase == USE else -np.inf
        going += uses[k].phase == USE
    if going <= width:
        return 0.0
    for k in range(n):
        s = uses[k]
        if s.phase == USE:
            s.to_move = 1 - s.to_move
            promises[k] = -rollers_value(s, weights, desk[0])
            s.to_move = 1 - s.to_move
    return np.sort(promises[:n])[n - width]


@compiled
def after_roll(s, player, work, weights):
    """What a position in which a roll is due is worth to a player, if every roll is used at its best.

    Also returns the number of positions valued.
    """
    rolled, desk = work[-2], work[-1]
    total, effort = 0.0, 0
    for a in range(6):
        for b in range(a + 1):
            rolled[0] = s
            r = rolled[0]
            chance(r, 6 * a + b)
            if legal(r, work[1][0]) == 0:
                forced(r)
                value, spent = value_to(r, player, weights, desk[0]), 1
            else:
                value, spent = best_answer(r, work, weights)
                if r.to_move != player:
                    value = -value
            total += value * (1.0 if a == b else 2.0) / 36.0
            effort += spent
    return total, effort


@compiled
def best_answer(s, work, weights):
    """The value to the mover of the best plan for a roll, and the number of positions valued."""
    line, masks, uses, firsts, promises, ends, end_firsts, _, desk = work
    me = s.to_move
    line[0] = s
    n = list_uses(line, masks, 0, uses, firsts)
    least = least_promise(uses, n, promises, REPLY_WIDTH, weights, desk)
    best, effort = -np.inf, 0
    for k in range(n):
        if uses[k].phase != USE:
            best = max(best, value_to(uses[k], me, weights, desk[0]))
            effort += 1
        elif promises[k] >= least and effort < REPLY_EFFORT:
            line[0] = uses[k]
            # Two tokens may be placed in either order: once is enough.
            after = firsts[k] if firsts[k] < LIFT else 0
            m = list_uses(line, masks, after, ends, end_firsts)
            for j in range(m):
                best = max(best, value_to(ends[j], me, weights, desk[0]))
            effort += m
    return best, effort


@compiled
def fingerprint(s):
    """A number that tells the ends of a turn apart."""
    h = mix(np.uint64(s.to_move + 2 * s.phase + 8 * (s.bumped + 1) + 32 * s.ended))
    h = mix(h + np.uint64(s.reserve[0] + 16 * s.reserve[1]) + (np.uint64(s.game) << np.uint64(32)))
    h = mix(h + np.uint64(s.ledger[0]) + (np.uint64(s.ledger[1]) << np.uint64(32)))
    for cell in range(CELLS):
        h = mix(h + GOLDEN + np.uint64(s.stacks[cell]) + (np.uint64(s.heights[cell]) << np.uint64(32)))
    return h
