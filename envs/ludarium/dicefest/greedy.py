"""The greedy player of Dicefest: the heuristic that comes to mind first.

It plans to bring its dice home one after the other, each on its fastest way as if nothing stood there, the last one so
that no counter is left, and plays the turn after which the best such plan is the shortest. It cares neither for the
others nor where counters go.
"""

from __future__ import annotations

import numpy as np

from ludarium.dicefest.distances import FARTHEST, FINISHING, LOCKING, PURSE, TURN_UNIT, shortest
from ludarium.dicefest.rules import (
    CHOOSING,
    DICE,
    FACES,
    MOVE,
    ROTATE,
    TOP,
    TURN,
    TURNED,
    TURNING,
    TURNS,
    destination,
    locks,
)
from ludarium.engine.compiling import compiled

STRANDED = DICE * FARTHEST + 1  # worse than any plan


@compiled
def rate(s, mask, ratings):
    ratings[:] = 0.0
    me = s.to_move
    if s.phase == CHOOSING:
        for d in range(DICE):
            for k in range(4):
                if mask[MOVE + 4 * d + k]:
                    ratings[MOVE + 4 * d + k] = -turns_after_move(s, d, (s.sides[me] + k) & 3)
            if mask[ROTATE + d]:
                ratings[ROTATE + d] = -STRANDED
                for turn in range(TURNS):
                    price = FACES[s.facing[me, d], TOP]
                    ratings[ROTATE + d] = max(ratings[ROTATE + d], -turns_after_rotation(s, d, turn, price))
    elif s.phase == TURNING:
        for turn in range(TURNS):
            ratings[TURN + turn] = -turns_after_rotation(s, s.die, turn, 0)


@compiled
def turns_after_move(s, d, direction):
    me = s.to_move
    to = destination(s, me, d, direction)
    return turns_to_go(s, d, to, s.facing[me, d], s.collection[me] + ((s.counters >> to) & 1))


@compiled
def turns_after_rotation(s, d, turn, price):
    me = s.to_move
    facing = TURNED[s.sides[me], s.facing[me, d], turn]
    return turns_to_go(s, d, s.at[me, d], facing, s.collection[me] - price)


@compiled
def turns_to_go(s, d, cell, facing, collection):
    """The turns of the mover's shortest plan, if die d stood on that cell like that, with that collection."""
    me = s.to_move
    closed, loose = 0, 0
    dice = np.empty((DICE, 2), np.int8)
    for e in range(DICE):
        at, looks = (cell, facing) if e == d else (s.at[me, e], s.facing[me, e])
        if locks(s.sides[me], at, FACES[looks, TOP]):
            closed |= 1 << (FACES[looks, TOP] - 1)
        else:
            dice[loose, 0], dice[loose, 1] = at, looks
            loose += 1
    if loose == 0:
        return STRANDED if collection else 0
    return plan(s.sides[me], dice, loose, collection, closed)


@compiled
def plan(side, dice, loose, collection, closed):
    """The fewest turns to bring the first `loose` of the dice home one after the other."""
    if loose == 1:
        return shortest(FINISHING, side, dice[0, 0], dice[0, 1], collection, closed) // TURN_UNIT
    fewest = STRANDED
    rest = dice.copy()
    for first in range(loose):
        rest[first] = dice[loose - 1]
        way = shortest(LOCKING, side, dice[first, 0], dice[first, 1], collection, closed)
        turns = way // TURN_UNIT + plan(side, rest, loose - 1, PURSE - way % TURN_UNIT, closed)
        fewest = min(fewest, turns)
        rest[first] = dice[first]
    return fewest
