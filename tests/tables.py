"""One way to play a game by hand, on the reference or on the engine, with chance outcomes given by the test.

A table has `position()`, `legal()` (ascending list), `step(action)`, `rewards()`, `terminated` and `truncated`.
Chance outcomes are taken, in order, from the iterable `chance`; running out of them is an error in the test.
"""

import copy
import importlib

import numpy as np

from ludarium.engine import loops
from ludarium.engine.protocol import CHANCE, RUNNING, TERMINATED, TRUNCATED
from ludarium.registry import load

CLASSES = {"dice_matrix": "DiceMatrix", "tablero": "Tablero", "matrio": "MatriO", "dicefest": "Dicefest"}


def reference_table(game, position=None, chance=(), **options):
    module = importlib.import_module(f"tests.reference.{game}")
    outcomes = iter(chance)
    return getattr(module, CLASSES[game])(options, chance=lambda: next(outcomes), position=position)


def engine_table(game, position=None, chance=(), **options):
    return EngineTable(load(game), options, iter(chance), position)


class EngineTable:
    """The engine's rules, called one by one from Python."""

    def __init__(self, game, options, chance, position):
        self.game = game
        self.rules = importlib.import_module(f"ludarium.{game.name}.rules")
        self.chance = chance
        self.states = game.blank(options)
        self.s = self.states[0]
        self.mask = np.zeros(game.actions, np.int8)
        if position is None:
            self.s["key"] = 1
            self.rules.new(self.s)
        else:
            game.read_position(self.s, position)
        self.settle()

    def __deepcopy__(self, memo):
        twin = object.__new__(EngineTable)
        twin.__dict__ |= self.__dict__ | {"states": self.states.copy(), "chance": copy.copy(self.chance)}
        twin.s = twin.states[0]
        return twin

    def settle(self):
        rules, s = self.rules, self.s
        while rules.over(s) == RUNNING:
            if rules.mover(s) == CHANCE:
                for outcome in OUTCOMES[self.game.name](self.chance):
                    rules.chance(s, outcome)
            elif rules.legal(s, self.mask) == 0:
                rules.forced(s)
            else:
                return

    def position(self):
        return self.game.write_position(self.s)

    def legal(self):
        if self.rules.over(self.s) != RUNNING:
            return []
        self.rules.legal(self.s, self.mask)
        return np.flatnonzero(self.mask).tolist()

    def step(self, action):
        if action not in self.legal():
            raise ValueError(f"illegal: {action}")
        self.rules.apply(self.s, action)
        self.settle()

    def rewards(self):
        paid = np.zeros(self.game.most_seats)
        loops.rewards(self.s, paid)
        return paid[: self.game.seats(self.s)].tolist()

    @property
    def terminated(self):
        return self.rules.over(self.s) == TERMINATED

    @property
    def truncated(self):
        return self.rules.over(self.s) == TRUNCATED


# How the outcome a test prescribes is told to the engine; −1: it draws for itself.
OUTCOMES = {
    "dice_matrix": lambda chance: [-1],
    "tablero": lambda chance: [6 * (a - 1) + b - 1 for a, b in [next(chance)]],
    "matrio": lambda chance: [card for hand in next(chance) for card in hand],
    "dicefest": lambda chance: [-1],
}
