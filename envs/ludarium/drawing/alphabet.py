"""An alphabet of strokes, so that a drawing reads the same where no font is installed.

A glyph is a path of M, L and A commands in units of a tenth of the height of a capital, y downwards, baseline 0.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ludarium.drawing.svg import Number, group, number, path, plain_text

ROUND = "M6 -3.5A3 3.5 0 1 1 0 -3.5A3 3.5 0 1 1 6 -3.5"  # the bowl of a, b, d, g, o, p and q

# A character's path, and its width.
GLYPHS: dict[str, tuple[str, float]] = {
    " ": ("", 2.4),
    "0": ("M6 -5A3 5 0 1 1 0 -5A3 5 0 1 1 6 -5", 6),
    "1": ("M0.9 -7.9L3.3 -10L3.3 0", 6),
    "2": ("M0.3 -7.4A2.75 2.7 0 0 1 5.8 -7.2A3.6 3.6 0 0 1 4.9 -5L0.1 0L6 0", 6),
    "3": ("M0.5 -8.2A2.5 2.3 0 0 1 3 -10A2.5 2.4 0 0 1 3 -5.2L2 -5.2M3 -5.2A2.8 2.6 0 0 1 3 0A3 2.6 0 0 1 0 -2", 6),
    "4": ("M4.6 0L4.6 -10L4.3 -10L0 -2.7L6 -2.7", 6),
    "5": ("M5.4 -10L1 -10L0.6 -5.4A3.1 3.2 0 1 1 0 -1.6", 6),
    "6": ("M4.8 -10A7.5 8 0 0 0 0 -3.2A3 3.2 0 1 0 6 -3.2A3 3.2 0 0 0 0 -3.2", 6),
    "7": ("M0 -10L6 -10L2.2 0", 6),
    "8": (
        "M5.4 -7.6A2.4 2.4 0 1 1 0.6 -7.6A2.4 2.4 0 1 1 5.4 -7.6M5.9 -2.6A2.9 2.6 0 1 1 .1 -2.6A2.9 2.6 0 1 1 5.9 -2.6",
        6,
    ),
    "9": ("M1.2 0A7.5 8 0 0 0 6 -6.8A3 3.2 0 1 0 0 -6.8A3 3.2 0 0 0 6 -6.8", 6),
    "A": ("M0 0L3.6 -10L3.8 -10L7.4 0M1.2 -3.3L6.2 -3.3", 7.4),
    "B": ("M0 0L0 -10L3.2 -10A2.4 2.4 0 0 1 3.2 -5.2L0 -5.2M3.2 -5.2A2.6 2.6 0 0 1 3.2 0L0 0", 5.8),
    "C": ("M6.9 -8.4A4 5 0 1 0 6.9 -1.6", 7),
    "D": ("M0 0L0 -10L2.6 -10A4.4 5 0 0 1 2.6 0L0 0", 7),
    "E": ("M5 -10L0 -10L0 0L5 0M0 -5.2L4.4 -5.2", 5),
    "F": ("M5 -10L0 -10L0 0M0 -5.2L4.4 -5.2", 5),
    "G": ("M6.9 -8.4A4 5 0 1 0 7.9 -4.7L4.8 -4.7", 8),
    "H": ("M0 -10L0 0M6.4 -10L6.4 0M0 -5.2L6.4 -5.2", 6.4),
    "I": ("M0.4 -10L0.4 0", 0.8),
    "J": ("M4.2 -10L4.2 -2.9A2.1 2.9 0 0 1 0 -2.5", 4.2),
    "K": ("M0 -10L0 0M5.8 -10L0 -3.9M2.2 -6.2L6.2 0", 6.2),
    "L": ("M0 -10L0 0L4.8 0", 4.8),
    "M": ("M0 0L0 -10L4 -3L8 -10L8 0", 8),
    "N": ("M0 0L0 -10L6.4 0L6.4 -10", 6.4),
    "O": ("M8.6 -5A4.3 5 0 1 1 0 -5A4.3 5 0 1 1 8.6 -5", 8.6),
    "P": ("M0 0L0 -10L3.2 -10A2.8 2.8 0 0 1 3.2 -4.4L0 -4.4", 6),
    "Q": ("M8.6 -5A4.3 5 0 1 1 0 -5A4.3 5 0 1 1 8.6 -5M5.4 -2.6L8.5 0.7", 8.6),
    "R": ("M0 0L0 -10L3.2 -10A2.8 2.8 0 0 1 3.2 -4.4L0 -4.4M3 -4.4L6.1 0", 6.1),
    "S": ("M5.6 -8.1A2.9 2.5 0 0 0 3 -10A2.6 2.4 0 0 0 3 -5.2A2.8 2.6 0 0 1 3 0A3.1 2.6 0 0 1 0.1 -2.1", 5.9),
    "T": ("M0 -10L6.6 -10M3.3 -10L3.3 0", 6.6),
    "U": ("M0 -10L0 -3.2A3.1 3.2 0 0 0 6.2 -3.2L6.2 -10", 6.2),
    "V": ("M0 -10L3.5 0L3.7 0L7.2 -10", 7.2),
    "W": ("M0 -10L2.5 0L2.7 0L5.1 -9L5.3 -9L7.7 0L7.9 0L10.4 -10", 10.4),
    "X": ("M0 -10L6.4 0M6.4 -10L0 0", 6.4),
    "Y": ("M0 -10L3.3 -4.8L6.6 -10M3.3 -4.8L3.3 0", 6.6),
    "Z": ("M0.2 -10L6 -10L0 0L6.2 0", 6.2),
    "a": (ROUND + "M6 -7L6 0", 6),
    "b": (ROUND + "M0 -10L0 0", 6),
    "c": ("M5.2 -5.9A3 3.5 0 1 0 5.2 -1.1", 5.3),
    "d": (ROUND + "M6 -10L6 0", 6),
    "e": ("M0 -3.6L6 -3.6A3 3.5 0 1 0 5.1 -1.1", 6),
    "f": ("M3.7 -10L3.2 -10A1.9 1.9 0 0 0 1.3 -8.1L1.3 0M0 -7L3.4 -7", 3.6),
    "g": (ROUND + "M6 -7L6 0A3 2.9 0 0 1 0.5 1.6", 6),
    "h": ("M0 -10L0 0M0 -4A2.8 3 0 0 1 5.6 -4L5.6 0", 5.6),
    "i": ("M0.3 -7L0.3 0M0.3 -9.8L0.3 -9.7", 0.6),
    "j": ("M1.5 -7L1.5 1.2A1.7 1.7 0 0 1 0 2.9M1.5 -9.8L1.5 -9.7", 1.8),
    "k": ("M0 -10L0 0M4.8 -7L0 -2.4M1.7 -4L5.1 0", 5.1),
    "l": ("M0.3 -10L0.3 -1.6A1.6 1.6 0 0 0 1.9 0", 1.9),
    "m": ("M0 -7L0 0M0 -4.4A2.2 2.6 0 0 1 4.4 -4.4L4.4 0M4.4 -4.4A2.2 2.6 0 0 1 8.8 -4.4L8.8 0", 8.8),
    "n": ("M0 -7L0 0M0 -4A2.8 3 0 0 1 5.6 -4L5.6 0", 5.6),
    "o": (ROUND, 6),
    "p": (ROUND + "M0 -7L0 3", 6),
    "q": (ROUND + "M6 -7L6 3", 6),
    "r": ("M0 -7L0 0M0 -3.8A3.2 3.2 0 0 1 3.3 -6.9", 3.3),
    "s": ("M4.4 -5.8A2.2 1.7 0 0 0 2.4 -7A2 1.75 0 0 0 2.4 -3.5A2.2 1.75 0 0 1 2.4 0A2.4 1.8 0 0 1 0.1 -1.3", 4.6),
    "t": ("M1.4 -9.4L1.4 -1.8A1.8 1.8 0 0 0 3.2 0L3.7 0M0 -7L3.5 -7", 3.7),
    "u": ("M0 -7L0 -3A2.8 3 0 0 0 5.6 -3M5.6 -7L5.6 0", 5.6),
    "v": ("M0 -7L2.8 0L3 0L5.8 -7", 5.8),
    "w": ("M0 -7L2.1 0L2.3 0L4.3 -6.4L4.5 -6.4L6.5 0L6.7 0L8.8 -7", 8.8),
    "x": ("M0 -7L5.4 0M5.4 -7L0 0", 5.4),
    "y": ("M0 -7L2.9 -0.2M5.8 -7L1.6 3", 5.8),
    "z": ("M0.2 -7L5 -7L0 0L5.2 0", 5.2),
    ".": ("M0.3 -0.1L0.3 0", 0.6),
    ",": ("M0.7 -0.1L0 1.9", 0.8),
    ":": ("M0.3 -5.6L0.3 -5.5M0.3 -0.1L0.3 0", 0.6),
    ";": ("M0.7 -5.6L0.7 -5.5M0.7 -0.1L0 1.9", 0.8),
    "!": ("M0.3 -10L0.3 -3M0.3 -0.1L0.3 0", 0.6),
    "?": ("M0.2 -7.8A2.5 2.4 0 1 1 3.6 -5.4A2.6 2.6 0 0 0 2.4 -3.2L2.4 -2.8M2.4 -0.1L2.4 0", 5),
    "'": ("M0.3 -10L0.3 -7.6", 0.6),
    "’": ("M0.7 -10L0 -7.8", 0.7),
    '"': ("M0 -10L0 -7.6M2 -10L2 -7.6", 2),
    "-": ("M0 -3.8L3.4 -3.8", 3.4),
    "–": ("M0 -3.8L5 -3.8", 5),
    "−": ("M0 -4.6L5 -4.6", 5),
    "+": ("M0 -4.6L5.4 -4.6M2.7 -7.3L2.7 -1.9", 5.4),
    "=": ("M0 -5.8L5.4 -5.8M0 -3L5.4 -3", 5.4),
    "×": ("M0.4 -6.8L4.8 -2.4M4.8 -6.8L0.4 -2.4", 5.2),
    "*": ("M0 -8.8L3.8 -6.6M3.8 -8.8L0 -6.6M1.9 -10L1.9 -5.4", 3.8),
    "/": ("M4.4 -10.6L0 1", 4.4),
    "%": ("M6.9 -10L1.1 0M3 -8A1.5 2 0 1 1 0 -8A1.5 2 0 1 1 3 -8M8 -2A1.5 2 0 1 1 5 -2A1.5 2 0 1 1 8 -2", 8),
    "&": ("M7 -5A5 5 0 0 1 2.6 0A2.6 2.6 0 0 1 2 -5.2L3.6 -6.4A2 2 0 1 0 1.4 -7.2L7 0", 7),
    "#": ("M2.2 -10L0.8 0M5.6 -10L4.2 0M0.2 -6.8L6.4 -6.8M0 -3.2L6.2 -3.2", 6.4),
    "(": ("M2.4 -11A7 7 0 0 0 2.4 1.6", 2.4),
    ")": ("M0 -11A7 7 0 0 1 0 1.6", 2.4),
    "[": ("M2.2 -11L0 -11L0 1.6L2.2 1.6", 2.2),
    "]": ("M0 -11L2.2 -11L2.2 1.6L0 1.6", 2.2),
    "<": ("M5 -8L0 -4.6L5 -1.2", 5),
    ">": ("M0 -8L5 -4.6L0 -1.2", 5),
    "_": ("M0 1.4L5 1.4", 5),
    "|": ("M0.3 -11L0.3 1.6", 0.6),
    "@": ("M6.6 -5A2 2.2 0 1 0 2.6 -5A2 2.2 0 1 0 6.6 -5L6.6 -4A1.4 1.6 0 0 0 9.4 -4.4A4.6 4.8 0 1 0 6.8 -0.6", 9.4),
    "…": ("M0.3 -0.1L0.3 0M3.3 -0.1L3.3 0M6.3 -0.1L6.3 0", 6.6),
    "·": ("M0.3 -4.1L0.3 -4", 0.6),
}
GAP = 2.2  # between two characters
CAPITAL = 0.7  # height of a capital, as a part of the size
WIDE = 14.0  # what a character of another alphabet is reckoned to take
WEIGHTS = {"regular": 1.25, "bold": 1.9}
STEP = re.compile(r"([ML])([-\d.]+) ([-\d.]+)|A([-\d.]+ [-\d.]+ 0 [01] [01]) ([-\d.]+) ([-\d.]+)")


@lru_cache(maxsize=4096)
def shifted(character: str, by: float) -> str:
    """The path of a character further to the right."""
    steps = []
    for line, x, y, arc, arc_x, arc_y in STEP.findall(GLYPHS[character][0]):
        if line:
            steps.append(f"{line}{number(float(x) + by)} {y}")
        else:
            steps.append(f"A{arc} {number(float(arc_x) + by)} {arc_y}")
    return "".join(steps)


def advance(character: str) -> float:
    return (GLYPHS[character][1] if character in GLYPHS else WIDE) + GAP


def text_width(words: str, size: Number) -> float:
    """How much room words take."""
    return max(0.0, sum(map(advance, words)) - GAP) * size * CAPITAL / 10


def text(
    x: Number,
    y: Number,
    words: str,
    size: Number,
    colour: str,
    anchor: str = "start",
    weight: str = "regular",
    most: Number | None = None,
) -> str:
    """Words on a baseline, `size` as fonts count it; they shrink to be no wider than `most`.

    Characters of other alphabets, as in a player's name, are left to the reader's fonts.
    """
    width = text_width(words, size)
    if most is not None and width > most:
        size, width = size * most / width, most
    left = x - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    scale = size * CAPITAL / 10
    strokes, others, at = [], [], 0.0
    for character in words:
        if character in GLYPHS:
            strokes.append(shifted(character, at))
        else:
            others.append(plain_text(left + at * scale, y, character, font_size=size, fill=colour))
        at += advance(character)
    drawn = path(
        "".join(strokes),
        transform=f"translate({number(left)} {number(y)}) scale({scale:.4g})",
        stroke=colour,
        stroke_width=WEIGHTS[weight],
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    return (drawn if any(strokes) else "") + (group(others, font_family="sans-serif") if others else "")
