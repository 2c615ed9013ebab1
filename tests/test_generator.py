"""Chance: foretold by a plain-Python generator, uniform, and independent of what is played."""

import random
from collections import Counter

import numpy as np
import pytest

from ludarium import tablero_v0
from ludarium.engine import generator
from tests.play import legal_actions, over, random_play
from tests.reference import generator as reference


def test_the_compiled_generator_is_the_reference_generator():
    rng = random.Random(0)
    for _ in range(200):
        key, stream, index = rng.getrandbits(64), rng.choice([0, 1, 999, 1 << 40, 2 << 40]), rng.randrange(10**6)
        bits = generator.word(np.uint64(key), stream, index)
        assert bits == reference.word(key, stream, index)
        n = rng.randint(1, 10**6)
        assert generator.below(np.uint64(bits), n) == reference.below(int(bits), n)
        assert generator.next_key(np.uint64(key)) == reference.word(key, 2 << 40, 0)
        assert generator.key_of(key) == reference.key_of(key)


def test_golden_words_never_change():
    """Stored results would change their meaning if these did."""
    assert generator.key_of(0) == 0xE220A8397B1DCDAF
    assert [reference.word(reference.key_of(0), 0, k) % 1000 for k in range(4)] == [171, 276, 555, 987]


def chi_squared(counts, n):
    expected = sum(counts.values()) / n
    return sum((counts[k] - expected) ** 2 / expected for k in range(n))


@pytest.mark.parametrize("n", [2, 20, 36, 52])
def test_draws_are_uniform_over_seeds_and_over_numbers(n):
    over_seeds = Counter(reference.below(reference.word(reference.key_of(s), 0, 0), n) for s in range(20_000))
    over_numbers = Counter(reference.below(reference.word(reference.key_of(1), 0, k), n) for k in range(20_000))
    limit = n - 1 + 5 * (2 * n) ** 0.5  # five standard deviations of the chi-squared distribution
    assert chi_squared(over_seeds, n) < limit
    assert chi_squared(over_numbers, n) < limit


def test_successive_rolls_are_independent():
    pairs = Counter()
    for seed in range(40_000):
        key = reference.key_of(seed)
        first, second = (reference.below(reference.word(key, 0, k), 6) for k in (0, 1))
        pairs[first * 6 + second] += 1
    assert chi_squared(pairs, 36) < 35 + 5 * 72**0.5


def test_roll_number_k_depends_on_seed_and_k_alone_whatever_is_played():
    def rolls(play_seed):
        env = tablero_v0.raw_env()
        env.reset(seed=21)
        seen = {1: tuple(env.position()["dice"])}
        for _ in random_play(env, play_seed):
            position = env.position()
            if len(position["dice"]) == 2:
                seen[position["turn"]] = tuple(position["dice"])
        return seen

    games = [rolls(play_seed) for play_seed in range(20)]
    for a in games:
        for b in games:
            assert all(a[turn] == b[turn] for turn in a.keys() & b.keys())
    assert len({len(g) for g in games}) > 1, "the games must differ for this to say anything"


def test_seeds_of_any_size_are_taken():
    env = tablero_v0.raw_env()
    for seed in (0, 2**31, 2**63, 2**64 + 5, np.int64(7)):
        env.reset(seed=seed)
        before = env.position()
        env.reset(seed=int(seed) % 2**64)
        assert env.position() == before


def test_unseeded_environments_differ():
    starts = set()
    for _ in range(8):
        env = tablero_v0.raw_env()
        env.reset()
        for _ in range(12):
            if not over(env):
                env.step(legal_actions(env)[0])
        starts.add(str(env.position()))
    assert len(starts) > 1
