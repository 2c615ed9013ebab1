"""Advantages by seat, on toy games where they can be worked out by hand."""

import numpy as np
import pytest
from stable_baselines3.common.callbacks import BaseCallback

from ludarium_training.ppo import OpponentsConfig, PPOConfig, SelfPlayPPO
from ludarium_training.selfplay import SelfPlayVecEnv
from tests.training.toys import Episode, ReadsValue, ScriptedGames

SCRIPTS = {
    2: [
        Episode([(0, 0.1), (1, 0.2), (0, 0.3), (0, 0.4), (1, 0.5)], (1.0, -1.0)),
        Episode([(1, -0.1), (1, -0.2), (1, 0.6)], (-1.0, 1.0)),  # seat 0 never decides
        Episode([(0, 0.7), (1, 0.25), (1, 0.15), (0, -0.3)], (0.0, 0.0), truncated=True),
    ],
    3: [
        Episode([(0, 0.1), (1, 0.2), (2, 0.3), (2, -0.4), (0, 0.5), (1, 0.6)], (-0.5, 1.0, -0.5)),
        Episode([(2, 0.35), (1, 0.45), (1, 0.05), (2, 0.15)], (-0.5, -0.5, 1.0)),
    ],
    4: [
        Episode(
            [(3, 0.1), (0, 0.2), (1, 0.3), (2, 0.4), (3, 0.5), (3, 0.6), (0, 0.7), (2, 0.8)], (1.0, -0.3, -0.4, -0.3)
        ),
        Episode([(1, 0.9), (2, 0.05), (3, 0.15)], (-1 / 3, -1 / 3, 1.0, -1 / 3)),
    ],
}


class Rollouts(BaseCallback):
    """Keeps what every rollout taught: number of the decision, advantage and return; and what it ended with."""

    def __init__(self):
        super().__init__()
        self.learnt, self.played = [], []

    def _on_step(self):
        return True

    def _on_rollout_end(self):
        buffer = self.model.rollout_buffer
        rows = np.flatnonzero(buffer.known)
        numbers = buffer.observations[rows, 1].astype(int).tolist()
        returns = buffer.advantages + buffer.values
        self.learnt.append(dict(zip(numbers, zip(buffer.advantages[rows], returns[rows], strict=True), strict=True)))
        assert len(self.learnt[-1]) == len(rows)
        grid = buffer.observations[: buffer.buffer_size * buffer.n_envs].reshape(buffer.buffer_size, buffer.n_envs, 2)
        self.played.append((grid.copy(), buffer.movers.copy(), buffer.ended.copy(), buffer.rewards.copy()))


def train(script, seats, games, decisions, rollouts, gamma=1.0, gae_lambda=0.95):
    env = SelfPlayVecEnv(ScriptedGames(script, seats, games))
    config = PPOConfig(games=games, decisions=decisions, batch_size=64, epochs=1, gamma=gamma, gae_lambda=gae_lambda)
    model = SelfPlayPPO(env, ReadsValue, config, OpponentsConfig(), seed=1)
    seen = Rollouts()
    model.learn(games * decisions * rollouts, callback=seen)
    return seen


def expected(seen, game, seats, gamma, lam):
    """The same from the definition, for one game: rollout by rollout, seat by seat, forwards."""
    told = []
    pending = dict.fromkeys(range(seats))  # the open decision of a seat: (number, value)
    for grid, movers, ended, rewards in seen.played:
        chains = {seat: [[pending[seat]]] if pending[seat] else [[]] for seat in range(seats)}
        ends = {seat: [] for seat in range(seats)}  # what ends a chain: a reward, or None if the rollout does
        for step in range(len(grid)):
            value, number = grid[step, game]
            chains[movers[step, game]][-1].append((int(number), value))
            if ended[step, game]:
                for seat in range(seats):
                    chains[seat].append([])
                    ends[seat].append(rewards[step, game, seat])
        learnt = {}
        for seat in range(seats):
            for chain, end in zip(chains[seat], [*ends[seat], None], strict=True):
                pending[seat] = None
                if end is None and chain:
                    pending[seat] = chain[-1]
                for k, (number, value) in enumerate(chain[: len(chain) - (end is None)]):
                    # The sum of all later errors, each weighted by (γλ)^j.
                    advantage = 0.0
                    for j in range(k, len(chain) - (end is None)):
                        after = gamma * chain[j + 1][1] if j + 1 < len(chain) else end
                        advantage += (gamma * lam) ** (j - k) * (after - chain[j][1])
                    learnt[number] = advantage, advantage + value
        told.append(learnt)
    return told


