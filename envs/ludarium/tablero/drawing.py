"""Tablero di Berona as a drawing: stacks seen from the front, so that every token shows, and the walk under way.

Elements: cell-0 to cell-17, reserve-<player>, and the dice still to be used, die-0 and die-1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ludarium.drawing.palette import DARK_WOOD, FAINT, FRAME, INK, LIGHT_WOOD, LINE, PLAYERS, darker
from ludarium.drawing.pieces import die, sign, token, token_top
from ludarium.drawing.scene import EDGE, WIDTH, Scene, crowned
from ludarium.drawing.svg import circle, number, path, rect
from ludarium.engine.protocol import TERMINATED
from ludarium.tablero.position import write_position
from ludarium.tablero.rules import COLUMNS, LIFT, NEIGHBOURS, RETRIEVE, WALK, home, turned, winners
from ludarium.tablero.text import points, verdict

HEIGHT = 716
CELL_WIDTH, CELL_HEIGHT = 112, 148
BOARD_TOP = 134
PANEL_HEIGHT = 70
TALL = 84  # the most a stack may rise, whatever its number of tokens


def draw(
    s: np.void,
    *,
    seat: int | None = None,
    last: Iterable[str] = (),
    shading: Mapping[str, float] | None = None,
    words: Mapping[str, str] | None = None,
) -> str:
    """The position as SVG, player_1's home row on top; everything lies open, so all seats see the same."""
    p = write_position(s)
    scene = Scene("Tablero di Berona", HEIGHT, last, shading, words)
    if s["games"] > 1:
        scene.write(WIDTH - EDGE, 33, f"{scene.word('game')} {p['game'] + 1} / {s['games']}", 16, anchor="end")
    won = crowned(int(winners(s)), 2) if s["ended"] == TERMINATED else []
    draw_board(scene, p)
    for player, top in ((1, 52), (0, BOARD_TOP + 3 * CELL_HEIGHT + 12)):
        draw_player(scene, s, p, player, top, player in won)
    scene.say(caption(s, p), WIDTH / 2, HEIGHT - 20, WIDTH - 2 * EDGE, anchor="middle")
    return scene.document()


def targets(s: np.void, action: int) -> tuple[str, ...]:
    """What a player points at to choose an action, in this order."""
    me = int(s["to_move"])
    if action < WALK:
        cell = f"cell-{home.py_func(me, action % LIFT)}"
        return (f"reserve-{me}", cell) if action < LIFT else (cell,)
    if action < RETRIEVE:
        to = int(NEIGHBOURS[me, action - WALK, s["path"][max(0, int(s["steps"]) - 1)]])
        return (f"cell-{to}",) if to >= 0 else ()
    return f"cell-{turned.py_func(me, action - RETRIEVE)}", f"reserve-{me}"


def marks(s: np.void, action: int) -> tuple[str, ...]:
    """What an action leaves marked: the cells it touched."""
    return tuple(target for target in targets(s, action) if target.startswith("cell"))


def cell_corner(cell: int) -> tuple[int, int]:
    row, column = divmod(cell, COLUMNS)
    return EDGE + CELL_WIDTH * column, BOARD_TOP + CELL_HEIGHT * (2 - row)


def draw_board(scene: Scene, p: dict[str, Any]) -> None:
    frame = EDGE - 5, BOARD_TOP - 5, COLUMNS * CELL_WIDTH + 10, 3 * CELL_HEIGHT + 10
    scene.add(rect(*frame, 8, fill=FRAME))
    visited = p["walk"]["visited"] if p["walk"] else []
    for cell, stack in enumerate(p["stacks"]):
        x, y = cell_corner(cell)
        row, column = divmod(cell, COLUMNS)
        wood = DARK_WOOD if (row + column) % 2 else LIGHT_WOOD
        scene.target(f"cell-{cell}", (x, y, CELL_WIDTH, CELL_HEIGHT), *stack_parts(x, y, stack), r=2, fill=wood)
        value = (column + 1, 26, FRAME) if row == 1 else (column + 1, 15, darker(wood, 0.35))
        scene.write(x + 9, y + (27 if row == 1 else 20), str(value[0]), value[1], value[2], weight="bold")
        if len(stack) > 1:
            scene.write(x + CELL_WIDTH - 7, y + CELL_HEIGHT - 8, str(len(stack)), 13, darker(wood, 0.55), "end")
    if visited:
        draw_walk(scene, visited)


