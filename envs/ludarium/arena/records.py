"""Whole games as lines of JSON: what evaluations save, and what can be played again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ludarium.errors import BadRecord
from ludarium.registry import load

if TYPE_CHECKING:
    from ludarium.aec import LudariumAEC

KEYS = "game", "version", "options", "seed", "players", "actions", "shares", "truncated"


class GameWriter:
    """Writes games to a file that appears under its name once it is closed, whatever ended the work."""

    def __init__(self, path: str | Path, game: str, options: dict[str, Any]) -> None:
        self.path = Path(path)
        self.part = self.path.with_name(self.path.name + ".part")
        self.head = {"game": game, "version": load(game).version, "options": options}
        try:
            self.file = self.part.open("w", encoding="utf-8")
        except OSError as error:
            raise BadRecord(f"cannot write {self.path}: {error.strerror}") from None

    def write(self, record: dict[str, Any]) -> None:
        self.file.write(json.dumps(self.head | record) + "\n")

    def __enter__(self) -> GameWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()
        self.part.replace(self.path)


def read_games(path: str | Path) -> Iterator[dict[str, Any]]:
    """The games of a file, checked for their form."""
    try:
        with Path(path).open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    record = json.loads(line)
                except ValueError:
                    raise BadRecord(f"{path}, line {number}: not JSON") from None
                missing = [key for key in KEYS if not isinstance(record, dict) or key not in record]
                if missing:
                    raise BadRecord(f"{path}, line {number}: a game needs {', '.join(KEYS)}; it has no {missing[0]}")
                yield record
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"cannot read {path}: {getattr(error, 'strerror', None) or 'not a text file'}") from None


def replay(record: dict[str, Any]) -> Iterator[LudariumAEC]:
    """Plays a game again: the environment before its first decision and after every action."""
    from ludarium.aec import LudariumAEC

    env = LudariumAEC(load(record["game"]), **record["options"])
    env.reset(seed=record["seed"])
    yield env
    for action in record["actions"]:
        env.step(action)
        yield env
