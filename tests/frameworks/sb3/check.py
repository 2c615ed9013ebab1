"""Stable-Baselines3's own checks on the games, its DummyVecEnv beside ours step by step, and masks in MaskablePPO."""

import warnings

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

from ludarium import GAMES
from ludarium_training.sb3 import LudariumVecEnv

warnings.simplefilter("error")  # check_env reports most of what it finds as warnings

CASES = [
    ("dice_matrix", {}),
    ("dice_matrix", {"games": 2, "first_player": "random", "reward": "margin", "seat": 1}),
    ("tablero", {}),
    ("tablero", {"max_turns": 12}),  # short enough to be truncated
    ("matrio", {}),
    ("matrio", {"opening": "two_of_clubs", "reward": "margin", "seat": 3}),
    ("dicefest", {"max_turns": 40}),
    ("dicefest", {"players": 3, "seat": 2}),
    ("dicefest", {"players": 4, "reward": "margin"}),
]
SIZE, STEPS = 6, 200


def random_legal(masks, generator):
    return np.where(masks, generator.random(masks.shape), -1).argmax(axis=1)


def compare(ours, dummy):
    """Plays the same actions in both, now and then an illegal one; returns how many episodes ended, and truncated."""
    generator = np.random.default_rng(0)
    ours.seed(0)
    dummy.seed(0)
    observations, expected = ours.reset(), dummy.reset()
    ended = truncated = 0
    for step in range(STEPS):
        assert np.array_equal(observations, expected)
        masks = get_action_masks(ours)
        assert np.array_equal(masks, get_action_masks(dummy))
        actions = random_legal(masks, generator)
        if step % 50 == 49:
            actions[step % SIZE] = masks[step % SIZE].argmin()
        observations, rewards, dones, infos = ours.step(actions)
        expected, *told = dummy.step(actions)
        assert np.array_equal(rewards, told[0]) and np.array_equal(dones, told[1])
        for slot in np.flatnonzero(dones):
            info, other = infos[slot], told[2][slot]
            assert np.array_equal(info["terminal_observation"], other["terminal_observation"])
            assert info["TimeLimit.truncated"] == other["TimeLimit.truncated"]
            assert info.get("illegal_action") == other.get("illegal_action")
            assert info["episode"]["l"] == other["episode"]["l"]
            assert abs(info["episode"]["r"] - other["episode"]["r"]) < 1e-6
            ended, truncated = ended + 1, truncated + info["TimeLimit.truncated"]
    return ended, truncated


def check(game, options):
    identifier = f"ludarium/{GAMES[game]}-v0"
    check_env(gymnasium.make(identifier, **options).unwrapped)
    ours = LudariumVecEnv(game, SIZE, **options)
    assert is_masking_supported(ours)
    dummy = DummyVecEnv([lambda: Monitor(gymnasium.make(identifier, **options)) for _ in range(SIZE)])
    ended, truncated = compare(ours, dummy)
    assert ended > 0 and (truncated > 0 or options.get("max_turns") != 12)
    strict = LudariumVecEnv(game, 8, illegal="raise", **options)  # an unmasked action would raise
    model = MaskablePPO("MlpPolicy", strict, n_steps=32, batch_size=64, n_epochs=1, device="cpu", seed=0)
    model.learn(512)
    print(f"{game} {options or ''}: check_env, {STEPS} steps like DummyVecEnv ({ended} ends), masks in training")


for game, options in CASES:
    check(game, options)

env = LudariumVecEnv("matrio", 16, illegal="raise")
model = MaskablePPO("MlpPolicy", env, device="cpu", seed=0)
rewards, lengths = evaluate_policy(model, env, n_eval_episodes=64, return_episode_rewards=True)
assert len(rewards) == len(lengths) == 64 and len(set(rewards)) > 1
print("evaluate_policy with masks")
