"""Things on a table, drawn as shapes: pips and dice, the players' signs and tokens, suits and cards, small symbols."""

from __future__ import annotations

from ludarium.drawing.alphabet import text
from ludarium.drawing.palette import INK, PANEL, PLAYERS, RED_SUIT, WHITE, darker, lighter
from ludarium.drawing.svg import Number, circle, ellipse, group, number, path, placed, polygon, rect

# Where the pips of a face are, in units of the distance from the middle to a corner pip.
PIPS: dict[int, list[tuple[int, int]]] = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
HEART = "M0 1C-1.5 -0.1 -1.05 -1 -0.5 -1C-0.2 -1 0 -0.75 0 -0.5C0 -0.75 0.2 -1 0.5 -1C1.05 -1 1.5 -0.1 0 1Z"
SPADE = (
    "M0 -1C1.5 0 1.05 0.72 0.5 0.72C0.3 0.72 0.15 0.6 0.08 0.45L0.3 1L-0.3 1L-0.08 0.45"
    "C-0.15 0.6 -0.3 0.72 -0.5 0.72C-1.05 0.72 -1.5 0 0 -1Z"
)
DIAMOND = (
    "M0 -1C0.2 -0.6 0.45 -0.25 0.75 0C0.45 0.25 0.2 0.6 0 1C-0.2 0.6 -0.45 0.25 -0.75 0C-0.45 -0.25 -0.2 -0.6 0 -1Z"
)
CLUB = (
    "M0.44 -0.52A0.46 0.46 0 1 0 -0.44 -0.52A0.46 0.46 0 0 0 -0.31 -0.22A0.46 0.46 0 1 0 -0.1 0.42L-0.3 1"
    "L0.3 1L0.1 0.42A0.46 0.46 0 1 0 0.31 -0.22A0.46 0.46 0 0 0 0.44 -0.52Z"
)
STAR = "M0 -1L0.27 -0.35L0.95 -0.31L0.43 0.13L0.6 0.8L0 0.43L-0.6 0.8L-0.43 0.13L-0.95 -0.31L-0.27 -0.35Z"
CROWN = "M-1 0.7L-1 -0.5L-0.45 0L0 -0.8L0.45 0L1 -0.5L1 0.7Z"
SUITS = CLUB, DIAMOND, HEART, SPADE  # in the order of MatriO
SUIT_COLOURS = INK, RED_SUIT, RED_SUIT, INK


def pip(x: Number, y: Number, r: Number, shape: str, colour: str, ry: Number | None = None) -> str:
    """One pip; `ry` flattens a round one, on a face seen from the side."""
    if shape == "square":
        return rect(x - r * 0.9, y - r * 0.9, 1.8 * r, 1.8 * r, fill=colour, class_="pip")
    if shape == "diamond":
        points = (x, y - 1.25 * r), (x + 1.25 * r, y), (x, y + 1.25 * r), (x - 1.25 * r, y)
        return polygon(points, fill=colour, class_="pip")
    if shape == "heart":
        return placed(HEART, x, y, 1.12 * r, fill=colour, class_="pip")
    if shape == "ring":
        return circle(x, y, r * 0.82, fill="none", stroke=colour, stroke_width=r * 0.5, class_="pip")
    return ellipse(x, y, r, r if ry is None else ry, fill=colour, class_="pip")


def die(
    x: Number,
    y: Number,
    size: Number,
    face: int,
    body: str = PANEL,
    pips: str = INK,
    shape: str = "disc",
    under: int = 0,
) -> str:
    """A die with its upper left corner at x, y, on `under` others, each of which shows its edge below."""
    layers, step = [], stack_step(size, under)
    edge = darker(body, 0.45)
    for k in range(under, -1, -1):
        fill = body if k == 0 else darker(body, 0.16)
        layers.append(
            rect(x, y + k * step, size, size, size * 0.2, fill=fill, stroke=edge, stroke_width=1, class_="die")
        )
    middle, away, r = size / 2, size * 0.27, size * 0.1
    dots = [pip(x + middle + away * i, y + middle + away * j, r, shape, pips) for i, j in PIPS[face]]
    return group([*layers, *dots], class_="dice")


