"""The vector environment as Stable-Baselines3 wants to hold it. `SelfPlayPPO` steps the games themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import torch
from stable_baselines3.common.vec_env.base_vec_env import VecEnv, VecEnvIndices, VecEnvObs, VecEnvStepReturn

from ludarium.errors import BadOption
from ludarium.vector import SelfPlayVectorEnv


class SelfPlayVecEnv(VecEnv):
    """Shows what the mover of every game sees; a step pays the seat that decided."""

    def __init__(self, games: SelfPlayVectorEnv) -> None:
        self.games = games
        self.begun_anew = False  # all games, by a reset that the learner has not noticed yet
        self._actions = np.zeros(games.num_envs, np.int64)
        self._movers = np.zeros(games.num_envs, np.int8)
        super().__init__(games.num_envs, games.single_observation_space, games.single_action_space)

    def reset(self) -> VecEnvObs:
        shown = self.games.reset(self._seeds[0])
        self._reset_seeds()
        self.begun_anew = True
        return shown.observations

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        self._movers[:] = self.games.batch.movers
        shown = self.games.step(self._actions)
        paid = shown.rewards[np.arange(self.num_envs), self._movers].astype(np.float32)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return shown.observations.copy(), paid, shown.terminated | shown.truncated, infos

    def action_masks(self) -> np.ndarray:
        """(num_envs, actions) int8: the legal actions of every mover."""
        masks: np.ndarray = self.games.batch.masks
        return masks

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        if method_name != "action_masks":
            raise BadOption(f"the games have no method {method_name!r}, only action_masks")
        return list(self.action_masks()[list(self._get_indices(indices))])

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        raise BadOption(f"attributes of single games cannot be set ({attr_name!r})")

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper], indices: VecEnvIndices = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        return [None] * self.num_envs

    def close(self) -> None:
        pass

    # Going on later.

    def state(self) -> dict[str, torch.Tensor]:
        """The games in all slots."""
        batch = self.games.batch
        records = batch.states.view(np.uint8).reshape(len(batch), -1)
        ended = np.stack([batch.terminated, batch.truncated])
        return {
            "records": torch.from_numpy(records.copy()),
            "lengths": torch.from_numpy(batch.lengths.copy()),
            "ended": torch.from_numpy(ended),
        }

    def restore(self, state: dict[str, torch.Tensor]) -> np.ndarray:
        """Puts the games back; returns what their movers see."""
        self.games.reset(0)
        batch = self.games.batch
        batch.states[:] = state["records"].numpy().reshape(-1).view(batch.states.dtype)
        batch.lengths[:] = state["lengths"].numpy()
        batch.terminated[:], batch.truncated[:] = state["ended"].numpy()
        batch.settle()
        return batch.observations
