"""What a drawing must contain: each game's drawing counted and compared with the position."""

import re
from xml.etree import ElementTree

from ludarium.drawing.alphabet import advance, shifted

SVG = "{http://www.w3.org/2000/svg}"


class Drawing:
    """A parsed drawing; `self[id]` is the group with that data-id."""

    def __init__(self, svg):
        self.svg = svg
        self.root = ElementTree.fromstring(svg)
        self.ids = [e.get("data-id") for e in self.root.iter() if e.get("data-id")]
        self.targets = {e.get("data-id"): e for e in self.root.iter(f"{SVG}g") if e.get("data-id")}

    def __getitem__(self, name):
        return self.targets[name]

    def count(self, kind, within=None):
        within = self.root if within is None else self[within]
        return sum(e.get("class") == kind for e in within.iter())

    def says(self, words):
        """Whether the words stand somewhere, drawn as strokes."""
        at, strokes = 0.0, []
        for character in words:
            strokes.append(shifted(character, at))
            at += advance(character)
        return f'd="{"".join(strokes)}"' in self.svg

    def check_form(self):
        """Self-contained, without doubles, everything that can be pointed at on the page."""
        assert len(self.ids) == len(set(self.ids))
        tags = {e.tag.removeprefix(SVG) for e in self.root.iter()}
        assert tags <= {"svg", "g", "rect", "circle", "ellipse", "path"}, tags
        assert not re.search(r"href|url\(|<!|<\?|javascript|style=", self.svg)
        assert self.svg.count("://") == 1  # the namespace
        width, height = float(self.root.get("width")), float(self.root.get("height"))
        assert self.root.get("viewBox") == f"0 0 {width:g} {height:g}"
        for group in self.targets.values():
            plate = group.find(f"{SVG}rect[@class='plate']")
            x, y, w, h = (float(plate.get(k)) for k in ("x", "y", "width", "height"))
            assert x >= 0 and y >= 0 and x + w <= width and y + h <= height


def check_dice_matrix(drawing, p, s):
    for cell in range(49):
        die = p["matrix"][cell // 7][cell % 7]
        assert drawing.count("die", f"cell-{cell}") == (die is not None)
        assert drawing.count("pip", f"cell-{cell}") == (die[1] if die else 0)
    for player, area in enumerate(p["areas"]):
        for colour, stacks in enumerate(area):
            for face, height in enumerate(stacks, start=1):
                name = f"stack-{player}-{colour}-{face}"
                assert drawing.count("die", name) == height
                assert drawing.count("pip", name) == (face if height else 0)
    assert [f"face-{f}" in drawing.targets for f in range(1, 7)] == [p["spare"] is not None] * 6
    hidden = s["hidden_scores"] and p["to_move"] is not None
    assert all(drawing.says("?" if hidden else str(score)) for score in p["scores"])


def check_tablero(drawing, p, s):
    for cell, stack in enumerate(p["stacks"]):
        owners = [e.get("data-owner") for e in drawing[f"cell-{cell}"].iter() if e.get("class") == "token"]
        assert owners == [str(owner) for owner in stack]
    for player in range(2):
        assert drawing.count("reserve", f"reserve-{player}") == p["reserve"][player]
    assert drawing.count("hand") == (len(p["walk"]["hand"]) if p["walk"] else 0)
    assert (drawing.count("way") > 0) == (p["walk"] is not None)
    assert [drawing.count("pip", f"die-{k}") for k in range(len(p["dice"]))] == p["dice"]
    assert drawing.count("pip") == sum(p["dice"])
    if s["games"] > 1:
        assert all(drawing.says(f"ledger {points}") for points in p["ledger"])
        assert drawing.says(f"game {p['game'] + 1} / {s['games']}")
    assert drawing.says("bumped") == (p["bumped"] is not None)


def check_matrio(drawing, p, s):
    for tray, cards in enumerate(p["trays"]):
        assert drawing.count("card", f"tray-{tray}") == len(cards)
    for cell in range(9):
        assert drawing.count("marker", f"cell-{cell}") == (p["markers"][cell // 3][cell % 3] is not None)
    held = {f"card-{card}" for hand in p["hands"] for card in hand}
    assert {name for name in drawing.ids if name.startswith("card")} == held
    assert drawing.count("card") == 52
    assert all(drawing.says(str(score).replace("-", "−")) for score in p["scores"])
    assert drawing.says("withdrawn") == any(p["withdrawn"])


def check_dicefest(drawing, p, s):
    at = {8 * die["at"][0] + die["at"][1]: die for hand in p["dice"] for die in hand}
    counters = {8 * i + j + 9 for i, row in enumerate(p["counters"]) for j, there in enumerate(row) if there}
    for cell in set(range(64)) - {0, 7, 56, 63}:
        name = f"cell-{cell}"
        die = at.get(cell)
        assert drawing.count("die", name) == (die is not None)
        assert drawing.count("pip", name) == (die["top"] + 14 if die else 0)  # opposite sides sum to seven
        assert drawing.count("lock", name) == bool(die and die["locked"])
        assert drawing.count("counter", name) == (cell in counters)
    for player, held in enumerate(p["collection"]):
        assert drawing.count("counter", f"collection-{player}") == held
        assert drawing.says(str(held))
    assert sum(name.startswith("turn-") for name in drawing.ids) == (6 if p["paying"] else 0)


CHECKS = {
    "dice_matrix": check_dice_matrix,
    "tablero": check_tablero,
    "matrio": check_matrio,
    "dicefest": check_dicefest,
}


def check(game, s, p, **how):
    """Draws a state and checks everything about it."""
    drawing = Drawing(game.draw(s, **how))
    drawing.check_form()
    CHECKS[game.name](drawing, p, s)
    assert drawing.count("turn") == (p["to_move"] is not None)
    return drawing
