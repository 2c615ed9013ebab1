"""The greedy player of Dice Matrix: takes what scores the most points now. The left-over die scores 2 with any face."""

from __future__ import annotations

from ludarium.dice_matrix.rules import (
    CELLS,
    EMPTY,
    FACES,
    LINE_CELLS,
    LINES,
    OPEN,
    OPENING,
    PAIR,
    PAIR_PLACES,
    PAIRS,
    TAKE,
    colour_of,
    face_of,
)
from ludarium.engine.compiling import compiled


@compiled
def rate(s, mask, ratings):
    if s.phase == OPENING:
        for face in range(FACES):
            ratings[OPEN + face] = 2.0
        return
    for cell in range(CELLS):
        if s.matrix[cell] != EMPTY:
            ratings[TAKE + cell] = points(s, s.matrix[cell])
    for pair in range(LINES * PAIRS):
        if s.pairs[pair]:
            places = PAIR_PLACES[pair % PAIRS]
            line = LINE_CELLS[pair // PAIRS]
            ratings[PAIR + pair] = points_of_pair(s, s.matrix[line[places[0]]], s.matrix[line[places[1]]])


@compiled
def points(s, die):
    """Ruling 5: the dice in both lines of the mover's area, the new one counted in either."""
    return s.colour_lines[s.to_move, colour_of(die)] + s.face_lines[s.to_move, face_of(die)] + 2


@compiled
def points_of_pair(s, a, b):
    """Whichever goes second finds the other in every line they share."""
    return points(s, a) + points(s, b) + (colour_of(a) == colour_of(b)) + (face_of(a) == face_of(b))
