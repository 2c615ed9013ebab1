"""The greedy player of Tablero di Berona: the heuristic that comes to mind first.

It walks wherever the next few drops win the most, counting the points of the centre and a little for every home space
it holds. Where nothing is to be won it places a token as high as it can, but keeps its last ones while it is behind,
for whoever runs out of tokens ends the game; it takes a token back only where the rules leave nothing better.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.protocol import NOBODY
from ludarium.tablero.rules import CELLS, COLUMNS, LIFT, NEIGHBOURS, PLACE, RETRIEVE, WALK, home, points, top, turned
from ludarium.tablero.walks import FORESIGHT, best_walk

HOLDING = 0.5  # points that a top token in either home row is thought to be worth
PLACING = 0.1  # points in a placed token, for each point of its column
LAST_TOKENS = 2  # a reserve of no more than these is not spent lightly by a player who is behind
RETRIEVING = -1.0  # points in a token taken back, besides what it held


@compiled
def rate(s, mask, ratings):
    me = s.to_move
    saving = s.reserve[me] <= LAST_TOKENS and points(s, me) <= points(s, 1 - me)
    gains, sums = np.empty((2, CELLS)), np.empty(FORESIGHT + 1)
    for cell in range(CELLS):
        for owner in range(2):
            gains[owner, cell] = worth(me, cell, owner) - worth(me, cell, top(s, cell))
    for action in range(len(mask)):
        if not mask[action]:
            continue
        if action < LIFT:
            ratings[action] = PLACING * (action - PLACE + 1) - (HOLDING if saving else 0.0)
        elif action < WALK:
            cell = home(me, action - LIFT)
            ratings[action] = best_walk(gains, sums, cell, 0, s.stacks[cell], s.heights[cell])
        elif action < RETRIEVE:
            ratings[action] = step_gain(s, gains, sums, action - WALK)
        else:
            ratings[action] = RETRIEVING - worth(me, turned(me, action - RETRIEVE), me)


@compiled
def worth(me, cell, owner):
    """The points, for one player, in the owner of the top token of a cell."""
    if owner == NOBODY:
        return 0.0
    value = cell % COLUMNS + 1.0 if cell // COLUMNS == 1 else HOLDING
    return value if owner == me else -value


@compiled
def step_gain(s, gains, sums, direction):
    """What the next step of the walk under way and those after it win, at best."""
    visited = 0
    for k in range(s.steps):
        visited |= 1 << s.path[k]
    cell = NEIGHBOURS[s.to_move, direction, s.path[s.steps - 1]]
    rest = best_walk(gains, sums, cell, visited, s.hand >> np.uint32(1), s.hand_size - 1)
    return gains[s.hand & np.uint32(1), cell] + rest
