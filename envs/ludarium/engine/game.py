"""What Python code needs to know about a game: sizes, options, positions, words. The rules themselves are compiled."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ludarium.engine.checks import shown
from ludarium.engine.compiling import announced
from ludarium.engine.layout import Layout
from ludarium.engine.loops import count_legal
from ludarium.errors import BadOption, BadPosition, IllegalAction, nearest
from ludarium.registry import load


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
    margin_points: Callable[[np.void], float] | None  # how many points a margin of 1 is; None: the game has no points
    write_position: Callable[[np.void], dict[str, Any]]
    read_position: Callable[[np.void, dict[str, Any]], None]  # into a configured record
    action_name: Callable[[np.void, int], str]
    board: Callable[[np.void], str]  # the position as text, for a terminal
    draw: Callable[..., str]  # draw(s, seat=None, last=(), shading=None, words=None): the position as SVG
    targets: Callable[[np.void, int], tuple[str, ...]]  # elements of the drawing to point at for an action, in order
    marks: Callable[[np.void, int], tuple[str, ...]]  # elements that an action played in this state leaves marked

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The options and their defaults."""
        return {
            k: p.default for k, p in inspect.signature(self.configure).parameters.items() if p.kind == p.KEYWORD_ONLY
        }

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """A game is copied and pickled by its name: there is one of each, and its functions cannot be pickled."""
        return load, (self.name,)

    def blank(self, options: dict[str, Any]) -> np.ndarray:
        """One record with the options in it and no episode begun."""
        for name in options:
            if name not in self.defaults:
                hint = nearest(name, self.defaults)
                raise BadOption(f"{self.title} has no option {name!r}; it has {', '.join(self.defaults)}{hint}")
        states = np.zeros(1, self.state)
        self.configure(states[0], **options)
        return states

    def load_position(self, options: dict[str, Any], position: Any) -> np.ndarray:
        """One record with the position in it, after all checks; its key is still to be written."""
        states = self.blank(options)
        self.read_position(states[0], position)
        with announced(self.title):
            if count_legal(states, 0, np.zeros(self.actions, np.int8)) == 0:
                raise BadPosition("to_move: the player to move has no legal action")
        return states

    def name_of(self, s: np.void, action: Any) -> str:
        """`action_name` of anything that a caller may have given for an action."""
        if not hasattr(action, "__index__") or not 0 <= operator.index(action) < self.actions:
            raise IllegalAction(f"an action is a whole number from 0 to {self.actions - 1}, not {shown(action)}")
        return self.action_name(s, operator.index(action))

    def refusal(self, s: np.void, mask: np.ndarray, player: str, action: int) -> str:
        """The sentence for an illegal action: the action, the player, and what would have been legal."""
        name = f" ({self.action_name(s, action)})" if 0 <= action < self.actions else ""
        allowed = np.flatnonzero(mask)
        more = f" and {len(allowed) - 8} more" if len(allowed) > 8 else ""
        some = ", ".join(f"{a} ({self.action_name(s, a)})" for a in allowed[:8].tolist())
        return f"{player} may not play {shown(action)}{name}; legal are {some}{more}"
