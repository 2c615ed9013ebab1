"""Checkpoints: a trained network in one safetensors file that says what it is, and is believed only after checks.

Loading one never runs code. What the file claims is compared with the game as it is now and with the file's own size
before any network is built.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ludarium import __version__
from ludarium.engine.checks import shown
from ludarium.engine.game import Game
from ludarium.errors import BadCheckpoint, BadOption
from ludarium.registry import load
from ludarium_training.agents import NetworkAgent
from ludarium_training.files import shipped
from ludarium_training.networks import Network, NetworkConfig, build_network
from ludarium_training.tensor_file import read_tensors, write_tensors

FORMAT = 1
SUFFIX = ".safetensors"
SAMPLE = ":sample"


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Observation(Part):
    """The layout the network was trained on."""

    pieces: list[tuple[str, list[int]]]  # name and shape
    digest: str


class Ancestor(Part):
    """A checkpoint that training went on from."""

    name: str
    weights: str  # digest
    steps: int = Field(ge=0)


class Strength(Part):
    """What was measured against one opponent, and when: see `ludarium.arena.Result`."""

    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    margin: float | None
    length: float
    illegal: int
    steps: int  # of training


class Metadata(Part):
    format: int = FORMAT
    ludarium: str = __version__
    game: str
    game_version: int
    options: dict[str, Any] = {}
    observation: Observation
    actions: int
    network: dict[str, Any]
    training: dict[str, Any] | None = None  # the resolved config
    steps: int = Field(default=0, ge=0)  # decisions of the last run
    chain: list[Ancestor] = []  # earlier runs, the first one first
    strength: list[Strength] = []
    weights: str = ""  # digest, written on saving


@dataclass(frozen=True)
class Checkpoint:
    network: Network
    metadata: Metadata
    game: Game
    path: Path

    def as_chain(self, name: str) -> list[Ancestor]:
        """The chain of a run that goes on from here; `name` is what the file was called."""
        return [*self.metadata.chain, Ancestor(name=name, weights=self.metadata.weights, steps=self.metadata.steps)]


def describe(game: Game, network: NetworkConfig, **more: Any) -> Metadata:
    """The metadata of a network for a game as it is now."""
    return Metadata(
        game=game.name,
        game_version=game.version,
        observation=observation_of(game),
        actions=game.actions,
        network=network.model_dump(mode="json"),
        **more,
    )


def observation_of(game: Game) -> Observation:
    pieces = [(piece.name, list(piece.shape)) for piece in game.layout.pieces]
    digest = hashlib.sha256(json.dumps(pieces, separators=(",", ":")).encode()).hexdigest()
    return Observation(pieces=pieces, digest=digest)


def digest_of(tensors: dict[str, torch.Tensor]) -> str:
    """A fingerprint of names, kinds, shapes and every bit."""
    digest = hashlib.sha256()
    for name, tensor in sorted(tensors.items()):
        digest.update(f"{name} {tensor.dtype} {list(tensor.shape)}\n".encode())
        digest.update(tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()


def save_checkpoint(path: str | Path, network: Network, metadata: Metadata) -> None:
    tensors = network.state_dict()
    metadata = metadata.model_copy(update={"weights": digest_of(tensors)})
    write_tensors(Path(path), tensors, metadata.model_dump(mode="json"))


def load_checkpoint(path: str | Path, game: str | Game | None = None) -> Checkpoint:
    """The network of a file, for the game it names or the one that is asked for."""
    path = Path(path)
    tensors, document = read_tensors(path)
    metadata = read_metadata(path, document)
    found = check_game(path, metadata, load(game) if isinstance(game, str) else game)
    if digest_of(tensors) != metadata.weights:
        raise BadCheckpoint(f"{path} is damaged: its weights are not those that were saved")
    for name, tensor in tensors.items():
        if tensor.is_floating_point() and not bool(torch.isfinite(tensor).all()):
            raise BadCheckpoint(f"{path} cannot be played: {name} has weights that are no numbers")
    return Checkpoint(build(path, found, metadata, tensors), metadata, found, path)


def read_metadata(path: Path, document: dict[str, Any]) -> Metadata:
    version = document.get("format")
    if type(version) is not int or version < 1:
        raise BadCheckpoint(f"{path} is no checkpoint of an agent")
    if version > FORMAT:
        raise BadCheckpoint(f"{path} has the format {version}; this version reads up to {FORMAT}: update ludarium")
    try:
        return Metadata.model_validate_json(json.dumps(document), strict=True)
    except ValidationError as error:
        mistake = error.errors()[0]
        where = ".".join(map(str, mistake["loc"]))
        raise BadCheckpoint(f"{path} is damaged: {where}: {mistake['msg']}") from None


def check_game(path: Path, metadata: Metadata, wanted: Game | None) -> Game:
    """The game a checkpoint is for, after comparing it with the game as it is now."""
    if wanted is not None and metadata.game != wanted.name:
        raise BadCheckpoint(f"{path} plays {shown(metadata.game)}, not {wanted.name}")
    try:
        game = wanted or load(metadata.game)
        game.blank(metadata.options)
    except (BadOption, TypeError) as mistake:
        raise BadCheckpoint(f"{path} does not fit: {mistake}") from None
    if metadata.game_version != game.version:
        raise BadCheckpoint(
            f"{path} was trained on version {metadata.game_version} of {game.title}, and this is version {game.version}"
        )
    if metadata.actions != game.actions:
        raise BadCheckpoint(f"{path} knows {metadata.actions} actions, and {game.title} has {game.actions}")
    if metadata.observation != observation_of(game):
        raise BadCheckpoint(f"{path} {difference(metadata.observation, game)}")
    return game


def difference(observation: Observation, game: Game) -> str:
    """What sets the layout of a file apart from the game's."""
    theirs, ours = dict(observation.pieces), dict(observation_of(game).pieces)
    for name in [*theirs, *ours]:
        if theirs.get(name) != ours.get(name):
            sizes = " and ".join(
                f"{who} has {name[:80]!r} {pieces[name]}" if name in pieces else f"{who} has no {name[:80]!r}"
                for who, pieces in (("it", theirs), (f"{game.title} now", ours))
            )
            return f"was trained on another observation: {sizes}"
    return "was trained on another observation: the same pieces in another order"


