"""The Gymnasium environments: one learner against agents, alone and in a vector, beside AEC environments."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludarium import GAMES, BadOption, BadPosition, IllegalAction
from ludarium.registry import load
from ludarium.single import SingleAgentEnv, VectorSingleAgentEnv
from tests.play import legal, over, random_play
from tests.test_opponents import Recorder

MOST_STEPS = 2500  # of Dicefest, whose random games are long


def play_to_end(env, info, generator):
    """Plays random legal actions; returns what the last step returned."""
    while True:
        told = env.step(legal(info["action_mask"], generator))
        if told[2] or told[3]:
            return told
        info = told[4]


# Gymnasium's view.


def test_check_env(make_single):
    check_env(make_single(seat=1, illegal="end", render_mode="ansi"), skip_render_check=True)


@pytest.mark.parametrize("name", ["DiceMatrix", "Tablero", "MatriO", "Dicefest"])
def test_gymnasium_s_own_check_with_every_render_mode(name, monkeypatch):
    """On a machine without a display, a window is not among the modes."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    check_env(gymnasium.make(f"ludarium/{name}-v0").unwrapped)


def test_games_are_registered_in_any_order_of_imports():
    for order in ("import ludarium, gymnasium", "import gymnasium, ludarium", "import gymnasium"):
        module = "ludarium:" if "ludarium" not in order else ""
        code = f"""{order}
for name in {list(GAMES.values())}:
    gymnasium.make(f"{module}ludarium/{{name}}-v0").reset(seed=0)
    gymnasium.make_vec(f"{module}ludarium/{{name}}-v0", num_envs=2).reset(seed=0)
"""
        subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_what_is_returned_may_be_kept(make_single, make_many):
    generator = np.random.default_rng(0)
    for env, size in ((make_single(), None), (make_many(3), 3)):
        observation, info = env.reset(seed=0)
        kept = [(observation, observation.copy()), (info["action_mask"], info["action_mask"].copy())]
        for _ in range(10):
            mask = info["action_mask"]
            action = legal(mask, generator) if size is None else np.array([legal(m, generator) for m in mask])
            observation, _, terminated, truncated, info = env.step(action)
            kept += [(observation, observation.copy()), (info["action_mask"], info["action_mask"].copy())]
            if size is None and (terminated or truncated):
                break
        assert all((array == copy).all() for array, copy in kept)


def test_masks_names_positions_and_boards(make_single, make):
    env, aec = make_single(seat=0, render_mode="ansi", opponent="random"), make(render_mode="ansi")
    _, info = env.reset(seed=1)
    assert info["action_mask"].dtype == np.int8
    assert info["action_mask"].tobytes() == env.action_masks().tobytes()
    position = env.position()
    assert position["to_move"] == 0
    aec.reset(seed=1, options={"position": position})
    assert env.render() == aec.render()
    for action in np.flatnonzero(info["action_mask"]):
        assert env.action_name(action) == aec.action_name(action)
    assert make_single().render() is None


# The game: the same as in an AEC environment.


@pytest.mark.parametrize("seat", ["random", 0, 1])
def test_episodes_are_those_of_an_aec_environment(make_single, make, variant, seat):
    """An AEC environment plays along: the learner's actions, and those that the opponents were seen to play."""
    generator = np.random.default_rng(1)
    recorder = Recorder(load(variant[0]))
    env, aec = make_single(seat=seat, opponent=recorder), make()
    observation, info = env.reset(seed=5)
    aec.reset(seed=5)
    episodes = 0
    for number in range(MOST_STEPS):
        learner = f"player_{env.learners.seats[0]}"
        assert seat in ("random", env.learners.seats[0])
        for action in recorder.played:
            assert aec.agent_selection != learner
            aec.step(action)
        recorder.played.clear()
        seen = aec.observe(learner)
        assert aec.agent_selection == learner
        assert seen["observation"].tobytes() == observation.tobytes()
        assert seen["action_mask"].tobytes() == info["action_mask"].tobytes()
        action = legal(info["action_mask"], generator)
        aec.step(action)
        observation, reward, terminated, truncated, info = env.step(action)
        if not (terminated or truncated):
            assert reward == 0
            continue
        for action in recorder.played:
            aec.step(action)
        recorder.played.clear()
        assert (terminated, truncated) == (aec.terminations[learner], aec.truncations[learner])
        assert reward == aec.rewards[learner]
        assert observation.tobytes() == aec.observe(learner)["observation"].tobytes()
        assert env.position() == aec.position()
        assert not info["action_mask"].any() and "illegal_action" not in info
        assert over(aec)
        episodes += 1
        if number > 60 and episodes > 2:
            break
        observation, info = env.reset()
        aec.reset()
    assert episodes > 0


