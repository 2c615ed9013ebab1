"""The expert at MatriO: the strongest player made by hand, at some 10 ms a move.

A glance (see evaluation.py) sorts out the candidates. Then the unseen cards are dealt anew many times, and in each deal
every candidate is tried and the game played out by the same glance; after each round of deals the better half goes on.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.generator import SEARCH, word
from ludarium.matrio.evaluation import glance, play_out, weigh_trays
from ludarium.matrio.rules import ACTIONS, PLAYERS, STATE, SUITS, TRAYS, apply, determinize

CANDIDATES = 12  # more of them are worse: playouts by glance flatter moves that are bad at a glance
CARDS_TO_PLAY = 60_000  # in all playouts of a decision together
OVERHEAD = 3  # what copying and dealing cost, in cards played
SPREAD = 80.0  # a final lead of so many points counts as 73 % of a win, a bigger one as nearly all of it
NOT_TRIED = -1.0  # the rating of actions that are no candidates


@compiled
def consider(s, mask, bits, ratings):
    pull = np.empty(TRAYS)
    actions = np.empty(ACTIONS, np.int64)
    results = np.empty(ACTIONS)
    legal = list_actions(s, mask, ratings, actions)
    weigh_trays(s, pull)
    for k in range(legal):
        results[k] = glance(s, actions[k], pull)
    candidates = min(legal, CANDIDATES)
    best_first(actions, results, legal)
    results[:candidates] = 0.0
    if candidates > 1:
        dealt, tried = np.empty(1, STATE), np.empty(1, STATE)
        halve(s, bits, ratings, actions, results, candidates, dealt, tried, pull)
    else:
        ratings[actions[0]] = 0.0


@compiled
def list_actions(s, mask, ratings, actions):
    """Fills in the legal actions that differ, and returns their number."""
    count = 0
    for action in range(ACTIONS):
        if mask[action]:
            ratings[action] = NOT_TRIED
            if not is_double(s, action % TRAYS // SUITS):
                actions[count] = action
                count += 1
    return count


@compiled
def is_double(s, line):
    """Whether the line is bare and so is an earlier row, or column, too: it does not matter which of them comes first."""
    if s.missing[line] < SUITS:
        return False
    for earlier in range(line // 3 * 3, line):
        if s.missing[earlier] == SUITS:
            return True
    return False


@compiled
def best_first(actions, results, count):
    """Sorts the first `count` actions together with their results, which are few or nearly in order."""
    for k in range(1, count):
        action, result = actions[k], results[k]
        while k > 0 and results[k - 1] < result:
            actions[k], results[k] = actions[k - 1], results[k - 1]
            k -= 1
        actions[k], results[k] = action, result


@compiled
def halve(s, bits, ratings, actions, results, candidates, dealt, tried, pull):
    """Sequential halving: rounds that cost the same, with the same deals for all candidates still in.

    A rating is the number of rounds survived plus the mean result, which lies between 0 and 1.
    """
    me = s.to_move
    rounds = int(np.ceil(np.log2(candidates)))
    playouts = CARDS_TO_PLAY // (cards_left(s) + OVERHEAD)
    deals = 0
    for survived in range(rounds):
        for _ in range(max(1, playouts // (rounds * candidates))):
            deal_anew(s, word(bits, SEARCH, deals), dealt)
            for k in range(candidates):
                tried[0] = dealt[0]
                results[k] += result_of(tried[0], actions[k], me, pull)
            deals += 1
        best_first(actions, results, candidates)
        for k in range(candidates):
            ratings[actions[k]] = survived + results[k] / deals
        candidates = (candidates + 1) // 2


@compiled
def cards_left(s):
    """How many cards are still to be played by those still in."""
    count = 0
    for player in range(PLAYERS):
        if not s.withdrawn[player]:
            count += s.held[player]
    return count


@compiled
def deal_anew(s, key, dealt):
    dealt[0] = s
    dealt[0].key = key
    determinize(dealt[0], s.to_move)


@compiled
def result_of(s, action, me, pull):
    """The expert's result, from 0 to 1, of a game played out after an action. A clear win counts more than a lucky one."""
    apply(s, action)
    play_out(s, pull)
    if s.withdrawn[me]:
        return 0.0
    best, others = 0, 0
    for player in range(PLAYERS):
        if player != me and not s.withdrawn[player]:
            if others == 0 or s.scores[player] > best:
                best = s.scores[player]
            others += 1
    if others == 0:
        return 1.0
    return 1.0 / (1.0 + np.exp((best - s.scores[me]) / SPREAD))
