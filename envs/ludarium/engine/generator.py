"""Chance: a counter-based generator. A draw depends on a game's key and the draw's number, never on what was played.

A game's key is derived from its seed. `word(key, stream, index)` is draw number `index` of a stream; every game of a
series has a stream. The mixing function is the finaliser of SplitMix64 (public domain), applied twice.
"""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
STREAM = np.uint64(0xD1B54A32D192ED03)
_SHIFTS = np.uint64(30), np.uint64(27), np.uint64(31)
_FACTORS = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_HALF = np.uint64(32)

# Streams that belong to no game of a series.
FIRST_PLAYER = np.uint64(1 << 40)
NEXT_GAME = np.uint64(2 << 40)
RANDOM_PLAY = np.uint64(3 << 40)
LEARNERS_SEAT = np.uint64(4 << 40)
AGENTS = np.uint64(5 << 40)  # plus the seat
SEARCH = np.uint64(6 << 40)
DEAL_ANEW = np.uint64(7 << 40)
DEALS = np.uint64(8 << 40)


@compiled
def mix(z):
    z = (z ^ (z >> _SHIFTS[0])) * _FACTORS[0]
    z = (z ^ (z >> _SHIFTS[1])) * _FACTORS[1]
    return z ^ (z >> _SHIFTS[2])


@compiled
def word(key, stream, index):
    """Draw number `index` of a stream: 64 random bits."""
    return mix(mix(key + np.uint64(stream) * STREAM) + np.uint64(index) * GOLDEN)


@compiled
def below(bits, n):
    """A number from 0 to n−1; its bias is under n / 2^32."""
    return np.int64(((bits >> _HALF) * np.uint64(n)) >> _HALF)


@compiled
def starting_seat(key, first_player, seats):
    """Who starts an episode: the option's seat, or a random one if that is negative."""
    return below(word(key, FIRST_PLAYER, 0), seats) if first_player < 0 else first_player


@compiled
def next_key(key):
    """The key of the game that follows when a game is begun anew without a seed."""
    return word(key, NEXT_GAME, 0)


def key_of(seed: int) -> int:
    """The key of the game with this seed, a whole number of any size (taken modulo 2^64)."""
    z = (seed + int(GOLDEN)) % 2**64
    for shift, factor in ((30, int(_FACTORS[0])), (27, int(_FACTORS[1]))):
        z = ((z ^ (z >> shift)) * factor) % 2**64
    return z ^ (z >> 31)
