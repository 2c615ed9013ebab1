"""The Stable-Baselines3 VecEnv: step by step what a DummyVecEnv of single environments does, and MaskablePPO on it."""

import gymnasium
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

from ludarium import GAMES, BadOption, BadPosition, IllegalAction
from ludarium_training.sb3 import LudariumVecEnv

SIZE = 4


@pytest.fixture(autouse=True)
def _one_thread():
    torch.set_num_threads(1)


def single(game, **options):
    return gymnasium.make(f"ludarium/{GAMES[game]}-v0", disable_env_checker=True, **options)


@pytest.fixture
def pair(variant):
    """The same games twice: the VecEnv and a DummyVecEnv of monitored single-agent environments."""
    game, options = variant

    def make(**more):
        dummy = DummyVecEnv([lambda: Monitor(single(game, **options, **more)) for _ in range(SIZE)])
        return LudariumVecEnv(game, SIZE, **options, **more), dummy

    return make


def legal(masks, generator):
    return np.where(masks, generator.random(masks.shape), -1).argmax(axis=1)


def test_sb3_checks_the_single_agent_environments(variant):
    game, options = variant
    check_env(single(game, **options).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("seat", ["random", 1])
def test_step_by_step_like_a_dummy_vec_env(pair, seat):
    generator = np.random.default_rng(0)
    env, dummy = pair(seat=seat)
    env.seed(10)
    dummy.seed(10)
    observations, others = env.reset(), dummy.reset()
    for number in range(120):
        assert observations.dtype == others.dtype and observations.tobytes() == others.tobytes()
        masks = get_action_masks(env)
        assert masks.tobytes() == get_action_masks(dummy).tobytes()
        actions = legal(masks, generator)
        if number % 30 == 29:
            actions[number % SIZE] = masks[number % SIZE].argmin()
        observations, rewards, dones, infos = env.step(actions)
        others, its_rewards, its_dones, its_infos = dummy.step(actions)
        assert rewards.dtype == its_rewards.dtype and rewards.tolist() == its_rewards.tolist()
        assert dones.dtype == its_dones.dtype and dones.tolist() == its_dones.tolist()
        for slot, (info, other) in enumerate(zip(infos, its_infos, strict=True)):
            assert info.get("TimeLimit.truncated", False) == other["TimeLimit.truncated"]
            assert info.get("illegal_action") == other.get("illegal_action")
            assert ("terminal_observation" in info) == ("episode" in info) == dones[slot]
            if dones[slot]:
                assert info["terminal_observation"].tobytes() == other["terminal_observation"].tobytes()
                assert info["episode"].keys() == other["episode"].keys()
                assert info["episode"]["l"] == other["episode"]["l"]
                assert info["episode"]["r"] == pytest.approx(other["episode"]["r"], abs=1e-6)  # Monitor rounds


def test_truncated_games_say_so():
    generator = np.random.default_rng(1)
    env = LudariumVecEnv("tablero", 16, max_turns=12)
    env.reset()
    ended = 0
    for _ in range(60):
        _, rewards, dones, infos = env.step(legal(env.action_masks(), generator))
        for slot in np.flatnonzero(dones):
            ended += infos[slot]["TimeLimit.truncated"]
            assert rewards[slot] == 0 or not infos[slot]["TimeLimit.truncated"]
    assert ended > 10


def test_seeds(pair):
    env, other = pair()[0], pair()[0]
    assert env.seed(3) == other.seed(3)
    first = env.reset()
    assert first.tobytes() == other.reset().tobytes()
    second = env.reset()
    assert second.tobytes() == other.reset().tobytes()
    assert second.tobytes() != first.tobytes(), "a seed is used once"
    env.seed(3)
    assert env.reset().tobytes() == first.tobytes()


def test_what_is_returned_may_be_kept(pair):
    env, _ = pair()
    kept = [env.reset()]
    for _ in range(5):
        kept += [env.action_masks(), env.env_method("action_masks"), *env.step(env.action_masks().argmax(axis=1))[:3]]
    copies = [np.copy(array) for array in kept]
    for _ in range(5):
        env.step(env.action_masks().argmax(axis=1))
    assert all((array == copy).all() for array, copy in zip(kept, copies, strict=True))


# What SB3 asks of a VecEnv beyond stepping.


def test_methods_and_attributes(pair):
    env, dummy = pair(seat=0)
    for vec in (env, dummy):
        vec.seed(20)
        vec.reset()
        assert vec.has_attr("action_masks") and not vec.has_attr("no_such_thing")
        assert is_masking_supported(vec)
        assert vec.get_attr("render_mode") == [None] * SIZE
        assert len(vec.get_attr("action_masks")) == SIZE
        assert len(vec.get_attr("action_masks", indices=[0, 2])) == 2
    for indices in (None, 2, [3, 1]):
        mine, theirs = (np.stack(vec.env_method("action_masks", indices=indices)) for vec in (env, dummy))
        assert mine.dtype == theirs.dtype and mine.tobytes() == theirs.tobytes()
    for indices in (None, 1, [3, 1], [-1]):
        for method, arguments in (("action_name", [0]), ("position", []), ("render", [])):
            theirs = dummy.env_method(method, *arguments, indices=indices)
            assert env.env_method(method, *arguments, indices=indices) == theirs
            assert [bound(*arguments) for bound in env.get_attr(method, indices)] == theirs
        for name in ("observation_space", "action_space", "render_mode", "no_such_thing"):
            if vec_has(env, dummy, name):
                assert env.get_attr(name, indices) == dummy.get_attr(name, indices)
    for vec in (env, dummy):
        vec.set_attr("stage", 4)
        vec.set_attr("stage", 5, indices=[1, 2])
        assert vec.get_attr("stage") == [4, 5, 5, 4]
        assert vec.has_attr("stage")
        with pytest.raises(IndexError):
            vec.env_method("position", indices=SIZE)
        with pytest.raises(AttributeError):
            vec.get_attr("num_envs")
        with pytest.raises(AttributeError):
            vec.env_method("no_such_thing")
        assert [table.position() for table in vec.get_attr("unwrapped", 0)] == vec.env_method("position", indices=0)
    assert env.env_is_wrapped(Monitor) == dummy.env_is_wrapped(Monitor) == [True] * SIZE
    assert env.env_is_wrapped(gymnasium.Wrapper, indices=0) == [False]
    with pytest.raises(AttributeError, match="no_such_thing"):
        env.get_attr("no_such_thing")
    with pytest.raises(AttributeError, match="did you mean 'position'"):
        env.env_method("positions")
    for name in ("seat", "opponent", "max_turns", "position", "render_mode", "learners"):
        if name != "max_turns" or "max_turns" in env.learners.game.defaults:
            with pytest.raises(BadOption, match=name):
                env.set_attr(name, 1)
    env.close()


def vec_has(env, dummy, name):
    assert env.has_attr(name) == dummy.has_attr(name)
    return env.has_attr(name)


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_boards_and_drawings(pair, mode):
    """The last moves are marked as in single environments, and forgotten when a game begins anew."""
    env, dummy = pair(seat=0, render_mode=mode)
    for vec in (env, dummy):
        vec.seed(21)
        vec.reset()
        assert vec.render_mode == mode and vec.get_attr("render_mode") == [mode] * SIZE
    for number in range(6):
        assert env.env_method("render", indices=[1, 2]) == dummy.env_method("render", indices=[1, 2])
        actions = env.action_masks().argmax(axis=1)
        actions[1] = env.action_masks()[1].argmin() if number == 4 else actions[1]
        env.step(actions)
        dummy.step(actions)
    assert "player_0" in env.env_method("render")[0]
    assert env.get_attr("metadata")[0]["render_modes"] == ["rgb_array", "svg", "ansi"]
    assert list(env.get_images()) == [None] * SIZE


def test_no_windows():
    with pytest.raises(BadOption, match="render_mode"):
        LudariumVecEnv("tablero", 2, render_mode="human")


def test_pictures_are_tiled_and_stable_baselines_makes_environments_by_their_ids():
    """It asks for pictures by itself."""
    env, made = LudariumVecEnv("tablero", 2, render_mode="rgb_array"), make_vec_env("ludarium/Tablero-v0", 2)
    for vec in (env, made):
        vec.seed(0)
        vec.reset()
        vec.step(np.stack(vec.env_method("action_masks")).argmax(axis=1))
        assert vec.get_attr("render_mode") == ["rgb_array"] * 2
    height, width, _ = env.get_images()[0].shape
    assert env.render().shape == (2 * height, width, 3)
    assert env.render().tobytes() == made.render().tobytes()


def test_options_for_the_next_reset_are_positions(pair):
    env, dummy = pair(seat=0)
    env.seed(22)
    env.reset()
    positions = env.env_method("position")
    options = [{"position": positions[2]}, {}, {"position": positions[0], "other": 1}, {}]
    for told in (options, {"position": positions[1]}, None):
        seen = []
        for vec in (env, dummy):
            vec.seed(23)
            vec.set_options(told)
            seen += [vec.reset().tobytes(), vec.env_method("position")]
        assert seen[:2] == seen[2:]
        assert (seen[1][2] == positions[0]) == (told is options)
        assert (seen[1][3] == positions[1]) == isinstance(told, dict)
    for vec in (env, dummy):
        vec.set_options(options)
        vec.reset()
        vec.reset()
    assert env.env_method("position")[0] != positions[2], "options are used once"
    for nonsense in (options[:3], [None] * SIZE, 3, "position"):
        with pytest.raises(BadOption, match="a list of 4 dicts"):
            env.set_options(nonsense)
    env.set_options({"position": {}})
    with pytest.raises(BadPosition):
        env.reset()


def test_bad_actions(pair):
    env, _ = pair(illegal="raise")
    env.reset()
    good = env.action_masks().argmax(axis=1)
    for actions, about in (
        (good[:-1], "shape"),
        (good.reshape(-1, 1), "shape"),
        (None, "shape"),
        (good + 0.5, "whole numbers"),
        (good + np.nan, "whole numbers"),
        ([None] * SIZE, "whole numbers"),
        (["0"] * SIZE, "whole numbers"),
        ([2**70] * SIZE, "whole numbers of at most 64 bits"),
        ([[0], [0, 1], [0], [0]], "whole numbers"),
        (-good - 1, "^game 0: player_. may not play -"),
    ):
        with pytest.raises(IllegalAction, match=about) as error:
            env.step(actions)
        assert "\n" not in str(error.value)
    bad = good.copy()
    bad[2] = env.action_masks()[2].argmin()
    with pytest.raises(IllegalAction, match=f"^game 2: player_. may not play {bad[2]}"):
        env.step(bad)
    env.step(good)


def test_bad_options():
    with pytest.raises(BadOption, match="did you mean 'random'"):
        LudariumVecEnv("tablero", 2, opponent="rando")
    with pytest.raises(BadOption, match="num_envs"):
        LudariumVecEnv("tablero", 0)
    with pytest.raises(BadOption, match="did you mean 'max_turns'"):
        LudariumVecEnv("tablero", 2, maxturns=3)


# Stock MaskablePPO.


class OneChoice(LudariumVecEnv):
    """Masks everything but the last legal action, which the environment then expects."""

    def action_masks(self):
        masks = super().action_masks()
        last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        return np.eye(masks.shape[1], dtype=np.int8)[last]


@pytest.mark.parametrize("game", GAMES)
def test_an_untrained_model_plays_what_the_mask_leaves(game):
    """Nothing was learned, so every right action is the mask's doing: in training, in predict and in evaluation."""
    env = OneChoice(game, 8, illegal="raise")
    model = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=64, n_epochs=1, device="cpu", seed=0)
    expected, played = [], []

    def note(actions, step=env.step_async):
        expected.append(env.action_masks().argmax(axis=1))
        played.append(np.array(actions))
        step(actions)

    env.step_async = note
    model.learn(64)
    observations = env.reset()
    for deterministic in (True, False):
        for _ in range(5):
            actions, _ = model.predict(observations, action_masks=env.action_masks(), deterministic=deterministic)
            observations, _, _, _ = env.step(actions)
    assert len(played) == 18
    assert np.array_equal(np.stack(played), np.stack(expected))


def test_maskable_ppo_trains_and_is_evaluated(tmp_path):
    env = LudariumVecEnv("tablero", 8, illegal="raise", max_turns=20)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=128, n_epochs=1, device="cpu", seed=0)
    model.learn(512)
    assert len(model.ep_info_buffer) > 0, "episodes are reported as Monitor reports them"
    rewards, lengths = evaluate_policy(model, env, n_eval_episodes=16, return_episode_rewards=True)
    assert len(rewards) >= 16 and min(lengths) > 1 and set(rewards) <= {-1.0, 0.0, 1.0}
    model.save(tmp_path / "model")
    again = MaskablePPO.load(tmp_path / "model", env=env, device="cpu")
    again.learn(256, reset_num_timesteps=False)
