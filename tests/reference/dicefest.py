"""Dicefest, played slowly and straight from its rules: the engine is fast, this is obvious, and the two must agree.

Cells are (row, column) on an 8x8 grid, row 0 at the north. "Ruling n" is the n-th ruling of the game's page.
"""

import json
from collections import defaultdict, deque
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import permutations

COMPASS = ("north", "east", "south", "west")  # clockwise, and so is SIDES: turn order is clockwise
SIDES = ("south", "west", "north", "east")
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
ONE_STEP = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
DEFAULT_SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
INNER = [(row, column) for row in range(1, 7) for column in range(1, 7)]
CORNERS = [(0, 0), (0, 7), (7, 0), (7, 7)]
CELLS = [(row, column) for row in range(8) for column in range(8) if (row, column) not in CORNERS]

ROTATE, PUT, TURN = 12, 15, 51  # first action of each kind; moves start at 0


def right_handed(top: int, south: int, east: int) -> bool:
    """Ruling 3. These three faces run counter-clockwise round their corner; so must 1, 2, 3.

    Looking at the opposite of one face instead mirrors the die.
    """
    small = [min(face, 7 - face) for face in (top, south, east)]
    mirrored = sum(face > 3 for face in (top, south, east)) % 2 == 1
    return sorted(small) == [1, 2, 3] and (small in ([1, 2, 3], [2, 3, 1], [3, 1, 2])) != mirrored


def all_faces(top: int, north: int, east: int) -> dict[str, int]:
    return {"top": top, "bottom": 7 - top, "north": north, "south": 7 - north, "east": east, "west": 7 - east}


ORIENTATIONS = [
    all_faces(*faces) for faces in permutations(range(1, 7), 3) if right_handed(faces[0], 7 - faces[1], faces[2])
]


def tip(faces: dict[str, int], towards: str) -> dict[str, int]:
    """The die falls over: its top face now looks `towards` that side."""
    away = OPPOSITE[towards]
    return faces | {towards: faces["top"], "bottom": faces[towards], away: faces["bottom"], "top": faces[away]}


def spin(faces: dict[str, int], clockwise: bool) -> dict[str, int]:
    """The die stays on its face and turns by a quarter, seen from above."""
    step = 1 if clockwise else -1
    return faces | {COMPASS[(i + step) % 4]: faces[COMPASS[i]] for i in range(4)}


def directions(side: int) -> tuple[str, str, str, str]:
    """Forward, right, back and left of a player who sits at `side` and faces the board."""
    forward = COMPASS.index(OPPOSITE[SIDES[side]])
    return COMPASS[forward:] + COMPASS[:forward]


def turned(faces: dict[str, int], side: int, choice: int) -> dict[str, int]:
    """The six ways to turn a die, in the order of the actions."""
    forward, right, back, left = directions(side)
    if choice < 4:
        return tip(faces, (forward, back, left, right)[choice])
    return spin(faces, clockwise=choice == 4)


def own_inner_cell(side: int, index: int) -> tuple[int, int]:
    """Inner cell i*6 + j of a player: i rows away from the own side, j columns from the left."""
    i, j = divmod(index, 6)
    cells = {"south": (6 - i, 1 + j), "west": (1 + j, 1 + i), "north": (1 + i, 6 - j), "east": (6 - j, 6 - i)}
    return cells[SIDES[side]]


def space(side: int, number: int) -> tuple[int, int]:
    """Ruling 2: where a number of a side is."""
    cells = {"south": (7, 7 - number), "west": (7 - number, 0), "north": (0, number), "east": (number, 7)}
    return cells[SIDES[side]]


def locks(cell: tuple[int, int], top: int, side: int) -> bool:
    """Ruling 7, for a die whose owner sits at `side`."""
    return cell == space((side + 2) % 4, top)


@dataclass
class Die:
    cell: tuple[int, int]
    faces: dict[str, int]
    locked: bool = False

    @classmethod
    def as_described(cls, die: dict) -> "Die":
        return cls(tuple(die["at"]), all_faces(die["top"], die["north"], die["east"]), die["locked"])

    def described(self) -> dict:
        faces = {direction: self.faces[direction] for direction in ("top", "north", "east")}
        return {"at": list(self.cell), **faces, "locked": self.locked}


