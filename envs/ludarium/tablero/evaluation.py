"""What a position of Tablero di Berona is worth to the player who is about to roll: a short list of features, weighed.

The features say who holds the centre, what kinds of stacks stand at home, how many tokens are left, what the next roll
of either player can win there, and how likely it is to end the game. What they weigh changes on the way to the end,
so there is one set of weights for each phase of the game. The weights were found by logistic regression on the results
of games in which the expert's evaluation, without its search, played on for both sides from varied positions; playing
with the new weights and fitting again was repeated until it changed little.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.protocol import NOBODY, TERMINATED, TRUNCATED
from ludarium.tablero.rules import CELLS, COLUMNS, LONGEST_WALK, TOKENS, home, top, winners
from ludarium.tablero.walks import FORESIGHT, best_walk

# Phases: the last turn after a bump, then by the tokens in both reserves together.
LAST_TURN = 0
SCARCE = 2, 5, 9, 14  # fewer than these: phases 1 to 4
PHASES = 6

# Kinds of stacks on a home space, as its player sees them.
EMPTY, SINGLE, PAIR, CAPTOR, TALL, BURIED = range(6)  # a captor is a token of one's own on one of the opponent's

ROLLING, CENTRE, OWN_HOME, THEIR_HOME, RESERVES, PROSPECTS, BUMPS, FEATURES = 0, 1, 7, 17, 27, 31, 35, 41

# One row a feature, one column a phase. "By column" is 0 for each stack in column 1, up to 1 for each in column 6.
WEIGHTS = np.array(
    [
        [1.53, -0.10, -0.07, 0.03, 0.03, 0.04],  # being the one to roll
        [0.02, 0.07, 0.04, 0.04, 0.05, 0.04],  # holding column 1 of the centre, −1 if the opponent does
        [0.04, 0.10, 0.09, 0.06, 0.07, 0.03],  # holding column 2 of the centre, −1 if the opponent does
        [0.04, 0.13, 0.14, 0.09, 0.08, 0.04],  # holding column 3 of the centre, −1 if the opponent does
        [0.02, 0.20, 0.19, 0.06, 0.07, 0.02],  # holding column 4 of the centre, −1 if the opponent does
        [0.04, 0.27, 0.25, 0.12, 0.07, 0.00],  # holding column 5 of the centre, −1 if the opponent does
        [0.22, 0.33, 0.29, 0.11, 0.08, 0.03],  # holding column 6 of the centre, −1 if the opponent does
        [0.04, 0.22, 0.20, 0.17, 0.13, 0.09],  # own single tokens
        [0.12, 0.31, 0.32, 0.29, 0.24, 0.16],  # own pairs
        [0.24, 0.33, 0.37, 0.14, 0.05, -0.38],  # own captors
        [0.14, 0.41, 0.43, 0.37, 0.29, -0.07],  # own tall stacks
        [0.18, 0.13, 0.29, 0.18, 0.15, 0.08],  # own buried spaces
        [0.22, 0.12, 0.06, -0.01, 0.00, 0.00],  # own single tokens, by column
        [0.10, 0.13, 0.07, 0.00, 0.00, 0.02],  # own pairs, by column
        [0.02, 0.09, -0.05, 0.05, 0.27, -0.02],  # own captors, by column
        [0.13, 0.19, 0.12, 0.06, 0.05, 0.36],  # own tall stacks, by column
        [-0.10, -0.04, -0.11, 0.07, 0.03, 0.01],  # own buried spaces, by column
        [0.02, -0.13, -0.15, -0.16, -0.13, -0.09],  # their single tokens
        [0.03, -0.24, -0.27, -0.28, -0.23, -0.17],  # their pairs
        [-0.07, -0.25, -0.34, -0.17, -0.04, 0.40],  # their captors
        [0.07, -0.36, -0.42, -0.38, -0.31, -0.07],  # their tall stacks
        [-0.06, -0.16, -0.23, -0.14, -0.05, 0.03],  # their buried spaces
        [0.03, -0.19, -0.13, -0.01, 0.01, -0.01],  # their single tokens, by column
        [0.02, -0.18, -0.15, -0.04, -0.01, -0.03],  # their pairs, by column
        [-0.13, -0.13, -0.06, -0.08, -0.31, -0.19],  # their captors, by column
        [-0.04, -0.15, -0.13, -0.09, -0.03, -0.21],  # their tall stacks, by column
        [0.14, 0.12, 0.12, -0.02, -0.12, -0.15],  # their buried spaces, by column
        [-0.10, 4.13, 2.63, 2.62, 1.89, 1.23],  # own reserve, in twelfths
        [0.00, -2.15, -2.10, -2.72, -1.97, -1.30],  # their reserve
        [0.01, -0.10, -0.29, 0.31, 0.59, 0.00],  # own reserve is at most one
        [1.53, -0.10, 0.28, -0.01, -0.63, 0.00],  # their reserve is at most one
        [2.08, 0.00, -0.03, 0.00, 0.00, 0.01],  # leading after the own roll
        [3.35, 0.20, 0.09, 0.00, 0.01, 0.02],  # leading if the opponent rolled
        [-0.02, 0.59, 0.42, 0.14, 0.07, 0.03],  # points to be won by the own roll, in tens
        [0.20, -0.43, -0.35, -0.11, -0.08, 0.00],  # points to be won by theirs
        [-0.33, 0.15, 0.29, 0.58, -0.04, 0.00],  # own chance to bump
        [-0.35, -0.01, -0.10, -0.89, -0.30, 0.00],  # their chance to bump
        [-0.16, 0.50, 0.50, 0.61, -0.02, 0.00],  # own bump × leading if the opponent rolled
        [-0.19, 0.37, 0.53, 0.92, 0.10, 0.00],  # their bump × leading after the own roll
        [0.26, 0.26, 0.66, 1.09, -0.04, 0.00],  # own bump × leading after the own roll
        [-0.49, -0.08, -0.07, -0.04, 0.31, 0.00],  # their bump × leading if the opponent rolled
    ]
).T.copy()

SPREAD = 5.2  # points: the scale of a logistic distribution as wide as the results of games between experts

DESK = np.dtype(
    [
        ("features", "f8", FEATURES),
        ("dice", "f8", (2, COLUMNS)),  # what each face can win: for the roller, for the opponent
        ("gains", "f8", (2, CELLS)),
        ("sums", "f8", FORESIGHT + 1),
    ],
    align=True,
)


@compiled
def value_to(s, player, weights, desk):
    """The expected result for a player, from −1 to 1, of a position in which a roll is due or all is over."""
    if s.ended == TRUNCATED:
        return 0.0
    if s.ended == TERMINATED:
        won = winners(s)
        return 0.0 if won == 3 else (1.0 if won == 1 << player else -1.0)
    value = rollers_value(s, weights, desk)
    return value if s.to_move == player else -value


@compiled
def rollers_value(s, weights, desk):
    """The same for the player who is about to roll; in a series, with what the ledger and the games to come mean."""
    describe(s, desk)
    phase = phase_of(s)
    logit = 0.0
    for k in range(FEATURES):
        logit += weights[phase, k] * desk.features[k]
    if s.games > 1:
        lead = s.ledger[s.to_move] - s.ledger[1 - s.to_move]
        logit = (logit + lead / SPREAD) / np.sqrt(s.games - s.game)
    return np.tanh(0.5 * logit)


@compiled
def phase_of(s):
    if s.bumped != NOBODY:
        return LAST_TURN
    left = s.reserve[0] + s.reserve[1]
    phase = 1
    for limit in SCARCE:
        if left >= limit:
            phase += 1
    return phase


@compiled
def describe(s, desk):
    """Fills the features, as the player who is about to roll sees them."""
    me = s.to_move
    f = desk.features
    f[:] = 0.0
    f[ROLLING] = 1.0
    lead = 0
    for column in range(COLUMNS):
        owner = top(s, COLUMNS + column)
        if owner != NOBODY:
            sign = 1 if owner == me else -1
            f[CENTRE + column] = sign
            lead += sign * (column + 1)
        count_stack(s, me, column, f[OWN_HOME:])
        count_stack(s, 1 - me, column, f[THEIR_HOME:])
    f[RESERVES] = s.reserve[me] / TOKENS
    f[RESERVES + 1] = s.reserve[1 - me] / TOKENS
    f[RESERVES + 2] = s.reserve[me] <= 1
    f[RESERVES + 3] = s.reserve[1 - me] <= 1
    bump = look_ahead(s, me, desk, desk.dice[0])
    their_bump = look_ahead(s, 1 - me, desk, desk.dice[1])
    weigh_rolls(lead, desk.dice, f)
    f[BUMPS] = bump
    f[BUMPS + 1] = their_bump
    f[BUMPS + 2] = bump * f[PROSPECTS + 1]  # after the own bump it is the opponent who has the last roll
    f[BUMPS + 3] = their_bump * f[PROSPECTS]
    f[BUMPS + 4] = bump * f[PROSPECTS]
    f[BUMPS + 5] = their_bump * f[PROSPECTS + 1]


@compiled
def count_stack(s, player, column, counts):
    """Counts a home space's stack among those of its kind, and in how high a column it stands."""
    kind = stack_kind(s, player, column)
    if kind != EMPTY:
        counts[kind - 1] += 1.0
        counts[kind + 4] += column / (COLUMNS - 1.0)