def stack_parts(x: int, y: int, stack: list[int]) -> list[str]:
    """The tokens from bottom to top; a tall stack has thinner ones."""
    if not stack:
        return []
    thick = min(12.0, TALL / len(stack))
    middle, ground = x + CELL_WIDTH / 2, y + CELL_HEIGHT - 20
    parts = [token(owner, middle, ground - k * thick, 36, thick) for k, owner in enumerate(stack)]
    return [*parts, token_top(stack[-1], middle, ground - (len(stack) - 1) * thick, 36, thick)]


def draw_walk(scene: Scene, visited: list[int]) -> None:
    """The way of the stack in the hand, from where it was lifted to where it is now."""
    spots = [(x + CELL_WIDTH / 2, y + CELL_HEIGHT - 13) for x, y in map(cell_corner, visited)]
    way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots)
    for colour, width in ((INK, 7), ("#ffffff", 3)):
        scene.add(path(way, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round", class_="way"))
    scene.add(circle(*spots[0], 6, fill=INK), circle(*spots[-1], 9, fill="#ffffff", stroke=INK, stroke_width=4))


def draw_player(scene: Scene, s: np.void, p: dict[str, Any], player: int, top: int, won: bool) -> None:
    """Name, points, reserve; beside the mover the hand and the dice still to be used."""
    left, width = EDGE, WIDTH - 2 * EDGE
    to_move = p["to_move"] == player
    scene.panel(player, (left, top, width, PANEL_HEIGHT), to_move, won)
    if s["games"] > 1:
        scene.write(left + 38, top + 54, f"{scene.word('ledger')} {p['ledger'][player]}", 14, FAINT)
    if p["bumped"] == player:
        scene.write(left + (112 if s["games"] > 1 else 38), top + 54, scene.word("bumped"), 14, INK, weight="bold")
    scene.write(left + 228, top + 38, str(points(p)[player]), 32, PLAYERS[player], "middle", "bold")
    scene.write(left + 228, top + 58, scene.word("points"), 13, FAINT, "middle", most=70)
    reserve = [sign_spot(player, left + 290 + 18 * k, top + 22) for k in range(p["reserve"][player])]
    empty = [
        circle(left + 290 + 18 * k, top + 22, 3, fill=LINE, pointer_events="none")
        for k in range(p["reserve"][player], 12)
    ]
    scene.target(f"reserve-{player}", (left + 277, top + 8, 226, 28), *reserve, *empty)
    if to_move and p["walk"]:
        scene.write(left + 281, top + 57, scene.word("hand"), 13, FAINT, most=40)
        for k, owner in enumerate(p["walk"]["hand"]):
            scene.add(sign_spot(owner, left + 326 + 11.5 * k, top + 52, "hand"))
    if to_move:
        for k, face in enumerate(p["dice"]):
            x = left + width - 56 * (len(p["dice"]) - k) - 4
            scene.target(f"die-{k}", (x - 2, top + 11, 50, 50), die(x, top + 13, 44, face), r=10)


def sign_spot(owner: int, x: float, y: float, kind: str = "reserve") -> str:
    """A token of the reserve or the hand, seen from above."""
    return sign(owner, x, y, 7 if kind == "reserve" else 5.5, class_=kind, stroke=INK, stroke_width=0.8)


def caption(s: np.void, p: dict[str, Any]) -> str:
    if p["to_move"] is None:
        return verdict(s, p)
    bump = f"player_{p['bumped']} has bumped: last turn; " if p["bumped"] is not None else ""
    me = f"{bump}turn {p['turn']}: player_{p['to_move']}"
    if p["walk"]:
        return f"{me} walks, the lowest token of the hand first"
    if len(p["dice"]) == 1:
        return f"{me} uses the second die"
    return f"{me} uses a die" + (" or retrieves a token" if p["doubles"] else "")
