"""Tianshou's PettingZooEnv around every game: masks, movers and rewards are the game's, and DQN obeys the masks."""

import importlib
import logging
from functools import partial

import numpy as np
import torch
from tianshou.algorithm import DQN, MARLRandomDiscreteMaskedOffPolicyAlgorithm, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv, SubprocVectorEnv
from tianshou.utils.net.common import Net
from tianshou.utils.torch_utils import policy_within_training_step

CASES = [
    ("dice_matrix", {}),
    ("dice_matrix", {"games": 2, "first_player": "random", "reward": "margin"}),
    ("tablero", {}),
    ("tablero", {"max_turns": 12}),  # short enough to be truncated
    ("matrio", {}),
    ("matrio", {"opening": "two_of_clubs", "reward": "margin"}),
    ("dicefest", {"max_turns": 40}),
    ("dicefest", {"players": 3, "max_turns": 60}),
    ("dicefest", {"players": 4, "first_player": 3, "reward": "margin"}),
]
MOST_STEPS = 3000

logging.getLogger("tianshou").setLevel(logging.ERROR)
torch.set_num_threads(1)


def compare(make, seed):
    """Plays a game in the wrapper and one in the bare environment with the same actions; returns the final rewards."""
    generator = np.random.default_rng(seed)
    wrapped, bare = PettingZooEnv(make()), make()
    seen, _ = wrapped.reset(seed=seed)
    bare.reset(seed=seed)
    for _ in range(MOST_STEPS):
        expected = bare.observe(bare.agent_selection)
        assert seen["agent_id"] == bare.agent_selection
        assert np.array_equal(seen["obs"], expected["observation"])
        assert np.array_equal(seen["mask"], expected["action_mask"] == 1) and any(seen["mask"])
        action = generator.choice(np.flatnonzero(seen["mask"]))
        seen, rewards, terminated, truncated, _ = wrapped.step(action)
        bare.step(action)
        assert rewards == list(bare.rewards.values())
        agent = bare.agent_selection
        assert (terminated, truncated) == (bare.terminations[agent], bare.truncations[agent])
        if terminated or truncated:
            return rewards
    return None


def raise_if_illegal(make):
    """The bare environment raises on an illegal action, which the one with PettingZoo's wrappers would only punish."""
    return lambda: PettingZooEnv(make().unwrapped)


def train(make, workers):
    """A little training of DQN in the first seat; every action of every player must be legal."""
    env = PettingZooEnv(make())
    size, actions = env.observation_space["observation"].shape, env.action_space.n
    policy = DiscreteQLearningPolicy(
        model=Net(state_shape=size, action_shape=actions, hidden_sizes=[32]),
        action_space=env.action_space,
        eps_inference=0.3,
    )
    learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, n_step_return_horizon=100)
    others = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents[1:]]
    players = MultiAgentOffPolicyAlgorithm(algorithms=[learner, *others], env=env)
    venv = workers([raise_if_illegal(make)] * 4)
    buffer = VectorReplayBuffer(2000, 4)
    collector = Collector(players, venv, buffer, exploration_noise=True)
    with policy_within_training_step(players.policy):
        collector.collect(n_step=400, reset_before_collect=True)
        for _ in range(3):
            players.update(buffer, 64)
    venv.close()
    batch = buffer[:]
    assert batch.obs.mask[np.arange(len(batch)), batch.act].all(), "an action outside the mask was stored"
    ended = batch.terminated | batch.truncated
    assert not batch.rew[~ended].any(), "nothing is paid before the end"
    return int(ended.sum())


for game, options in CASES:
    make = partial(importlib.import_module(f"ludarium.{game}_v0").env, **options)
    finals = [rewards for rewards in (compare(make, seed) for seed in range(5)) if rewards is not None]
    assert finals and all(abs(sum(rewards)) < 1e-9 for rewards in finals)
    assert any(map(any, finals)) or "max_turns" in options, "somebody wins, and every seat is paid"
    ended = train(make, DummyVectorEnv)
    print(f"{game} {options or ''}: {len(finals)} games like the bare environment, DQN legal ({ended} ends)")
train(make, SubprocVectorEnv)
print("SubprocVectorEnv")
