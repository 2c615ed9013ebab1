"""Rulings that only whole environments show: what chance deals at a set-up, action names, what observations hide.

Chance is drawn from the seeds 0, 1, 2, …, so every run sees the same set-ups.
"""

import random
from itertools import combinations

import numpy as np
import pytest

from ludarium import dice_matrix_v0, dicefest_v0, matrio_v0, tablero_v0
from tests.play import legal_actions, over, random_play
from tests.rulings.dice_matrix.builders import JUST_AHEAD, JUST_BEHIND, PAIRS, ending, late, take

COLOURS = ["red", "black", "pink", "green", "blue"]
CELLS = [column + row for row in "1234567" for column in "abcdefg"]
PLAYERS = ["player_0", "player_1"]
SEEDS = 8_000


def even(counts):
    """Whether every row of counts is as even as chance makes it: chi-squared within five standard deviations."""
    counts = np.atleast_2d(counts)
    expected = counts.mean(axis=1, keepdims=True)
    freedom = counts.shape[0] * (counts.shape[1] - 1)
    return ((counts - expected) ** 2 / expected).sum() < freedom + 5 * (2 * freedom) ** 0.5


def tally(table, *indices):
    """Adds one at the places that the indices name, as often as they are named."""
    np.add.at(table, indices, 1)
    return table


def set_ups(env, seeds, **options):
    """The first position of every seed."""
    for seed in range(seeds):
        env.reset(seed=seed, **options)
        yield env.position()


# Dice Matrix, ruling 1


def check_dice(matrices, spares):
    """`matrices[i, cell]` are the colour and face of a die, `spares[i]` the colour of the one left over."""
    number, places = len(matrices), np.arange(49)
    colours, faces = matrices[:, :, 0], matrices[:, :, 1] - 1
    everywhere = np.column_stack([colours, spares])
    assert all((np.bincount(dice, minlength=5) == 10).all() for dice in everywhere)
    assert even(tally(np.zeros((49, 6)), places, faces))
    assert even(tally(np.zeros((5, 6)), colours, faces))
    assert even(tally(np.zeros((50, 5)), np.arange(50), everywhere))
    assert even(np.bincount(spares, minlength=5))
    # Any two dice have the same colour in 9 of 49 set-ups; 84 pairs of cells are neighbours.
    square = colours.reshape(-1, 7, 7)
    equal = (square[:, 1:] == square[:, :-1]).sum((1, 2)) + (square[:, :, 1:] == square[:, :, :-1]).sum((1, 2))
    assert abs(equal.mean() - 84 * 9 / 49) < 5 * equal.std() / number**0.5


def test_dice_matrix_ruling_01_faces_colours_and_cells_are_even():
    seen = list(set_ups(dice_matrix_v0.raw_env(), SEEDS))
    check_dice(np.array([p["matrix"] for p in seen]).reshape(-1, 49, 2), np.array([p["spare"] for p in seen]))


def test_dice_matrix_ruling_01_the_left_over_die_is_any_of_them_alike():
    """So many set-ups that a single die that is never left over would show."""
    spares = [p["spare"] for p in set_ups(dice_matrix_v0.raw_env(), 60_000)]
    assert even(np.bincount(spares, minlength=5))


def test_dice_matrix_ruling_01_the_second_game_has_such_a_set_up_of_its_own():
    env = dice_matrix_v0.raw_env(games=2)
    firsts = [p["matrix"] for p in set_ups(env, 2000)]
    seconds = []
    for p in set_ups(env, 2000, options={"position": ending(JUST_AHEAD, JUST_BEHIND)}):
        assert p["game"] == 0
        env.step(take("d4"))
        seconds.append(env.position())
        assert seconds[-1]["game"] == 1
    matrices = np.array([p["matrix"] for p in seconds]).reshape(-1, 49, 2)
    check_dice(matrices, np.array([p["spare"] for p in seconds]))
    faces = np.array(firsts).reshape(-1, 49, 2)[:, :, 1] - 1
    assert even(tally(np.zeros((6, 6)), faces, matrices[:, :, 1] - 1).reshape(1, 36))


# Dicefest, ruling 3


def test_dicefest_ruling_03_all_sets_of_numbers_are_equally_likely_for_each_player():
    sets = [list(numbers) for numbers in combinations(range(6, 0, -1), 3)]
    assert len(sets) == 20
    drawn = np.array(
        [
            [sets.index([die["top"] for die in dice]) for dice in p["dice"]]
            for p in set_ups(dicefest_v0.raw_env(players=4), SEEDS)
        ]
    )
    for player in range(4):
        assert even(np.bincount(drawn[:, player], minlength=20))
    for one, other in combinations(range(4), 2):  # nor does a player's set say anything about another's
        assert even(np.bincount(20 * drawn[:, one] + drawn[:, other], minlength=400))


