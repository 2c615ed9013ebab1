"""The solver of Dice Matrix against a plain minimax on the rules, which knows nothing of what dice are worth."""

from functools import cache

import numpy as np
import pytest

from ludarium.agents import make_agent
from ludarium.dice_matrix import GAME
from ludarium.dice_matrix.analysis import analyse, collect_endings
from ludarium.dice_matrix.position import write_position
from ludarium.dice_matrix.solver import make_table, solve, solve_outcome
from ludarium.errors import BadOption, BadPosition
from tests.rulings.dice_matrix.builders import PAIRS, late, opening, take

RANDOM, GREEDY, EXPERT = (make_agent(spec, GAME) for spec in ("random", "greedy", "expert"))


def recount(dice):
    """The points of an area that holds these dice, (colour, face) each."""
    colours = [sum(colour == c for colour, _ in dice) for c in range(5)]
    faces = [sum(face == f for _, face in dice) for f in range(1, 7)]
    return sum(n * (n + 1) // 2 for n in colours + faces)


def moves(cells, dice):
    """{action: the numbers of the dice it takes} for dice on some cells, (row, column) each."""
    found = {}
    for i, (row, column) in cells.items():
        found[6 + 7 * row + column] = (i,)
        for j, (other_row, other_column) in cells.items():
            if not (dice[i][0] == dice[j][0] or dice[i][1] == dice[j][1]):
                continue
            between = [c for c in cells.values() if (row, column) < c < (other_row, other_column)]
            if row == other_row and column < other_column and not any(c[0] == row for c in between):
                found[55 + 21 * row + PAIRS.index((column, other_column))] = (i, j)
            if column == other_column and row < other_row and not any(c[1] == column for c in between):
                found[202 + 21 * column + PAIRS.index((row, other_row))] = (i, j)
    return found


def margins_by_minimax(position):
    """{action: the mover's final lead, carried points included, if both play for the margin}, from the real scores."""
    matrix = {(r, c): tuple(die) for r, row in enumerate(position["matrix"]) for c, die in enumerate(row) if die}
    cells, dice = dict(enumerate(matrix)), list(matrix.values())
    me = position["to_move"]
    held = [
        [(c, f + 1) for c, stacks in enumerate(area) for f, height in enumerate(stacks) for _ in range(height)]
        for area in position["areas"]
    ]
    carried = position["carried"][me] - position["carried"][1 - me]

    @cache
    def moves_of(left):
        return list(moves({i: cells[i] for i in left}, dice).values())

    @cache
    def final_lead(owners, mover):
        """The lead of `me` at the end; owners[i] is who holds die i, or None."""
        left = tuple(i for i, owner in enumerate(owners) if owner is None)
        if not left:
            points = [recount(held[p] + [dice[i] for i in cells if owners[i] == p]) for p in range(2)]
            return carried + points[me] - points[1 - me]
        leads = [
            final_lead(tuple(mover if i in taken else owner for i, owner in enumerate(owners)), 1 - mover)
            for taken in moves_of(left)
        ]
        return max(leads) if mover == me else min(leads)

    return {
        action: final_lead(tuple(me if i in taken else None for i in cells), 1 - me)
        for action, taken in moves(cells, dice).items()
    }


def values_by_memory(state):
    """The value of the matrix to the mover in half points, from what dice are worth, by looking at every subset."""
    worth = 12 + state["totals"].astype(int)
    matrix = {divmod(cell, 7): (int(d) >> 3, int(d) & 7) for cell, d in enumerate(state["matrix"]) if d >= 0}
    cells, dice = dict(enumerate(matrix)), list(matrix.values())

    @cache
    def value(left):
        if not left:
            return 0
        options = moves({i: cells[i] for i in left}, dice).values()
        return max(
            sum(worth[dice[i][1]] for i in taken) - value(tuple(i for i in left if i not in taken)) for taken in options
        )

    return value(tuple(cells))


def endings(dice, count, seed):
    return np.concatenate(
        [
            collect_endings([RANDOM, RANDOM], dice=dice, endings=count // 2, seed=seed),
            collect_endings([RANDOM, GREEDY], dice=dice, endings=count - count // 2, seed=seed + 5000),
        ]
    )


def is_over_a_gap(action):
    first, second = PAIRS[(action - 55) % 21] if action >= 55 else (0, 1)
    return second - first > 1


def nearly_even(state, lead):
    """The position as the second game of a tournament, with points carried that make it end with this lead."""
    margin = solve(state).margin
    states = np.array([state])
    states["games"], states["game"] = 2, 1
    states["carried"][0, state["to_move"]] = 500 + lead - margin
    states["carried"][0, 1 - state["to_move"]] = 500
    return states[0]


@pytest.mark.parametrize(("dice", "count"), [(1, 4), (2, 6), (6, 20), (7, 12), (8, 8), (10, 6)])
def test_margin_outcome_and_all_best_actions_are_those_of_minimax(dice, count):
    spans = 0
    for number, state in enumerate(endings(dice, count, seed=dice)):
        state = nearly_even(state, lead=number % 4 - 1)
        margins = margins_by_minimax(write_position(state))
        best = max(margins.values())
        assert best == number % 4 - 1
        sign = (best > 0) - (best < 0)
        as_good = [action for action, margin in margins.items() if (margin > 0) - (margin < 0) == sign]
        for table in (make_table(0), make_table(1 << 4), make_table()):
            solution = solve(state, table)
            assert (solution.margin, solution.outcome) == (best, sign)
            assert set(solution.actions) == {action for action, margin in margins.items() if margin == best}
            verdict = solve_outcome(state, table)
            assert verdict.outcome == sign
            assert set(verdict.actions) == set(as_good)
        spans += sum(is_over_a_gap(action) for action in margins)
    assert spans > 0 or dice < 6, "no pair over emptied cells was among the actions"


@pytest.mark.parametrize("dice", [12, 13])
def test_margin_is_that_of_a_search_through_all_subsets(dice):
    for state in endings(dice, 6, seed=dice):
        me, other = state["to_move"], 1 - state["to_move"]
        held = state["face_lines"].astype(int)
        lead = int(((held[me] - held[other]) * (12 + state["totals"].astype(int))).sum())
        assert 2 * solve(state).margin == lead + values_by_memory(state)


def test_what_the_table_remembers_changes_nothing():
    for state in endings(18, 10, seed=3):
        with_table, without, small = (solve(state, make_table(size)) for size in (1 << 16, 0, 8))
        assert (with_table.margin, with_table.actions) == (without.margin, without.actions)
        assert (with_table.margin, with_table.actions) == (small.margin, small.actions)
        assert with_table.nodes <= without.nodes
        verdict = solve_outcome(state, make_table(0))
        assert (verdict.outcome, verdict.actions) == (
            solve_outcome(state).outcome,
            solve_outcome(state).actions,
        )


def test_a_table_can_be_used_again_and_again():
    table = make_table()
    states = endings(14, 8, seed=9)
    first = [solve(state, table) for state in states]
    assert [solve(state, table) for state in states[::-1]] == first[::-1]
    assert [solve(state) for state in states] == first


def test_parting_dice_is_left_to_the_opponent():
    """Whoever takes the black 2 makes a pair of the red dice."""
    state = GAME.load_position({}, late({"a1": "r1", "b1": "k2", "c1": "r3"}, to_move=1))[0]
    assert take("b1") not in solve(state).actions


def test_a_limit_gives_up():
    state = endings(22, 2, seed=1)[0]
    nodes = solve(state).nodes
    assert solve(state, limit=50) is None
    assert solve_outcome(state, limit=5) is None
    assert solve(state, limit=nodes).nodes == nodes


def test_what_cannot_be_solved():
    with pytest.raises(BadPosition, match="taken"):
        solve(GAME.load_position({}, opening()))
    with pytest.raises(ValueError, match="power of two"):
        make_table(100)


def test_analysis_of_perfect_and_poor_play():
    perfect = analyse(EXPERT, [RANDOM, GREEDY], dice=14, endings=20, seed=1)
    assert (perfect.given_away, perfect.spoilt, perfect.share_perfect) == (0, 0, 1)
    poor = analyse(RANDOM, [RANDOM, GREEDY], dice=14, endings=20, seed=1)
    assert poor.won == perfect.won > 0
    assert poor.spoilt > 0
    assert 0 < poor.given_away_per_decision < poor.given_away_per_ending
    assert poor.share_perfect < 0.8
    assert poor == analyse(RANDOM, [RANDOM, GREEDY], dice=14, endings=20, seed=1)
    assert poor != analyse(RANDOM, [RANDOM, GREEDY], dice=14, endings=20, seed=2)


def test_what_a_wrong_choice_of_two_dice_gives_away():
    """Two dice that do not pair: whoever takes the lesser one loses the difference of their worths twice."""
    states = collect_endings([RANDOM, RANDOM], dice=2, endings=60, seed=4)
    lost = 0
    for state in states[states["pairs"].sum(1) == 0]:
        totals = [int(state["totals"][die & 7]) for die in state["matrix"] if die >= 0]
        solution = solve(state)
        assert len(solution.actions) == (1 if totals[0] != totals[1] else 2)
        lost += totals[0] != totals[1]
    assert lost > 5
    report = analyse(RANDOM, [RANDOM, RANDOM], dice=2, endings=60, seed=4)
    assert report.decisions == 60
    assert report.perfect < 60 < 60 + report.given_away


def test_endings_have_the_dice_asked_for_and_come_from_both_seats():
    states = collect_endings([GREEDY, RANDOM], dice=9, endings=40, seed=0)
    assert (states["left"] == 9).all()
    assert set(states["to_move"].tolist()) == {0, 1}
    assert len({state["key"] for state in states}) == 40
    with pytest.raises(BadOption, match="two players"):
        collect_endings([RANDOM], dice=9, endings=1, seed=0)
    with pytest.raises(BadOption, match="dice"):
        collect_endings([RANDOM, RANDOM], dice=49, endings=1, seed=0)