def test_a_random_seat_is_any_seat_and_follows_from_the_seed(make_single):
    env, other = make_single(), make_single()
    drawn = []
    for seed in range(40):
        first, info = env.reset(seed=seed)
        second, its = other.reset(seed=seed)
        assert env.learners.seats[0] == other.learners.seats[0]
        assert first.tobytes() == second.tobytes() and info["action_mask"].tobytes() == its["action_mask"].tobytes()
        drawn.append(int(env.learners.seats[0]))
    assert set(drawn) == set(range(env.learners.num_seats))
    for _ in range(20):
        env.reset()
        drawn.append(int(env.learners.seats[0]))
    assert set(drawn[40:]) == set(range(env.learners.num_seats))


def test_episodes_without_a_decision_of_the_learner_are_not_the_learners():
    """With a limit of one roll the other player's episodes end before the learner is asked."""
    options = {"seat": 0, "first_player": "random", "max_turns": 1}
    env = SingleAgentEnv("tablero", **options)
    generator = np.random.default_rng(2)
    _, info = env.reset(seed=0)
    for _ in range(20):
        assert env.position()["turn"] == 1 and env.position()["starter"] == 0
        _, reward, terminated, truncated, _ = play_to_end(env, info, generator)
        assert (reward, terminated, truncated) == (0, False, True)
        _, info = env.reset()
    many = VectorSingleAgentEnv("tablero", 16, **options)
    many.reset(seed=0)
    for _ in range(5):
        _, rewards, terminated, truncated, _ = many.step([-1] * 16)
        assert (rewards == -1).all() and terminated.all() and not truncated.any()


def test_a_learner_who_is_never_asked_is_told_so():
    """With a limit of one roll, player_1 never has a decision: an error, not an endless search for one."""
    options = {"max_turns": 1, "seat": 1}
    for env in (SingleAgentEnv("tablero", **options), VectorSingleAgentEnv("tablero", 3, **options)):
        with pytest.raises(BadOption, match="player_1, had no decision in 1,000 episodes in a row") as error:
            env.reset(seed=0)
        assert "\n" not in str(error.value)
        with pytest.raises(IllegalAction, match=r"reset\(\)"):
            env.step(0 if env.unwrapped.learners.size == 1 else [0] * 3)


def test_a_learner_who_is_never_asked_again_is_told_so():
    """One episode that begins late enough at a position gives player_1 a decision; none after it does."""
    guide = SingleAgentEnv("tablero", seat=1)
    guide.reset(seed=0)
    position = guide.position() | {"turn": 1}
    many = VectorSingleAgentEnv("tablero", 2, max_turns=1, seat=1)
    _, infos = many.reset(seed=0, options={"position": position})
    with pytest.raises(BadOption, match="no decision in 1,000 episodes in a row"):
        many.step(infos["action_mask"].argmin(axis=1))
    with pytest.raises(IllegalAction, match=r"reset\(\)"):
        many.step([0, 0])


# Illegal actions.


HUGE = pytest.param(10**5000, id="huge")  # Python does not write out so many digits


