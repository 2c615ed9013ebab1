"""RLlib: PPO learns Tablero di Berona by self-play, with RLlib's own action-masking module as the policy of both seats.

`RLlibEnv` is RLlib's wrapper of PettingZoo environments, with observations named as that module expects them.
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
        logits = module.forward_inference({"obs": seen})["action_dist_inputs"]  # masked by the module
        actions = torch.distributions.Categorical(logits=logits).sample()
        observations, rewards, terminated, truncated, infos = envs.step(actions.numpy())
        first_end = (terminated | truncated) & np.isnan(outcomes)
        outcomes[first_end] = (rewards[first_end] + 1) / 2
    return outcomes.mean()


torch.set_num_threads(1)  # more only slow down networks this small
config = (
    PPOConfig()
    # RLlib's check of environments plays actions without looking at masks, and an illegal one ends the game.
    .environment(RLlibEnv, env_config={"game": "tablero"}, disable_env_checking=True)
    .env_runners(num_env_runners=0, num_envs_per_env_runner=32)  # in this process
    .multi_agent(policies={"both"}, policy_mapping_fn=lambda agent, episode, **kwargs: "both")
    .rl_module(
        rl_module_spec=RLModuleSpec(
            module_class=ActionMaskingTorchRLModule,
            model_config={"fcnet_hiddens": [128, 128], "head_fcnet_hiddens": []},
        )
    )
    .training(
        train_batch_size_per_learner=4096,
        minibatch_size=512,
        num_epochs=4,
        lr=1e-3,
        gamma=1.0,
        lambda_=0.95,
        entropy_coeff=0.01,
        grad_clip=0.5,
        use_kl_loss=False,
    )
    .debugging(seed=0)
)
algorithm = config.build_algo()
print(f"win rate against random: {win_rate(algorithm.get_module('both')):.2f}")
for _ in range(5):
    for _ in range(6):
        algorithm.train()
    print(f"win rate against random: {win_rate(algorithm.get_module('both')):.2f}")
algorithm.stop()
