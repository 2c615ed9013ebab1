"""What commands show in a terminal: tables on standard output, progress on standard error."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from types import TracebackType

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from ludarium.arena.evaluation import Match

BETWEEN_LINES = 30.0  # seconds between two lines of progress where there is no terminal
UNLIMITED = 10_000  # columns of a table that is not printed to a terminal


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None) -> None:
    """A table whose first column is words and whose others are numbers; never cut where the output is a file."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else UNLIMITED)
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left")
    for k, column in enumerate(columns):
        table.add_column(column, justify="right" if k else "left", no_wrap=k > 0)
    for row in rows:
        table.add_row(*row)
    console.print(table)


class MatchProgress:
    """A bar for each match with its score so far and the time left; without a terminal, a line now and then."""

    def __init__(self, matches: Sequence[Match]) -> None:
        self.console = Console(stderr=True, highlight=False)
        self.bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[score]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self.console,
            disable=not self.console.is_terminal,
        )
        self.tasks = {
            id(match): self.bars.add_task(f"{match.agent} – {match.opponent}", total=match.games, score="", start=False)
            for match in matches
        }
        self.last = time.monotonic()

    def show(self, match: Match) -> None:
        task = self.tasks[id(match)]
        score = f"score {match.score():.1%}"
        if self.console.is_terminal:
            self.bars.start_task(task)
            self.bars.update(task, completed=match.complete, score=score)
        elif time.monotonic() - self.last > BETWEEN_LINES:
            self.last = time.monotonic()
            self.console.print(
                f"{match.agent} – {match.opponent}: {match.complete} of {match.games} games, {score}", soft_wrap=True
            )

    def __enter__(self) -> MatchProgress:
        self.bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bars.stop()
