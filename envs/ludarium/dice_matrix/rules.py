"""Dice Matrix: the state record and the rules, compiled. Rulings are numbered as in the README beside this file.

A take changes the pairs of at most three lines of the matrix, so the record keeps all pairs and only those lines are
looked at anew; a mask is then little more than a copy.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.generator import below, starting_seat, word
from ludarium.engine.protocol import CHANCE, RUNNING, TERMINATED

COLOURS, FACES = 5, 6
OF_A_COLOUR = 10  # dice
DICE = COLOURS * OF_A_COLOUR
FACE_BITS, FACE_MASK = 3, 7  # a die as a number: its colour above these bits, its face in them
SIDE = 7
CELLS = SIDE * SIDE  # row · 7 + column
LINES = 2 * SIDE  # of the matrix: the rows, then the columns
PAIRS = SIDE * (SIDE - 1) // 2  # pairs of places in a line

ACTIONS = FACES + CELLS + LINES * PAIRS
OPEN, TAKE, PAIR = 0, FACES, FACES + CELLS  # first index of each kind of action

SET_UP, OPENING, TAKING, OVER = range(4)  # phases: dice to be rolled, a face to be chosen, dice to be taken, no more
EMPTY = -1  # a cell without a die
NO_SPARE = -1

STATE = np.dtype(
    [
        ("key", "u8"),
        # Options.
        ("margin", "?"),
        ("hidden_scores", "?"),
        ("first_player", "i1"),  # NOBODY: at random
        ("games", "i1"),
        # The tournament.
        ("game", "i1"),
        ("carried", "i2", 2),
        ("starter", "i1"),
        # The dice, each a number as `make_die` makes it.
        ("matrix", "i1", CELLS),
        ("spare", "i1"),  # colour of the left-over die, NO_SPARE once it was turned
        ("areas", "i1", (2, COLOURS, FACES)),
        ("scores", "i2", 2),
        # The turn.
        ("phase", "i1"),
        ("ended", "i1"),
        ("to_move", "i1"),
        # What follows from the dice, kept up to date.
        ("left", "i1"),  # dice in the matrix
        ("totals", "i1", FACES),  # dice of a face in the game, the left-over die only once it was turned
        ("colour_lines", "i1", (2, COLOURS)),  # dice in the lines of the areas
        ("face_lines", "i1", (2, FACES)),
        ("pairs", "i1", LINES * PAIRS),  # 1: a legal pair, in the order of the actions
        ("partners", "i1", (2, CELLS)),  # how many legal pairs the die is in: along its row, along its column
        ("opens", "i1", (2, CELLS)),  # 1: taken alone, the die makes a pair of its neighbours there
    ],
    align=True,
)


def line_cells() -> np.ndarray:
    """The cells of a line, [line, place]."""
    rows = np.arange(CELLS, dtype=np.int8).reshape(SIDE, SIDE)
    return np.concatenate([rows, rows.T])


def pair_places() -> np.ndarray:
    """The two places in their line of pair number k, [k, 0 or 1]."""
    return np.array(list(combinations(range(SIDE), 2)), np.int8)


def pair_numbers() -> np.ndarray:
    """The number k of a pair of places, [first, second]; −1 if they are not in order."""
    table = np.full((SIDE, SIDE), -1, np.int8)
    for k, (first, second) in enumerate(combinations(range(SIDE), 2)):
        table[first, second] = k
    return table


LINE_CELLS = line_cells()
PAIR_PLACES = pair_places()
PAIR_NUMBERS = pair_numbers()


@compiled
def make_die(colour, face):
    """Here, as in all compiled code, faces are counted from 0."""
    return colour << FACE_BITS | face


@compiled
def colour_of(die):
    return die >> FACE_BITS


@compiled
def face_of(die):
    return die & FACE_MASK


@compiled
def match(a, b):
    """Ruling 3: the same colour or the same face."""
    return colour_of(a ^ b) == 0 or face_of(a ^ b) == 0


@compiled
def find_pairs(s, line):
    """Looks for the pairs of a line anew. Ruling 3: only neighbours pair, and emptied cells are not between."""
    start = line * PAIRS
    for k in range(PAIRS):
        s.pairs[start + k] = 0
    along = line // SIDE
    before = last = -1  # the two occupied places passed last
    for place in range(SIDE):
        cell = LINE_CELLS[line, place]
        s.partners[along, cell] = 0
        s.opens[along, cell] = 0
        die = s.matrix[cell]
        if die == EMPTY:
            continue
        if last >= 0:
            neighbour = LINE_CELLS[line, last]
            if match(s.matrix[neighbour], die):
                s.pairs[start + PAIR_NUMBERS[last, place]] = 1
                s.partners[along, neighbour] += 1
                s.partners[along, cell] = 1
            if before >= 0 and match(s.matrix[LINE_CELLS[line, before]], die):
                s.opens[along, neighbour] = 1
        before = last
        last = place


@compiled
def find_all_pairs(s):
    for line in range(LINES):
        find_pairs(s, line)


@compiled
def lead(s):
    """Player_0's lead in the episode; ruling 8: the games of a tournament add up."""
    return s.carried[0] + s.scores[0] - s.carried[1] - s.scores[1]


