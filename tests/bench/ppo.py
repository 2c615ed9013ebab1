"""Stock MaskablePPO on our VecEnv, beside the same learner on an environment that costs nothing."""

import time

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from ludarium_training.sb3 import LudariumVecEnv

GAMES = 256
STEPS = 32  # decisions of each game in a rollout
ROLLOUTS = 8


class FreeVecEnv(VecEnv):
    """Shows the same observations and masks for ever; never ends an episode."""

    def __init__(self, like):
        super().__init__(like.num_envs, like.observation_space, like.action_space)
        self.observations = like.reset()
        self.masks = like.action_masks()
        self.rewards = np.zeros(like.num_envs, np.float32)
        self.dones = np.zeros(like.num_envs, np.bool_)
        self.infos = [{} for _ in range(like.num_envs)]

    def reset(self):
        return self.observations

    def step_async(self, actions):
        pass

    def step_wait(self):
        return self.observations, self.rewards, self.dones, self.infos

    def env_method(self, method_name, *method_args, indices=None, **method_kwargs):
        return self.masks

    def get_attr(self, attr_name, indices=None):
        return [None] * self.num_envs

    def set_attr(self, attr_name, value, indices=None):
        pass

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * self.num_envs

    def close(self):
        pass


def decisions_a_second(env):
    """Training throughput, rollout and learning together, after a first rollout that warms everything up."""
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=STEPS, batch_size=2048, n_epochs=4, policy_kwargs={"net_arch": [256, 256]}, seed=0
    )
    rollout = GAMES * STEPS
    model.learn(rollout)
    started = time.perf_counter()
    model.learn(ROLLOUTS * rollout)
    return ROLLOUTS * rollout / (time.perf_counter() - started)


def compare(game):
    """Decisions a second on our environment and on the free one, the better of two alternating runs each."""
    ours, free = [], []
    for _ in range(2):
        env = LudariumVecEnv(game, GAMES)
        free.append(decisions_a_second(FreeVecEnv(env)))
        ours.append(decisions_a_second(env))
    return max(ours), max(free)
