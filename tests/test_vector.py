"""The vector environment for self-play: each of its games is what an AEC environment plays, in arrays that stay."""

import hashlib

import numpy as np
import pytest

import ludarium
from ludarium import BadOption, BadPosition, IllegalAction
from tests.play import over
from tests.variants import ALL

ENOUGH = 3  # ended episodes that a test wants to see
MOST_STEPS = 2500  # of Dicefest, whose random games are long


@pytest.fixture
def make_vec(variant):
    game, options = variant
    return lambda num_envs=4, **more: ludarium.make_vec(game, num_envs, **options, **more)


def shown(step):
    """All that a step shows, as copies."""
    return [array.copy() for array in step[:-1]]


def same(a, b):
    return all(x.dtype == y.dtype and x.tobytes() == y.tobytes() for x, y in zip(a, b, strict=True))


def digest(env, steps):
    """A digest of everything that a number of steps with sampled actions shows."""
    total = hashlib.sha256()
    for _ in range(steps):
        step = env.step(env.sample())
        for array in (*step[:-1], step.final.slots, step.final.lengths, step.final.observations):
            total.update(array.tobytes())
    return total.hexdigest()


# What a step shows.


def test_shapes_and_types(make_vec):
    env = make_vec(6)
    step = env.reset(seed=0)
    for _ in range(2):
        assert step.observations.shape == (6, env.layout.size) and step.observations.dtype == np.float32
        assert step.masks.shape == (6, env.game.actions) and step.masks.dtype == np.int8
        assert step.movers.shape == (6,) and step.movers.dtype == np.int8
        assert step.rewards.shape == (6, env.num_seats) and step.rewards.dtype == np.float64
        assert step.terminated.shape == step.truncated.shape == (6,)
        assert step.terminated.dtype == step.truncated.dtype == np.bool_
        assert step.final.slots.shape == step.final.lengths.shape == (0,)
        assert step.final.observations.shape == (0, env.num_seats, env.layout.size)
        assert step.final.positions == []
        assert all(observation in env.single_observation_space for observation in step.observations)
        assert env.single_action_space.n == env.game.actions
        step = env.step(env.sample())


def test_every_step_shows_the_same_arrays(make_vec):
    env = make_vec()
    first = env.reset(seed=0)
    for step in (env.step(env.sample()), env.reset(), env.step(env.sample()), env.reset(seed=1)):
        assert all(a is b for a, b in zip(first, step, strict=True))


def test_games_are_what_aec_environments_play(make_vec, make):
    """All that is shown of every game and seat against AEC environments that play along, across auto-resets."""
    env = make_vec(4)
    step = env.reset(seed=50)
    aecs = [make() for _ in range(4)]
    lengths = [0] * 4
    for i, aec in enumerate(aecs):
        aec.reset(seed=50 + i)
    ended = 0
    for number in range(MOST_STEPS):
        actions = env.sample().copy()
        for i, aec in enumerate(aecs):
            seen = aec.observe(aec.agent_selection)
            assert aec.agent_selection == f"player_{step.movers[i]}"
            assert seen["observation"].tobytes() == step.observations[i].tobytes()
            assert seen["action_mask"].tobytes() == step.masks[i].tobytes()
            if number % 50 == 0:
                assert env.position(i) == aec.position()
                for seat, agent in enumerate(aec.agents):
                    assert env.observe(i, seat).tobytes() == aec.observe(agent)["observation"].tobytes()
            aec.step(actions[i])
            lengths[i] += 1
        step = env.step(actions)
        assert step.final.slots.tolist() == [i for i, aec in enumerate(aecs) if over(aec)]
        for i, aec in enumerate(aecs):
            assert step.rewards[i].tolist() == list(aec.rewards.values())
            assert step.terminated[i] == aec.terminations["player_0"]
            assert step.truncated[i] == aec.truncations["player_0"]
        for k, i in enumerate(step.final.slots):
            ended += 1
            assert step.final.lengths[k] == lengths[i]
            assert step.final.positions[k] == aecs[i].position()
            for seat, agent in enumerate(aecs[i].agents):
                seen = aecs[i].observe(agent)["observation"]
                assert step.final.observations[k, seat].tobytes() == seen.tobytes()
            aecs[i].reset()
            lengths[i] = 0
        if ended >= ENOUGH and number > 150:
            break
    assert ended >= ENOUGH


def test_outcomes_sum_to_nothing_and_come_only_at_the_end(make_vec):
    env = make_vec(64)
    env.reset(seed=1)
    for _ in range(200):
        step = env.step(env.sample())
        ended = step.terminated | step.truncated
        assert not (step.terminated & step.truncated).any()
        assert (step.rewards[~ended] == 0).all()
        assert (step.rewards[step.truncated] == 0).all()
        assert np.allclose(step.rewards.sum(axis=1), 0)
        assert step.masks.any(axis=1).all()


