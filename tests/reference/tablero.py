"""Tablero di Berona, played slowly and literally from its rules.

It exists so that the fast engine has something independent to agree with: nothing here is remembered that can be
worked out again from the board.
"""

import copy
import itertools
import json
import random
from collections.abc import Callable

COLUMNS = 6
CELLS = 18
TOKENS = 12
CENTRE = range(6, 12)
ALL_POINTS = 1 + 2 + 3 + 4 + 5 + 6

# The first index of each kind of action; a die shows its column's number plus one.
PLACE, LIFT, WALK, RETRIEVE = 0, 6, 12, 16
FORWARD, BACK, HIGHER, LOWER = 12, 13, 14, 15

DEFAULTS = {"games": 1, "first_player": 0, "max_turns": 200, "reward": "outcome"}
POSITION_KEYS = (
    "stacks", "reserve", "to_move", "dice", "doubles", "walk", "bumped", "turn", "ledger", "game", "starter",
)  # fmt: skip


def home_cell(player: int, face: int) -> int:
    """The space of a player's home row that a die face points at (ruling 1)."""
    home_row = 0 if player == 0 else 2
    return home_row * COLUMNS + face - 1


def own_frame(player: int, cell: int) -> int:
    """The cell's number counted from the player's own home row; the same sum leads back."""
    row, column = divmod(cell, COLUMNS)
    return cell if player == 0 else (2 - row) * COLUMNS + column


def neighbour(player: int, cell: int, direction: int) -> int | None:
    """Where one step in a direction leads, as the player sees it; None if that is off the board."""
    row, column = divmod(cell, COLUMNS)
    ahead = 1 if player == 0 else -1
    row += {FORWARD: ahead, BACK: -ahead}.get(direction, 0)
    column += {HIGHER: 1, LOWER: -1}.get(direction, 0)
    if 0 <= row < 3 and 0 <= column < COLUMNS:
        return row * COLUMNS + column
    return None


def can_finish(visited: list[int], steps: int) -> bool:
    """Whether a walk that came along `visited` can go on for so many steps, no space twice (ruling 4)."""
    if steps == 0:
        return True
    onward = [neighbour(0, visited[-1], direction) for direction in (FORWARD, BACK, HIGHER, LOWER)]
    return any(can_finish([*visited, cell], steps - 1) for cell in onward if cell is not None and cell not in visited)


