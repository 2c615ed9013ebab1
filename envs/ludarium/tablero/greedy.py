"""The greedy player of Tablero di Berona: the heuristic that comes to mind first.

It walks wherever the next few drops win the most, counting the points of the centre and a little for every home space
it holds. Where nothing is to be won it places a token as high as it can, but keeps its last ones while it is behind, for
whoever runs out of tokens soon ends the game; it takes a token back only where the rules leave nothing better.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.protocol import NOBODY
from ludarium.tablero.rules import COLUMNS, LIFT, NEIGHBOURS, PLACE, RETRIEVE, WALK, home, points, top, turned

FORESIGHT = 4  # steps of a walk that are looked at
HOLDING = 0.5  # points that a top token in either home row is thought to be worth
PLACING = 0.1  # points in a placed token, for each point of its column
LAST_TOKENS = 2  # a reserve of no more than these is not spent lightly by a player who is behind
RETRIEVING = -1.0  # points in a token taken back, besides what it held


@compiled
def rate(s, mask, ratings):
    me = s.to_move
    saving = s.reserve[me] <= LAST_TOKENS and points(s, me) <= points(s, 1 - me)
    for action in range(len(mask)):
        if not mask[action]:
            continue
        if action < LIFT:
            ratings[action] = PLACING * (action - PLACE + 1) - (HOLDING if saving else 0.0)
        elif action < WALK:
            cell = home(me, action - LIFT)
            ratings[action] = walk_gain(s, cell, 1 << cell, s.stacks[cell], s.heights[cell], FORESIGHT)
        elif action < RETRIEVE:
            ratings[action] = step_gain(s, action - WALK)
        else:
            ratings[action] = RETRIEVING - worth(me, turned(me, action - RETRIEVE), me)


@compiled
def step_gain(s, direction):
    """What the next step of the walk under way and those after it win, at best."""
    visited = 0
    for k in range(s.steps):
        visited |= 1 << s.path[k]
    cell = NEIGHBOURS[s.to_move, direction, s.path[s.steps - 1]]
    rest = walk_gain(s, cell, visited | (1 << cell), s.hand >> np.uint32(1), s.hand_size - 1, FORESIGHT - 1)
    return drop_gain(s, cell, s.hand & np.uint32(1)) + rest


@compiled
def walk_gain(s, at, visited, hand, size, steps):
    """What the next steps of a walk win at best; a way that gets stuck is no way."""
    if size == 0 or steps == 0:
        return 0.0
    best = -np.inf
    for direction in range(4):
        cell = NEIGHBOURS[0, direction, at]
        if cell >= 0 and not (visited >> cell) & 1:
            rest = walk_gain(s, cell, visited | (1 << cell), hand >> np.uint32(1), size - 1, steps - 1)
            best = max(best, drop_gain(s, cell, hand & np.uint32(1)) + rest)
    return best


@compiled
def drop_gain(s, cell, owner):
    """The points, for the player to move, in a token of this owner on top of what lies on a cell."""
    return worth(s.to_move, cell, owner) - worth(s.to_move, cell, top(s, cell))


@compiled
def worth(me, cell, owner):
    """The points, for one player, in the owner of the top token of a cell."""
    if owner == NOBODY:
        return 0.0
    value = cell % COLUMNS + 1.0 if cell // COLUMNS == 1 else HOLDING
    return value if owner == me else -value
