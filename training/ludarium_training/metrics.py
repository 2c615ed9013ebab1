"""What a run measures, one row an iteration: metrics.csv, and the same for TensorBoard."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from typing import Any, TextIO

from stable_baselines3.common.logger import KVWriter

from ludarium_training.files import write_whole

STEPS = "steps"
Row = dict[str, str]


def read_rows(path: Path, last_step: int | None = None) -> list[Row]:
    """The rows of a metrics.csv up to a step. Steps only grow: where they do not, a kill has torn a row off."""
    if not path.is_file():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        read = [{key: value for key, value in row.items() if key and value} for row in csv.DictReader(file)]
    rows: list[Row] = []
    before = 0
    for row in read:
        step = int(row[STEPS]) if row.get(STEPS, "").isdigit() else 0
        if step <= before or (last_step is not None and step > last_step):
            break
        rows.append(row)
        before = step
    return rows


class CsvMetrics(KVWriter):
    """A table that grows by rows and, when something new is measured, by columns."""

    def __init__(self, path: Path, last_step: int) -> None:
        self.path = path
        self._file: TextIO | None = None
        self.rows = read_rows(path, last_step)
        self.columns = list(dict.fromkeys([STEPS, *(key for row in self.rows for key in row)]))
        self._rewrite()

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        row = {STEPS: str(step), **{key: str(value) for key, value in sorted(key_values.items())}}
        self.rows.append(row)
        new = [key for key in row if key not in self.columns]
        if new:
            self.columns += new
            self._rewrite()
        elif self._file:
            self._file.write(self._text([row]))
            self._file.flush()

    def sync(self) -> None:
        """Brings every row to the disk."""
        if self._file:
            os.fsync(self._file.fileno())

    def close(self) -> None:
        if self._file:
            self._file.close()

    def _rewrite(self) -> None:
        if self._file:
            self._file.close()
        heading = dict(zip(self.columns, self.columns, strict=True))
        write_whole(self.path, self._text([heading, *self.rows]).encode())
        self._file = open(self.path, "a", newline="", encoding="utf-8")  # noqa: SIM115

    def _text(self, rows: list[Row]) -> str:
        text = io.StringIO()
        csv.DictWriter(text, self.columns, restval="", lineterminator="\n").writerows(rows)
        return text.getvalue()


class TensorBoardMetrics(KVWriter):
    """The numbers as TensorBoard events; what lies behind the last saved step is hidden there too."""

    def __init__(self, folder: Path, last_step: int) -> None:
        from torch.utils.tensorboard.writer import SummaryWriter

        self._writer: Any = SummaryWriter(str(folder), purge_step=last_step + 1 if last_step else None)

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        for key, value in sorted(key_values.items()):
            if isinstance(value, (int, float)) or getattr(value, "ndim", None) == 0:
                self._writer.add_scalar(key, float(value), step)
        self._writer.flush()

    def close(self) -> None:
        self._writer.close()
