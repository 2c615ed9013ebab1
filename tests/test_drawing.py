"""Drawings hold what the position holds and nothing that is hidden; every way to look at a game shows the same one."""

import itertools
import json
import subprocess
import sys
from functools import cache

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import render_test

from ludarium import make_vec
from ludarium.dice_matrix.drawing import BODIES, PIP_SHAPES
from ludarium.drawing import film, view, window
from ludarium.drawing.palette import PLAYERS
from ludarium.errors import BadOption
from ludarium.matrio import rules as matrio_rules
from ludarium.registry import GAMES, load
from ludarium.single import VectorSingleAgentEnv
from ludarium_training import cli
from tests.drawings import Drawing, check
from tests.play import legal_actions, random_play
from tests.playthroughs import FOLDER, STORED, parse
from tests.tables import engine_table

MOST_DRAWN = 60  # positions of a stored game; a longer one is drawn here and there


@cache
def stored_game(name):
    """Game, and (state, position, legal actions, action played) all along a stored game, its end included."""
    game, options, start, chance, actions = parse((FOLDER / f"{name}.txt").read_text())
    table = engine_table(game, position=start, chance=[tuple(roll) for roll in chance], **options)
    steps = []
    for action in [*actions, None]:
        steps.append((table.states.copy()[0], table.position(), table.legal(), action))
        if action is not None:
            table.step(action)
    return load(game), steps


def some(steps):
    """Some of the steps, the first and the last among them."""
    return [steps[k] for k in sorted({round(k) for k in np.linspace(0, len(steps) - 1, MOST_DRAWN)})]


@pytest.mark.parametrize("name", STORED)
def test_stored_positions(name):
    game, steps = stored_game(name)
    for s, p, _, _ in some(steps):
        check(game, s, p)


@pytest.mark.parametrize("name", STORED)
def test_the_end_is_drawn_with_its_winners(name):
    """The stored game says what it paid; whoever was paid most has won, unless all were paid the same."""
    game, steps = stored_game(name)
    end, paid = (FOLDER / f"{name}.txt").read_text().splitlines()[-1].split(", rewards ")
    rewards = json.loads(paid)
    won = rewards.count(max(rewards)) if end == "terminated" and len(set(rewards)) > 1 else 0
    s, p, _, _ = steps[-1]
    assert p["to_move"] is None
    assert check(game, s, p).count("crown") == won


