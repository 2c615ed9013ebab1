"""Bad input: one clear sentence each, and nothing changed."""

import copy
import importlib

import numpy as np
import pytest

from ludarium import BadOption, BadPosition, IllegalAction
from ludarium.registry import GAMES, load
from tests.play import legal_actions, play_to_end, random_play

HUGE = pytest.param(10**5000, id="huge")  # Python does not write out so many digits


def one_sentence(error):
    text = str(error.value)
    assert text
    assert "\n" not in text
    return text


@pytest.mark.parametrize("action", [-1, 10**6, 2**70, HUGE, 1.0, "0", None, np.array([[0], [1]]), np.nan])
def test_no_action_at_all(make, action):
    env = make()
    env.reset(seed=1)
    before = env.position()
    with pytest.raises(IllegalAction, match=env.agent_selection) as error:
        env.step(action)
    one_sentence(error)
    assert env.position() == before


def test_illegal_action_names_action_player_and_what_is_legal(make):
    env = make()
    env.reset(seed=1)
    illegal = next(a for a in range(env.game.actions) if a not in legal_actions(env))
    with pytest.raises(IllegalAction) as error:
        env.step(illegal)
    text = one_sentence(error)
    assert env.agent_selection in text
    assert f"{illegal} ({env.action_name(illegal)})" in text
    assert env.action_name(legal_actions(env)[0]) in text


def test_stepping_before_reset_and_after_the_end(make):
    env = make()
    with pytest.raises(IllegalAction, match=r"reset\(\)") as error:
        env.step(0)
    one_sentence(error)
    for look in (env.position, env.render, env.last, env.get_state, lambda: env.observe("player_0")):
        with pytest.raises(ValueError, match=r"reset\(\)"):
            look()
    env.reset(seed=2)
    play_to_end(env, 2)
    before = env.position()
    with pytest.raises(IllegalAction, match="over"):
        env.step(0)
    for _ in env.possible_agents:
        env.step(None)
    with pytest.raises(IllegalAction, match="over"):
        env.step(0)
    with pytest.raises(IllegalAction, match="over"):
        env.step(None)
    assert env.position() == before


@pytest.mark.parametrize("seed", [-1, 1.5, "x"])
def test_bad_seeds(make, seed):
    env = make()
    env.reset(seed=1)
    before = env.position()
    with pytest.raises(ValueError, match="seed") as error:
        env.reset(seed=seed)
    one_sentence(error)
    assert env.position() == before


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("option", ["game", "name", "opponent"])
@pytest.mark.parametrize("kind", ["env", "raw_env"])
def test_no_option_is_mistaken_for_something_else(game, option, kind):
    with pytest.raises(BadOption, match=f"no option '{option}'"):
        getattr(importlib.import_module(f"ludarium.{game}_v0"), kind)(**{option: 5})


@pytest.mark.parametrize("game", GAMES)
def test_unknown_options_are_refused_with_the_nearest_match(game):
    make = importlib.import_module(f"ludarium.{game}_v0").raw_env
    with pytest.raises(BadOption, match="did you mean 'reward'") as error:
        make(rewards="margin")
    one_sentence(error)


BAD_OPTIONS = {
    "dice_matrix": [("hidden_scores", 1), ("games", 3), ("games", True), ("first_player", 2), ("reward", "margn")],
    "tablero": [
        ("games", 0),
        ("games", 1.0),
        ("first_player", "rand"),
        ("max_turns", 0),
        ("max_turns", None),
        ("reward", 1),
    ],
    "matrio": [("opening", "two of clubs"), ("opening", None), ("reward", "score")],
    "dicefest": [
        ("players", 1),
        ("players", 5),
        ("players", "2"),
        ("sides", (0,)),
        ("sides", (0, 0)),
        ("sides", (0, 4)),
        ("sides", "02"),
        ("sides", (0, 1, 2)),
        ("first_player", 2),
        ("max_turns", 0),
    ],
}


