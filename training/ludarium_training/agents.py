"""Trained networks at the table."""

from __future__ import annotations

import numpy as np
import torch

from ludarium.agents import Agent
from ludarium.engine.game import Game
from ludarium_training.masking import draw, draw_best
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
        actions = np.zeros(len(masks), np.int64)
        if self.sample:
            uniforms = (words >> np.uint64(11)) * 2.0**-53
            draw(logits.numpy(), masks, uniforms, actions, np.zeros(len(masks), np.float32))
        else:
            draw_best(logits.numpy(), masks, actions)
        return actions
