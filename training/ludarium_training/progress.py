"""What a run shows while it trains: a bar on a terminal, a plain line now and then elsewhere, all of it in a log."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

PLAIN_SECONDS = 30.0  # between two lines where there is no terminal


@dataclass(frozen=True)
class Standing:
    """How far a run has come."""

    done: float  # 0 to 1
    steps: int
    rate: float  # steps a second
    score: str  # against an opponent, or nothing yet
    seconds_left: float | None

    def line(self) -> str:
        left = "" if self.seconds_left is None else f"  {clock(self.seconds_left)} left"
        score = f"  {self.score}" if self.score else ""
        return f"{self.done:4.0%}  {self.steps:,} steps  {self.rate:,.0f} a second{score}{left}"


def clock(seconds: float) -> str:
    whole = int(max(0.0, seconds))
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


class Show:
    def __init__(self, log: Path, console: Console | None = None) -> None:
        self.console = console or Console(stderr=True, highlight=False)
        self._log = open(log, "a", encoding="utf-8")  # noqa: SIM115
        self._spoken = time.monotonic()
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TaskProgressColumn(),
            TextColumn("{task.fields[text]}"),
            console=self.console,
            refresh_per_second=4,
            transient=True,
        )
        self._task = self._bar.add_task("training", total=1.0, text="")

    def __enter__(self) -> Show:
        if self.console.is_terminal:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.console.is_terminal:
            self._bar.stop()
        self._log.close()

    def say(self, text: str) -> None:
        """A line that stays."""
        self.console.print(text, markup=False, soft_wrap=True)
        self.note(text)

    def note(self, text: str) -> None:
        """A line for the log alone."""
        self._log.write(f"{datetime.now():%Y-%m-%d %H:%M:%S} {text}\n")
        self._log.flush()

    def training(self, standing: Standing) -> None:
        line = standing.line()
        self._bar.update(self._task, description="training", completed=standing.done, text=line[4:].strip())
        if time.monotonic() - self._spoken > PLAIN_SECONDS:
            self._spoken = time.monotonic()
            if self.console.is_terminal:
                self.note(line)
            else:
                self.say(line)

    def evaluating(self, opponent: str, done: float) -> None:
        self._bar.update(self._task, description="evaluating", completed=done, text=f"against {opponent}")
