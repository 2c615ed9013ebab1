"""Stable-Baselines3: stock MaskablePPO learns Tablero di Berona against an opponent that plays at random.

The environment plays all its games on the batched engine and gives MaskablePPO the masks of all of them at once.
"""

import numpy as np
from sb3_contrib import MaskablePPO

from ludarium_training.sb3 import LudariumVecEnv


def win_rate(model, games=1000):
    """Draws count half. One game from each environment, so that long games count as much as short ones."""
    env = LudariumVecEnv("tablero", games)
    env.seed(1_000_000)
    observations = env.reset()
    outcomes = np.full(games, np.nan)
    while np.isnan(outcomes).any():
        # Masks have to be given to predict: without them it chooses among all actions.
        actions, _ = model.predict(observations, action_masks=env.action_masks())
        observations, rewards, dones, _ = env.step(actions)
        first_end = dones & np.isnan(outcomes)
        outcomes[first_end] = (rewards[first_end] + 1) / 2
    return outcomes.mean()


env = LudariumVecEnv("tablero", num_envs=128)
model = MaskablePPO(
    "MlpPolicy", env, n_steps=64, batch_size=1024, n_epochs=4, gamma=1.0, ent_coef=0.01, learning_rate=1e-3, seed=0
)
print(f"win rate against random: {win_rate(model):.2f}")
for _ in range(4):
    model.learn(100_000, reset_num_timesteps=False)
    print(f"win rate against random: {win_rate(model):.2f}")
