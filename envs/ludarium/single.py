"""The Gymnasium environments: one learner against agents, in a single game or in many at once."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np

from ludarium.agents import Agent
from ludarium.drawing.view import BATCH_MODES, RENDER_FPS, RENDER_MODES, View, modes_here
from ludarium.engine.checks import checked_actions, checked_seed, option_choice, shown
from ludarium.errors import IllegalAction
from ludarium.learner import LearnerBatch

try:
    from gymnasium.vector import AutoresetMode

    SAME_STEP: Any = AutoresetMode.SAME_STEP
except ImportError:  # Gymnasium 1.0 knows no modes
    SAME_STEP = "SameStep"


def spaces(learners: LearnerBatch) -> tuple[gymnasium.spaces.Box, gymnasium.spaces.Discrete]:
    box = gymnasium.spaces.Box(-1.0, 1.0, (learners.game.layout.size,), np.float32)
    return box, gymnasium.spaces.Discrete(learners.game.actions)


def positions(options: Sequence[Mapping[str, Any] | None]) -> dict[int, Any]:
    """The positions at which games are to begin, by the options of each for `reset`."""
    return {slot: told["position"] for slot, told in enumerate(options) if told and "position" in told}


class Table:
    """What can be seen of one game of a batch of learners."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012 (as Gymnasium declares it)
    learners: LearnerBatch
    slot = 0
    render_mode: str | None
    _view: View

    def action_masks(self) -> np.ndarray:
        """The legal actions of the present decision, int8, a fresh array; all zeros after the end."""
        mask: np.ndarray = self.learners.masks[self.slot].copy()
        return mask

    def _state(self) -> np.void:
        self.learners.demand_ready()
        state: np.void = self.learners.batch.states[self.slot]
        return state

    def position(self) -> dict[str, Any]:
        """The whole state as plain data, hidden cards included."""
        return self.learners.game.write_position(self._state())

    def action_name(self, action: int) -> str:
        """A short phrase for an action in the present position."""
        return self.learners.game.name_of(self._state(), action)

    def render(self) -> Any:
        """What the learner sees, in the form that `render_mode` says: pixels, SVG or text; "human" shows a window."""
        if self.render_mode is None:
            return None
        return self._view.show(self.learners.game, self._state(), int(self.learners.seats[self.slot]))

    def _repr_svg_(self) -> str | None:
        """What a notebook shows."""
        if not self.learners.ready:
            return None
        return self._view.svg(self.learners.game, self._state(), int(self.learners.seats[self.slot]))


class SingleAgentEnv(Table, gymnasium.Env[np.ndarray, np.int64]):
    """One learner at a table; a step goes on to the learner's next decision or the end.

    opponent  the agent in all other seats, a name or an `Agent`
    seat      the learner's seat, or "random": drawn anew for every episode
    illegal   "end": an illegal action ends the game with reward −1 and `info["illegal_action"]`; "raise": IllegalAction

    The mask of legal actions is in `info["action_mask"]` and comes from `action_masks()`. An episode can begin at a
    position, `reset(options={"position": p})`; other keys are ignored, as in the AEC environments.
    """

    def __init__(
        self,
        game: str,
        *,
        opponent: str | Agent = "random",
        seat: int | str = "random",
        illegal: str = "end",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = option_choice("render_mode", render_mode, [None, *RENDER_MODES])
        self.learners = LearnerBatch(game, 1, opponent=opponent, seat=seat, illegal=illegal, **options)
        self.observation_space, self.action_space = spaces(self.learners)
        self.metadata = self.metadata | {"render_modes": modes_here()}  # Gymnasium's check tries every one
        self._view = self.learners.look(self.render_mode)[0]
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        seed = checked_seed(seed)
        self.learners.reset(seed, positions([options]))
        super().reset(seed=seed)
        self._over = False
        if self.render_mode == "human":
            self.render()
        return self.learners.observations[0].copy(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if self._over:
            raise IllegalAction("there is no game to play in: call reset() first")
        learners = self.learners
        try:
            if isinstance(action, bool):
                raise TypeError
            index = operator.index(action)
        except TypeError:
            raise IllegalAction(f"an action is a whole number, not {shown(action)}") from None
        if not 0 <= index < learners.game.actions:
            if learners.raises:
                raise learners.refusal(0, index)
            index = -1  # as illegal as any, and no number is too large for an array
        learners.step(np.array([index]), again=False)
        terminated, truncated = bool(learners.terminated[0]), bool(learners.truncated[0])
        self._over = terminated or truncated
        if self.render_mode == "human":
            self.render()
        observations = learners.final_observations if self._over else learners.observations
        return observations[0].copy(), float(learners.rewards[0]), terminated, truncated, self._info()

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks()}
        if self.learners.illegal[0]:
            info["illegal_action"] = True
        return info

    def close(self) -> None:
        self._view.close()


class VectorSingleAgentEnv(gymnasium.vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """`num_envs` learners, each at a table of its own; options as in `SingleAgentEnv`.

    An ended game begins its next episode in the same step (Gymnasium's SAME_STEP mode): `infos["final_obs"]` has the
    last observations of ended episodes in the rows that `infos["_final_obs"]` marks, `infos["action_mask"]` all masks.
    """

    metadata = {"autoreset_mode": SAME_STEP, "render_modes": BATCH_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012
    autoreset_mode = SAME_STEP  # where TorchRL looks for it

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: str | Agent = "random",
        seat: int | str = "random",
        illegal: str = "end",
        num_threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = option_choice("render_mode", render_mode, [None, *BATCH_MODES])
        self.learners = LearnerBatch(
            game, num_envs, opponent=opponent, seat=seat, illegal=illegal, threads=num_threads, **options
        )
        self.num_envs = self.learners.size
        self._views = self.learners.look(self.render_mode) if self.render_mode else []
        self.single_observation_space, self.single_action_space = spaces(self.learners)
        batch_space = gymnasium.vector.utils.batch_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        seed = checked_seed(seed)
        self.learners.reset(seed, positions([options] * self.num_envs))
        super().reset(seed=seed)
        return self.learners.observations.copy(), self._infos()

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        learners = self.learners
        learners.step(checked_actions(actions, self.num_envs))
        infos = self._infos()
        ended = learners.terminated | learners.truncated
        if ended.any():
            infos["final_obs"] = learners.final_observations.copy()
            infos["_final_obs"] = ended
            infos["final_info"] = {"episode_length": learners.lengths.copy(), "_episode_length": ended}
        if learners.illegal.any():
            infos["illegal_action"] = infos["_illegal_action"] = learners.illegal.copy()
            infos["final_info"] |= {
                "illegal_action": learners.illegal.copy(),
                "_illegal_action": infos["illegal_action"],
            }
        told = learners.rewards.copy(), learners.terminated.copy(), learners.truncated.copy()
        return learners.observations.copy(), *told, infos

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def action_masks(self) -> np.ndarray:
        """(num_envs, actions) int8: the legal actions of every learner, a fresh array."""
        masks: np.ndarray = self.learners.masks.copy()
        return masks

    def render(self) -> tuple[Any, ...] | None:
        """What every learner sees, in the form that `render_mode` says: pixels, SVG or text."""
        if self.render_mode is None:
            return None
        learners = self.learners
        learners.demand_ready()
        games = zip(self._views, learners.batch.states, learners.seats, strict=True)
        return tuple(view.show(learners.game, state, int(seat)) for view, state, seat in games)
