"""Tree search: it sees what a player may know and nothing more, and finds the moves that are known to be best."""

import numpy as np
import pytest

from ludarium.agents import make_agent, mcts
from ludarium.agents.guided import GuidedAgent
from ludarium.agents.tree import DECISIONS, HORIZON, clear, make_tree, search
from ludarium.dice_matrix.solver import solve
from ludarium.engine.batch import Batch
from ludarium.engine.compiling import compiled
from ludarium.engine.loops import advance, outcomes
from ludarium.engine.protocol import NOBODY, TERMINATED, apply, determinize, mover, over
from ludarium.registry import GAMES, load
from tests.variants import ALL, NAMES


def uniform(observations, masks):
    """A judge that knows nothing."""
    return (masks / np.maximum(1, masks.sum(1, keepdims=True))).astype(np.float32), np.zeros(len(masks), np.float32)


def searchers(game):
    return [make_agent("mcts:60", game), make_agent("mcts:30+greedy", game), GuidedAgent(game, uniform, 40)]


def middle_of(name, options=None, decisions=9, games=4, seed=3):
    """A batch some random decisions into its games."""
    batch = Batch(load(name), games, options)
    batch.seed(seed)
    batch.begin()
    for _ in range(decisions):
        batch.step(batch.pick_random())
    return batch


def ask(agent, batch, states=None):
    states = batch.states.copy() if states is None else states
    return agent.act(batch.observations, batch.masks, states, batch.words(batch.slots))


@pytest.mark.parametrize(("name", "options"), ALL, ids=NAMES)
def test_searches_answer_with_legal_actions_and_count_every_iteration(name, options):
    batch = middle_of(name, options)
    for agent in searchers(batch.game):
        before = batch.states.copy()
        actions = ask(agent, batch)
        assert (before == batch.states).all()
        assert (batch.masks[batch.slots, actions] == 1).all()
        unspent = isinstance(agent, GuidedAgent)  # its first iteration only looks at the root
        assert (agent.visits.sum(1) == agent.iterations - unspent).all()
        assert (agent.visits[batch.masks == 0] == 0).all()
        assert (agent.visits.max(1) == agent.visits[batch.slots, actions]).all()
        assert ((agent.values >= 0) & (agent.values <= 1)).all()


@pytest.mark.parametrize("name", GAMES)
def test_a_search_does_not_foresee_chance(name):
    """The key decides all chance to come: with another key, nothing changes."""
    batch = middle_of(name, {"games": 2} if name in ("dice_matrix", "tablero") else {}, decisions=20)
    for agent in searchers(batch.game):
        ask(agent, batch)
        before = agent.visits
        states = batch.states.copy()
        states["key"] ^= np.uint64(0xDEADBEEF12345)
        ask(agent, batch, states)
        np.testing.assert_array_equal(agent.visits, before)


def test_a_search_does_not_see_other_hands():
    """Whatever the others hold of the cards that the mover has not seen, nothing changes."""
    batch = middle_of("matrio", decisions=10)
    rng = np.random.default_rng(0)
    states = batch.states.copy()
    for s in states:
        others = [13 * p + k for p in range(4) if p != s["to_move"] for k in range(s["held"][p])]
        hidden = [place for place in others if s["cards"][place] != 1]
        s["cards"][hidden] = s["cards"][rng.permutation(hidden)]
    assert (states["cards"] != batch.states["cards"]).any(1).all()
    for agent in searchers(batch.game):
        ask(agent, batch)
        before = agent.visits
        ask(agent, batch, states)
        np.testing.assert_array_equal(agent.visits, before)


@compiled
def deal_anew(states, seat, keys, cards):
    for k in range(len(keys)):
        s = states[0]
        s.key = keys[k]
        determinize(s, seat)
        cards[k] = s.cards


