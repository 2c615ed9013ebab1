"""The greedy player and the expert of Dicefest, and the distances that both go by."""

import numpy as np
import pytest

from ludarium.agents import make_agent
from ludarium.dicefest import GAME
from ludarium.dicefest.distances import FARTHEST, STRANDED, turns_to_go
from ludarium.engine.batch import Batch
from ludarium.engine.generator import key_of
from tests.rulings.dicefest.builders import (
    LEFT,
    LOCK_IT,
    NORTH,
    PUT,
    ROTATE,
    SOUTH,
    TIP_LEFT,
    about_to_lock,
    die,
    locked,
    position,
    start,
)
from tests.variants import VARIANTS

RANDOM, GREEDY, EXPERT = (make_agent(spec, GAME) for spec in ("random", "greedy", "expert"))
BOTH = pytest.mark.parametrize("agent", [GREEDY, EXPERT], ids=["greedy", "expert"])


def load(p):
    return GAME.load_position({"players": len(p["sides"]), "sides": tuple(p["sides"])}, p)


def decide(agent, states, words):
    """What an agent plays in some states, and its ratings."""
    batch = Batch(GAME, len(states))
    batch.states[:] = states
    batch.settle()
    actions = agent.act(batch.observations, batch.masks, batch.states.copy(), np.array(words, np.uint64))
    return actions, agent.ratings


def choices(agent, p, words=5):
    """What an agent plays in a position, with different words."""
    actions, _ = decide(agent, np.repeat(load(p), words), [key_of(n) for n in range(words)])
    return set(actions.tolist())