# MatriO, ruling 1


def test_matrio_ruling_01_every_card_is_equally_likely_in_every_hand():
    env = matrio_v0.raw_env()
    seats = np.zeros((SEEDS, 52), int)
    for number, p in enumerate(set_ups(env, SEEDS)):
        assert [len(hand) for hand in p["hands"]] == [13] * 4
        assert sorted(card for hand in p["hands"] for card in hand) == list(range(52))
        for seat, hand in enumerate(p["hands"]):
            seats[number, hand] = seat
        assert 1 in p["hands"][p["starter"]]
        assert env.agent_selection == f"player_{p['starter']}"
    assert even(tally(np.zeros((52, 4)), np.arange(52), seats))
    # Any two cards are in one hand in 12 of 51 deals.
    together = sum((seats == seat).T.astype(float) @ (seats == seat) for seat in range(4))
    pairs = together[np.triu_indices(52, 1)]
    assert abs(pairs - SEEDS * 12 / 51).max() < 5 * (SEEDS * 12 / 51 * 39 / 51) ** 0.5


# A random first player


FIRST_PLAYERS = [
    pytest.param(dice_matrix_v0, {}, 2, lambda p: p["spare"], id="dice_matrix"),
    pytest.param(dice_matrix_v0, {"games": 2}, 2, lambda p: p["spare"], id="dice_matrix-games=2"),
    pytest.param(tablero_v0, {}, 2, lambda p: sum(p["dice"]) % 6, id="tablero"),
    pytest.param(tablero_v0, {"games": 3}, 2, lambda p: sum(p["dice"]) % 6, id="tablero-games=3"),
    pytest.param(dicefest_v0, {"players": 2}, 2, lambda p: p["dice"][0][0]["top"] == 6, id="dicefest-2"),
    pytest.param(dicefest_v0, {"players": 3}, 3, lambda p: p["dice"][0][0]["top"] == 6, id="dicefest-3"),
    pytest.param(dicefest_v0, {"players": 4}, 4, lambda p: p["dice"][0][0]["top"] == 6, id="dicefest-4"),
]


@pytest.mark.parametrize(("module", "options", "players", "outcome"), FIRST_PLAYERS)
def test_a_random_first_player_is_any_of_them_alike(module, options, players, outcome):
    """Also when one looks at the next seed, or at something in the set-up that takes its values equally often."""
    env = module.raw_env(first_player="random", **options)
    first, shown = [], []
    for p in set_ups(env, SEEDS):
        first.append(p["to_move"])
        shown.append(outcome(p))
        assert env.agent_selection == f"player_{first[-1]}"
        assert p.get("starter", first[-1]) == first[-1]
    first, shown = np.array(first), np.array(shown, int)
    assert even(np.bincount(first, minlength=players))
    assert even(np.bincount(players * first[::2] + first[1::2], minlength=players**2))
    values = len(set(shown.tolist()))
    assert values > 1
    assert even(tally(np.zeros(players * values), players * (shown - shown.min()) + first))


def test_a_game_begun_at_random_is_otherwise_that_of_its_seed():
    for module in (dice_matrix_v0, tablero_v0, dicefest_v0):
        fixed = [list(set_ups(module.raw_env(first_player=player), 30)) for player in (0, 1)]
        for p, games in zip(set_ups(module.raw_env(first_player="random"), 30), zip(*fixed, strict=True), strict=True):
            assert p == games[p["to_move"]]


# Dice Matrix, ruling 10: names


def test_dice_matrix_ruling_10_names_of_single_dice():
    env = dice_matrix_v0.raw_env()
    env.reset(options={"position": late({"c2": "r5", "d2": "k5", "c6": "p1", "g7": "g2", "a1": "b6"})})
    names = {env.action_name(action) for action in legal_actions(env)}
    assert names == {
        "take red 5 at c2",
        "take black 5 at d2",
        "take pink 1 at c6",
        "take green 2 at g7",
        "take blue 6 at a1",
        "take red 5 at c2 and black 5 at d2",
    }


