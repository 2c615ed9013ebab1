"""The greedy player and the expert of MatriO: obvious moves, honesty about hidden cards, and strength."""

import random

import numpy as np
import pytest

from ludarium.agents import make_agent
from ludarium.engine.batch import Batch
from ludarium.engine.generator import key_of
from ludarium.matrio import rules
from ludarium.registry import load
from tests.rulings.matrio.builders import LATE, PLAIN, TRAYS, build, last_card, without
from tests.test_hidden_information import permuted
from tests.variants import VARIANTS

GAME = load("matrio")
PLAYERS = ["greedy", "expert"]


def state_of(position, **options):
    states = GAME.blank(options)
    GAME.read_position(states[0], position)
    return states


def ask(spec, states, word=5):
    """The action and the ratings of an agent in one position."""
    mask = np.zeros((1, GAME.actions), np.int8)
    rules.legal(states[0], mask[0])
    agent = make_agent(spec, GAME)
    observations = np.zeros((1, GAME.layout.size), np.float32)
    action = agent.act(observations, mask, states, np.array([word], np.uint64))[0]
    assert mask[0, action] == 1
    assert np.isfinite(agent.ratings[0][mask[0] == 1]).all()
    return int(action), agent.ratings[0]


def lead_after(states, action):
    after = states.copy()
    me = int(after["to_move"][0])
    rules.apply(after[0], action)
    totals = after["scores"][0].tolist()
    return totals[me] - max(totals[p] for p in range(4) if p != me and not after["withdrawn"][0, p])


def deals(count, **options):
    """Games as they begin, one a seed."""
    batch = Batch(GAME, count, options)
    batch.states["key"] = np.array([key_of(seed) for seed in range(count)], np.uint64)
    batch.begin()
    return batch


def share_of_wins(spec, opponent, games):
    """What one agent wins in all seats in turn, against three opponents, with the same deals in each seat."""
    batch = deals(games)
    batch.states["key"] = np.repeat(batch.states["key"][: games // 4], 4)
    batch.begin()
    seats = np.arange(games) % 4
    agents = make_agent(spec, GAME), make_agent(opponent, GAME)
    running, won = np.arange(games), np.zeros(games)
    while len(running):
        mine = batch.movers[running] == seats[running]
        for agent, slots in zip(agents, (running[mine], running[~mine]), strict=True):
            if len(slots):
                shown = batch.observations[slots], batch.masks[slots], batch.states[slots]
                batch.actions[slots] = agent.act(*shown, batch.words(slots))
        batch.step_some(running, batch.actions[running], again=False)
        for i in running[batch.terminated[running]]:
            won[i] = (1 + 3 * batch.rewards[i, seats[i]]) / 4
        running = running[~batch.terminated[running]]
    return won.mean()


# Obvious moves


@pytest.mark.parametrize("spec", PLAYERS)
def test_a_first_marker_is_taken_before_the_grid_is_full(spec):
    """Three cells are open to any spade, and whoever has no marker afterwards must withdraw."""
    position = build(without(PLAIN, "r0S"), "... 111 222", starter=1, holding={0: "AS"})
    action, _ = ask(spec, state_of(position))
    assert TRAYS[action % 24] == "r0S"


def test_the_expert_does_not_open_three_cells_to_the_next_player():
    """Row 0 lacks a club and a spade: whoever lays one of them gives away the row, and withdraws without a marker."""
    board = without(without(PLAIN, "r0S"), "r0C")
    position = build(board, "... 111 222", starter=2, holding={0: "AS KS 9C KD KH"})
    action, _ = ask("expert", state_of(position))
    assert TRAYS[action % 24] not in ("r0S", "r0C")


@pytest.mark.parametrize("spec", PLAYERS)
@pytest.mark.parametrize(("markers", "card"), [("222 111 333", "QS"), ("333 222 111", "KD"), ("012 301 230", "KS")])
def test_the_last_card_goes_where_the_lead_is_greatest(spec, markers, card):
    states = state_of(last_card(card, markers, LATE))
    assert states["to_move"][0] == 3
    action, ratings = ask(spec, states)
    leads = {a: lead_after(states, a) for a in range(GAME.actions) if ratings[a] > -np.inf}
    assert len(set(leads.values())) > 5
    assert leads[action] == max(leads.values())


def test_greedy_rates_equal_things_equally():
    """On the empty board it has nothing to choose by, and the bits decide."""
    batch = deals(1)
    _, ratings = ask("greedy", batch.states)
    assert set(ratings[batch.masks[0] == 1]) == {0.0}
    assert len({ask("greedy", batch.states, word=w * 2**58)[0] for w in range(64)}) > 20


# Whole games


@pytest.mark.parametrize("spec", PLAYERS)
@pytest.mark.parametrize("options", VARIANTS["matrio"], ids=str)
def test_every_decision_of_whole_games(spec, options):
    batch = deals(2, **options)
    agent = make_agent(spec, GAME)
    running = np.arange(2)
    while len(running):
        shown = batch.observations[running], batch.masks[running], batch.states[running], batch.words(running)
        before = shown[2].tobytes()
        actions = agent.act(*shown)
        assert shown[2].tobytes() == before
        assert np.isfinite(agent.ratings[shown[1] == 1]).all()
        assert (shown[1][np.arange(len(running)), actions] == 1).all()
        assert (agent.act(*shown) == actions).all()
        batch.step_some(running, actions, again=False)
        running = running[~batch.terminated[running]]


def positions(count):
    """Positions of random games, spread from the first card to the last."""
    rng = random.Random(1)
    for seed in range(count):
        states = deals(seed + 1).states[seed:].copy()
        mask = np.zeros(GAME.actions, np.int8)
        for _ in range(round(48 * seed / (count - 1))):
            rules.legal(states[0], mask)
            rules.apply(states[0], rng.choice(np.flatnonzero(mask).tolist()))
            if states["ended"][0]:
                break
        else:
            yield states


@pytest.mark.parametrize("spec", PLAYERS)
def test_no_rating_depends_on_the_key_or_on_who_holds_the_unseen_cards(spec):
    rng = random.Random(2)
    dealt_anew = 0
    for states in positions(9):
        _, ratings = ask(spec, states)
        other_key = states.copy()
        other_key["key"] = 99
        assert (ask(spec, other_key)[1] == ratings).all()
        position = GAME.write_position(states[0])
        other_hands = permuted(position, position["to_move"], rng)
        dealt_anew += other_hands != position
        assert (ask(spec, state_of(other_hands))[1] == ratings).all()
    assert dealt_anew > 4


def test_the_expert_uses_its_bits():
    states = next(positions(2))
    assert (ask("expert", states, word=1)[1] != ask("expert", states, word=2)[1]).any()


# Strength


def test_greedy_beats_random_players():
    assert share_of_wins("greedy", "random", 400) > 0.95


def test_the_expert_beats_greedy_players():
    assert share_of_wins("expert", "greedy", 32) > 0.4
