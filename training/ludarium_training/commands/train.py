"""Trains an agent by self-play and shows how good it is. A run that was stopped goes on with --resume."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludarium.errors import BadConfig
from ludarium_training.commands.checkpoint import print_strength

if TYPE_CHECKING:
    from ludarium_training.run import Run

INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", metavar="CONFIG", nargs="?", help="a YAML file, or the name of a game that ships one")
    parser.add_argument("--resume", metavar="RUN", help="go on with a run that was stopped, such as runs/x")
    parser.add_argument("--init", metavar="CHECKPOINT", help="begin with the weights of a .safetensors file")
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="another value for a setting, such as ppo.learning_rate=1e-4; may be given several times",
    )
    parser.add_argument("--steps", metavar="N", help="train for so many decisions")
    parser.add_argument("--minutes", metavar="N", help="train for so long; where a run ends is then up to the machine")
    parser.add_argument("--seed", metavar="N", help="another seed, another run")
    parser.add_argument("--threads", metavar="N", help="of engine and learner; all cores if not given")
    parser.add_argument("--runs", metavar="FOLDER", default="runs", help="where runs are kept (runs)")
    parser.add_argument("--name", metavar="NAME", help="the run's folder in there (the game and the time)")


def run(arguments: argparse.Namespace) -> int:
    from ludarium_training.progress import Show
    from ludarium_training.session import work_on

    a_run = run_to_work_on(arguments)
    with Show(a_run.folder / "log.txt") as show:
        show.say(f"{'going on with' if arguments.resume else 'training in'} {a_run.folder}")
        try:
            finished = work_on(a_run, show)
        except KeyboardInterrupt:
            show.say(f"interrupted; ludarium train --resume {a_run.folder} goes on from the last save")
            return INTERRUPTED
    if not finished:
        return INTERRUPTED
    print_strength(f"{a_run.folder.name} against", a_run.read_results())
    return 0


def run_to_work_on(arguments: argparse.Namespace) -> Run:
    from ludarium_training.config import load_config, read_change
    from ludarium_training.run import begin, reopen

    # A limit on the command line takes the place of those in the config.
    limits: dict[str, Any] = {}
    if arguments.steps is not None or arguments.minutes is not None:
        limits = {"steps": None, "minutes": None}
        for name in limits:
            text = getattr(arguments, name)
            if text is not None:
                limits |= read_change(f"{name}={text}")[1]
    if arguments.resume is not None:
        for name in ("config", "init", "seed", "threads", "name"):
            if getattr(arguments, name) is not None:
                raise BadConfig(f"--resume goes on with the run as it is; leave out {name}")
        if arguments.set:
            raise BadConfig("--resume goes on with the run as it is; leave out --set")
        return reopen(Path(arguments.resume), limits)
    if arguments.config is None:
        raise BadConfig("say what to train: the name of a game or the path of a config, or --resume RUN")
    changes = [read_change(text) for text in arguments.set]
    for name in ("seed", "threads"):
        if getattr(arguments, name) is not None:
            changes.append((f"--{name}", read_change(f"{name}={getattr(arguments, name)}")[1]))
    if limits:
        changes.append(("the command line", limits))
    config = load_config(arguments.config, changes)
    return begin(config, Path(arguments.runs), arguments.name, arguments.init)
