"""The settings of a training run: what they are, and how files and `--set` lay them over each other.

The lowest layer is default.yaml, which names every setting; over it lies the file of a game, a few lines; over that
the command line. What comes out is checked as a whole, and any mistake is one sentence that names the setting.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ludarium.agents import make_agent
from ludarium.engine.checks import shown
from ludarium.engine.crew import cores
from ludarium.errors import BadCheckpoint, BadConfig, BadOption, nearest
from ludarium.registry import load
from ludarium_training.files import shipped
from ludarium_training.networks import NetworkConfig
from ludarium_training.ppo import OpponentsConfig, PPOConfig
from ludarium_training.strict_yaml import read_yaml

LARGEST_FILE = 1 << 20
PLAIN_WORDS = {  # for what the checks say
    "a valid integer": "a whole number",
    "a valid number": "a number",
    "a valid string": "a word",
    "a valid boolean": "true or false",
    "a valid array": "a list",
    "an object": "a section of settings",
}


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class EvaluationConfig(Section):
    """How a run is measured: in paired games, from deals of their own, so that measuring changes nothing."""

    every: int = Field(ge=1, description="steps between two evaluations")
    games: int = Field(ge=1, le=1_000_000, description="games against each opponent")
    opponents: list[str] = Field(description="whom to play; the mean score against them decides what is best")
    final_games: int = Field(ge=1, le=1_000_000, description="games against each at the end of the run")
    final_opponents: list[str]


class Config(Section):
    game: str
    options: dict[str, Any] = Field(description="the game's options")
    seed: int = Field(ge=0, lt=2**31)
    steps: int | None = Field(ge=1, le=10**12, description="decisions to train for")
    minutes: float | None = Field(gt=0, le=10**6, description="time to train for; the first limit reached ends the run")
    threads: int | None = Field(ge=1, le=1024, description="threads of the engine and the learner; null is all cores")
    network: NetworkConfig
    ppo: PPOConfig
    opponents: OpponentsConfig
    evaluation: EvaluationConfig
    save_minutes: float = Field(ge=0, description="minutes between two saves that a run can be resumed from")

    def as_dict(self) -> dict[str, Any]:
        return self.model_dump(mode="json")


Layer = tuple[str, dict[str, Any]]  # where the settings come from, and what they are


def load_config(name: str, changes: list[Layer]) -> Config:
    """The settings of a file, or of the shipped file of that name, over the defaults and below the changes."""
    path = config_path(name)
    beside = path.with_name("default.yaml")
    defaults = beside if beside.is_file() else shipped("configs") / "default.yaml"
    return resolve([read_layer(defaults), read_layer(path), *changes])


def config_path(name: str) -> Path:
    """The file of that path, or the shipped one of that name, as in `ludarium train tablero`."""
    path = Path(name)
    if path.is_file():
        return path
    if path.suffix == "" and len(path.parts) == 1:
        path = shipped("configs") / f"{name}.yaml"
        if path.is_file() and name != "default":
            return path
    names = sorted(p.stem for p in shipped("configs").glob("*.yaml") if p.stem != "default")
    hint = nearest(Path(name).stem, names)
    raise BadConfig(f"there is no config {name!r}; give the path of a YAML file or one of {', '.join(names)}{hint}")


def read_layer(path: Path) -> Layer:
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise ValueError("it is larger than a config can be")
        settings = read_yaml(data.decode())
    except UnicodeDecodeError:
        raise BadConfig(f"{path} is no text file in UTF-8") from None
    except (OSError, ValueError) as error:
        raise BadConfig(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if settings is None:
        settings = {}
    if not isinstance(settings, dict):
        raise BadConfig(f"{path} must hold settings, one `name: value` a line, not {shown(settings)}")
    return str(path), settings


def read_change(text: str) -> Layer:
    """A change such as ppo.learning_rate=1e-4; the value is read as YAML."""
    path, equals, value = text.partition("=")
    names = path.strip().split(".")
    if not equals or not all(names):
        raise BadConfig(f"--set takes NAME=VALUE, such as ppo.learning_rate=1e-4, not {text!r}")
    try:
        setting = read_yaml(value)
    except ValueError as error:
        raise BadConfig(f"--set {text}: {error}") from None
    for name in reversed(names):
        setting = {name: setting}
    return "--set", setting


def resolve(layers: list[Layer]) -> Config:
    """The settings of all layers, checked."""
    settings: dict[str, Any] = {}
    for _, layer in layers:
        settings = laid_over(settings, layer)
    try:
        # By way of JSON, so that strictness is about kinds (a word is no number) and not about Python's types.
        config = Config.model_validate_json(json.dumps(settings), strict=True)
    except ValidationError as error:
        raise BadConfig(refusal(error, layers)) from None
    if config.steps is None and config.minutes is None:
        raise BadConfig("a run needs an end: set steps, minutes or both")
    check_against_game(config)
    return config.model_copy(update={"threads": config.threads or cores()})


def check_against_game(config: Config) -> None:
    """What only the game can say: whether it exists, has these options, and these opponents can play it."""
    at = "game"
    try:
        game = load(config.game)
        at = "options"
        game.blank(config.options)
        at = "evaluation"
        for spec in (*config.evaluation.opponents, *config.evaluation.final_opponents):
            make_agent(spec, game)
    except (BadOption, BadCheckpoint) as mistake:
        raise BadConfig(f"{at}: {mistake}") from None


def laid_over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Sections are merged, everything else is replaced; an empty section changes nothing."""
    merged = dict(below)
    for name, setting in above.items():
        if isinstance(merged.get(name), dict) and (setting is None or isinstance(setting, dict)):
            merged[name] = laid_over(merged[name], setting or {})
        else:
            merged[name] = setting
    return merged


