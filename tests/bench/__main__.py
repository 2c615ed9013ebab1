"""`make bench`: how fast everything is, beside its peers on the same machine in the same run.

`python -m tests.bench environments` (or batches, calls, search, learning, starting) measures one part alone.
"""

import os
import subprocess
import sys
import tempfile
import time

import ludarium
from ludarium.aec import make_env, make_raw_env
from ludarium.engine.crew import cores
from ludarium.registry import GAMES, load
from tests.bench import aec_loop, peers, sweeps

SIZES = 1, 8, 64, 256, 1024, 4096, 16384


def environments():
    """The PettingZoo environments, as ratios to PettingZoo's connect_four."""
    peer = peers.measure("pettingzoo", "aec_loop.py")["connect_four"]
    print(f"PettingZoo connect_four, env(), random legal play: {peer:,.0f} decisions a second\n")
    print("| decisions a second (ratio) | raw_env() | env() | lock-step, 1 core | lock-step, all cores |")
    print("|---|---|---|---|---|")
    for name in GAMES:
        game = load(name)
        raw = max(aec_loop.decisions_a_second(make_raw_env(name), 1.0) for _ in range(3))
        wrapped = max(aec_loop.decisions_a_second(make_env(name), 1.0) for _ in range(3))
        one, every = (sweeps.decisions_a_second(game, n) for n in (1, cores()))
        cells = [f"{x:,.0f} ({x / peer:.1f}×)" for x in (raw, wrapped, one, every)]
        print(f"| {game.title} | {' | '.join(cells)} |", flush=True)


def batches():
    """The engine and the vector environment beside other people's batched games."""
    pgx = peers.measure("pgx", "peer_pgx.py")
    spiel = peers.measure("openspiel", "peer_openspiel.py")
    zoo = peers.measure("pettingzoo", "aec_loop.py")
    print("| random legal play, masks and observations | decisions a second | × Pgx backgammon | × Pgx 2048 |")
    print("|---|---|---|---|")

    def row(what, speed):
        print(f"| {what} | {speed:,.0f} | {speed / pgx['backgammon']:.2f} | {speed / pgx['2048']:.2f} |", flush=True)

    for name, speed in pgx.items():
        row(f"Pgx {name}, all cores", speed)
    for name, speed in spiel.items():
        row(f"OpenSpiel {name}, from Python", speed)
    for name, speed in zoo.items():
        row(f"PettingZoo {name}", speed)
    for name in GAMES:
        game = load(name)
        engine = sweeps.decisions_a_second(game, cores())
        vector = vector_speed(name, 1024, cores())
        row(f"{game.title}, engine, 1,024 games", engine)
        row(f"{game.title}, vector environment ({vector / engine:.0%} of the engine)", vector)
        print(f"|   {2 * game.state.itemsize} bytes a game for the state and the last final state | | | |")


def vector_speed(name, size, threads, seconds=1.0):
    """`step(sample())` of the vector environment; the best of five runs."""
    env = ludarium.make_vec(name, size, num_threads=threads, seed=0)
    env.reset()
    for _ in range(100):
        env.step(env.sample())
    best = 0.0
    for _ in range(5):
        steps = 0
        started = time.perf_counter()
        while time.perf_counter() - started < seconds / 5:
            for _ in range(10):
                env.step(env.sample())
            steps += 10
        best = max(best, steps * size / (time.perf_counter() - started))
    return best


def calls():
    """Microseconds a call of step (and sample) against the number of games."""
    print("| µs a call of step and sample | " + " | ".join(f"{size:,} games" for size in SIZES) + " |")
    print("|---|" + "---|" * len(SIZES))
    for name in GAMES:
        times = [size / vector_speed(name, size, None) * 1e6 for size in SIZES]
        print(f"| {load(name).title} | " + " | ".join(f"{t:,.1f}" for t in times) + " |", flush=True)


def search():
    """Tree search on one core, early in a game, beside OpenSpiel's C++ search."""
    from tests.bench import searching

    peer = peers.measure("openspiel", "peer_openspiel_search.py")["backgammon"]
    print(f"OpenSpiel MCTSBot (C++), backgammon: {peer:,.0f} simulations a second\n")
    print("| tree search, one core | simulated decisions a second | simulations a second | × OpenSpiel |")
    print("|---|---|---|---|")
    for name in GAMES:
        decisions, simulations = searching.speeds(load(name))
        cells = f"{decisions:,.0f} | {simulations:,.0f} | {simulations / peer:.1f}"
        print(f"| {load(name).title} | {cells} |", flush=True)


def learning():
    """Stock MaskablePPO on the VecEnv against an environment that costs nothing."""
    from tests.bench import ppo

    print("| MaskablePPO, 256 games | decisions a second | on a free environment | share |")
    print("|---|---|---|---|")
    for name in GAMES:
        ours, free = ppo.compare(name)
        print(f"| {load(name).title} | {ours:,.0f} | {free:,.0f} | {ours / free:.0%} |", flush=True)


FIRST_DECISION = (
    "from ludarium import {game}_v0; env = {game}_v0.env(); env.reset(seed=0); "
    "env.step(int(env.last()[0]['action_mask'].argmax()))"
)
EVERYTHING = "; ".join(FIRST_DECISION.format(game=game) for game in GAMES)


def starting():
    """Imports, first decisions, compilation."""
    print(f"import ludarium: {seconds_of('import ludarium'):.3f} s")
    for name in GAMES:
        print(f"first decision of {name}, warm cache: {seconds_of(FIRST_DECISION.format(game=name)):.2f} s")
    with tempfile.TemporaryDirectory() as empty:
        print(f"compiling all games from nothing: {once(EVERYTHING, NUMBA_CACHE_DIR=empty):.1f} s")


def once(code, **environment):
    """How long a fresh interpreter takes for the code."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | environment, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def seconds_of(code):
    """The same without the interpreter's own start; the best of three."""
    return min(once(code) for _ in range(3)) - min(once("") for _ in range(3))


PARTS = {part.__name__: part for part in (environments, batches, calls, search, learning, starting)}

if __name__ == "__main__":
    for asked in sys.argv[1:] or PARTS:
        PARTS[asked]()
        print(flush=True)