# Seeds.


def test_a_seed_decides_everything(make_vec):
    env, other = make_vec(), make_vec(seed=7)
    env.reset(seed=7)
    other.reset()
    assert digest(env, 60) == digest(other, 60)
    env.reset(seed=8)
    other.reset(seed=7)
    assert digest(env, 60) != digest(other, 60)


def test_without_a_seed_reset_goes_on_and_a_first_one_is_random(make_vec, make):
    env, aec = make_vec(3), make()
    env.reset(seed=5)
    aec.reset(seed=7)
    digest(env, 5)
    env.reset()
    aec.reset()
    assert env.position(2) == aec.position()
    first, second = make_vec(32), make_vec(32)
    first.reset()
    second.reset()
    assert digest(first, 5) != digest(second, 5)


def test_samples_are_legal_reproducible_and_varied(make_vec):
    env, other = make_vec(16), make_vec(16)
    step = env.reset(seed=3)
    other.reset(seed=3)
    places = set()  # which of the legal actions were sampled
    for _ in range(40):
        actions = env.sample().tolist()
        assert env.sample().tolist() == other.sample().tolist() == actions
        for mask, action in zip(step.masks, actions, strict=True):
            assert mask[action] == 1
            places.add(int(mask[:action].sum()))
        env.step(actions)
        other.step(actions)
    assert len(places) > 1


# States and positions.


def test_a_state_goes_into_any_slot_of_any_environment(make_vec):
    env, other = make_vec(4), make_vec(3)
    env.reset(seed=20)
    other.reset(seed=90)
    digest(env, 12)
    digest(other, 9)
    state = env.get_state(3)
    before = other.position(0), other.position(2)
    other.set_state(1, state)
    assert (other.position(0), other.position(2)) == before
    for _ in range(MOST_STEPS):
        assert other.position(1) == env.position(3)
        mine, theirs = shown(env._step), shown(other._step)
        assert same([a[3] for a in mine], [a[1] for a in theirs])
        actions, others = env.sample().copy(), other.sample().copy()
        assert others[1] == actions[3]
        step, its = env.step(actions), other.step(others)
        if 3 in step.final.slots:
            assert its.final.lengths[its.final.slots == 1] == step.final.lengths[step.final.slots == 3]
            break
    env.set_state(0, state)  # a state stays what it is
    env.set_state(2, state)
    assert env.position(0) == env.position(2)
    assert not env._step.terminated[[0, 2]].any() and not env._step.rewards[[0, 2]].any()


def test_set_position_begins_an_episode_there(make_vec, make):
    env, aec, guide = make_vec(3), make(), make_vec(1)
    guide.reset(seed=30)
    digest(guide, 10)
    position = guide.position(0)
    env.reset(seed=31)
    digest(env, 3)
    others = env.position(0), env.position(2)
    env.set_position(1, position, seed=32)
    aec.reset(seed=32, options={"position": position})
    assert env.position(1) == aec.position() == position
    assert (env.position(0), env.position(2)) == others
    for number in range(1, MOST_STEPS):
        actions = env.sample().copy()
        aec.step(actions[1])
        step = env.step(actions)
        if over(aec):
            k = step.final.slots.tolist().index(1)
            assert step.final.lengths[k] == number, "the count begins anew at the position"
            assert step.final.positions[k] == aec.position()
            assert step.rewards[1].tolist() == list(aec.rewards.values())
            return
        assert env.position(1) == aec.position()
    assert aec.metadata["name"] == "dicefest_v0", "only Dicefest's games are longer"


def test_without_a_seed_chance_after_a_position_is_new_every_time():
    env = ludarium.make_vec("tablero", 1, seed=0)
    env.reset()
    position = env.position(0)
    rolls = set()
    for _ in range(20):
        env.set_position(0, position)
        for _ in range(8):
            env.step(env._step.masks.argmax(axis=1))
        rolls.add(str(env.position(0)))
    assert len(rolls) > 10


# Bad input: one sentence, and nothing changed.


@pytest.fixture
def begun(make_vec):
    env = make_vec(5)
    env.reset(seed=40)
    digest(env, 4)
    kept = shown(env._step), [env.position(i) for i in range(5)]
    yield env
    assert same(shown(env._step), kept[0]), "bad input must change nothing"
    assert [env.position(i) for i in range(5)] == kept[1]


