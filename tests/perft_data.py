"""Writes tests/data/perft.json: positions, and in how many ways one can play on, counted by the reference."""

import importlib
import json
import random
from pathlib import Path

from tests.playthroughs import play
from tests.tables import CLASSES
from tests.test_playthroughs import Rolls, perft

FILE = Path(__file__).parent / "data" / "perft.json"
BUDGET = 20_000  # nodes at the last depth
MOMENTS = {"dice_matrix": [0, 12, 24], "tablero": [0, 20, 35, 50], "matrio": [0, 24, 36, 44], "dicefest": [0, 40, 90]}


def case(game, options, moment, seed):
    """A position some actions into a game, and the counts to the depth that the budget allows."""
    start, chance, actions = play(game, options, seed)
    rng = random.Random(seed)
    rolls = [[rng.randint(1, 6), rng.randint(1, 6)] for _ in range(400)]
    reference = getattr(importlib.import_module(f"tests.reference.{game}"), CLASSES[game])
    node = reference(options, chance=Rolls(chance), position=start)
    for action in actions[: min(moment, len(actions) - 3)]:
        node.step(action)
    position = node.position()
    node = reference(options, chance=Rolls(rolls), position=position)
    counts = []
    while len(counts) < 6 and (not counts or counts[-1] * len(node.legal()) < BUDGET):
        counts.append(perft(node, len(counts) + 1))
    name = f"{game}-{moment}"
    kept = rolls[:12] if game == "tablero" else []
    return {"name": name, "game": game, "options": options, "position": position, "rolls": kept, "counts": counts}


if __name__ == "__main__":
    cases = [case(game, {}, moment, 11 + k) for game, moments in MOMENTS.items() for k, moment in enumerate(moments)]
    cases.append(case("dicefest", {"players": 4}, 60, 5) | {"name": "dicefest-four-60"})
    cases.append(case("tablero", {"games": 2}, 60, 7) | {"name": "tablero-series-60"})
    FILE.write_text("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]\n")
    for c in cases:
        print(c["name"], c["counts"])
