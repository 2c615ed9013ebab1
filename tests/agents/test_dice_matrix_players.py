"""The greedy player and the expert of Dice Matrix."""

import numpy as np
import pytest

from ludarium.agents import make_agent
from ludarium.dice_matrix import GAME
from ludarium.dice_matrix.analysis import collect_endings
from ludarium.dice_matrix.expert import SOLVED
from ludarium.dice_matrix.solver import solve
from ludarium.engine.batch import Batch
from ludarium.engine.generator import key_of
from tests.rulings.dice_matrix.builders import NEXT_TO_A_RED_3, late, opening, position, take, takes
from tests.variants import VARIANTS

RANDOM, GREEDY, EXPERT = (make_agent(spec, GAME) for spec in ("random", "greedy", "expert"))


def decide(agent, states, word=7):
    """What an agent plays in some states, and its ratings."""
    batch = Batch(GAME, len(states))
    batch.states[:] = states
    batch.settle()
    words = np.full(len(states), word, np.uint64)
    actions = agent.act(batch.observations, batch.masks, batch.states.copy(), words)
    return actions, agent.ratings


def choices(agent, p, **options):
    """What an agent plays in a position, with many different words."""
    batch = Batch(GAME, 20, options)
    batch.states[:] = GAME.load_position(options, p)
    batch.settle()
    words = np.array([key_of(n) for n in range(20)], np.uint64)
    return set(agent.act(batch.observations, batch.masks, batch.states, words).tolist())


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
        slots = slots[~batch.terminated[slots]]
    return float((1 + batch.rewards[np.arange(games), seats]).mean() / 2)


def test_greedy_takes_the_most_points():
    """Of the dice that are left, only two share a line and a colour, and the face lines are about alike."""
    assert choices(GREEDY, late({"a1": "r1", "a4": "r2", "g7": "k3", "c3": "p4"})) == {take("a1", "a4")}


def test_greedy_rates_by_points():
    _, ratings = decide(GREEDY, GAME.load_position({}, NEXT_TO_A_RED_3))
    # The mover holds one red 3: the red 3 finds it in both lines, the pink 3 in one, the blue 6 nowhere.
    assert [ratings[0, take(cell)] for cell in ("a2", "a1", "g7")] == [4, 3, 2]
    assert ratings[0, take("a1", "a2")] == 8


def test_greedy_turns_the_left_over_die_to_any_face():
    assert choices(GREEDY, opening()) == {0, 1, 2, 3, 4, 5}


def test_greedy_breaks_ties_at_random():
    assert choices(GREEDY, late({"a1": "r1", "c3": "r1", "e5": "r1"}, to_move=1)) == set(takes("a1", "c3", "e5"))


def test_expert_turns_the_left_over_die_to_the_face_that_all_dice_show():
    assert choices(EXPERT, opening(faces=[4])) == {3}


@pytest.mark.parametrize("hidden_scores", [False, True])
def test_expert_does_not_make_a_pair_for_the_opponent(hidden_scores):
    """The black 2 parts two red dice, and nothing else is left."""
    played = choices(EXPERT, late({"a1": "r1", "b1": "k2", "c1": "r3"}, to_move=1), hidden_scores=hidden_scores)
    assert len(played) == 1
    assert played <= set(takes("a1", "c1"))


def test_expert_takes_the_last_pair_rather_than_most_points_of_a_single_die():
    assert choices(EXPERT, late({"a1": "r1", "a4": "r2", "g7": "k3", "c3": "p4"})) == {take("a1", "a4")}


def test_points_mislead_greedy_but_not_the_expert():
    """The red 6 fills the mover's red line, 10 + 1 points; but half the dice show 1, and that is what decides."""
    mine = ["r2"] * 9 + ["p3"] * 10 + ["g4"] * 5
    theirs = ["k1"] * 9 + ["g1"] * 5 + ["b1"] * 10
    two_left = position({"a1": "r6", "g7": "k1"}, mine, theirs)
    assert choices(GREEDY, two_left) == {take("a1")}
    assert choices(EXPERT, two_left) == {take("g7")}


@pytest.mark.parametrize("options", VARIANTS["dice_matrix"], ids=str)
@pytest.mark.parametrize("agent", [GREEDY, EXPERT], ids=["greedy", "expert"])
def test_ratings_are_finite_and_actions_legal_in_whole_games(agent, options):
    batch = Batch(GAME, 2, options)
    batch.seed(11)
    batch.begin()
    slots = np.arange(2)
    while len(slots):
        chance = batch.lengths[slots] % 3 == 0  # now and then a random action, to see other positions
        seen = batch.observations[slots], batch.masks[slots], batch.states[slots], batch.words(slots)
        before = seen[2].copy()
        actions = agent.act(*seen)
        assert np.isfinite(agent.ratings[seen[1] == 1]).all()
        assert (seen[1][np.arange(len(slots)), actions] == 1).all()
        assert (seen[2] == before).all(), "the agent changed a state"
        actions = np.where(chance, RANDOM.act(*seen), actions)
        batch.step_some(slots, actions, again=False)
        slots = slots[~batch.terminated[slots]]


def whole_game(seed):
    """All states of a game that greedy and random play."""
    batch = Batch(GAME, 1, {"games": 2})
    batch.seed(seed)
    batch.begin()
    states = []
    slot = np.arange(1)
    while not batch.terminated[0]:
        states.append(batch.states[0].copy())
        seen = batch.observations, batch.masks, batch.states, batch.words(slot)
        batch.step((GREEDY if len(states) % 3 else RANDOM).act(*seen), again=False)
    return np.array(states)


@pytest.mark.parametrize("agent", [GREEDY, EXPERT], ids=["greedy", "expert"])
def test_same_bits_same_action_and_no_look_at_the_key(agent):
    """The key holds the set-up of the second game, which nobody can know in the first."""
    states = whole_game(2)[::3]
    actions, ratings = decide(agent, states)
    again, ratings_again = decide(agent, states)
    states["key"] = [key_of(n) for n in range(len(states))]
    other_key, ratings_other_key = decide(agent, states)
    assert actions.tolist() == again.tolist() == other_key.tolist()
    assert ratings.tobytes() == ratings_again.tobytes() == ratings_other_key.tobytes()


def test_expert_plays_endings_perfectly():
    states = np.concatenate(
        [collect_endings([GREEDY, RANDOM], dice=dice, endings=6, seed=dice) for dice in (3, 9, 15, 20)]
    )
    actions, ratings = decide(EXPERT, states)
    for state, action, row in zip(states, actions, ratings, strict=True):
        solution = solve(state)
        assert action in solution.actions
        assert row[action] == SOLVED + solution.margin


def test_greedy_beats_random():
    assert score(GREEDY, RANDOM, games=400, seed=1) > 0.97


def test_expert_beats_greedy():
    assert score(EXPERT, GREEDY, games=12, seed=1) == 1
