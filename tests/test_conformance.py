"""What every environment must do, for every game and variant: PettingZoo's own tests, and a stricter suite."""

import copy
import json
import pickle
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from ludarium import IllegalAction
from tests.play import legal_actions, over, play_to_end, random_play, same

DICT_WARNINGS = (  # api_test gives these to every game with dict observations that is not on its own list
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


@pytest.mark.parametrize("wrapped", [False, True], ids=["raw", "wrapped"])
def test_api_with_dict_observations(make, make_wrapped, wrapped, capsys):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test((make_wrapped if wrapped else make)(), num_cycles=100)
    zeros = {"Action mask numpy array is all zeros (no legal actions)."}  # for the terminal observation
    assert {str(w.message) for w in caught} - set(DICT_WARNINGS) - zeros == set()


@pytest.mark.parametrize("wrapped", [False, True], ids=["raw", "wrapped"])
def test_api_with_masks_in_info_without_a_warning(make, make_wrapped, wrapped, capsys):
    api_test((make_wrapped if wrapped else make)(mask_in="info"), num_cycles=100)


def test_seed(make, make_wrapped):
    seed_test(make, num_cycles=200)
    seed_test(make_wrapped, num_cycles=50)


def test_mask_is_one_exactly_for_the_accepted_actions(make):
    """That the mask is *right* is proved against the reference; this proves that the environment goes by it."""
    env = make()
    env.reset(seed=3)
    for step, _ in enumerate(random_play(env, 3)):
        if over(env) or step % 11:
            continue
        legal = set(legal_actions(env))
        before = env.position()
        for action in range(env.game.actions):
            twin = env.clone()
            if action in legal:
                twin.step(action)
                assert twin.position() != before or over(twin)
            else:
                with pytest.raises(IllegalAction):
                    twin.step(action)
                assert twin.position() == before


def test_masks_of_other_agents_and_after_the_end_are_empty(make):
    env = make()
    env.reset(seed=4)
    for _ in random_play(env, 4):
        for agent in env.possible_agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert bool(mask.any()) == (agent == env.agent_selection and not over(env))


def test_observations_lie_in_their_space_terminal_ones_too(make):
    env = make()
    for seed in range(3):
        env.reset(seed=seed)
        for agent in env.possible_agents:
            assert env.observation_space(agent).contains(env.observe(agent))
        for _ in random_play(env, seed):
            for agent in env.possible_agents:
                observation = env.observe(agent)
                assert env.observation_space(agent).contains(observation)
                assert observation["observation"].any()


def test_observations_and_masks_are_fresh_arrays(make):
    env = make()
    env.reset(seed=5)
    kept = env.observe(env.agent_selection)
    copied = copy.deepcopy(kept)
    for _ in random_play(env, 5, 10):
        env.observe(env.agent_selection)["observation"][:] = 7
        env.observe(env.agent_selection)["action_mask"][:] = 7
    assert same(kept, copied)


def test_masks_in_info_are_the_same_object_until_the_next_step(make):
    env, other = make(mask_in="info"), make()
    env.reset(seed=6)
    other.reset(seed=6)
    before = None
    for _ in zip(random_play(env, 6), random_play(other, 6), strict=True):
        kept = {agent: env.infos[agent]["action_mask"] for agent in env.possible_agents}
        assert env.last()[4]["action_mask"] is kept[env.agent_selection]
        assert before is None or kept[env.agent_selection] is not before, "a step makes a fresh mask"
        before = kept[env.agent_selection]
        for agent in env.possible_agents:
            env.observe(agent)
            mask = env.infos[agent]["action_mask"]
            assert mask is kept[agent]
            assert same(mask, other.observe(agent)["action_mask"])
            assert same(env.observe(agent), other.observe(agent)["observation"])
    assert all(other.infos[agent] == {} for agent in other.agents)


def test_all_seats_end_together_and_rewards_sum_to_zero(make):
    env = make()
    for seed in range(10):
        env.reset(seed=seed)
        for _ in random_play(env, seed):
            ends = {(env.terminations[a], env.truncations[a]) for a in env.agents}
            assert len(ends) == 1
            assert env.agents == env.possible_agents
            assert sum(env.rewards.values()) == pytest.approx(0)
            if not over(env):
                assert set(env.rewards.values()) == {0}
        final = dict(env.rewards)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            assert terminated or truncated
            assert reward == final[agent]
            env.step(None)
        assert env.agents == []


def test_copies_have_the_same_state_and_the_same_future(make):
    env = make()
    env.reset(seed=7)
    for _ in random_play(env, 7, 9):
        pass
    state = env.get_state()
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env.clone()]
    futures = []
    for twin in twins:
        assert twin.position() == env.position()
        futures.append(transcript(twin))
    env_future = transcript(env)
    env.set_state(state)
    futures.append(transcript(env))
    assert all(future == env_future for future in futures)


