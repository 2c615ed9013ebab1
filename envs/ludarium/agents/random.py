"""The agent that plays any legal action, all equally likely."""

from __future__ import annotations

import numpy as np

from ludarium.agents.base import Agent
from ludarium.engine.loops import pick_by_words


class RandomAgent(Agent):
    def act(self, observations: np.ndarray, masks: np.ndarray, states: np.ndarray, words: np.ndarray) -> np.ndarray:
        actions = np.zeros(len(masks), np.int64)
        pick_by_words(masks, words, actions)
        return actions
