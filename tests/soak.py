"""A long random run over all games and variants: every invariant after every decision, both cores; then the reference.

`python -m tests.soak --steps 100_000_000 --games 1000`
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from ludarium.aec import make_raw_env
from ludarium.engine.batch import Batch
from ludarium.registry import load
from tests.invariants import check_batch
from tests.parity import play_against_reference
from tests.variants import ALL, name_of


def soak_variant(case, steps, seed, size=2048):
    """Random lock-step play of one variant, all invariants checked after every sweep; returns what was played."""
    game, options = case
    batch = Batch(load(game), size, options)
    batch.seed(seed)
    batch.begin()
    played = episodes = truncated = 0
    check_batch(batch)
    while played < steps:
        batch.step(batch.pick_random())
        check_batch(batch)
        played += size
        episodes += int((batch.terminated | batch.truncated).sum())
        truncated += int(batch.truncated.sum())
    return played, episodes, truncated


def reference_variant(case, games, seed):
    game, options = case
    env = make_raw_env(game, **options)
    if game == "dicefest":
        games = -(-games // 5)  # its games are ten times as long
    return sum(play_against_reference(env, seed + k) for k in range(games)), games, 0


def run(title, function, amount, seed):
    started = time.perf_counter()
    total = 0
    with ProcessPoolExecutor(2) as pool:
        jobs = {pool.submit(function, case, amount, seed + 10**6 * k): case for k, case in enumerate(ALL)}
        for job in as_completed(jobs):
            played, episodes, truncated = job.result()
            total += played
            ends = f"{episodes:,} episodes, {truncated:,} truncated"
            print(f"{title}  {name_of(jobs[job]):60} {played:>13,} decisions  {ends}", flush=True)
    print(f"{title}  {'all':60} {total:>13,} decisions  in {time.perf_counter() - started:.0f} s, no violation\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=100_000_000, help="random decisions over all variants together")
    parser.add_argument("--games", type=int, default=1000, help="games against the reference for each variant")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    print(f"seed {asked.seed}")
    run("invariants", soak_variant, -(-asked.steps // len(ALL)), asked.seed)
    run("reference ", reference_variant, asked.games, asked.seed)
