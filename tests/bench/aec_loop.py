"""PettingZoo's usual loop with random legal actions, the same for every environment; prints decisions a second as JSON.

Run as a script it measures PettingZoo's connect_four in the environment of that peer.
"""

import json
import random
import time

import numpy as np


def decisions_a_second(env, seconds):
    """Random legal play through agent_iter, last and step; the action is picked cheaply."""
    played = 0
    rng = random.Random(0).random
    env.reset(seed=0)
    started = time.perf_counter()
    while True:
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[int(rng() * len(legal))])
            played += 1
        elapsed = time.perf_counter() - started
        if elapsed > seconds:
            return played / elapsed
        env.reset()


if __name__ == "__main__":
    from pettingzoo.classic import connect_four_v3

    best = max(decisions_a_second(connect_four_v3.env(), 2.0) for _ in range(3))
    print(json.dumps({"connect_four": best}))
