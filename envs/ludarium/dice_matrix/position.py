"""A complete position of Dice Matrix as plain data, made from a state record and checked back into one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.dice_matrix.rules import (
    CELLS,
    COLOURS,
    DICE,
    EMPTY,
    FACE_BITS,
    FACE_MASK,
    FACES,
    NO_SPARE,
    OF_A_COLOUR,
    OPENING,
    OVER,
    SIDE,
    TAKING,
    find_all_pairs,
)
from ludarium.engine import checks
from ludarium.engine.checks import demand, items, whole
from ludarium.engine.protocol import RUNNING

KEYS = "matrix", "spare", "areas", "scores", "carried", "game", "starter", "to_move"


def triangular(n: int) -> int:
    return n * (n + 1) // 2


MOST_POINTS = triangular(DICE) + COLOURS * triangular(OF_A_COLOUR)  # of a game: all dice in one area, all of one face


def recount(area: np.ndarray) -> int:
    """Ruling 9: the points of an area, [colour, face], from its lines."""
    return sum(triangular(int(n)) for n in [*area.sum(0), *area.sum(1)])


def write_position(s: np.void) -> dict[str, Any]:
    cells = [None if die == EMPTY else [die >> FACE_BITS, (die & FACE_MASK) + 1] for die in s["matrix"].tolist()]
    return {
        "matrix": [cells[row * SIDE : (row + 1) * SIDE] for row in range(SIDE)],
        "spare": None if s["spare"] == NO_SPARE else int(s["spare"]),
        "areas": s["areas"].tolist(),
        "scores": s["scores"].tolist(),
        "carried": s["carried"].tolist(),
        "game": int(s["game"]),
        "starter": int(s["starter"]),
        "to_move": None if s["phase"] == OVER else int(s["to_move"]),
    }


def read_position(s: np.void, p: dict[str, Any]) -> None:
    checks.keys(p, KEYS)
    matrix = read_matrix(p["matrix"])
    left = CELLS - matrix.count(EMPTY)
    spare = NO_SPARE if p["spare"] is None else whole("spare", p["spare"], 0, COLOURS - 1)
    areas = read_areas(p["areas"])
    check_dice(matrix, spare, areas)
    scores = [whole("scores", n, 0, MOST_POINTS) for n in items("scores", p["scores"], 2)]
    for player, area in enumerate(areas):
        points = recount(area)
        demand(scores[player] == points, "scores", f"the area of player_{player} counts {points}, not {scores[player]}")
    game = whole("game", p["game"], 0, int(s["games"]) - 1)
    most = MOST_POINTS * game
    carried = [whole("carried", n, 0, most) for n in items("carried", p["carried"], 2)]
    demand(sum(carried) <= most, "carried", f"no game gives {sum(carried)} points")
    starter = whole("starter", p["starter"], 0, 1)
    demand(p["to_move"] is not None, "to_move", "is None: the position is over")
    to_move = whole("to_move", p["to_move"], 0, 1)
    demand(left > 0, "matrix", "is empty: the game is over")
    if spare != NO_SPARE:
        demand(to_move == starter, "to_move", f"is {to_move}, but player_{starter} starts and turns the left-over die")

    s["matrix"] = matrix
    s["spare"] = spare
    s["areas"] = areas
    s["scores"] = scores
    s["carried"] = carried
    s["game"] = game
    s["starter"] = starter
    s["to_move"] = to_move
    s["phase"] = TAKING if spare == NO_SPARE else OPENING
    s["ended"] = RUNNING
    s["left"] = left
    s["colour_lines"] = areas.sum(2)
    s["face_lines"] = areas.sum(1)
    s["totals"] = areas.sum((0, 1)) + np.bincount([die & FACE_MASK for die in matrix if die != EMPTY], minlength=FACES)
    find_all_pairs(s)


def read_matrix(rows: Any) -> list[int]:
    """The cells in order, as the record has them."""
    cells = []
    for number, row in enumerate(items("matrix", rows, SIDE)):
        key = f"matrix[{number}]"
        for die in items(key, row, SIDE):
            if die is None:
                cells.append(EMPTY)
                continue
            colour, face = items(key, die, 2)
            cells.append(whole(key, colour, 0, COLOURS - 1) << FACE_BITS | whole(key, face, 1, FACES) - 1)
    return cells


def read_areas(areas: Any) -> np.ndarray:
    """The heights, [player, colour, face]."""
    heights = np.zeros((2, COLOURS, FACES), np.int64)
    for player, area in enumerate(items("areas", areas, 2)):
        key = f"areas[{player}]"
        for colour, stacks in enumerate(items(key, area, COLOURS)):
            heights[player, colour] = [whole(key, n, 0, OF_A_COLOUR) for n in items(key, stacks, FACES)]
    return heights


def check_dice(matrix: list[int], spare: int, areas: np.ndarray) -> None:
    """All fifty dice are somewhere, and the first to come into an area was the left-over die."""
    if spare == NO_SPARE:
        demand(bool(areas.any()), "spare", "is None, but the areas are empty: the left-over die is still to be turned")
    else:
        demand(not areas.any(), "spare", "is still to be turned, but dice are in the areas")
    for colour in range(COLOURS):
        count = sum(die >> FACE_BITS == colour for die in matrix if die != EMPTY)
        count += int(areas[:, colour].sum()) + (spare == colour)
        demand(count == OF_A_COLOUR, "matrix", f"with areas and spare, {count} dice are of colour {colour}, not 10")
