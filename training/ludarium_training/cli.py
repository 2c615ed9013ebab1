"""The command line, `ludarium`. Every command is a module of `commands`, imported only when it is called."""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import NoReturn

from ludarium import __version__
from ludarium.errors import nearest

# A command's module has `add_arguments(parser)` and `run(arguments)`, which returns the exit code.
COMMANDS: dict[str, str] = {
    "train": "train an agent by self-play",
    "checkpoint": "say what a trained agent's file holds",
    "evaluate": "play an agent against others and say how good it is",
    "record": "have agents play a game and write it as an animated GIF",
    "tournament": "play everyone against everyone and rate them",
    "analyse": "count what agents give away in endings of Dice Matrix that are solved",
}
BAD_INPUT = 2
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """Answers wrong arguments with one sentence and exit code 2."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}; see `{self.prog} --help`", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {what}" for name, what in COMMANDS.items()]
    return "\n".join(["usage: ludarium COMMAND …", "", *lines, "", "`ludarium COMMAND --help` tells more."])


def main(arguments: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(overview())
        return 0
    name, *rest = arguments
    if name == "--version":
        print(__version__)
        return 0
    if name not in COMMANDS:
        known = ", ".join(COMMANDS)
        print(f"ludarium: there is no command {name!r}; there are {known}{nearest(name, COMMANDS)}", file=sys.stderr)
        return BAD_INPUT
    try:
        command = importlib.import_module(f"ludarium_training.commands.{name}")
        parser = Parser(prog=f"ludarium {name}", description=command.__doc__, allow_abbrev=False)
        command.add_arguments(parser)
        return int(command.run(parser.parse_args(rest)))
    except ValueError as mistake:  # the caller's: see ludarium.errors
        if type(mistake).__module__ not in ("ludarium.errors",):
            raise
        print(f"ludarium {name}: {mistake}", file=sys.stderr)
        return BAD_INPUT
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] in ("ludarium", "ludarium_training"):
            raise
        print(
            f"ludarium {name}: needs the package {missing.name!r}; `pip install 'ludarium[all]'` brings everything",
            file=sys.stderr,
        )
        return BAD_INPUT
    except KeyboardInterrupt:
        print(f"ludarium {name}: interrupted", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main())
