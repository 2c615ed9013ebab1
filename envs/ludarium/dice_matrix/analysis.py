"""How well an agent plays endings of Dice Matrix, measured against perfect play.

report = analyse(make_agent("greedy", GAME), [make_agent("random", GAME)] * 2, dice=16, endings=100, seed=0)
report.given_away_per_ending
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludarium.agents.base import Agent
from ludarium.dice_matrix.rules import CELLS
from ludarium.dice_matrix.solver import NO_LIMIT, Solution, make_table, solve
from ludarium.engine.batch import Batch
from ludarium.errors import BadOption

SEATS = 2
LARGEST_BATCH = 256  # games that are played side by side to arrive at endings
FRUITLESS = 20  # batches without an ending after which nothing more is expected


@dataclass(frozen=True)
class EndingsReport:
    """What an agent made of endings against an opponent who plays perfectly. Margins are in points."""

    dice: int  # left in the matrix at the start of every ending
    endings: int
    decisions: int  # of the agent
    perfect: int  # decisions that gave nothing away
    given_away: int  # points in all: by how much they made the best margin smaller
    won: int  # endings that perfect play wins for the agent
    spoilt: int  # of those, the ones the agent did not win

    @property
    def given_away_per_decision(self) -> float:
        return self.given_away / self.decisions

    @property
    def given_away_per_ending(self) -> float:
        return self.given_away / self.endings

    @property
    def share_perfect(self) -> float:
        return self.perfect / self.decisions


def analyse(
    agent: Agent, players: Sequence[Agent], *, dice: int = 16, endings: int = 100, seed: int = 0
) -> EndingsReport:
    """Lets an agent play endings with so many dice left against perfect play.

    The endings come from games between two players, who change seats from game to game. The agent sits in the seat that
    is to move. More than about 26 dice take long to solve.
    """
    states = collect_endings(players, dice=dice, endings=endings, seed=seed)
    batch = Batch(agent.game, endings)
    batch.states[:] = states
    batch.settle()
    seats = states["to_move"].astype(int)
    table = make_table()
    solutions = [exactly(s, table) for s in batch.states]
    starts = np.array([solution.margin for solution in solutions])
    ends = starts.copy()  # the agent's margin as it stands, if both play perfectly from here on
    decisions = perfect = 0
    slots = np.arange(endings)
    while len(slots):
        mine = batch.movers[slots] == seats[slots]
        asked = slots[mine]
        actions = np.array([solutions[i].actions[0] for i in slots])
        if len(asked):
            seen = batch.observations[asked], batch.masks[asked], batch.states[asked], batch.words(asked)
            actions[mine] = agent.act(*seen)
        decisions += len(asked)
        perfect += sum(action in solutions[i].actions for i, action in zip(asked, actions[mine], strict=True))
        batch.step_some(slots, actions, again=False)
        done = batch.terminated[slots]
        for i in slots[done]:
            ends[i] = final_lead(batch.finals[i], seats[i])
        slots = slots[~done]
        for i in slots:
            solutions[i] = exactly(batch.states[i], table)
    return EndingsReport(
        dice=dice,
        endings=endings,
        decisions=decisions,
        perfect=perfect,
        given_away=int((starts - ends).sum()),
        won=int((starts > 0).sum()),
        spoilt=int(((starts > 0) & (ends <= 0)).sum()),
    )


def collect_endings(players: Sequence[Agent], *, dice: int, endings: int, seed: int) -> np.ndarray:
    """State records with exactly so many dice left, from games between two players; the seeds of the games follow on.

    Games in which a pair leaps over that number are left out.
    """
    if len(players) != SEATS:
        raise BadOption(f"endings come from games between two players, not {len(players)}")
    if not 1 <= dice < CELLS:
        raise BadOption(f"dice: {dice} is not between 1 and {CELLS - 1}")
    found: list[np.ndarray] = []
    count = fruitless = 0
    while count < endings:
        some = endings_of_batch(players, dice, min(LARGEST_BATCH, 2 * endings), seed)
        seed += LARGEST_BATCH
        found.append(some)
        count += len(some)
        fruitless = 0 if len(some) else fruitless + 1
        if fruitless == FRUITLESS:
            raise BadOption(f"games between these players hardly ever have {dice} dice left")
    return np.concatenate(found)[:endings]


def endings_of_batch(players: Sequence[Agent], dice: int, size: int, seed: int) -> np.ndarray:
    batch = Batch(players[0].game, size)
    batch.seed(seed)
    batch.begin()
    swapped = np.arange(size) % 2
    slots = np.arange(size)
    while len(slots):
        for player in range(SEATS):
            turn = slots[batch.movers[slots] ^ swapped[slots] == player]
            if len(turn):
                seen = batch.observations[turn], batch.masks[turn], batch.states[turn], batch.words(turn)
                batch.actions[turn] = players[player].act(*seen)
        batch.step_some(slots, batch.actions[slots], again=False)
        slots = slots[batch.states["left"][slots] > dice]
    reached: np.ndarray = batch.states[batch.states["left"] == dice]
    return reached


def exactly(state: np.void, table: np.ndarray) -> Solution:
    solution = solve(state, table, NO_LIMIT)
    assert solution is not None
    return solution


def final_lead(state: np.void, seat: int) -> int:
    return int(state["scores"][seat]) - int(state["scores"][1 - seat])
