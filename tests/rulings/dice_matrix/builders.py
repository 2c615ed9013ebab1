"""Writing down dice, cells and positions of Dice Matrix, and ways to play them, for the tests of its rulings.

Dice are written colour and face ("k5" is the black 5), cells column and row ("c2"). Expected values in the tests are
worked out by hand from the rules.
"""

import copy
import random

COLOURS = "rkpgb"  # red, black, pink, green, blue: colours 0 to 4
PAIRS = [(i, j) for i in range(7) for j in range(i + 1, 7)]
NAMES = [column + row for row in "1234567" for column in "abcdefg"]  # in the order of the cell numbers
NO_DICE = [[0] * 6 for _ in range(5)]


# Writing down dice, cells and actions


def die(name):
    return [COLOURS.index(name[0]), int(name[1])]


def cell(name):
    return int(name[1]) - 1, "abcdefg".index(name[0])


def take(first, second=None):
    """The number of the action that takes the die at one cell or the pair at two, the further left or up one first."""
    row, column = cell(first)
    if second is None:
        return 6 + 7 * row + column
    row_2, column_2 = cell(second)
    if row == row_2:
        return 55 + 21 * row + PAIRS.index((column, column_2))
    assert column == column_2
    return 202 + 21 * column + PAIRS.index((row, row_2))


def takes(*phrases):
    """The numbers of several such actions, ascending: takes("a1", "a1 c1")."""
    return sorted(take(*phrase.split()) for phrase in phrases)


# Building positions


def area(dice):
    stacks = copy.deepcopy(NO_DICE)
    for colour, face in map(die, dice):
        stacks[colour][face - 1] += 1
    return stacks


def count(dice_in_area):
    return sum(map(sum, dice_in_area))


