"""The batched engine plays bit for bit what the environment plays: any size, any number of threads, any process."""

import hashlib
import subprocess
import sys

import numpy as np
import pytest

from ludarium.engine import nodes
from ludarium.engine.batch import Batch
from ludarium.registry import load
from tests.play import over
from tests.variants import ALL, NAMES

STEPS = 150


def choose(masks, step):
    """A legal action for every row, decided by the mask and the step alone."""
    order = (np.arange(masks.shape[1]) * 7919 + step * 104729) % 1000003
    return np.where(masks, order, -1).argmax(axis=1)


def digests(batch, seed, steps=STEPS):
    """For every slot a digest of all it showed."""
    batch.seed(seed)
    batch.begin()
    sums = [hashlib.sha256() for _ in range(len(batch))]
    for step in range(steps):
        for i, total in enumerate(sums):
            total.update(batch.masks[i].tobytes() + batch.observations[i].tobytes() + bytes([batch.movers[i]]))
            total.update(batch.rewards[i].tobytes() + batch.terminated[i].tobytes() + batch.truncated[i].tobytes())
        batch.step(choose(batch.masks, step))
    return [total.hexdigest() for total in sums]


@pytest.fixture
def batch_of(variant):
    game, options = variant
    return lambda size, threads=1: Batch(load(game), size, options, threads)


def test_slots_do_not_depend_on_batch_size_or_threads(batch_of):
    whole = digests(batch_of(13), 100)
    assert digests(batch_of(13, threads=2), 100) == whole
    assert digests(batch_of(13, threads=5), 100) == whole
    assert digests(batch_of(4), 103) == whole[3:7], "slot i of a batch seeded s plays what seed s + i plays"
    assert digests(batch_of(1), 112) == whole[12:]


def test_environment_and_batch_play_the_same_games(batch_of, make):
    """Observation, mask, mover, rewards and ends of three slots against three environments, across auto-resets."""
    batch = batch_of(3)
    batch.seed(50)
    batch.begin()
    envs = [make() for _ in range(3)]
    for i, env in enumerate(envs):
        env.reset(seed=50 + i)
    for step in range(STEPS):
        actions = choose(batch.masks, step)
        for i, env in enumerate(envs):
            seen = env.observe(env.agent_selection)
            assert env.agent_selection == f"player_{batch.movers[i]}"
            assert seen["observation"].tobytes() == batch.observations[i].tobytes()
            assert seen["action_mask"].tobytes() == batch.masks[i].tobytes()
            env.step(actions[i])
        batch.step(actions)
        for i, env in enumerate(envs):
            agents = env.possible_agents
            assert [env.rewards[a] for a in agents] == batch.rewards[i, : len(agents)].tolist()
            assert env.terminations[agents[0]] == batch.terminated[i]
            assert env.truncations[agents[0]] == batch.truncated[i]
            if over(env):
                assert env.position() == env.game.write_position(batch.finals[i])
                env.reset()


def test_another_process_plays_the_same_games():
    code = "from tests.test_batch import *; print([digests(Batch(load(g), 2, o), 7, 60) for g, o in ALL])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == str([digests(Batch(load(g), 2, o), 7, 60) for g, o in ALL])


def test_games_without_a_seed_differ(batch_of):
    batch, other = batch_of(8), batch_of(8)
    assert len({*batch.states["key"].tolist(), *other.states["key"].tolist()}) == 16


def test_lengths_count_the_decisions_of_an_episode(batch_of):
    batch = batch_of(5)
    batch.seed(1)
    batch.begin()
    counted = np.zeros(5, int)
    for step in range(STEPS):
        batch.step(choose(batch.masks, step))
        counted += 1
        assert batch.lengths.tolist() == counted.tolist()
        counted[batch.terminated | batch.truncated] = 0


def test_without_auto_reset_a_finished_game_shows_an_empty_mask(batch_of):
    batch = batch_of(1)
    batch.seed(2)
    batch.begin()
    step = 0
    while not (batch.terminated[0] or batch.truncated[0]):
        batch.step(choose(batch.masks, step), again=False)
        step += 1
    assert not batch.masks.any()


@pytest.mark.parametrize(("game", "options"), ALL, ids=NAMES)
def test_first_illegal_finds_the_slot(game, options):
    batch = Batch(load(game), 4, options)
    batch.seed(3)
    batch.begin()
    actions = batch.masks.argmax(axis=1)
    assert batch.first_illegal(actions) == -1
    for slot, action in ((2, int(batch.masks[2].argmin())), (1, -1), (0, batch.game.actions)):
        actions[slot] = action
        assert batch.first_illegal(actions) == slot


def test_nobody_is_asked_while_tableros_dice_are_due():
    """Environments never show this moment; a search or a framework with explicit chance does."""
    batch = Batch(load("tablero"), 1)
    batch.seed(4)
    batch.begin()
    asked = batch.game.layout["asked"]
    mover = int(batch.movers[0])
    assert batch.observe(0, mover)[asked].tolist() == [1, 0, 0]
    assert batch.observe(0, 1 - mover)[asked].tolist() == [0, 0, 0]
    nodes.begin(batch.states)
    for seat in range(2):
        assert batch.observe(0, seat)[asked].tolist() == [0, 0, 0]
    assert batch.observe(0, mover)[batch.game.layout["moving"]].tolist() == [1, 0], "but the turn is the roller's"