@pytest.mark.parametrize("name", STORED)
def test_every_legal_action_has_targets_of_its_own_and_leaves_marks(name):
    game, steps = stored_game(name)
    for k in range(0, len(steps) - 1, max(1, len(steps) // MOST_DRAWN)):
        (s, _, legal, action), (after, _, _, _) = steps[k], steps[k + 1]
        ids = set(Drawing(game.draw(s)).ids)
        targets = [game.targets(s, a) for a in legal]
        assert all(there and set(there) <= ids for there in targets)
        assert len(set(targets)) == len(targets)
        marks = game.marks(s, action)
        drawn = Drawing(game.draw(after, last=marks))
        assert marks and drawn.count("mark") == len(set(marks))


@pytest.mark.parametrize("name", STORED)
def test_shading_tints_what_it_names_and_changes_nothing_else(name):
    game, steps = stored_game(name)
    s, p, legal, _ = steps[len(steps) // 2]
    shading = {target: 0.25 for action in legal for target in game.targets(s, action)}
    drawn = check(game, s, p, shading=shading)
    assert drawn.count("shade") == len(shading)
    assert drawn.says("25")
    assert game.draw(s, shading={}) == game.draw(s, shading=dict.fromkeys(shading, 0.0)) == game.draw(s)


@pytest.mark.parametrize("name", STORED)
def test_words_can_be_replaced_by_anything(name):
    game, steps = stored_game(name)
    s, _, _, _ = steps[len(steps) // 2]
    words = {"player_0": "<b>&\"'Zoë", "player_1": "花子", "caption": "</svg>]]>"}
    drawn = Drawing(game.draw(s, words=words))
    assert set("花子ë") <= {e.text for e in drawn.root.iter("{http://www.w3.org/2000/svg}text")}
    assert drawn.root.get("aria-label").endswith("</svg>]]>")
    assert not drawn.says("player_0")


# MatriO's hands.


@pytest.mark.parametrize("seat", range(4))
def test_other_hands_are_not_in_the_drawing(seat):
    game, steps = stored_game("matrio")
    for s, p, _, _ in some(steps):
        svg = game.draw(s, seat=seat)
        drawn = Drawing(svg)
        assert {name for name in drawn.ids if name.startswith("card")} == {f"card-{card}" for card in p["hands"][seat]}
        assert drawn.count("back") == sum(len(hand) for player, hand in enumerate(p["hands"]) if player != seat)
        dealt_anew = np.array([s])
        dealt_anew["key"] += 1
        matrio_rules.determinize(dealt_anew[0], seat)
        assert game.draw(dealt_anew[0], seat=seat) == svg, "hidden cards changed the drawing"
        for other in {0, 1, 2, 3} - {seat}:
            assert len(p["hands"][other]) == 0 or game.draw(s, seat=other) != svg


# The environments.


def test_every_mode_shows_the_same_game(make):
    env, shapes = make(render_mode="rgb_array"), set()
    env.reset(seed=3)
    for k, _ in enumerate(random_play(env, 3, steps=12)):
        if k % 5 == 0:
            picture = env.render()
            shapes.add((picture.shape, picture.dtype))
    assert len(shapes) == 1
    (shape, dtype) = shapes.pop()
    drawn = Drawing(env.draw())
    assert dtype == np.uint8 and shape == (int(drawn.root.get("height")), 720, 3)
    assert drawn.count("mark") > 0, "the last move is marked"
    assert env._repr_svg_() == env.draw() == env.clone().draw()
    twin = make(render_mode="svg")
    twin.reset(seed=3)
    for _ in random_play(twin, 3, steps=12):
        pass
    assert twin.render() == env.draw()
    twin.set_state(env.get_state())
    assert Drawing(twin.render()).count("mark") == 0, "the last move before set_state is not of this game"


def test_the_final_position_is_shown(make):
    env = make(render_mode="svg")
    env.reset(seed=5)
    for _ in random_play(env, 5):
        pass
    drawn = Drawing(env.render())
    assert drawn.count("turn") == 0 and drawn.count("mark") > 0
    assert "to_move" in env.position() and env.position()["to_move"] is None


def test_the_last_move_is_all_that_one_player_did():
    env = make_walk()
    before = len(env._view.last)
    env.step(legal_actions(env)[0])
    assert len(env._view.last) > before
    mover = env.agent_selection
    while env.agent_selection == mover:
        env.step(legal_actions(env)[0])
    mine = env._view.last
    env.step(legal_actions(env)[0])
    assert not set(env._view.last) >= set(mine)


def make_walk():
    """A Tablero environment in which a stack was just lifted."""
    from ludarium import tablero_v0

    env = tablero_v0.raw_env(render_mode="svg")
    for seed in itertools.count():
        env.reset(seed=seed)
        for _ in random_play(env, seed):
            walk = env.position()["walk"]
            if walk and len(walk["hand"]) > 2:
                return env


def test_notebooks_see_through_the_wrappers(make_wrapped):
    env = make_wrapped()
    assert env._repr_svg_() is None
    env.reset(seed=1)
    assert env._repr_svg_() == env.unwrapped.draw()


class PretendWindow:
    """Stands in for the window where there is no display."""

    shown = ()

    def __init__(self, title, seconds):
        assert title and seconds > 0

    def show(self, svg):
        PretendWindow.shown = (*PretendWindow.shown, svg)

    def close(self):
        PretendWindow.shown = ()


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_render_test(game, monkeypatch):
    monkeypatch.setattr(view, "Window", PretendWindow)
    module = __import__(f"ludarium.{game}_v0", fromlist=["env"])
    render_test(module.env, {"svg": lambda shown: Drawing(shown).ids != []})


@pytest.mark.parametrize("game", GAMES.values())
def test_gymnasiums_render_check(game, monkeypatch):
    monkeypatch.setattr(view, "Window", PretendWindow)
    check_env(gymnasium.make(f"ludarium/{game}-v0").unwrapped)


def test_a_window_shows_every_step_without_being_asked(monkeypatch):
    monkeypatch.setattr(view, "Window", PretendWindow)
    env = gymnasium.make("ludarium/Tablero-v0", render_mode="human")
    _, info = env.reset(seed=1)
    for shown in range(1, 4):
        assert len(PretendWindow.shown) == shown
        _, _, _, _, info = env.step(int(info["action_mask"].argmax()))
    env.close()
    assert PretendWindow.shown == ()


def test_without_a_display_the_error_says_so(monkeypatch):
    import tkinter

    def no_display():
        raise tkinter.TclError("no display name and no $DISPLAY environment variable")

    monkeypatch.setattr(tkinter, "Tk", no_display)
    with pytest.raises(BadOption, match="needs a display, and there is none here"):
        window.Window("Tablero", 0.1)


@pytest.mark.parametrize("package", ["resvg_py", "PIL.Image"])
def test_a_missing_package_is_named(package, monkeypatch):
    from ludarium import tablero_v0

    env = tablero_v0.env(render_mode="rgb_array")
    env.reset(seed=0)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModuleNotFoundError, match=rf"{package.split('.')[0]}.*pip install 'ludarium\[draw\]'"):
        env.render()


def test_a_learner_sees_its_own_seat():
    env = gymnasium.make("ludarium/MatriO-v0", seat=2, render_mode="svg").unwrapped
    assert env._repr_svg_() is None
    with pytest.raises(ValueError, match="reset"):
        env.render()
    _, info = env.reset(seed=4)
    for _ in range(3):
        drawn = Drawing(env.render())
        hand = env.position()["hands"][2]
        assert {name for name in drawn.ids if name.startswith("card")} == {f"card-{card}" for card in hand}
        _, _, _, _, info = env.step(int(info["action_mask"].argmax()))
    assert drawn.count("mark") > 0
    assert env._repr_svg_() == env.render()


def test_many_learners():
    shown = {}
    for mode in ("svg", "rgb_array", "ansi"):
        env = VectorSingleAgentEnv("dicefest", 3, render_mode=mode, players=3)
        env.reset(seed=1)
        shown[mode] = env.render()
        assert len(shown[mode]) == 3
    assert all(pixels.shape == (806, 720, 3) for pixels in shown["rgb_array"])
    assert all(Drawing(svg).ids for svg in shown["svg"])
    with pytest.raises(BadOption, match="render_mode"):
        VectorSingleAgentEnv("dicefest", 3, render_mode="human")


def test_many_learners_see_the_last_moves_that_each_would_see_alone():
    """Opponents play in batches and ended games begin anew in the same step; the marks are those of single games."""
    options = {"render_mode": "svg", "opponent": "greedy", "max_turns": 8}
    many = VectorSingleAgentEnv("tablero", 4, **options)
    alone = [gymnasium.make("ludarium/Tablero-v0", **options).unwrapped for _ in range(4)]
    many.reset(seed=3)
    for slot, env in enumerate(alone):
        env.reset(seed=3 + slot)
    unmarked = 0
    for number in range(24):
        shown = many.render()
        assert shown == tuple(env.render() for env in alone)
        unmarked += number > 0 and sum(Drawing(svg).count("mark") == 0 for svg in shown)
        actions = many.action_masks().argmax(axis=1)
        actions[number % 4] = actions[number % 4] if number % 10 else -1
        many.step(actions)
        for env, action in zip(alone, actions, strict=True):
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
    assert unmarked > 2, "nobody has moved in a game that has just begun with the learner to move"


def test_games_of_a_batch():
    env = make_vec("matrio", num_envs=3, seed=0)
    env.reset()
    assert Drawing(env.draw(1)).count("card") == 52
    assert Drawing(env.draw(1, seat=0)).count("back") == 39
    with pytest.raises(IndexError):
        env.draw(3)


def test_neither_playing_nor_drawing_svg_imports_what_makes_pixels():
    code = """
import sys
from ludarium import make_vec, matrio_v0
env = matrio_v0.env(render_mode="svg")
env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax()))
assert env.render().startswith("<svg")
make_vec("tablero", num_envs=2).reset()
import gymnasium
gymnasium.make("ludarium/Tablero-v0").reset(seed=0)
loaded = {name.split(".")[0] for name in sys.modules}
assert not loaded & {"resvg_py", "PIL", "pygame", "tkinter"}, loaded
"""
    subprocess.run([sys.executable, "-c", code], check=True)


# Recording.


def test_record_writes_a_film(tmp_path, capsys):
    from PIL import Image

    out = tmp_path / "game.gif"
    command = ["record", "tablero", "--agents", "random", "--seed", "1", "--width", "240", "--out", str(out)]
    assert cli.main(command) == 0
    frames = int(capsys.readouterr().out.split(": ")[1].split()[0])
    with Image.open(out) as film_of_it:
        assert film_of_it.n_frames == frames > 20
        assert film_of_it.width == 240
        assert film_of_it.info["duration"] == 800
        film_of_it.seek(frames - 1)
        assert film_of_it.info["duration"] == 3200, "the end stays longer"
    assert out.stat().st_size < 3e6
    assert list(tmp_path.iterdir()) == [out]
    again = out.read_bytes()
    assert cli.main(command) == 0
    assert out.read_bytes() == again, "the same seed, the same film"


def test_a_frame_a_turn(tmp_path, capsys):
    counts = []
    for more in ([], ["--turns"]):
        assert (
            cli.main(
                ["record", "tablero", "--agents", "random", "--width", "120", *more, "--out", str(tmp_path / "x.gif")]
            )
            == 0
        )
        counts.append(int(capsys.readouterr().out.split(": ")[1].split()[0]))
    assert 5 < counts[1] < counts[0]


@pytest.mark.parametrize(
    ("arguments", "about"),
    [
        (["tablro", "--out", "x.gif"], "did you mean 'tablero'"),
        (["tablero"], "--out"),
        (["tablero", "--out", "x.mp4"], "ends in .gif"),
        (["tablero", "--out", "no/such/x.gif"], "no folder"),
        (["tablero", "--agents", "randm", "--out", "x.gif"], "did you mean 'random'"),
        (["tablero", "--agents", "random", "random", "random", "--out", "x.gif"], "each of 2 seats"),
        (["tablero", "--seed", "-1", "--out", "x.gif"], "seed"),
        (["tablero", "--width", "1", "--out", "x.gif"], "--width"),
        (["tablero", "--seconds", "nan", "--out", "x.gif"], "--seconds"),
        (["matrio", "--seat", "4", "--out", "x.gif"], "--seat"),
        (["dicefest", "--option", "players=5", "--out", "x.gif"], "players"),
    ],
)
def test_record_refuses_bad_input_with_one_sentence(arguments, about, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    try:
        code = cli.main(["record", *arguments])
    except SystemExit as stopped:
        code = stopped.code
    said = capsys.readouterr().err
    assert code == 2
    assert about in said and said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_film_that_fails_leaves_the_old_one(tmp_path, monkeypatch):
    def broken(frames, file, durations):
        file.write(b"GIF")
        raise OSError("disk full")

    out = tmp_path / "game.gif"
    out.write_text("the old one")
    monkeypatch.setattr(film, "save", broken)
    svg = load("tablero").draw(engine_table("tablero", chance=[(1, 2)]).s)
    with pytest.raises(OSError, match="disk full"):
        film.write_gif([svg, svg], out, 240, 0.5)
    assert list(tmp_path.iterdir()) == [out] and out.read_text() == "the old one"


# Colours.

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
SIGHT = {
    "usual": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def seen(colour, sight):
    """A colour in CIELAB, as such eyes see it."""
    part = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(np.array(SIGHT[sight]) @ linear, 0, 1) / np.array([0.9505, 1, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("colours", [PLAYERS, BODIES], ids=["players", "dice"])
def test_colours_differ_for_all_eyes(colours, sight):
    """A difference of 2 can just be seen; signs and pips tell the same without any colour."""
    for one, other in itertools.combinations(colours, 2):
        assert np.linalg.norm(seen(one, sight) - seen(other, sight)) > 20, (one, other)


def test_dice_are_told_apart_without_colour():
    assert len(set(PIP_SHAPES)) == len(BODIES) == 5
