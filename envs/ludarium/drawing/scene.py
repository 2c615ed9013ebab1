"""The page a position is drawn on: its frame, what can be pointed at, and what is marked or shaded on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludarium.drawing.alphabet import text, text_width
from ludarium.drawing.palette import FAINT, INK, LINE, MARK, PANEL, PAPER, PLAYERS, SHADE, WHITE
from ludarium.drawing.pieces import crown, pointer, sign
from ludarium.drawing.svg import Number, element, group, rect

WIDTH = 720
EDGE = 24  # free on all sides
Box = tuple[Number, Number, Number, Number]  # x, y, width, height


class Scene:
    """Collects what is drawn, from back to front.

    last     ids of the elements that the last move touched: they get an outline
    shading  id → strength from 0 to 1: elements are tinted by it, and it is written on them as per cent
    words    what to write in place of the drawing's own words ("player_0", "points", "caption", the title)
    """

    def __init__(
        self,
        title: str,
        height: int,
        last: Iterable[str] = (),
        shading: Mapping[str, float] | None = None,
        words: Mapping[str, str] | None = None,
    ) -> None:
        self.height = height
        self.last = frozenset(last)
        self.shading = dict(shading or {})
        self.words = dict(words or {})
        self.title = title
        self.caption = ""
        self.parts: list[str] = []
        self.outlines: list[str] = []  # marks, over everything else,
        self.numbers: list[str] = []  # and the numbers of shaded elements over them
        self.write(EDGE, 34, self.word(title), 22, weight="bold", most=420)

    def add(self, *parts: str) -> None:
        self.parts += parts

    def word(self, word: str) -> str:
        return self.words.get(word, word)

    def named(self, sentence: str) -> str:
        """A sentence with the players' names in it."""
        for player in range(len(PLAYERS)):
            sentence = sentence.replace(f"player_{player}", self.word(f"player_{player}"))
        return sentence

    def write(
        self,
        x: Number,
        y: Number,
        words: str,
        size: Number,
        colour: str = INK,
        anchor: str = "start",
        weight: str = "regular",
        most: Number | None = None,
    ) -> None:
        self.add(text(x, y, words, size, colour, anchor, weight, most))

    def say(self, sentence: str, x: Number, y: Number, width: Number, size: Number = 16, anchor: str = "start") -> None:
        """The caption: what is going on, over as many lines as it needs."""
        self.caption = self.words.get("caption", self.named(sentence))
        for k, line in enumerate(wrapped(self.caption, size, width)):
            self.write(x, y + 1.4 * size * k, line, size, anchor=anchor)

    def target(self, name: str, box: Box, *content: str, r: Number = 6, **plate: str | Number | None) -> None:
        """Something that can be pointed at: a plate, tinted if it is shaded, and what lies on it."""
        x, y, w, h = box
        parts = [rect(x, y, w, h, r, class_="plate", **{"fill": "none", "pointer_events": "all", **plate})]
        strength = self.shading.get(name, 0.0)
        if strength > 0:
            tint = 0.12 + 0.6 * min(1.0, strength)
            parts.append(rect(x, y, w, h, r, fill=SHADE, fill_opacity=tint, class_="shade", pointer_events="none"))
            self.numbers.append(percentage(box, strength))
        if name in self.last:
            self.outlines.append(outline(box, r))
        self.add(group([*parts, *content], class_="target", data_id=name))

    def panel(self, player: int, box: Box, to_move: bool, won: bool, out: bool = False, size: Number = 17) -> None:
        """A player's place: sign and name, framed while it is the player's turn, crowned after a win."""
        x, y, w, h = box
        colour = PLAYERS[player]
        framed = to_move or won
        self.add(rect(x, y, w, h, 8, fill=PANEL, stroke=colour if framed else LINE, stroke_width=3 if framed else 1))
        middle = y + 0.5 * size + 10
        self.add(sign(player, x + 21, middle, 0.56 * size, None if not out else LINE))
        name = self.word(f"player_{player}")
        self.write(x + 38, middle + 0.35 * size, name, size, FAINT if out else INK, weight="bold", most=w - 78)
        right = x + 38 + min(w - 78, text_width(name, size)) + 20
        if won:
            self.add(crown(right, middle - 1, 10))
        elif to_move:
            self.add(pointer(right - 2, middle, 8, colour))

    def document(self) -> str:
        """The whole SVG document."""
        size = f"0 0 {WIDTH} {self.height}"
        paper = rect(0, 0, WIDTH, self.height, 14, fill=PAPER)
        return element(
            "svg",
            paper,
            *self.parts,
            group([*self.outlines, *self.numbers], class_="front"),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=size,
            width=WIDTH,
            height=self.height,
            role="img",
            aria_label=f"{self.word(self.title)}: {self.caption}",
        )


def outline(box: Box, r: Number) -> str:
    """The mark of the last move: bright on a dark edge, so that it shows on every ground."""
    x, y, w, h = box
    edges = [
        rect(x + 1.5, y + 1.5, w - 3, h - 3, r, fill="none", stroke=colour, stroke_width=width)
        for colour, width in ((INK, 5), (MARK, 3))
    ]
    return group(edges, class_="mark", pointer_events="none")


def percentage(box: Box, strength: float) -> str:
    """How strongly an element is shaded, in its upper right corner."""
    x, y, w, _ = box
    number = f"{100 * strength:.0f}" if strength >= 0.01 else "<1"
    wide = text_width(number, 11) + 8
    left, top = x + w - wide - 3, y + 3
    written = text(left + wide / 2, top + 10.8, number, 11, WHITE, "middle")
    return group([rect(left, top, wide, 14, 4, fill=SHADE), written], pointer_events="none")


def wrapped(sentence: str, size: Number, width: Number) -> list[str]:
    """The sentence in lines that fit the width."""
    lines = [""]
    for word in sentence.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def crowned(bits: int, seats: int) -> list[int]:
    """The winners, unless nobody or everybody has won."""
    won = [seat for seat in range(seats) if bits >> seat & 1]
    return won if len(won) < seats else []
