"""The layout of an observation: named pieces of one flat float32 tensor, declared once.

Compiled code fills the pieces by name through a record that lies over the tensor; the games' pages show the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.engine.compiling import compiled


@compiled
def clipped(number: Any) -> Any:
    """A number brought into the observation space."""
    return max(-1.0, min(number, 1.0))


@dataclass(frozen=True)
class Piece:
    name: str
    shape: tuple[int, ...]
    text: str
    slice: slice


class Layout:
    """Pieces in order, each (name, shape, what it says); an empty shape is a single number."""

    def __init__(self, *pieces: tuple[str, tuple[int, ...], str]) -> None:
        self.pieces: list[Piece] = []
        start = 0
        for name, shape, text in pieces:
            stop = start + int(np.prod(shape, dtype=int))
            self.pieces.append(Piece(name, shape, text, slice(start, stop)))
            start = stop
        self.size = start
        self.dtype: np.dtype[Any] = np.dtype([(p.name, "f4", p.shape) for p in self.pieces])

    def __getitem__(self, name: str) -> slice:
        """Where a piece lies in the flat tensor."""
        return next(p.slice for p in self.pieces if p.name == name)

    def table(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| piece | shape | from | says |", "|---|---|---|---|"]
        for p in self.pieces:
            shape = " × ".join(map(str, p.shape)) or "1"
            rows.append(f"| `{p.name}` | {shape} | {p.slice.start} | {p.text} |")
        return "\n".join(rows)
