"""TorchRL: PPO learns Tablero di Berona by self-play through PettingZooWrapper; one network plays both seats.

The seats are one group, "agents": its "mask" says whose turn it is, its "action_mask" what that seat may play.
"""

import numpy as np
import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import ExplorationType, MarlGroupMapType, PettingZooWrapper, set_exploration_type
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from ludarium import tablero_v0
from ludarium.single import VectorSingleAgentEnv

FRAMES, BATCHES, EPOCHS, MINIBATCH = 2048, 36, 6, 512


@torch.no_grad()
@set_exploration_type(ExplorationType.RANDOM)  # the policy's actions are sampled, as in training
def win_rate(policy, games=1000):
    """Draws count half. One game from each environment, so that long games count as much as short ones."""
    envs = VectorSingleAgentEnv("tablero", games, opponent="random")
    observations, infos = envs.reset(seed=1_000_000)
    outcomes = np.full(games, np.nan)
    while np.isnan(outcomes).any():
        seen = {"observation": torch.as_tensor(observations), "action_mask": torch.as_tensor(infos["action_mask"]) > 0}
        actions = policy(TensorDict({"agents": seen}, [games]))["agents", "action"]
        observations, rewards, terminated, truncated, infos = envs.step(actions.numpy())
        first_end = (terminated | truncated) & np.isnan(outcomes)
        outcomes[first_end] = (rewards[first_end] + 1) / 2
    return outcomes.mean()


torch.manual_seed(0)
torch.set_num_threads(1)  # more only slow down networks this small
game = tablero_v0.raw_env(mask_in="info")  # so that observations are plain tensors
env = PettingZooWrapper(game, use_mask=True, group_map=MarlGroupMapType.ALL_IN_ONE_GROUP)
env.set_seed(0)
inputs = env.observation_spec["agents", "observation"].shape[-1]
actions = env.observation_spec["agents", "action_mask"].shape[-1]
policy = ProbabilisticActor(
    TensorDictModule(MLP(inputs, actions, num_cells=[256, 256]), [("agents", "observation")], [("agents", "logits")]),
    in_keys={"logits": ("agents", "logits"), "mask": ("agents", "action_mask")},
    out_keys=[("agents", "action")],
    distribution_class=MaskedCategorical,
    return_log_prob=True,
)
critic = ValueOperator(
    MLP(inputs, 1, num_cells=[256, 256]), in_keys=[("agents", "observation")], out_keys=[("agents", "state_value")]
)
gae = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
loss = ClipPPOLoss(policy, critic, entropy_coeff=0.01, normalize_advantage=True)
for part in gae, loss:
    names = {name: ("agents", name) for name in ("reward", "done", "terminated", "advantage", "value_target")}
    part.set_keys(value=("agents", "state_value"), **names)
loss.set_keys(action=("agents", "action"), sample_log_prob=("agents", "action_log_prob"))
optimizer = torch.optim.Adam(loss.parameters(), lr=5e-4)

print(f"win rate against random: {win_rate(policy):.2f}")
for batch, data in enumerate(Collector(env, policy, frames_per_batch=FRAMES, total_frames=BATCHES * FRAMES), start=1):
    with torch.no_grad():
        gae(data)
    decisions = data["agents"][data["agents", "mask"]]  # only the seat to move decided anything
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(decisions)).split(MINIBATCH):
            losses = loss(TensorDict({"agents": decisions[rows]}, [len(rows)]))
            optimizer.zero_grad()
            (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
            torch.nn.utils.clip_grad_norm_(loss.parameters(), 1.0)
            optimizer.step()
    if batch % 6 == 0:
        print(f"win rate against random: {win_rate(policy):.2f}")
