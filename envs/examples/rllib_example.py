"""RLlib: PPO learns Tablero di Berona by self-play, with RLlib's own action-masking module as the policy of both seats.

`RLlibEnv` is RLlib's PettingZooEnv with observations named as the module expects them.
"""

import numpy as np
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from ludarium.rllib import RLlibEnv
from ludarium.single import VectorSingleAgentEnv


@torch.no_grad()
def win_rate(module, games=1000):
    """Draws count half. One game from each environment, so that long games count as much as short ones."""
    envs = VectorSingleAgentEnv("tablero", games, opponent="random")
    observations, infos = envs.reset(seed=1_000_000)
    outcomes = np.full(games, np.nan)
    while np.isnan(outcomes).any():
        seen = {"observations": torch.as_tensor(observations), "action_mask": torch.as_tensor(infos["action_mask"])}
        logits = module.forward_inference({"obs": seen})["action_dist_inputs"]
        actions = torch.distributions.Categorical(logits=logits).sample().numpy()
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        first_end = (terminated | truncated) & np.isnan(outcomes)
        outcomes[first_end] = (rewards[first_end] + 1) / 2
    return outcomes.mean()

import os
E=os.environ.get
config = (
    PPOConfig()
    # RLlib's check of environments plays actions without masks, and illegal ones end the game.
    .environment(RLlibEnv, env_config={"game": "tablero"}, disable_env_checking=True)
    .env_runners(num_env_runners=0, num_envs_per_env_runner=32)
    .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, *args, **kwargs: "shared")
    .rl_module(
        rl_module_spec=RLModuleSpec(
            module_class=ActionMaskingTorchRLModule,
            model_config={"fcnet_hiddens": [128, 128], "fcnet_activation": "relu", "head_fcnet_hiddens": []},
        )
    )
    .training(
        train_batch_size_per_learner=4096, minibatch_size=int(E("MB","512")), num_epochs=int(E("EP","4")), lr=float(E("LR","1e-3")), gamma=1.0, lambda_=0.95, entropy_coeff=0.01, vf_clip_param=100.0, use_kl_loss=False,grad_clip=0.5
    )
    .debugging(seed=0)
)
import time
T=time.time()
algo = config.build_algo()
print(f"win rate against random: {win_rate(algo.get_module('shared')):.2f}")
for _ in range(6):
    for _ in range(8):
        algo.train()
    print(time.time()-T)
    print(f"win rate against random: {win_rate(algo.get_module('shared')):.2f}")
