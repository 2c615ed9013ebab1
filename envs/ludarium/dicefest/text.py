"""Dicefest in words: the names of actions and the board for a terminal."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.dicefest.position import write_position
from ludarium.dicefest.rules import DESTINATIONS, FACES, INNER_CELLS, NOWHERE, PUT, ROTATE, TOP, TURN, TURNED, TURNING

SIGNS = "ABCD"
SIDES = "south", "west", "north", "east"
DIRECTIONS = "forward", "right", "back", "left"
TURNS = "tip forward", "tip back", "tip left", "tip right", "spin clockwise", "spin counter-clockwise"


def cell_name(cell: int) -> str:
    """Columns are a to h from the west, rows 0 to 7 from the north."""
    return f"{'abcdefgh'[cell % 8]}{cell // 8}"


def action_name(s: np.void, action: int) -> str:
    me = int(s["to_move"])
    side = int(s["sides"][me])
    if action < ROTATE:
        d, k = divmod(action, 4)
        spaces = int(FACES[s["facing"][me, d], (side + k) % 4])
        to = int(DESTINATIONS[s["at"][me, d], (side + k) % 4, spaces])
        where = "off the board" if to == NOWHERE else f"to {cell_name(to)}"
        return f"move die {d} {DIRECTIONS[k]} by {spaces} {where}"
    if action < PUT:
        cost = int(FACES[s["facing"][me, action - ROTATE], TOP])
        return f"rotate die {action - ROTATE} for {cost} counter{'s' if cost > 1 else ''}"
    if action < TURN:
        return f"put a counter on {cell_name(int(INNER_CELLS[side, action - PUT]))}"
    name = TURNS[action - TURN]
    if s["phase"] == TURNING:
        after = FACES[TURNED[side, s["facing"][me, s["die"]], action - TURN]]
        name += f": top {after[TOP]}, forward {after[side]}, right {after[(side + 1) % 4]}"
    return name


def board(s: np.void) -> str:
    """The board with north on top: dice as player, number and top face, o counters, spaces with their numbers."""
    p = write_position(s)
    cells = {}
    for n in range(1, 7):
        for column in range(1, 7):
            cells[n, column] = "o" if p["counters"][n - 1][column - 1] else "."
        for at in ((7, 7 - n), (7 - n, 0), (0, n), (n, 7)):
            cells[at] = f"({n})"
    for sign, dice in zip(SIGNS, p["dice"], strict=False):
        for d, die in enumerate(dice):
            cells[tuple(die["at"])] = f"{sign}{d}{'#' if die['locked'] else ':'}{die['top']}"
    lines = ["     " + "".join(letter.center(6) for letter in "abcdefgh")]
    for row in range(8):
        lines.append(f"  {row}  " + "".join(cells.get((row, column), "").center(6) for column in range(8)))
    lines.append("A0:5 is die 0 of A with 5 on top, A0#5 if locked; o a counter; (5) a numbered space")
    for player, sign in enumerate(SIGNS[: len(p["sides"])]):
        lines.append(player_line(p, player, sign))
    lines.append(situation(s, p))
    return "\n".join(line.rstrip() for line in lines)


def player_line(p: dict[str, Any], player: int, sign: str) -> str:
    side = p["sides"][player]
    dice = []
    for d, die in enumerate(p["dice"][player]):
        faces = die["north"], die["east"], 7 - die["north"], 7 - die["east"]
        shown = "locked" if die["locked"] else " ".join(str(faces[(side + k) % 4]) for k in range(4))
        dice.append(f"{sign}{d} {shown}")
    number = p["collection"][player]
    counters = f"{number} counter{'' if number == 1 else 's'}"
    return f"{sign} player_{player}, {SIDES[side]}, {counters}; {' '.join(DIRECTIONS)}: " + ", ".join(dice)


def situation(s: np.void, p: dict[str, Any]) -> str:
    if p["to_move"] is None:
        if p["winner"] is None:
            return f"the turn limit of {s['max_turns']} is reached"
        return f"player_{p['winner'][0]} has won" if p["winner"] else "a draw: nobody can act"
    text = f"turn {p['turn']}: player_{p['to_move']}"
    if p["paying"]:
        die, left = p["paying"]["die"], p["paying"]["left"]
        text += f" rotates die {die}, " + (f"{left} to put" if left else "which way?")
    return text
