"""Dice Matrix as two people would play it at a table: slow, plain, and written from the rules alone.

It exists to be played against the compiled engine, move for move, so that a mistake in either one shows.
"""

import json
from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

SIZE = 7
COLOURS = range(5)
FACES = range(1, 7)
DICE_OF_A_COLOUR = 10
PLAYERS = (0, 1)
DEFAULTS = {"hidden_scores": False, "games": 1, "first_player": 0, "reward": "outcome"}


class Die(NamedTuple):
    colour: int
    face: int


def cells_of_all_actions():
    """For every action, the cells (row, column) it takes dice from: none for the six openings, else one or two."""
    lines, places = range(SIZE), list(combinations(range(SIZE), 2))
    openings = [() for _ in FACES]
    single_dice = [((row, column),) for row in lines for column in lines]
    row_pairs = [((row, left), (row, right)) for row in lines for left, right in places]
    column_pairs = [((upper, column), (lower, column)) for column in lines for upper, lower in places]
    return openings + single_dice + row_pairs + column_pairs


CELLS = cells_of_all_actions()


def cells_between(first, second):
    """The cells strictly between two cells of one row or of one column, the first one being further left or up."""
    (row, column), (last_row, last_column) = first, second
    if row == last_row:
        return [(row, between) for between in range(column + 1, last_column)]
    return [(between, column) for between in range(row + 1, last_row)]


def dice_in_colour_line(area, colour):
    return sum(area[colour])


def dice_in_face_line(area, face):
    return sum(stacks[face - 1] for stacks in area)


def dice_in_area(area):
    return sum(dice_in_colour_line(area, colour) for colour in COLOURS)


def place(area, die):
    """Ruling 5: put the die on its stack and say what it scores; stacks count whole, the die itself included."""
    area[die.colour][die.face - 1] += 1
    return dice_in_colour_line(area, die.colour) + dice_in_face_line(area, die.face)


def recount(area):
    """Ruling 9: a line of n dice is worth 1 + 2 + ... + n, and the area is worth the sum of its eleven lines."""
    lines = [dice_in_colour_line(area, colour) for colour in COLOURS]
    lines += [dice_in_face_line(area, face) for face in FACES]
    return sum(sum(range(1, dice + 1)) for dice in lines)


def empty_area():
    return [[0 for _ in FACES] for _ in COLOURS]


def matrix_from_lists(rows):
    return [[None if cell is None else Die(*cell) for cell in row] for row in rows]


