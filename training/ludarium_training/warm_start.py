"""A warm start: before it plays by itself, the network imitates a baseline agent and learns how that agent's games end.

For games in which fresh networks rarely get to an end, and so would learn from hardly any result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, PositiveInt
from torch.nn import functional

from ludarium.agents import Agent, make_agent
from ludarium.engine.batch import Batch
from ludarium_training.masking import assess

if TYPE_CHECKING:
    from ludarium_training.ppo import SelfPlayPPO

AT_ONCE = 256  # games played, then learnt from
SEEDS = 3_000_000_019  # of their games, far from those of self-play


class WarmStartConfig(BaseModel):
    """Whom to imitate, and for how long."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    agent: str = "greedy"
    games: PositiveInt = 4096
    epochs: PositiveInt = 2  # over the games of each batch
    batch_size: PositiveInt = 512
    learning_rate: PositiveFloat = 1e-3
    wandering: float = Field(default=0.1, ge=0, lt=1)  # share of random decisions, after which the agent goes on


def warm_start(learner: SelfPlayPPO, config: WarmStartConfig) -> None:
    """Has the agent play against itself, and the learner's network say what the agent would do and how it ends."""
    games = learner.games
    agent = make_agent(config.agent, games.game)
    batch = Batch(games.game, min(AT_ONCE, config.games), games.options)
    for group in learner.policy.optimizer.param_groups:
        group["lr"] = config.learning_rate
    for first in range(0, config.games, len(batch)):
        batch.seed(SEEDS + learner.seed_of_games + first)
        rows = play(agent, batch, config.wandering, learner.chance)
        for _ in range(config.epochs):
            order = torch.from_numpy(learner.chance.permutation(len(rows[0])))
            for part in order.split(config.batch_size):
                study(learner, *(row[part] for row in rows))


def play(agent: Agent, batch: Batch, wandering: float, chance: np.random.Generator) -> tuple[torch.Tensor, ...]:
    """One episode in every slot: observations, masks, what the agent would do, what its seat was paid in the end."""
    batch.begin()
    slots = batch.slots
    seen: list[tuple[np.ndarray, ...]] = []
    while len(slots):
        observations, masks, movers = batch.observations[slots], batch.masks[slots], batch.movers[slots]
        actions = agent.act(observations, masks, batch.states[slots], batch.words(slots))
        seen.append((observations, masks, actions, slots, movers))
        batch.pick_random()
        wanders = chance.random(len(slots)) < wandering
        batch.step_some(slots, np.where(wanders, batch.actions[slots], actions), again=False)
        slots = slots[~(batch.terminated[slots] | batch.truncated[slots])]
    observations, masks, actions, where, seats = (np.concatenate(part) for part in zip(*seen, strict=True))
    paid = batch.rewards[where, seats].astype(np.float32)
    return tuple(torch.from_numpy(array) for array in (observations, masks, actions, paid))


def study(
    learner: SelfPlayPPO, observations: torch.Tensor, masks: torch.Tensor, actions: torch.Tensor, paid: torch.Tensor
) -> None:
    """One step of the optimizer towards the agent's actions and the results."""
    said = learner.evaluate(observations)
    log_probs, _ = assess(said.logits, masks, actions)
    loss = -log_probs.mean() + learner.vf_coef * functional.mse_loss(said.value, paid)
    learner.descend(loss)
