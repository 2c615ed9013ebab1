"""Networks: shapes, determinism, and agents that play by them."""

import numpy as np
import pytest
import torch
from pydantic import ValidationError

from ludarium.dicefest.rules import MOVE, ROTATE, TURN
from ludarium.engine.batch import Batch
from ludarium.registry import GAMES, load
from ludarium_training.agents import NetworkAgent
from ludarium_training.networks import NetworkConfig, build_network
from ludarium_training.networks.dicefest import after_moves, after_turns, number

SHAPED = "dice_matrix", "matrio", "dicefest"
KINDS = [*((game, "mlp") for game in GAMES), *((game, game) for game in SHAPED)]


def build(game, kind, seed=0, **settings):
    torch.manual_seed(seed)
    return build_network(load(game), NetworkConfig(kind=kind, **settings))


def shown(game, size=12, steps=20):
    """A batch of games some random decisions on."""
    batch = Batch(load(game), size)
    batch.seed(1)
    batch.begin()
    for _ in range(steps):
        batch.step(batch.pick_random())
    return batch


@pytest.mark.parametrize("margin", [False, True])
@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_outputs(game, kind, margin):
    said = build(game, kind, margin=margin)(torch.from_numpy(shown(game).observations))
    assert said.logits.shape == (12, load(game).actions)
    assert said.value.shape == (12,)
    assert (said.margin is not None) == margin and (not margin or said.margin.shape == (12,))
    for part in said:
        assert part is None or (part.dtype == torch.float32 and torch.isfinite(part).all())


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_weights_come_from_torchs_generator_alone(game, kind):
    one, same, other = (build(game, kind, seed).state_dict() for seed in (4, 4, 5))
    assert list(one) == list(other)
    assert all(torch.equal(one[name], same[name]) for name in one)
    assert any(not torch.equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_every_legal_action_can_be_preferred(game, kind):
    """The gradient of each legal action's score reaches some weight."""
    batch = shown(game, size=1)
    network = build(game, kind)
    logits = network(torch.from_numpy(batch.observations)).logits[0]
    for action in np.flatnonzero(batch.masks[0])[:20].tolist():
        network.zero_grad()
        logits[action].backward(retain_graph=True)
        assert sum(float(p.grad.abs().sum()) for p in network.parameters() if p.grad is not None) > 0


@pytest.mark.parametrize("sample", [False, True])
@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_agents_play_legal_actions_and_the_same_again(game, kind, sample):
    agent = NetworkAgent(load(game), build(game, kind), sample)
    batch = shown(game, size=64)
    arrays = batch.observations, batch.masks, batch.states, batch.words(batch.slots)
    actions = agent.act(*arrays)
    assert (batch.masks[batch.slots, actions] == 1).all()
    assert (agent.act(*arrays) == actions).all()


def test_an_agent_plays_the_best_action_or_by_its_words():
    game = load("dice_matrix")
    network = build("dice_matrix", "mlp")
    batch = shown("dice_matrix", size=1)
    logits = network(torch.from_numpy(batch.observations)).logits[0].detach().numpy()
    best = np.argmax(np.where(batch.masks[0], logits, -np.inf))
    arrays = (np.repeat(array, 400, axis=0) for array in (batch.observations, batch.masks, batch.states))
    observations, masks, states = arrays
    words = np.random.default_rng(0).integers(2**64, size=400, dtype=np.uint64)
    assert (NetworkAgent(game, network).act(observations, masks, states, words) == best).all()
    drawn = NetworkAgent(game, network, sample=True).act(observations, masks, states, words)
    assert len(set(drawn.tolist())) > 0.8 * masks[0].sum()  # fresh weights like all actions about equally


@pytest.mark.parametrize("settings", [{"kind": "cnn"}, {"trunks": (3,)}, {"trunk": ()}, {"trunk": (0,)}])
def test_wrong_settings_are_refused(settings):
    with pytest.raises(ValidationError):
        NetworkConfig(**settings)


def test_dicefest_foresees_how_dice_lie():
    """What the network looks up for a move or a turn is what it finds in the observation after that action."""
    game = load("dicefest")
    network = build("dicefest", "dicefest", entities=8, trunk=(8,))
    batch = Batch(game, 200)
    batch.seed(3)
    batch.begin()
    moves = turns = 0
    for _ in range(120):
        (row, column, top, forward, right), _ = network._lies(torch.from_numpy(batch.observations))
        mine = tuple(part[:, 0] for part in (row, column, top, forward, right))
        foreseen = {MOVE: after_moves(*mine), TURN: after_turns(*mine)}
        rotating = batch.observations[:, game.layout["rotating"]].argmax(axis=1)
        movers = batch.movers.copy()
        batch.step(batch.pick_random())
        for slot in np.flatnonzero(~(batch.terminated | batch.truncated)):
            action = int(batch.actions[slot])
            seen = torch.from_numpy(batch.observe(slot, int(movers[slot])))[None]
            now = number(*(part[0, 0] for part in network._lies(seen)[0]))
            if action < ROTATE:
                assert now[action // 4] == foreseen[MOVE][slot, action // 4, action % 4]
                moves += 1
            elif action >= TURN:
                die = rotating[slot]
                assert now[die] == foreseen[TURN][slot, die, action - TURN]
                turns += 1
    assert moves > 1000 and turns > 100
