"""Opponents from the pool: seats kept for whole episodes, snapshots that never change, decisions not learnt from."""

from itertools import pairwise

import numpy as np
import pytest
import torch
from stable_baselines3.common.callbacks import BaseCallback

from ludarium.registry import load
from ludarium_training.networks import NetworkConfig, build_network
from ludarium_training.pool import LEARNER, OpponentsConfig, Pool
from tests.training.test_ppo import make, rollouts

GAME = load("matrio")


def pool_of(games=400, seats=4, **settings):
    return Pool(OpponentsConfig(**settings), GAME, games, seats)


def begun(pool, seed=0):
    pool.begin(np.arange(len(pool.players)), np.random.default_rng(seed))
    return pool.players


def test_a_share_of_the_games_has_one_learner_and_others():
    players = begun(pool_of(games=4000, share=0.25, agents=("random", "greedy")))
    alone = (players == LEARNER).sum(axis=1)
    assert set(alone) == {1, 4}
    assert (alone == 1).mean() == pytest.approx(0.25, abs=0.03)
    seats = np.argmax(players[alone == 1] == LEARNER, axis=1)
    assert np.bincount(seats) / len(seats) == pytest.approx([0.25] * 4, abs=0.06)
    drawn = players[alone == 1]
    assert (drawn == 0).sum() == pytest.approx((drawn == 1).sum(), rel=0.15)


def test_without_agents_or_snapshots_the_learner_plays_every_seat():
    assert (begun(pool_of(share=1.0)) == LEARNER).all()


def test_snapshots_and_agents_share_the_pools_seats():
    pool = pool_of(games=4000, share=1.0, snapshots=2, agents=("random",), agents_share=0.3)
    network = build_network(GAME, NetworkConfig(trunk=(8,)))
    for _ in range(3):
        pool.add_snapshot(network)
    players = begun(pool)
    others = players[players != LEARNER]
    assert set(others) == {0, 2, 3}  # the first snapshot, number 1, has made room
    assert (others == 0).mean() == pytest.approx(0.3, abs=0.03)


def test_a_snapshot_stays_until_its_last_game_ends():
    pool = pool_of(share=1.0, snapshots=1)
    network = build_network(GAME, NetworkConfig(trunk=(8,)))
    pool.add_snapshot(network)
    begun(pool)
    pool.add_snapshot(network)
    assert set(pool.agents) == {0, 1}
    begun(pool)
    pool.add_snapshot(network)
    assert set(pool.agents) == {1, 2}


def test_snapshots_never_change():
    model = make(opponents=OpponentsConfig(share=0.5, snapshots=50, every=1))
    kept = {}

    class Looks(BaseCallback):
        def _on_step(self):
            return True

        def _on_rollout_start(self):
            for number, agent in self.model.pool.agents.items():
                weights = {name: tensor.clone() for name, tensor in agent.network.state_dict().items()}
                before = kept.setdefault(number, weights)
                assert all(torch.equal(before[name], weights[name]) for name in weights)

    model.learn(rollouts(model, 6), callback=Looks())
    assert len(kept) == 5
    assert not any(p.requires_grad for agent in model.pool.agents.values() for p in agent.network.parameters())
    first, last = (list(kept[number].values()) for number in (min(kept), max(kept)))
    assert not all(torch.equal(a, b) for a, b in zip(first, last, strict=True))


def test_only_the_learners_decisions_are_learnt_from_and_seats_are_kept_to_the_end():
    model = make("matrio", opponents=OpponentsConfig(share=1.0, every=1, agents=("random",)), decisions=30)
    seen = []

    class Looks(BaseCallback):
        def _on_step(self):
            buffer = self.model.rollout_buffer
            seen.append((buffer.ended[buffer.pos - 1].copy(), self.model.pool.players.copy()))
            return True

    model.learn(rollouts(model, 4), callback=Looks())
    for (_, before), (ended, after) in pairwise(seen):
        assert (before == after)[~ended].all()
    assert any(ended.any() for ended, _ in seen)
    buffer = model.rollout_buffer
    grid = buffer.known[: buffer.buffer_size * buffer.n_envs].reshape(buffer.ours.shape)
    assert not (grid & ~buffer.ours).any()
    assert 0.15 < buffer.ours.mean() < 0.35  # one seat of four