def stack_step(size: Number, under: int) -> float:
    """How far the edges of stacked dice are apart: less in a high stack."""
    return min(0.15 * size, 0.56 * size / under) if under else 0.0


def solid_die(x: Number, y: Number, size: Number, faces: tuple[int, int, int, int, int], body: str) -> str:
    """A die seen from right above, its middle at x, y: top face in the middle, round it north, east, south, west."""
    outer, inner, depth = size / 2, size * 0.31, size * 0.19
    edge = darker(body, 0.5)
    parts = []
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    for side, shade in enumerate((lighter(body, 0.22), darker(body, 0.16), darker(body, 0.3), lighter(body, 0.08))):
        a, b = corners[side], corners[(side + 1) % 4]
        points = [(x + i * k, y + j * k) for (i, j), k in ((a, outer), (b, outer), (b, inner), (a, inner))]
        parts.append(polygon(points, fill=shade, stroke=edge, stroke_width=0.8, stroke_linejoin="round"))
    parts.append(
        rect(x - inner, y - inner, 2 * inner, 2 * inner, size * 0.05, fill=body, stroke=edge, stroke_width=0.8)
    )
    *sides, top = faces
    away = inner * 0.56
    parts += [pip(x + away * i, y + away * j, size * 0.058, "disc", WHITE) for i, j in PIPS[top]]
    for side, face in enumerate(sides):
        out = (inner + outer) / 2
        middle_x, middle_y = x + (0, out, 0, -out)[side], y + (-out, 0, out, 0)[side]
        for i, j in PIPS[face]:
            long, short = (j, i) if face == 6 else (i, j)  # a six lies along the side
            along, across = long * inner * 0.6, short * depth * 0.27
            r, thin = size * 0.036, size * 0.03
            if side % 2:
                parts.append(pip(middle_x + across, middle_y + along, thin, "disc", WHITE, r))
            else:
                parts.append(pip(middle_x + along, middle_y + across, r, "disc", WHITE, thin))
    return group(parts, class_="die")


def sign(player: int, x: Number, y: Number, r: Number, colour: str | None = None, **style: str | Number | None) -> str:
    """A player's own shape: disc, square, triangle, diamond."""
    fill = colour or PLAYERS[player]
    if player == 0:
        return circle(x, y, r, fill=fill, **style)
    if player == 1:
        return rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r, 0.15 * r, fill=fill, **style)
    if player == 2:
        points = [(x, y - 1.15 * r), (x + 1.12 * r, y + 0.85 * r), (x - 1.12 * r, y + 0.85 * r)]
    else:
        points = [(x, y - 1.2 * r), (x + 1.2 * r, y), (x, y + 1.2 * r), (x - 1.2 * r, y)]
    return polygon(points, fill=fill, stroke_linejoin="round", **style)


def token(player: int, x: Number, y: Number, rx: Number, thick: Number) -> str:
    """A round token seen from the front; x, y is the middle of its underside. The square's player has a notched rim."""
    body, ry = PLAYERS[player], rx * 0.24
    edge = darker(body, 0.5)
    n = number
    rim = f"M{n(x - rx)} {n(y - thick)}v{n(thick)}a{n(rx)} {n(ry)} 0 0 0 {n(2 * rx)} 0v{n(-thick)}Z"
    parts = [path(rim, fill=darker(body, 0.12), stroke=edge, stroke_width=0.9)]
    if player == 1:
        ticks = []
        for along in (-0.8, -0.48, -0.16, 0.16, 0.48, 0.8):
            low = y + ry * (1 - along * along) ** 0.5
            ticks.append(f"M{n(x + along * rx)} {n(low - thick)}v{n(thick)}")
        parts.append(path("".join(ticks), stroke=lighter(body, 0.75), stroke_width=rx * 0.09, fill="none"))
    parts.append(ellipse(x, y - thick, rx, ry, fill=body, stroke=edge, stroke_width=0.9))
    return group(parts, class_="token", data_owner=player)


