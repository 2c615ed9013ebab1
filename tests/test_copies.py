"""Copies and pickles of every kind of environment, taken in mid-game, go on as the original does, and by themselves."""

import copy
import importlib
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv

import ludarium
from ludarium import GAMES
from ludarium.registry import load

WAYS = {"pickle": lambda env: pickle.loads(pickle.dumps(env)), "deepcopy": copy.deepcopy}
STEPS = 40


def first_or_last(masks, number):
    """A legal action for every row; which one changes with the number, so that two plays are easily told apart."""
    last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    return last if number % 3 else masks.argmax(axis=1)


class Aec:
    def __init__(self, game, wrapped, **more):
        self.env = getattr(importlib.import_module(f"ludarium.{game}_v0"), "env" if wrapped else "raw_env")(**more)
        self.env.reset(seed=3)

    def play(self, number):
        seen, reward, terminated, truncated, _ = self.env.last()
        if terminated or truncated:
            self.env.reset()
        else:
            self.env.step(int(first_or_last(seen["action_mask"][None], number)[0]))
        return seen["observation"].tobytes(), seen["action_mask"].tobytes(), reward, terminated, truncated


class SelfPlay:
    def __init__(self, game, threads):
        self.env = ludarium.make_vec(game, 6, num_threads=threads, seed=3)
        self.env.reset()

    def play(self, number):
        """Many steps, so that games end and pay."""
        told = []
        for _ in range(10):
            step = self.env.step(self.env.sample() if number % 3 else self.env._step.masks.argmax(axis=1))
            told += [array.tobytes() for array in (*step[:-1], step.final.slots, step.final.lengths)]
        return told, step.final.observations.tobytes(), self.env.position(2)


class Single:
    def __init__(self, game, wrapped, **more):
        self.env = gymnasium.make(f"ludarium/{GAMES[game]}-v0", **more)
        self.env = self.env if wrapped else self.env.unwrapped
        self.mask = self.env.reset(seed=3)[1]["action_mask"]

    def play(self, number):
        observation, reward, terminated, truncated, info = self.env.step(int(first_or_last(self.mask[None], number)[0]))
        self.mask = self.env.reset()[1]["action_mask"] if terminated or truncated else info["action_mask"]
        return observation.tobytes(), reward, terminated, truncated, self.mask.tobytes()


class Many:
    def __init__(self, game, threads, **more):
        self.env = gymnasium.make_vec(f"ludarium/{GAMES[game]}-v0", 6, num_threads=threads, **more)
        self.env.reset(seed=3)

    def play(self, number):
        *told, infos = self.env.step(first_or_last(self.env.action_masks(), number))
        final = infos["final_obs"].tobytes() if "final_obs" in infos else None
        return [a.tobytes() for a in (*told, infos["action_mask"])], final


class StableBaselines:
    def __init__(self, game, threads, **more):
        sb3 = pytest.importorskip("ludarium_training.sb3")
        self.env = sb3.LudariumVecEnv(game, 6, num_threads=threads, **more)
        self.env.seed(3)
        self.env.reset()

    def play(self, number):
        *told, infos = self.env.step(first_or_last(self.env.action_masks(), number))
        lengths = [info["episode"]["l"] if "episode" in info else 0 for info in infos]
        return [a.tobytes() for a in told], lengths, self.env.env_method("position")


KINDS = [(Aec, False), (Aec, True), (SelfPlay, 1), (SelfPlay, 2), (Single, False), (Single, True)]
KINDS += [(Many, 1), (Many, 2), (StableBaselines, 1), (StableBaselines, 2)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0].__name__}-{kind[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_a_copy_goes_on_by_itself(game, kind, way):
    """The copy plays first, the original after it; had they anything in common, it would show in what is told."""
    player = kind[0](game, kind[1])
    for number in range(15):
        player.play(number)
    twin = WAYS[way](player)
    third = WAYS[way](player)
    stray = [third.play(number + 1) for number in range(STEPS)]
    expected = [twin.play(number) for number in range(STEPS)]
    assert [player.play(number) for number in range(STEPS)] == expected
    assert stray != expected


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", [Aec, Single, Many, StableBaselines])
def test_a_copy_draws_its_own_last_moves(kind, way):
    def drawn(player):
        """What is shown of the game; Stable-Baselines3's own `render` returns no drawings."""
        return player.env.env_method("render") if kind is StableBaselines else player.env.render()

    player = kind("tablero", 1, render_mode="svg")
    for number in range(3):
        player.play(number)
    before = drawn(player)
    twin = WAYS[way](player)
    assert 'class="mark"' in str(before) and drawn(twin) == before
    twin.play(3)
    assert drawn(player) == before != drawn(twin)
    player.play(3)
    assert drawn(player) == drawn(twin)


@pytest.mark.parametrize("way", WAYS)
def test_there_is_one_of_each_game(way):
    for name in GAMES:
        assert WAYS[way](load(name)) is load(name)


# Processes.


def in_step(vector, alone, steps):
    """Plays the environments of a vector in other processes, and the same ones here."""
    for number in range(steps):
        actions = np.array([first_or_last(env.action_masks()[None], number)[0] for env in alone])
        told = vector.step(actions)
        for i, env in enumerate(alone):
            observation, reward, terminated, truncated, _ = env.step(actions[i])
            assert told[1][i] == np.float32(reward)
            assert told[2][i] == (terminated or truncated)
            if terminated or truncated:
                observation, _ = env.reset()
            assert told[0][i].tobytes() == observation.tobytes()


@pytest.mark.parametrize("context", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Python 3.12 and later warn of forks beside threads
def test_gymnasiums_async_vector(context):
    same_step = gymnasium.vector.AutoresetMode.SAME_STEP
    make = [lambda: gymnasium.make("ludarium:ludarium/Dicefest-v0", max_turns=9)] * 2
    vector = AsyncVectorEnv(make, context=context, autoreset_mode=same_step)
    try:
        alone = [make[0]().unwrapped for _ in range(2)]
        observations, _ = vector.reset(seed=5)
        for i, env in enumerate(alone):
            assert observations[i].tobytes() == env.reset(seed=5 + i)[0].tobytes()

        class Joined:
            """Terminated and truncated as one."""

            def step(self, actions):
                observations, rewards, terminated, truncated, _ = vector.step(actions)
                return observations, rewards, terminated | truncated

        in_step(Joined(), alone, STEPS)
    finally:
        vector.close()


def test_stable_baselines_processes():
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    env_util = pytest.importorskip("stable_baselines3.common.env_util")
    options = {"max_turns": 12}
    vector = env_util.make_vec_env(
        "ludarium:ludarium/Tablero-v0", 2, seed=7, env_kwargs=options, vec_env_cls=vec_env.SubprocVecEnv
    )
    try:
        alone = [gymnasium.make("ludarium/Tablero-v0", **options).unwrapped for _ in range(2)]
        observations = vector.reset()
        for i, env in enumerate(alone):
            assert observations[i].tobytes() == env.reset(seed=7 + i)[0].tobytes()
        in_step(vector, alone, STEPS)
        assert (
            np.stack(vector.env_method("action_masks")).tobytes()
            == np.stack([env.action_masks() for env in alone]).tobytes()
        )
    finally:
        vector.close()
