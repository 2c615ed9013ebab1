"""Engine and reference agree at every step of hundreds of games per variant; `make soak` plays thousands."""

import random

from ludarium import tablero_v0
from tests.parity import play_against_reference, play_on
from tests.reference import generator, tablero

GAMES = 200  # a variant


def test_games_agree_with_the_reference(make):
    env = make()
    for seed in range(GAMES):
        play_against_reference(env, seed)


def test_tall_stacks_agree_with_the_reference():
    """Stacks of 10 to 24, which play by itself hardly builds: rulings 4, 7 and 12 of Tablero."""
    rng = random.Random(1)
    env = tablero_v0.raw_env()
    for _ in range(150):
        position = tablero.tall_position(rng)
        env.reset(seed=3, options={"position": position})
        rolls = iter(foretold(seed=3, after=position["turn"]))
        play_on(env, tablero.Tablero({}, lambda rolls=rolls: next(rolls), position), tablero, rng)


def foretold(seed, after):
    """The rolls of a game with this seed that come after a number of rolls."""
    while True:
        bits = generator.word(generator.key_of(seed), 0, after)
        yield tuple(face + 1 for face in divmod(generator.below(bits, 36), 6))
        after += 1