class DiceMatrix:
    ACTIONS = len(CELLS)
    truncated = False  # the matrix only ever shrinks, so there is no turn limit

    def __init__(self, options: dict, chance: Callable[[], object], position: dict | None = None):
        self.options = {**DEFAULTS, **options}
        self.chance = chance
        self.from_set_up = position is None  # only such a game is sure to have been reached by legal turns
        if position is None:
            self.carried = [0, 0]
            self.game = 0
            self.set_up(self.options["first_player"])
        else:
            self.matrix = matrix_from_lists(position["matrix"])
            self.spare = position["spare"]
            self.areas = [[list(stacks) for stacks in area] for area in position["areas"]]
            self.scores = list(position["scores"])
            self.carried = list(position["carried"])
            self.game = position["game"]
            self.starter = position["starter"]
            self.to_move = position["to_move"]

    def set_up(self, starter):
        """Ruling 1: luck fills the matrix and leaves one die over."""
        luck = self.chance()
        self.matrix = matrix_from_lists(luck["matrix"])
        self.spare = luck["spare"]
        self.areas = [empty_area() for _ in PLAYERS]
        self.scores = [0, 0]
        self.starter = starter
        self.to_move = starter

    @property
    def terminated(self) -> bool:
        return self.to_move is None

    def position(self) -> dict:
        return {
            "matrix": [[None if die is None else list(die) for die in row] for row in self.matrix],
            "spare": self.spare,
            "areas": [[list(stacks) for stacks in area] for area in self.areas],
            "scores": list(self.scores),
            "carried": list(self.carried),
            "game": self.game,
            "starter": self.starter,
            "to_move": self.to_move,
        }

    def die_at(self, cell):
        row, column = cell
        return self.matrix[row][column]

    def dice_left(self):
        return [die for row in self.matrix for die in row if die is not None]

    def legal(self) -> list[int]:
        return [action for action in range(self.ACTIONS) if self.allows(action)]

    def allows(self, action):
        if self.terminated:
            return False
        cells = CELLS[action]
        if self.spare is not None:
            return cells == ()  # ruling 2: the left-over die comes before anything else
        if cells == ():
            return False
        if len(cells) == 1:
            return self.die_at(cells[0]) is not None
        return self.are_a_pair(*cells)

    def are_a_pair(self, first, second):
        """Ruling 3, for two cells of one row or one column."""
        one, other = self.die_at(first), self.die_at(second)
        if one is None or other is None:
            return False
        if any(self.die_at(cell) is not None for cell in cells_between(first, second)):
            return False
        return one.colour == other.colour or one.face == other.face

    def step(self, action: int) -> None:
        if action not in range(self.ACTIONS) or not self.allows(action):
            raise ValueError(f"player {self.to_move} may not play action {action}")
        for die in self.dice_of(action):
            self.scores[self.to_move] += place(self.areas[self.to_move], die)
        for row, column in CELLS[action]:
            self.matrix[row][column] = None
        self.spare = None
        self.to_move = 1 - self.to_move
        if not self.dice_left():
            self.finish_game()

    def dice_of(self, action):
        """The dice that the action brings into the mover's area; an opening brings the left-over one."""
        if CELLS[action] == ():
            return [Die(self.spare, action + 1)]
        return [self.die_at(cell) for cell in CELLS[action]]

    def finish_game(self):
        """Rulings 6 and 8: the episode is over, or the other player starts the second game of the tournament."""
        if self.game + 1 == self.options["games"]:
            self.to_move = None
            return
        self.carried = [self.carried[player] + self.scores[player] for player in PLAYERS]
        self.game += 1
        self.set_up(1 - self.starter)

    def rewards(self) -> list[float]:
        if not self.terminated:
            return [0.0, 0.0]
        totals = [self.carried[player] + self.scores[player] for player in PLAYERS]
        lead = totals[0] - totals[1]
        if self.options["reward"] == "margin":
            return [lead / 100, -lead / 100]
        if lead == 0:
            return [0.0, 0.0]
        return [1.0, -1.0] if lead > 0 else [-1.0, 1.0]


# Ways of playing. Each looks at the game and names a legal action; together they visit the rare corners of the rules.


def dice_showing(game):
    """For every face, how many dice of the whole game show it."""
    faces_left = [die.face for die in game.dice_left()]
    return {face: faces_left.count(face) + sum(dice_in_face_line(area, face) for area in game.areas) for face in FACES}


def points_now(game, action):
    area = [list(stacks) for stacks in game.areas[game.to_move]]
    return sum(place(area, die) for die in game.dice_of(action))


def best(game, rng, worth):
    """A legal action of the highest worth; luck decides among equals."""
    legal = game.legal()
    worths = [worth(action) for action in legal]
    return rng.choice([action for action, its_worth in zip(legal, worths, strict=True) if its_worth == max(worths)])


def uniform(game, rng):
    return rng.choice(game.legal())


def points(game, rng):
    return best(game, rng, lambda action: points_now(game, action))


def pairs(game, rng):
    return best(game, rng, lambda action: len(game.dice_of(action)))


def singles(game, rng):
    return best(game, rng, lambda action: -len(game.dice_of(action)))


def lopsided(game, rng):
    """Player 0 takes pairs and player 1 single dice, which brings the numbers of dice furthest apart."""
    return pairs(game, rng) if game.to_move == 0 else singles(game, rng)


def hoard(game, rng, wanted):
    """Player 0 takes as many of the wanted dice as a turn gives and player 1 as few, so that one line grows long."""
    sign = 1 if game.to_move == 0 else -1
    return best(game, rng, lambda action: sign * sum(wanted(die) for die in game.dice_of(action)))


def one_face(game, rng):
    shown = dice_showing(game)
    return hoard(game, rng, lambda die: die.face == max(FACES, key=shown.get))


def one_colour(game, rng):
    return hoard(game, rng, lambda die: die.colour == 0)


def value(game, rng):
    """Takes what is worth most at the end: a die of a face that N dice show counts (12 + N)/2 for its owner."""
    shown = dice_showing(game)
    return best(game, rng, lambda action: sum(12 + shown[die.face] for die in game.dice_of(action)))


