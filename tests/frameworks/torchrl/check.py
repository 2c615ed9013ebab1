"""TorchRL on every game: its own check of environments, and games of its wrapper replayed on the raw environment."""

import logging
import warnings

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torchrl.envs import GymWrapper, MarlGroupMapType, PettingZooWrapper, check_env_specs
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor

import ludarium
from ludarium.aec import make_env, make_raw_env

CASES = [
    ("dice_matrix", {}),
    ("dice_matrix", {"games": 2, "first_player": "random", "reward": "margin"}),
    ("tablero", {}),
    ("tablero", {"games": 2, "max_turns": 12}),  # truncated
    ("matrio", {}),
    ("dicefest", {}),
    ("dicefest", {"players": 3, "first_player": "random", "reward": "margin"}),
    ("dicefest", {"players": 4, "first_player": 3}),
]
EPISODES = 3
TOGETHER = MarlGroupMapType.ALL_IN_ONE_GROUP  # the group is called "agents"


def untrained_policy(env):
    """A network that has learnt nothing: masks alone keep its actions legal, else the raw environment raises."""
    numbers = env.observation_spec["agents", "observation"].shape[-1]
    actions = env.observation_spec["agents", "action_mask"].shape[-1]
    return ProbabilisticActor(
        TensorDictModule(MLP(numbers, actions), in_keys=[("agents", "observation")], out_keys=[("agents", "logits")]),
        in_keys={"logits": ("agents", "logits"), "mask": ("agents", "action_mask")},
        out_keys=[("agents", "action")],
        distribution_class=MaskedCategorical,
    )


def check_replay(game, options, policy_of=lambda env: None):
    """What the wrapper recorded, decision for decision on the raw environment."""
    env = PettingZooWrapper(make_raw_env(game, mask_in="info", **options), use_mask=True, group_map=TOGETHER)
    env.set_seed(1)
    raw = make_raw_env(game, **options)
    raw.reset(seed=1)
    for _ in range(EPISODES):
        raw.reset()
        for step in env.rollout(100_000, policy_of(env)):
            seat = raw.possible_agents.index(raw.agent_selection)
            now, then = step["agents"], step["next", "agents"]
            assert now["mask"].tolist() == [k == seat for k in range(len(raw.agents))], "another seat is to move"
            mask = raw.observe(raw.agent_selection)["action_mask"]
            assert now["action_mask"][seat].tolist() == mask.astype(bool).tolist(), "another mask"
            raw.step(now["action"][seat].item())
            for k, agent in enumerate(raw.possible_agents):
                assert (then["observation"][k].numpy() == raw.observe(agent)["observation"]).all(), "other observations"
                assert then["reward"][k].item() == torch.tensor(raw.rewards[agent]).item(), f"{agent} is paid wrongly"
                assert then["terminated"][k].item() == raw.terminations[agent], f"{agent} terminated"
                assert then["truncated"][k].item() == raw.truncations[agent], f"{agent} truncated"
        assert all(raw.terminations.values()) or all(raw.truncations.values()), "the game is not over"
        assert step["next", "done"].item(), "the rollout has not ended"


torch.set_num_threads(1)
warnings.simplefilter("ignore")  # TorchRL names the PettingZoo version it is tested with
logging.getLogger("torchrl").setLevel(logging.ERROR)
for game, options in CASES:
    for mask_in in "observation", "info":
        for groups in MarlGroupMapType.ONE_GROUP_PER_AGENT, TOGETHER:
            env = make_env(game, mask_in=mask_in, **options)
            check_env_specs(PettingZooWrapper(env, use_mask=True, group_map=groups), seed=0)
    check_replay(game, options)
    check_replay(game, options, untrained_policy)
    print(f"TorchRL's own check, {2 * EPISODES} games replayed: {game} {options}", flush=True)
for name in ludarium.GAMES.values():
    check_env_specs(GymWrapper(gymnasium.make(f"ludarium/{name}-v0")), seed=0)
    check_env_specs(GymWrapper(gymnasium.make_vec(f"ludarium/{name}-v0", num_envs=8)), seed=0)
    print(f"TorchRL's own check of the Gymnasium environments: {name}", flush=True)
