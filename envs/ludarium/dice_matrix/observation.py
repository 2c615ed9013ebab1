"""What a player of Dice Matrix sees, as numbers. Everything lies open, so only the seats are turned to the observer.

Beside the dice stands what a careful player would count. The lead at the end of a game is a sum over the dice: one of
face f is worth (12 + N) / 2 to whoever takes it, where N is the number of dice of that face in the game.
"""

from __future__ import annotations

import numpy as np

from ludarium.dice_matrix.rules import (
    CELLS,
    COLOURS,
    DICE,
    EMPTY,
    FACES,
    LINES,
    NO_SPARE,
    OF_A_COLOUR,
    OPENING,
    OVER,
    SIDE,
    TAKING,
    colour_of,
    face_of,
)
from ludarium.engine.compiling import compiled
from ludarium.engine.layout import Layout, clipped

MOST_PAIRS = LINES * (SIDE - 1)  # that are legal at once

LAYOUT = Layout(
    ("asked", (2,), "which decision: the face of the left-over die, what to take; zeros if none of yours"),
    ("colours", (CELLS, COLOURS), "colour of the die on every cell, one-hot; zeros on an empty cell"),
    ("faces", (CELLS, FACES), "its face, likewise"),
    ("worth", (CELLS,), "what it adds to its taker's final lead, 6 + half its face's `totals`; in 20ths, at most 1"),
    ("points", (2, CELLS), "what it would score now for you, for the opponent; in 20ths, at most 1; zeros if hidden"),
    ("partners", (CELLS,), "number of legal pairs it is in, in quarters"),
    ("opens", (2, CELLS), "taken alone, it makes a pair of its two neighbours: in its row, in its column"),
    ("spare", (COLOURS,), "colour of the left-over die, one-hot; zeros once it was turned"),
    ("totals", (FACES,), "dice of every face in the game, a left-over die not counted; in 20ths, at most 1"),
    ("left_faces", (FACES,), "dice of every face in the matrix, in 20ths, at most 1"),
    ("left_colours", (COLOURS,), "dice of every colour in the matrix, in tenths"),
    ("areas", (2, COLOURS, FACES), "heights of the stacks in your area, in the opponent's; in tenths"),
    ("colour_lines", (2, COLOURS), "dice in the colour lines of your area, of the opponent's; in tenths"),
    ("face_lines", (2, FACES), "dice in the face lines, likewise; in 20ths, at most 1"),
    ("worth_lead", (2,), "worth of your dice less the opponent's, plus carried lead: in 200ths, in 20ths, within ±1"),
    ("worth_left", (), "worth of all dice in the matrix, in 800ths, at most 1"),
    ("scores", (3,), "points now: yours, the opponent's, in 400ths; your lead, in 200ths; within ±1; zeros if hidden"),
    ("carried", (3,), "points brought from the first game of a tournament, likewise, never hidden"),
    ("games", (2,), "this is the second game; another game follows"),
    ("starter", (2,), "you started this game; the opponent did"),
    ("dice_left", (), "share of the matrix that is still there"),
    ("pairs_left", (), "number of legal pairs of the matrix, as a share of the 84 that a full one can have"),
    ("moving", (2,), "the turn is yours; the opponent's"),
)


def shares(whole: int) -> np.ndarray:
    """[n]: n / whole, at most 1; for counts of dice and their sums. A look-up is cheaper than a division."""
    return np.minimum(np.arange(2 * DICE) / whole, 1).astype(np.float32)


TENTHS, TWENTIETHS, FORTIETHS = shares(10), shares(20), shares(40)


@compiled
def observe(s, seat, o):
    observe_matrix(s, seat, o)
    observe_areas(s, seat, o)
    observe_points(s, seat, o)
    if s.spare != NO_SPARE:
        o.spare[s.spare] = 1.0
    o.games[0] = s.game
    o.games[1] = s.games - 1 - s.game
    o.starter[s.starter ^ seat] = 1.0
    o.dice_left = s.left / CELLS
    if s.phase != OVER:
        o.moving[s.to_move ^ seat] = 1.0
        if s.to_move == seat and s.phase == OPENING:
            o.asked[0] = 1.0
        elif s.to_move == seat and s.phase == TAKING:
            o.asked[1] = 1.0


@compiled
def observe_matrix(s, seat, o):
    other = 1 - seat
    pairs = 0
    for cell in range(CELLS):
        die = s.matrix[cell]
        if die == EMPTY:
            continue
        colour, face = colour_of(die), face_of(die)
        o.colours[cell, colour] = 1.0
        o.faces[cell, face] = 1.0
        o.worth[cell] = FORTIETHS[12 + s.totals[face]]
        if not s.hidden_scores:
            o.points[0, cell] = TWENTIETHS[s.colour_lines[seat, colour] + s.face_lines[seat, face] + 2]
            o.points[1, cell] = TWENTIETHS[s.colour_lines[other, colour] + s.face_lines[other, face] + 2]
        partners = s.partners[0, cell] + s.partners[1, cell]
        pairs += partners
        o.partners[cell] = partners / 4.0
        o.opens[0, cell] = s.opens[0, cell]
        o.opens[1, cell] = s.opens[1, cell]
    o.pairs_left = pairs / (2.0 * MOST_PAIRS)


@compiled
def observe_areas(s, seat, o):
    for player in range(2):
        place = player ^ seat
        for colour in range(COLOURS):
            o.colour_lines[place, colour] = TENTHS[s.colour_lines[player, colour]]
            for face in range(FACES):
                o.areas[place, colour, face] = TENTHS[s.areas[player, colour, face]]
        for face in range(FACES):
            o.face_lines[place, face] = TWENTIETHS[s.face_lines[player, face]]
    for colour in range(COLOURS):
        outside = s.colour_lines[0, colour] + s.colour_lines[1, colour] + (s.spare == colour)
        o.left_colours[colour] = TENTHS[OF_A_COLOUR - outside]


@compiled
def observe_points(s, seat, o):
    other = 1 - seat
    carried = s.carried[seat] - s.carried[other]
    lead = 2 * carried  # in halves, as worths are
    left = 0
    for face in range(FACES):
        total, mine, theirs = s.totals[face], s.face_lines[seat, face], s.face_lines[other, face]
        o.totals[face] = TWENTIETHS[total]
        o.left_faces[face] = TWENTIETHS[total - mine - theirs]
        lead += (12 + total) * (mine - theirs)
        left += (12 + total) * (total - mine - theirs)
    if not (s.hidden_scores and s.phase == OVER):  # with the matrix empty it would be the lead itself
        o.worth_lead[0] = clipped(lead / 400.0)
        o.worth_lead[1] = clipped(lead / 40.0)
    o.worth_left = clipped(left / 1600.0)
    o.carried[0] = clipped(s.carried[seat] / 400.0)
    o.carried[1] = clipped(s.carried[other] / 400.0)
    o.carried[2] = clipped(carried / 200.0)
    if not s.hidden_scores:
        o.scores[0] = clipped(s.scores[seat] / 400.0)
        o.scores[1] = clipped(s.scores[other] / 400.0)
        o.scores[2] = clipped((s.scores[seat] - s.scores[other]) / 200.0)