class Tablero:
    ACTIONS = 34

    def __init__(self, options: dict, chance: Callable[[], object], position: dict | None = None):
        self.options = {**DEFAULTS, **options}
        self.chance = chance
        self.terminated = False
        self.truncated = False
        if position is None:
            self.game = 0
            self.ledger = [0, 0]
            self._start_game(self.options["first_player"])
        else:
            for key in POSITION_KEYS:
                setattr(self, key, copy.deepcopy(position[key]))

    def position(self) -> dict:
        return {key: copy.deepcopy(getattr(self, key)) for key in POSITION_KEYS}

    # What the player to move may do

    def legal(self) -> list[int]:
        if self.to_move is None:
            return []
        if self.walk is not None:
            return self._walk_steps()
        uses = self._die_uses()
        retrieves = self._retrieves()
        if retrieves:
            uses = [action for action in uses if self._leaves_a_use_for_the_twin(action)]
        return sorted(uses + retrieves)

    def _walk_steps(self) -> list[int]:
        """Rulings 3 and 4: to a neighbour not yet visited, from where the rest of the hand can be dropped."""
        steps = []
        for direction in (FORWARD, BACK, HIGHER, LOWER):
            cell = neighbour(self.to_move, self.walk["at"], direction)
            if cell is None or cell in self.walk["visited"]:
                continue
            if can_finish([*self.walk["visited"], cell], len(self.walk["hand"]) - 1):
                steps.append(direction)
        return steps

    def _die_uses(self) -> list[int]:
        """Ruling 2: any remaining die may place or lift, whichever is possible in its column."""
        uses = []
        for face in set(self.dice):
            cell = home_cell(self.to_move, face)
            if self.reserve[self.to_move] > 0:
                uses.append(PLACE + face - 1)
            if self._can_lift(cell, self.stacks[cell]):
                uses.append(LIFT + face - 1)
        return uses

    def _can_lift(self, cell: int, stack: list[int]) -> bool:
        """Rulings 3 and 4: the mover's token on top, and some walk drops the whole stack."""
        return bool(stack) and stack[-1] == self.to_move and can_finish([cell], len(stack))

    def _retrieves(self) -> list[int]:
        """Ruling 6: on doubles, while both dice are unused, the mover's tokens on top of any stack."""
        if not self.doubles or len(self.dice) < 2:
            return []
        tops = [cell for cell in range(CELLS) if self.stacks[cell] and self.stacks[cell][-1] == self.to_move]
        return [RETRIEVE + own_frame(self.to_move, cell) for cell in tops]

    def _leaves_a_use_for_the_twin(self, action: int) -> bool:
        """Ruling 7: after this first use of doubles, can the other die, which shows the same face, be used?"""
        reserve = self.reserve[self.to_move]
        if action >= LIFT:
            return reserve > 0  # the walk leaves its space empty, so the twin can only place
        cell = home_cell(self.to_move, self.dice[0])
        return reserve - 1 > 0 or self._can_lift(cell, [*self.stacks[cell], self.to_move])

    # Playing

    def step(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal for player {self.to_move}; legal: {self.legal()}")
        if action < LIFT:
            self._place(face=action - PLACE + 1)
        elif action < WALK:
            self._lift(face=action - LIFT + 1)
        elif action < RETRIEVE:
            self._walk_one_step(action)
        else:
            self._retrieve(own_frame(self.to_move, action - RETRIEVE))

    def _place(self, face: int) -> None:
        self.dice.remove(face)
        self.reserve[self.to_move] -= 1
        self.stacks[home_cell(self.to_move, face)].append(self.to_move)
        self._next_die()

    def _lift(self, face: int) -> None:
        self.dice.remove(face)
        cell = home_cell(self.to_move, face)
        self.walk = {"at": cell, "hand": self.stacks[cell], "visited": [cell]}
        self.stacks[cell] = []

    def _walk_one_step(self, direction: int) -> None:
        cell = neighbour(self.to_move, self.walk["at"], direction)
        self.walk["at"] = cell
        self.walk["visited"].append(cell)
        self.stacks[cell].append(self.walk["hand"].pop(0))
        if not self.walk["hand"]:
            self.walk = None
            self._next_die()

    def _retrieve(self, cell: int) -> None:
        """Ruling 6: the token goes home, and the same player rolls again."""
        self.stacks[cell].pop()
        self.reserve[self.to_move] += 1
        self._start_turn(self.to_move)

    # The course of a turn, a game and a series

    def _start_game(self, starter: int) -> None:
        self.stacks = [[] for _ in range(CELLS)]
        self.reserve = [TOKENS, TOKENS]
        self.walk = None
        self.bumped = None
        self.turn = 0
        self.starter = starter
        self._start_turn(starter)

    def _start_turn(self, player: int) -> None:
        if self.bumped is None and self.turn >= self.options["max_turns"]:  # ruling 10
            self.truncated = True
            self._close()
            return
        self.to_move = player
        self.turn += 1
        self.dice = sorted(self.chance())
        self.doubles = self.dice[0] == self.dice[1]
        self._next_die()

    def _next_die(self) -> None:
        """Ruling 5: with no die left the turn is over; with nothing to do for those left it is over by a bump."""
        if self.dice and self.legal():
            return
        if self.dice and self.bumped is None:
            self.bumped = self.to_move
        # Ruling 8: who bumped first has had the last turn, and any turn of the opponent's after that ends the game.
        if self.bumped == 1 - self.to_move:
            self._end_game()
        else:
            self._start_turn(1 - self.to_move)

    def _end_game(self) -> None:
        if self.game + 1 == self.options["games"]:
            self.terminated = True
            self._close()
            return
        winner = self.winner()
        self.ledger = self._ledger_with_this_game()
        self.game += 1
        self._start_game(self.starter if winner is None else winner)

    def _close(self) -> None:
        self.to_move = None
        self.dice = []

    # Scoring

    def points(self) -> list[int]:
        """Ruling 9: the value of every centre column whose top token is the player's."""
        points = [0, 0]
        for value, cell in enumerate(CENTRE, start=1):
            if self.stacks[cell]:
                points[self.stacks[cell][-1]] += value
        return points

    def winner(self) -> int | None:
        """Ruling 9: more points; then the most valuable centre space that has an owner; None for a draw."""
        points = self.points()
        if points[0] != points[1]:
            return points.index(max(points))
        owners = [self.stacks[cell][-1] for cell in CENTRE if self.stacks[cell]]
        return owners[-1] if owners else None

    def _ledger_with_this_game(self) -> list[int]:
        """Ruling 11: the difference in points goes to whoever has more of them."""
        points = self.points()
        return [self.ledger[p] + max(0, points[p] - points[1 - p]) for p in (0, 1)]

    def rewards(self) -> list[float]:
        if not self.terminated:
            return [0.0, 0.0]
        score, winner = self.points(), self.winner()
        if self.options["games"] > 1:  # ruling 11: the ledger alone decides
            score = self._ledger_with_this_game()
            winner = None if score[0] == score[1] else score.index(max(score))
        if self.options["reward"] == "margin":
            return [(score[p] - score[1 - p]) / (ALL_POINTS * self.options["games"]) for p in (0, 1)]
        return [0.0, 0.0] if winner is None else [1.0 if p == winner else -1.0 for p in (0, 1)]


# Ways of playing


def _prefer(game: Tablero, rng: random.Random, *kinds: range) -> int:
    """Any action of the first kind that is possible at all; any action if none of them is."""
    legal = game.legal()
    for kind in kinds:
        of_kind = [action for action in legal if action in kind]
        if of_kind:
            return rng.choice(of_kind)
    return rng.choice(legal)


PLACES, LIFTS, RETRIEVES = range(PLACE, LIFT), range(LIFT, WALK), range(RETRIEVE, Tablero.ACTIONS)


def stacking(game: Tablero, rng: random.Random) -> int:
    """Everything towards the tallest home stack of either player, which is itself only now and then walked."""
    target = max([*range(6), *range(12, 18)], key=lambda cell: len(game.stacks[cell]))

    def distance(cell: int) -> int:
        return abs(cell // COLUMNS - target // COLUMNS) + abs(cell % COLUMNS - target % COLUMNS)

    def cost(action: int) -> float:
        if action in PLACES:
            return 0 if home_cell(game.to_move, action - PLACE + 1) == target else 3
        if action in LIFTS:
            walks_target = home_cell(game.to_move, action - LIFT + 1) == target
            return 9 if walks_target and rng.random() > 0.02 else 1
        if action in RETRIEVES:
            return 8 if own_frame(game.to_move, action - RETRIEVE) == target else 0
        return distance(neighbour(game.to_move, game.walk["at"], action))

    return min(game.legal(), key=lambda action: (cost(action), rng.random()))


def hoarding(game: Tablero, rng: random.Random) -> int:
    """Keeps the reserve and fills the home row: retrieves from tall stacks, spreads stacks at home, else places."""

    def cost(action: int) -> float:
        if action in PLACES:
            return 5
        if action in LIFTS:
            return abs(len(game.stacks[home_cell(game.to_move, action - LIFT + 1)]) - 3)
        if action in RETRIEVES:
            return -len(game.stacks[own_frame(game.to_move, action - RETRIEVE)])
        cell = neighbour(game.to_move, game.walk["at"], action)
        leaves_home = own_frame(game.to_move, cell) >= COLUMNS
        return len(game.stacks[cell]) + 24 * leaves_home

    return min(game.legal(), key=lambda action: (cost(action), rng.random()))


def ending(game: Tablero, rng: random.Random) -> int:
    """Bumps when the next action can bring it about, and otherwise spends the reserve to come nearer to it."""
    for action in game.legal():
        trial = Tablero({**game.options, "games": 1}, lambda: (1, 2), {**game.position(), "game": 0})
        trial.step(action)
        if game.bumped is None and trial.bumped == game.to_move:
            return action
    return _prefer(game, rng, PLACES)


STYLES: dict[str, Callable] = {
    "uniform": lambda game, rng: rng.choice(game.legal()),
    "placing": lambda game, rng: _prefer(game, rng, PLACES),
    "stacking": stacking,
    "lifting": lambda game, rng: _prefer(game, rng, LIFTS),
    "retrieving": lambda game, rng: _prefer(game, rng, RETRIEVES, PLACES),
    "hoarding": hoarding,
    "ending": ending,
}


def tall_position(rng: random.Random) -> dict:
    """A random position with a stack taller than play by itself would build, and a die pointing at it (ruling 12)."""
    while True:
        mover, face, height = rng.randrange(2), rng.randint(1, 6), rng.randint(10, 24)
        tokens = rng.sample([0] * TOKENS + [1] * TOKENS, 2 * TOKENS)
        stacks = [[] for _ in range(CELLS)]
        stacks[home_cell(mover, face)] = tokens[:height]
        reserve = [0, 0]
        for owner in tokens[height:]:
            if rng.random() < 0.3:
                reserve[owner] += 1
            else:
                rng.choice(stacks).append(owner)
        dice = sorted([face, rng.choice([face, rng.randint(1, 6)])])
        position = {
            "stacks": stacks, "reserve": reserve, "to_move": mover, "dice": dice, "doubles": dice[0] == dice[1],
            "walk": None, "bumped": None, "turn": 2, "ledger": [0, 0], "game": 0, "starter": 0,
        }  # fmt: skip
        if Tablero({}, lambda: None, position).legal():
            return position


# What holds at any moment


def check_invariants(game: Tablero) -> None:
    """Assert what the rules promise about every position, whoever plays and however."""
    position, legal, options = game.position(), game.legal(), game.options
    assert json.loads(json.dumps(position)) == position
    _check_tokens(game)
    assert game.starter in (0, 1) and game.bumped in (None, 0, 1)
    assert 0 <= game.game < options["games"]
    assert min(game.ledger) >= 0 and sum(game.ledger) <= ALL_POINTS * game.game
    assert game.turn >= 1 and (game.turn <= options["max_turns"] or game.bumped is not None)
    # A die is lost only by a player without reserve, who is then never again in turn to retrieve.
    assert game.bumped is None or game.reserve[game.bumped] == 0
    rewards = game.rewards()
    assert sum(rewards) == 0 and all(isinstance(reward, float) and -1 <= reward <= 1 for reward in rewards)
    if game.terminated or game.truncated:
        _check_end(game)
        return
    assert rewards == [0, 0]
    assert game.to_move in (0, 1) and game.bumped != game.to_move
    assert legal and legal == sorted(set(legal)) and set(legal) <= set(range(Tablero.ACTIONS))
    assert game.turn > 1 or game.to_move == game.starter
    assert game.dice == sorted(game.dice) and all(1 <= face <= 6 for face in game.dice) and len(game.dice) <= 2
    if len(game.dice) == 2:
        assert game.walk is None and game.doubles == (game.dice[0] == game.dice[1])
    if game.walk is None:
        assert game.dice and not set(legal) & set(range(WALK, RETRIEVE))
        assert not set(legal) & set(RETRIEVES) or (game.doubles and len(game.dice) == 2)
    else:
        _check_walk(game)


def _check_tokens(game: Tablero) -> None:
    hand = game.walk["hand"] if game.walk else []
    on_board = [owner for stack in game.stacks for owner in stack]
    assert len(game.stacks) == CELLS and set(on_board + hand) <= {0, 1}
    for player in (0, 1):
        assert game.reserve[player] >= 0
        assert (on_board + hand).count(player) + game.reserve[player] == TOKENS


def _check_walk(game: Tablero) -> None:
    at, hand, visited = game.walk["at"], game.walk["hand"], game.walk["visited"]
    start = visited[0]
    assert len(game.dice) <= 1 and set(game.legal()) <= set(range(WALK, RETRIEVE))
    assert start in range(home_cell(game.to_move, 1), home_cell(game.to_move, 6) + 1)
    assert hand and hand[-1] == game.to_move
    assert at == visited[-1] and len(set(visited)) == len(visited)
    for here, there in itertools.pairwise(visited):
        assert there in [neighbour(0, here, direction) for direction in (FORWARD, BACK, HIGHER, LOWER)]
    assert game.stacks[start] == [] and all(game.stacks[cell] for cell in visited[1:])
    assert can_finish(visited, len(hand))
    if game.dice:  # the lifting die was the other one of this roll
        assert game.doubles == (game.dice[0] == start % COLUMNS + 1)


def _check_end(game: Tablero) -> None:
    assert game.terminated != game.truncated
    assert game.to_move is None and game.dice == [] and game.walk is None and game.legal() == []
    if game.terminated:
        assert game.bumped is not None and game.game == game.options["games"] - 1
    else:
        assert game.bumped is None and game.turn == game.options["max_turns"] and game.rewards() == [0, 0]
