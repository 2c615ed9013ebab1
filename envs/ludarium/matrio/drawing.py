"""MatriO as a drawing: the trays with every card in them, the grid with its markers and scores, and the hands.

Of the hands only those that the viewer may see are face up; of the others the drawing holds nothing but their size.
Elements: tray-0 to tray-23, cell-0 to cell-8, and card-<number> for every card that is face up in a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ludarium.drawing.alphabet import text
from ludarium.drawing.palette import FAINT, FELT, LINE, PANEL, PLAYERS, WHITE, darker
from ludarium.drawing.pieces import SUITS, card, card_back, sign
from ludarium.drawing.scene import EDGE, WIDTH, Scene, crowned
from ludarium.drawing.svg import circle, placed, rect
from ludarium.engine.protocol import NOBODY, TERMINATED
from ludarium.matrio.position import write_position
from ludarium.matrio.rules import JOKER, LINES, NO_CARD, TRAYS, VALUE, winners
from ludarium.matrio.rules import PLAYERS as SEATS
from ludarium.matrio.rules import SUITS as SUIT_COUNT
from ludarium.matrio.text import DECK, SHORT_RANKS, SUIT_NAMES

HEIGHT = 856
SLOT_WIDTH, SLOT_HEIGHT = 96, 76
CARD_WIDTH, CARD_HEIGHT = 46, 66
BOARD_TOP = 54
GRID_LEFT, GRID_TOP = EDGE + SUIT_COUNT * SLOT_WIDTH, BOARD_TOP + SUIT_COUNT * SLOT_HEIGHT
HANDS_TOP = GRID_TOP + 3 * SLOT_HEIGHT + 14


def draw(
    s: np.void,
    *,
    seat: int | None = None,
    last: Iterable[str] = (),
    shading: Mapping[str, float] | None = None,
    words: Mapping[str, str] | None = None,
) -> str:
    """The position as SVG, as `seat` sees it; without a seat all hands are face up."""
    p = write_position(s)
    scene = Scene("MatriO", HEIGHT, last, shading, words)
    won = crowned(int(winners(s)), SEATS) if s["ended"] == TERMINATED else []
    for tray, cards in enumerate(p["trays"]):
        draw_tray(scene, tray, cards)
    for cell in range(9):
        draw_cell(scene, p, cell)
    for player in range(SEATS):
        draw_player(scene, p, player, player in won)
        draw_hand(scene, p["hands"][player], player, seat in (None, player))
    scene.say(caption(s, p), WIDTH / 2, HEIGHT - 20, WIDTH - 2 * EDGE, anchor="middle")
    return scene.document()


def targets(s: np.void, action: int) -> tuple[str, ...]:
    """What a player points at to choose an action, in this order."""
    laid, tray = divmod(int(action), TRAYS)
    return f"card-{laid}", f"tray-{tray}"


def marks(s: np.void, action: int) -> tuple[str, ...]:
    """What an action leaves marked: its tray, and the cells that it completed."""
    tray = int(action) % TRAYS
    line, missing = tray // SUIT_COUNT, s["missing"].astype(int)
    missing[line] -= s["tops"][tray] == NO_CARD
    crossings = [(line, other) for other in range(3, LINES)] if line < 3 else [(other, line) for other in range(3)]
    cells = [(row, column - 3) for row, column in crossings if missing[row] + missing[column] == 0]
    new = [f"cell-{3 * row + column}" for row, column in cells if s["markers"][3 * row + column] == NOBODY]
    return f"tray-{tray}", *new


def value_text(value: int) -> str:
    return str(value).replace("-", "−")


def tray_corner(tray: int) -> tuple[int, int]:
    line, suit = divmod(tray, SUIT_COUNT)
    if line < 3:
        return EDGE + suit * SLOT_WIDTH, GRID_TOP + line * SLOT_HEIGHT
    return GRID_LEFT + (line - 3) * SLOT_WIDTH, BOARD_TOP + suit * SLOT_HEIGHT


def draw_tray(scene: Scene, tray: int, cards: list[int]) -> None:
    """The cards from bottom to top, fanned out to the right; an empty tray shows its suit."""
    x, y = tray_corner(tray)
    suit = tray % SUIT_COUNT
    box = x + 2, y + 2, SLOT_WIDTH - 4, SLOT_HEIGHT - 4
    emblem = placed(SUITS[suit], x + SLOT_WIDTH / 2, y + SLOT_HEIGHT / 2, 19, fill=darker(FELT, 0.14))
    content = [emblem]
    step = min(14.0, (SLOT_WIDTH - 10 - CARD_WIDTH) / (len(cards) - 1)) if len(cards) > 1 else 0.0
    left = x + (SLOT_WIDTH - CARD_WIDTH - step * (len(cards) - 1)) / 2
    for k, laid in enumerate(cards):
        on_top = k == len(cards) - 1
        shown = (value_text(int(VALUE[laid])), None) if on_top else ("", step)
        content.append(face_up(laid, left + k * step, y + 5, CARD_HEIGHT, *shown))
    scene.target(f"tray-{tray}", box, *content, r=5, fill=FELT, stroke=darker(FELT, 0.12))
    if cards:  # a tray keeps its suit, whatever lies in it
        scene.add(placed(SUITS[suit], x + 9, y + SLOT_HEIGHT - 11, 5, fill=FAINT))


def face_up(laid: int, x: float, y: float, height: float, value: str = "", strip: float | None = None) -> str:
    suit, rank = DECK[laid]
    joker = suit == JOKER
    shown = "" if joker else SHORT_RANKS[rank], None if joker else suit
    return card(x, y, CARD_WIDTH, height, *shown, value, strip)


def draw_cell(scene: Scene, p: dict[str, Any], cell: int) -> None:
    """A marker with what the cell scores now; before there is one, a ring for every card still wanted."""
    row, column = divmod(cell, 3)
    x, y = GRID_LEFT + column * SLOT_WIDTH, GRID_TOP + row * SLOT_HEIGHT
    across, down = (p["trays"][SUIT_COUNT * line : SUIT_COUNT * (line + 1)] for line in (row, 3 + column))
    middle_x, middle_y = x + SLOT_WIDTH / 2, y + SLOT_HEIGHT / 2
    owner = p["markers"][row][column]
    if owner is None:
        wanted = sum(not cards for cards in (*across, *down))
        spots = [(12 * (k % 4 - (min(4, wanted - k // 4 * 4) - 1) / 2), 12 * (k // 4)) for k in range(wanted)]
        lift = 6 if wanted > 4 else 0
        content = [
            circle(middle_x + i, middle_y + j - lift, 3.5, fill="none", stroke=FAINT, stroke_width=1.2)
            for i, j in spots
        ]
    else:
        score = sum(int(VALUE[a[-1]]) * int(VALUE[b[-1]]) for a, b in zip(across, down, strict=True))
        content = [
            sign(owner, middle_x, middle_y, 30, stroke=darker(PLAYERS[owner], 0.4), stroke_width=1.5, class_="marker"),
            text(middle_x, middle_y + (11 if owner == 2 else 7), value_text(score), 20, WHITE, "middle", "bold", 44),
        ]
    box = x + 2, y + 2, SLOT_WIDTH - 4, SLOT_HEIGHT - 4
    scene.target(f"cell-{cell}", box, *content, r=5, fill=PANEL, stroke=FAINT)


def draw_player(scene: Scene, p: dict[str, Any], player: int, won: bool) -> None:
    x, y, w, h = EDGE, BOARD_TOP + 2 + player * 75, SUIT_COUNT * SLOT_WIDTH - 16, 68
    out = p["withdrawn"][player]
    scene.panel(player, (x, y, w, h), p["to_move"] == player, won, out)
    scene.write(
        x + w - 18, y + 44, value_text(p["scores"][player]), 32, FAINT if out else PLAYERS[player], "end", "bold"
    )
    held = len(p["hands"][player])
    scene.add(rect(x + 38, y + 43, 11, 15, 2, fill=PANEL, stroke=FAINT, stroke_width=1.2))
    scene.write(x + 55, y + 56, str(held), 14, FAINT)
    marked = sum(owners.count(player) for owners in p["markers"])
    for k in range(marked):
        scene.add(sign(player, x + 92 + 16 * k, y + 51, 5))
    if out:
        scene.write(x + 92, y + 56, scene.word("withdrawn"), 14, FAINT)


def draw_hand(scene: Scene, hand: list[int], player: int, seen: bool) -> None:
    y = HANDS_TOP + 50 * player
    scene.add(sign(player, EDGE + 8, y + 22, 7))
    for k, held in enumerate(hand):
        x = EDGE + 25 + 49.9 * k
        if seen:
            scene.target(f"card-{held}", (x, y, CARD_WIDTH, 44), face_up(held, x, y, 44), r=4)
        else:
            scene.add(card_back(x, y, CARD_WIDTH, 44))
    if not hand:
        scene.add(rect(EDGE + 25, y + 21, WIDTH - 2 * EDGE - 25, 1.5, fill=LINE))


def caption(s: np.void, p: dict[str, Any]) -> str:
    if p["to_move"] is None:
        totals = {player: p["scores"][player] for player in range(SEATS) if not p["withdrawn"][player]}
        best = [f"player_{player}" for player, total in totals.items() if total == max(totals.values())]
        return f"the game is over: won by {' and '.join(best)} with {value_text(max(totals.values()))} points"
    free = [name for name, empty in zip(SUIT_NAMES, s["empty"], strict=True) if not empty]
    return f"player_{p['to_move']} plays a card" + (f"; {', '.join(free)} may cover any card" if free else "")