@compiled
def stack_kind(s, player, column):
    cell = home(player, column)
    height = s.heights[cell]
    if height == 0:
        return EMPTY
    if top(s, cell) != player:
        return BURIED
    if height == 1:
        return SINGLE
    if height > 2:
        return TALL
    return PAIR if s.stacks[cell] & np.uint32(1) == player else CAPTOR


@compiled
def look_ahead(s, player, desk, by_face):
    """Fills in what each face of a die can win for a player in the centre; returns the chance that a roll bumps."""
    fill_gains(s, player, desk.gains)
    useful = 0
    for column in range(COLUMNS):
        cell = home(player, column)
        height = s.heights[cell]
        gain = 0.0 if s.reserve[player] > 0 else -np.inf
        if 0 < height <= LONGEST_WALK and top(s, cell) == player:
            gain = max(gain, best_walk(desk.gains, desk.sums, cell, 0, s.stacks[cell], height))
        by_face[column] = gain if gain > -np.inf else 0.0
        useful += gain > -np.inf
    return 1.0 - (useful / COLUMNS) ** 2


@compiled
def fill_gains(s, player, gains):
    """What a token of each owner, dropped on a cell, changes in the player's lead."""
    for column in range(COLUMNS):
        for cell in (column, 2 * COLUMNS + column):
            gains[0, cell] = gains[1, cell] = 0.0
        worth = column + 1.0
        owner = top(s, COLUMNS + column)
        before = 0.0 if owner == NOBODY else (worth if owner == player else -worth)
        gains[player, COLUMNS + column] = worth - before
        gains[1 - player, COLUMNS + column] = -worth - before


@compiled
def weigh_rolls(lead, dice, f):
    """Fills in the prospects, over all rolls: whether the roller leads after the own roll, and if the opponent rolled
    instead, from −1 to 1, and the points that either wins by a roll, in tens. Two dice are taken to win what each does.
    """
    after_mine = after_theirs = mine = theirs = 0.0
    for a in range(COLUMNS):
        for b in range(a + 1):
            rolls = 1.0 if a == b else 2.0
            won = dice[0, a] if a == b else dice[0, a] + dice[0, b]
            lost = dice[1, a] if a == b else dice[1, a] + dice[1, b]
            after_mine += rolls * np.sign(lead + won)
            after_theirs += rolls * np.sign(lead - lost)
            mine += rolls * won
            theirs += rolls * lost
    f[PROSPECTS] = after_mine / 36.0
    f[PROSPECTS + 1] = after_theirs / 36.0
    f[PROSPECTS + 2] = mine / 360.0
    f[PROSPECTS + 3] = theirs / 360.0
