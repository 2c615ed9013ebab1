"""What an environment shows of its game: every render mode over one drawing, and the last move marked in it."""

from __future__ import annotations

import os
import sys
from typing import Any

import numpy as np

from ludarium.drawing.raster import pixels
from ludarium.drawing.window import Window
from ludarium.engine.game import Game

RENDER_MODES = ["human", "rgb_array", "svg", "ansi"]
BATCH_MODES = RENDER_MODES[1:]  # of many games at once, which no window shows
RENDER_FPS = 2


def modes_here() -> list[str]:
    """The render modes that work on this machine: without a display, no window."""
    headless = sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return RENDER_MODES[1:] if headless else list(RENDER_MODES)


class View:
    """The eyes of one environment.

    The last move is all that the player who acted last has done since another player acted: a whole walk, a whole
    payment. It is followed only if the render mode is one that draws.
    """

    def __init__(self, mode: str | None) -> None:
        self.mode = mode
        self.draws = mode not in (None, "ansi")
        self.last: tuple[str, ...] = ()
        self._mover = -1
        self._window: Window | None = None

    def forget(self) -> None:
        """There is no last move: an episode begins, or another state was set."""
        self.last = ()
        self._mover = -1

    def note(self, game: Game, s: np.void, mover: int, action: int) -> None:
        """The mover is about to play an action in this state."""
        marks = game.marks(s, action)
        self.last = (*self.last, *marks) if mover == self._mover else marks
        self._mover = int(mover)

    def svg(self, game: Game, s: np.void, seat: int | None = None) -> str:
        return game.draw(s, seat=seat, last=self.last)

    def show(self, game: Game, s: np.void, seat: int | None = None) -> str | np.ndarray | None:
        """What `render` returns; of "human" nothing, it is shown in a window."""
        if self.mode == "ansi":
            return game.board(s)
        svg = self.svg(game, s, seat)
        if self.mode == "svg":
            return svg
        if self.mode == "rgb_array":
            return pixels(svg)
        if self._window is None:
            self._window = Window(game.title, 1 / RENDER_FPS)
        self._window.show(svg)
        return None

    def close(self) -> None:
        if self._window is not None:
            self._window.close()
            self._window = None

    def copy(self) -> View:
        """The same without the window, of which there is one."""
        twin = View(self.mode)
        twin.last, twin._mover = self.last, self._mover
        return twin

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_window": None}
