"""The greedy player and the expert of Tablero di Berona."""

import numpy as np
import pytest

from ludarium.agents import make_agent
from ludarium.engine.batch import Batch
from ludarium.engine.generator import key_of
from ludarium.tablero import GAME
from ludarium.tablero.evaluation import WEIGHTS
from ludarium.tablero.expert import EFFORT, MOST_PLANS, REFINED, plan
from ludarium.tablero.rules import CELLS, NEIGHBOURS
from ludarium.tablero.walks import BRANCH, CELL, DEPTH, FORESIGHT, STARTS, WALKS
from tests.rulings.tablero.builders import FORWARD, HIGHER, centre, lift, north, place, retrieve, setup, south
from tests.variants import VARIANTS

RANDOM, GREEDY, EXPERT = (make_agent(spec, GAME) for spec in ("random", "greedy", "expert"))
BOTH = pytest.mark.parametrize("agent", [GREEDY, EXPERT], ids=["greedy", "expert"])


def board(p, copies=1, **options):
    """Some copies of a position."""
    batch = Batch(GAME, copies, options)
    batch.states[:] = GAME.load_position(options, p)
    batch.seed(0)
    batch.settle()
    return batch


def choices(agent, p, **options):
    """What an agent plays in a position, with many different words."""
    batch = board(p, 20, **options)
    words = np.array([key_of(n) for n in range(20)], np.uint64)
    return set(agent.act(batch.observations, batch.masks, batch.states, words).tolist())


def turn(agent, p, **options):
    """What an agent plays from a position to the end of its turn, and the state it leaves."""
    batch = board(p, **options)
    rolls, game, played = batch.states[0]["turn"], batch.states[0]["game"], []
    while not batch.terminated[0] and (batch.states[0]["turn"], batch.states[0]["game"]) == (rolls, game):
        actions = agent.act(batch.observations, batch.masks, batch.states, np.ones(1, np.uint64))
        played += actions.tolist()
        batch.step(actions, again=False)
    return played, batch.states[0]


