"""Checks of what comes from outside, options and parts of a position: a failure is one sentence that names the key."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium.errors import BadOption, BadPosition, IllegalAction, nearest


def shown(value: Any) -> str:
    """A value as it is quoted in a sentence, shortened if need be."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write out whole numbers of thousands of digits
        return "a number too long to write"
    text = " ".join(text.split())  # arrays are written on several lines
    return text if len(text) <= 80 else text[:77] + "…"


def demand(condition: bool, key: str, sentence: str) -> None:
    if not condition:
        raise BadPosition(f"{key}: {sentence}")


def keys(position: Any, expected: Sequence[str], of: str = "") -> None:
    """A dict with exactly these keys; `of` names the part of the position it is, the whole if empty."""
    if not isinstance(position, dict):
        raise BadPosition(
            f"{of or 'position'}: must be a dict with the keys {', '.join(expected)}, not {shown(position)}"
        )
    inside = f"{of}." if of else ""
    for key in expected:
        demand(key in position, f"{inside}{key}", "is missing")
    for key in position:
        demand(key in expected, f"{inside}{key}", f"is no key of a position{nearest(key, expected)}")


def whole(key: str, value: Any, low: int, high: int) -> int:
    demand(
        type(value) is int and low <= value <= high,
        key,
        f"must be a whole number from {low} to {high}, not {shown(value)}",
    )
    return int(value)


def flag(key: str, value: Any) -> bool:
    demand(type(value) is bool, key, f"must be true or false, not {shown(value)}")
    return bool(value)


def items(key: str, value: Any, count: int) -> list[Any]:
    demand(isinstance(value, list) and len(value) == count, key, f"must be a list of {count}, not {shown(value)}")
    return list(value)


def up_to(key: str, value: Any, most: int) -> list[Any]:
    demand(isinstance(value, list) and len(value) <= most, key, f"must be a list of at most {most}, not {shown(value)}")
    return list(value)


def option_whole(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__") or not low <= operator.index(value) <= high:
        raise BadOption(f"{name} must be a whole number from {low} to {high}, not {shown(value)}")
    return operator.index(value)


def option_choice(name: str, value: Any, allowed: Sequence[Any]) -> Any:
    """One of the allowed values, of the same kind: 1 may come as any whole number, but True is no 1."""
    if not isinstance(value, bool) and hasattr(value, "__index__"):
        value = operator.index(value)
    if not any(type(value) is type(a) and value == a for a in allowed):
        hint = nearest(value, [a for a in allowed if isinstance(a, str)])
        raise BadOption(f"{name} must be one of {', '.join(repr(a) for a in allowed)}, not {shown(value)}{hint}")
    return value


def first_player(value: Any, seats: int) -> int:
    """The seat that starts; −1 for "random"."""
    value = option_choice("first_player", value, [*range(seats), "random"])
    return -1 if value == "random" else int(value)


def margin(reward: Any) -> bool:
    """Whether rewards are margins rather than outcomes."""
    return bool(option_choice("reward", reward, ["outcome", "margin"]) == "margin")


def checked_seed(seed: Any) -> int | None:
    """A seed as a whole number of any size, or None."""
    if seed is None:
        return None
    try:
        number = operator.index(seed)
    except TypeError:
        raise BadOption(f"seed must be a whole number or None, not {shown(seed)}") from None
    if number < 0:
        raise BadOption(f"seed must not be negative, but is {number}")
    return number


def checked_actions(actions: Any, count: int) -> np.ndarray:
    """One action for each of `count` games as int64; whether they are legal is another matter."""
    try:
        array = np.asarray(actions)
    except ValueError:  # lists of different lengths in one list
        raise IllegalAction(f"actions must be whole numbers, one for each game, not {shown(actions)}") from None
    if array.shape != (count,):
        raise IllegalAction(f"actions must have the shape ({count},), one for each game, not {array.shape}")
    if array.dtype.kind not in "iu":
        raise IllegalAction(f"actions must be whole numbers of at most 64 bits, not {array.dtype}")
    if array.dtype == np.uint64:
        array = np.minimum(array, np.uint64(2**63 - 1))  # or the largest would come out negative
    return array.astype(np.int64, copy=False)
