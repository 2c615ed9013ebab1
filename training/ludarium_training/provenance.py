"""Where a run comes from: the command, the machine, and the versions of everything that decides its numbers."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from datetime import datetime, timezone
from importlib import metadata
from pathlib import Path
from typing import Any

from ludarium import __version__
from ludarium_training.files import write_whole

PACKAGES = (
    "numpy",
    "numba",
    "llvmlite",
    "gymnasium",
    "pettingzoo",
    "torch",
    "stable-baselines3",
    "sb3-contrib",
    "pydantic",
)


def note_session(path: Path, seed: int, step: int) -> None:
    """Adds this process to the list of those that have worked on a run."""
    sessions = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    session = {
        "command": ["ludarium", *sys.argv[1:]],
        "from_step": step,
        "seed": seed,
        "started": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "machine": machine(),
        "versions": versions(),
        "git_commit": git_commit(),
    }
    write_whole(path, json.dumps([*sessions, session], indent=2).encode())


def machine() -> dict[str, Any]:
    return {"system": platform.platform(), "processor": processor(), "cores": os.cpu_count()}


def processor() -> str:
    """The processor's name as Linux tells it, or what Python knows."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
        return names[0]
    except (OSError, IndexError):
        return platform.processor()


def versions() -> dict[str, str]:
    found = {"ludarium": __version__, "python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def git_commit() -> str | None:
    """The commit of the repository this program runs from, with a + if it has been changed since."""
    repository = Path(__file__).resolve().parents[2]
    if not (repository / ".git").exists():
        return None
    command = ["git", "-C", str(repository), "describe", "--always", "--abbrev=40", "--dirty=+", "--exclude=*"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip()