def token_top(player: int, x: Number, y: Number, rx: Number, thick: Number) -> str:
    """The owner's sign, lying on top of a token that `token` drew at the same place."""
    where = f"translate({number(x)} {number(y - thick)}) scale(1 0.28)"
    return group([sign(player, 0, 0, rx * 0.48, WHITE)], transform=where)


def card(
    x: Number,
    y: Number,
    w: Number,
    h: Number,
    rank: str,
    suit: int | None,
    value: str = "",
    strip: Number | None = None,
) -> str:
    """A card face up; a joker has no suit. Low ones, as in a hand, show rank and suit side by side.

    Of a card on which others lie a strip is all that can be seen: rank and suit go there.
    """
    ink = INK if suit is None else SUIT_COLOURS[suit]
    shape = STAR if suit is None else SUITS[suit]
    room = None if strip is None else max(3.0, strip - 4)
    parts = [
        card_body(x, y, w, h, PANEL),
        text(x + (4 if room is None else 3), y + 15, rank, 15, ink, "start", "bold", room),
    ]
    if room is not None:
        parts.append(placed(shape, x + 3 + room / 2, y + (24 if rank else 12), min(4.6, room / 2), fill=ink))
    elif h < 1.2 * w:
        parts.append(placed(shape, x + w * (0.7 if rank else 0.5), y + h * 0.56, w * 0.22, fill=ink))
    else:
        parts.append(placed(shape, x + w * 0.54, y + h * 0.52, w * 0.27, fill=ink))
    if value:
        parts.append(text(x + w - 4, y + h - 5, value, 11, INK, "end"))
    return group(parts, class_="card")


def card_back(x: Number, y: Number, w: Number, h: Number) -> str:
    n = number
    lattice = "".join(f"M{n(x + 6)} {n(y + h * k / 5)}h{n(w - 12)}" for k in range(1, 5))
    weave = path(lattice, stroke=lighter("#5b6b7f", 0.35), stroke_width=1.6, stroke_dasharray="4 3", fill="none")
    return group([card_body(x, y, w, h, "#5b6b7f"), weave], class_="back")


def card_body(x: Number, y: Number, w: Number, h: Number, fill: str) -> str:
    return rect(x, y, w, h, 4, fill=fill, stroke="#8d8a80", stroke_width=1)


def crown(x: Number, y: Number, r: Number) -> str:
    return placed(
        CROWN, x, y, r, fill="#e8b100", stroke=INK, stroke_width=0.12, stroke_linejoin="round", class_="crown"
    )


def padlock(x: Number, y: Number, r: Number) -> str:
    n = number
    bow = f"M{n(x - 0.5 * r)} {n(y)}v{n(-0.5 * r)}a{n(0.5 * r)} {n(0.5 * r)} 0 0 1 {n(r)} 0v{n(0.5 * r)}"
    return group(
        [
            circle(x, y, 1.55 * r, fill=WHITE, stroke=INK, stroke_width=1),
            path(bow, fill="none", stroke=INK, stroke_width=0.34 * r),
            rect(x - 0.8 * r, y - 0.1 * r, 1.6 * r, 1.05 * r, 0.15 * r, fill=INK),
        ],
        class_="lock",
    )


def pointer(x: Number, y: Number, r: Number, colour: str = INK) -> str:
    """Whose turn it is: a small triangle to the right."""
    return polygon([(x - 0.7 * r, y - r), (x + r, y), (x - 0.7 * r, y + r)], fill=colour, class_="turn")
