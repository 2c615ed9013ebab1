"""YAML as a settings file needs it: plain data, every key once, and numbers that read as numbers.

PyYAML follows YAML 1.1, where 1e-4 is a word, 1:30 is ninety, 010 is eight and `no` is false. This reader takes
numbers as they are written (1e-4, 4e6, 4_000_000), true and false alone as truth values, and nothing that could build
an object, repeat itself or be read in two ways.
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable
from typing import Any, ClassVar

import yaml

NUMBER = re.compile(r"[-+]?(?:\.[0-9]+|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:[eE][-+]?[0-9]{1,3})?")
WHOLE = re.compile(r"[-+]?[0-9][0-9_]*")
TAG = "tag:yaml.org,2002:"
DEEPEST = 20


class _Loader(yaml.SafeLoader):
    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012
    yaml_constructors: ClassVar[dict[str | None, Any]] = {}
    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent):
            raise yaml.YAMLError("it has an alias (*name), and settings are written out")
        if getattr(event, "tag", None) is not None:
            raise yaml.YAMLError("it has a tag (!name), and settings are plain data")
        self.depth += 1
        if self.depth > DEEPEST:
            raise yaml.YAMLError("its values lie too deep inside each other")
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_settings(self, node: yaml.MappingNode) -> dict[str, Any]:
        settings: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str):
                raise yaml.YAMLError(f"line {key_node.start_mark.line + 1}: the key {key!r} is no word")
            if key in settings:
                raise yaml.YAMLError(f"line {key_node.start_mark.line + 1}: the key {key!r} is there twice")
            settings[key] = self.construct_object(value_node, deep=True)
        return settings

    def construct_number(self, node: yaml.ScalarNode) -> int | float:
        text = str(node.value).replace("_", "")
        if len(text) > 40:
            raise yaml.YAMLError(f"the number {text[:20]}… is too long")
        if WHOLE.fullmatch(text):
            return int(text)
        number = float(text)
        if not math.isfinite(number):
            raise yaml.YAMLError(f"the number {text} is too large")
        whole = "." not in text and number.is_integer()  # 4e6 counts something
        return int(number) if whole else number


_Loader.add_implicit_resolver(f"{TAG}float", re.compile(f"(?:{NUMBER.pattern})$"), list("-+.0123456789"))
_Loader.add_implicit_resolver(f"{TAG}bool", re.compile("(?:true|false)$"), list("tf"))
_Loader.add_implicit_resolver(f"{TAG}null", re.compile("(?:null|~|)$"), ["n", "~", ""])
_Loader.add_constructor(f"{TAG}float", _Loader.construct_number)
_Loader.add_constructor(f"{TAG}bool", lambda loader, node: node.value == "true")
_Loader.add_constructor(f"{TAG}null", lambda loader, node: None)
_Loader.add_constructor(f"{TAG}str", lambda loader, node: str(node.value))
_Loader.add_constructor(f"{TAG}seq", lambda loader, node: [loader.construct_object(n, deep=True) for n in node.value])
_Loader.add_constructor(f"{TAG}map", _Loader.construct_settings)


class _Dumper(yaml.SafeDumper):
    """Quotes the words that the reader would take for something else."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {  # noqa: RUF012
        first: yaml.SafeDumper.yaml_implicit_resolvers.get(first, []) + _Loader.yaml_implicit_resolvers.get(first, [])
        for first in {*yaml.SafeDumper.yaml_implicit_resolvers, *_Loader.yaml_implicit_resolvers}
    }


def read_yaml(text: str) -> Any:
    """The data in a text; raises ValueError with a sentence about what is wrong with it."""
    try:
        return yaml.load(text, _Loader)  # a SafeLoader, stricter still
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}: " if error.problem_mark else ""
        raise ValueError(f"{line}{error.problem or error.context or 'it is no YAML'}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise ValueError(str(error).splitlines()[0] if str(error) else "it is no YAML") from None


def write_yaml(data: dict[Hashable, Any] | dict[str, Any]) -> str:
    text: str = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    return text
