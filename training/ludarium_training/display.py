"""What commands show in a terminal: tables on standard output, progress on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TaskID,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

if TYPE_CHECKING:
    from typing_extensions import Self

    from ludarium.arena.evaluation import Match
    from ludarium.arena.tournament import Tournament

BETWEEN_LINES = 30.0  # seconds between two lines of progress where there is no terminal
UNLIMITED = 10_000  # columns of a table that is not printed to a terminal


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None) -> None:
    """A table whose first column is words and whose others are numbers; never cut where the output is a file."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else UNLIMITED)
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left")
    for k, column in enumerate(columns):
        table.add_column(column, justify="right" if k else "left", no_wrap=k > 0)
    for row in rows:
        table.add_row(*row)
    console.print(table)


class Bars:
    """Bars with a note beside each and the time left; without a terminal, a line now and then."""

    def __init__(self) -> None:
        self.console = Console(stderr=True, highlight=False)
        self.bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[note]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self.console,
            disable=not self.console.is_terminal,
        )
        self.last = time.monotonic()

    def add(self, what: str, total: int, done: int = 0) -> TaskID:
        return self.bars.add_task(what, total=total, completed=done, note="", start=False)

    def update(self, task: TaskID, done: int, note: str) -> None:
        if self.console.is_terminal:
            self.bars.start_task(task)
            self.bars.update(task, completed=done, note=note)
        elif time.monotonic() - self.last > BETWEEN_LINES:
            self.last = time.monotonic()
            shown = next(t for t in self.bars.tasks if t.id == task)
            self.console.print(f"{shown.description}: {done} of {shown.total:.0f}, {note}", soft_wrap=True)

    def __enter__(self) -> Self:
        self.bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bars.stop()


class MatchProgress(Bars):
    """A bar for each match, with its score so far."""

    def __init__(self, matches: Sequence[Match]) -> None:
        super().__init__()
        self.tasks = {id(match): self.add(f"{match.agent} – {match.opponent}", match.games) for match in matches}

    def show(self, match: Match) -> None:
        self.update(self.tasks[id(match)], match.complete, f"score {match.score():.1%}")


class RoundProgress(Bars):
    """A bar for the rounds of a tournament, with the leader."""

    def __init__(self, tournament: Tournament, rounds: int) -> None:
        super().__init__()
        self.task = self.add("rounds", rounds, len(tournament.rounds))

    def show(self, tournament: Tournament) -> None:
        scores = tournament.scores()
        leader = int(scores.argmax())
        self.update(
            self.task, len(tournament.rounds), f"{tournament.names[leader]} leads with a score of {scores[leader]:.1%}"
        )
