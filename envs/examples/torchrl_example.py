"""TorchRL: PPO by self-play on Tablero di Berona through PettingZooWrapper; one network plays both seats.

pip install ludarium[torchrl] && python torchrl_example.py
"""

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import MarlGroupMapType, PettingZooWrapper
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from ludarium import tablero_v0
from ludarium.single import VectorSingleAgentEnv

FRAMES = 2048  # decisions in a batch, of both seats together
BATCHES = 40
EPOCHS = 4
MINIBATCH = 512

torch.manual_seed(0)

# All seats in one group, "agents"; its "mask" says whose turn it is, its "action_mask" what is legal.
env = PettingZooWrapper(
    tablero_v0.raw_env(mask_in="info"), use_mask=True, group_map=MarlGroupMapType.ALL_IN_ONE_GROUP, seed=0
)
numbers = env.observation_spec["agents", "observation"].shape[-1]
actions = env.observation_spec["agents", "action_mask"].shape[-1]

network = MLP(numbers, actions, num_cells=[256, 256], activation_class=torch.nn.Tanh)
policy = ProbabilisticActor(
    TensorDictModule(network, in_keys=[("agents", "observation")], out_keys=[("agents", "logits")]),
    in_keys={"logits": ("agents", "logits"), "mask": ("agents", "action_mask")},
    out_keys=[("agents", "action")],
    distribution_class=MaskedCategorical,
    return_log_prob=True,
)
critic = ValueOperator(
    MLP(numbers, 1, num_cells=[256, 256], activation_class=torch.nn.Tanh),
    in_keys=[("agents", "observation")],
    out_keys=[("agents", "state_value")],
)
gae = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
loss = ClipPPOLoss(policy, critic, entropy_coeff=0.01, normalize_advantage=True)
for part in gae, loss:
    part.set_keys(
        **{key: ("agents", key) for key in ("advantage", "value_target", "reward", "done", "terminated")},
        value=("agents", "state_value"),
    )
loss.set_keys(action=("agents", "action"), sample_log_prob=("agents", "action_log_prob"))
optimizer = torch.optim.Adam(loss.parameters(), lr=5e-4)


@torch.no_grad()
def win_rate(games=1000):
    """How often the policy beats random play; it plays its first game at every one of these tables, in either seat."""
    tables = VectorSingleAgentEnv("tablero", games, opponent="random")
    observations, infos = tables.reset(seed=1)
    results, running = torch.zeros(games), torch.ones(games, dtype=torch.bool)
    while running.any():
        seen = {
            "observation": torch.from_numpy(observations),
            "action_mask": torch.from_numpy(infos["action_mask"]) > 0,
        }
        moves = policy(TensorDict({"agents": seen}, [games]))["agents", "action"]
        observations, rewards, terminated, truncated, infos = tables.step(moves.numpy())
        results += torch.from_numpy(rewards) * running
        running &= ~torch.from_numpy(terminated | truncated)
    return (1 + results.mean().item()) / 2


import time

T = time.time()
print(f"win rate against random: {win_rate():.2f}")
for number, data in enumerate(Collector(env, policy, frames_per_batch=FRAMES, total_frames=BATCHES * FRAMES), start=1):
    t = time.time()
    with torch.no_grad():
        gae(data)
    decisions = data["agents"][data["agents", "mask"]]  # of the seat to move; the other one did not act
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(decisions)).split(MINIBATCH):
            losses = loss(TensorDict({"agents": decisions[chosen]}, [len(chosen)]))
            optimizer.zero_grad()
            sum(value for key, value in losses.items() if key.startswith("loss_")).backward()
            torch.nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            optimizer.step()
    print(number, time.time() - T, time.time() - t)
    if number % 5 == 0:
        print(f"win rate against random: {win_rate():.2f}", flush=True)
