"""A complete position of Tablero di Berona as plain data, made from a state record and checked back into one."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from ludarium.engine import checks
from ludarium.engine.checks import demand, items, up_to, whole
from ludarium.engine.protocol import NOBODY, RUNNING
from ludarium.tablero.rules import CELLS, COLUMNS, LONGEST_WALK, NEIGHBOURS, OVER, TOKENS, USE, WALKING

KEYS = "stacks", "reserve", "to_move", "dice", "doubles", "walk", "bumped", "turn", "ledger", "game", "starter"


def owners(stack: Any, height: Any) -> list[int]:
    return [int(stack) >> k & 1 for k in range(int(height))]


def bits(stack: list[int]) -> int:
    return sum(owner << k for k, owner in enumerate(stack))


def write_position(s: np.void) -> dict[str, Any]:
    walk = None
    if s["phase"] == WALKING:
        visited = [int(cell) for cell in s["path"][: s["steps"]]]
        walk = {"at": visited[-1], "hand": owners(s["hand"], s["hand_size"]), "visited": visited}
    return {
        "stacks": [owners(stack, height) for stack, height in zip(s["stacks"], s["heights"], strict=True)],
        "reserve": s["reserve"].tolist(),
        "to_move": None if s["phase"] == OVER else int(s["to_move"]),
        "dice": s["dice"][: s["left"]].tolist(),
        "doubles": bool(s["doubles"]),
        "walk": walk,
        "bumped": None if s["bumped"] == NOBODY else int(s["bumped"]),
        "turn": int(s["turn"]),
        "ledger": s["ledger"].tolist(),
        "game": int(s["game"]),
        "starter": int(s["starter"]),
    }


def read_position(s: np.void, p: dict[str, Any]) -> None:
    checks.keys(p, KEYS)
    stacks = [read_stack(f"stacks[{cell}]", stack) for cell, stack in enumerate(items("stacks", p["stacks"], CELLS))]
    reserve = [whole("reserve", n, 0, TOKENS) for n in items("reserve", p["reserve"], 2)]
    demand(p["to_move"] is not None, "to_move", "is None: the position is over")
    to_move = whole("to_move", p["to_move"], 0, 1)
    dice = [whole("dice", face, 1, 6) for face in up_to("dice", p["dice"], 2)]
    demand(dice == sorted(dice), "dice", f"must be ascending, not {dice}")
    doubles = checks.flag("doubles", p["doubles"])
    if len(dice) == 2:
        demand(doubles == (dice[0] == dice[1]), "doubles", f"is {doubles}, but the dice are {dice}")
    hand, visited = read_walk(p["walk"], stacks, to_move)
    if hand:
        demand(len(dice) < 2, "dice", "both are still to be used, but a walk is under way")
        if dice:
            used = visited[0] % COLUMNS + 1
            demand(doubles == (dice[0] == used), "doubles", f"is {doubles}, but the dice were {used} and {dice[0]}")
    else:
        demand(len(dice) > 0, "dice", "are missing: nothing is left to decide")
    for player in range(2):
        count = sum(stack.count(player) for stack in [*stacks, hand]) + reserve[player]
        demand(
            count == TOKENS,
            "reserve",
            f"player_{player} has {count} tokens on the board, in the hand and in reserve, not {TOKENS}",
        )
    bumped = NOBODY
    if p["bumped"] is not None:
        bumped = whole("bumped", p["bumped"], 0, 1)
        demand(to_move != bumped, "bumped", "the player who bumped has no more turns, but is to move")
    most = int(s["max_turns"]) if bumped == NOBODY else 2**30
    turn = whole("turn", p["turn"], 1, most)
    game = whole("game", p["game"], 0, int(s["games"]) - 1)
    ledger = [whole("ledger", n, 0, 21 * game) for n in items("ledger", p["ledger"], 2)]
    demand(sum(ledger) <= 21 * game, "ledger", f"{game} games cannot record {sum(ledger)} points")

    s["starter"] = whole("starter", p["starter"], 0, 1)
    s["stacks"] = [bits(stack) for stack in stacks]
    s["heights"] = [len(stack) for stack in stacks]
    s["reserve"] = reserve
    s["to_move"] = to_move
    s["left"] = len(dice)
    s["dice"] = [*dice, 0, 0][:2]
    s["doubles"] = doubles
    s["hand"] = bits(hand)
    s["hand_size"] = len(hand)
    s["steps"] = len(visited)
    s["path"][: len(visited)] = visited
    s["phase"] = WALKING if hand else USE
    s["ended"] = RUNNING
    s["bumped"] = bumped
    s["turn"] = turn
    s["game"] = game
    s["ledger"] = ledger


def read_stack(key: str, stack: Any) -> list[int]:
    return [whole(key, owner, 0, 1) for owner in up_to(key, stack, 2 * TOKENS)]


def read_walk(walk: Any, stacks: list[list[int]], to_move: int) -> tuple[list[int], list[int]]:
    """The hand and the visited cells, both empty if no walk is under way."""
    if walk is None:
        return [], []
    checks.keys(walk, ("at", "hand", "visited"), "walk")
    hand = read_stack("walk.hand", walk["hand"])
    visited = [whole("walk.visited", cell, 0, CELLS - 1) for cell in up_to("walk.visited", walk["visited"], CELLS)]
    at = whole("walk.at", walk["at"], 0, CELLS - 1)
    demand(len(hand) > 0, "walk.hand", "is empty, so the walk is over")
    demand(hand[-1] == to_move, "walk.hand", f"has no token of player_{to_move} on top")
    demand(len(visited) > 0, "walk.visited", "must begin with the cell the stack stood on")
    demand(visited[0] // COLUMNS == 2 * to_move, "walk.visited", f"must begin in the home row of player_{to_move}")
    demand(len(set(visited)) == len(visited), "walk.visited", "holds a cell twice")
    for here, there in pairwise(visited):
        demand(there in NEIGHBOURS[0, :, here], "walk.visited", f"cells {here} and {there} are no neighbours")
        demand(len(stacks[there]) > 0, "walk.visited", f"cell {there} was visited, but no token was dropped there")
    demand(
        not stacks[visited[0]], "walk.visited", f"the stack was lifted from cell {visited[0]}, but tokens stand there"
    )
    demand(
        len(hand) + len(visited) - 1 <= LONGEST_WALK, "walk.hand", f"a stack of over {LONGEST_WALK} cannot be lifted"
    )
    demand(at == visited[-1], "walk.at", f"is {at}, but the cell visited last is {visited[-1]}")
    return hand, visited
