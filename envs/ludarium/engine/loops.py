"""Compiled loops over games, written once: they see a game only through the functions of `protocol`."""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.generator import AGENTS, LEARNERS_SEAT, RANDOM_PLAY, below, next_key, word
from ludarium.engine.protocol import (
    CHANCE,
    RUNNING,
    TERMINATED,
    TRUNCATED,
    apply,
    chance,
    forced,
    legal,
    margins,
    mover,
    new,
    observe,
    over,
    seats,
    winners,
)

FINE = -1  # in the place of a slot: none


@compiled
def advance(s, mask):
    """Settles chance and forced passes until somebody must decide (returns the number of choices) or it is over (0)."""
    while over(s) == RUNNING:
        if mover(s) == CHANCE:
            chance(s, -1)
        else:
            count = legal(s, mask)
            if count > 0:
                return count
            forced(s)
    mask[:] = 0
    return 0


@compiled
def outcomes(s, out):
    """Fills `out`, which holds zeros, with the outcome of a terminated episode for each seat; their sum is 0."""
    n = seats(s)
    won = winners(s)
    k = 0
    for seat in range(n):
        k += (won >> seat) & 1
    if k > 0:
        for seat in range(n):
            out[seat] = (n / k - 1.0) / (n - 1.0) if (won >> seat) & 1 else -1.0 / (n - 1.0)


@compiled
def rewards(s, out):
    """Fills `out`, which holds zeros, with what the episode paid each seat: nothing unless it was terminated."""
    if over(s) == TERMINATED:
        if s.margin:
            margins(s, out)
        else:
            outcomes(s, out)


@compiled
def results(finals, slots, shares, leads):
    """Of episodes that ended in some slots, for each seat: the share of the win, and the margin as it is rewarded.

    An episode that was truncated, or won by nobody, is shared by all.
    """
    for k in range(len(slots)):
        s = finals[slots[k]]
        shares[k] = 0.0
        leads[k] = 0.0
        n = seats(s)
        if over(s) == TERMINATED:
            outcomes(s, shares[k])
            margins(s, leads[k])
        for seat in range(n):
            shares[k, seat] = (1.0 + (n - 1.0) * shares[k, seat]) / n


@compiled
def show(s, i, flat, records, movers):
    """Writes who decides in slot i and what that seat sees. A finished game shows seat 0 its last observation."""
    seat = 0 if over(s) else mover(s)
    movers[i] = seat
    flat[i] = 0.0
    observe(s, seat, records[i])


@compiled
def settle(states, masks, flat, records, movers, low, high):
    """Advances every slot to its next decision and shows it; for records that were written from outside."""
    for i in range(low, high):
        advance(states[i], masks[i])
        show(states[i], i, flat, records, movers)


@compiled
def begin(states, masks, flat, records, movers, slots):
    """Begins an episode in some slots, from the keys that stand in the records."""
    for i in slots:
        new(states[i])
        advance(states[i], masks[i])
        show(states[i], i, flat, records, movers)


@compiled
def step(arrays, again, slots, low, high):
    """Plays one legal action in slots[low] to slots[high − 1]; `arrays` are a batch's, in the order of the first line.

    Where that ends the episode, the record as it ended is kept in `finals`, and with `again` the next episode begins.
    `lengths` counts the decisions of the running episode; in a slot that has just ended, those of the ended one.
    """
    states, actions, masks, flat, records, movers, paid, terminated, truncated, lengths, finals = arrays
    for k in range(low, high):
        i = slots[k]
        s = states[i]
        if terminated[i] or truncated[i]:
            lengths[i] = 0
        apply(s, actions[i])
        lengths[i] += 1
        advance(s, masks[i])
        ended = over(s)
        terminated[i] = ended == TERMINATED
        truncated[i] = ended == TRUNCATED
        paid[i] = 0.0
        if ended != RUNNING:
            rewards(s, paid[i])
            finals[i] = s
            if again:
                s.key = next_key(s.key)
                new(s)
                advance(s, masks[i])
        show(s, i, flat, records, movers)


@compiled
def observe_seat(states, i, seat, flat, records):
    """Writes what `seat` sees of slot i into the first row of the given arrays."""
    flat[0] = 0.0
    observe(states[i], seat, records[0])


@compiled
def count_legal(states, i, mask):
    """How many legal actions the mover of slot i has; also fills the mask."""
    return legal(states[i], mask)


@compiled
def first_illegal(arrays, low, high):
    """The first slot of a slice whose action is out of range or not legal, or FINE."""
    actions, masks = arrays[1], arrays[2]
    for i in range(low, high):
        if actions[i] < 0 or actions[i] >= masks.shape[1] or masks[i, actions[i]] == 0:
            return i
    return FINE


@compiled
def first_illegal_of(masks, slots, actions):
    """The first k for which actions[k] is out of range or not legal in slots[k], or FINE."""
    for k in range(len(slots)):
        if actions[k] < 0 or actions[k] >= masks.shape[1] or masks[slots[k], actions[k]] == 0:
            return k
    return FINE


@compiled
def pick(mask, k):
    """The action that is number k among those the mask allows; counts sixteen at a time."""
    start = 0
    while start + 16 <= len(mask):
        here = 0
        for j in range(16):
            here += mask[start + j]
        if k < here:
            break
        k -= here
        start += 16
    for action in range(start, len(mask)):
        k -= mask[action]
        if k < 0:
            return action
    return -1


@compiled
def pick_by(mask, bits):
    """The legal action that random bits point at."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    return pick(mask, below(bits, count))


@compiled
def pick_by_words(masks, words, actions):
    for i in range(len(actions)):
        actions[i] = pick_by(masks[i], words[i])


@compiled
def decision_word(s, stream, ended, length):
    """Random bits for the present decision of an episode, from its key and the decision's number alone."""
    return word(s.key, stream, 0 if ended else length)


@compiled
def pick_random(arrays, low, high):
    """Writes a random legal action for every slot of a slice."""
    states, actions, masks, _, _, _, _, terminated, truncated, lengths, _ = arrays
    for i in range(low, high):
        bits = decision_word(states[i], RANDOM_PLAY, terminated[i] or truncated[i], lengths[i])
        actions[i] = pick_by(masks[i], bits)


@compiled
def seat_words(arrays, slots, words):
    """Random bits for the movers of some slots: they depend on key, seat and the decision's number."""
    states, _, _, _, _, movers, _, terminated, truncated, lengths, _ = arrays
    for k in range(len(slots)):
        i = slots[k]
        stream = AGENTS + np.uint64(movers[i])
        words[k] = decision_word(states[i], stream, terminated[i] or truncated[i], lengths[i])


@compiled
def draw_seats(states, slots, seats_of):
    """Draws a seat for each of some slots, from the episode's key alone."""
    for i in slots:
        seats_of[i] = below(word(states[i].key, LEARNERS_SEAT, 0), seats(states[i]))


@compiled
def observe_finals(finals, slots, seats_of, flat, records):
    """Writes what a seat of each of some slots sees of its ended episode; row k is for slots[k]."""
    for k in range(len(slots)):
        flat[k] = 0.0
        observe(finals[slots[k]], seats_of[k], records[k])
