"""Says what a checkpoint is: its game, its network, how it was trained and how strong it was measured to be."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from ludarium_training.display import print_table

if TYPE_CHECKING:
    from ludarium_training.checkpoint import Checkpoint, Strength


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="show")
    show = actions.add_parser("show", help="print what a checkpoint is")
    show.add_argument("file", metavar="FILE", help="a .safetensors file")
    show.add_argument("--json", action="store_true", help="print all of its metadata as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    from ludarium_training.checkpoint import load_checkpoint

    checkpoint = load_checkpoint(arguments.file)
    if arguments.json:
        print(json.dumps(checkpoint.metadata.model_dump(mode="json"), indent=2, ensure_ascii=False))
    else:
        print_checkpoint(checkpoint)
    return 0


def print_checkpoint(checkpoint: Checkpoint) -> None:
    from ludarium_training.strict_yaml import write_yaml

    about = checkpoint.metadata
    weights = sum(tensor.numel() for tensor in checkpoint.network.state_dict().values())
    options = ", ".join(f"{name}={value}" for name, value in about.options.items())
    network = ", ".join(f"{name} {value}" for name, value in about.network.items())
    lines = [
        f"game         {about.game} v{about.game_version}{', ' + options if options else ''}",
        f"observation  {checkpoint.game.layout.size} numbers in {len(about.observation.pieces)} pieces",
        f"actions      {about.actions}",
        f"network      {weights:,} weights: {network}",
        f"trained      {about.steps:,} steps with ludarium {about.ludarium}",
        *(f"  after      {ancestor.steps:,} steps in {ancestor.name}" for ancestor in about.chain),
        f"weights      {about.weights}",
    ]
    print("\n".join(map(printable, lines)))
    if about.strength:
        print_strength("against", about.strength)
    if about.training:
        print("Trained with:\n" + write_yaml(about.training))


def print_strength(heading: str, strength: list[Strength]) -> None:
    columns = [heading, "games", "wins", "draws", "losses", "score", "95% interval", "margin", "length", "at step"]
    rows = []
    for r in strength:
        counts = [f"{n:,}" for n in (r.games, r.wins, r.draws, r.losses)]
        margin = "–" if r.margin is None else f"{r.margin:+.1f}"
        shares = [f"{r.score:.1%}", f"{r.low:.1%} – {r.high:.1%}"]
        rows.append([printable(r.opponent), *counts, *shares, margin, f"{r.length:.1f}", f"{r.steps:,}"])
    print_table(columns, rows)


def printable(text: str) -> str:
    """Words from a file, without what would steer a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
