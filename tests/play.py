"""Ways to drive environments in tests."""

import random

import numpy as np


def legal_actions(env):
    observation, _, _, _, info = env.last()
    mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
    return np.flatnonzero(mask).tolist()


def legal(mask, generator):
    """A random legal action."""
    return int(generator.choice(np.flatnonzero(mask)))


def over(env):
    return any(env.terminations.values()) or any(env.truncations.values())


def random_play(env, seed, steps=None):
    """Plays random legal actions until the episode is over or `steps` are played; yields after each step."""
    rng = random.Random(seed)
    while not over(env) and steps != 0:
        env.step(rng.choice(legal_actions(env)))
        steps = None if steps is None else steps - 1
        yield env


def play_to_end(env, seed):
    for _ in random_play(env, seed):
        pass
    return env


def same(a, b):
    """Whether two observations, dicts or arrays, are equal to the bit."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
