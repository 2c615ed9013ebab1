"""What Python code needs to know about a game: sizes, options, positions, words. The rules themselves are compiled."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.engine.layout import Layout
from ludarium.errors import BadOption, nearest


@dataclass(frozen=True)
class Game:
    """A game. In the functions, `s` is its state record, `states[i]` of a structured array."""

    name: str  # "tablero", as in the module tablero_v0
    title: str  # "Tablero di Berona"
    version: int
    actions: int
    most_seats: int
    state: np.dtype[Any]
    layout: Layout
    configure: Callable[..., None]  # configure(s, **options) writes the options; its signature declares them
    seats: Callable[[np.void], int]
    write_position: Callable[[np.void], dict[str, Any]]
    read_position: Callable[[np.void, dict[str, Any]], None]  # into a configured record
    action_name: Callable[[np.void, int], str]
    board: Callable[[np.void], str]  # the position as text, for a terminal

    @property
    def defaults(self) -> dict[str, Any]:
        """The options and their defaults."""
        return {
            k: p.default for k, p in inspect.signature(self.configure).parameters.items() if p.kind == p.KEYWORD_ONLY
        }

    def blank(self, options: dict[str, Any]) -> np.ndarray:
        """One record with the options in it and no episode begun."""
        for name in options:
            if name not in self.defaults:
                hint = nearest(name, self.defaults)
                raise BadOption(f"{self.title} has no option {name!r}; it has {', '.join(self.defaults)}{hint}")
        states = np.zeros(1, self.state)
        self.configure(states[0], **options)
        return states