def rows_first(game, rng):
    """Player 0 empties the rows, player 1 the columns, from the middle outwards: pairs span ever longer gaps."""
    if game.spare is not None:
        return uniform(game, rng)
    return best(game, rng, lambda action: -max(abs(cell[game.to_move] - 3) for cell in CELLS[action]))


def last_pair(game, rng):
    """Leaves the other player few pairs; from twelve actions down, as few as possible."""

    def pairs_left(action):
        after = DiceMatrix({**game.options, "games": 1}, game.chance, {**game.position(), "game": 0})
        after.step(action)
        return sum(len(CELLS[reply]) == 2 for reply in after.legal())

    if game.spare is not None:
        return uniform(game, rng)
    tried = rng.sample(game.legal(), min(12, len(game.legal())))  # trying them all takes too long
    return min(tried, key=pairs_left)


WAYS = (uniform, points, pairs, singles, lopsided, one_face, one_colour, value, rows_first, last_pair)
STYLES = {style.__name__: style for style in WAYS}


def check_invariants(game):
    """Assert what holds at every moment of every game."""
    check_dice(game)
    check_scores(game)
    check_moment(game)
    check_legal(game)
    if game.from_set_up:
        check_turns(game)
    position = game.position()
    assert json.loads(json.dumps(position)) == position
    assert DiceMatrix(game.options, game.chance, position).position() == position


def check_dice(game):
    for colour in COLOURS:
        dice = sum(die.colour == colour for die in game.dice_left()) + (game.spare == colour)
        dice += sum(dice_in_colour_line(area, colour) for area in game.areas)
        assert dice == DICE_OF_A_COLOUR
    assert all(die.face in FACES for die in game.dice_left())
    assert all(height >= 0 for area in game.areas for stacks in area for height in stacks)


def check_scores(game):
    assert game.scores == [recount(area) for area in game.areas]
    assert max(game.scores) <= 732
    assert game.game in range(game.options["games"])
    if game.game == 0:
        assert game.carried == [0, 0]
    if game.terminated:  # what each die was worth to its owner adds up to the margin
        shown = dice_showing(game)
        worth = [sum((12 + shown[face]) * dice_in_face_line(area, face) for face in FACES) for area in game.areas]
        assert 2 * (game.scores[0] - game.scores[1]) == worth[0] - worth[1]


def check_moment(game):
    """The opening, the end, who may be to move in them, and when there is something to win."""
    at_opening = not any(dice_in_area(area) for area in game.areas)
    assert (game.spare is not None) == at_opening
    if at_opening:
        assert len(game.dice_left()) == SIZE * SIZE
        assert game.to_move == game.starter
    else:
        assert dice_in_area(game.areas[game.starter]) >= 1
    assert game.terminated == (not game.dice_left())
    assert game.terminated or game.to_move in PLAYERS
    assert not game.truncated
    assert sum(game.rewards()) == 0
    assert game.terminated or game.rewards() == [0.0, 0.0]


def check_legal(game):
    legal = game.legal()
    assert legal == sorted(set(legal)) and set(legal) <= set(range(game.ACTIONS))
    if game.terminated:
        assert legal == []
    elif game.spare is not None:
        assert legal == [0, 1, 2, 3, 4, 5]
    else:
        assert sum(len(CELLS[action]) == 1 for action in legal) == len(game.dice_left())
        assert 1 <= len(legal) <= 133


def check_turns(game):
    """Some number of alternating turns of one or two dice each explains what both players hold."""
    assert game.starter == (game.options["first_player"] + game.game) % 2
    if game.spare is not None:
        return
    held, others = (dice_in_area(game.areas[player]) for player in (game.starter, 1 - game.starter))
    leads = {game.starter: (1,), 1 - game.starter: (0,), None: (0, 1)}[game.to_move]  # turns the other has had more

    def possible(turns, lead):
        return 1 + turns <= held <= 1 + 2 * turns and turns + lead <= others <= 2 * (turns + lead)

    assert any(possible(turns, lead) for turns in range(50) for lead in leads)
    if game.terminated:
        assert min(held, others) >= 17 and max(held, others) <= 33
