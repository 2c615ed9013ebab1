"""MatriO in words: the names of actions and the board for a terminal."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.protocol import NOBODY
from ludarium.matrio.position import write_position
from ludarium.matrio.rules import JOKER, PLAYERS, SUITS, TRAYS, deck

SUIT_NAMES = "clubs", "diamonds", "hearts", "spades"
RANK_NAMES = "joker", "ace", *map(str, range(2, 11)), "jack", "queen", "king"
SHORT_RANKS = "joker", "A", *map(str, range(2, 11)), "J", "Q", "K"
LINE_NAMES = "row 1", "row 2", "row 3", "column 1", "column 2", "column 3"
DECK = deck()


def card_name(card: int) -> str:
    suit, rank = DECK[card]
    if suit == JOKER:
        return "first joker" if card == len(DECK) - 2 else "second joker"
    return f"{RANK_NAMES[rank]} of {SUIT_NAMES[suit]}"


def short_name(card: int) -> str:
    """The card as on the board: 10c, Qs, joker."""
    suit, rank = DECK[card]
    return SHORT_RANKS[rank] if suit == JOKER else SHORT_RANKS[rank] + SUIT_NAMES[suit][0]


def action_name(s: np.void, action: int) -> str:
    card, tray = divmod(int(action), TRAYS)
    line, suit = divmod(tray, SUITS)
    return f"{card_name(card)} to {LINE_NAMES[line]}, {SUIT_NAMES[suit]}"


def board(s: np.void) -> str:
    """The column trays above the grid, the row trays to its left; in the grid the owners and what the cells score.

    Of the hands only the mover's is shown.
    """
    p = write_position(s)
    tops = [short_name(cards[-1]) if cards else "." for cards in p["trays"]]
    lines = [" " * 42 + "".join(f"{name:>12}" for name in LINE_NAMES[3:])]
    for suit, name in enumerate(SUIT_NAMES):
        lines.append(f"{name:>42}" + "".join(f"{tops[SUITS * line + suit]:>12}" for line in (3, 4, 5)))
    lines.append(" " * 6 + "".join(f"{name:>9}" for name in SUIT_NAMES))
    for row in range(3):
        trays = "".join(f"{top:>9}" for top in tops[SUITS * row : SUITS * (row + 1)])
        cells = "".join(f"{cell_text(s, row, column):>12}" for column in range(3))
        lines.append(f"{LINE_NAMES[row]:<6}{trays}{cells}")
    lines += [player_text(p, player) for player in range(PLAYERS)]
    lines.append(situation(s, p))
    return "\n".join(line.rstrip() for line in lines)


def cell_text(s: np.void, row: int, column: int) -> str:
    """The owner and the score, or how many cards are still wanted."""
    owner = s["markers"][3 * row + column]
    if owner == NOBODY:
        return f"({s['missing'][row] + s['missing'][3 + column]} to go)"
    across, down = (s["values"][SUITS * line : SUITS * (line + 1)].astype(int) for line in (row, 3 + column))
    return f"p{owner}: {across @ down}"


def player_text(p: dict[str, Any], player: int) -> str:
    markers = sum(owners.count(player) for owners in p["markers"])
    words = [f"{p['scores'][player]} points", counted(markers, "marker"), counted(len(p["hands"][player]), "card")]
    if p["starter"] == player:
        words.append("began")
    if p["withdrawn"][player]:
        words.append("withdrawn")
    return f"player_{player}: {', '.join(words)}"


def counted(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def situation(s: np.void, p: dict[str, Any]) -> str:
    if p["to_move"] is None:
        totals = {player: p["scores"][player] for player in range(PLAYERS) if not p["withdrawn"][player]}
        best = [f"player_{player}" for player, total in totals.items() if total == max(totals.values())]
        return f"the game is over: won by {' and '.join(best)} with {max(totals.values())} points"
    free = [name for name, empty in zip(SUIT_NAMES, s["empty"], strict=True) if empty == 0]
    rule = f"{', '.join(free)} may cover any card; " if free else ""
    return f"{rule}player_{p['to_move']} to move, holds {' '.join(map(short_name, p['hands'][p['to_move']]))}"
