"""A complete position of Dicefest as plain data, made from a state record and checked back into one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludarium.dicefest.rules import (
    CHOOSING,
    COUNTERS,
    DICE,
    EAST,
    FACES,
    INNER,
    NORTH,
    OVER,
    PAYING,
    TOP,
    TURNING,
    facing,
    locks,
)
from ludarium.engine import checks
from ludarium.engine.checks import demand, flag, items, whole
from ludarium.engine.protocol import NOBODY, RUNNING, TERMINATED

KEYS = "sides", "dice", "counters", "collection", "to_move", "paying", "turn", "winner"
CORNERS = (0, 0), (0, 7), (7, 0), (7, 7)


class Die(NamedTuple):
    cell: int
    facing: int
    locked: bool

    @property
    def top(self) -> int:
        return int(FACES[self.facing, TOP])


def write_position(s: np.void) -> dict[str, Any]:
    players, counters = int(s["players"]), int(s["counters"])
    winner = None
    if s["ended"] == TERMINATED:
        winner = [] if s["winner"] == NOBODY else [int(s["winner"])]
    return {
        "sides": s["sides"][:players].tolist(),
        "dice": [[write_die(s, player, d) for d in range(DICE)] for player in range(players)],
        "counters": [[bool(counters >> row * 8 + column & 1) for column in range(1, 7)] for row in range(1, 7)],
        "collection": s["collection"][:players].tolist(),
        "to_move": None if s["phase"] == OVER else int(s["to_move"]),
        "paying": {"die": int(s["die"]), "left": int(s["left"])} if s["phase"] in (PAYING, TURNING) else None,
        "turn": int(s["turn"]),
        "winner": winner,
    }


def write_die(s: np.void, player: int, d: int) -> dict[str, Any]:
    faces = FACES[s["facing"][player, d]].tolist()
    return {
        "at": list(divmod(int(s["at"][player, d]), 8)),
        "top": faces[TOP],
        "north": faces[NORTH],
        "east": faces[EAST],
        "locked": bool(s["locked"][player, d]),
    }


def read_position(s: np.void, p: dict[str, Any]) -> None:
    checks.keys(p, KEYS)
    sides = [whole("sides", side, 0, 3) for side in items("sides", p["sides"], int(s["players"]))]
    chosen = s["sides"][: len(sides)].tolist()
    demand(sides == chosen, "sides", f"is {sides}, but the option says {chosen}")
    dice = read_dice(p["dice"], sides)
    occupied = sum(1 << die.cell for hand in dice for die in hand)
    counters = read_counters(p["counters"])
    demand(not counters & occupied, "counters", "one lies on a cell that holds a die")
    collection = [whole("collection", n, 0, COUNTERS) for n in items("collection", p["collection"], len(sides))]
    total = sum(collection) + bin(counters).count("1")
    demand(total == COUNTERS, "collection", f"board and collections hold {total} counters, not {COUNTERS}")
    to_move = read_to_move(p["to_move"], dice, collection)
    demand(p["winner"] is None, "winner", f"is {p['winner']!r}, but player_{to_move} is to move")
    die, left = 0, 0
    phase = CHOOSING
    if p["paying"] is not None:
        cells = bin(INNER & ~counters & ~occupied).count("1")
        die, left = read_paying(p["paying"], dice[to_move], collection[to_move], cells)
        phase = PAYING if left else TURNING
    turn = whole("turn", p["turn"], 1, int(s["max_turns"]))

    s["counters"] = counters
    s["occupied"] = occupied
    for player, hand in enumerate(dice):
        s["at"][player] = [die.cell for die in hand]
        s["facing"][player] = [die.facing for die in hand]
        s["locked"][player] = [die.locked for die in hand]
    s["collection"][: len(sides)] = collection
    s["phase"] = phase
    s["ended"] = RUNNING
    s["winner"] = NOBODY
    s["to_move"] = to_move
    s["turn"] = turn
    s["die"] = die
    s["left"] = left


def read_dice(value: Any, sides: list[int]) -> list[list[Die]]:
    dice: list[list[Die]] = []
    holders: dict[int, str] = {}
    for player, hand in enumerate(items("dice", value, len(sides))):
        dice.append([])
        for d, die in enumerate(items(f"dice[{player}]", hand, DICE)):
            key = f"dice[{player}][{d}]"
            dice[player].append(read_die(key, die, sides[player]))
            cell = dice[player][d].cell
            demand(cell not in holders, f"{key}.at", f"is where {holders.get(cell)} is")
            holders[cell] = key
    return dice


def read_die(key: str, die: Any, side: int) -> Die:
    checks.keys(die, ("at", "top", "north", "east", "locked"), key)
    row, column = (whole(f"{key}.at", n, 0, 7) for n in items(f"{key}.at", die["at"], 2))
    demand((row, column) not in CORNERS, f"{key}.at", f"[{row}, {column}] is a corner, which no die can enter")
    top, north, east = (whole(f"{key}.{face}", die[face], 1, 6) for face in ("top", "north", "east"))
    orientation = facing(top, north, east)
    demand(orientation >= 0, f"{key}.top", f"no right-handed die has top {top}, north {north} and east {east}")
    cell = row * 8 + column
    locked = flag(f"{key}.locked", die["locked"])
    due = bool(locks.py_func(side, cell, top))
    demand(locked == due, f"{key}.locked", f"is {locked}, but place and top face say {due}")
    return Die(cell, orientation, locked)


def read_counters(value: Any) -> int:
    """The set of cells that hold a counter."""
    cells = 0
    for i, row in enumerate(items("counters", value, 6)):
        for j, counter in enumerate(items(f"counters[{i}]", row, 6)):
            if flag(f"counters[{i}][{j}]", counter):
                cells |= 1 << (i + 1) * 8 + j + 1
    return cells


def read_to_move(value: Any, dice: list[list[Die]], collection: list[int]) -> int:
    demand(value is not None, "to_move", "is None: the position is over")
    to_move = whole("to_move", value, 0, len(dice) - 1)
    finished = [player for player, hand in enumerate(dice) if all(die.locked for die in hand)]
    for player in finished:
        demand(collection[player] > 0, "to_move", f"must be None: player_{player} has won")
    demand(len(finished) < len(dice) - 1, "to_move", "must be None: fewer than two players have free dice")
    demand(to_move not in finished, "to_move", f"player_{to_move} is stranded and has no more turns")
    return to_move


def read_paying(paying: Any, hand: list[Die], held: int, cells: int) -> tuple[int, int]:
    """The die that is being rotated and the counters still to be put."""
    checks.keys(paying, ("die", "left"), "paying")
    d = whole("paying.die", paying["die"], 0, DICE - 1)
    demand(not hand[d].locked, "paying.die", f"die {d} is locked")
    left = whole("paying.left", paying["left"], 0, hand[d].top)
    demand(left <= held, "paying.left", f"{left} counters are to be put, but the player holds {held}")
    demand(left <= cells, "paying.left", f"{left} counters are to be put, but only {cells} inner cells are free")
    return d, left