@pytest.mark.parametrize("action", ["illegal", -1, 10**6, 2**63, -(2**70), HUGE, np.uint64(2**64 - 1)])
def test_an_illegal_action_ends_the_game_and_costs_one(make_single, make, variant, action):
    recorder = Recorder(load(variant[0]))
    env, aec = make_single(seat=0, opponent=recorder), make()
    observation, info = env.reset(seed=3)
    action = int(info["action_mask"].argmin()) if action == "illegal" else action
    last, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal_action"] and not info["action_mask"].any()
    assert last.tobytes() == observation.tobytes()
    with pytest.raises(IllegalAction, match=r"reset\(\)"):
        env.step(0)
    recorder.played.clear()
    _, info = env.reset()  # the next episode is the one that would have followed anyway
    aec.reset(seed=3)
    aec.reset()
    for opponents in recorder.played:
        aec.step(opponents)
    assert env.position() == aec.position()
    assert "illegal_action" not in info


def test_illegal_actions_can_raise(make_single):
    env = make_single(seat=1, illegal="raise")
    _, info = env.reset(seed=4)
    before = env.position()
    illegal = int(info["action_mask"].argmin())
    for action in (illegal, -1, env.action_space.n, 2**70, -(2**70), np.uint64(2**64 - 1)):
        with pytest.raises(IllegalAction, match=f"^player_1 may not play {action}") as error:
            env.step(action)
        assert "\n" not in str(error.value)
        assert env.position() == before
    _, _, _, _, info = env.step(int(info["action_mask"].argmax()))
    assert "illegal_action" not in info


NO_ACTIONS = [1.0, "0", None, True, b"0", [0], {}, np.float32(1), np.nan, np.inf, np.True_, 1j]
NO_ACTIONS += [np.array([0]), np.array([0, 1]), np.array([[0], [1]]), np.zeros(()), np.zeros((30, 30)), object()]


def test_no_action_at_all(make_single):
    env = make_single()
    with pytest.raises(IllegalAction, match=r"reset\(\)"):
        env.step(0)
    env.reset(seed=5)
    before = env.position()
    for action in NO_ACTIONS:
        with pytest.raises(IllegalAction, match="an action is a whole number, not ") as error:
            env.step(action)
        assert "\n" not in str(error.value)
        assert env.position() == before


def test_looking_before_the_first_reset_and_naming_no_action(make_single):
    env = make_single(render_mode="ansi")
    for look in (env.position, env.render, lambda: env.action_name(0)):
        with pytest.raises(IllegalAction, match=r"reset\(\)"):
            look()
    env.reset(seed=1)
    for nonsense in (-1, env.action_space.n, 1.0, None, 2**70, 10**5000):
        with pytest.raises(IllegalAction, match="from 0 to"):
            env.action_name(nonsense)


@pytest.mark.parametrize("seed", [-1, 1.5, "x", [1, 2]])
def test_bad_seeds(make_single, make_many, seed):
    for env in (make_single(), make_many(2)):
        with pytest.raises(BadOption, match="seed"):
            env.reset(seed=seed)
    observation, _ = make_single().reset(seed=np.int64(4))
    assert observation.tobytes() == make_single().reset(seed=4)[0].tobytes()


# Positions.


def test_an_episode_can_begin_at_a_position(make_single, make_many, make):
    guide = make()
    guide.reset(seed=2)
    for _ in random_play(guide, 2, 9):
        pass
    position = guide.position()
    env, many = make_single(seat=position["to_move"]), make_many(3, seat=position["to_move"])
    observation, info = env.reset(seed=8, options={"position": position})
    assert env.position() == position
    seen = guide.observe(guide.agent_selection)
    assert observation.tobytes() == seen["observation"].tobytes()
    assert info["action_mask"].tobytes() == seen["action_mask"].tobytes()
    observations, _ = many.reset(seed=8, options={"position": position})
    assert all(row.tobytes() == observation.tobytes() for row in observations)
    guide.reset(seed=8, options={"position": position})
    action = int(info["action_mask"].argmax())
    guide.step(action)
    env.learners.opponent = Recorder(env.learners.game)
    env.step(action)
    for opponents in env.learners.opponent.played:
        guide.step(opponents)
    assert env.position() == guide.position(), "chance follows the seed"
    before = env.position()
    with pytest.raises(BadPosition, match=r"^extra\b"):
        env.reset(options={"position": position | {"extra": 1}})
    assert env.position() == before


