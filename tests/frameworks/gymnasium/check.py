"""Gymnasium's own checks on the four environments: check_env, make and make_vec, masks, and the rewards at the end."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

import ludarium

warnings.simplefilter("error")  # check_env reports most of what it finds as warnings

CASES = [
    ("DiceMatrix", {}),
    ("DiceMatrix", {"games": 2, "first_player": "random", "reward": "margin", "seat": 1}),
    ("Tablero", {}),
    ("Tablero", {"max_turns": 12, "seat": 0}),  # short enough to be truncated
    ("MatriO", {}),
    ("MatriO", {"opening": "two_of_clubs", "reward": "margin", "seat": 3}),
    ("Dicefest", {}),
    ("Dicefest", {"players": 3, "seat": 2}),
    ("Dicefest", {"players": 4, "reward": "margin"}),
]


def random_legal(masks, generator):
    return np.where(masks, generator.random(masks.shape), -1).argmax(axis=-1)


def play(env, episodes, generator):
    """Plays random legal actions with one environment; returns the rewards of the episodes."""
    outcomes = []
    for _ in range(episodes):
        observation, info = env.reset()
        total, ended = 0.0, False
        while not ended:
            action = random_legal(info["action_mask"], generator)
            observation, reward, terminated, truncated, info = env.step(action)
            assert observation in env.observation_space
            assert "illegal_action" not in info
            total, ended = total + reward, terminated or truncated
        outcomes.append(total)
    return outcomes


def play_many(envs, steps, generator):
    """The same with a vector environment, for a number of steps."""
    observations, infos = envs.reset(seed=0)
    outcomes = []
    for _ in range(steps):
        actions = random_legal(infos["action_mask"], generator)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert observations in envs.observation_space
        assert "illegal_action" not in infos
        ended = terminated | truncated
        assert (rewards[~ended] == 0).all()
        if ended.any():
            assert (infos["_final_obs"] == ended).all()
            assert all(infos["final_obs"][slot] in envs.single_observation_space for slot in np.flatnonzero(ended))
        outcomes += rewards[ended].tolist()
    return outcomes


def check(name, options):
    generator = np.random.default_rng(0)
    identifier = f"ludarium/{name}-v0"
    env = gymnasium.make(identifier, **options)
    check_env(env.unwrapped)
    outcomes = play(env, 20, generator)
    envs = gymnasium.make_vec(identifier, num_envs=64, **options)
    many = play_many(envs, 300, generator)
    for mode in ("sync", "async"):
        wrapped = gymnasium.make_vec(identifier, num_envs=2, vectorization_mode=mode, **options)
        wrapped.reset(seed=0)
        wrapped.step(wrapped.action_space.sample())
        wrapped.close()
    print(f"{identifier} {options or ''}: check_env, {len(outcomes)} games, {len(many)} in a vector")
    if options.get("max_turns") == 12:
        assert set(outcomes) == set(many) == {0.0}, "a truncated game pays nothing"
    elif "reward" not in options:
        assert max(many) == 1.0 and min(many) < 0, "won and lost games are paid"


for name, options in CASES:
    check(name, options)

assert {f"ludarium/{name}-v0" for name in ludarium.GAMES.values()} <= set(gymnasium.registry)
for code in ("gymnasium.make({0!r}).reset(seed=0)", "gymnasium.make_vec({0!r}, num_envs=2).reset(seed=0)"):
    for name in ludarium.GAMES.values():
        call = code.format(f"ludarium:ludarium/{name}-v0")
        subprocess.run([sys.executable, "-W", "error", "-c", f"import gymnasium; {call}"], check=True)
print("make and make_vec without importing ludarium")
