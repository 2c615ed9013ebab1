"""Tablero di Berona in words: the names of actions and the board for a terminal."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.protocol import TRUNCATED
from ludarium.tablero.position import owners, write_position
from ludarium.tablero.rules import COLUMNS, LIFT, RETRIEVE, WALK

DIRECTIONS = "forward", "back", "to the higher column", "to the lower column"
ROWS = "home row", "centre", "opponent's home row"
SIGNS = "ox"


def action_name(s: np.void, action: int) -> str:
    if action < LIFT:
        return f"place on {action + 1}"
    if action < WALK:
        return f"lift the stack on {action - LIFT + 1}"
    if action < RETRIEVE:
        return f"walk {DIRECTIONS[action - WALK]}"
    row, column = divmod(action - RETRIEVE, COLUMNS)
    return f"retrieve from {ROWS[row]} {column + 1}"


def board(s: np.void) -> str:
    """The rows as player_0 sees them, player_1's home row on top; stacks from bottom to top, o player_0, x player_1."""
    p = write_position(s)
    stacks = ["".join(SIGNS[owner] for owner in stack) or "." for stack in p["stacks"]]
    width = max(4, *map(len, stacks))
    lines = ["          " + " ".join(str(column + 1).ljust(width) for column in range(COLUMNS))]
    for row, name in ((2, "x home"), (1, "centre"), (0, "o home")):
        cells = stacks[row * COLUMNS : (row + 1) * COLUMNS]
        lines.append(f"{name:>8}  " + " ".join(cell.ljust(width) for cell in cells))
    for player, (sign, score) in enumerate(zip(SIGNS, points(p), strict=True)):
        lines.append(f"{sign} player_{player}: {score} points, {p['reserve'][player]} in reserve")
    lines.append(situation(s, p))
    return "\n".join(line.rstrip() for line in lines)


def points(p: dict[str, Any]) -> list[int]:
    tops = [stack[-1] if stack else None for stack in p["stacks"][COLUMNS : 2 * COLUMNS]]
    return [sum(column + 1 for column, owner in enumerate(tops) if owner == player) for player in range(2)]


def verdict(s: np.void, p: dict[str, Any]) -> str:
    """How a finished episode ended."""
    if s["ended"] == TRUNCATED:
        return "the turn limit is reached, no result"
    scores = points(p)
    tie_break = [owner[-1] for owner in p["stacks"][COLUMNS : 2 * COLUMNS] if owner]
    if s["games"] > 1:
        scores = [p["ledger"][player] + max(0, scores[player] - scores[1 - player]) for player in range(2)]
        tie_break = []
    if scores[0] == scores[1]:
        winner = f"player_{tie_break[-1]} has won by the most valuable space" if tie_break else "a draw"
    else:
        winner = f"player_{scores.index(max(scores))} has won"
    return f"the game is over, {scores[0]} : {scores[1]}, {winner}"


def situation(s: np.void, p: dict[str, Any]) -> str:
    parts = []
    if s["games"] > 1:
        parts.append(f"game {p['game'] + 1} of {s['games']}, ledger {p['ledger'][0]}:{p['ledger'][1]}")
    if p["bumped"] is not None:
        parts.append(f"player_{p['bumped']} bumped")
    if p["to_move"] is None:
        return "; ".join([*parts, verdict(s, p)])
    parts.append(f"turn {p['turn']}: player_{p['to_move']}")
    if p["dice"]:
        parts.append("dice " + " ".join(map(str, p["dice"])))
    if p["walk"]:
        hand = "".join(SIGNS[owner] for owner in owners(s["hand"], s["hand_size"]))
        row, column = divmod(p["walk"]["at"], COLUMNS)
        row = row if p["to_move"] == 0 else 2 - row
        parts.append(f"walking at {ROWS[row]} {column + 1} with {hand} (bottom first)")
    return "; ".join(parts)
