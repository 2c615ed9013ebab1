"""Alpha-beta over the matrix, to a depth or to the end, compiled. The solver and the expert are built on it.

What makes it fast: the lead at the end is a sum over the dice (README, "Observation"), so a position of the search is
nothing but the set of dice that are left, and its value is what the mover gains from here on. Values are counted in
half points, in which a die of a face that N dice show is worth 12 + N. Three facts cut the tree:

- A die is *idle* if it can neither pair with a die that is left nor part two that can. Idle dice differ in worth alone,
  so of those only the worthiest need be tried (a change of a die's worth by x changes no value by more than x), and
  positions whose idle dice have the same faces are one position to the table.
- No more pairs can ever be taken than `most_pairs` says. A pair that is there stays there until one of its dice goes.
  From both follows what either player gets at least, whatever the other does (`at_least`): bounds without a search.
- Without any pair to come, the dice go by turns, the worthiest first.
"""

from __future__ import annotations

import numpy as np

from ludarium.dice_matrix.rules import CELLS, EMPTY, FACES, SIDE, face_of, match
from ludarium.engine.bits import highest, lowest, size
from ludarium.engine.compiling import compiled

NONE, ONE = np.uint64(0), np.uint64(1)
ROW, COLUMN = 0, 1
MOST_MOVES = 136  # of a position, rounded up: at most 133 are legal
MOST = 5000  # above every value: all dice of one face are worth 49 · 62 half points
TO_THE_END = CELLS  # a depth that no line of play exceeds

# What a position is taken to be worth to its mover where the search stops, in half points: the means over
# 2,539 and 32 positions with 14 to 23 dice from random and greedy play, solved exactly. The standard deviation is 9;
# the numbers of dice and pairs, their parities and a playout, all together, bring it down no further than to 8.3.
WITH_PAIRS, WITHOUT_PAIRS = 25, 10

DESK = np.dtype(
    [
        # The dice as they lay when the search began; sets of dice are sets of cells.
        ("dice", "u8"),
        ("worth", "i8", CELLS),
        ("partners", "u8", (2, CELLS)),  # dice further along the row, down the column, that a die would pair with
        ("faces", "u8", FACES),  # the dice of a face, the worthiest face first
        ("face_worth", "i8", FACES),
        ("face_unit", "i8", FACES),  # counts of idle dice as one number: one die of this face
        # The search.
        ("nodes", "i8"),
        ("limit", "i8"),
        ("pairs", "i8", CELLS),  # worth of disjoint pairs, highest first
    ],
    align=True,
)
FRAME = np.dtype(
    [
        # A position whose moves are being tried.
        ("dice", "u8"),
        ("busy", "u8"),
        ("number", "i8"),  # of its idle dice, as `count_idle` has it
        ("place", "i8"),  # in the table
        ("worth", "i8"),
        ("depth", "i8"),  # moves still to look ahead
        ("low", "i8"),  # what its value certainly is at least, at most
        ("high", "i8"),
        ("alpha", "i8"),  # the window, as it was when the position was entered
        ("beta", "i8"),
        ("floor", "i8"),  # a move has to be better than this
        ("best", "i8"),
        # Its moves, as the sets of dice they take.
        ("moves", "u8", MOST_MOVES),
        ("gains", "i8", MOST_MOVES),
        ("count", "i8"),
        ("at", "i8"),  # the one that is being tried
        ("narrow", "?"),
    ],
    align=True,
)
FRAMES = CELLS + 1
# A position of the table: the dice that are not idle, and in one number the count of the idle ones and the depth.
ENTRY = np.dtype([("busy", "u8"), ("rest", "u4"), ("low", "i2"), ("high", "i2")], align=True)
DEPTH_BITS = 6
TABLE_SIZE = 1 << 16  # entries; a power of two. One megabyte stays in the processor's cache
_FACTORS = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03), np.uint64(0xBF58476D1CE4E5B9)
_SHIFT = np.uint64(32)


def cells_beyond() -> np.ndarray:
    """The cells further along the row, further down the column, [ROW or COLUMN, cell]. The nearest is the lowest."""
    table = np.zeros((2, CELLS), np.uint64)
    for cell in range(CELLS):
        row, column = divmod(cell, SIDE)
        table[ROW, cell] = sum(1 << (row * SIDE + other) for other in range(column + 1, SIDE))
        table[COLUMN, cell] = sum(1 << (other * SIDE + column) for other in range(row + 1, SIDE))
    return table


BEYOND = cells_beyond()


@compiled
def one(cell):
    return ONE << np.uint64(cell)


