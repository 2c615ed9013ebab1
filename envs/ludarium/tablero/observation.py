"""What a player of Tablero di Berona sees, as numbers. Cells are numbered in the observer's own frame."""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.layout import Layout, clipped
from ludarium.engine.protocol import NOBODY
from ludarium.tablero.rules import (
    CELLS,
    COLUMNS,
    LONGEST_WALK,
    OVER,
    ROLL,
    TOKENS,
    WALKING,
    home,
    points,
    series_lead,
    top,
    turned,
)

LAYOUT = Layout(
    (
        "asked",
        (3,),
        "which decision: the use of the first die, of the second, the next step of a walk; zeros if none of yours",
    ),
    ("tokens", (CELLS, 2 * TOKENS), "every stack from bottom to top: 1 yours, −1 the opponent's, 0 no token"),
    ("tops", (2, CELLS), "stacks with your token on top; with the opponent's"),
    ("heights", (CELLS,), "height of every stack, in twelfths, at most 1"),
    ("liftable", (2, COLUMNS), "home spaces whose stack could be lifted: yours, the opponent's"),
    ("reserve", (2, TOKENS + 1), "number of tokens in reserve, one-hot: yours, the opponent's"),
    ("dice", (COLUMNS, 2), "for every face: at least one die of it is still to be used; both are"),
    ("doubles", (), "the roll of this turn was doubles"),
    ("hand", (LONGEST_WALK,), "the lifted stack from bottom to top, like `tokens`"),
    ("at", (CELLS,), "where the walk has got to"),
    ("visited", (CELLS,), "spaces the walk may not enter again"),
    ("owned", (2, COLUMNS), "centre spaces that score for you; for the opponent"),
    ("points", (3,), "points on the board now: yours, the opponent's, the difference; in 21sts"),
    ("bumped", (2,), "you bumped first in this game; the opponent did"),
    ("turns_left", (), "share of the turn limit that is left"),
    (
        "series",
        (4,),
        "share of the series to be played, this game included; ledger lead and lead with the board, in 21sts, at most"
        " ±1; the latter in 21sts a game",
    ),
    ("moving", (2,), "the turn is yours; the opponent's"),
)


@compiled
def observe(s, seat, o):
    other = 1 - seat
    for cell in range(CELLS):
        mine = turned(seat, cell)
        height = s.heights[cell]
        for k in range(height):
            o.tokens[mine, k] = 1.0 if (s.stacks[cell] >> np.uint32(k)) & 1 == seat else -1.0
        o.heights[mine] = min(height / 12.0, 1.0)
        owner = top(s, cell)
        if owner != NOBODY:
            o.tops[owner ^ seat, mine] = 1.0
    for column in range(COLUMNS):
        for player in range(2):
            if top(s, home(player, column)) == player and s.heights[home(player, column)] <= LONGEST_WALK:
                o.liftable[player ^ seat, column] = 1.0
        owner = top(s, COLUMNS + column)
        if owner != NOBODY:
            o.owned[owner ^ seat, column] = 1.0
    o.reserve[0, s.reserve[seat]] = 1.0
    o.reserve[1, s.reserve[other]] = 1.0
    for d in range(s.left):
        face = s.dice[d] - 1
        o.dice[face, 1 if o.dice[face, 0] else 0] = 1.0
    o.doubles = s.doubles
    if s.phase == WALKING:
        observe_walk(s, seat, o)
    mine, theirs = points(s, seat), points(s, other)
    o.points[0] = mine / 21.0
    o.points[1] = theirs / 21.0
    o.points[2] = (mine - theirs) / 21.0
    if s.bumped != NOBODY:
        o.bumped[s.bumped ^ seat] = 1.0
    o.turns_left = max(s.max_turns - s.turn, 0) / s.max_turns
    sign = 1 - 2 * seat
    o.series[0] = (s.games - s.game) / s.games
    o.series[1] = clipped(sign * (s.ledger[0] - s.ledger[1]) / 21.0)
    o.series[2] = clipped(sign * series_lead(s) / 21.0)
    o.series[3] = sign * series_lead(s) / (21.0 * s.games)
    if s.phase != OVER:
        o.moving[s.to_move ^ seat] = 1.0
        if s.to_move == seat and s.phase != ROLL:
            o.asked[2 if s.phase == WALKING else 2 - s.left] = 1.0


@compiled
def observe_walk(s, seat, o):
    for k in range(s.hand_size):
        o.hand[k] = 1.0 if (s.hand >> np.uint32(k)) & 1 == seat else -1.0
    for k in range(s.steps):
        o.visited[turned(seat, s.path[k])] = 1.0
    o.at[turned(seat, s.path[s.steps - 1])] = 1.0
