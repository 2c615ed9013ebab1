"""Registers the games with the frameworks that keep registries, without importing them.

A framework that is loaded already gets its entries at once; any other gets them at the moment it is imported. So
`import ludarium` costs no framework, and its order among the imports does not matter.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from ludarium.registry import GAMES


def register_pettingzoo(registration: ModuleType) -> None:
    for name in GAMES:
        registration.register("aec", f"ludarium/{name}-v0", entry_point=f"ludarium.{name}_v0:env")


def register_gymnasium(registration: ModuleType) -> None:
    for name, identifier in GAMES.items():
        registration.register(
            f"ludarium/{identifier}-v0",
            entry_point="ludarium.single:SingleAgentEnv",
            vector_entry_point="ludarium.single:VectorSingleAgentEnv",
            kwargs={"game": name},
        )


# Module that holds the registry (PettingZoo has one since 1.27), and what to do with it.
REGISTRIES: dict[str, Callable[[ModuleType], None]] = {
    "gymnasium.envs.registration": register_gymnasium,
    "pettingzoo.env_registry.registration": register_pettingzoo,
}


class _Finder:
    """Finds a waited-for module through the other finders, and has it filled after it was executed."""

    def __init__(self) -> None:
        self.waiting = dict(REGISTRIES)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in self.waiting:
            return None
        fill = self.waiting.pop(name)  # popped first: the look-up below comes back here
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_fill(module: ModuleType) -> None:
                execute(module)
                fill(module)

            spec.loader.exec_module = execute_and_fill  # type: ignore[method-assign]
        return spec


def register_when_imported() -> None:
    finder = _Finder()
    for name in list(finder.waiting):
        if name in sys.modules:
            finder.waiting.pop(name)(sys.modules[name])
    sys.meta_path.insert(0, finder)
