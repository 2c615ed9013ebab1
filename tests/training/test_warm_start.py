"""Imitating a baseline agent before self-play."""

import numpy as np
import pytest
import torch

from ludarium.agents import make_agent
from ludarium.engine.batch import Batch
from ludarium.errors import BadOption
from ludarium.registry import load
from ludarium_training.agents import NetworkAgent
from ludarium_training.ppo import WarmStartConfig
from ludarium_training.warm_start import play
from tests.training.test_ppo import SavesAt, make, rollouts, same

WARM = WarmStartConfig(agent="greedy", games=48)


def agreement(network, game="tablero"):
    """How often the network would do what greedy does in greedy's own games."""
    batch = Batch(load(game), 32)
    batch.seed(5)
    greedy = make_agent("greedy", load(game))
    observations, masks, actions, _ = (t.numpy() for t in play(greedy, batch, 0.0, np.random.default_rng(0)))
    choice = masks.sum(axis=1) > 1
    mine = NetworkAgent(load(game), network).act(observations, masks, np.zeros(0), np.zeros(0, np.uint64))
    return (mine == actions)[choice].mean()


def test_the_network_comes_to_play_like_the_agent():
    cold, warm = make(games=4, decisions=1), make(games=4, decisions=1, warm_start=WARM, batch_size=128)
    warm.learn(1)
    assert agreement(warm.network) > agreement(cold.network) + 0.15


def test_results_belong_to_the_seat_that_decided():
    batch = Batch(load("matrio"), 8)
    batch.seed(2)
    _, masks, actions, paid = play(make_agent("random", load("matrio")), batch, 0.5, np.random.default_rng(0))
    assert (masks.gather(1, actions[:, None]) == 1).all()
    assert len(paid) > 8 * 24
    first_seats = torch.from_numpy(batch.rewards[np.arange(8), batch.finals["starter"]]).float()
    torch.testing.assert_close(paid[:8], first_seats)  # the first decision of every game is its starter's


def test_a_run_that_began_warm_goes_on_to_the_bit():
    whole = make(warm_start=WARM)
    saves = SavesAt(0)
    whole.learn(rollouts(whole, 2), callback=saves)
    other = make(warm_start=WARM, seed=8)
    other.restore_training_state(*saves.saved)
    other.learn(rollouts(other, 2), reset_num_timesteps=False)
    assert same(whole.training_state()[0], other.training_state()[0])


def test_an_unknown_agent_is_refused_at_once():
    with pytest.raises(BadOption, match="no agent 'greedi'"):
        make(warm_start=WarmStartConfig(agent="greedi"))
