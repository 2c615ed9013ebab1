"""Properties over arbitrary play and arbitrary damage, found by hypothesis."""

import copy

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludarium import BadPosition
from ludarium.aec import make_raw_env
from tests.invariants import CHECKS
from tests.play import legal_actions, over
from tests.variants import ALL

ENVS = {}


def environment(case):
    """One environment a variant is enough: every example begins with a reset."""
    if case not in ENVS:
        game, options = ALL[case]
        ENVS[case] = make_raw_env(game, **options)
    return ENVS[case]


variants = st.integers(0, len(ALL) - 1)
choices = st.lists(st.integers(0, 10**6), max_size=80)
settings.register_profile("ludarium", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("ludarium")


def play(env, numbers):
    """Plays the legal action that each number points at."""
    for number in numbers:
        if over(env):
            return
        legal = legal_actions(env)
        env.step(legal[number % len(legal)])


@given(variants, st.integers(0, 2**64 - 1), choices)
@settings(max_examples=300)
def test_any_play_keeps_the_invariants_and_can_be_saved(case, seed, numbers):
    env = environment(case)
    env.reset(seed=seed)
    play(env, numbers)
    CHECKS[env.game.name](env._batch.states)
    position = env.position()
    if not over(env):
        env.reset(seed=seed, options={"position": position})
        assert env.position() == position
        CHECKS[env.game.name](env._batch.states)


def places(value, path=()):
    """The paths to all numbers, flags, Nones and lists inside a position."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    else:
        yield path
        if isinstance(value, list):
            for index, inner in enumerate(value):
                yield from places(inner, (*path, index))


def damaged(position, path, value):
    position = copy.deepcopy(position)
    inner = position
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return position


values = st.one_of(
    st.integers(-2, 60),
    st.booleans(),
    st.none(),
    st.text(max_size=2),
    st.floats(allow_nan=False),
    st.lists(st.integers(0, 60), max_size=3),
)


@given(variants, st.integers(0, 1000), choices, st.integers(0, 10**6), values, choices)
@settings(max_examples=1500)
def test_a_damaged_position_is_refused_or_can_be_played(case, seed, numbers, place, value, more):
    """Whatever one value is replaced by, the position is refused in a sentence, or it is a position like any other."""
    env = environment(case)
    env.reset(seed=seed)
    play(env, numbers)
    if over(env):
        return
    position = env.position()
    paths = list(places(position))
    broken = damaged(position, paths[place % len(paths)], value)
    try:
        env.reset(seed=seed, options={"position": broken})
    except BadPosition as error:
        assert str(error).split(":")[0].split("[")[0].split(".")[0] in position
        assert env.position() == position
        return
    assert env.position() == broken
    assert legal_actions(env)
    CHECKS[env.game.name](env._batch.states)
    play(env, more)
    CHECKS[env.game.name](env._batch.states)
