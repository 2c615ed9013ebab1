"""A network for Dicefest: it looks up how every die lies, and how it would lie after each move or turn.

How far a die is from its lock depends on cell and orientation together, which a flat network has to piece together from
ones and zeros. Here each of the 64 · 24 ways to lie has a row of weights of its own, shared by a player's dice, and an
action on a die is scored from the row it leads to.
"""

from __future__ import annotations

import torch
from torch import nn

from ludarium.dicefest.rules import COUNTERS, DICE, MOST_PLAYERS, TURNS
from ludarium.engine.game import Game
from ludarium_training.networks.base import ACTIVATIONS, Judgement, Network, NetworkConfig, Outputs, layers, linear
from ludarium_training.networks.standard import Standard

LIES = 8 * 8 * 6 * 6  # row, column, face on top, face away from the observer; a third of them no die can have
DIRECTIONS = 4  # forward, right, back, left
FLAGS = "takes", "locks"  # of a move
OF_A_DIE = "locked", "rotatable", "arrived", "ahead", "aside"


class DicefestNetwork(Network):
    def __init__(self, game: Game, config: NetworkConfig) -> None:
        super().__init__()
        self.has_margin = config.margin
        self.pieces = {piece.name: piece for piece in game.layout.pieces}
        self.standard = Standard(game)
        size, features = config.entities, config.trunk[-1]
        self.lies = nn.Embedding(MOST_PLAYERS * LIES, size)  # each player counted from the observer has rows
        nn.init.normal_(self.lies.weight, std=0.3)
        self.trunk = layers(game.layout.size + (DICE + MOST_PLAYERS - 1) * size, config.trunk, config.activation)
        self.context = linear(features, size)
        self.before = nn.Linear(size, size, bias=False)
        self.after = nn.Linear(size, size, bias=False)
        self.flags = nn.Linear(len(FLAGS), size, bias=False)
        self.about = nn.Linear(len(OF_A_DIE), size, bias=False)
        self.activation = ACTIVATIONS[config.activation]()
        self.move = linear(size, 1, 0.01)
        self.rotate = linear(size, 1, 0.01)
        self.turn = linear(size, 1, 0.01)
        self.put = linear(features, COUNTERS, 0.01)
        self.turning = linear(features, TURNS, 0.01)
        self.judgement = Judgement(features, config.margin)

    def forward(self, observations: torch.Tensor) -> Outputs:
        lie, present = self._lies(observations)
        players = torch.arange(MOST_PLAYERS, device=observations.device)[:, None]
        dice = self.lies(number(*lie) + LIES * players) * present[..., None]  # (n, players, dice, size)
        own, others = dice[:, 0], dice[:, 1:].sum(2)
        seen = torch.cat([self.standard(observations), own.flatten(1), others.flatten(1)], dim=1)
        features = self.trunk(seen)

        mine = tuple(part[:, 0] for part in lie)
        about = torch.stack([self._piece(observations, name)[:, 0] for name in OF_A_DIE], dim=2)
        base = self.context(features)[:, None] + self.before(own) + self.about(about)  # (n, dice, size)
        flags = torch.stack([self._piece(observations, name)[:, 0] for name in FLAGS], dim=3)
        moved = self.after(self.lies(after_moves(*mine))) + self.flags(flags) + base[:, :, None]
        moves = self.move(self.activation(moved)).flatten(1)
        rotations = self.rotate(self.activation(base)).flatten(1)

        rotating = self._piece(observations, "rotating")
        turned = self.after(self.lies(after_turns(*mine))) + base[:, :, None]  # (n, dice, turns, size)
        turns = (self.turn(self.activation(turned))[..., 0] * rotating[..., None]).sum(1) + self.turning(features)
        logits = torch.cat([moves, rotations, self.put(features), turns], dim=1)
        return Outputs(logits, *self.judgement(features))

    def _piece(self, observations: torch.Tensor, name: str) -> torch.Tensor:
        piece: torch.Tensor = observations[:, self.pieces[name].slice].unflatten(1, self.pieces[name].shape)
        return piece

    def _lies(self, observations: torch.Tensor) -> tuple[tuple[torch.Tensor, ...], torch.Tensor]:
        """Row, column, top, forward and right face of every die, (n, players, dice), and 1 for dice in the game."""
        names = "rows", "columns", "top", "forward", "right"
        pieces = [self._piece(observations, name) for name in names]
        return tuple(piece.argmax(3) for piece in pieces), pieces[2].sum(3)


def number(
    row: torch.Tensor, column: torch.Tensor, top: torch.Tensor, forward: torch.Tensor, *_: torch.Tensor
) -> torch.Tensor:
    """The row of weights of a die that lies so; faces are counted from 0."""
    return ((row * 8 + column) * 6 + top) * 6 + forward


def after_moves(
    row: torch.Tensor, column: torch.Tensor, top: torch.Tensor, forward: torch.Tensor, right: torch.Tensor
) -> torch.Tensor:
    """(…, directions): how a die lies after each move; off the board, at its edge, for moves that nobody may make."""
    steps: list[tuple[torch.Tensor | int, torch.Tensor | int]]
    steps = [(forward + 1, 0), (0, right + 1), (forward - 6, 0), (0, right - 6)]
    places = [((row + up).clamp(0, 7), (column + aside).clamp(0, 7)) for up, aside in steps]
    return torch.stack([number(*place, top, forward) for place in places], dim=-1)


def after_turns(
    row: torch.Tensor, column: torch.Tensor, top: torch.Tensor, forward: torch.Tensor, right: torch.Tensor
) -> torch.Tensor:
    """(…, turns): how it lies after a tip forward, back, left, right, and a spin with and against the clock."""
    new_top_and_forward = [
        (5 - forward, top),
        (forward, 5 - top),
        (right, forward),
        (5 - right, forward),
        (top, 5 - right),
        (top, right),
    ]
    return torch.stack([number(row, column, *lie) for lie in new_top_and_forward], dim=-1)