@compiled
def prepare(s, totals, desk, table):
    """Lays out the dice of a state's matrix, with these numbers of dice a face in the game, and clears the table."""
    desk.dice = NONE
    desk.faces[:] = NONE
    order = np.argsort(-totals.astype(np.int64), kind="mergesort")
    for k in range(FACES):
        desk.face_worth[k] = 12 + totals[order[k]]
    for cell in range(CELLS):
        desk.partners[ROW, cell] = desk.partners[COLUMN, cell] = NONE
        die = s.matrix[cell]
        if die == EMPTY:
            continue
        desk.dice |= one(cell)
        desk.worth[cell] = 12 + totals[face_of(die)]
        for k in range(FACES):
            if order[k] == face_of(die):
                desk.faces[k] |= one(cell)
        for direction in range(2):
            for other in range(cell + 1, CELLS):
                if BEYOND[direction, cell] & one(other) and s.matrix[other] != EMPTY and match(die, s.matrix[other]):
                    desk.partners[direction, cell] |= one(other)
    unit = 1
    for k in range(FACES):
        desk.face_unit[k] = unit
        unit *= size(desk.faces[k]) + 1
    desk.nodes = 0
    for k in range(len(table)):
        table[k].busy = NONE  # no position of the table: those without busy dice are not kept


@compiled
def worth_of(desk, dice):
    total = 0
    while dice:
        total += desk.worth[lowest(dice)]
        dice &= dice - ONE
    return total


@compiled
def by_turns(desk, dice):
    """The value if no pair can ever be taken."""
    value, sign = 0, 1
    for k in range(FACES):
        if size(dice & desk.faces[k]) & 1:
            value += sign * desk.face_worth[k]
            sign = -sign
    return value