def test_two_seats_by_hand():
    """λ = 1/2: seat 0 decides at 0.1, 0.3 and 0.4 and is paid 1; seat 1 ends the game, at 0.2 and 0.5, and pays 1."""
    seen = train(SCRIPTS[2][:1], 2, games=1, decisions=5, rollouts=1, gae_lambda=0.5)
    advantages = [float(seen.learnt[0][k][0]) for k in range(5)]
    assert advantages == pytest.approx(
        [0.2 + 0.5 * (0.1 + 0.5 * 0.6), 0.3 + 0.5 * -1.5, 0.1 + 0.5 * 0.6, 1 - 0.4, -1 - 0.5], abs=1e-6
    )


def test_three_seats_by_hand():
    """λ = 1, so all that counts is the end: a decision's return is its seat's reward, whoever ended the game."""
    seen = train(SCRIPTS[3][:1], 3, games=1, decisions=6, rollouts=1, gae_lambda=1.0)
    returns = [float(seen.learnt[0][k][1]) for k in range(6)]
    assert returns == pytest.approx([-0.5, 1.0, -0.5, -0.5, -0.5, 1.0], abs=1e-6)


def test_four_seats_by_hand():
    """λ = 0 and γ = 1/2: half the value of the seat's next decision, or its reward, less the decision's own value."""
    seen = train(SCRIPTS[4][:1], 4, games=1, decisions=8, rollouts=1, gamma=0.5, gae_lambda=0.0)
    advantages = [float(seen.learnt[0][k][0]) for k in range(8)]
    by_hand = [0.25 - 0.1, 0.35 - 0.2, -0.3 - 0.3, 0.4 - 0.4, 0.3 - 0.5, -0.3 - 0.6, 1.0 - 0.7, -0.4 - 0.8]
    assert advantages == pytest.approx(by_hand, abs=1e-6)


def test_the_last_decisions_of_a_rollout_wait_for_what_follows():
    """Two decisions a rollout of seats 0, 1, 0, 0, 1: what is learnt when, and from which value."""
    seen = train(SCRIPTS[2][:1], 2, games=1, decisions=2, rollouts=3, gae_lambda=0.5)
    first, second, third = seen.learnt
    assert first == {}  # 0.1 and 0.2 are open: nobody has decided again
    assert sorted(second) == [0, 2]
    assert float(second[2][0]) == pytest.approx(0.4 - 0.3, abs=1e-6)
    assert float(second[0][0]) == pytest.approx(0.3 - 0.1 + 0.5 * 0.1, abs=1e-6)
    assert sorted(third) == [1, 3, 4]  # the end pays seat 0's decision from the rollout before
    assert float(third[3][0]) == pytest.approx(1 - 0.4, abs=1e-6)
    assert float(third[1][0]) == pytest.approx(0.3 + 0.5 * -1.5, abs=1e-6)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("gamma", "lam"), [(1.0, 0.97), (0.9, 0.8), (1.0, 1.0)])
@pytest.mark.parametrize("decisions", [1, 4, 7, 30])
def test_advantages_are_those_of_the_definition(seats, gamma, lam, decisions):
    games = 3
    seen = train(SCRIPTS[seats], seats, games, decisions, rollouts=60 // decisions, gamma=gamma, gae_lambda=lam)
    wanted = [expected(seen, game, seats, gamma, lam) for game in range(games)]
    for k, learnt in enumerate(seen.learnt):
        merged = {number: pair for told in wanted for number, pair in told[k].items()}
        assert learnt.keys() == merged.keys()
        for number, pair in merged.items():
            assert learnt[number] == pytest.approx(pair, abs=1e-5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_decision_is_learnt_from_exactly_once(seats):
    seen = train(SCRIPTS[seats], seats, games=2, decisions=3, rollouts=30)
    numbers = [number for learnt in seen.learnt for number in learnt]
    assert len(numbers) == len(set(numbers))
    played = {int(number) for grid, *_ in seen.played for number in grid[:, :, 1].ravel()}
    assert played >= set(numbers)
    assert len(played) - len(numbers) <= 2 * seats  # those still open


def test_a_truncated_game_is_a_result_of_nothing():
    seen = train([SCRIPTS[2][2]], 2, games=1, decisions=4, rollouts=1, gae_lambda=1.0)
    assert [float(seen.learnt[0][k][1]) for k in range(4)] == pytest.approx([0.0] * 4, abs=1e-6)


def test_learning_anew_forgets_open_decisions():
    """`learn` resets the games by default: nothing of the broken-off episodes may follow into the new ones."""
    env = SelfPlayVecEnv(ScriptedGames(SCRIPTS[2][:1], 2, 1))
    model = SelfPlayPPO(env, ReadsValue, PPOConfig(games=1, decisions=2), OpponentsConfig())
    model.learn(2)
    seen = Rollouts()
    model.learn(2, callback=seen)
    assert seen.learnt == [{}]
