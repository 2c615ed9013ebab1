"""The interface of all agents: a batch of decisions in, actions out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from ludarium.engine.game import Game


class Agent(ABC):
    """Plays any number of games of one kind at once, and keeps nothing between two calls."""

    name = "agent"  # its spec, in tables
    games_at_once = 1024  # how many games an arena should have it play side by side

    def __init__(self, game: Game) -> None:
        self.game = game

    @abstractmethod
    def act(self, observations: np.ndarray, masks: np.ndarray, states: np.ndarray, words: np.ndarray) -> np.ndarray:
        """One legal action a row, whole numbers; environments check them.

        observations  (n, layout.size) float32: what the player to decide sees
        masks         (n, actions) int8: that player's legal actions
        states        (n,) state records, copies, for agents that search; they may not use what the player cannot know
        words         (n,) uint64: 64 random bits a row, the agent's only source of chance. They depend on the game's
                      seed, the seat and the number of the decision alone, so that every game can be played again.
        """

    def __repr__(self) -> str:
        return self.name


class CallableAgent(Agent):
    """A function of observations and masks, at the table."""

    def __init__(self, game: Game, function: Callable[..., Any]) -> None:
        super().__init__(game)
        self.function = function
        self.name = getattr(function, "__name__", "function")

    def act(self, observations: np.ndarray, masks: np.ndarray, states: np.ndarray, words: np.ndarray) -> np.ndarray:
        return np.asarray(self.function(observations, masks))
