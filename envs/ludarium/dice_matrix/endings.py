"""Perfect endings for any agent: once few enough dice are left, the solver plays instead."""

from __future__ import annotations

import numpy as np

from ludarium.agents.base import Agent
from ludarium.agents.slices import in_slices
from ludarium.dice_matrix.rules import TAKING
from ludarium.dice_matrix.solver import make_table, solve

MOST_DICE = 24  # left, for the solver to take over


class EndingsAgent(Agent):
    def __init__(self, agent: Agent) -> None:
        super().__init__(agent.game)
        self.agent = agent
        self.games_at_once = agent.games_at_once

    def act(self, observations: np.ndarray, masks: np.ndarray, states: np.ndarray, words: np.ndarray) -> np.ndarray:
        ending = (states["left"] <= MOST_DICE) & (states["phase"] == TAKING)
        actions = np.zeros(len(masks), np.int64)
        early, late = np.flatnonzero(~ending), np.flatnonzero(ending)
        if len(early):
            actions[early] = self.agent.act(observations[early], masks[early], states[early], words[early])

        def work(low: int, high: int) -> None:
            table = make_table()
            for i in late[low:high]:
                solution = solve(states[i], table)
                assert solution is not None  # there was no limit
                actions[i] = solution.actions[int(words[i] >> np.uint64(1)) % len(solution.actions)]

        if len(late):
            in_slices(work, len(late))
        return actions
