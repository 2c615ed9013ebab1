"""Peers are measured in virtual environments of their own, under .bench/, so that their pins meet nobody else's."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

REQUIREMENTS = {
    "pgx": ["pgx==2.6.0", "jax==0.10.2", "jaxlib==0.10.2"],
    "openspiel": ["open_spiel==2.0.2"],
    "pettingzoo": ["pettingzoo==1.27.0", "pygame==2.6.1"],
    "maskable_ppo": ["pettingzoo==1.27.0", "pygame==2.6.1", "torch==2.13.0", "sb3-contrib==2.9.2"],
}


def python_of(peer):
    """The interpreter of a peer's environment, which is made on first use."""
    folder = ROOT / ".bench" / peer
    python = folder / "bin" / "python"
    stamp = folder / "installed"
    wanted = "\n".join(REQUIREMENTS[peer])
    if not stamp.exists() or stamp.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *REQUIREMENTS[peer]], check=True)
        stamp.write_text(wanted)
    return python


def measure(peer, script):
    """Runs a script of this folder in the peer's environment; its last line is JSON."""
    command = [str(python_of(peer)), str(Path(__file__).parent / script)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(printed.strip().splitlines()[-1])
