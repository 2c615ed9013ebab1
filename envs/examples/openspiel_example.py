"""OpenSpiel's PPO learns Tablero di Berona against a random opponent.

    pip install ludarium[openspiel] torch

OpenSpiel's environments list the legal actions of every time step, and PPO masks all others.
"""

import numpy as np
import pyspiel
import torch
from open_spiel.python.pytorch.ppo import PPO, PPOAgent
from open_spiel.python.rl_environment import ChanceEventSampler, Environment
from open_spiel.python.vector_env import SyncVectorEnv

import ludarium.openspiel  # noqa: F401 (makes the games known to pyspiel)

GAMES = 32  # at once
STEPS = 64  # of every game in a batch
UPDATES, EVALUATE_EVERY = 100, 25


class AgainstRandom(Environment):
    """Player 0 learns, player 1 plays at random; a step goes on to the learner's next decision."""

    def __init__(self, seed):
        game = pyspiel.load_game("ludarium_tablero", {"first_player": seed % 2})
        super().__init__(game, chance_event_sampler=ChanceEventSampler(seed))
        self.rng = np.random.default_rng(seed)

    def reset(self):
        return self.let_opponent_play(super().reset())

    def step(self, actions):
        return self.let_opponent_play(super().step(actions))

    def let_opponent_play(self, time_step):
        while time_step.current_player() == 1:
            time_step = super().step([self.rng.choice(time_step.observations["legal_actions"][1])])
        return time_step


def win_rate(agent, games=1000):
    envs = [AgainstRandom(seed) for seed in range(games)]
    running = [(env, env.reset()) for env in envs]
    score = 0.0
    while running:
        outputs = agent.step([time_step for _, time_step in running], is_evaluation=True)
        played = [(env, env.step([output.action])) for (env, _), output in zip(running, outputs, strict=True)]
        score += sum((1 + time_step.rewards[0]) / 2 for _, time_step in played if time_step.last())
        running = [(env, time_step) for env, time_step in played if not time_step.last()]
    return score / games


torch.set_num_threads(1)  # the networks are too small for more
torch.manual_seed(0)
np.random.seed(0)  # noqa: NPY002 (PPO shuffles its batches with it)
envs = SyncVectorEnv([AgainstRandom(1000 + i) for i in range(GAMES)])
agent = PPO(
    input_shape=envs.observation_spec()["info_state"],
    num_actions=envs.envs[0].action_spec()["num_actions"],
    num_players=2,
    num_envs=GAMES,
    steps_per_batch=STEPS,
    learning_rate=1e-3,
    gamma=1.0,
    agent_fn=PPOAgent,
)
print(f"win rate against random: {win_rate(agent):.2f} before training")
time_steps = envs.reset()
for update in range(1, UPDATES + 1):
    for _ in range(STEPS):
        time_steps, rewards, done, _ = envs.step(agent.step(time_steps), reset_if_done=True)
        agent.post_step([reward[0] for reward in rewards], done)
    agent.learn(time_steps)
    if update % EVALUATE_EVERY == 0:
        print(f"win rate against random: {win_rate(agent):.2f} after {agent.total_steps_done:,} decisions", flush=True)
