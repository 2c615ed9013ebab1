"""The environment for RLlib: RLlib's own PettingZoo wrapper, with the keys that its action-masking module looks for."""

from __future__ import annotations

from typing import Any

import gymnasium.spaces
from pettingzoo.utils.wrappers import BaseWrapper
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

from ludarium.aec import make_env
from ludarium.errors import BadOption
from ludarium.registry import GAMES


def _renamed(parts: Any) -> dict[str, Any]:
    return {"observations": parts["observation"], "action_mask": parts["action_mask"]}


class _RenamedObservations(BaseWrapper):
    """Observations are `{"observations": float32, "action_mask": int8}`."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._spaces = {
            agent: gymnasium.spaces.Dict(_renamed(env.observation_space(agent))) for agent in env.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self._spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        return _renamed(self.env.observe(agent))


class RLlibEnv(PettingZooEnv):
    """A game as a `MultiAgentEnv`: `config.environment(RLlibEnv, env_config={"game": "tablero", **options})`.

    Only the player to decide has an observation, and all have one at the end. An illegal action, which RLlib's check of
    environments plays, ends the game and costs the offender 1.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        options = dict(config)
        if "game" not in options:
            raise BadOption(f'env_config needs a "game", one of {", ".join(GAMES)}')
        if "mask_in" in options:
            raise BadOption("mask_in cannot be chosen here: the mask is always in the observation")
        env = make_env(options.pop("game"), **options)
        self.possible_agents = list(env.possible_agents)  # else RLlib takes them from a set, in any order
        self.agents = list(env.possible_agents)
        self.render_mode = env.unwrapped.render_mode
        self.metadata = dict(env.metadata)  # RLlib writes into it
        super().__init__(_RenamedObservations(env))

    def step(self, action: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        observations, rewards, terminated, truncated, infos = super().step(action)
        if truncated["__all__"]:
            truncated = {"__all__": True}  # where it is told agent by agent, RLlib takes the episode for terminated
        return observations, rewards, terminated, truncated, infos

    def render(self) -> str | None:
        """RLlib's wrapper would pass an argument that PettingZoo's `render` does not have."""
        board: str | None = self.env.render()
        return board
