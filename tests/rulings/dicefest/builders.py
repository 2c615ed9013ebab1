"""Dice, positions and action numbers of Dicefest, for the tests of its rulings."""

import json
import random

SOUTH, WEST, NORTH, EAST = range(4)
COMPASS = ("north", "east", "south", "west")

# The page's start faces by top: left, forward, right, back. Going round clockwise, so these are also the side faces of
# every right-handed die with that top, in clockwise order.
START_FACES = {1: (5, 3, 2, 4), 2: (6, 4, 1, 3), 3: (6, 2, 1, 5), 4: (6, 5, 1, 2), 5: (6, 3, 1, 4), 6: (5, 4, 2, 3)}

# Ruling 2, written out: SPACES[side][n - 1] is where the number n of that side is.
SPACES = {
    SOUTH: [(7, 6), (7, 5), (7, 4), (7, 3), (7, 2), (7, 1)],
    WEST: [(6, 0), (5, 0), (4, 0), (3, 0), (2, 0), (1, 0)],
    NORTH: [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6)],
    EAST: [(1, 7), (2, 7), (3, 7), (4, 7), (5, 7), (6, 7)],
}
FAR_SIDE = {SOUTH: NORTH, NORTH: SOUTH, WEST: EAST, EAST: WEST}
NEXT_SIDE = {SOUTH: WEST, WEST: NORTH, NORTH: EAST, EAST: SOUTH}
WAYS = {  # forward, right, back, left of a player
    SOUTH: ("north", "east", "south", "west"),
    WEST: ("east", "south", "west", "north"),
    NORTH: ("south", "west", "north", "east"),
    EAST: ("west", "north", "east", "south"),
}
FORWARD, RIGHT, BACK, LEFT = range(4)
ROTATE, PUT, TURN = 12, 15, 51
TIP_FORWARD, TIP_BACK, TIP_LEFT, TIP_RIGHT, SPIN_CLOCKWISE, SPIN_COUNTER_CLOCKWISE = range(51, 57)


def die(row, column, top, locked=False, **face):
    """A right-handed die with this top and one more face, e.g. south=4."""
    [(direction, number)] = face.items()
    ring = START_FACES[top]
    north = ring.index(number) - COMPASS.index(direction)
    return {"at": [row, column], "top": top, "north": ring[north % 4], "east": ring[(north + 1) % 4], "locked": locked}


def start(side, *numbers):
    """Dice as a player at this side sets them up."""
    left = WAYS[side][LEFT]
    return [die(*SPACES[side][n - 1], top=n, **{left: START_FACES[n][0]}) for n in numbers]


def locked(side, *numbers):
    """Locked dice of a player at this side."""
    return [die(*SPACES[FAR_SIDE[side]][n - 1], top=n, locked=True, north=START_FACES[n][0]) for n in numbers]


def position(dice, collection, empty=(), sides=None, to_move=0, paying=None, turn=9):
    """Counters lie on all inner cells without a die, except the `empty` ones; the collections hold the others."""
    bare = {tuple(d["at"]) for own in dice for d in own} | set(empty)
    counters = [[(row, column) not in bare for column in range(1, 7)] for row in range(1, 7)]
    assert sum(map(sum, counters)) + sum(collection) == 36, "the test's own collections do not fit"
    sides = sides or {2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}[len(dice)]
    return json.loads(
        json.dumps(
            {
                "sides": sides,
                "dice": dice,
                "counters": counters,
                "collection": collection,
                "to_move": to_move,
                "paying": paying,
                "turn": turn,
                "winner": None,
            }
        )
    )


def new_game(table, seed=0, **options):
    rng = random.Random(seed)
    players = options.get("players", 2)
    numbers = [sorted(rng.sample(range(1, 7), 3), reverse=True) for _ in range(players)]
    return table("dicefest", chance=[numbers], **options)


def seat(table, start_at, **options):
    """The table for this position, with the options that it needs."""
    options = {"players": len(start_at["sides"]), "sides": tuple(start_at["sides"])} | options
    return table("dicefest", position=start_at, **options)


def ways(t, d):
    """The directions in which the mover may move die d."""
    return [action - 4 * d for action in t.legal() if action < ROTATE and action // 4 == d]


def rotations(t):
    return [action - ROTATE for action in t.legal() if ROTATE <= action < PUT]


def the_die(t, player, d):
    return t.position()["dice"][player][d]


def refuses(t, action):
    """Whether the action is refused with a ValueError that leaves everything as it was."""
    before = t.position()
    try:
        t.step(action)
    except ValueError:
        return t.position() == before
    return False


def counter_on(t, row, column):
    return t.position()["counters"][row - 1][column - 1]


def pay(t, d):
    """Rotates die d up to the choice of the turn, putting counters wherever one may."""
    t.step(ROTATE + d)
    while t.position()["paying"]["left"]:
        t.step(t.legal()[0])


def lone(mover, collection=(0, 1), **rest):
    """A south player's die 0 with two dice at home (spaces 3 and 2), against a north player who has not moved."""
    return position([[mover, *start(SOUTH, 3, 2)], start(NORTH, 6, 5, 4)], list(collection), **rest)


# The rulebook's examples: green (here south's) with 1 to the left and 2 downward, white (north's) with 2 to the left,
# 4 downward and 6 on top, which stands four spaces above the place that green moves to.
WHITE = die(1, 3, top=6, west=2)


def green_and_white(green_at, collection, to_move=0, empty=(), white=WHITE):
    green = die(*green_at, top=3, west=1)
    dice = [[green, *start(SOUTH, 3, 2)], [white, *start(NORTH, 6, 5)]]
    return position(dice, collection, to_move=to_move, empty=empty)


SIX_EMPTY = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 3), (4, 4)]


def about_to_lock(collection, players=2, **rest):
    """South's dice 0 and 1 are locked, and die 2 is five steps before space 3 of the far side."""
    south = [*locked(SOUTH, 1, 2), die(5, 3, top=3, north=5)]
    others = {
        2: [start(NORTH, 6, 5, 4)],
        3: [start(WEST, 6, 5, 4), start(NORTH, 6, 5, 4)],
        4: [start(WEST, 6, 5, 4), start(NORTH, 6, 5, 4), start(EAST, 6, 5, 4)],
    }[players]
    return position([south, *others], collection, **rest)


LOCK_IT = 2 * 4 + FORWARD  # die 2 moves there
