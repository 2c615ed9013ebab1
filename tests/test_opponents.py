"""Opponents in the Gymnasium environments: how they are named and play, and that all their actions are checked."""

import numpy as np
import pytest

from ludarium import BadOption, IllegalAction
from ludarium.agents import Agent, RandomAgent
from ludarium.registry import load
from ludarium.single import SingleAgentEnv, VectorSingleAgentEnv
from tests.play import legal


class Recorder(RandomAgent):
    """A random opponent that remembers what it played and how many games each call was for."""

    def __init__(self, game):
        super().__init__(game)
        self.played = []
        self.calls = []

    def act(self, observations, masks, states, words):
        actions = super().act(observations, masks, states, words)
        self.played += actions.tolist()
        self.calls.append(len(actions))
        return actions


class First(Agent):
    """Always plays the first legal action."""

    def act(self, observations, masks, states, words):
        return masks.argmax(axis=1)


def test_opponents_by_name_and_as_objects_are_the_same(make_single, variant):
    agent = RandomAgent(load(variant[0]))
    first, second = make_single(opponent="random"), make_single(opponent=agent)
    generator = np.random.default_rng(3)
    (_, info), (_, its) = first.reset(seed=6), second.reset(seed=6)
    for _ in range(30):
        action = legal(info["action_mask"], generator)
        told, others = first.step(action), second.step(action)
        assert told[0].tobytes() == others[0].tobytes() and told[1:4] == others[1:4]
        info, its = told[4], others[4]
        assert info["action_mask"].tobytes() == its["action_mask"].tobytes()
        if told[2] or told[3]:
            break
    _, info = make_single(opponent=First(load(variant[0]))).reset(seed=6)
    assert info["action_mask"].any()


class Faulty(RandomAgent):
    """Plays well until it is told to spoil its answer."""

    def __init__(self, game):
        super().__init__(game)
        self.spoil = lambda actions, masks: actions

    def act(self, observations, masks, states, words):
        masks = masks.copy()
        return self.spoil(super().act(observations, masks, states, words), masks)


def one_illegal(actions, masks):
    actions[-1] = masks[-1].argmin()
    return actions


def out_of_range(action):
    def spoil(actions, masks):
        actions[-1] = action
        return actions

    return spoil


def step_until_an_error(env, info):
    """Plays on until an opponent has a decision."""
    for _ in range(100):
        _, _, terminated, truncated, info = env.step(info["action_mask"].argmax(axis=-1))
        if isinstance(env, SingleAgentEnv) and (terminated or truncated):
            _, info = env.reset()


@pytest.mark.parametrize(
    ("spoil", "about"),
    [
        (lambda actions, masks: actions[:-1], "opponent Faulty: actions must have the shape"),
        (lambda actions, masks: actions[:, None], "opponent Faulty: actions must have the shape"),
        (lambda actions, masks: None, "opponent Faulty: actions must have the shape"),
        (lambda actions, masks: actions + 0.0, "opponent Faulty: actions must be whole numbers"),
        (lambda actions, masks: actions.astype(str), "opponent Faulty: actions must be whole numbers"),
        (lambda actions, masks: [[1], [1, 2]], "opponent Faulty: actions must be whole numbers"),
        (one_illegal, r"^game \d+: opponent Faulty as player_\d may not play \d+ \(.+\); legal are"),
        (out_of_range(-1), r"^game \d+: opponent Faulty as player_\d may not play -1; legal are"),
        (out_of_range(2**40), r"^game \d+: opponent Faulty as player_\d may not play 1099511627776; legal are"),
    ],
)
def test_what_an_opponent_plays_is_checked(make_single, make_many, variant, spoil, about):
    for make, size in ((make_single, 1), (lambda **more: make_many(8, **more), 8)):
        agent = Faulty(load(variant[0]))
        env = make(opponent=agent, seat=0)
        _, info = env.reset(seed=0)
        agent.spoil = spoil
        with pytest.raises(IllegalAction, match=about) as error:
            step_until_an_error(env, info)
        assert "\n" not in str(error.value)
        with pytest.raises(IllegalAction, match=r"reset\(\)"):  # some players are done and some are not
            env.step(0 if size == 1 else [0] * size)
        agent.spoil = lambda actions, masks: actions
        env.reset()


@pytest.mark.parametrize(
    ("options", "about"),
    [
        ({"opponent": "randm"}, "did you mean 'random'"),
        ({"opponent": None}, "there is no agent None"),
        ({"opponent": 3}, "there is no agent 3"),
        ({"opponent": ["random"]}, r"there is no agent \['random'\]"),
        ({"opponent": {"random"}}, r"there is no agent \{'random'\}"),
        ({"opponent": RandomAgent}, "there is no agent <class "),
        ({"opponent": np.zeros((3, 3))}, "there is no agent array"),
        ({"seat": 2}, "seat"),
        ({"seat": -1}, "seat"),
        ({"seat": True}, "seat"),
        ({"seat": "rand"}, "did you mean 'random'"),
        ({"illegal": "stop"}, "illegal"),
        ({"render_mode": "humn"}, "render_mode"),
        ({"max_turn": 5}, "did you mean 'max_turns'"),
    ],
)
def test_bad_options(options, about):
    with pytest.raises(BadOption, match=about) as error:
        SingleAgentEnv("tablero", **options)
    assert "\n" not in str(error.value)
    with pytest.raises(BadOption, match=about):
        VectorSingleAgentEnv("tablero", 2, **options)


@pytest.mark.parametrize("threads", [0, "2", None, 1.0, True])
def test_bad_numbers_of_threads(threads):
    with pytest.raises(BadOption, match="num_threads"):
        VectorSingleAgentEnv("tablero", 2, num_threads=threads)


def test_opponents_play_in_batches(make_many, variant):
    recorder = Recorder(load(variant[0]))
    many = make_many(64, opponent=recorder, seat=0)
    _, infos = many.reset(seed=8)
    for _ in range(5):
        recorder.calls.clear()
        _, _, _, _, infos = many.step(infos["action_mask"].argmax(axis=1))
        if recorder.calls:
            assert max(recorder.calls) > 1
            assert len(recorder.calls) < sum(recorder.calls)
