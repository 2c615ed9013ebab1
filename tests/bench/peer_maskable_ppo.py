"""MaskablePPO on PettingZoo's connect_four as its tutorial does it: one game, one policy for whoever is on move.

Run in the environment of that peer; prints steps a second as JSON.
"""

import json
import time

import gymnasium
from pettingzoo.classic import connect_four_v3
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker

STEPS = 3 * 2048  # rollouts of the size that MaskablePPO has by default


class WhoeverMoves(gymnasium.Env):
    """The AEC environment as one agent's: every step is the next player's."""

    def __init__(self):
        self.env = connect_four_v3.env()
        self.env.reset()
        agent = self.env.possible_agents[0]
        self.observation_space = self.env.observation_space(agent)["observation"]
        self.action_space = self.env.action_space(agent)

    def reset(self, seed=None, options=None):
        self.env.reset(seed)
        return self.env.last()[0]["observation"], {}

    def step(self, action):
        mover = self.env.agent_selection
        self.env.step(action)
        observation, _, terminated, truncated, _ = self.env.last()
        return observation["observation"], float(self.env.rewards.get(mover, 0)), terminated, truncated, {}

    def action_mask(self):
        return self.env.last()[0]["action_mask"]


if __name__ == "__main__":
    model = MaskablePPO("MlpPolicy", ActionMasker(WhoeverMoves(), lambda env: env.action_mask()), seed=0, device="cpu")
    model.learn(2048)
    started = time.perf_counter()
    model.learn(STEPS)
    print(json.dumps({"connect_four": STEPS / (time.perf_counter() - started)}))