def build(path: Path, game: Game, metadata: Metadata, tensors: dict[str, torch.Tensor]) -> Network:
    """The network with the weights; torch's generator is left as it was."""
    weights = sum(tensor.numel() for tensor in tensors.values())
    if largest_number(metadata.network) > max(weights, 1):
        raise BadCheckpoint(f"{path} announces a larger network than its {weights:,} weights can be")
    try:
        config = NetworkConfig.model_validate_json(json.dumps(metadata.network), strict=True)
    except ValidationError as error:
        mistake = error.errors()[0]
        where = ".".join(map(str, ("network", *mistake["loc"])))
        raise BadCheckpoint(f"{path} has a network that this version cannot build: {where}: {mistake['msg']}") from None
    with torch.random.fork_rng(devices=[]):
        with torch.device("meta"):  # shapes alone, no memory
            expected = build_network(game, config).state_dict()
        check_shapes(path, expected, tensors)
        network = build_network(game, config)
    network.load_state_dict(tensors)
    return network.eval()


def largest_number(value: Any) -> float:
    """The largest number anywhere in a piece of JSON: no network has a size that exceeds its number of weights."""
    if isinstance(value, dict):
        return max(map(largest_number, value.values()), default=0)
    if isinstance(value, list):
        return max(len(value), *map(largest_number, value)) if value else 0
    return value if isinstance(value, (int, float)) else 0


def check_shapes(path: Path, expected: dict[str, torch.Tensor], tensors: dict[str, torch.Tensor]) -> None:
    for name in [*expected, *tensors]:
        if name not in tensors:
            raise BadCheckpoint(f"{path} lacks the weights {name}")
        if name not in expected:
            raise BadCheckpoint(f"{path} has weights {name[:80]!r} that its network does not have")
        ours, theirs = expected[name], tensors[name]
        if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
            raise BadCheckpoint(
                f"{path} has {name} as {theirs.dtype} {list(theirs.shape)} where its network has "
                f"{ours.dtype} {list(ours.shape)}"
            )


def checkpoint_agent(spec: str, game: Game) -> NetworkAgent:
    """The agent of the spec `ppo` or `some/file.safetensors`; `:sample` after it plays as the network is inclined."""
    name = spec.removesuffix(SAMPLE)
    path = shipped("checkpoints") / f"{game.name}{SUFFIX}" if name == "ppo" else Path(name)
    if name == "ppo" and not path.is_file():
        raise BadOption(f"no trained agent ships for {game.title}: there is no {path}")
    return NetworkAgent(game, load_checkpoint(path, game).network, sample=spec.endswith(SAMPLE))
