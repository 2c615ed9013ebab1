"""The games as a Stable-Baselines3 VecEnv on the batched engine, on which stock MaskablePPO trains out of the box."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env.base_vec_env import VecEnv, VecEnvIndices, VecEnvObs, VecEnvStepReturn

from ludarium.agents import Agent
from ludarium.engine.checks import checked_actions
from ludarium.errors import BadOption, nearest
from ludarium.learner import LearnerBatch
from ludarium.single import spaces

METHODS = "action_masks", "position", "action_name"


class LudariumVecEnv(VecEnv):
    """`num_envs` games with one learner each, as `gymnasium.make("ludarium/Tablero-v0", …)` has one; the same options.

    What it returns may be kept: arrays are fresh. Ended episodes carry `terminal_observation`, `TimeLimit.truncated`
    and, like Stable-Baselines3's Monitor, `episode` in their info, illegal actions `illegal_action`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        opponent: str | Agent = "random",
        seat: int | str = "random",
        illegal: str = "end",
        num_threads: int = 1,
        **options: Any,
    ) -> None:
        self.learners = LearnerBatch(
            game, num_envs, opponent=opponent, seat=seat, illegal=illegal, threads=num_threads, **options
        )
        self.num_envs = num_envs
        super().__init__(num_envs, *spaces(self.learners))
        self._actions = np.zeros(num_envs, np.int64)
        self._started = time.time()

    def reset(self) -> VecEnvObs:
        self.learners.reset(self._seeds[0])
        self._reset_seeds()
        return self.learners.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = checked_actions(actions, self.num_envs)

    def step_wait(self) -> VecEnvStepReturn:
        learners = self.learners
        learners.step(self._actions)
        dones = learners.terminated | learners.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for slot in np.flatnonzero(dones):
            infos[slot] = self._final_info(int(slot))
        return learners.observations.copy(), learners.rewards.astype(np.float32), dones, infos

    def _final_info(self, slot: int) -> dict[str, Any]:
        learners = self.learners
        episode = {
            "r": float(learners.rewards[slot]),
            "l": int(learners.lengths[slot]),
            "t": round(time.time() - self._started, 6),
        }
        info = {
            "terminal_observation": learners.final_observations[slot].copy(),
            "TimeLimit.truncated": bool(learners.truncated[slot]),
            "episode": episode,
        }
        if learners.illegal[slot]:
            info["illegal_action"] = True
        return info

    def action_masks(self) -> np.ndarray:
        """(num_envs, actions) int8: the legal actions of every learner, a fresh array."""
        masks: np.ndarray = self.learners.masks.copy()
        return masks

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks`, `position` or `action_name` of each game; all masks come from one array."""
        if method_name == "action_masks":
            masks = self.action_masks()
            return masks if indices is None else masks[list(self._get_indices(indices))]  # type: ignore[return-value]
        if method_name not in METHODS:
            known = ", ".join(METHODS)
            raise BadOption(f"games have no method {method_name!r}; they have {known}{nearest(method_name, METHODS)}")
        write = self.learners.game.write_position if method_name == "position" else self.learners.game.action_name
        states = self.learners.batch.states
        return [write(states[slot], *method_args) for slot in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute of this environment, or one of the methods of the games, once for each game."""
        if attr_name != "render_mode" and attr_name not in METHODS and not hasattr(self, attr_name):
            raise AttributeError(f"games have no attribute {attr_name!r}")
        value = getattr(self, attr_name, None)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        raise BadOption(f"attributes of single games cannot be set ({attr_name!r}); options go to the constructor")

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper], indices: VecEnvIndices = None) -> list[bool]:
        """Whether it does what the wrapper does: True for Monitor, whose reports `evaluate_policy` wants."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        return [None] * self.num_envs

    def close(self) -> None:
        pass
