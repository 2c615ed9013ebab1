"""Settings: what is laid over what, and that every mistake is one sentence which names it."""

import pytest

from ludarium.errors import BadConfig
from ludarium.registry import GAMES
from ludarium_training.cli import main
from ludarium_training.config import Config, holds, laid_over, load_config, read_change, read_layer, setting_names
from ludarium_training.files import shipped
from ludarium_training.strict_yaml import read_yaml, write_yaml


def with_changes(*changes, name="tablero"):
    return load_config(name, [read_change(change) for change in changes])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_config_and_every_setting_a_default(game):
    by_name = load_config(game, [])
    assert by_name.game == game
    assert load_config(str(shipped("configs") / f"{game}.yaml"), []) == by_name
    _, defaults = read_layer(shipped("configs") / "default.yaml")
    written = [name for name in setting_names(Config) if holds(defaults, tuple(name.split(".")))]
    assert {*setting_names(Config)} - {*written} == {"game"}


def test_sections_are_merged_and_values_replaced():
    below = {"a": 1, "s": {"x": 1, "y": [1, 2]}, "t": {"z": 1}}
    assert laid_over(below, {"s": {"y": [3]}, "t": None}) == {"a": 1, "s": {"x": 1, "y": [3]}, "t": {"z": 1}}
    assert below["s"]["y"] == [1, 2]


def test_the_command_line_lies_over_the_file_over_the_defaults(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("game: tablero\noptions: {games: 3}\nppo: {epochs: 7, clip: 0.1}\n")
    config = with_changes("ppo.clip=0.3", "evaluation.opponents=[random]", name=str(file))
    assert (config.ppo.epochs, config.ppo.clip, config.ppo.games) == (7, 0.3, with_changes().ppo.games)
    assert config.options == {"games": 3} and config.evaluation.opponents == ["random"]


@pytest.mark.parametrize(
    ("text", "number"), [("1e-4", 1e-4), ("1E-4", 1e-4), (".5", 0.5), ("1", 1.0), ("1_0.5", 10.5), ("+2e-3", 2e-3)]
)
def test_numbers_read_as_they_are_written(text, number):
    assert with_changes(f"ppo.learning_rate={text}").ppo.learning_rate == number


def test_a_count_may_be_written_with_an_exponent():
    assert with_changes("steps=4e6").steps == 4_000_000
    assert read_yaml("[010, 1:30, no, 2026-01-01]") == [10, "1:30", "no", "2026-01-01"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("ppo.learning_rat=1", "no setting 'ppo.learning_rat'.*did you mean 'learning_rate'"),
        ("learning_rate=1", "no setting 'learning_rate'.*did you mean 'ppo.learning_rate'"),
        ("evalution.games=3", "no setting 'evalution'.*did you mean 'evaluation'"),
        ("ppo.learning_rate=fast", "ppo.learning_rate should be a number, not 'fast'"),
        ("ppo.learning_rate='1e-4'", "ppo.learning_rate should be a number"),
        ("ppo.learning_rate=-1", "ppo.learning_rate should be greater than 0, not -1"),
        ("ppo.learning_rate=.nan", "ppo.learning_rate should be a number"),
        ("ppo.learning_rate=9e999", "too large|too long"),
        ("ppo.epochs=1.5", "ppo.epochs should be a whole number, not 1.5"),
        ("seed=true", "seed should be a whole number, not True"),
        ("seed.deep=1", "seed should be a whole number"),
        ("network.kind=mpl", "network.kind should be .*'mlp'.*did you mean 'mlp'"),
        ("ppo.bfloat16=yes", "ppo.bfloat16 should be True, False or 'auto', not 'yes'"),
        ("network.margin=yes", "network.margin should be true or false, not 'yes'"),
        ("game=tabler", "no game 'tabler'.*did you mean 'tablero'"),
        ("options.gmaes=3", "no option 'gmaes'"),
        ("options.games=many", "games must be a whole number"),
        ("options=3", "options should be a section of settings, not 3"),
        ("evaluation.opponents=[gredy]", "evaluation: there is no agent 'gredy'.*did you mean 'greedy'"),
        ("evaluation.opponents=[x.safetensors]", "evaluation: there is no checkpoint x.safetensors"),
        ("steps=null", "set steps, minutes or both"),
        ("steps=[", "--set steps="),
        ("steps", "NAME=VALUE"),
        (".=1", "NAME=VALUE"),
    ],
)
def test_a_wrong_setting_is_refused_with_a_sentence(change, sentence):
    with pytest.raises(BadConfig, match=sentence) as refused:
        with_changes(change)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("seed: 1\nseed: 2", "line 2: the key 'seed' is there twice"),
        ("ppo: {epochs: 1, epochs: 2}", "the key 'epochs' is there twice"),
        ("a: &x {b: 1}\nc: *x", "alias"),
        ("a: !!python/object/apply:os.system [echo]", "tag"),
        ("a: !!binary aGk=", "tag"),
        ("- 1", "must hold settings"),
        ("a: [", "line 1"),
        ("\x00", "cannot be read"),
        ("[" * 5000, "too deep"),
        ("1: 2", "the key 1 is no word"),
        ("gmae: tablero", "bad.yaml: there is no setting 'gmae'"),
        ("", "game is missing"),
        ("a: 1\n---\nb: 2", "another document"),
    ],
)
def test_a_wrong_file_is_refused_with_a_sentence(tmp_path, text, sentence):
    file = tmp_path / "bad.yaml"
    file.write_text(text)
    with pytest.raises(BadConfig, match=sentence) as refused:
        load_config(str(file), [])
    assert "\n" not in str(refused.value)


def test_files_that_are_no_text_or_not_there(tmp_path):
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    for name in (str(tmp_path / "bytes.yaml"), str(tmp_path), "nowhere.yaml", "default", ""):
        with pytest.raises(BadConfig):
            load_config(name, [])
    with pytest.raises(BadConfig, match="did you mean 'tablero'"):
        load_config("tabelro", [])


def test_what_is_saved_reads_back_the_same():
    data = {"a": "1e-4", "b": 1e-5, "c": "no", "d": [1, "2"], "e": None, "f": True, "g": {}, "h": "", "i": 1e300}
    assert read_yaml(write_yaml(data)) == data


@pytest.mark.parametrize(
    "arguments",
    [
        ["tablero", "--set", "ppo.learning_rat=1"],
        ["tablero", "--steps", "many"],
        ["tablero", "--minutes", "0"],
        ["tabelro"],
        [],
        ["tablero", "--resume", "nowhere"],
        ["--resume", "nowhere"],
        ["tablero", "--init", "nowhere.safetensors"],
        ["tablero", "--name", "../elsewhere"],
    ],
)
def test_the_command_answers_mistakes_with_one_line_and_code_2(arguments, capsys, tmp_path):
    assert main(["train", "--runs", str(tmp_path / "runs"), *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and said.err.startswith("ludarium train: ")
    assert not (tmp_path / "runs").exists()
