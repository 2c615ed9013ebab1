"""`make bench`: decisions a second of environments and engine, as ratios to PettingZoo's connect_four in this run."""

import os
import subprocess
import sys
import tempfile
import time

from ludarium.aec import make_env, make_raw_env
from ludarium.registry import GAMES, load
from tests.bench import aec_loop, peers, sweeps

FIRST_DECISION = (
    "from ludarium import {game}_v0; env = {game}_v0.env(); env.reset(seed=0); "
    "env.step(int(env.last()[0]['action_mask'].argmax()))"
)
EVERYTHING = "; ".join(FIRST_DECISION.format(game=game) for game in GAMES)


def seconds_of(code, **environment):
    """How long a fresh interpreter takes for the code, its own start left out; the best of three."""

    def once(what):
        started = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", what], check=True, env=os.environ | environment, stderr=subprocess.DEVNULL
        )
        return time.perf_counter() - started

    return min(once(code) for _ in range(3)) - min(once("") for _ in range(3))


def compile_seconds():
    """Compiling all four games from nothing."""
    with tempfile.TemporaryDirectory() as empty:
        started = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", EVERYTHING],
            check=True,
            env=os.environ | {"NUMBA_CACHE_DIR": empty},
            stderr=subprocess.DEVNULL,
        )
        return time.perf_counter() - started


def main():
    peer = peers.measure("pettingzoo", "aec_loop.py")["connect_four"]
    print(f"PettingZoo connect_four, env(), random legal play: {peer:,.0f} decisions a second\n")
    threads = os.cpu_count() or 1
    print(
        "| decisions a second (ratio to connect_four) | raw_env() | env() | lock-step, 1 core | lock-step, all cores |"
    )
    print("|---|---|---|---|---|")
    for name in GAMES:
        game = load(name)
        raw = max(aec_loop.decisions_a_second(make_raw_env(name), 1.0) for _ in range(3))
        wrapped = max(aec_loop.decisions_a_second(make_env(name), 1.0) for _ in range(3))
        one, all_cores = (sweeps.decisions_a_second(game, n) for n in (1, threads))
        cells = [f"{x:,.0f} ({x / peer:.1f}×)" for x in (raw, wrapped, one, all_cores)]
        print(f"| {game.title} | {' | '.join(cells)} |", flush=True)
    print(f"\nimport ludarium: {seconds_of('import ludarium'):.3f} s")
    for name in GAMES:
        print(f"first decision of {name}, warm cache: {seconds_of(FIRST_DECISION.format(game=name)):.2f} s")
    print(f"compiling all games from nothing: {compile_seconds():.1f} s")


if __name__ == "__main__":
    main()
