"""Tree search guided by a network: its policy says where to look, its value what is found; no playouts.

All searches of a batch go on side by side, so that the network is asked about many positions at once. Chance and hidden
hands are treated as in `tree`: every iteration draws both anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ludarium.agents.base import Agent
from ludarium.agents.slices import in_slices
from ludarium.agents.tree import DEEPEST, EDGES, NODES, NONE, OUTCOME, OUTCOMES
from ludarium.engine.compiling import announced, compiled
from ludarium.engine.game import Game
from ludarium.engine.generator import SEARCH, word
from ludarium.engine.loops import advance, rewards
from ludarium.engine.protocol import apply, determinize, mover, observe, seats, signature

EXPLORATION = 1.5  # weight of the policy against the results, which lie between 0 and 1
SMALLEST_SLICE = 8  # searches that are worth a thread
BRANCHING = 64  # actions of a node for which a tree has room on average; a full tree grows no further

NODE = np.dtype([("visits", "i4"), ("edge", "i4"), ("value", "f4")])  # the value is the mover's
EDGE = np.dtype(
    [
        ("total", "f8"),  # results of the player who moves here
        ("prior", "f4"),
        ("action", "i4"),
        ("visits", "i4"),
        ("next", "i4"),  # another action of the same node
        ("outcome", "i4"),  # the first of the outcomes below
    ],
    align=True,
)
LEAF, DEPTH = 3, 4  # what a search counts beside nodes, edges and outcomes: the node to be judged, the path's length

# (observations, masks) → (probabilities of the actions, expected outcome for the observer)
Judge = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


def make_trees(searches: int, iterations: int, actions: int) -> tuple[np.ndarray, ...]:
    room = iterations + 2
    return (
        np.zeros((searches, room), NODE),
        np.zeros((searches, room * min(actions, BRANCHING) + actions), EDGE),
        np.zeros((searches, room), OUTCOME),
        np.zeros((searches, 5), np.int64),
        np.zeros((searches, DEEPEST), np.int32),
        np.zeros((searches, DEEPEST), np.int8),
    )


@compiled
def clear(trees):
    nodes, _, _, used, _, _ = trees
    used[:] = 0
    used[:, NODES] = 1
    for i in range(len(nodes)):
        nodes[i, 0].edge = NONE
        nodes[i, 0].visits = 0


@compiled
def select(nodes, edges, node, mask, count):
    """The most promising of the legal actions, or NONE if one of them is not in the tree yet."""
    parent = nodes[node]
    scale = EXPLORATION * np.sqrt(parent.visits)
    best, best_score, known = NONE, -1.0, 0
    e = parent.edge
    while e != NONE:
        edge = edges[e]
        if mask[edge.action]:
            known += 1
            mean = edge.total / edge.visits if edge.visits > 0 else np.float64(parent.value)
            score = mean + scale * edge.prior / (1.0 + edge.visits)
            if score > best_score:
                best, best_score = e, score
        e = edge.next
    return best if known == count else NONE


@compiled
def follow(nodes, edges, outcomes, used, e, shown):
    """The node below an edge after chance has shown this; a new one if it has not shown it before."""
    o = edges[e].outcome
    while o != NONE and outcomes[o].signature != shown:
        o = outcomes[o].next
    if o == NONE:
        if used[NODES] == len(nodes):
            return NONE
        o, node = used[OUTCOMES], used[NODES]
        used[OUTCOMES] += 1
        used[NODES] += 1
        outcomes[o].signature = shown
        outcomes[o].node = node
        outcomes[o].next = edges[e].outcome
        edges[e].outcome = o
        nodes[node].visits = 0
        nodes[node].edge = NONE
    return outcomes[o].node


@compiled
def back_up(edges, path, path_seats, depth, paid, n):
    """Adds an outcome for every seat to the actions that led to it."""
    for d in range(depth):
        edges[path[d]].visits += 1
        edges[path[d]].total += (1.0 + (n - 1.0) * paid[path_seats[d]]) / n


@compiled
def descend(states, words, k, scratch, masks, flat, records, paid, trees, low, high):
    """Iteration k of some searches: down each tree to a position that the network must judge, or to an end."""
    all_nodes, all_edges, all_outcomes, all_used, paths, all_seats = trees
    for i in range(low, high):
        nodes, edges, outcomes, used = all_nodes[i], all_edges[i], all_outcomes[i], all_used[i]
        path, path_seats = paths[i], all_seats[i]
        seat = mover(states[i])
        scratch[i] = states[i]
        s = scratch[i]
        s.margin = False
        s.key = word(words[i], SEARCH, k)
        determinize(s, seat)
        node = depth = 0
        count = advance(s, masks[i])
        while count > 0 and depth < DEEPEST and node != NONE:
            e = select(nodes, edges, node, masks[i], count)
            if e == NONE:
                break
            nodes[node].visits += 1
            path_seats[depth] = mover(s)
            path[depth] = e
            depth += 1
            apply(s, edges[e].action)
            count = advance(s, masks[i])
            node = follow(nodes, edges, outcomes, used, e, signature(s))
        used[DEPTH] = depth
        used[LEAF] = node
        flat[i] = 0.0
        if count > 0:
            observe(s, mover(s), records[i])
        else:
            used[LEAF] = NONE
            paid[i] = 0.0
            rewards(s, paid[i])
            back_up(edges, path, path_seats, depth, paid[i], seats(s))
            used[DEPTH] = NONE


@compiled
def take_in(scratch, masks, priors, values, paid, trees, low, high):
    """Puts what the network said into the trees: priors at the node, the value all the way up."""
    all_nodes, all_edges, _, all_used, paths, all_seats = trees
    for i in range(low, high):
        nodes, edges, used = all_nodes[i], all_edges[i], all_used[i]
        if used[DEPTH] == NONE:
            continue
        s = scratch[i]
        n = seats(s)
        seat = mover(s)
        for other in range(n):
            paid[i, other] = values[i] if other == seat else -values[i] / (n - 1.0)
        if used[LEAF] != NONE:
            node = nodes[used[LEAF]]
            node.value = (1.0 + (n - 1.0) * values[i]) / n
            node.visits += 1
            expand(node, edges, used, masks[i], priors[i])
        back_up(edges, paths[i], all_seats[i], used[DEPTH], paid[i], n)


@compiled
def expand(node, edges, used, mask, priors):
    """Adds the legal actions that the node does not have yet."""
    e = node.edge
    while e != NONE:
        mask[edges[e].action] = 0
        e = edges[e].next
    for action in range(len(mask)):
        if mask[action] and used[EDGES] < len(edges):
            edge = edges[used[EDGES]]
            edge.total = 0.0
            edge.prior = priors[action]
            edge.action = action
            edge.visits = 0
            edge.next = node.edge
            edge.outcome = NONE
            node.edge = used[EDGES]
            used[EDGES] += 1


@compiled
def read_roots(trees, visits, actions, values):
    """Visits of every action at the roots, the most visited one (of equals the likelier), and what it promises."""
    all_nodes, all_edges = trees[0], trees[1]
    for i in range(len(actions)):
        edges = all_edges[i]
        most, prior = -1, 0.0
        e = all_nodes[i, 0].edge
        while e != NONE:
            edge = edges[e]
            visits[i, edge.action] = edge.visits
            if edge.visits > most or (edge.visits == most and edge.prior > prior):
                most, prior = edge.visits, np.float64(edge.prior)
                actions[i] = edge.action
                values[i] = edge.total / edge.visits if edge.visits > 0 else np.float64(all_nodes[i, 0].value)
            e = edge.next


class GuidedAgent(Agent):
    """So many iterations of guided search for every decision; `visits` and `values` as those of the plain search."""

    games_at_once = 64

    def __init__(self, game: Game, judge: Judge, iterations: int) -> None:
        super().__init__(game)
        self.judge = judge
        self.iterations = iterations

    def act(self, observations: np.ndarray, masks: np.ndarray, states: np.ndarray, words: np.ndarray) -> np.ndarray:
        count = len(masks)
        trees = make_trees(count, self.iterations, self.game.actions)
        clear(trees)
        scratch = states.copy()
        shown = np.zeros_like(masks)
        flat = np.zeros((count, self.game.layout.size), np.float32)
        records = flat.view(self.game.layout.dtype)[:, 0]
        paid = np.zeros((count, self.game.most_seats))
        with announced(f"guided search for {self.game.title}"):
            for k in range(self.iterations):
                arrays = states, words, k, scratch, shown, flat, records, paid, trees
                in_slices(partial(descend, *arrays), count, SMALLEST_SLICE)
                priors, values = self.judge(flat, shown)
                take_in(scratch, shown, priors, values, paid, trees, 0, count)
            actions = np.zeros(count, np.int64)
            self.visits = np.zeros(masks.shape, np.int32)
            self.values = np.zeros(count)
            read_roots(trees, self.visits, actions, self.values)
        return actions