def recount(dice_in_area):
    lines = [sum(stacks) for stacks in dice_in_area] + [sum(stacks) for stacks in zip(*dice_in_area, strict=True)]
    return sum(n * (n + 1) // 2 for n in lines)


def matrix_of(cells):
    """A matrix that is empty but for these dice, {"c2": "k5", ...}."""
    matrix = [[None] * 7 for _ in range(7)]
    for where, what in cells.items():
        row, column = cell(where)
        matrix[row][column] = die(what)
    return matrix


def missing(dice, faces=(1, 2, 3, 4, 5, 6)):
    """The dice that complete these to ten of each colour, their faces taken from the given ones in turn."""
    held = [name[0] for name in dice]
    colours = [colour for colour in COLOURS for _ in range(10 - held.count(colour))]
    return [colour + str(faces[number % len(faces)]) for number, colour in enumerate(colours)]


def filled(cells, elsewhere, faces=(1, 2, 3, 4, 5, 6)):
    """These dice at these cells; in the other cells, from a1 on, all dice that are not elsewhere."""
    free = [name for name in NAMES if name not in cells]
    rest = missing([*cells.values(), *elsewhere], faces)
    return {**cells, **dict(zip(free, rest, strict=False))}


def position(cells, mine=(), theirs=(), spare=None, starter=0, to_move=0, game=0, carried=(0, 0)):
    """The position with these dice in the matrix, in player 0's area and in player 1's."""
    areas = [area(mine), area(theirs)]
    everything = "".join(name[0] for name in [*cells.values(), *mine, *theirs, spare or ""] if name)
    assert all(everything.count(colour) == 10 for colour in COLOURS)
    assert spare or turns_explain(count(areas[starter]), count(areas[1 - starter]), starter == to_move)
    return {
        "matrix": matrix_of(cells),
        "spare": COLOURS.index(spare) if spare else None,
        "areas": areas,
        "scores": [recount(areas[0]), recount(areas[1])],
        "carried": list(carried),
        "game": game,
        "starter": starter,
        "to_move": to_move,
    }


def turns_explain(starters, others, starter_moves):
    """Whether an opening and alternating turns of one or two dice can have led to these numbers of dice."""
    return any(
        1 + turns <= starters <= 1 + 2 * turns and turns + starter_moves <= others <= 2 * (turns + starter_moves)
        for turns in range(50)
    )


def opening(cells=(), spare="r", starter=0, faces=(1, 2, 3, 4, 5, 6), **rest):
    """Nobody has moved yet."""
    cells = filled(dict(cells), [spare], faces)
    return position(cells, spare=spare, starter=starter, to_move=starter, **rest)


def early(cells, mine, theirs, **rest):
    """The players hold these dice, written "r3 k5"; all the others still lie in the matrix."""
    mine, theirs = mine.split(), theirs.split()
    return position(filled(cells, mine + theirs), mine, theirs, **rest)


def late(cells, **rest):
    """Only these dice are left in the matrix; the others have been dealt out in turn."""
    gone = missing(cells.values())
    return position(cells, gone[0::2], gone[1::2], **rest)


def ending(mine, theirs, to_move=0, **rest):
    """The players will end with these dice: of the mover's, the last one still lies at d4."""
    held = [list(mine), list(theirs)]
    return position({"d4": held[to_move].pop()}, *held, to_move=to_move, **rest)


def in_turn(faces):
    """Dice of these faces, in the five colours in turn."""
    return [COLOURS[number % 5] + face for number, face in enumerate(faces)]


# Five dice of each colour for both, so the colour lines pay 5 * 15 = 75; the face lines pay 21 + 4*10 + 6 = 67 and
# 2*15 + 3*10 + 6 = 66. So 142 : 141.
JUST_AHEAD = in_turn("111111222233334444555566" + "6")
JUST_BEHIND = in_turn("111112222233334444555566" + "6")


def start(table, position, **options):
    """Sit down at a position, with the first player that it implies."""
    return table("dice_matrix", position=position, first_player=(position["starter"] + position["game"]) % 2, **options)


def random_set_up(seed):
    rng = random.Random(seed)
    dice = [[colour, rng.randint(1, 6)] for colour in range(5) for _ in range(10)]
    rng.shuffle(dice)
    return {"matrix": [dice[7 * row : 7 * row + 7] for row in range(7)], "spare": dice[49][0]}


def random_opening(seed):
    return {**opening(), **random_set_up(seed)}


def gain(t, *actions):
    """What these actions of the mover's, with the replies between them, add to the mover's score."""
    mover = t.position()["to_move"]
    before = t.position()["scores"][mover]
    for action in actions:
        t.step(action)
    return t.position()["scores"][mover] - before


def decisions_of(t):
    """Once for every decision of the episode; one that outlasts two games of 50 decisions is an error."""
    for _ in range(100):
        if t.terminated:
            return
        yield
    assert t.terminated


def play_out(t, rng, look=lambda t: None):
    """Play at random to the end of the episode, looking at the table after each decision; says how many there were."""
    decisions = 0
    for _ in decisions_of(t):
        t.step(rng.choice(t.legal()))
        decisions += 1
        look(t)
    return decisions


def check_fresh_set_up(p):
    """Everything that holds when a game has just been set up, whatever the dice."""
    dice = [die for row in p["matrix"] for die in row]
    colours = [colour for colour, _ in dice]
    assert [len(row) for row in p["matrix"]] == [7] * 7
    assert [[*colours, p["spare"]].count(colour) for colour in range(5)] == [10] * 5
    assert {face for _, face in dice} == {1, 2, 3, 4, 5, 6}  # one missing: less than one set-up in a thousand
    assert colours != sorted(colours)
    assert p["areas"] == [NO_DICE, NO_DICE]
    assert p["scores"] == [0, 0]
    assert p["to_move"] == p["starter"]


# Player 0 holds a red 3, and a pair of threes, one of them red, lies at a1 and a2.
NEXT_TO_A_RED_3 = early({"a1": "p3", "a2": "r3", "g7": "b6"}, "r3", "k1")
