"""Trained networks at the table."""

from __future__ import annotations

import numpy as np
import torch

from ludarium.agents import Agent
from ludarium.engine.game import Game
from ludarium_training.masking import draw, draw_best, masked_log_softmax
from ludarium_training.networks import Network

ROWS = 256  # a network is always asked about so many positions at once, so that their number changes no last bit


class NetworkAgent(Agent):
    """Plays what its network likes best, or with `sample` as often as the network likes it."""

    def __init__(self, game: Game, network: Network, sample: bool = False) -> None:
        super().__init__(game)
        self.network = network.eval()
        self.sample = sample

    def judge(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Probabilities of the actions, and the outcome that the observers may expect."""
        log_probs, values = self._ask(observations, masks)
        return np.exp(log_probs), values

    def _ask(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        log_probs = np.zeros(masks.shape, np.float32)
        values = np.zeros(len(masks), np.float32)
        shown = torch.zeros(ROWS, observations.shape[1])
        legal = torch.zeros(ROWS, masks.shape[1], dtype=torch.bool)
        with torch.inference_mode():
            for low in range(0, len(masks), ROWS):
                rows = slice(low, min(low + ROWS, len(masks)))
                count = rows.stop - low
                shown[:count] = torch.from_numpy(observations[rows])
                legal[:count] = torch.from_numpy(masks[rows] != 0)
                outputs = self.network(shown)
                log_probs[rows] = masked_log_softmax(outputs.logits, legal)[:count].numpy()
                values[rows] = outputs.value[:count].numpy()
        return log_probs, values

    def act(self, observations: np.ndarray, masks: np.ndarray, states: np.ndarray, words: np.ndarray) -> np.ndarray:
        log_probs, _ = self._ask(observations, masks)
        actions = np.zeros(len(masks), np.int64)
        if self.sample:
            draw(log_probs, masks, (words >> np.uint64(40)) / np.float64(2**24), actions)
        else:
            draw_best(log_probs, masks, actions)
        return actions