def refusal(error: ValidationError, layers: list[Layer]) -> str:
    """The sentence about the first mistake; a key that does not exist comes before what it may have caused."""
    mistakes = sorted(error.errors(), key=lambda mistake: mistake["type"] != "extra_forbidden")
    mistake = mistakes[0]
    place = tuple(part for part in mistake["loc"] if part != "[key]")
    name = ".".join(map(str, place))
    origin = next((source for source, layer in reversed(layers) if holds(layer, place)), None)
    where = f"{origin}: " if origin else ""
    if mistake["type"] == "extra_forbidden":
        return f"{where}there is no setting {name!r}{suggestion(place)}"
    if mistake["type"] == "missing":
        return f"{name} is missing"
    message = mistake["msg"].removeprefix("Value error, ")
    for theirs, plain in PLAIN_WORDS.items():
        message = message.replace(theirs, plain)
    if message.startswith("Input should"):
        message = f"{name} {message.removeprefix('Input ')}"
        if not isinstance(mistake["input"], dict):
            message += f", not {shown(mistake['input'])}"
    else:
        message = f"{name}: {message}"
    expected = mistake.get("ctx", {}).get("expected")
    hint = nearest(mistake["input"], str(expected).replace("'", "").replace(" or ", ", ").split(", "))
    return f"{where}{message}{hint if expected else ''}"


def holds(layer: Any, place: tuple[Any, ...]) -> bool:
    for part in place:
        inside = isinstance(layer, dict) and part in layer
        if not inside and not (isinstance(layer, list) and isinstance(part, int) and part < len(layer)):
            return False
        layer = layer[part]
    return True


def suggestion(place: tuple[Any, ...]) -> str:
    """What the section does have, and the setting that was probably meant, in this section or another."""
    *section, wrong = map(str, place)
    every = list(setting_names(Config))
    inside = ".".join([*section, ""])
    here = [name.removeprefix(inside) for name in every if name.startswith(inside)]
    heads = list(dict.fromkeys(name.split(".")[0] for name in here))
    hint = nearest(wrong, heads)
    if not hint:
        elsewhere = [name for name in every if name.split(".")[-1] == wrong]
        hint = f"; did you mean {elsewhere[0]!r}?" if elsewhere else ""
    return f"; {'.'.join(section) or 'a config'} has {', '.join(heads)}{hint}" if heads else hint


def setting_names(section: type[BaseModel], inside: str = "") -> Iterator[str]:
    """The full names of all settings, such as ppo.learning_rate."""
    for name, field in section.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from setting_names(field.annotation, f"{inside}{name}.")
        else:
            yield f"{inside}{name}"