class Dicefest:
    ACTIONS = 57

    def __init__(self, options: dict, chance: Callable[[], object], position: dict | None = None):
        self.options, self.chance = dict(options), chance
        players = len(position["sides"]) if position is not None else options.get("players", 2)
        self.players = list(range(players))
        max_turns = options.get("max_turns")
        self.max_turns = 500 * players if max_turns is None else max_turns
        self.terminated = self.truncated = False
        self.winner = None
        if position is not None:
            self._set_up_from(deepcopy(position))
        else:
            self._set_up()

    def _set_up(self) -> None:
        self.sides = list(self.options.get("sides") or DEFAULT_SIDES[len(self.players)])
        round_the_table = [(side - self.sides[0]) % 4 for side in self.sides]
        if len(self.sides) != len(self.players) or round_the_table != sorted(set(round_the_table)):
            raise ValueError("sides must be different and clockwise from player_0")  # ruling 1
        start_numbers = self.chance()
        self.dice = [[self._starting_die(self.sides[p], n) for n in start_numbers[p]] for p in self.players]
        self.counters = set(INNER)
        self.collection = [0 for _ in self.players]
        self.to_move, self.paying, self.turn = self.options.get("first_player", 0), None, 1

    @staticmethod
    def _starting_die(side: int, number: int) -> Die:
        """Ruling 3: the highest of the side faces looks to the owner's left."""
        left = directions(side)[3]
        ways = [faces for faces in ORIENTATIONS if faces["top"] == number]
        return Die(space(side, number), max(ways, key=lambda faces: faces[left]))

    def _set_up_from(self, position: dict) -> None:
        self.sides, self.collection = position["sides"], position["collection"]
        self.dice = [[Die.as_described(die) for die in dice] for dice in position["dice"]]
        self.counters = {(row, column) for row, column in INNER if position["counters"][row - 1][column - 1]}
        self.to_move, self.paying, self.turn = position["to_move"], position["paying"], position["turn"]

    def position(self) -> dict:
        return {
            "sides": list(self.sides),
            "dice": [[die.described() for die in dice] for dice in self.dice],
            "counters": [[(row, column) in self.counters for column in range(1, 7)] for row in range(1, 7)],
            "collection": list(self.collection),
            "to_move": self.to_move,
            "paying": deepcopy(self.paying),
            "turn": self.turn,
            "winner": deepcopy(self.winner),
        }

    # What is allowed

    def legal(self) -> list[int]:
        if self.terminated or self.truncated:
            return []
        if self.paying is None:
            return self.choices(self.to_move)
        if self.paying["left"] == 0:
            return list(range(TURN, TURN + 6))
        side, empty = self.sides[self.to_move], self.empty_cells()
        return [PUT + index for index in range(36) if own_inner_cell(side, index) in empty]

    def choices(self, player: int) -> list[int]:
        """What the player could begin a turn with."""
        moves = [4 * d + way for d in range(3) for way in range(4) if self._can_move(player, d, way)]
        return moves + [ROTATE + d for d in range(3) if self._can_rotate(player, d)]

    def destination(self, player: int, d: int, way: int) -> tuple[int, int]:
        """Where a move would end, be it on the board or not."""
        die, direction = self.dice[player][d], directions(self.sides[player])[way]
        (row, column), (down, right) = die.cell, ONE_STEP[direction]
        return row + down * die.faces[direction], column + right * die.faces[direction]

    def _can_move(self, player: int, d: int, way: int) -> bool:
        target = self.destination(player, d, way)
        return not self.dice[player][d].locked and target in CELLS and target not in self.occupied_cells()

    def _can_rotate(self, player: int, d: int) -> bool:
        die = self.dice[player][d]
        price = die.faces["top"]
        return not die.locked and self.collection[player] >= price and len(self.empty_cells()) >= price

    def occupied_cells(self) -> list[tuple[int, int]]:
        return [die.cell for dice in self.dice for die in dice]

    def empty_cells(self) -> list[tuple[int, int]]:
        """Where a counter may be put (ruling 6)."""
        return [cell for cell in INNER if cell not in self.counters and cell not in self.occupied_cells()]

    # Playing

    def step(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(f"action {action} of player {self.to_move} is illegal; legal are {self.legal()}")
        player = self.to_move
        if action < ROTATE:
            die = self.dice[player][action // 4]
            die.cell = self.destination(player, *divmod(action, 4))
            if die.cell in self.counters:
                self.counters.remove(die.cell)
                self.collection[player] += 1
            self._finish_turn(player, die)
        elif action < PUT:
            d = action - ROTATE
            self.paying = {"die": d, "left": self.dice[player][d].faces["top"]}
        elif action < TURN:
            self.counters.add(own_inner_cell(self.sides[player], action - PUT))
            self.collection[player] -= 1
            self.paying["left"] -= 1
        else:
            die = self.dice[player][self.paying["die"]]
            die.faces = turned(die.faces, self.sides[player], action - TURN)
            self.paying = None
            self._finish_turn(player, die)

    def _finish_turn(self, player: int, die: Die) -> None:
        die.locked = locks(die.cell, die.faces["top"], self.sides[player])
        playing = [other for other in self.players if not self.is_stranded(other)]
        if self.has_locked_all(player) and self.collection[player] == 0:
            self._end(winner=[player])
        elif len(playing) == 1:
            self._end(winner=playing)
        elif not any(self.choices(other) for other in playing):
            self._end(winner=[])
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        """Ruling 9: the next player who can do something; a forced pass is a turn, a stranded player has none."""
        while self.turn < self.max_turns:
            self.to_move = (self.to_move + 1) % len(self.players)
            if self.is_stranded(self.to_move):
                continue
            self.turn += 1
            if self.choices(self.to_move):
                return
        self.truncated, self.to_move = True, None

    def _end(self, winner: list[int]) -> None:
        self.terminated, self.winner, self.to_move = True, winner, None

    def has_locked_all(self, player: int) -> bool:
        return all(die.locked for die in self.dice[player])

    def is_stranded(self, player: int) -> bool:
        return self.has_locked_all(player) and self.collection[player] > 0

    def rewards(self) -> list[float]:
        """Both kinds of reward are the same, for the game has no score; and two players never share a win."""
        if not self.winner:
            return [0.0 for _ in self.players]
        return [1.0 if player in self.winner else -1 / (len(self.players) - 1) for player in self.players]


def check_invariants(game: Dicefest) -> None:
    """Everything that must hold before and after every action."""
    now, legal, rewards = game.position(), game.legal(), game.rewards()
    assert json.loads(json.dumps(now)) == now
    assert 1 <= now["turn"] <= game.max_turns
    assert abs(sum(rewards)) < 1e-9
    _check_board(game, now)

    done = [p for p in game.players if all(die["locked"] for die in now["dice"][p])]
    playing = [p for p in game.players if p not in done or now["collection"][p] == 0]  # the others are stranded
    if game.terminated or game.truncated:
        assert now["to_move"] is None and now["paying"] is None and legal == []
        assert game.terminated != game.truncated
    else:
        assert now["to_move"] in playing and legal == sorted(set(legal)) and legal
        _check_payment(now, legal)
    if game.terminated:
        finished = [p for p in done if p in playing]
        assert now["winner"] == (finished or (playing if len(playing) == 1 else [])) and len(now["winner"]) <= 1
        assert now["winner"] or not any(game.choices(p) for p in playing)
        assert [p for p in game.players if rewards[p] > 0] == now["winner"]
    else:
        assert now["winner"] is None and not any(rewards)
        assert not set(done) & set(playing) and len(playing) >= 2
        assert now["turn"] == game.max_turns or not game.truncated


def _check_board(game: Dicefest, now: dict) -> None:
    assert min(now["collection"]) >= 0 and sum(now["collection"]) + sum(map(sum, now["counters"])) == 36
    cells = [tuple(die["at"]) for dice in now["dice"] for die in dice]
    assert set(cells) <= set(CELLS) and len(set(cells)) == len(cells) == 3 * len(now["sides"])
    assert not any(now["counters"][row - 1][column - 1] for row, column in set(cells) & set(INNER))
    for side, dice in zip(now["sides"], now["dice"], strict=True):
        # A locked die stays as it is, so an earlier lock still fulfils the definition.
        assert all(die["locked"] == locks(tuple(die["at"]), die["top"], side) for die in dice)
    for faces in [die.faces for dice in game.dice for die in dice]:
        assert right_handed(faces["top"], faces["south"], faces["east"])
        assert faces["top"] + faces["bottom"] == faces["north"] + faces["south"] == faces["east"] + faces["west"] == 7


def _check_payment(now: dict, legal: list[int]) -> None:
    if now["paying"] is None:
        assert all(action < PUT for action in legal)
        return
    die, left = now["dice"][now["to_move"]][now["paying"]["die"]], now["paying"]["left"]
    dice_inside = sum(tuple(die["at"]) in INNER for dice in now["dice"] for die in dice)
    empty = sum(now["collection"]) - dice_inside  # there were as many counters as inner cells
    assert not die["locked"] and 0 <= left <= die["top"] and left <= min(empty, now["collection"][now["to_move"]])
    assert len(legal) == (empty if left else 6) and all((action >= TURN) == (left == 0) for action in legal)


# Ways of playing, each of which reaches rules that the others seldom reach

MOST = 14  # counters that one die is asked to get rid of or to collect, at most


def place(die: Die) -> tuple:
    """All that matters of an unlocked die: a right-handed die with this top and north has no other faces to choose."""
    return die.cell, die.faces["top"], die.faces["north"]


@cache
def turns_to_lock(side: int) -> dict[tuple, dict[int, int]]:
    """For each place of a die {counters: turns it takes, at least, to lock it and to get rid of that many counters}.

    Other dice are overlooked, and a counter is taken only if that helps; counters below zero are to be collected.
    """
    turns, waiting, before = defaultdict(dict), deque(), defaultdict(list)
    for die in [Die(cell, faces) for cell in CELLS for faces in ORIENTATIONS]:
        if locks(die.cell, die.faces["top"], side):
            turns[place(die)][0] = 0
            waiting.append((place(die), 0))
            continue
        for direction, (down, right) in ONE_STEP.items():
            target = die.cell[0] + down * die.faces[direction], die.cell[1] + right * die.faces[direction]
            for gain in (0, 1) if target in INNER else (0,):
                before[place(Die(target, die.faces))].append((place(die), -gain))
        for choice in range(6):
            before[place(Die(die.cell, turned(die.faces, side, choice)))].append((place(die), die.faces["top"]))
    while waiting:
        after, counters = waiting.popleft()
        for earlier, spent in before[after]:
            if counters + spent not in turns[earlier] and abs(counters + spent) <= MOST:
                turns[earlier][counters + spent] = turns[after][counters] + 1
                waiting.append((earlier, counters + spent))
    return turns


def distance_to_win(game: Dicefest, player: int) -> int:
    """Turns the player still needs, at least, if the other dice and the places of the counters are overlooked."""
    first, second, third = (turns_to_lock(game.sides[player])[place(die)] for die in game.dice[player])
    held = game.collection[player]
    sums = [first[a] + second[b] + third[held - a - b] for a in first for b in second if held - a - b in third]
    return min(sums, default=1000)  # stranded, or far too many counters


def distance_to_locks(game: Dicefest, player: int) -> int:
    """The same for a player who does not care for counters."""
    return sum(min(turns_to_lock(game.sides[player])[place(die)].values()) for die in game.dice[player])


def freedom_of_others(game: Dicefest, player: int) -> int:
    return sum(len(game.choices(other)) for other in game.players if other != player)


def endings(game: Dicefest, action: int) -> list[Dicefest]:
    """The game after the turn that begins or goes on with this action, once for every way to turn the die."""
    trial = Dicefest(game.options, game.chance, game.position())
    trial.step(action)
    if trial.paying is None:
        return [trial]
    follow_ups = trial.legal() if trial.paying["left"] == 0 else trial.legal()[:1]
    return [ending for follow_up in follow_ups for ending in endings(trial, follow_up)]


def lowest(game: Dicefest, rng, *scores: Callable) -> int:
    """One of the actions that can lead to the lowest scores, the first one first; counters are put anywhere."""
    if game.paying and game.paying["left"]:
        return rng.choice(game.legal())
    best = {}
    for action in game.legal():
        best[action] = min([score(ending, game.to_move) for score in scores] for ending in endings(game, action))
    return rng.choice([action for action in best if best[action] == min(best.values())])


def hoarding(game: Dicefest, rng) -> int:
    if game.collection[game.to_move] < 8 and not any(die.locked for die in game.dice[game.to_move]):
        return lowest(game, rng, lambda ending, player: -ending.collection[player])
    return lowest(game, rng, distance_to_locks)


STYLES: dict[str, Callable] = {
    "uniform": lambda game, rng: rng.choice(game.legal()),
    "homing": lambda game, rng: lowest(game, rng, distance_to_win),
    "hoarding": hoarding,
    "paying": lambda game, rng: rng.choice([a for a in game.legal() if a >= ROTATE] or game.legal()),
    "stranding": lambda game, rng: lowest(game, rng, distance_to_locks),
    "crowding": lambda game, rng: lowest(game, rng, freedom_of_others, distance_to_locks),
    "moving": lambda game, rng: rng.choice([a for a in game.legal() if a < ROTATE] or game.legal()),
}
