"""Gymnasium and plain torch: PPO with action masks learns Tablero di Berona against an opponent that plays at random.

A step goes on to the learner's next decision; the mask of legal actions is in the infos. Ended games begin anew.
"""

import gymnasium
import numpy as np
import torch
from torch import nn

ID = "ludarium:ludarium/Tablero-v0"  # the part before the colon imports ludarium, which registers the games
GAMES, STEPS, UPDATES, EPOCHS, MINIBATCH = 128, 64, 80, 4, 1024
SMOOTHING, CLIP, ENTROPY = 0.95, 0.2, 0.01


class Network(nn.Module):
    def __init__(self, inputs, actions):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.policy, self.value = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, observations, masks):
        features = self.body(observations)
        logits = self.policy(features).masked_fill(masks == 0, -1e9)  # illegal actions are never chosen
        return torch.distributions.Categorical(logits=logits), self.value(features).squeeze(-1)


@torch.no_grad()
def win_rate(network, games=1000):
    """Draws count half. One game from each environment, so that long games count as much as short ones."""
    envs = gymnasium.make_vec(ID, num_envs=games)
    observations, infos = envs.reset(seed=1_000_000)
    outcomes = np.full(games, np.nan)
    while np.isnan(outcomes).any():
        policy, _ = network(torch.as_tensor(observations), torch.as_tensor(infos["action_mask"]))
        observations, rewards, terminated, truncated, infos = envs.step(policy.sample().numpy())
        first_end = (terminated | truncated) & np.isnan(outcomes)
        outcomes[first_end] = (rewards[first_end] + 1) / 2
    return outcomes.mean()


torch.manual_seed(0)
envs = gymnasium.make_vec(ID, num_envs=GAMES)
network = Network(envs.single_observation_space.shape[0], envs.single_action_space.n)
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
observations, infos = envs.reset(seed=0)
for update in range(UPDATES):
    if update % 20 == 0:
        print(f"win rate against random: {win_rate(network):.2f}")
    steps = []
    for _ in range(STEPS):
        seen, masks = torch.as_tensor(observations), torch.as_tensor(infos["action_mask"])
        with torch.no_grad():
            policy, values = network(seen, masks)
        actions = policy.sample()
        observations, rewards, terminated, truncated, infos = envs.step(actions.numpy())
        paid, ended = torch.as_tensor(rewards).float(), torch.as_tensor(terminated | truncated).float()
        steps.append((seen, masks, actions, policy.log_prob(actions), values, paid, ended))
    following = network(torch.as_tensor(observations), torch.as_tensor(infos["action_mask"]))[1].detach()
    advantage, advantages = torch.zeros(GAMES), []
    for *_, values, paid, ended in reversed(steps):  # generalised advantage estimation
        advantage = paid - values + (1 - ended) * (following + SMOOTHING * advantage)
        advantages.insert(0, advantage)
        following = values
    seen, masks, actions, old_log_probs, values, _, _ = (torch.cat(column) for column in zip(*steps, strict=True))
    advantages = torch.cat(advantages)
    returns = values + advantages
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(actions)).split(MINIBATCH):
            policy, values = network(seen[rows], masks[rows])
            ratio = (policy.log_prob(actions[rows]) - old_log_probs[rows]).exp()
            gain = (advantages[rows] - advantages[rows].mean()) / (advantages[rows].std() + 1e-8)
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            value_loss = 0.5 * (values - returns[rows]).pow(2).mean()
            loss = policy_loss + value_loss - ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
print(f"win rate against random: {win_rate(network):.2f}")
