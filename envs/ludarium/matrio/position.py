"""A complete position of MatriO as plain data, made from a state record and checked back into one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import checks
from ludarium.engine.checks import demand, items, up_to, whole
from ludarium.engine.protocol import NOBODY, RUNNING
from ludarium.matrio.rules import (
    CARDS,
    CELLS,
    HAND,
    IN_HAND,
    LINES,
    NO_CARD,
    PLAYERS,
    SUITS,
    TRAYS,
    TWO_OF_CLUBS,
    VALUE,
)

KEYS = "hands", "trays", "markers", "scores", "withdrawn", "starter", "to_move"


def hand_of(s: np.void, player: int) -> list[int]:
    cards: list[int] = s["cards"][HAND * player : HAND * player + int(s["held"][player])].tolist()
    return sorted(cards)


def tray_of(s: np.void, tray: int) -> list[int]:
    cards: list[int] = []
    card = int(s["tops"][tray])
    while card != NO_CARD:
        cards.append(card)
        card = int(s["beneath"][card])
    return cards[::-1]


def write_position(s: np.void) -> dict[str, Any]:
    owners = [None if owner == NOBODY else owner for owner in s["markers"].tolist()]
    return {
        "hands": [hand_of(s, player) for player in range(PLAYERS)],
        "trays": [tray_of(s, tray) for tray in range(TRAYS)],
        "markers": [owners[3 * row : 3 * row + 3] for row in range(3)],
        "scores": s["scores"].tolist(),
        "withdrawn": [bool(flag) for flag in s["withdrawn"]],
        "starter": int(s["starter"]),
        "to_move": None if s["ended"] != RUNNING else int(s["to_move"]),
    }


def read_position(s: np.void, p: dict[str, Any]) -> None:
    checks.keys(p, KEYS)
    hands = [
        read_cards(f"hands[{player}]", hand, HAND) for player, hand in enumerate(items("hands", p["hands"], PLAYERS))
    ]
    for player, hand in enumerate(hands):
        demand(hand == sorted(hand), f"hands[{player}]", f"must be ascending, not {hand}")
    trays = [read_cards(f"trays[{tray}]", cards, CARDS) for tray, cards in enumerate(items("trays", p["trays"], TRAYS))]
    check_deck(hands, trays)
    empty = [not cards for cards in trays]
    missing = [sum(empty[SUITS * line : SUITS * (line + 1)]) for line in range(LINES)]
    values = [int(VALUE[cards[-1]]) if cards else 0 for cards in trays]
    owners = read_markers(p["markers"], missing)
    marked = [owners.count(player) for player in range(PLAYERS)]
    scores = read_scores(p["scores"], owners, values)
    withdrawn = read_withdrawn(p["withdrawn"], marked)
    starter = whole("starter", p["starter"], 0, PLAYERS - 1)
    for player, hand in enumerate(hands):
        if TWO_OF_CLUBS in hand:
            opened = s["two_of_clubs_first"] and not all(empty)
            demand(not opened, "hands", "the 2 of clubs is the first card to be played, but it is still in a hand")
            demand(starter == player, "starter", f"is {starter}, but player_{player} holds the 2 of clubs")
    to_move = read_to_move(p["to_move"], hands, withdrawn)

    s["dealt"] = CARDS
    s["held"] = [len(hand) for hand in hands]
    s["tops"] = [cards[-1] if cards else NO_CARD for cards in trays]
    s["beneath"] = IN_HAND
    for player, hand in enumerate(hands):
        s["cards"][HAND * player : HAND * player + len(hand)] = hand
    for cards in trays:
        s["beneath"][cards] = [NO_CARD, *cards][: len(cards)]
    s["values"] = values
    s["empty"] = [sum(empty[suit::SUITS]) for suit in range(SUITS)]
    s["missing"] = missing
    s["filled"] = TRAYS - sum(empty)
    s["markers"] = owners
    s["marked"] = marked
    s["scores"] = scores
    s["withdrawn"] = withdrawn
    s["starter"] = starter
    s["to_move"] = to_move
    s["ended"] = RUNNING


def read_cards(key: str, cards: Any, most: int) -> list[int]:
    return [whole(key, card, 0, CARDS - 1) for card in up_to(key, cards, most)]


def check_deck(hands: list[list[int]], trays: list[list[int]]) -> None:
    """Every card of the deck is in one place."""
    place: dict[int, str] = {}
    for key, piles in (("hands", hands), ("trays", trays)):
        for k, cards in enumerate(piles):
            for card in cards:
                demand(card not in place, f"{key}[{k}]", f"holds card {card}, which is in {place.get(card)} too")
                place[card] = f"{key}[{k}]"
    for card in range(CARDS):
        demand(card in place, "hands", f"card {card} is missing: it is neither in a hand nor in trays")


def read_markers(markers: Any, missing: list[int]) -> list[int]:
    """The owners of the nine cells; a cell has one exactly if its row and its column are full."""
    rows = [items(f"markers[{row}]", owners, 3) for row, owners in enumerate(items("markers", markers, 3))]
    owners = []
    for cell in range(CELLS):
        row, column = divmod(cell, 3)
        key, owner = f"markers[{row}][{column}]", rows[row][column]
        complete = missing[row] + missing[3 + column] == 0
        if owner is None:
            demand(not complete, key, "is None, but the trays of its row and its column are full")
            owners.append(NOBODY)
        else:
            owners.append(whole(key, owner, 0, PLAYERS - 1))
            demand(complete, key, f"is {owner}, but a tray of its row or its column is empty")
    return owners


def read_scores(scores: Any, owners: list[int], values: list[int]) -> list[int]:
    """The totals, as they follow from the markers and the top cards."""
    totals = [0] * PLAYERS
    for cell, owner in enumerate(owners):
        if owner != NOBODY:
            row, column = cell // 3, 3 + cell % 3
            totals[owner] += sum(values[4 * row + suit] * values[4 * column + suit] for suit in range(SUITS))
    for player, score in enumerate(items("scores", scores, PLAYERS)):
        whole("scores", score, -10_000, 10_000)
        demand(
            score == totals[player], "scores", f"player_{player} has {totals[player]} points on the board, not {score}"
        )
    return totals


def read_withdrawn(withdrawn: Any, marked: list[int]) -> list[bool]:
    """Who has withdrawn, as it follows from the markers."""
    flags = [checks.flag("withdrawn", flag) for flag in items("withdrawn", withdrawn, PLAYERS)]
    for player, flag in enumerate(flags):
        if sum(marked) < CELLS:
            demand(not flag, "withdrawn", f"player_{player} cannot have withdrawn before the ninth marker")
        elif marked[player]:
            demand(not flag, "withdrawn", f"player_{player} has a marker, and so cannot have withdrawn")
        else:
            demand(flag, "withdrawn", f"player_{player} has no marker, and so must have withdrawn at the ninth")
    return flags


def read_to_move(to_move: Any, hands: list[list[int]], withdrawn: list[bool]) -> int:
    demand(to_move is not None, "to_move", "is None: the position is over")
    to_move = whole("to_move", to_move, 0, PLAYERS - 1)
    demand(withdrawn.count(False) > 1, "to_move", f"is {to_move}, but the position is over: only one player is left")
    demand(not withdrawn[to_move], "to_move", f"player_{to_move} has withdrawn")
    demand(len(hands[to_move]) > 0, "to_move", f"player_{to_move} holds no card")
    return int(to_move)
