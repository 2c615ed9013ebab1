"""Compiled steps from node to node of the game tree, for callers who decide the outcomes of chance themselves.

Each takes one record as an array of length 1, and says who is next: a seat, CHANCE or OVER.
"""

from __future__ import annotations

from ludarium.engine import loops
from ludarium.engine.compiling import compiled
from ludarium.engine.protocol import CHANCE, RUNNING, apply, chance, forced, legal, mover, new, over

OVER = -4
ILLEGAL = -5


@compiled
def begin(states):
    """Begins an episode, which every game does with a chance event."""
    new(states[0])


@compiled
def next_node(s, mask):
    """Settles forced passes until a seat must decide, a chance event is due or the episode is over."""
    while over(s) == RUNNING:
        who = mover(s)
        if who == CHANCE or legal(s, mask) > 0:
            return who
        forced(s)
    return OVER


@compiled
def play(states, mask, action):
    """Plays an action; if it is not legal, returns ILLEGAL and changes nothing but the mask."""
    s = states[0]
    legal(s, mask)
    if action < 0 or action >= len(mask) or mask[action] == 0:
        return ILLEGAL
    apply(s, action)
    return next_node(s, mask)


@compiled
def settle(states, mask, outcome):
    """Settles the chance event that is due with an outcome as the rules number them (unchecked)."""
    chance(states[0], outcome)
    return next_node(states[0], mask)


@compiled
def pay(states, out):
    """Fills `out`, which holds zeros, with the rewards of an episode that is over."""
    loops.rewards(states[0], out)
