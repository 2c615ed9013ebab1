"""Perfect play in Dice Matrix: the best margin, or just win, draw or loss, exactly, once few enough dice are left.

    table = make_table()
    solution = solve(states[0], table)
    solution.margin, solution.actions

Positions with 24 dice take about ten milliseconds, and four dice more about eight times as long. A limit on the nodes
of the search makes `solve` give up, and return None, instead of taking its time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.dice_matrix.lookahead import (
    DESK,
    ENTRY,
    FRAME,
    FRAMES,
    MOST,
    NONE,
    TO_THE_END,
    one,
    prepare,
    search,
    worth_of,
)
from ludarium.dice_matrix.rules import (
    ACTIONS,
    FACES,
    LINE_CELLS,
    PAIR,
    PAIR_PLACES,
    PAIRS,
    STATE,
    TAKE,
    TAKING,
    legal,
)
from ludarium.engine.compiling import announced, compiled
from ludarium.errors import BadPosition

NO_LIMIT = 1 << 62
FAILED = -1  # in the place of a number of actions: the limit was reached


@dataclass(frozen=True)
class Solution:
    """What the mover reaches with best play of both."""

    margin: int  # the mover's lead at the end of this game in points, points carried from an earlier game included
    actions: tuple[int, ...]  # all that reach it
    nodes: int  # positions visited

    @property
    def outcome(self) -> int:
        """1: won, 0: drawn, −1: lost, if no other game follows."""
        return (self.margin > 0) - (self.margin < 0)


@dataclass(frozen=True)
class Verdict:
    """Whether the mover wins with best play of both, if no other game follows."""

    outcome: int  # 1: won, 0: drawn, −1: lost
    actions: tuple[int, ...]  # all that reach it
    nodes: int


def make_table(size: int = 1 << 18) -> np.ndarray:
    """The memory of a search, for one thread at a time; any power of two, or 0 for a search that remembers nothing."""
    if size < 0 or size & (size - 1):
        raise ValueError(f"the size of a table is a power of two, not {size}")
    return np.zeros(size, ENTRY)


def solve(state: np.void | np.ndarray, table: np.ndarray | None = None, limit: int = NO_LIMIT) -> Solution | None:
    """The best margin for the mover of a state record (or an array of one), or None after `limit` nodes."""
    value, best, lead, nodes = _search(state, table, limit, solve_margin)
    return None if best is None else Solution((value + lead) // 2, best, nodes)


def solve_outcome(
    state: np.void | np.ndarray, table: np.ndarray | None = None, limit: int = NO_LIMIT
) -> Verdict | None:
    """Win, draw or loss for the mover, mostly in half the time that the margin takes, or None after `limit` nodes."""
    value, best, _, nodes = _search(state, table, limit, solve_sign)
    return None if best is None else Verdict(value, best, nodes)


def _search(
    state: np.void | np.ndarray, table: np.ndarray | None, limit: int, method: Any
) -> tuple[int, tuple[int, ...] | None, int, int]:
    """The value that a method finds, the best actions, the mover's lead so far in half points, and the nodes."""
    states = np.array(state, STATE).reshape(1)
    if states[0]["phase"] != TAKING:
        raise BadPosition("only a position in which dice are to be taken can be solved")
    desks = np.zeros(1, DESK)
    actions = np.zeros(ACTIONS, np.int64)
    with announced("the solver of Dice Matrix"):
        value, count = method(
            states, desks, np.zeros(FRAMES, FRAME), make_table() if table is None else table, limit, actions
        )
    best = None if count == FAILED else tuple(actions[:count].tolist())
    return value, best, int(lead_in_halves(states[0])), int(desks[0]["nodes"])


@compiled
def lead_in_halves(s):
    """What the mover's dice are worth more than the opponent's, with the lead from earlier games, in half points."""
    me, other = s.to_move, 1 - s.to_move
    lead = 2 * (np.int64(s.carried[me]) - s.carried[other])
    for face in range(FACES):
        lead += (12 + s.totals[face]) * (np.int64(s.face_lines[me, face]) - s.face_lines[other, face])
    return lead


@compiled
def dice_of(action):
    """The dice that an action takes, as a set of cells."""
    if action < PAIR:
        return one(action - TAKE)
    line = LINE_CELLS[(action - PAIR) // PAIRS]
    places = PAIR_PLACES[(action - PAIR) % PAIRS]
    return one(line[places[0]]) | one(line[places[1]])


@compiled
def reaches(desk, frames, table, dice, action, target):
    """Whether an action gains the mover `target` half points or more in all."""
    taken = dice_of(action)
    gain = worth_of(desk, taken)
    rest = dice ^ taken
    if rest == NONE:
        return gain >= target
    reply = search(desk, frames, table, rest, worth_of(desk, rest), gain - target, gain - target + 1, TO_THE_END)
    return gain - reply >= target


@compiled
def list_reaching(s, desk, frames, table, target, actions):
    """Lists all actions that gain `target` or more; returns how many, or FAILED."""
    mask = np.zeros(ACTIONS, np.int8)
    legal(s, mask)
    count = 0
    for action in range(ACTIONS):
        if mask[action] and reaches(desk, frames, table, desk.dice, action, target):
            actions[count] = action
            count += 1
        if desk.nodes > desk.limit:
            return FAILED
    return count


@compiled
def solve_margin(states, desks, frames, table, limit, actions):
    """The value for the mover in half points, and how many actions reach it."""
    s, desk = states[0], desks[0]
    prepare(s, s.totals, desk, table)
    desk.limit = limit
    value = search(desk, frames, table, desk.dice, worth_of(desk, desk.dice), -MOST, MOST, TO_THE_END)
    if desk.nodes > limit:
        return 0, FAILED
    return value, list_reaching(s, desk, frames, table, value, actions)


@compiled
def solve_sign(states, desks, frames, table, limit, actions):
    """The outcome for the mover, and how many actions reach it. The window is as narrow as the question allows."""
    s, desk = states[0], desks[0]
    prepare(s, s.totals, desk, table)
    desk.limit = limit
    lead = lead_in_halves(s)
    value = lead + search(desk, frames, table, desk.dice, worth_of(desk, desk.dice), -lead - 1, 1 - lead, TO_THE_END)
    if desk.nodes > limit:
        return 0, FAILED
    if value > 0:
        return 1, list_reaching(s, desk, frames, table, 1 - lead, actions)
    if value == 0:
        return 0, list_reaching(s, desk, frames, table, -lead, actions)
    return -1, list_reaching(s, desk, frames, table, -MOST, actions)
