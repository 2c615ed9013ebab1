"""RLlib on every game: its own check of environments, whole games through its env runner, and PPO for one iteration."""

import math

import gymnasium
import numpy as np
from pettingzoo.utils.env_logger import EnvLogger
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.rllib.utils.pre_checks.env import check_multiagent_environments

import ludarium
from ludarium.aec import make_raw_env
from ludarium.errors import BadOption
from ludarium.rllib import RLlibEnv

CASES = [
    {"game": "dice_matrix"},
    {"game": "dice_matrix", "games": 2, "first_player": "random", "reward": "margin"},
    {"game": "tablero"},
    {"game": "tablero", "games": 2, "max_turns": 12},  # truncated
    {"game": "matrio"},
    {"game": "dicefest"},
    {"game": "dicefest", "players": 3, "first_player": "random", "reward": "margin"},
    {"game": "dicefest", "players": 4, "first_player": 3},
]
EPISODES = 5


def ppo(case):
    return (
        PPOConfig()
        .environment(RLlibEnv, env_config=case)
        .env_runners(num_env_runners=0)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, *args, **kwargs: "shared")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .training(train_batch_size_per_learner=400, minibatch_size=100, num_epochs=1)
        .debugging(seed=0, log_level="ERROR")
    )


def check_replay(case, runner):
    """What RLlib recorded, decision for decision on the raw environment, which would raise on an illegal action."""
    options = dict(case)
    env = make_raw_env(options.pop("game"), **options)
    env.reset(seed=runner._seed)
    for episode in runner.sample(num_episodes=EPISODES):
        played = dict.fromkeys(env.agents, 0)
        while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            agent = env.agent_selection
            recorded, t = episode.agent_episodes[agent], played[agent]
            seen, expected = recorded.get_observations(t), env.observe(agent)
            np.testing.assert_array_equal(seen["observations"], expected["observation"])
            np.testing.assert_array_equal(seen["action_mask"], expected["action_mask"])
            env.step(recorded.get_actions(t))
            played[agent] += 1
        assert episode.is_terminated == env.terminations["player_0"], "terminated"
        assert episode.is_truncated == env.truncations["player_0"], "truncated"
        for agent in env.agents:
            recorded = episode.agent_episodes[agent]
            assert len(recorded) == played[agent], f"{agent} has another number of decisions"
            assert not np.any(recorded.get_rewards()[:-1]), f"{agent} was paid before the end"
            assert recorded.get_rewards(-1) == env.rewards[agent], f"{agent} was paid wrongly"
            assert recorded.is_terminated == env.terminations[agent], f"{agent} terminated"
            assert recorded.is_truncated == env.truncations[agent], f"{agent} truncated"
            np.testing.assert_array_equal(
                recorded.get_observations(-1)["observations"], env.observe(agent)["observation"]
            )
        env.reset()


def check_forfeits(runner):
    """Random actions without masks: the game ends at the first illegal one, even if others have not moved yet."""
    for episode in runner.sample(num_episodes=EPISODES, random_actions=True):
        assert episode.is_done and episode.get_return() == -1.0


def check_bad_options():
    for config in {}, {"game": "tablera"}, {"game": "tablero", "mask_in": "info"}, {"game": "tablero", "gams": 2}:
        try:
            RLlibEnv(config)
        except BadOption:
            continue
        raise AssertionError(f"{config} was accepted")


gymnasium.logger.min_level = gymnasium.logger.ERROR  # RLlib registers the environment anew for every runner
EnvLogger.suppress_output()  # and its check plays illegal actions
for case in CASES:
    check_multiagent_environments(RLlibEnv(case))
    runner = MultiAgentEnvRunner(config=ppo(case))
    check_replay(case, runner)
    check_forfeits(runner)
    print(f"RLlib's own check, {EPISODES} games replayed, forfeits: {case}", flush=True)
for game in ludarium.GAMES:
    algorithm = ppo({"game": game}).build_algo()
    learner = algorithm.train()["learners"]["shared"]
    assert math.isfinite(learner["total_loss"]) and math.isfinite(learner["entropy"])
    algorithm.stop()
    print(f"an iteration of PPO: {game}", flush=True)
assert "points" in RLlibEnv({"game": "tablero", "render_mode": "ansi"}).render()
check_bad_options()
print("rendering, bad options")
