"""Tianshou: DQN with action masks learns Tablero di Berona in a PettingZooEnv, against a player who plays at random.

A transition of Tianshou's leads to the next decision at the table, which may be somebody else's, so Q-learning must not
bootstrap from it. The horizon of the returns is therefore longer than a game: they are what the game paid in the end.
"""

import logging

import numpy as np
import torch
from tianshou.algorithm import DQN, MARLRandomDiscreteMaskedOffPolicyAlgorithm, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from ludarium import tablero_v0

TABLES, TESTS = 64, 500


def make_env():
    return PettingZooEnv(tablero_v0.env(first_player="random"))


def report(stats):
    """Prints and returns the learner's win rate in the games of a test; draws count half."""
    rate = (stats.returns[:, 0].mean() + 1) / 2
    print(f"win rate against random: {rate:.2f}")
    return rate


logging.getLogger("tianshou").setLevel(logging.ERROR)  # it warns that returns have a column for each player
np.random.seed(0)  # noqa: NPY002 (Tianshou draws from it)
torch.manual_seed(0)
env = make_env()
network = Net(
    state_shape=env.observation_space["observation"].shape, action_shape=env.action_space.n, hidden_sizes=[64]
)
policy = DiscreteQLearningPolicy(
    model=network,
    action_space=env.action_space,
    eps_inference=0.05,  # beside other players Tianshou 2.0 explores by this one in training, not by eps_training
)
learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, n_step_return_horizon=100)
opponent = MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space)
players = MultiAgentOffPolicyAlgorithm(algorithms=[learner, opponent], env=env)
training = DummyVectorEnv([make_env] * TABLES)
tests = DummyVectorEnv([make_env] * TESTS)
params = OffPolicyTrainerParams(
    training_collector=Collector(players, training, VectorReplayBuffer(50_000, TABLES), exploration_noise=True),
    test_collector=Collector(players, tests, VectorReplayBuffer(TESTS, TESTS)),  # greedy; nothing need be kept
    max_epochs=4,
    epoch_num_steps=40_000,
    collection_step_num_env_steps=10 * TABLES,
    update_step_num_gradient_steps_per_sample=2 / (10 * TABLES),
    batch_size=1024,
    test_step_num_episodes=TESTS,
    compute_score_fn=report,
    verbose=False,
    show_progress=False,
)
players.run_training(params)
