"""Trained networks at the table."""

from __future__ import annotations

import numpy as np
import torch

from ludarium.agents import Agent
from ludarium.engine.game import Game
from ludarium_training.masking import draw, draw_best, masked_log_softmax
from ludarium_training.networks import Network


class NetworkAgent(Agent):
    """Plays what its network likes best, or with `sample` as often as the network likes it."""

    def __init__(self, game: Game, network: Network, sample: bool = False) -> None:
        super().__init__(game)
        self.network = network.eval()
        self.sample = sample

    def act(self, observations: np.ndarray, masks: np.ndarray, states: np.ndarray, words: np.ndarray) -> np.ndarray:
        with torch.inference_mode():
            logits = self.network(torch.tensor(observations)).logits
            scores = masked_log_softmax(logits, torch.from_numpy(masks != 0)).numpy() if self.sample else logits.numpy()
        actions = np.zeros(len(masks), np.int64)
        if self.sample:
            draw(scores, masks, (words >> np.uint64(40)) / np.float64(2**24), actions)
        else:
            draw_best(scores, masks, actions)
        return actions