@compiled
def find_pairs(desk, dice, moves, gains):
    """Lists the legal pairs and what they gain; returns how many, the busy dice, and how many can be taken at most."""
    count = 0
    busy = firsts = seconds = NONE
    left = dice
    while left:
        cell = lowest(left)
        left &= left - ONE
        for direction in range(2):
            partners = dice & desk.partners[direction, cell]
            if not partners:
                continue
            firsts |= one(cell)
            seconds |= partners
            seen = dice & BEYOND[direction, cell]
            busy |= seen & (one(highest(partners)) - ONE)  # they lie between
            neighbour = lowest(seen)
            if partners & one(neighbour):
                moves[count] = one(cell) | one(neighbour)
                gains[count] = desk.worth[cell] + desk.worth[neighbour]
                count += 1
    busy |= firsts | seconds
    most_pairs = min(size(firsts | seconds) // 2, size(firsts), size(seconds))
    return count, busy, most_pairs


@compiled
def rank_disjoint_pairs(desk, moves, gains, count):
    """Writes the gains of some disjoint ones among the pairs to the desk, highest first; returns how many."""
    found, used = 0, NONE
    for i in range(count):
        if moves[i] & used:
            continue
        used |= moves[i]
        k = found
        while k > 0 and desk.pairs[k - 1] < gains[i]:
            desk.pairs[k] = desk.pairs[k - 1]
            k -= 1
        desk.pairs[k] = gains[i]
        found += 1
    return found


@compiled
def at_least(desk, dice, disjoint, most_pairs, second):
    """The worth that the mover gets at least (or with `second` = 1 the other), whatever the opponent does.

    By this plan: while one of the disjoint pairs is there, take the best of them, then always the worthiest die. A turn
    of the opponent spoils two disjoint pairs at most, so turn i finds pair 3 · i (two more are gone if the opponent
    began), and the opponent can take no more than the pairs this leaves of `most_pairs`. Turns are counted from 0.
    """
    own = (disjoint + 2 - 2 * second) // 3
    others = most_pairs - own
    turns = (size(dice) - most_pairs + 1 - second) // 2
    total = 0
    for i in range(min(own, turns)):
        total += desk.pairs[3 * i + 2 * second]
    face, counted = -1, 0
    for i in range(own, turns):
        gone = i + own + (i + second) + min(others, i + second)
        while counted <= gone:
            face += 1
            counted += size(dice & desk.faces[face])
        total += desk.face_worth[face]
    return total


@compiled
def find_singles(desk, busy, idle, moves, gains, count):
    """Lists the single dice worth trying behind the pairs: all busy ones, and the worthiest idle one."""
    while busy:
        cell = lowest(busy)
        busy &= busy - ONE
        moves[count] = one(cell)
        gains[count] = desk.worth[cell]
        count += 1
    for k in range(FACES):
        if idle & desk.faces[k]:
            moves[count] = one(lowest(idle & desk.faces[k]))
            gains[count] = desk.face_worth[k]
            return count + 1
    return count


@compiled
def count_idle(desk, idle):
    """The idle dice of each face as one number."""
    number = 0
    for k in range(FACES):
        number += size(idle & desk.faces[k]) * desk.face_unit[k]
    return number


@compiled
def place_in(table, busy, number):
    mixed = busy * _FACTORS[0] ^ np.uint64(number) * _FACTORS[1]
    mixed = (mixed ^ mixed >> _SHIFT) * _FACTORS[2]
    return np.int64((mixed >> _SHIFT) & np.uint64(len(table) - 1))


@compiled
def enter(desk, frame, table, dice, worth, alpha, beta, depth):
    """Looks at a position of these dice, `worth` in all: says whether its value is already known, and the value.

    If it is not, the frame is made ready to try the moves, from the one that gains most.
    """
    desk.nodes += 1
    moves, gains = frame.moves, frame.gains
    count, busy, most_pairs = find_pairs(desk, dice, moves, gains)
    if not busy:
        return True, by_turns(desk, dice)
    disjoint = rank_disjoint_pairs(desk, moves, gains, count)
    low = 2 * at_least(desk, dice, disjoint, most_pairs, 0) - worth
    if low >= beta:
        return True, low
    high = worth - 2 * at_least(desk, dice, disjoint, most_pairs, 1)
    if high <= alpha or low == high:
        return True, high
    if depth == 0:
        return True, max(low, min(WITH_PAIRS if count else WITHOUT_PAIRS, high))

    depth = min(depth, size(dice))  # deeper is no more than to the end
    idle = dice & ~busy
    number = count_idle(desk, idle)
    if len(table):
        frame.place = place_in(table, busy, number)
        entry = table[frame.place]
        if is_of(entry, busy, number) and depth_of(entry) >= depth:
            low, high = max(low, np.int64(entry.low)), min(high, np.int64(entry.high))
            if low >= beta or low == high:
                return True, low
            if high <= alpha:
                return True, high

    frame.dice, frame.worth, frame.depth = dice, worth, depth
    frame.busy, frame.number = busy, number
    frame.low, frame.high = low, high
    frame.alpha, frame.beta = max(alpha, low), min(beta, high)
    frame.floor, frame.best = frame.alpha, -MOST
    frame.count = find_singles(desk, busy, idle, moves, gains, count)
    frame.at, frame.narrow = 0, False
    bring_forward(frame)
    return False, low


@compiled
def bring_forward(frame):
    """Brings the move that gains most among those not yet tried to the next place. Nearly always the first one cuts."""
    k = frame.at
    for j in range(frame.at + 1, frame.count):
        if frame.gains[j] > frame.gains[k]:
            k = j
    frame.moves[frame.at], frame.moves[k] = frame.moves[k], frame.moves[frame.at]
    frame.gains[frame.at], frame.gains[k] = frame.gains[k], frame.gains[frame.at]


@compiled
def receive(frame, reply):
    """Takes note of what the present move leaves the opponent.

    All moves but the first are only asked whether they are better (`narrow`), and asked again for their value if so.
    """
    value = frame.gains[frame.at] - reply
    if frame.narrow and frame.floor < value < frame.beta:
        frame.narrow = False
        return
    frame.best = max(frame.best, value)
    frame.floor = max(frame.floor, value)
    frame.at = frame.count if value >= frame.beta else frame.at + 1
    frame.narrow = True
    if frame.at < frame.count:
        bring_forward(frame)


@compiled
def leave(frame, table):
    """The value of a position whose moves have been tried; the table keeps it."""
    value = max(frame.low, min(frame.best, frame.high))  # estimates, too, stay within what is certain
    if len(table):
        keep(table[frame.place], frame, value)
    return value


@compiled
def search(desk, frames, table, dice, worth, alpha, beta, depth):
    """The value of a position of these dice, `worth` in all: exact between alpha and beta, else a bound on that side.

    Meaningless once more nodes were visited than the limit allows. There is a frame for every move on the way to the
    present position, because Numba cannot cache functions that call themselves.
    """
    known, value = enter(desk, frames[0], table, dice, worth, alpha, beta, depth)
    if known:
        return value
    ply = 0
    while desk.nodes <= desk.limit:
        frame = frames[ply]
        if frame.at == frame.count:
            value = leave(frame, table)
            if ply == 0:
                return value
            ply -= 1
            receive(frames[ply], value)
            continue
        gain = frame.gains[frame.at]
        low, high = gain - frame.beta, gain - frame.floor
        if frame.narrow:
            low = high - 1
        rest = frame.dice ^ frame.moves[frame.at]
        known, value = enter(desk, frames[ply + 1], table, rest, frame.worth - gain, low, high, frame.depth - 1)
        if known:
            receive(frame, value)
        else:
            ply += 1
    return 0


@compiled
def is_of(entry, busy, number):
    return entry.busy == busy and entry.rest >> DEPTH_BITS == number


@compiled
def depth_of(entry):
    return entry.rest & ((1 << DEPTH_BITS) - 1)


@compiled
def keep(entry, frame, value):
    """Writes what a search has found over whatever stood there, unless that is the same position searched deeper."""
    known = is_of(entry, frame.busy, frame.number)
    if known and depth_of(entry) > frame.depth:
        return
    if not known or depth_of(entry) < frame.depth:
        entry.busy = frame.busy
        entry.rest = frame.number << DEPTH_BITS | frame.depth
        entry.low, entry.high = -MOST, MOST
    if value > frame.alpha:
        entry.low = max(entry.low, value)
    if value < frame.beta:
        entry.high = min(entry.high, value)
