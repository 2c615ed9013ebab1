"""`make frameworks`: every framework in a fresh virtual environment with its own pins.

For each, tests/frameworks/<name>/requirements.txt is installed together with this project, check.py runs the
framework's own checks on the environments, and envs/examples/<name>_example.py has to learn: it prints lines such as
"win rate against random: 0.61", and the last ones must be well above the first. `python -m tests.frameworks torchrl`
runs one alone.
"""

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
FRAMEWORKS = sorted(path.parent.name for path in HERE.glob("*/requirements.txt"))
RISE = 0.10  # by how much the win rate must rise


def build(name):
    """A fresh environment; returns its interpreter."""
    folder = ROOT / ".frameworks" / name
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, "-r", str(HERE / name / "requirements.txt"), "-e", str(ROOT)], check=True)
    return python


def win_rates(python, name):
    """What the example printed, which is also shown as it comes."""
    example = ROOT / "envs" / "examples" / f"{name}_example.py"
    rates = []
    with subprocess.Popen([str(python), "-u", str(example)], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            print(f"  {line}", end="", flush=True)
            rates += [float(rate) for rate in re.findall(r"win rate against random: ([\d.]+)", line)]
    if process.returncode != 0:
        raise RuntimeError(f"{example.name} failed with exit code {process.returncode}")
    return rates


def check(name):
    """One line that says what was seen; raises if the framework does not work or does not learn."""
    started = time.perf_counter()
    python = build(name)
    subprocess.run([str(python), str(HERE / name / "check.py")], check=True)
    rates = win_rates(python, name)
    if len(rates) < 3 or max(rates[-2:]) < rates[0] + RISE:
        raise RuntimeError(f"{name} does not learn: win rates {rates}")
    return f"win rate {rates[0]:.2f} → {rates[-1]:.2f}, {time.perf_counter() - started:.0f} s with installation"


def main():
    unknown = set(sys.argv[1:]) - set(FRAMEWORKS)
    if unknown:
        sys.exit(f"unknown: {', '.join(unknown)}; the frameworks are {', '.join(FRAMEWORKS)}")
    results = {}
    for name in sys.argv[1:] or FRAMEWORKS:
        print(f"{name}:", flush=True)
        try:
            results[name] = check(name)
        except (RuntimeError, subprocess.CalledProcessError) as error:
            results[name] = f"FAILED: {error}"
    print()
    for name, result in results.items():
        print(f"{name:12} {result}")
    sys.exit(any(result.startswith("FAILED") for result in results.values()))


if __name__ == "__main__":
    main()
