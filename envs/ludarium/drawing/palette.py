"""The colours of all drawings. They differ in lightness as well as in hue, and none ever says anything alone."""

from __future__ import annotations

PAPER = "#f7f4ec"
PANEL = "#fffdf8"
INK = "#22262c"
FAINT = "#6a6e76"
LINE = "#cfc8b8"
LIGHT_WOOD = "#f0e4c9"
DARK_WOOD = "#e2cfa6"
FRAME = "#8a6d42"
FELT = "#e4e9e2"
MARK = "#f2b705"  # the last move, always as an outline
SHADE = "#6c3fc5"  # an agent's policy, always with its number
WHITE = "#ffffff"
RED_SUIT = "#c0262d"
COUNTER = "#e3b23c"

# By seat, each with a sign of its own: disc, square, triangle, diamond.
PLAYERS = "#0b6fb3", "#d1570a", "#1aa67d", "#8e2f6c"


def mix(colour: str, other: str, part: float) -> str:
    """A colour that is by that part the other one."""
    pairs = [(int(colour[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def darker(colour: str, part: float = 0.3) -> str:
    return mix(colour, "#000000", part)


def lighter(colour: str, part: float = 0.3) -> str:
    return mix(colour, WHITE, part)
