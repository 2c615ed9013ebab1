"""The pictures of the README and the games' pages: a position from the middle of each game, and one game as a film."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ludarium
from ludarium.agents import make_agent
from ludarium.drawing.film import write_gif
from ludarium.registry import load
from ludarium_training.commands.record import film

FOLDER = Path(ludarium.__file__).parent
# Game: options, seed, and how far into the game the picture is taken.
PICTURES: dict[str, tuple[dict[str, Any], int, float]] = {
    "dice_matrix": ({}, 2, 0.5),
    "tablero": ({}, 3, 0.8),
    "matrio": ({}, 1, 0.75),
    "dicefest": ({"players": 4}, 1, 0.3),
}
FILMED = "tablero"


def drawings(name: str) -> list[str]:
    """A game of greedy players, drawn decision by decision."""
    game = load(name)
    options, seed, _ = PICTURES[name]
    seats = game.seats(game.blank(options)[0])
    return film(game, options, [make_agent("greedy", game)] * seats, seed)


if __name__ == "__main__":
    for name, (_, _, part) in PICTURES.items():
        played = drawings(name)
        (FOLDER / name / "board.svg").write_text(played[round(part * (len(played) - 1))] + "\n", encoding="utf-8")
        if name == FILMED:
            write_gif(played, FOLDER / name / "game.gif", 480, 0.7)
        print(f"{name}: {len(played)} positions")