@pytest.mark.parametrize(("game", "option", "value"), [(g, o, v) for g, cases in BAD_OPTIONS.items() for o, v in cases])
def test_bad_option_values(game, option, value):
    make = importlib.import_module(f"ludarium.{game}_v0").raw_env
    with pytest.raises(BadOption, match=option) as error:
        make(**{option: value})
    one_sentence(error)


@pytest.mark.parametrize(("option", "value"), [("render_mode", "asni"), ("mask_in", "obs")])
def test_bad_options_of_the_environment(make, option, value):
    with pytest.raises(BadOption, match=option):
        make(**{option: value})


def test_whole_numbers_of_any_kind_are_taken_for_options():
    make = importlib.import_module("ludarium.dicefest_v0").raw_env
    env = make(players=np.int64(3), first_player=np.int8(2), max_turns=np.uint16(40))
    env.reset()
    assert env.agent_selection == "player_2"


def test_options_are_copied_and_compared_by_their_meaning():
    make = importlib.import_module("ludarium.dicefest_v0").raw_env
    sides = [0, 2]
    env = make(sides=sides)
    env.reset(seed=1)
    sides[:] = [1, 3]
    env.options["sides"][:] = [1, 3]
    env.reset(options={"position": env.position()})
    same, other = make(max_turns=1000), make(sides=(1, 3))
    same.set_state(env.get_state())
    assert same.position() == env.position()
    with pytest.raises(ValueError, match="other options"):
        other.set_state(env.get_state())


def test_action_names_of_no_action(make):
    env = make()
    env.reset(seed=1)
    for nonsense in (-1, env.game.actions, 1.0, None, "x"):
        with pytest.raises(IllegalAction):
            env.action_name(nonsense)


def test_unknown_games():
    with pytest.raises(BadOption, match="did you mean 'tablero'"):
        load("tablro")


def test_positions_with_missing_or_unknown_keys(make):
    env = make()
    env.reset(seed=3)
    position = env.position()
    for key in position:
        refused(env, key, {k: v for k, v in position.items() if k != key})
    refused(env, "extra", position | {"extra": 1})
    refused(env, "position", [])
    refused(env, "position", None)
    for key, value in position.items():
        if type(value) is int:
            refused(env, key, position | {key: 10**5000})


def refused(env, key, position):
    """The environment refuses the position with a sentence that begins with the key, and stays as it is."""
    before = env.position()
    kept = copy.deepcopy(position)
    with pytest.raises(BadPosition, match=rf"^{key}\b") as error:
        env.reset(seed=0, options={"position": position})
    one_sentence(error)
    assert env.position() == before
    assert position == kept


NONSENSE = ["x", 1.5, -7, 10**9, [], {}, [[]], [None] * 3, {"at": 1}, [10**9] * 4]


def test_positions_with_nonsense_in_any_key(make):
    env = make()
    env.reset(seed=4)
    for _ in random_play(env, 4, 25):
        pass
    position = env.position()
    for key, value in position.items():
        if key == "dice" and position.get("walk"):
            continue  # no dice left is as good as one while a stack walks
        for nonsense in [*NONSENSE, True] if type(value) is int else NONSENSE:
            if nonsense == value and nonsense is not True:
                continue
            env.reset(seed=4)
            with pytest.raises(BadPosition):
                env.reset(options={"position": position | {key: nonsense}})


def test_positions_that_are_over(make):
    env = make()
    env.reset(seed=5)
    play_to_end(env, 5)
    refused(env, "to_move", env.position())


def test_states_of_other_games_and_nonsense_are_refused(make):
    env = make()
    env.reset(seed=6)
    other = importlib.import_module(
        "ludarium.tablero_v0" if env.game.name != "tablero" else "ludarium.matrio_v0"
    ).raw_env()
    other.reset()
    for state in (other.get_state(), None, env.position()):
        with pytest.raises(ValueError, match="get_state"):
            env.set_state(state)
