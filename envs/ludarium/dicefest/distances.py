"""How far dice are from locking if nothing stood in their way: the yardstick of the greedy player of Dicefest.

A die pays for its rotations with what is in the collection and with what it takes on its way, one counter wherever it
lands on the inner board: at the start a counter does lie on every inner cell, and later on most.
"""

from __future__ import annotations

import numpy as np

from ludarium.dicefest.rules import (
    BOARD,
    CELLS,
    DESTINATIONS,
    DICE,
    FACES,
    FAR_ROW,
    INNER,
    NOWHERE,
    OWN,
    TOP,
    TURNED,
    TURNS,
)
from ludarium.engine.compiling import compiled

GOALS = 6  # the spaces of the far side
PURSE = 16  # the most counters that distances tell apart; a larger collection counts as this many
TURN_UNIT = 32  # a way is turns · TURN_UNIT + PURSE − the counters it leaves: of equally short ways the richest is best
FARTHEST = 32  # turns of a way that does not exist
STRANDED = DICE * FARTHEST + 1  # worse than any plan


def own_facings() -> np.ndarray:
    """The orientation that looks to a player in the south as this one does to a player at a side, [side, facing]."""
    table = np.zeros((4, len(FACES)), np.int8)
    for side in range(4):
        seen = np.concatenate([np.roll(FACES[:, :TOP], -side, axis=1), FACES[:, TOP:]], axis=1)
        table[side] = (seen[:, None] == FACES).all(axis=2).argmax(axis=1)
    return table


def steps() -> list[tuple[np.ndarray, np.ndarray, int]]:
    """What a loose die of a player in the south can do: dice before, dice after, counters gained; a die is a row."""
    cell, facing = np.divmod(np.arange(CELLS * len(FACES)), len(FACES))
    top = FACES[facing, TOP]
    loose = np.flatnonzero((OWN[0][cell] != FAR_ROW + top) & (DESTINATIONS[cell].max(axis=(1, 2)) != NOWHERE))
    found = []
    for direction in range(4):
        to = DESTINATIONS[cell[loose], direction, FACES[facing[loose], direction]].astype(np.int64)
        gain = np.where(to == NOWHERE, -1, INNER >> to & 1)
        for gained in (0, 1):
            here = loose[gain == gained]
            found.append((here, to[gain == gained] * len(FACES) + facing[here], gained))
    for price in range(1, 7):
        here = loose[top[loose] == price]
        for turn in range(TURNS):
            found.append((here, cell[here] * len(FACES) + TURNED[0, facing[here], turn], -price))
    return found


def ways_home(final: np.ndarray) -> np.ndarray:
    """The best way of a lone die of a player in the south to each goal, [own cell, facing, collection, goal].

    `final` is the way that is left for each collection when the die has locked.
    """
    table: np.ndarray = np.full((CELLS, len(FACES), PURSE + 1, GOALS), FARTHEST * TURN_UNIT, np.int16)
    for facing, top in enumerate(FACES[:, TOP]):
        table[OWN[0] == FAR_ROW + top, facing, :, top - 1] = final
    ways = table.reshape(-1, PURSE + 1, GOALS)  # the same numbers, a row for each way a die can stand
    richer = np.minimum(np.arange(PURSE + 1) + 1, PURSE)
    before = 0
    while before != (before := int(ways.sum(dtype=np.int64))):
        for here, there, gain in STEPS:
            price = max(-gain, 0)
            after = ways[there][:, richer] if gain == 1 else ways[there][:, : PURSE + 1 - price]
            ways[here, price:] = np.minimum(ways[here, price:], after + TURN_UNIT)
    by_own_cell: np.ndarray = table[BOARD[0]]
    return by_own_cell


OWN_FACING = own_facings()
STEPS = steps()
LOCKING = ways_home(PURSE - np.arange(PURSE + 1))  # ways to lock
FINISHING = ways_home(np.where(np.arange(PURSE + 1) == 0, 0, FARTHEST * TURN_UNIT))  # and to leave no counter


@compiled
def shortest(ways, own, facing, collection, closed):
    """The best way of a die to a goal that is not closed, by the table LOCKING or FINISHING."""
    best = FARTHEST * TURN_UNIT
    row = ways[own, facing, min(collection, PURSE)]
    for goal in range(GOALS):
        if row[goal] < best and not (closed >> goal) & 1:
            best = row[goal]
    return best


@compiled
def turns_of_one(own, facing, collection, closed):
    """The fewest turns to bring a last die home."""
    return shortest(FINISHING, own, facing, collection, closed) // TURN_UNIT


@compiled
def turns_of_two(own, facing, own_2, facing_2, collection, closed):
    """The fewest turns to bring two dice home one after the other."""
    way = shortest(LOCKING, own, facing, collection, closed)
    turns = way // TURN_UNIT + turns_of_one(own_2, facing_2, PURSE - way % TURN_UNIT, closed)
    way = shortest(LOCKING, own_2, facing_2, collection, closed)
    return min(turns, way // TURN_UNIT + turns_of_one(own, facing, PURSE - way % TURN_UNIT, closed))


@compiled
def turns_of_three(own, facing, own_2, facing_2, own_3, facing_3, collection, closed):
    way = shortest(LOCKING, own, facing, collection, closed)
    turns = way // TURN_UNIT + turns_of_two(own_2, facing_2, own_3, facing_3, PURSE - way % TURN_UNIT, closed)
    way = shortest(LOCKING, own_2, facing_2, collection, closed)
    more = way // TURN_UNIT + turns_of_two(own, facing, own_3, facing_3, PURSE - way % TURN_UNIT, closed)
    turns = min(turns, more)
    way = shortest(LOCKING, own_3, facing_3, collection, closed)
    more = way // TURN_UNIT + turns_of_two(own, facing, own_2, facing_2, PURSE - way % TURN_UNIT, closed)
    return min(turns, more)


@compiled
def turns_to_go(s, player, d, cell, facing, collection):
    """The turns of a player's shortest plan, if die d stood on that cell like that, with that collection."""
    side = s.sides[player]
    closed, loose = 0, 0
    own_1, own_2, own_3 = 0, 0, 0
    facing_1, facing_2, facing_3 = 0, 0, 0
    for e in range(DICE):
        at, looks = (cell, facing) if e == d else (s.at[player, e], s.facing[player, e])
        own, top = OWN[side, at], FACES[looks, TOP]
        if own == FAR_ROW + top:
            closed |= 1 << (top - 1)
        else:
            own_3, facing_3 = own_2, facing_2
            own_2, facing_2 = own_1, facing_1
            own_1, facing_1 = own, OWN_FACING[side, looks]
            loose += 1
    if loose == 3:
        return turns_of_three(own_1, facing_1, own_2, facing_2, own_3, facing_3, collection, 0)
    if loose == 2:
        return turns_of_two(own_1, facing_1, own_2, facing_2, collection, closed)
    if loose == 1:
        return turns_of_one(own_1, facing_1, collection, closed)
    return STRANDED if collection else 0
