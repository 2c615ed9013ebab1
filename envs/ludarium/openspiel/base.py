"""What the four games share as OpenSpiel games: the game with its options, the state, and what a seat sees of it."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ludarium.engine import loops, nodes
from ludarium.engine.compiling import announced
from ludarium.engine.game import Game
from ludarium.engine.protocol import CHANCE
from ludarium.errors import IllegalAction

MOST_DECISIONS = 2**30  # OpenSpiel adds lengths in 32 bits
Outcomes = list[tuple[int, float]]  # of a chance node: (number, probability), ascending


class LudariumState(pyspiel.State):
    """A record of the rules and who is next: the two things that a copy copies and a pickle holds."""

    def __init__(self, game: LudariumGame) -> None:
        super().__init__(game)
        self.record = game.start.copy()
        self._next = CHANCE

    # What each game does in its own way.

    def chance_outcomes(self) -> Outcomes:
        raise NotImplementedError

    def settle(self, outcome: int) -> int:
        """Settles the chance event that is due; returns who is next."""
        raise NotImplementedError

    def outcome_name(self, outcome: int) -> str:
        raise NotImplementedError

    # OpenSpiel's interface.

    def current_player(self) -> int:
        return self._next

    def is_terminal(self) -> bool:
        return self._next == nodes.OVER

    def _legal_actions(self, player: int) -> list[int]:
        mask = self.new_mask()
        loops.count_legal(self.record, 0, mask)
        actions: list[int] = np.flatnonzero(mask).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        if self._next == CHANCE:
            if all(action != outcome for outcome, _ in self.chance_outcomes()):
                raise IllegalAction(f"chance cannot bring outcome {action} now")
            self._next = self.settle(action)
            return
        mask = self.new_mask()
        who = nodes.play(self.record, mask, action)
        if who == nodes.ILLEGAL:
            raise IllegalAction(self.tabletop.refusal(self.record[0], mask, f"player_{self._next}", action))
        self._next = who

    def _action_to_string(self, player: int, action: int) -> str:
        return self.outcome_name(action) if player == CHANCE else self.tabletop.action_name(self.record[0], action)

    def returns(self) -> list[float]:
        paid = np.zeros(self.tabletop.most_seats)
        nodes.pay(self.record, paid)
        rewards: list[float] = paid[: self.num_players()].tolist()
        return rewards

    def resample_from_infostate(self, player: int, sampler: Any) -> LudariumState:
        """A state that this one could be for all the player knows; `sampler()` gives random numbers from 0 to 1."""
        same: LudariumState = self.clone()
        return same

    def __str__(self) -> str:
        """The board, and on a line of its own the whole position; at a chance node only the position."""
        position = json.dumps(self.tabletop.write_position(self.record[0]))
        return position if self._next == CHANCE else f"{self.tabletop.board(self.record[0])}\n{position}"

    # Helpers.

    @property
    def tabletop(self) -> Game:
        game: Game = self.get_game().tabletop
        return game

    def new_mask(self) -> np.ndarray:
        return np.zeros(self.tabletop.actions, np.int8)


class LudariumGame(pyspiel.Game):
    """A game with its options."""

    # What each game says in its own way.

    tabletop: ClassVar[Game]  # the game of this library
    state_class: ClassVar[type[LudariumState]]
    parameters: ClassVar[dict[str, Any]]  # the options that OpenSpiel can express, and their defaults
    players: ClassVar[tuple[int, int]] = (2, 2)  # fewest, most
    perfect: ClassVar[bool] = True  # whether players see everything
    most_outcomes: ClassVar[int]  # of a chance node

    def options_of(self, params: dict[str, Any]) -> dict[str, Any]:
        """The options of the rules from OpenSpiel's parameters."""
        return params

    def max_chance_nodes_in_history(self) -> int:
        raise NotImplementedError

    def most_decisions(self) -> int:
        raise NotImplementedError

    def largest_margin(self) -> float:
        """The most that reward="margin" can pay or cost, in a game that counts points."""
        raise NotImplementedError

    def history_observer(self, iig_obs_type: Any) -> Any:
        """The observer of information states."""
        return IIGObserverForPublicInfoGame(iig_obs_type, {})

    # OpenSpiel's interface.

    @classmethod
    def game_type(cls) -> Any:
        """What OpenSpiel's registry says about the game.

        The information state comes as a string. As a tensor there is only the observation: all that a player sees and
        remembers of the cards, but not in which order it came about.
        """
        information = pyspiel.GameType.Information
        return pyspiel.GameType(
            short_name=f"ludarium_{cls.tabletop.name}",
            long_name=cls.tabletop.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=information.PERFECT_INFORMATION if cls.perfect else information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            min_num_players=cls.players[0],
            max_num_players=cls.players[1],
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=cls.parameters,
        )

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = self.parameters | (params or {})
        self.options = self.options_of(params)
        self.start = self.tabletop.blank(self.options)
        with announced(self.tabletop.title):
            nodes.begin(self.start)
        seats = self.tabletop.seats(self.start[0])
        margin = bool(self.start[0]["margin"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.tabletop.actions,
            max_chance_outcomes=self.most_outcomes,
            num_players=seats,
            min_utility=-self.largest_margin() if margin else -1.0 / (seats - 1),
            max_utility=self.largest_margin() if margin else 1.0,
            utility_sum=0.0,
            max_game_length=min(self.most_decisions(), MOST_DECISIONS),
        )
        super().__init__(self.game_type(), info, params)

    def new_initial_state(self) -> LudariumState:
        return self.state_class(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer, or None for what there is none: the public or the private part of what a player knows."""
        if params:
            raise ValueError(f"the observers of {self.tabletop.title} have no parameters; given: {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        whole = wanted.public_info and wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not self.perfect and not whole:
            return None
        return SeatObserver(self) if wanted.public_info and not wanted.perfect_recall else self.history_observer(wanted)


class SeatObserver:
    """What a seat sees: the observation of the environments, as one tensor and as named pieces of it."""

    def __init__(self, game: LudariumGame) -> None:
        layout = game.tabletop.layout
        self._flat = np.zeros((1, layout.size), np.float32)
        self._pieces = self._flat.view(layout.dtype)[:, 0]
        self.tensor = self._flat[0]
        self.dict = {piece.name: self.tensor[piece.slice].reshape(piece.shape or (1,)) for piece in layout.pieces}

    def set_from(self, state: LudariumState, player: int) -> None:
        loops.observe_seat(state.record, 0, player, self._flat, self._pieces)
        if state.is_chance_node():
            self.dict["asked"][:] = 0.0  # nobody is

    def string_from(self, state: LudariumState, player: int) -> str:
        """The same as text: of every piece the numbers that are not 0, each with its index."""
        self.set_from(state, player)
        lines = []
        for name, piece in self.dict.items():
            flat = piece.ravel()
            if flat.any():
                lines.append(f"{name}: " + " ".join(f"{i}={flat[i]:.6g}" for i in np.flatnonzero(flat)))
        return "\n".join(lines)
