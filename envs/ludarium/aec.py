"""The PettingZoo environment, one class for all games: a batch of one game behind PettingZoo's interface."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gymnasium.spaces
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from ludarium.drawing.view import RENDER_FPS, RENDER_MODES, View
from ludarium.engine.batch import Batch
from ludarium.engine.checks import checked_seed, option_choice, shown
from ludarium.engine.game import Game
from ludarium.engine.generator import key_of, next_key
from ludarium.errors import IllegalAction
from ludarium.registry import load


@dataclass(frozen=True)
class Snapshot:
    """A state of an environment in mid-game, as `get_state` gives it."""

    game: str
    options: bytes  # a record with the options in it and no episode begun
    state: np.ndarray
    agents: tuple[str, ...]
    selection: str
    cumulative: tuple[float, ...]
    rewards: tuple[float, ...]
    ended: tuple[bool, bool]


class LudariumAEC(AECEnv):
    """A game as an AEC environment.

    Observations are `{"observation": float32, "action_mask": int8}`, fresh arrays; with `mask_in="info"` the
    observation is the plain tensor and the mask is in `infos`. An illegal action raises `IllegalAction` and changes
    nothing.
    """

    def __init__(
        self, game: Game, /, *, render_mode: str | None = None, mask_in: str = "observation", **options: Any
    ) -> None:
        super().__init__()
        self.game = game
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": RENDER_FPS,
        }
        self.render_mode = option_choice("render_mode", render_mode, [None, *RENDER_MODES])
        self.mask_in = option_choice("mask_in", mask_in, ["observation", "info"])
        self._mask_in_info = mask_in == "info"
        self._view = View(self.render_mode)
        self._batch = Batch(game, 1, options)
        self._begun = False
        self._ended = (False, False)
        seats = game.seats(self._batch.states[0])
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        box = gymnasium.spaces.Box(-1.0, 1.0, (game.layout.size,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (game.actions,), np.int8)
        self.observation_spaces = {
            agent: box if self._mask_in_info else gymnasium.spaces.Dict({"observation": box, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(game.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def options(self) -> dict[str, Any]:
        """All options of the game with their values."""
        return self._batch.all_options()

    # Playing.

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode; `options={"position": p}` begins it at a position, other keys are ignored."""
        key = self._next_key(seed)
        batch = self._batch
        if options and "position" in options:
            loaded = self.game.load_position(batch.options, options["position"])
            loaded["key"] = key
            batch.begin()
            batch.put(0, loaded)
        else:
            batch.states["key"] = key
            batch.begin()
        self._begun = True
        self._ended = (False, False)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[batch.movers[0]]
        self._refresh_infos()
        self._view.forget()
        if self.render_mode == "human":
            self.render()

    def _next_key(self, seed: int | None) -> np.uint64:
        """The key of the next episode: from the seed; without one, the one after the present key, or a random one."""
        seed = checked_seed(seed)
        if seed is not None:
            return np.uint64(key_of(seed))
        if not self._begun:
            return np.uint64(secrets.randbits(64))
        return np.uint64(next_key(self._batch.states["key"][0]))

    def step(self, action: Any) -> None:
        if not self.agents:
            raise IllegalAction("there is no game to play in: call reset() first" if not self._begun else _FINISHED)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise IllegalAction(_FINISHED)
            self._was_dead_step(action)
            return
        batch = self._batch
        batch.actions[0] = self._legal(action)
        if self._view.draws:
            self._view.note(self.game, batch.states[0], batch.movers[0], int(batch.actions[0]))
        batch.step(batch.actions, again=False)
        if batch.terminated[0] or batch.truncated[0]:
            ended = bool(batch.terminated[0]), bool(batch.truncated[0])
            self._end(ended, batch.rewards[0, : len(self.agents)].tolist())
        else:
            self.agent_selection = self.possible_agents[batch.movers[0]]
        if self._mask_in_info:
            self._refresh_infos()
        if self.render_mode == "human":
            self.render()

    def _legal(self, action: Any) -> int:
        """The action as an int, if it is legal now."""
        mask = self._batch.masks[0]
        try:
            index = operator.index(action)
        except TypeError:
            raise IllegalAction(
                f"{self.agent_selection} must play a whole number from 0 to {len(mask) - 1}, not {shown(action)}"
            ) from None
        if 0 <= index < len(mask) and mask[index]:
            return index
        raise IllegalAction(self.game.refusal(self._batch.states[0], mask, self.agent_selection, index))

    def _end(self, ended: tuple[bool, bool], paid: list[float]) -> None:
        """Ends the episode for all agents, terminated, truncated or (after an illegal action) both."""
        self._ended = ended
        self.terminations = dict.fromkeys(self.agents, ended[0])
        self.truncations = dict.fromkeys(self.agents, ended[1])
        self.rewards = dict(zip(self.agents, paid, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.agent_selection = self.agents[0]

    def forfeit(self, penalty: float) -> None:
        """Ends the episode because of the mover, who alone is paid the penalty."""
        offender = self.agent_selection
        self._end((True, True), [penalty if agent == offender else 0.0 for agent in self.agents])
        self._refresh_infos()

    def allows(self, action: Any) -> bool:
        """Whether the action, which must lie in the action space, is legal now."""
        return bool(self._batch.masks[0, action])

    # Looking.

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since the last turn, terminated, truncated and info of the agent to act."""
        self._demand_begun()
        seen: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return seen

    def observe(self, agent: str) -> Any:
        self._demand_begun()
        batch = self._batch
        if agent == self.agent_selection and not self.over():
            observation = batch.observations[0].copy()
            return (
                observation
                if self._mask_in_info
                else {"observation": observation, "action_mask": batch.masks[0].copy()}
            )
        observation = batch.observe(0, self._seat[agent])
        return observation if self._mask_in_info else {"observation": observation, "action_mask": self._no_mask()}

    def over(self) -> bool:
        """Whether the episode has ended."""
        return self._ended[0] or self._ended[1]

    def _no_mask(self) -> np.ndarray:
        return np.zeros(self.game.actions, np.int8)

    def _refresh_infos(self) -> None:
        if not self._mask_in_info:
            self.infos = {agent: {} for agent in self.agents}
            return
        self.infos = {agent: {"action_mask": self._no_mask()} for agent in self.agents}
        if not self.over():
            self.infos[self.agent_selection]["action_mask"] = self._batch.masks[0].copy()

    def position(self) -> dict[str, Any]:
        """The whole state as plain data, hidden cards included."""
        self._demand_begun()
        return self.game.write_position(self._batch.states[0])

    def action_name(self, action: int) -> str:
        """A short phrase for an action in the present position."""
        return self.game.name_of(self._batch.states[0], action)

    def draw(
        self,
        seat: int | None = None,
        shading: Mapping[str, float] | None = None,
        words: Mapping[str, str] | None = None,
    ) -> str:
        """The position as SVG, as a seat sees it (None: everything lies open).

        shading  element of the drawing → strength from 0 to 1, such as an agent's policy over `targets`
        words    what to write in place of "player_0", "points" and other words of the drawing
        """
        self._demand_begun()
        last = self._view.last
        return self.game.draw(self._batch.states[0], seat=seat, last=last, shading=shading, words=words)

    def targets(self, action: int) -> tuple[str, ...]:
        """The elements of the drawing, by `data-id`, that a player points at to choose an action."""
        return self.game.targets(self._batch.states[0], action)

    def render(self) -> str | np.ndarray | None:
        """The present position in the form that `render_mode` says: pixels, SVG or text; "human" shows a window."""
        self._demand_begun()
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing: the environment was made without a render_mode")
            return None
        return self._view.show(self.game, self._batch.states[0])

    def _repr_svg_(self) -> str | None:
        """What a notebook shows."""
        return self.draw() if self._begun else None

    def close(self) -> None:
        self._view.close()

    def _demand_begun(self) -> None:
        if not self._begun:
            raise ValueError("there is no position yet: call reset() first")

    # Copies.

    def get_state(self) -> Snapshot:
        """The present state, cheaply; it stays what it is whatever is played afterwards."""
        self._demand_begun()
        return Snapshot(
            self.game.name,
            self._batch.blank,
            self._batch.states.copy(),
            tuple(self.agents),
            self.agent_selection,
            tuple(self._cumulative_rewards[a] for a in self.agents),
            tuple(self.rewards[a] for a in self.agents),
            self._ended,
        )

    def set_state(self, snapshot: Snapshot) -> None:
        """Goes to a state that `get_state` gave, of this or of another environment with the same options."""
        if not isinstance(snapshot, Snapshot) or snapshot.game != self.game.name:
            raise ValueError(
                f"set_state takes what get_state of a {self.metadata['name']} gave, not {type(snapshot).__name__}"
            )
        if snapshot.options != self._batch.blank:
            raise ValueError(f"set_state: get_state was called with other options than {self.options}")
        batch = self._batch
        self._begun = True
        batch.put(0, snapshot.state)
        self._ended = terminated, truncated = snapshot.ended
        self.agents = list(snapshot.agents)
        self.agent_selection = snapshot.selection
        self._cumulative_rewards = dict(zip(self.agents, snapshot.cumulative, strict=True))
        self.rewards = dict(zip(self.agents, snapshot.rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._skip_agent_selection = None
        self._refresh_infos()
        self._view.forget()

    def clone(self) -> LudariumAEC:
        """An independent environment in the same state with the same future."""
        twin = LudariumAEC(self.game, render_mode=self.render_mode, mask_in=self.mask_in, **self._batch.options)
        if self._begun:
            twin.set_state(self.get_state())
            twin._view = self._view.copy()
        return twin


_FINISHED = "the game is over: the only step left is step(None) for each agent, or reset()"


class TerminateIllegal(wrappers.TerminateIllegalWrapper):
    """PettingZoo's wrapper, but it asks the game what is legal instead of remembering the last mask it saw.

    A mask that was seen before `set_state` says nothing about the state after it.
    """

    def observe(self, agent: str) -> Any:
        return self.env.observe(agent)

    def step(self, action: Any) -> None:
        if action is not None and self.env.agents and not self.env.over() and not self.env.allows(action):
            EnvLogger.warn_on_illegal_move()
            self.env.forfeit(self._illegal_value)
        else:
            self.env.step(action)


class Ordered(wrappers.OrderEnforcingWrapper):
    """PettingZoo's wrapper, but a notebook sees through it."""

    def _repr_svg_(self) -> str | None:
        drawing: str | None = self.unwrapped._repr_svg_()
        return drawing

    def __str__(self) -> str:
        return str(self.env)


def make_raw_env(name: str, /, **options: Any) -> LudariumAEC:
    return LudariumAEC(load(name), **options)


def make_env(name: str, /, **options: Any) -> AECEnv:
    """The environment in PettingZoo's usual wrappers: an illegal action ends the game and costs the offender 1."""
    wrapped: AECEnv = TerminateIllegal(make_raw_env(name, **options), illegal_reward=-1.0)
    return Ordered(wrappers.AssertOutOfBoundsWrapper(wrapped))
