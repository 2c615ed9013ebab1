"""The greedy player of Dicefest: the heuristic that comes to mind first.

It plans to bring its dice home one after the other, each on its fastest way as if nothing stood there, the last one so
that no counter is left, and plays the turn after which the best such plan is the shortest. It cares neither for the
others nor where counters go.
"""

from __future__ import annotations

from ludarium.dicefest.distances import STRANDED, turns_to_go
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
)
from ludarium.engine.compiling import compiled


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
    return turns_to_go(s, me, d, to, s.facing[me, d], s.collection[me] + ((s.counters >> to) & 1))


@compiled
def turns_after_rotation(s, d, turn, price):
    me = s.to_move
    facing = TURNED[s.sides[me], s.facing[me, d], turn]
    return turns_to_go(s, me, d, s.at[me, d], facing, s.collection[me] - price)
