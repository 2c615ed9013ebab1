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
from ludarium.drawing.view import BATCH_MODES, RENDER_FPS, View
from ludarium.engine.checks import checked_actions, option_choice
from ludarium.errors import BadOption, nearest
from ludarium.learner import LearnerBatch
from ludarium.single import Table, positions, spaces


class VecEnvTable(Table):
    """One of the games as `get_attr`, `set_attr` and `env_method` meet it: what a single-agent environment shows."""

    metadata = {"render_modes": BATCH_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012 (as Gymnasium declares it)
    spec = None

    def __init__(
        self,
        learners: LearnerBatch,
        slot: int,
        view: View,
        observation_space: gymnasium.spaces.Box,
        action_space: gymnasium.spaces.Discrete,
    ) -> None:
        self.learners = learners
        self.slot = slot
        self.render_mode = view.mode
        self._view = view
        self.observation_space = observation_space
        self.action_space = action_space

    @property
    def unwrapped(self) -> VecEnvTable:
        return self

    def attribute(self, name: str) -> Any:
        """The attribute of that name."""
        if not hasattr(self, name):
            public = [known for known in dir(self) if not known.startswith("_") and known != "attribute"]
            raise AttributeError(f"games have no {name!r}; they have {', '.join(public)}{nearest(name, public)}")
        return getattr(self, name)


class LudariumVecEnv(VecEnv):
    """`num_envs` games with one learner each, as `gymnasium.make("ludarium/Tablero-v0", …)` has one; the same options.

    What it returns may be kept: arrays are fresh. Ended episodes carry `terminal_observation`, `TimeLimit.truncated`
    and, like Stable-Baselines3's Monitor, `episode` in their info, illegal actions `illegal_action`; masks are not
    repeated there. `set_options` takes a position at which to begin, as `reset` of the single environment does.
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
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.learners = LearnerBatch(
            game, num_envs, opponent=opponent, seat=seat, illegal=illegal, threads=num_threads, **options
        )
        views = self.learners.look(option_choice("render_mode", render_mode, [None, *BATCH_MODES]))
        box, discrete = spaces(self.learners)
        size = self.learners.size
        self.tables = [VecEnvTable(self.learners, slot, view, box, discrete) for slot, view in enumerate(views)]
        self._fixed = {*dir(self.tables[0]), *self.learners.game.defaults, "opponent", "seat", "illegal", "num_threads"}
        super().__init__(size, box, discrete)
        self._actions = np.zeros(size, np.int64)
        self._started = time.time()

    def reset(self) -> VecEnvObs:
        self.learners.reset(self._seeds[0], positions(self._options))
        self._reset_seeds()
        self._reset_options()
        return self.learners.observations.copy()

    def set_options(self, options: list[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """Options for the next reset, of all games or one dict each: `{"position": p}`; other keys are ignored."""
        each = [options or {}] * self.num_envs if options is None or isinstance(options, dict) else options
        if not isinstance(each, list) or len(each) != self.num_envs or not all(isinstance(told, dict) for told in each):
            raise BadOption(f"set_options takes a dict, or a list of {self.num_envs} dicts, one for each game")
        super().set_options(each)

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
        """Calls a method of games and lists the answers; all masks come from one array, as one array."""
        if method_name == "action_masks":
            masks = self.action_masks()
            return masks if indices is None else masks[list(self._get_indices(indices))]  # type: ignore[return-value]
        methods = self.get_attr(method_name, indices)
        return [method(*method_args, **method_kwargs) for method in methods]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute or a bound method of games, as a single-agent environment has it."""
        return [self.tables[slot].attribute(attr_name) for slot in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Keeps a value of the caller's own with games; what games have by themselves cannot be set."""
        if attr_name in self._fixed:
            raise BadOption(f"{attr_name!r} of single games cannot be set; options go to the constructor")
        for slot in self._get_indices(indices):
            setattr(self.tables[slot], attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper], indices: VecEnvIndices = None) -> list[bool]:
        """Whether it does what the wrapper does: True for Monitor, whose reports `evaluate_policy` wants."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        """What every learner sees as pixels, which `render` tiles; None without `render_mode="rgb_array"`."""
        return self.env_method("render") if self.render_mode == "rgb_array" else [None] * self.num_envs

    def close(self) -> None:
        pass
