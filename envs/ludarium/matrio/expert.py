"""The expert at MatriO: the strongest player made by hand, at some 10 ms a move.

A glance (see evaluation.py) sorts out the candidates. Then the unseen cards are dealt anew many times, and in each deal
every candidate is tried and the game played out by the same glance; after each round of deals the better half goes on.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.generator import SEARCH, word
from ludarium.matrio.evaluation import glance, play_out, weigh_trays
from ludarium.matrio.greedy import lead
from ludarium.matrio.rules import ACTIONS, CARDS, HAND, PLAYERS, STATE, SUITS, TRAYS, TWO_OF_CLUBS, apply, determinize

CANDIDATES = 24  # enough for every place of a last card; earlier on, more of them cost more deals than they bring
CARDS_TO_PLAY = 50_000  # in all playouts of a decision together
OVERHEAD = 3  # what copying and dealing cost, in cards played
SPREAD = 80.0  # the lead, in points, at which a win is as good as 87 % of a crushing one
NOT_TRIED = -1.0  # the rating of actions that are no candidates

KNOWN, DEALT, TRIED = range(3)  # three copies of the state: what the expert knows, a deal, a game played out


@compiled
def consider(s, mask, bits, ratings):
    actions, results = np.empty(ACTIONS, np.int64), np.empty(ACTIONS)
    pull, totals = np.empty(TRAYS), np.empty(PLAYERS, np.int64)
    copies = np.empty(3, STATE)
    count = list_actions(s, mask, ratings, actions)
    weigh_trays(s, pull)
    for k in range(count):
        results[k] = glance(s, actions[k], pull)
    best_first(actions, results, count)
    copies[KNOWN] = s
    forget_hands(copies[KNOWN])
    halve(copies, bits, ratings, actions, results, min(count, CANDIDATES), pull, totals)


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
    """Whether the line is bare and so is an earlier row, or an earlier column: it does not matter which is taken."""
    return s.missing[line] == SUITS and np.any(s.missing[line // 3 * 3 : line] == SUITS)


@compiled
def best_first(actions, results, count):
    """Sorts the first `count` actions together with their results; there are at most 186."""
    for k in range(1, count):
        action, result = actions[k], results[k]
        while k > 0 and results[k - 1] < result:
            actions[k], results[k] = actions[k - 1], results[k - 1]
            k -= 1
        actions[k], results[k] = action, result


@compiled
def forget_hands(s):
    """Puts all cards in hand in the order of their numbers, so that nothing can depend on who really holds which.

    Only the 2 of clubs stays with the player who is known to have it, as the first card of the hand.
    """
    unseen = np.empty(CARDS, np.int8)
    places = np.empty(CARDS, np.int64)
    hidden = 0
    for player in range(PLAYERS):
        start, end = HAND * player, HAND * player + s.held[player]
        s.cards[start:end] = np.sort(s.cards[start:end])
        if player != s.to_move:
            for place in range(start, end):
                if s.cards[place] == TWO_OF_CLUBS:
                    s.cards[place] = s.cards[start]
                    s.cards[start] = TWO_OF_CLUBS
            for place in range(start, end):
                if s.cards[place] != TWO_OF_CLUBS:
                    unseen[hidden] = s.cards[place]
                    places[hidden] = place
                    hidden += 1
    unseen[:hidden] = np.sort(unseen[:hidden])
    for k in range(hidden):
        s.cards[places[k]] = unseen[k]


@compiled
def halve(copies, bits, ratings, actions, results, candidates, pull, totals):
    """Sequential halving: rounds that cost the same, with the same deals for all candidates still in.

    A rating is the number of rounds survived plus the mean result, which lies between 0 and 1.
    """
    me = copies[KNOWN].to_move
    results[:candidates] = 0.0
    rounds = max(1, int(np.ceil(np.log2(candidates))))
    playouts = CARDS_TO_PLAY // (cards_left(copies[KNOWN]) + OVERHEAD)
    deals = 0
    for survived in range(rounds):
        for _ in range(max(1, playouts // (rounds * candidates))):
            copies[DEALT] = copies[KNOWN]
            copies[DEALT].key = word(bits, SEARCH, deals)
            determinize(copies[DEALT], me)
            for k in range(candidates):
                copies[TRIED] = copies[DEALT]
                results[k] += result_of(copies[TRIED], actions[k], me, pull, totals)
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
def result_of(s, action, me, pull, totals):
    """The result, from 0 to 1, of a game played out after an action: half for the win, half for how clear it was."""
    apply(s, action)
    play_out(s, pull, totals)
    if s.withdrawn[me]:
        return 0.0
    totals[:] = s.scores
    ahead = lead(s, totals, me)
    won = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    return 0.5 * won + 0.5 / (1.0 + np.exp(-ahead / SPREAD))