def test_dice_matrix_ruling_10_names_on_a_full_matrix():
    env = dice_matrix_v0.raw_env()
    for seed, p in enumerate(set_ups(env, 5)):
        spare = COLOURS[p["spare"]]
        assert [env.action_name(action) for action in range(6)] == [f"turn the {spare} die to {n}" for n in range(1, 7)]
        dice = [f"{COLOURS[colour]} {face}" for row in p["matrix"] for colour, face in row]
        at = [f"{die} at {cell}" for die, cell in zip(dice, CELLS, strict=True)]
        assert [env.action_name(6 + cell) for cell in range(49)] == [f"take {die}" for die in at]
        rows = [at[7 * line : 7 * line + 7] for line in range(7)]
        columns = [at[line::7] for line in range(7)]
        pairs = [f"take {line[i]} and {line[j]}" for line in rows + columns for i, j in PAIRS]
        assert [env.action_name(action) for action in range(55, 349)] == pairs, seed


# Dice Matrix, rulings 7, 8 and 10: what observations show


def pieces(env, agent):
    """The observation of an agent, piece by piece."""
    observation = env.observe(agent)["observation"]
    return {piece.name: observation[env.game.layout[piece.name]] for piece in env.game.layout.pieces}


def as_points(mine, theirs):
    """As the observation shows points: both in 400ths, the lead in 200ths, within ±1."""
    return pytest.approx(np.clip([mine / 400, theirs / 400, (mine - theirs) / 200], -1, 1))


def as_pay(p, seat):
    """As the observation shows what every die would pay now to the observer and to the opponent: 20ths, at most 1."""
    areas = np.array(p["areas"])[[seat, 1 - seat]]
    pay = np.zeros((2, 49))
    for cell, die in enumerate(die for row in p["matrix"] for die in row):
        if die:
            pay[:, cell] = areas[:, die[0]].sum(axis=1) + areas[:, :, die[1] - 1].sum(axis=1) + 2
    return pytest.approx(np.minimum(pay / 20, 1).ravel())


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_dice_matrix_ruling_07_hidden_scores_leave_out_the_points_and_nothing_else(seed, games):
    shown = dice_matrix_v0.raw_env(games=games, first_player="random")
    hidden = dice_matrix_v0.raw_env(games=games, first_player="random", hidden_scores=True)
    for env in (shown, hidden):
        env.reset(seed=seed)
    rng = random.Random(seed)
    ended = False
    while not ended:
        action = rng.choice(legal_actions(shown))
        for env in (shown, hidden):
            env.step(action)
        ended = over(shown)
        p = shown.position()
        assert hidden.position() == p and over(hidden) == ended
        for seat, agent in enumerate(PLAYERS):
            seen, left = pieces(shown, agent), pieces(hidden, agent)
            assert seen["scores"] == as_points(p["scores"][seat], p["scores"][1 - seat])
            assert seen["points"] == as_pay(p, seat)
            assert not left.pop("scores").any() and not left.pop("points").any()
            if ended:  # with the matrix empty, the worth of the dice taken is the lead itself
                assert not left.pop("worth_lead").any()
            assert all((left[piece] == seen[piece]).all() for piece in left)
    assert p["game"] == games - 1 and min(p["scores"]) > 0


@pytest.mark.parametrize("hidden_scores", [False, True])
def test_dice_matrix_ruling_08_the_second_game_is_told_apart_and_shows_the_points_of_the_first(hidden_scores):
    """Ruling 10: those points have been counted, so they are shown even with hidden scores."""
    env = dice_matrix_v0.raw_env(games=2, hidden_scores=hidden_scores)
    env.reset(seed=4)
    carried = {0: [0, 0], 1: None}
    for _ in random_play(env, 4):
        p = env.position()
        if carried[p["game"]] is None:
            carried[1] = p["carried"]
            assert min(carried[1]) > 100 and carried[1][0] != carried[1][1]
        for seat, agent in enumerate(PLAYERS):
            seen = pieces(env, agent)
            assert seen["games"].tolist() == [[0, 1], [1, 0]][p["game"]]
            assert seen["carried"] == as_points(carried[p["game"]][seat], carried[p["game"]][1 - seat])
            assert seen["starter"].tolist() == [seat == p["game"], seat != p["game"]]  # player_0 started the first
    assert carried[1] == env.position()["carried"]


def test_dice_matrix_ruling_08_a_single_game_is_neither_the_second_nor_followed_by_one():
    env = dice_matrix_v0.raw_env()
    env.reset(seed=5)
    for agent in PLAYERS:
        seen = pieces(env, agent)
        assert not seen["games"].any() and not seen["carried"].any()