def transcript(env):
    """Everything that can be seen of an episode played on from here, and of the one after it."""
    seen = []
    for episode in range(2):
        for _ in random_play(env, 8):
            agent = env.agent_selection
            seen.append((agent, env.position(), env.observe(agent)["observation"].tobytes(), dict(env.rewards)))
        if episode == 0:
            env.reset()
            seen.append(env.position())
    return seen


def test_wrapped_environments_can_be_copied(make_wrapped):
    env = make_wrapped()
    env.reset(seed=7)
    for _ in random_play(env, 7, 5):
        pass
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert play_to_end(twin, 1).unwrapped.position() == play_to_end(copy.deepcopy(env), 1).unwrapped.position()


def test_positions_go_out_and_in_at_every_step(make):
    env, other = make(), make()
    env.reset(seed=8)
    for _ in random_play(env, 8):
        position = env.position()
        assert json.loads(json.dumps(position)) == position
        if over(env):
            assert position["to_move"] is None
            break
        other.reset(seed=1, options={"position": position})
        assert other.position() == position
        assert other.agent_selection == env.agent_selection
        assert same(other.observe(env.agent_selection), env.observe(env.agent_selection))


def test_a_game_goes_on_from_a_position_as_it_was(make):
    """Chance depends on seed and number alone, so a reloaded position with the same seed has the same future."""
    env, other = make(), make()
    env.reset(seed=9)
    for _ in random_play(env, 9, 12):
        pass
    other.reset(seed=9, options={"position": env.position()})
    play_to_end(env, 10)
    play_to_end(other, 10)
    assert other.position() == env.position()
    assert other.rewards == env.rewards


def test_reset_without_a_seed_goes_on_from_the_generator(make):
    env, other = make(), make()
    for e in (env, other):
        e.reset(seed=11)
    play_to_end(env, 1)
    for _ in random_play(other, 2, 3):
        pass
    env.reset()
    other.reset()
    assert env.position() == other.position()
    env.reset(seed=11)
    assert play_to_end(env, 3).position() != play_to_end(other, 3).position()


def test_every_action_has_a_name_at_any_time(make):
    env = make()
    for seed in range(12, 18):
        env.reset(seed=seed)
        for _ in random_play(env, seed):
            names = [env.action_name(a) for a in legal_actions(env)] if not over(env) else []
            assert len(set(names)) == len(names), "two legal actions have the same name"
    assert all(env.action_name(a) for a in range(env.game.actions))


def test_ansi_board_at_every_step(make):
    env = make(render_mode="ansi")
    env.reset(seed=13)
    for _ in random_play(env, 13):
        board = env.render()
        assert isinstance(board, str)
        assert max(map(len, board.splitlines())) <= 120


def test_illegal_actions_in_the_wrapped_environment_cost_the_offender_one(make_wrapped):
    env = make_wrapped()
    env.reset(seed=14)
    offender = env.agent_selection
    illegal = next(a for a in range(env.action_space(offender).n) if a not in legal_actions(env))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(illegal)
    assert all(env.terminations.values())
    paid = {agent: -1.0 if agent == offender else 0 for agent in env.possible_agents}
    assert env.rewards == paid
    for ended in (env.unwrapped, env.unwrapped.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert all(ended.terminations.values())
        assert ended.rewards == paid
        assert not any(ended.observe(agent)["action_mask"].any() for agent in env.possible_agents)
    for agent in env.agent_iter():
        assert env.last()[1] == paid[agent]
        env.step(None)
    env.reset(seed=14)
    assert not any(env.terminations.values())


def test_an_illegal_action_ends_the_game_with_masks_in_info_too(make_wrapped):
    env = make_wrapped(mask_in="info")
    env.reset(seed=14)
    illegal = next(a for a in range(env.action_space("player_0").n) if a not in legal_actions(env))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(illegal)
    assert all(env.terminations.values())
    assert not any(info["action_mask"].any() for info in env.infos.values())


def test_the_wrapped_environment_knows_what_is_legal_after_set_state(make_wrapped):
    """PettingZoo's own wrapper remembers the last mask it saw, which says nothing about another state."""
    env = make_wrapped()
    env.reset(seed=15)
    start = env.unwrapped.get_state()
    first = legal_actions(env)
    for _ in random_play(env, 15):
        if over(env):
            break
        here = env.unwrapped.get_state()
        env.last()
        env.unwrapped.set_state(start)
        env.step(first[-1])
        assert not (over(env) and -1.0 in env.rewards.values() and env.unwrapped.position()["to_move"] is not None)
        env.unwrapped.set_state(here)


def test_all_agents_share_spaces_that_are_always_the_same_object(make):
    env = make()
    first = env.possible_agents[0]
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.observation_space(agent) == env.observation_space(first)
        assert env.action_space(agent) == env.action_space(first)
