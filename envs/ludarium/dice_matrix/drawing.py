"""Dice Matrix as a drawing: the matrix, both areas with their stacks, and the left-over die while it is to be turned.

A die's colour is also told by the shape of its pips, so that nobody has to tell red from green. Elements: cell-0 to
cell-48, stack-<player>-<colour>-<face>, and before the opening face-1 to face-6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ludarium.dice_matrix.position import write_position
from ludarium.dice_matrix.rules import (
    COLOURS,
    EMPTY,
    FACE_BITS,
    FACE_MASK,
    FACES,
    LINE_CELLS,
    OPEN,
    PAIR,
    PAIR_PLACES,
    PAIRS,
    SIDE,
    TAKE,
    winners,
)
from ludarium.dice_matrix.text import situation
from ludarium.drawing.palette import FAINT, FELT, INK, LINE, PANEL, PLAYERS, darker
from ludarium.drawing.pieces import die, pip, sign, stack_step
from ludarium.drawing.scene import EDGE, WIDTH, Scene, crowned
from ludarium.drawing.svg import rect
from ludarium.engine.protocol import TERMINATED

HEIGHT = 846
BODIES = "#b3211c", "#2b2b2e", "#f4b6cb", "#58b368", "#1f53ae"
PIP_COLOURS = "#ffffff", "#ffffff", "#4a1528", "#0e3d1a", "#ffffff"
PIP_SHAPES = "disc", "square", "heart", "diamond", "ring"
CELL = 58
MATRIX_LEFT, MATRIX_TOP = 48, 78
RIGHT = 484  # where the column beside the matrix begins
AREA_TOP, AREA_WIDTH, STACK_WIDTH, STACK_HEIGHT = 512, 330, 44, 54


def draw(
    s: np.void,
    *,
    seat: int | None = None,
    last: Iterable[str] = (),
    shading: Mapping[str, float] | None = None,
    words: Mapping[str, str] | None = None,
) -> str:
    """The position as SVG; all seats see the same. With `hidden_scores` the points stay out of it until the end."""
    p = write_position(s)
    scene = Scene("Dice Matrix", HEIGHT, last, shading, words)
    if s["games"] > 1:
        scene.write(WIDTH - EDGE, 33, f"{scene.word('game')} {p['game'] + 1} / {s['games']}", 16, anchor="end")
    won = crowned(int(winners(s)), 2) if s["ended"] == TERMINATED else []
    hidden = bool(s["hidden_scores"]) and p["to_move"] is not None
    draw_matrix(scene, p["matrix"])
    for player in range(2):
        draw_player(scene, p, player, player in won, hidden)
        draw_area(scene, player, p["areas"][player])
    scene.say(situation(s, p).split("; ", 1)[-1] if s["games"] > 1 else situation(s, p), RIGHT, 262, 212)
    if p["spare"] is not None:
        draw_choice(scene, p["spare"])
    draw_legend(scene, p["matrix"])
    return scene.document()


def targets(s: np.void, action: int) -> tuple[str, ...]:
    """What a player points at to choose an action, in this order."""
    if action < TAKE:
        return (f"face-{action - OPEN + 1}",)
    return tuple(f"cell-{cell}" for cell in cells_taken(action))


def marks(s: np.void, action: int) -> tuple[str, ...]:
    """What an action leaves marked: the cells it emptied and the stacks it added to."""
    if action < TAKE:
        return (f"stack-{s['to_move']}-{s['spare']}-{action - OPEN + 1}",)
    cells = cells_taken(action)
    dice = [int(s["matrix"][cell]) for cell in cells if s["matrix"][cell] != EMPTY]
    stacks = [f"stack-{s['to_move']}-{d >> FACE_BITS}-{(d & FACE_MASK) + 1}" for d in dice]
    return (*(f"cell-{cell}" for cell in cells), *stacks)


def cells_taken(action: int) -> list[int]:
    if action < PAIR:
        return [action - TAKE]
    line, k = divmod(action - PAIR, PAIRS)
    return [int(LINE_CELLS[line, place]) for place in PAIR_PLACES[k]]


def coloured_die(x: float, y: float, size: float, colour: int, face: int, under: int = 0) -> str:
    return die(x, y, size, face, BODIES[colour], PIP_COLOURS[colour], PIP_SHAPES[colour], under)


def draw_matrix(scene: Scene, matrix: list[list[Any]]) -> None:
    size = SIDE * CELL
    scene.add(rect(MATRIX_LEFT - 5, MATRIX_TOP - 5, size + 10, size + 10, 10, fill="#9aa79b"))
    for k in range(SIDE):
        middle = k * CELL + CELL / 2
        scene.write(MATRIX_LEFT + middle, MATRIX_TOP - 12, "abcdefg"[k], 14, FAINT, "middle")
        scene.write(MATRIX_LEFT - 16, MATRIX_TOP + middle + 5, str(k + 1), 14, FAINT, "middle")
    for cell in range(SIDE * SIDE):
        row, column = divmod(cell, SIDE)
        x, y = MATRIX_LEFT + column * CELL, MATRIX_TOP + row * CELL
        content = [] if matrix[row][column] is None else [coloured_die(x + 7, y + 7, CELL - 14, *matrix[row][column])]
        scene.target(f"cell-{cell}", (x + 1, y + 1, CELL - 2, CELL - 2), *content, r=5, fill=FELT)


def draw_player(scene: Scene, p: dict[str, Any], player: int, won: bool, hidden: bool) -> None:
    top = MATRIX_TOP - 5 + 82 * player
    scene.panel(player, (RIGHT, top, 212, 74), p["to_move"] == player, won)
    points = "?" if hidden else str(p["scores"][player])
    scene.write(RIGHT + 38, top + 62, points, 28, PLAYERS[player], weight="bold")
    if p["game"]:
        scene.write(RIGHT + 108, top + 60, f"+ {p['carried'][player]} {scene.word('carried')}", 14, FAINT, most=96)


def draw_choice(scene: Scene, colour: int) -> None:
    """The left-over die with each face it may be turned to."""
    for face in range(1, FACES + 1):
        x, y = RIGHT + 72 * ((face - 1) % 3), 318 + 60 * ((face - 1) // 3)
        box = x, y, 66, 54
        scene.target(f"face-{face}", box, coloured_die(x + 11, y + 5, 44, colour, face), fill=PANEL, stroke=LINE)


def draw_legend(scene: Scene, matrix: list[list[Any]]) -> None:
    """The five colours, and how many dice of each are left in the matrix."""
    for colour in range(COLOURS):
        x, y = RIGHT + 44 * colour, 442
        left = sum(cell is not None and cell[0] == colour for row in matrix for cell in row)
        scene.add(rect(x, y, 24, 24, 5, fill=BODIES[colour], stroke=darker(BODIES[colour], 0.45)))
        scene.add(colour_mark(x + 12, y + 12, colour))
        scene.write(x + 12, y + 41, str(left), 14, FAINT, "middle")


def colour_mark(x: float, y: float, colour: int) -> str:
    """The pip of a colour, large, as its emblem."""
    return pip(x, y, 6, PIP_SHAPES[colour], PIP_COLOURS[colour]).replace('class="pip"', 'class="emblem"')


def draw_area(scene: Scene, player: int, heights: list[list[int]]) -> None:
    """A row a colour, a column a face, and beside them the number of dice in each line."""
    left = EDGE + (WIDTH - 2 * EDGE - AREA_WIDTH) * player
    grid = left + 30
    scene.add(rect(left, AREA_TOP, AREA_WIDTH, HEIGHT - AREA_TOP - 18, 10, fill=PANEL, stroke=PLAYERS[player]))
    scene.add(sign(player, left + 15, AREA_TOP + 15, 7))
    for face in range(1, FACES + 1):
        middle = grid + (face - 0.5) * STACK_WIDTH
        scene.write(middle, AREA_TOP + 19, str(face), 14, FAINT, "middle")
        in_line = sum(stacks[face - 1] for stacks in heights)
        scene.write(
            middle,
            AREA_TOP + 27 + COLOURS * STACK_HEIGHT + 15,
            str(in_line),
            14,
            INK if in_line else LINE,
            "middle",
            "bold",
        )
    for colour, stacks in enumerate(heights):
        y = AREA_TOP + 27 + colour * STACK_HEIGHT
        middle = y + STACK_HEIGHT / 2
        scene.add(rect(left + 6, middle - 9, 18, 18, 4, fill=BODIES[colour]), colour_mark(left + 15, middle, colour))
        for face, height in enumerate(stacks, start=1):
            draw_stack(scene, player, colour, face, height, grid + (face - 1) * STACK_WIDTH, y)
        ink = INK if any(stacks) else LINE
        scene.write(grid + FACES * STACK_WIDTH + 16, middle + 5, str(sum(stacks)), 14, ink, "middle", "bold")


def draw_stack(scene: Scene, player: int, colour: int, face: int, height: int, x: float, y: float) -> None:
    size = 29
    content = []
    if height:
        rise = size + stack_step(size, height - 1) * (height - 1)
        content.append(coloured_die(x + 4, y + (STACK_HEIGHT - rise) / 2, size, colour, face, height - 1))
    box = x + 1, y + 1, STACK_WIDTH - 2, STACK_HEIGHT - 2
    scene.target(f"stack-{player}-{colour}-{face}", box, *content, r=4, fill=FELT)
    if height > 1:
        scene.write(x + STACK_WIDTH - 6, y + STACK_HEIGHT - 6, str(height), 11, INK, "end", "bold")
