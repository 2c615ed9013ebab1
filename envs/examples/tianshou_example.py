"""Tianshou: DQN."""

import sys
import time

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

SELF = "self" in sys.argv
N = int(sys.argv[1]) if len(sys.argv) > 1 else 1000


def make_env():
    return PettingZooEnv(tablero_v0.env(first_player="random"))


T = time.time()
np.random.seed(0)
torch.manual_seed(0)
env = make_env()
size = env.observation_space["observation"].shape
net = Net(state_shape=size, action_shape=env.action_space.n, hidden_sizes=[128, 128])
policy = DiscreteQLearningPolicy(
    model=net,
    action_space=env.action_space,
    observation_space=env.observation_space,
    eps_training=0.1,
    eps_inference=0.0,
)
dqn = DQN(
    policy=policy,
    optim=AdamOptimizerFactory(lr=1e-3),
    gamma=1.0,
    n_step_return_horizon=N,
    target_update_freq=0,
)
random = MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space)
against_random = MultiAgentOffPolicyAlgorithm(algorithms=[dqn, random], env=env)
learner = MultiAgentOffPolicyAlgorithm(algorithms=[dqn, dqn], env=env) if SELF else against_random

train = Collector(
    learner, DummyVectorEnv([make_env for _ in range(32)]), VectorReplayBuffer(50_000, 32), exploration_noise=True
)
test = Collector(against_random, DummyVectorEnv([make_env for _ in range(100)]))


def win_rate():
    t = time.time()
    result = test.collect(n_episode=500, reset_before_collect=True)
    print(result.n_collected_steps, time.time() - t, time.time() - T, result.returns.shape)
    return (result.returns[:, 0].mean() + 1) / 2


print(f"win rate against random: {win_rate():.2f}")
for _ in range(4):
    learner.run_training(
        OffPolicyTrainerParams(
            max_epochs=1,
            epoch_num_steps=20_000,
            training_collector=train,
            collection_step_num_env_steps=1000,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=256,
            test_collector=None,
            show_progress=False,
            verbose=False,
            multi_agent_return_reduction=lambda rewards: rewards[:, 0],
        )
    )
    print(f"win rate against random: {win_rate():.2f}")
