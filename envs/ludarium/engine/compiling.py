"""The one decorator for compiled functions, and the folder that keeps their machine code.

Numba looks only at a function's own file when it decides whether cached code is fresh, so a changed rule in a called
module would go unnoticed. Here the folder is named by a hash of all source files of the package: other source, other
folder.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

config: Any = numba.config  # its attributes are made at run time
PACKAGE = Path(__file__).resolve().parent.parent
_lock = threading.RLock()
_announced: set[str] = set()


@cache
def cache_folder() -> Path:
    """The folder for this version of the source: below $NUMBA_CACHE_DIR if set, else below the user's cache folder."""
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes() + b"\0")
    try:
        base = config.CACHE_DIR or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        folder = Path(base) / "ludarium" / digest.hexdigest()[:16]
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
        remove_old_folders(folder.parent)
    except (OSError, RuntimeError):  # no home, or one that cannot be written: compile afresh in every process
        folder = Path(tempfile.mkdtemp(prefix="ludarium-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def remove_old_folders(parent: Path) -> None:
    """Removes the code of versions that were not used for a month."""
    for folder in parent.iterdir():
        if time.time() - folder.stat().st_mtime > 30 * 24 * 3600:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _numba_cache_in(folder: Path) -> Iterator[None]:
    """Points Numba at `folder` while a function is decorated; other libraries' functions keep their own setting."""
    with _lock:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before


def compiled(function: Callable[..., Any]) -> Any:
    """Compiles a function on first use, caches it, and lets other threads run meanwhile."""
    with _numba_cache_in(cache_folder()):
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)


@contextmanager
def announced(what: str) -> Iterator[None]:
    """Says in one line that `what` is being compiled, the first time only."""
    if what in _announced:
        yield
        return
    _announced.add(what)
    done = cache_folder() / f"{what.lower().replace(' ', '_')}.compiled"
    if done.exists():
        yield
        return
    print(f"ludarium: compiling {what} for its first use; this takes a few seconds, once.", file=sys.stderr)
    yield
    done.touch()
