"""Files that are whole or not there: nothing that reads a run's folder ever sees a half-written one."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Writes beside the file, brings it to the disk, then renames: a kill at any moment leaves the old or the new."""
    beside = path.with_name(f".{path.name}.part")
    with open(beside, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Brings the names in a folder to the disk, where the system lets folders be opened."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def shipped(folder: str) -> Path:
    """A folder that ships with the program: of the repository when run from one, else of the installed package."""
    here = Path(__file__).resolve().parent
    repository = here.parents[1]
    return repository / folder if (repository / "pyproject.toml").is_file() else here / folder
