"""What all networks share: their settings, what they answer, the plain trunk and how weights begin."""

from __future__ import annotations

from typing import Literal, NamedTuple

import torch
from pydantic import BaseModel, ConfigDict, Field, PositiveInt
from torch import nn

ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "silu": nn.SiLU, "tanh": nn.Tanh}


class NetworkConfig(BaseModel):
    """The settings of a network."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["mlp", "dice_matrix", "matrio", "dicefest"] = "mlp"  # those named after a game know its shape
    trunk: tuple[PositiveInt, ...] = Field(default=(384, 256), min_length=1)  # sizes of the shared layers
    activation: Literal["relu", "silu", "tanh"] = "relu"
    entities: PositiveInt = 64  # size of what the shaped networks keep of every line, tray or die
    margin: bool = False  # a second head that predicts by how much the seat will win


class Outputs(NamedTuple):
    logits: torch.Tensor  # (n, actions)
    value: torch.Tensor  # (n,): the reward to come for the seat that observes
    margin: torch.Tensor | None  # (n,): the margin it will end with, if the network predicts it


class Network(nn.Module):
    """Answers a batch of observations (n, layout.size) with `Outputs`."""

    has_margin = False  # whether it predicts the margin

    def forward(self, observations: torch.Tensor) -> Outputs:
        raise NotImplementedError


def linear(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """A layer with orthogonal weights and no bias to begin with."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def layers(inputs: int, sizes: tuple[int, ...], activation: str) -> nn.Sequential:
    """Layers of these sizes, each with the activation after it."""
    steps: list[nn.Module] = []
    for size in sizes:
        steps += [linear(inputs, size), ACTIVATIONS[activation]()]
        inputs = size
    return nn.Sequential(*steps)


class Judgement(nn.Module):
    """The heads that say how the game will end: the value, and the margin if it is asked for."""

    def __init__(self, inputs: int, margin: bool) -> None:
        super().__init__()
        self.margin = margin
        self.head = linear(inputs, 2 if margin else 1, 1.0)

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor | None]:
        said = self.head(features)
        return said[:, 0], said[:, 1] if self.margin else None