def test_unseen_cards_are_dealt_anew_evenly():
    """The own hand, played cards and the 2 of clubs stay; every other card is equally often in every free place."""
    batch = middle_of("matrio", decisions=7, games=1)
    s = batch.states[0].copy()
    seat = int(s["to_move"])
    deals = 6000
    keys = np.random.default_rng(1).integers(2**64, size=deals, dtype=np.uint64)
    cards = np.zeros((deals, 52), np.int8)
    deal_anew(batch.states.copy(), seat, keys, cards)
    held = [13 * p + k for p in range(4) for k in range(s["held"][p])]
    hidden = [a for a in held if a // 13 != seat and s["cards"][a] != 1]
    fixed = [a for a in range(52) if a not in hidden]
    assert (cards[:, fixed] == s["cards"][fixed]).all()
    assert (np.sort(cards[:, hidden]) == np.sort(s["cards"][hidden])).all()
    expected = deals / len(hidden)
    for card in s["cards"][hidden]:
        counts = (cards[:, hidden] == card).sum(0)
        assert ((counts - expected) ** 2 / expected).sum() < 2 * len(hidden) + 20  # chi-square, far out in its tail


@compiled
def try_actions(states, mask, shares):
    """What every legal action pays its player at once: 1 for a win, 0 for a loss, −1 if the game goes on."""
    paid = np.zeros(4)
    scratch = states.copy()
    for action in range(len(mask)):
        shares[action] = -1.0
        if mask[action]:
            scratch[0] = states[0]
            s = scratch[0]
            seat = mover(s)
            apply(s, action)
            advance(s, np.zeros(len(mask), np.int8))
            if over(s) == TERMINATED:
                paid[:] = 0.0
                outcomes(s, paid)
                shares[action] = 1.0 if paid[seat] > 0.99 else 0.0


@pytest.mark.parametrize(("name", "options"), [(name, {}) for name in GAMES] + [("dicefest", {"players": 3})])
def test_a_win_on_the_spot_is_found(name, options):
    """Positions from greedy games in which some moves win at once and others do not: the search is sure to win."""
    batch = middle_of(name, options, decisions=0, games=16, seed=11)
    greedy, plain = make_agent("greedy", batch.game), make_agent("mcts:1500", batch.game)
    guided = GuidedAgent(batch.game, uniform, 800)
    found = 0
    for _ in range(400):
        for i in batch.slots:
            shares = np.zeros(batch.game.actions)
            try_actions(batch.states[i : i + 1].copy(), batch.masks[i], shares)
            legal = batch.masks[i] == 1
            if name == "tablero" and batch.states[i]["bumped"] == NOBODY:
                continue  # dice may still be rolled, which `try_actions` foresees
            if (shares == 1).any() and (legal & (shares < 1)).any():
                one = batch.observations[[i]], batch.masks[[i]], batch.states[[i]], batch.words(np.array([i]))
                for agent in (plain, guided):
                    action = agent.act(*one)[0]
                    assert shares[action] != 0 and agent.values[0] > 0.9, (agent.visits[0][legal], shares[legal])
                found += 1
        if found >= 8:
            return
        batch.step(ask(greedy, batch))
    assert found >= 3


def test_small_endings_of_dice_matrix_are_played_perfectly():
    """With five dice left, a search keeps every win and every draw that the solver sees."""
    batch = middle_of("dice_matrix", decisions=0, games=40, seed=5)
    agent = make_agent("mcts:3000", batch.game)
    exact = make_agent("mcts:10+solver", batch.game)
    solved = 0
    while not batch.terminated.any():
        for i in np.flatnonzero(batch.states["left"] == 5):
            solution = solve(batch.states[i])
            one = batch.observations[[i]], batch.masks[[i]], batch.states[[i]], batch.words(np.array([i]))
            assert exact.act(*one)[0] in solution.actions
            after = Batch(batch.game, 1)
            after.states[:] = batch.states[i]
            after.settle()
            after.step(agent.act(*one))
            assert -solve(after.states[0]).outcome == solution.outcome
            solved += 1
        batch.step(batch.pick_random())
    assert solved >= 10


def test_a_playout_is_cut_after_200_decisions():
    batch = middle_of("dicefest", {"max_turns": 100_000}, decisions=0, games=1)
    tree = make_tree(1)
    clear(tree)
    room = batch.states.copy(), np.zeros(batch.game.actions, np.int8), np.zeros(batch.game.actions), np.zeros(4)
    search(batch.states, 0, 0, 1, False, np.uint64(1), *room, tree)
    assert tree[3][DECISIONS] == 1 + HORIZON == 201
    assert tree[1][0]["total"] == 0.5  # a result of 0


def test_a_batch_is_searched_as_its_games_would_be_alone():
    batch = middle_of("tablero", decisions=12, games=5)
    for agent in searchers(batch.game):
        together = ask(agent, batch)
        words = batch.words(batch.slots)
        for i in batch.slots:
            alone = batch.observations[[i]], batch.masks[[i]], batch.states[[i]], words[[i]]
            assert agent.act(*alone)[0] == together[i]


def test_a_full_tree_grows_no_further(monkeypatch):
    monkeypatch.setattr(mcts, "LARGEST_TREE", 100)
    batch = middle_of("tablero", decisions=12, games=2)
    agent = make_agent("mcts:1000", batch.game)
    actions = ask(agent, batch)
    assert (batch.masks[batch.slots, actions] == 1).all()
    assert (agent.visits.sum(1) <= 1000).all() and (agent.visits.sum(1) > 100).all()


def test_a_search_by_time_makes_use_of_it():
    batch = middle_of("tablero", decisions=12, games=2)
    agent = make_agent("mcts:20ms", batch.game)
    actions = ask(agent, batch)
    assert (batch.masks[batch.slots, actions] == 1).all()
    assert (agent.visits.sum(1) >= mcts.BETWEEN_LOOKS).all()


def test_a_good_judge_makes_a_good_search():
    """A judge whose value is the true lead of worth in Dice Matrix beats one who knows nothing."""
    from ludarium.arena import evaluate

    game = load("dice_matrix")
    lead = game.layout["worth_lead"].start

    def knowing(observations, masks):
        priors, _ = uniform(observations, masks)
        return priors, np.tanh(3 * observations[:, lead])

    agents = [GuidedAgent(game, judge, 60) for judge in (knowing, uniform)]
    result = evaluate("dice_matrix", agents[0], [agents[1]], games=20)[0]
    assert result.score > 0.8