def play(agent, opponent, games, seed, **options):
    """Plays games, every set-up with the agent at each seat; yields the decisions as (player, batch, slots)."""
    batch = Batch(GAME, games, options)
    seats = GAME.seats(batch.states[0])
    batch.states["key"] = np.repeat(np.array([key_of(seed + n) for n in range(games // seats)], np.uint64), seats)
    batch.begin()
    slots = np.arange(games)
    while len(slots):
        mine = batch.movers[slots] == slots % seats
        for player, some in ((agent, slots[mine]), (opponent, slots[~mine])):
            if len(some):
                seen = batch.observations[some], batch.masks[some], batch.states[some], batch.words(some)
                batch.actions[some] = player.act(*seen)
                yield player, batch, some
        batch.step_some(slots, batch.actions[slots], again=False)
        slots = slots[~(batch.terminated[slots] | batch.truncated[slots])]


def results(agent, opponent, games, seed, **options):
    """The agent's share of the wins, draws and truncated games counted as equal shares; and how many were truncated."""
    for _, batch, _ in play(agent, opponent, games, seed, **options):
        last = batch
    seats = GAME.seats(last.states[0])
    paid = last.rewards[np.arange(games), np.arange(games) % seats]
    return float((1 + (seats - 1) * paid).mean() / seats), int(last.truncated.sum())


# Both


@BOTH
@pytest.mark.parametrize("players", [2, 3, 4])
def test_wins_if_it_can(agent, players):
    collection = [0] + [1] * (players - 1)
    empty = [(1, 1), (1, 2), (2, 1)][: players - 2]  # one counter more is in the cell of the die
    assert choices(agent, about_to_lock(collection, players=players, empty=empty)) == {LOCK_IT}


@BOTH
@pytest.mark.parametrize("players", [2, 3])
def test_does_not_strand_itself(agent, players):
    collection = [1] + [0] * (players - 1)
    assert LOCK_IT not in choices(agent, about_to_lock(collection, players=players))


# South's last die is on the far space 3 with a 3 to its right: tipped to the left it locks.
TO_TIP = [*locked(SOUTH, 1, 2), die(0, 3, top=1, east=3)]


@BOTH
def test_rotates_to_win(agent):
    p = position([TO_TIP, start(NORTH, 6, 5, 4)], [1, 0], empty=[(3, 3)])
    assert choices(agent, p) == {ROTATE + 2}
    paid = position([TO_TIP, start(NORTH, 6, 5, 4)], [0, 0], paying={"die": 2, "left": 0})
    assert choices(agent, paid) == {TIP_LEFT}


@BOTH
@pytest.mark.parametrize("options", VARIANTS["dicefest"], ids=str)
def test_rates_all_legal_actions_of_whole_games(agent, options):
    games = GAME.seats(GAME.blank(options)[0])
    for player, batch, slots in play(agent, GREEDY, games, seed=5, **options):
        if player is agent:
            allowed = batch.masks[slots] == 1
            assert np.isfinite(agent.ratings[allowed]).all()
            assert (batch.masks[slots, batch.actions[slots]] == 1).all()


@BOTH
def test_same_bits_same_action_whatever_the_key(agent):
    """There is no chance after the set-up; the key must not matter."""
    for k, (player, batch, slots) in enumerate(play(agent, RANDOM, 2, seed=8)):
        if player is agent and k % 10 == 0:
            actions, ratings = batch.actions[slots].copy(), agent.ratings.copy()
            states = batch.states[slots]
            states["key"] += np.uint64(99)
            again, others = decide(agent, states, batch.words(slots))
            assert again.tolist() == actions.tolist()
            allowed = batch.masks[slots] == 1
            assert others[allowed].tolist() == ratings[allowed].tolist()


# Greedy


def test_greedy_puts_counters_anywhere():
    p = position([start(SOUTH, 6, 5, 4), start(NORTH, 6, 5, 4)], [4, 0], empty=[(1, 1), (2, 3), (4, 4), (6, 6)])
    p["paying"] = {"die": 2, "left": 4}
    assert choices(GREEDY, p, words=40) == {PUT + 30, PUT + 26, PUT + 15, PUT + 5}


def test_greedy_beats_random():
    score, truncated = results(GREEDY, RANDOM, 200, seed=100)
    assert score > 0.98
    assert truncated <= 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_finishes(players):
    """Games with itself end by a winner, not by the turn limit."""
    assert results(GREEDY, GREEDY, 40 * players, seed=200, players=players)[1] == 0


# Expert

# North is about to lock the last die on (7, 4) and to win; only south's die 0 can get there, two spaces to the left.
THREATENED = [[die(7, 6, top=1, west=2), *start(SOUTH, 6, 5)], [*locked(NORTH, 2, 4), die(2, 4, top=3, south=5)]]


def test_expert_stands_in_the_way_of_a_win():
    p = position(THREATENED, [1, 0])
    assert choices(EXPERT, p) == {LEFT}


def test_expert_beats_greedy():
    score, truncated = results(EXPERT, GREEDY, 12, seed=300)
    assert score >= 0.75
    assert truncated == 0


# Distances


@pytest.mark.parametrize("side", range(4))
def test_all_sides_are_the_same_distance_from_home(side):
    other = (side + 2) % 4
    p = position([start(side, 6, 4, 1), start(other, 6, 4, 1)], [0, 0], sides=[side, other])
    south = load(position([start(SOUTH, 6, 4, 1), start(NORTH, 6, 4, 1)], [0, 0]))[0]
    [s] = load(p)
    assert [turns_to_go(s, player, -1, 0, 0, 0) for player in (0, 1)] == [turns_to_go(south, 0, -1, 0, 0, 0)] * 2


def test_turns_to_go_by_hand():
    [s] = load(about_to_lock([0, 1]))
    assert turns_to_go(s, 0, -1, 0, 0, 0) == 1
    assert 1 < turns_to_go(s, 0, -1, 0, 0, 1) < FARTHEST  # the counter must go first
    assert turns_to_go(s, 0, 2, 3, s["facing"][0, 2], 0) == 0
    assert turns_to_go(s, 0, 2, 3, s["facing"][0, 2], 1) == STRANDED


def test_a_goal_with_a_locked_die_is_closed():
    """The third die shows a 2 as well and could go to space 2 in one turn, were it not taken."""
    [s] = load(position([[*locked(SOUTH, 1, 2), die(5, 2, top=2, north=3)], start(NORTH, 6, 5, 4)], [0, 1]))
    assert turns_to_go(s, 0, -1, 0, 0, 0) > 2
