"""Dice Matrix in words: the names of actions and the board for a terminal."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.dice_matrix.position import write_position
from ludarium.dice_matrix.rules import (
    EMPTY,
    FACE_BITS,
    FACE_MASK,
    FACES,
    LINE_CELLS,
    NO_SPARE,
    OPEN,
    PAIR,
    PAIR_PLACES,
    PAIRS,
    SIDE,
    TAKE,
)

COLOUR_NAMES = "red", "black", "pink", "green", "blue"
SIGNS = "RKPGB"  # K is black: the printers' letter


def cell_name(cell: int) -> str:
    return f"{'abcdefg'[cell % SIDE]}{cell // SIDE + 1}"


def die_name(s: np.void, cell: int) -> str:
    die = int(s["matrix"][cell])
    name = "the die" if die == EMPTY else f"{COLOUR_NAMES[die >> FACE_BITS]} {(die & FACE_MASK) + 1}"
    return f"{name} at {cell_name(cell)}"


def action_name(s: np.void, action: int) -> str:
    if action < TAKE:
        spare = "left-over" if s["spare"] == NO_SPARE else COLOUR_NAMES[s["spare"]]
        return f"turn the {spare} die to {action - OPEN + 1}"
    if action < PAIR:
        return f"take {die_name(s, action - TAKE)}"
    line, k = divmod(action - PAIR, PAIRS)
    first, second = (int(LINE_CELLS[line, place]) for place in PAIR_PLACES[k])
    return f"take {die_name(s, first)} and {die_name(s, second)}"


def board(s: np.void) -> str:
    """The matrix, below it both areas side by side with the sums of their lines, then whose turn it is."""
    p = write_position(s)
    lines = ["     " + "   ".join("abcdefg")]
    for row, dice in enumerate(p["matrix"]):
        cells = [" ." if die is None else f"{SIGNS[die[0]]}{die[1]}" for die in dice]
        lines.append(f"{row + 1:>2}  " + "  ".join(cells))
    lines.append("")
    hidden = s["hidden_scores"] and p["to_move"] is not None
    left, right = (area_lines(p, player, hidden) for player in range(2))
    lines += [f"{a:<38}{b}" for a, b in zip(left, right, strict=True)]
    lines += ["", situation(s, p)]
    return "\n".join(line.rstrip() for line in lines)


def area_lines(p: dict[str, Any], player: int, hidden: bool) -> list[str]:
    """A player's area as text: a row a colour, a column a face; the last row and column are the sums of the lines."""
    points = "?" if hidden else p["scores"][player]
    carried = f" + {p['carried'][player]} carried" if p["game"] else ""
    heights = p["areas"][player]
    lines = [f"player_{player}: {points} points{carried}", "           " + "  ".join("123456")]
    for colour, stacks in enumerate(heights):
        cells = "".join(f"{height or '.':>3}" for height in stacks)
        lines.append(f"{SIGNS[colour]} {COLOUR_NAMES[colour]:<7}{cells} {sum(stacks):>4}")
    sums = "".join(f"{sum(stacks[face] for stacks in heights):>3}" for face in range(FACES))
    return [*lines, f"{'':<9}{sums}"]


def situation(s: np.void, p: dict[str, Any]) -> str:
    parts = [f"game {p['game'] + 1} of 2"] if s["games"] > 1 else []
    if p["to_move"] is None:
        totals = [p["carried"][player] + p["scores"][player] for player in range(2)]
        winner = "a draw" if totals[0] == totals[1] else f"player_{totals.index(max(totals))} has won"
        parts.append(f"the game is over, {totals[0]} : {totals[1]}, {winner}")
    elif p["spare"] is not None:
        parts.append(f"player_{p['to_move']} chooses the face of the left-over {COLOUR_NAMES[p['spare']]} die")
    else:
        parts.append(f"player_{p['to_move']} takes a die or a pair; {s['left']} dice left")
    return "; ".join(parts)
