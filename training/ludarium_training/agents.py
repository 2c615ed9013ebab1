"""Trained networks at the table."""

from __future__ import annotations

import numpy as np
import torch

from ludarium.agents import Agent
from ludarium.engine.game import Game
from ludarium_training.masking import draw, draw_best
from ludarium_training.networks import Network

NEVER = -1e9  # the logit of an illegal action
ROWS = 256  # a network is always asked about so many positions at once, so that their number changes no last bit


class NetworkAgent(Agent):
    """Plays what its network likes best, or with `sample` as often as the network likes it."""

    def __init__(self, game: Game, network: Network, sample: bool = False) -> None:
        super().__init__(game)
        self.network = network.eval()
        self.sample = sample

    def act(self, observations: np.ndarray, masks: np.ndarray, states: np.ndarray, words: np.ndarray) -> np.ndarray:
        logits, _ = self._ask(observations)
        actions = np.zeros(len(masks), np.int64)
        if self.sample:
            uniforms = (words >> np.uint64(11)) * 2.0**-53
            draw(logits, masks, uniforms, actions, np.zeros(len(masks), np.float32))
        else:
            draw_best(logits, masks, actions)
        return actions

    def judge(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Probabilities of the actions, and the outcome that the observers may expect."""
        logits, values = self._ask(observations)
        logits = np.where(masks != 0, logits, NEVER)
        weights = np.exp(logits - logits.max(1, keepdims=True))
        return weights / weights.sum(1, keepdims=True), values

    def _ask(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values, row by row the same whatever else is asked."""
        count = len(observations)
        logits = np.zeros((count, self.game.actions), np.float32)
        values = np.zeros(count, np.float32)
        shown = torch.zeros(ROWS, observations.shape[1])
        with torch.inference_mode():
            for low in range(0, count, ROWS):
                rows = slice(low, min(low + ROWS, count))
                shown[: rows.stop - low] = torch.from_numpy(observations[rows])
                outputs = self.network(shown)
                logits[rows] = outputs.logits[: rows.stop - low].numpy()
                values[rows] = outputs.value[: rows.stop - low].numpy()
        return logits, values