@compiled
def clear(s):
    """Empty areas and no score; the dice are to be rolled."""
    s.areas[:] = 0
    s.colour_lines[:] = 0
    s.face_lines[:] = 0
    s.scores[:] = 0
    s.matrix[:] = EMPTY
    s.left = 0
    s.to_move = s.starter
    s.phase = SET_UP


@compiled
def new(s):
    s.game = 0
    s.carried[:] = 0
    s.ended = RUNNING
    s.starter = starting_seat(s.key, s.first_player, 2)
    clear(s)


@compiled
def legal(s, mask):
    if s.phase == OPENING:
        mask[:] = 0
        for face in range(FACES):
            mask[OPEN + face] = 1
        return FACES
    for face in range(FACES):
        mask[OPEN + face] = 0
    for cell in range(CELLS):
        mask[TAKE + cell] = s.matrix[cell] != EMPTY
    pairs = 0
    for k in range(LINES * PAIRS):
        mask[PAIR + k] = s.pairs[k]
        pairs += s.pairs[k]
    return s.left + pairs


@compiled
def apply(s, action):
    if action < TAKE:
        s.totals[action - OPEN] += 1
        score(s, s.spare, action - OPEN)
        s.spare = NO_SPARE
        s.phase = TAKING
    elif action < PAIR:
        cell = action - TAKE
        take(s, cell)
        find_pairs(s, cell // SIDE)
        find_pairs(s, SIDE + cell % SIDE)
    else:
        line = (action - PAIR) // PAIRS
        k = (action - PAIR) % PAIRS
        across = SIDE if line < SIDE else 0  # the first of the lines that cross this one
        for end in range(2):
            take(s, LINE_CELLS[line, PAIR_PLACES[k, end]])
        find_pairs(s, line)
        for end in range(2):
            find_pairs(s, across + PAIR_PLACES[k, end])
    if s.left == 0:
        game_over(s)
    else:
        s.to_move = 1 - s.to_move


@compiled
def take(s, cell):
    die = s.matrix[cell]
    s.matrix[cell] = EMPTY
    s.left -= 1
    score(s, colour_of(die), face_of(die))


@compiled
def score(s, colour, face):
    """Ruling 5: a die scores its colour line and its face line, itself included."""
    me = s.to_move
    s.areas[me, colour, face] += 1
    s.colour_lines[me, colour] += 1
    s.face_lines[me, face] += 1
    s.scores[me] += s.colour_lines[me, colour] + s.face_lines[me, face]


@compiled
def game_over(s):
    """Ruling 8: after the first game of a tournament the other player starts the second."""
    if s.game + 1 == s.games:
        s.phase = OVER
        s.ended = TERMINATED
        return
    for player in range(2):
        s.carried[player] += s.scores[player]
    s.game += 1
    s.starter = 1 - s.starter
    clear(s)


@compiled
def forced(s):
    """Whoever is to move can take a die, so nobody is ever forced."""


@compiled
def chance(s, outcome):
    """Ruling 1: the set-up, drawn from the key whatever the outcome. Draws 0–49 are the faces, the others shuffle."""
    for cell in range(CELLS):
        s.matrix[cell] = make_die(cell // OF_A_COLOUR, below(word(s.key, s.game, cell), FACES))
    waiting = make_die(CELLS // OF_A_COLOUR, below(word(s.key, s.game, CELLS), FACES))  # the one die without a cell
    other = below(word(s.key, s.game, DICE), DICE)
    if other < CELLS:
        waiting, s.matrix[other] = s.matrix[other], waiting
    for cell in range(CELLS - 1, 0, -1):
        other = below(word(s.key, s.game, DICE + CELLS - cell), cell + 1)
        s.matrix[cell], s.matrix[other] = s.matrix[other], s.matrix[cell]
    s.spare = colour_of(waiting)
    s.left = CELLS
    s.totals[:] = 0
    for cell in range(CELLS):
        s.totals[face_of(s.matrix[cell])] += 1
    find_all_pairs(s)
    s.phase = OPENING


@compiled
def mover(s):
    return CHANCE if s.phase == SET_UP else s.to_move


@compiled
def over(s):
    return s.ended


@compiled
def seats(s):
    return 2


@compiled
def winners(s):
    ahead = lead(s)
    return (1 if ahead >= 0 else 0) | (2 if ahead <= 0 else 0)


@compiled
def margins(s, out):
    ahead = lead(s) / 100.0
    out[0] = ahead
    out[1] = -ahead


@compiled
def determinize(s, seat):
    """Everything lies open."""


@compiled
def signature(s):
    """The second game of a tournament is told apart by its whole matrix."""
    if s.game == 0:
        return 0
    total = 0
    for cell in range(CELLS):
        total = total * 31 + s.matrix[cell] + 1
    return total
