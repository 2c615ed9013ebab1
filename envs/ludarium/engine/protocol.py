"""The functions every game provides, declared once so that compiled loops can be written once for all games.

Inside compiled code, `legal(s, mask)` and its kin are resolved by the type of the record `s`: `provide` tells which
functions belong to a game's record. Loops are thus plain module-level functions, which Numba caches for each game.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from numba import from_dtype
from numba.extending import overload

RUNNING, TERMINATED, TRUNCATED = 0, 1, 2
CHANCE = -1  # what `mover` says when a chance event is due
NOBODY = -1  # in the place of a seat


def new(s):
    """Begins an episode in the record; the option fields and the key are already there."""


def legal(s, mask):
    """Fills the mask with 1 exactly for the legal actions of the mover, and returns how many there are."""


def apply(s, action):
    """Plays one legal action, up to the next chance event or decision."""


def forced(s):
    """What the rules do with a mover who has no legal action: a bump, a pass."""


def chance(s, outcome):
    """Settles one chance event with a given outcome, or, if it is negative, with one drawn from the state's key.

    Set-ups with too many outcomes to number (Dice Matrix, Dicefest) are always drawn.
    """


def mover(s):
    """The seat that decides now, or CHANCE. Meaningless when the episode is over."""


def over(s):
    """RUNNING, TERMINATED or TRUNCATED."""


def seats(s):
    """How many players sit at the table."""


def winners(s):
    """The winners of a terminated episode as a set of bits, seat 0 the lowest; none or all: a draw."""


def margins(s, out):
    """Fills `out` with the rewards of `reward="margin"`."""


def observe(s, seat, o):
    """Fills the observation record `o`, which holds zeros, with what this seat may know."""


def determinize(s, seat):
    """Deals what `seat` cannot see anew, from the state's key; for searches, which may not know it."""


def signature(s):
    """A number that tells apart what chance can have shown between two decisions of the same history."""


def rate(s, mask, ratings):
    """Fills `ratings` for the actions the mask allows with what the greedy player thinks of them, more being better."""


def consider(s, mask, bits, ratings):
    """The same for the expert, who may spend some 10 ms and draw on 64 random bits."""


RULES = new, legal, apply, forced, chance, mover, over, seats, winners, margins, determinize, signature
FUNCTIONS = (*RULES, observe, rate, consider)

_provided: dict[Any, dict[str, Callable[..., Any]]] = {}


def provide(
    rules: ModuleType, observe: Callable[..., Any], rate: Callable[..., Any], consider: Callable[..., Any]
) -> None:
    """Makes the compiled functions of a game the ones that loops over its records call."""
    others = {"observe": observe, "rate": rate, "consider": consider}
    _provided[from_dtype(rules.STATE)] = {f.__name__: getattr(rules, f.__name__) for f in RULES} | others


def _resolve(function: Callable[..., Any]) -> None:
    name = function.__name__

    def one(s):
        if s in _provided:
            f = _provided[s][name]
            return lambda s: f(s)
        return None

    def two(s, a):
        if s in _provided:
            f = _provided[s][name]
            return lambda s, a: f(s, a)
        return None

    def three(s, a, b):
        if s in _provided:
            f = _provided[s][name]
            return lambda s, a, b: f(s, a, b)
        return None

    def four(s, a, b, c):
        if s in _provided:
            f = _provided[s][name]
            return lambda s, a, b, c: f(s, a, b, c)
        return None

    overload(function, strict=False)((one, two, three, four)[function.__code__.co_argcount - 1])


for _function in FUNCTIONS:
    _resolve(_function)
