"""Whole games as readable text: the start, the chance outcomes, and after every action the board and the choices.

`python -m tests.playthroughs` plays and writes the stored games anew (they only change when a rule or a wording does);
`test_playthroughs.py` replays them on the engine and on the reference and compares line by line. Lines that begin with
"#" say why, in terms of the rulings.
"""

import importlib
import json
import random
import re
from itertools import count
from pathlib import Path

from tests.annotations import ANNOTATIONS
from tests.tables import CLASSES, engine_table

FOLDER = Path(__file__).parent / "data" / "playthroughs"

# name of the file: game, options, seed of the players
STORED = {
    "dice_matrix": ("dice_matrix", {}, 1),
    "dice_matrix_hidden_margin": ("dice_matrix", {"hidden_scores": True, "reward": "margin"}, 2),
    "tablero": ("tablero", {}, 1),
    "tablero_series": ("tablero", {"games": 2, "first_player": 1, "reward": "margin"}, 2),
    "matrio": ("matrio", {}, 1),
    "matrio_two_of_clubs": ("matrio", {"opening": "two_of_clubs", "reward": "margin"}, 2),
    "dicefest": ("dicefest", {}, 1),
    "dicefest_three": ("dicefest", {"players": 3, "sides": [1, 2, 0], "max_turns": 60}, 2),
}


def transcript(game, options, start, chance, actions):
    """The lines of a game. `start` is the position it began in; chance after that comes from the list."""
    table = engine_table(game, position=start, chance=[tuple(roll) for roll in chance], **options)
    lines = [
        f"game {game}",
        f"options {json.dumps(options)}",
        f"start {json.dumps(start)}",
        f"chance {json.dumps(chance)}",
        "",
        table.game.board(table.s),
    ]
    for number, action in enumerate(actions, start=1):
        legal = table.legal()
        said = (
            f"{number}. player_{table.position()['to_move']} plays {action}, {table.game.action_name(table.s, action)}"
        )
        before = table.position()
        table.step(action)
        notes = [f"# {note}" for note in ANNOTATIONS[game](before, table.position(), action)]
        lines += ["", f"legal {' '.join(map(str, legal))}", said, *notes, table.game.board(table.s)]
    end = "terminated" if table.terminated else "truncated" if table.truncated else "not over"
    lines += ["", f"position {json.dumps(table.position())}", f"{end}, rewards {json.dumps(table.rewards())}"]
    return "\n".join(lines).split("\n")


def parse(text):
    """Game, options, start, chance and actions of a stored game."""
    header = dict(line.split(" ", 1) for line in text.split("\n\n")[0].splitlines() if not line.startswith("#"))
    actions = [int(a) for a in re.findall(r"^\d+\. player_\d plays (\d+),", text, flags=re.M)]
    return header["game"], *(json.loads(header[k]) for k in ("options", "start", "chance")), actions


def play(game, options, seed):
    """A new game in which every seat has a style of its own: start, chance, actions."""
    rng = random.Random(seed)
    module = importlib.import_module(f"tests.reference.{game}")
    rolls = ([rng.randint(1, 6), rng.randint(1, 6)] for _ in count())
    first = next(rolls)
    deck = rng.sample(range(52), 52)
    opening = {"tablero": [first], "matrio": [[sorted(deck[k::4]) for k in range(4)]]}.get(game, [])
    start = engine_table(game, chance=opening, **options).position()
    chance, actions = [], []

    def roll():
        chance.append(next(rolls))
        return chance[-1]

    reference = getattr(module, CLASSES[game])(options, chance=roll, position=start)
    styles = [rng.choice(list(module.STYLES.values())) for _ in range(4)]
    while not (reference.terminated or reference.truncated):
        actions.append(styles[reference.position()["to_move"]](reference, rng))
        reference.step(actions[-1])
    return start, chance, actions


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for stored, (played, with_options, players_seed) in STORED.items():
        new = transcript(played, with_options, *play(played, with_options, players_seed))
        (FOLDER / f"{stored}.txt").write_text("\n".join(new) + "\n")
        print(stored, len(new), "lines")
