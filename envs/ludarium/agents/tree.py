"""Tree search, compiled: UCT with one playout an iteration, for any number of players, chance and hidden hands.

Every iteration begins at a copy of the position whose key is drawn anew and whose unseen cards are dealt anew, so the
search foresees neither dice nor hands. Branches are told apart by the action and by what chance then showed; an action
that is not legal in the present deal is passed over, and the exploration term counts how often an action was available
(in games without secrets that is the usual UCT). Every player maximises the own result.
"""

from __future__ import annotations

import numpy as np

from ludarium.agents.rated import best_rated
from ludarium.engine.compiling import compiled
from ludarium.engine.generator import GOLDEN, SEARCH, below, mix, word
from ludarium.engine.loops import advance, pick, rewards
from ludarium.engine.protocol import apply, determinize, mover, rate, seats, signature

HORIZON = 200  # decisions of a playout before it is cut, with value 0
EXPLORATION = 1.0  # weight of the exploration term; results lie between 0 and 1
DEEPEST = 4096  # decisions on the longest path through the tree
NONE = -1

NODE = np.dtype([("visits", "i4"), ("edge", "i4")])
EDGE = np.dtype(
    [
        ("total", "f8"),  # results of the player who moves here
        ("action", "i4"),
        ("visits", "i4"),
        ("available", "i4"),  # visits of the node in which the action was legal
        ("next", "i4"),  # another action of the same node
        ("outcome", "i4"),  # the first of the outcomes below
    ],
    align=True,
)
OUTCOME = np.dtype([("signature", "i8"), ("node", "i4"), ("next", "i4")])
NODES, EDGES, OUTCOMES, DECISIONS = range(4)  # what a tree counts


def make_tree(iterations: int) -> tuple[np.ndarray, ...]:
    """Room for the tree of a search: each iteration adds at most one of each kind."""
    return (
        np.zeros(iterations + 2, NODE),
        np.zeros(iterations + 2, EDGE),
        np.zeros(iterations + 2, OUTCOME),
        np.zeros(4, np.int64),  # how many are in use, and the decisions played
        np.zeros(DEEPEST, np.int32),  # the path of the present iteration: its edges
        np.zeros(DEEPEST, np.int8),  # and who moved
    )


@compiled
def clear(tree):
    nodes, _, _, used, _, _ = tree
    used[:] = 0
    used[NODES] = 1
    nodes[0].visits = 0
    nodes[0].edge = NONE


@compiled
def select(tree, node, mask):
    """Takes the tried actions out of the mask; returns how many of them are legal now, and the most promising one."""
    nodes, edges = tree[0], tree[1]
    best, best_score, tried = NONE, -1.0, 0
    e = nodes[node].edge
    while e != NONE:
        edge = edges[e]
        if mask[edge.action]:
            mask[edge.action] = 0
            tried += 1
            edge.available += 1
            score = edge.total / edge.visits + EXPLORATION * np.sqrt(np.log(edge.available) / edge.visits)
            if score > best_score:
                best, best_score = e, score
        e = edge.next
    return tried, best


@compiled
def add_edge(tree, node, action):
    nodes, edges, _, used, _, _ = tree
    e = used[EDGES]
    used[EDGES] += 1
    edge = edges[e]
    edge.total = 0.0
    edge.action = action
    edge.visits = 0
    edge.available = nodes[node].visits
    edge.next = nodes[node].edge
    edge.outcome = NONE
    nodes[node].edge = e
    return e


@compiled
def follow(tree, e, shown):
    """The node below an edge after chance has shown this; a new one if it has not shown it before."""
    nodes, edges, outcomes, used, _, _ = tree
    o = edges[e].outcome
    while o != NONE and outcomes[o].signature != shown:
        o = outcomes[o].next
    if o == NONE:
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
def choose(s, mask, count, greedy, ratings, bits):
    """An action of a playout or one to be tried for the first time: any, or with `greedy` the one it likes best."""
    if greedy:
        rate(s, mask, ratings)
        return best_rated(ratings, mask, bits)
    return pick(mask, below(bits, count))


@compiled
def playout(s, mask, count, greedy, ratings, bits):
    """Plays to the end or the horizon; returns the number of decisions. Every fourth one is random in any case."""
    played = 0
    while count > 0 and played < HORIZON:
        bits = mix(bits + GOLDEN)
        apply(s, choose(s, mask, count, greedy and bits & np.uint64(3) != 0, ratings, bits))
        count = advance(s, mask)
        played += 1
    return played


@compiled
def descend(s, mask, tree, greedy, ratings, bits):
    """One iteration from the record `s`, down the tree and to the end; returns the length of the path in the tree."""
    nodes, edges, _, used, path, path_seats = tree
    node = depth = 0
    count = advance(s, mask)
    while count > 0 and depth < DEEPEST:
        nodes[node].visits += 1
        path_seats[depth] = mover(s)
        tried, e = select(tree, node, mask)
        used[DECISIONS] += 1
        if tried < count:
            bits = mix(bits + GOLDEN)
            action = choose(s, mask, count - tried, greedy, ratings, bits)
            if used[EDGES] < len(edges):  # a full tree grows no further, but its counts do
                path[depth] = add_edge(tree, node, action)
                depth += 1
            apply(s, action)
            used[DECISIONS] += playout(s, mask, advance(s, mask), greedy, ratings, bits)
            return depth
        path[depth] = e
        depth += 1
        apply(s, edges[e].action)
        count = advance(s, mask)
        if used[NODES] == len(nodes):
            used[DECISIONS] += playout(s, mask, count, greedy, ratings, bits)
            return depth
        node = follow(tree, e, signature(s))
    return depth


@compiled
def search(states, i, first, iterations, greedy, bits, scratch, mask, ratings, paid, tree):
    """Goes on with the search of slot i, of which `first` iterations were made."""
    _, edges, _, _, path, path_seats = tree
    seat = mover(states[i])
    for k in range(first, first + iterations):
        scratch[0] = states[i]
        s = scratch[0]
        s.margin = False
        s.key = word(bits, SEARCH, k)
        determinize(s, seat)
        depth = descend(s, mask, tree, greedy, ratings, s.key)
        paid[:] = 0.0
        rewards(s, paid)
        n = seats(s)
        for d in range(depth):
            edges[path[d]].visits += 1
            edges[path[d]].total += (1.0 + (n - 1.0) * paid[path_seats[d]]) / n


@compiled
def read_root(tree, visits):
    """Fills `visits` of every action at the root; returns the most visited one, the better of equals, and its value."""
    nodes, edges = tree[0], tree[1]
    visits[:] = 0
    best = most = NONE
    value = 0.0
    e = nodes[0].edge
    while e != NONE:
        edge = edges[e]
        visits[edge.action] = edge.visits
        mean = edge.total / edge.visits
        if edge.visits > most or (edge.visits == most and mean > value):
            best, most, value = edge.action, edge.visits, mean
        e = edge.next
    return best, value