def test_opponents_decide_from_a_position_on(make_single, make):
    guide = make()
    guide.reset(seed=2)
    env = make_single(seat=(guide.position()["to_move"] + 1) % len(guide.possible_agents))
    env.reset(seed=8, options={"position": guide.position()})
    assert env.position() != guide.position()
    assert env.position()["to_move"] == env.learners.seats[0]


# Many learners at once.


@pytest.mark.parametrize("seat", ["random", 1])
def test_a_vector_is_single_environments_step_by_step(make_many, make_single, seat):
    generator = np.random.default_rng(4)
    size = 5
    many, singles = make_many(size, seat=seat), [make_single(seat=seat) for _ in range(size)]
    observations, infos = many.reset(seed=70)
    rows = [env.reset(seed=70 + i) for i, env in enumerate(singles)]
    lengths = np.zeros(size, int)
    for number in range(160):
        assert observations.tobytes() == np.stack([row[0] for row in rows]).tobytes()
        assert infos["action_mask"].tobytes() == np.stack([row[1]["action_mask"] for row in rows]).tobytes()
        assert infos["_action_mask"].all()
        actions = np.array([legal(mask, generator) for mask in infos["action_mask"]])
        if number % 40 == 39:
            actions[number % size] = infos["action_mask"][number % size].argmin()
        observations, rewards, terminated, truncated, infos = many.step(actions)
        told = [env.step(action) for env, action in zip(singles, actions, strict=True)]
        lengths += 1
        assert rewards.tolist() == [t[1] for t in told]
        assert terminated.tolist() == [t[2] for t in told]
        assert truncated.tolist() == [t[3] for t in told]
        illegal = [t[4].get("illegal_action", False) for t in told]
        assert infos.get("illegal_action", np.zeros(size, bool)).tolist() == illegal
        assert infos.get("final_info", {}).get("illegal_action", np.zeros(size, bool)).tolist() == illegal
        ended = terminated | truncated
        assert infos.get("_final_obs", np.zeros(size, bool)).tolist() == ended.tolist()
        for i in np.flatnonzero(ended):
            assert infos["final_obs"][i].tobytes() == told[i][0].tobytes()
            assert infos["final_info"]["episode_length"][i] == lengths[i]
        lengths[ended] = 0
        rows = [env.reset() if ended[i] else (told[i][0], told[i][4]) for i, env in enumerate(singles)]


def test_bad_actions_for_a_vector(make_many):
    many = make_many(4, illegal="raise")
    with pytest.raises(IllegalAction, match=r"reset\(\)"):
        many.step([0] * 4)
    _, infos = many.reset(seed=9)
    good = infos["action_mask"].argmax(axis=1)
    for actions, about in (
        ([0] * 3, "shape"),
        (good.reshape(4, 1), "shape"),
        (good + 0.0, "whole numbers"),
        (None, "shape"),
        ([0, 1, 2, None], "whole numbers"),
        ([0, 1, 2, 2**70], "whole numbers of at most 64 bits"),
        ([0, 1, 2, np.nan], "whole numbers"),
        (["0"] * 4, "whole numbers"),
        (good.astype(bool), "whole numbers"),
        ([[0], [0, 1], [0], [0]], "whole numbers"),
        (np.array([0, 0, 0, 2**64 - 1], np.uint64), "may not play"),
    ):
        with pytest.raises(IllegalAction, match=about) as error:
            many.step(actions)
        assert "\n" not in str(error.value)
    actions = good.copy()
    actions[2] = infos["action_mask"][2].argmin()
    with pytest.raises(IllegalAction, match=f"^game 2: player_{many.learners.seats[2]} may not play {actions[2]}"):
        many.step(actions)
    assert many.action_masks().tobytes() == infos["action_mask"].tobytes()
    many.step(good.astype(np.int32))
