"""Self-play PPO on the real games: it plays by the mask, learns, and goes on from a saved state to the bit."""

import json

import numpy as np
import pytest
import torch
from stable_baselines3.common.callbacks import BaseCallback

from ludarium.registry import GAMES, load
from ludarium_training.networks import NetworkConfig
from ludarium_training.ppo import OpponentsConfig, PPOConfig, SelfPlayPPO

SMALL = {"games": 16, "decisions": 12, "batch_size": 64, "epochs": 2}
NETWORK = NetworkConfig(trunk=(32, 16), margin=True)
POOL = OpponentsConfig(share=0.6, snapshots=2, every=1, agents=("random", "greedy"), agents_share=0.4)


def make(game="tablero", options=None, opponents=None, network=NETWORK, seed=3, threads=1, **ppo):
    config = PPOConfig(**(SMALL | ppo))
    return SelfPlayPPO.make(game, options or {}, network, config, opponents or OpponentsConfig(), seed, threads)


def rollouts(model, count):
    return count * model.n_envs * model.n_steps


class SavesAt(BaseCallback):
    """Takes the training state at the beginning of rollout number k."""

    def __init__(self, k):
        super().__init__()
        self.k, self.saved = k, None

    def _on_step(self):
        return True

    def _on_rollout_start(self):
        if self.model.iterations == self.k:
            self.saved = self.model.training_state()


def same(one, other):
    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_trains(game):
    model = make(game, decisions=4)
    before = {name: tensor.clone() for name, tensor in model.network.state_dict().items()}
    model.learn(rollouts(model, 3))
    after = model.network.state_dict()
    assert all(torch.isfinite(tensor).all() for tensor in after.values())
    assert not same(before, after)


@pytest.mark.parametrize("players", [3, 4])
def test_more_players_train(players):
    model = make("dicefest", {"players": players}, POOL, decisions=4)
    model.learn(rollouts(model, 2))
    assert model.rollout_buffer.seats == players


def test_the_first_ratio_is_one():
    """Masks, log-probabilities and rows are the same in the loss as in the rollout."""
    model = make("dice_matrix", epochs=1, batch_size=10**6)
    model.learn(rollouts(model, 1))
    assert model.logger.name_to_value["train/approx_kl"] == pytest.approx(0, abs=1e-6)
    assert model.logger.name_to_value["train/clip_fraction"] == 0


@pytest.mark.parametrize("opponents", [OpponentsConfig(), POOL], ids=["self-play", "pool"])
@pytest.mark.parametrize("game", ["tablero", "matrio"])
def test_a_restored_state_goes_on_to_the_bit(game, opponents):
    whole = make(game, opponents=opponents)
    total = rollouts(whole, 7)
    saves = SavesAt(3)
    whole.learn(total, callback=saves)
    tensors, rest = saves.saved
    rest = json.loads(json.dumps(rest))
    other = make(game, opponents=opponents, seed=99)  # nothing of its own seed may stay
    other.restore_training_state(tensors, rest)
    other.learn(total - other.num_timesteps, reset_num_timesteps=False)
    assert other.num_timesteps == whole.num_timesteps
    mine, my_rest = whole.training_state()
    yours, your_rest = other.training_state()
    assert same(mine, yours)
    assert my_rest == your_rest


def test_restoring_leaves_the_saved_state_alone():
    model = make(opponents=POOL)
    model.learn(rollouts(model, 2))
    tensors, rest = model.training_state()
    kept = {name: tensor.clone() for name, tensor in tensors.items()}
    other = make(opponents=POOL)
    other.restore_training_state(tensors, rest)
    other.learn(rollouts(other, 2), reset_num_timesteps=False)
    assert same(tensors, kept)


def test_the_same_seed_trains_the_same_network():
    def trained(seed):
        model = make("dice_matrix", seed=seed, opponents=POOL)
        model.learn(rollouts(model, 3))
        return model.network.state_dict()

    assert same(trained(5), trained(5))
    assert not same(trained(5), trained(6))


def test_a_callback_can_stop_it():
    class Stops(BaseCallback):
        def _on_step(self):
            return self.n_calls < 5

    model = make()
    model.learn(rollouts(model, 3), callback=Stops())
    assert model.num_timesteps == 5 * model.n_envs
    assert (model.rollout_buffer.open == -1).all()


def test_schedules_fall_to_their_ends():
    model = make(learning_rate=1e-3, final_learning_rate=1e-4)
    assert model.lr_schedule(1.0) == pytest.approx(1e-3)
    assert model.lr_schedule(0.0) == pytest.approx(1e-4)
    assert model.lr_schedule(-0.1) == pytest.approx(1e-4)  # the last rollout may go over the end


def test_predict_plays_by_the_mask():
    model = make("dice_matrix")
    batch = model.games.batch
    model.env.reset()
    actions, _ = model.predict(batch.observations, action_masks=batch.masks)
    assert (batch.masks[np.arange(len(actions)), actions] == 1).all()


def test_it_learns():
    """Dice Matrix with a small network: within seconds the value explains something and play leaves the random."""
    model = make("dice_matrix", games=64, decisions=32, batch_size=512, epochs=3, learning_rate=1e-3, bfloat16=False)
    model.learn(rollouts(model, 12))
    assert model.logger.name_to_value["train/explained_variance"] > 0.2
    assert load("dice_matrix").name == model.games.game.name
