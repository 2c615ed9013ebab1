"""A training run: a folder with its settings, measurements, checkpoints and the state it can go on from.

config.yaml          the settings, resolved            latest.safetensors   the network now
sessions.json        commands, versions, machine       best.safetensors     the one with the best evaluation
metrics.csv          one row an iteration              state.safetensors    what `--resume` goes on from
tensorboard/         the same for TensorBoard          results.json         the final evaluation; ends the run
report.html          learning curves, for a browser    log.txt              what was shown
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from ludarium.errors import BadConfig
from ludarium_training.checkpoint import Checkpoint, Strength, load_checkpoint
from ludarium_training.config import Config, Layer, read_layer, resolve
from ludarium_training.files import sync_folder, write_whole
from ludarium_training.strict_yaml import write_yaml


@dataclass(frozen=True)
class Run:
    folder: Path
    config: Config

    @property
    def metrics(self) -> Path:
        return self.folder / "metrics.csv"

    @property
    def state(self) -> Path:
        return self.folder / "state.safetensors"

    @property
    def latest(self) -> Path:
        return self.folder / "latest.safetensors"

    @property
    def best(self) -> Path:
        return self.folder / "best.safetensors"

    @property
    def init(self) -> Path:
        """The weights it began with, if it began with any."""
        return self.folder / "init.safetensors"

    @property
    def results(self) -> Path:
        return self.folder / "results.json"

    def initial(self) -> Checkpoint | None:
        return load_checkpoint(self.init, self.config.game) if self.init.is_file() else None

    def write_results(self, results: list[Strength]) -> None:
        write_whole(self.results, json.dumps([result.model_dump() for result in results], indent=2).encode())

    def read_results(self) -> list[Strength]:
        return [Strength(**result) for result in json.loads(self.results.read_text(encoding="utf-8"))]

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else works on this run meanwhile; the lock goes with the process, however it ends."""
        try:
            with FileLock(self.folder / ".lock", timeout=0):
                yield
        except Timeout:
            raise BadConfig(f"{self.folder} is being trained by another process") from None


def begin(config: Config, runs: Path, name: str | None, init: str | None) -> Run:
    """A new folder for a run. Its config is written last: a folder without one is a run that has not begun."""
    checkpoint = check_init(load_checkpoint(init, config.game), config) if init else None
    folder = runs / (name or f"{config.game}-{datetime.now():%Y%m%d-%H%M%S}")
    if folder.parent != runs or name in ("", ".", ".."):
        raise BadConfig(f"--name takes the name of a folder inside {runs}, not {name!r}")
    run = Run(folder, config)
    if (folder / "config.yaml").exists():
        raise BadConfig(f"{folder} exists; go on with --resume {folder}, or choose another --name")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if checkpoint:
            shutil.copyfile(checkpoint.path, run.init)
            (folder / "init.txt").write_text(str(checkpoint.path), encoding="utf-8")
        save_config(run)
        sync_folder(runs)
    except OSError as error:
        raise BadConfig(f"{folder} cannot be written: {error.strerror}") from None
    return run


def save_config(run: Run) -> None:
    write_whole(run.folder / "config.yaml", write_yaml(run.config.as_dict()).encode())


def reopen(folder: Path, limits: dict[str, Any]) -> Run:
    """A run to go on with, under new limits if there are any."""
    path = folder / "config.yaml"
    if not path.is_file():
        raise BadConfig(f"{folder} is no run that could go on: there is no {path}")
    layers: list[Layer] = [read_layer(path), ("the command line", limits)]
    run = Run(folder, resolve(layers))
    if not limits and run.results.is_file():
        raise BadConfig(f"{folder} is finished; --steps or --minutes with a larger number goes on from its end")
    if limits:
        save_config(run)
        run.results.unlink(missing_ok=True)
    return run


def check_init(checkpoint: Checkpoint, config: Config) -> Checkpoint:
    """A checkpoint to begin from must have the network that the config asks for."""
    wanted = config.network.model_dump(mode="json")
    for name in sorted({*wanted, *checkpoint.metadata.network}):
        theirs, ours = checkpoint.metadata.network.get(name), wanted.get(name)
        if theirs != ours:
            raise BadConfig(f"{checkpoint.path} has a network with {name} {theirs}, and network.{name} is {ours}")
    return checkpoint