BAD_ACTIONS = [
    (0, "shape"),
    ([0] * 4, "shape"),
    (np.zeros((5, 1), int), "shape"),
    ([], "shape"),
    (None, "shape"),
    (np.zeros(5), "whole numbers"),
    (np.zeros(5, bool), "whole numbers"),
    (["0"] * 5, "whole numbers"),
    ([None] * 5, "whole numbers"),
    ([0, 0, 0, 0, 2**70], "whole numbers of at most 64 bits"),
    ([0, 0, 0, 0, np.nan], "whole numbers"),
    ([[0], [0, 1], 0, 0, 0], "whole numbers"),
    (np.full(5, 2**64 - 1, np.uint64), "game 0: player_. may not play 9223372036854775807"),
]


def test_actions_of_the_wrong_shape_or_type(begun):
    for actions, about in BAD_ACTIONS:
        with pytest.raises(IllegalAction, match=about) as error:
            begun.step(actions)
        assert "\n" not in str(error.value)


def test_an_illegal_action_is_named_with_its_game(begun):
    good = begun._step.masks.argmax(axis=1)
    illegal = int(begun._step.masks[3].argmin())
    name = begun.game.action_name(begun._batch.states[3], illegal)
    for action, called in ((illegal, f" ({name})"), (-1, ""), (begun.game.actions, ""), (2**40, "")):
        actions = good.copy()
        actions[3] = action
        with pytest.raises(IllegalAction) as error:
            begun.step(actions)
        text = str(error.value)
        assert text.startswith(f"game 3: player_{begun._step.movers[3]} may not play {action}{called}; legal are")
        assert f"{good[3]} (" in text


def test_slots_and_seats_that_do_not_exist(begun):
    for slot in (-1, 5, 10**9):
        for call in (
            begun.position,
            begun.get_state,
            lambda slot: begun.observe(slot, 0),
            lambda slot: begun.set_state(slot, begun.get_state(0)),
            lambda slot: begun.set_position(slot, begun.position(0)),
        ):
            with pytest.raises(IndexError, match=f"no game {slot}"):
                call(slot)
    with pytest.raises(IndexError, match=f"no seat {begun.num_seats}"):
        begun.observe(0, begun.num_seats)
    with pytest.raises(TypeError):
        begun.position(1.0)


def test_states_and_positions_that_do_not_fit(begun, variant):
    game, options = variant
    strangers = [ludarium.make_vec(g, 1, **o) for g, o in ALL if (g, o) != (game, options)]
    for stranger in strangers:
        stranger.reset(seed=0)
        with pytest.raises(ValueError, match="get_state"):
            begun.set_state(0, stranger.get_state(0))
    for nonsense in (None, begun.position(0), 7):
        with pytest.raises(ValueError, match="get_state"):
            begun.set_state(0, nonsense)
    for nonsense in (None, {}, begun.position(0) | {"extra": 1}):
        with pytest.raises(BadPosition):
            begun.set_position(0, nonsense)
    with pytest.raises(BadOption, match="seed"):
        begun.set_position(0, begun.position(0), seed=-1)
    with pytest.raises(BadOption, match="seed"):
        begun.reset(seed="x")


def test_before_the_first_reset(make_vec):
    env = make_vec()
    for call in (env.sample, lambda: env.step([0] * 4), lambda: env.position(0), lambda: env.get_state(0)):
        with pytest.raises(IllegalAction, match=r"reset\(\)"):
            call()


@pytest.mark.parametrize(
    ("options", "about"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"num_envs": 2.0}, "num_envs"),
        ({"num_envs": True}, "num_envs"),
        ({"num_threads": 0}, "num_threads"),
        ({"num_threads": "2"}, "num_threads"),
        ({"seed": -1}, "seed"),
        ({"max_turn": 3}, "did you mean 'max_turns'"),
        ({"game": "tablro"}, "did you mean 'tablero'"),
    ],
)
def test_bad_options(options, about):
    with pytest.raises(BadOption, match=about):
        ludarium.make_vec(**({"game": "tablero", "num_envs": 2} | options))


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.int16, np.uint16, np.uint64, list])
def test_whole_numbers_of_any_type_are_actions(dtype):
    env, other = ludarium.make_vec("tablero", 4, seed=1), ludarium.make_vec("tablero", 4, seed=1)
    env.reset()
    other.reset()
    actions = env.sample().copy()
    env.step(actions)
    other.step(actions.tolist() if dtype is list else actions.astype(dtype))
    assert same(shown(env._step), shown(other._step))


# Threads.


def test_results_do_not_depend_on_threads(make_vec):
    digests = set()
    for threads in (1, 2, 3):
        env = make_vec(7, num_threads=threads)
        env.reset(seed=60)
        digests.add(digest(env, 80))
    assert len(digests) == 1
