"""Dicefest as a drawing: dice seen from above with top and side faces, counters, and the collections in the corners.

Elements: cell-<row · 8 + column>, collection-<player>, and while a rotation is paid or chosen turn-0 to turn-5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ludarium.dicefest.position import write_position
from ludarium.dicefest.rules import (
    DESTINATIONS,
    EAST,
    FACES,
    INNER_CELLS,
    NORTH,
    NOWHERE,
    PUT,
    ROTATE,
    TOP,
    TURN,
    TURNED,
    TURNS,
    facing,
    winners,
)
from ludarium.dicefest.text import situation
from ludarium.drawing.alphabet import text
from ludarium.drawing.palette import (
    COUNTER,
    DARK_WOOD,
    FAINT,
    FRAME,
    INK,
    LIGHT_WOOD,
    LINE,
    PANEL,
    PLAYERS,
    WHITE,
    darker,
)
from ludarium.drawing.pieces import crown, padlock, pointer, sign, solid_die
from ludarium.drawing.scene import EDGE, WIDTH, Scene, crowned
from ludarium.drawing.svg import circle, rect
from ludarium.engine.protocol import TERMINATED

HEIGHT = 806
CELL = 80
LEFT, BOARD_TOP = 40, 54
NUMBERS = (7, -1), (7, -1), (0, 1), (0, 1)  # by side: the number of place k there is a + b · k (ruling 2)
CORNERS = (7, 0), (0, 0), (0, 7), (7, 7)  # by side: row and column of the corner to the left of whoever sits there
TURN_WORDS = "forward", "back", "left", "right", "clockwise", "counter-clockwise"


def draw(
    s: np.void,
    *,
    seat: int | None = None,
    last: Iterable[str] = (),
    shading: Mapping[str, float] | None = None,
    words: Mapping[str, str] | None = None,
) -> str:
    """The position as SVG, north on top; everything lies open, so all seats see the same."""
    p = write_position(s)
    scene = Scene("Dicefest", HEIGHT, last, shading, words)
    won = crowned(int(winners(s)), len(p["sides"])) if s["ended"] == TERMINATED else []
    draw_board(scene, p)
    for player in range(len(p["sides"])):
        draw_player(scene, p, player, player in won)
    below = BOARD_TOP + 8 * CELL + 30
    scene.say(caption(s, p), WIDTH / 2, below if p["paying"] else below + 36, WIDTH - 2 * EDGE, anchor="middle")
    if p["paying"]:
        draw_turns(scene, s, p, below + 10)
    return scene.document()


def targets(s: np.void, action: int) -> tuple[str, ...]:
    """What a player points at to choose an action, in this order: a die is pointed at by its cell."""
    me = int(s["to_move"])
    side = int(s["sides"][me])
    if action < ROTATE:
        d, k = divmod(action, 4)
        direction, at = (side + k) % 4, int(s["at"][me, d])
        to = int(DESTINATIONS[at, direction, FACES[s["facing"][me, d], direction]])
        return (f"cell-{at}",) if to == NOWHERE else (f"cell-{at}", f"cell-{to}")
    if action < PUT:
        return f"cell-{s['at'][me, action - ROTATE]}", f"collection-{me}"
    if action < TURN:
        return (f"cell-{INNER_CELLS[side, action - PUT]}",)
    return (f"turn-{action - TURN}",)


def marks(s: np.void, action: int) -> tuple[str, ...]:
    """What an action leaves marked: the cells it touched, and the cell of a die that turned."""
    if action >= TURN:
        return (f"cell-{s['at'][s['to_move'], s['die']]}",)
    return tuple(target for target in targets(s, action) if target.startswith("cell"))


def corner_of(row: int, column: int) -> tuple[int, int]:
    return LEFT + column * CELL, BOARD_TOP + row * CELL


def draw_board(scene: Scene, p: dict[str, Any]) -> None:
    inner = LEFT + CELL - 4, BOARD_TOP + CELL - 4, 6 * CELL + 8, 6 * CELL + 8
    scene.add(rect(*inner, 4, fill=FRAME))
    dice = {tuple(die["at"]): (player, d, die) for player, hand in enumerate(p["dice"]) for d, die in enumerate(hand)}
    paying = (p["to_move"], p["paying"]["die"]) if p["paying"] else None
    for row in range(8):
        for column in range(8):
            if (row, column) in CORNERS:
                continue
            x, y = corner_of(row, column)
            content = []
            if (row, column) in dice:
                player, d, die = dice[row, column]
                content.append(board_die(x + CELL / 2, y + CELL / 2, player, d, die, paying == (player, d)))
            elif 1 <= row <= 6 and 1 <= column <= 6 and p["counters"][row - 1][column - 1]:
                content.append(counter(x + CELL / 2, y + CELL / 2, 13))
            draw_space(scene, row, column, p["sides"], content)


def draw_space(scene: Scene, row: int, column: int, sides: list[int], content: list[str]) -> None:
    x, y = corner_of(row, column)
    box = x + 1, y + 1, CELL - 2, CELL - 2
    name = f"cell-{row * 8 + column}"
    if 1 <= row <= 6 and 1 <= column <= 6:
        wood = DARK_WOOD if (row + column) % 2 else LIGHT_WOOD
        scene.target(name, box, *content, r=3, fill=wood)
        return
    side = 2 if row == 0 else 0 if row == 7 else 1 if column == 0 else 3
    first, step = NUMBERS[side]
    number = str(first + step * (column if side % 2 == 0 else row))
    printed = [text(x + CELL / 2, y + CELL / 2 + 12, number, 34, "#b7ae9b", "middle", "bold")]
    if side in sides:  # the edge of a player's own side
        edges = {0: (x + 3, y + CELL - 6, CELL - 6, 5), 1: (x + 1, y + 3, 5, CELL - 6)}
        edges |= {2: (x + 3, y + 1, CELL - 6, 5), 3: (x + CELL - 6, y + 3, 5, CELL - 6)}
        printed.append(rect(*edges[side], 2, fill=PLAYERS[sides.index(side)]))
    scene.target(name, box, *printed, *content, r=6, fill=PANEL, stroke=LINE)


def counter(x: float, y: float, r: float) -> str:
    return circle(x, y, r, fill=COUNTER, stroke=darker(COUNTER, 0.45), stroke_width=max(0.8, r / 8), class_="counter")


def faces_of(die: dict[str, Any]) -> tuple[int, int, int, int, int]:
    """North, east, south, west and top."""
    return die["north"], die["east"], 7 - die["north"], 7 - die["east"], die["top"]


def board_die(x: float, y: float, player: int, d: int, die: dict[str, Any], paying: bool) -> str:
    """A die with a badge that says whose it is and which; a lock if it is locked, a ring while it is paid for."""
    parts = solid_die(x, y, 66, faces_of(die), PLAYERS[player])
    if paying:
        ring = rect(x - 35.5, y - 35.5, 71, 71, 6, fill="none", stroke=INK, stroke_width=3, stroke_dasharray="7 5")
        parts = ring + parts
    badge_x, badge_y = x - 26, y - 26
    parts += sign(player, badge_x, badge_y, 9, WHITE, stroke=INK, stroke_width=1.4)
    parts += text(badge_x, badge_y + (5 if player == 2 else 3.5), str(d), 10, INK, "middle", "bold")
    return parts + (padlock(x + 27, y + 27, 6) if die["locked"] else "")


def draw_player(scene: Scene, p: dict[str, Any], player: int, won: bool) -> None:
    """In the corner at the player's left: the name, and every counter of the collection."""
    row, column = CORNERS[p["sides"][player]]
    x, y = corner_of(row, column)
    x += 0 if column else -24
    y += -2 if row == 0 else 2
    w, h = CELL + 20, CELL - 2
    x += 4 if column else 0
    to_move = p["to_move"] == player
    framed = to_move or won
    plate = {"stroke": PLAYERS[player] if framed else LINE, "stroke_width": 3 if framed else 1}
    held = p["collection"][player]
    spots = [counter(x + 44 + 9.4 * (k % 6), y + 29 + 8.6 * (k // 6), 3.7) for k in range(held)]
    scene.target(f"collection-{player}", (x, y, w, h), *spots, r=8, fill=PANEL, **plate)
    scene.add(sign(player, x + 13, y + 13, 6.5))
    name = scene.word(f"player_{player}")
    scene.write(x + 25, y + 18, name, 13, weight="bold", most=w - (46 if framed else 32))
    scene.write(x + 20, y + 56, str(held), 24, PLAYERS[player], "middle", "bold")
    if won:
        scene.add(crown(x + w - 12, y + 13, 8))
    elif to_move:
        scene.add(pointer(x + w - 12, y + 13, 6, PLAYERS[player]))


def draw_turns(scene: Scene, s: np.void, p: dict[str, Any], top: float) -> None:
    """The six ways in which the die that is paid for can be turned, as it would lie then."""
    me = p["to_move"]
    die = p["dice"][me][p["paying"]["die"]]
    now = facing(die["top"], die["north"], die["east"])
    for turn in range(TURNS):
        after = FACES[TURNED[p["sides"][me], now, turn]].tolist()
        x = EDGE + 112 * turn
        shown = {"top": after[TOP], "north": after[NORTH], "east": after[EAST]}
        content = solid_die(x + 56, top + 26, 44, faces_of(shown), PLAYERS[me])
        word = text(x + 56, top + 62, scene.word(TURN_WORDS[turn]), 11, FAINT, "middle", most=104)
        scene.target(f"turn-{turn}", (x + 3, top, 106, 68), content, word, fill=PANEL, stroke=LINE)


def caption(s: np.void, p: dict[str, Any]) -> str:
    asked = p["to_move"] is not None and p["paying"] is None
    return situation(s, p) + (" moves or rotates a die" if asked else "")
