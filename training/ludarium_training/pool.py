"""Opponents other than the learner itself: frozen snapshots of it and baseline agents, seated for whole episodes."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch
from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveInt

from ludarium.agents import Agent, make_agent
from ludarium.engine.batch import Batch
from ludarium.engine.game import Game
from ludarium_training.agents import NetworkAgent
from ludarium_training.networks import Network

LEARNER = -1  # in the place of an opponent's number


class OpponentsConfig(BaseModel):
    """Who sits at the table beside the learner."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    share: float = Field(default=0.0, ge=0, le=1)  # of the games against the pool; in all others it plays every seat
    snapshots: NonNegativeInt = 8  # the latest ones are kept
    every: PositiveInt = 20  # iterations between two snapshots
    agents: tuple[str, ...] = ()  # specs of baseline agents, such as "greedy"
    agents_share: float = Field(default=0.5, ge=0, le=1)  # of the pool's seats go to them, all others to snapshots


class Pool:
    """Says who plays which seat of which game, and plays for everybody but the learner.

    Every opponent has a number that is never used again. One that is no longer drawn stays until its last game ends.
    """

    def __init__(self, config: OpponentsConfig, game: Game, games: int, seats: int) -> None:
        self.config = config
        self.game = game
        self.players = np.full((games, seats), LEARNER, np.int64)
        self.agents: dict[int, Agent] = {k: make_agent(spec, game) for k, spec in enumerate(config.agents)}
        self.latest: list[int] = []  # snapshots that are drawn, oldest first
        self.next_number = len(config.agents)
        self._slots = np.arange(games)

    def add_snapshot(self, network: Network) -> None:
        """Takes a frozen copy of the network into the pool; the oldest one makes room."""
        if self.config.snapshots == 0:
            return
        self._seat_snapshot(self.next_number, copy.deepcopy(network))
        self.latest = [*self.latest, self.next_number][-self.config.snapshots :]
        self.next_number += 1
        needed = {*range(len(self.config.agents)), *self.latest, *np.unique(self.players).tolist()}
        self.agents = {number: agent for number, agent in self.agents.items() if number in needed}

    def _seat_snapshot(self, number: int, network: Network) -> None:
        self.agents[number] = NetworkAgent(self.game, network.requires_grad_(False), sample=True)

    def begin(self, slots: np.ndarray, chance: np.random.Generator) -> None:
        """Seats the players of episodes that begin in these slots."""
        self.players[slots] = LEARNER
        baselines = len(self.config.agents)
        from_agents = self.config.agents_share if self.latest else 1.0
        if not self.latest and not baselines:
            return
        chosen = slots[chance.random(len(slots)) < self.config.share]
        size = len(chosen), self.players.shape[1]
        drawn = np.array(self.latest or [LEARNER])[chance.integers(max(1, len(self.latest)), size=size)]
        if baselines:
            agents = chance.integers(baselines, size=size)
            drawn = np.where(chance.random(size) < from_agents, agents, drawn)
        drawn[np.arange(len(chosen)), chance.integers(size[1], size=len(chosen))] = LEARNER
        self.players[chosen] = drawn

    def deciding(self, movers: np.ndarray) -> np.ndarray:
        """(games,): the number of whoever decides in every game, or LEARNER."""
        numbers: np.ndarray = self.players[self._slots, movers]
        return numbers

    def act(self, deciding: np.ndarray, batch: Batch) -> None:
        """Writes the opponents' actions into the batch, all decisions of one opponent together."""
        for number in np.unique(deciding[deciding != LEARNER]).tolist():
            slots = np.flatnonzero(deciding == number)
            shown = batch.observations[slots], batch.masks[slots], batch.states[slots], batch.words(slots)
            batch.actions[slots] = self.agents[number].act(*shown)

    def scores(self, slots: np.ndarray, rewards: np.ndarray) -> np.ndarray:
        """The learner's rewards in those of these ended games in which it met others."""
        learner = self.players[slots] == LEARNER
        mixed = ~learner.all(axis=1)
        paid: np.ndarray = rewards[mixed][learner[mixed]]
        return paid

    # Going on later.

    def state(self) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
        tensors = {"players": torch.from_numpy(self.players)}
        numbers = [number for number in self.agents if number >= len(self.config.agents)]
        for number in numbers:
            agent = self.agents[number]
            assert isinstance(agent, NetworkAgent)
            tensors |= {f"{number}.{name}": tensor for name, tensor in agent.network.state_dict().items()}
        return tensors, {"numbers": numbers, "latest": self.latest, "next_number": self.next_number}

    def restore(self, tensors: dict[str, torch.Tensor], rest: dict[str, Any], network: Network) -> None:
        """Takes the state of another pool; the network tells how snapshots are built."""
        self.players[:] = tensors["players"].numpy()
        for number in rest["numbers"]:
            snapshot = copy.deepcopy(network)
            snapshot.load_state_dict(below(tensors, f"{number}."))
            self._seat_snapshot(number, snapshot)
        self.latest = list(rest["latest"])
        self.next_number = rest["next_number"]


def below(tensors: dict[str, torch.Tensor], prefix: str) -> dict[str, torch.Tensor]:
    """Those whose name begins with the prefix, without it."""
    return {name.removeprefix(prefix): tensor for name, tensor in tensors.items() if name.startswith(prefix)}