def score(agent, opponent, games, seed):
    """The share of paired games that an agent wins, draws counted half."""
    batch = Batch(GAME, games)
    batch.states["key"] = np.repeat(np.array([key_of(seed + n) for n in range(games // 2)], np.uint64), 2)
    batch.begin()
    seats = np.arange(games) % 2
    slots = np.arange(games)
    while len(slots):
        mine = batch.movers[slots] == seats[slots]
        for player, some in ((agent, slots[mine]), (opponent, slots[~mine])):
            if len(some):
                seen = batch.observations[some], batch.masks[some], batch.states[some], batch.words(some)
                batch.actions[some] = player.act(*seen)
        batch.step_some(slots, batch.actions[slots], again=False)
        slots = slots[~(batch.terminated | batch.truncated)[slots]]
    return float((1 + batch.rewards[np.arange(games), seats]).mean() / 2)


def test_walks_are_listed_once_and_branches_end_where_they_should():
    for start in range(CELLS):
        found, i = set(), STARTS[start]
        path = [start]
        while i < STARTS[start + 1]:
            cell, depth = int(WALKS[i, CELL]), int(WALKS[i, DEPTH])
            path = [*path[:depth], cell]
            assert cell in NEIGHBOURS[0, :, path[-2]]
            assert len(set(path)) == depth + 1 <= FORESIGHT + 1
            found.add(tuple(path))
            after = i + int(WALKS[i, BRANCH])
            assert after == STARTS[start + 1] or WALKS[after, DEPTH] <= depth
            i += 1
        assert len(found) == STARTS[start + 1] - STARTS[start]
    # Counted by hand: two steps from a corner, four walks; and each has its one-step walk before it.
    assert sum(WALKS[STARTS[0] : STARTS[1], DEPTH] <= 2) == 2 + 4


LAST_TURN = {"bumped": 1}


@BOTH
def test_takes_the_highest_space_with_the_last_die(agent):
    p = setup({south(6): "0", centre(6): "1"}, dice=[6], **LAST_TURN)
    assert turn(agent, p)[0] == [lift(6), FORWARD]


@BOTH
def test_walks_over_the_two_spaces_that_win(agent):
    """11 points against 10, if both are taken; any other walk loses."""
    p = setup({south(5): "00"} | {centre(value): "1" for value in range(1, 7)}, dice=[5], **LAST_TURN)
    assert turn(agent, p)[0] == [lift(5), FORWARD, HIGHER]


@BOTH
def test_walks_so_that_the_captive_falls_where_it_harms_least(agent):
    """The lower token of the stack is the opponent's: dropped in the centre, it would win for them."""
    p = setup({south(5): "10", centre(6): "1", centre(2): "1"}, dice=[5], **LAST_TURN)
    assert turn(agent, p)[0] == [lift(5), HIGHER, FORWARD]


@BOTH
def test_plays_as_player_1_too(agent):
    p = setup({north(6): "1", centre(6): "0"}, to_move=1, dice=[6], bumped=0)
    assert turn(agent, p)[0] == [lift(6), FORWARD]


def test_greedy_saves_its_last_tokens_only_while_behind():
    """Every step from the 2 leads to a space that is held already, so a walk wins nothing but keeps the token."""
    stacks = {south(1): "0" * 7, south(2): "0", south(3): "0", centre(2): "0"}
    assert choices(GREEDY, setup(stacks | {centre(6): "1"}, dice=[2])) == {lift(2)}
    assert choices(GREEDY, setup(stacks, dice=[2])) == {place(2)}


def test_greedy_rates_equal_things_equally():
    p = setup({south(1): "0", centre(6): "0", north(6): "0"}, dice=(1, 1))
    batch = board(p)
    GREEDY.act(batch.observations, batch.masks, batch.states, np.zeros(1, np.uint64))
    assert GREEDY.ratings[0, retrieve(0, 1)] == GREEDY.ratings[0, retrieve(2, 6)] > GREEDY.ratings[0, retrieve(1, 6)]


CENTRE_HELD = {centre(value): "0" for value in range(1, 7)}


def test_expert_bumps_when_nothing_can_be_lost():
    """With one token left, placing it on the 1 makes the 2 useless; an opponent without a stack cannot catch up."""
    p = setup(CENTRE_HELD | {south(1): "0000", north(3): "0"}, dice=(1, 2))
    assert p["reserve"][0] == 1
    played, s = turn(EXPERT, p)
    assert (played, s["bumped"]) == ([place(1)], 0)


def test_expert_does_not_bump_when_behind():
    """The same with the centre in the opponent's hands."""
    stacks = {centre(value): "1" for value in range(1, 7)} | {south(1): "0000", north(1): "0" * 7}
    p = setup(stacks, dice=(1, 2))
    assert p["reserve"][0] == 1
    assert turn(EXPERT, p)[1]["bumped"] == -1


def test_expert_rolls_again_when_only_that_can_win():
    """Ones win nothing, but a roll with a six would: a token that is not needed for it is taken back."""
    p = setup({south(1): "0", south(6): "0", centre(6): "1"}, dice=(1, 1), **LAST_TURN)
    assert choices(EXPERT, p) == {retrieve(0, 1)}


def test_expert_plays_for_the_ledger():
    """A lead of three points wins a game, so that anything goes; on a ledger five points behind it is not enough."""
    stacks = {south(6): "0", centre(4): "0", centre(5): "0", centre(6): "1"}
    assert choices(EXPERT, setup(stacks, dice=[6], **LAST_TURN)) == {place(6), lift(6)}
    behind = setup(stacks, dice=[6], game=1, ledger=[0, 5], **LAST_TURN)
    assert choices(EXPERT, behind, games=2) == {lift(6)}


@BOTH
@pytest.mark.parametrize("options", VARIANTS["tablero"], ids=str)
def test_plays_every_variant_to_its_end(agent, options):
    """All ratings of legal actions are finite, and the same word brings the same action, whatever the dice to come."""
    batch = Batch(GAME, 2, options)
    batch.seed(3)
    batch.begin()
    slots = np.arange(2)
    while len(slots):
        words = batch.words(slots)
        actions = agent.act(batch.observations[slots], batch.masks[slots], batch.states[slots], words)
        ratings = agent.ratings
        assert np.isfinite(ratings[batch.masks[slots] == 1]).all()
        assert (batch.masks[slots, actions] == 1).all()
        others = batch.states[slots]
        others["key"] += np.uint64(12345)
        again = agent.act(batch.observations[slots], batch.masks[slots], others, words)
        assert (again == actions).all()
        assert (agent.ratings == ratings).all()
        batch.step_some(slots, actions, again=False)
        slots = slots[~(batch.terminated | batch.truncated)[slots]]


def test_expert_bounds_its_effort_with_the_tallest_stacks():
    """Two stacks of twelve have hundreds of walks each, and some hundred thousand plans together."""
    batch = board(setup({south(1): "10" * 6, south(6): "010101010110"}, dice=(1, 6)))
    ratings = np.zeros(GAME.actions)
    effort = plan(batch.states[0], ratings, WEIGHTS, REFINED)
    assert 10_000 < effort < MOST_PLANS + 2 * EFFORT
    assert (abs(ratings[batch.masks[0] == 1]) < 1).all()


def test_greedy_beats_random():
    assert score(GREEDY, RANDOM, 1000, seed=1) > 0.75


def test_expert_beats_greedy():
    assert score(EXPERT, GREEDY, 60, seed=1) > 0.7
