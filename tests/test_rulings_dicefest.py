"""Every ruling of Dicefest as examples worked out by hand, played on the reference and on the engine."""

import json
import random

import pytest

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


# Ruling 1: the board, the sides, the order of turns


@pytest.mark.parametrize(("players", "sides"), [(2, [0, 2]), (3, [0, 1, 2]), (4, [0, 1, 2, 3])])
def test_ruling_01_a_new_game(table, players, sides):
    now = new_game(table, players=players).position()
    assert set(now) == {"sides", "dice", "counters", "collection", "to_move", "paying", "turn", "winner"}
    assert now["sides"] == sides
    assert now["counters"] == [[True] * 6] * 6
    assert now["collection"] == [0] * players
    assert (now["to_move"], now["paying"], now["turn"], now["winner"]) == (0, None, 1, None)


def test_ruling_01_two_players_are_the_default(table):
    assert new_game(table).position()["sides"] == [0, 2]


@pytest.mark.parametrize("sides", [(1, 3), (2, 0), (0, 1), (1, 0), (1, 2, 3), (2, 3, 0), (3, 1, 2), (2, 3, 0, 1)])
def test_ruling_01_any_sides_clockwise_from_the_first(table, sides):
    now = new_game(table, players=len(sides), sides=sides).position()
    assert now["sides"] == list(sides)
    for side, dice in zip(sides, now["dice"], strict=True):
        assert all(tuple(d["at"]) in SPACES[side] for d in dice)


@pytest.mark.parametrize("sides", [(0, 0), (0, 2, 1), (2, 1, 0), (1, 2, 1), (0, 3, 2, 1), (0, 1, 3, 2)])
def test_ruling_01_sides_against_the_clock_or_shared_are_refused(table, sides):
    with pytest.raises(ValueError, match="sides"):
        new_game(table, players=len(sides), sides=sides)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_01_turns_go_round_clockwise(table, players):
    t = new_game(table, players=players)
    for turn in range(2 * players):
        assert (t.position()["to_move"], t.position()["turn"]) == (turn % players, turn + 1)
        t.step(t.legal()[0])  # a move: there always is one so early


@pytest.mark.parametrize("first", [0, 1, 2])
def test_ruling_01_any_player_may_begin(table, first):
    t = new_game(table, players=3, first_player=first)
    assert (t.position()["to_move"], t.position()["turn"]) == (first, 1)
    t.step(FORWARD)
    assert (t.position()["to_move"], t.position()["turn"]) == ((first + 1) % 3, 2)


def test_ruling_01_corners_do_not_exist(table):
    # From space 4 of the own side it is four steps to the right and three to the left corner.
    t = seat(table, position([[die(7, 3, top=6, east=4), *start(SOUTH, 3, 2)], start(NORTH, 6, 5, 4)], [0, 0]))
    assert ways(t, 0) == [FORWARD]
    # The same die one space further left ends beside the corner.
    t = seat(table, position([[die(7, 2, top=6, east=4), *start(SOUTH, 3, 2)], start(NORTH, 6, 5, 4)], [0, 0]))
    assert ways(t, 0) == [FORWARD, RIGHT]


def test_ruling_01_corners_do_not_exist_along_the_columns(table):
    # West column, row 3: three steps to the northern corner, four to the southern one; it can only go east.
    t = seat(table, lone(die(3, 0, top=1, north=3), (0, 0)))
    assert ways(t, 0) == [RIGHT]
    t = seat(table, lone(die(4, 0, top=1, north=3), (0, 0)))  # one row further south, it can go north as well
    assert ways(t, 0) == [FORWARD, RIGHT]


# Ruling 2: the numbers of the spaces, seen by a player who sits there


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("side", range(4))
def test_ruling_02_numbers_of_all_sides(table, side, number):
    """A die locks on the far side exactly on the space of its number: reached here by a move forward."""
    forward, steps = WAYS[side][FORWARD], START_FACES[number][0]
    row, column = SPACES[FAR_SIDE[side]][number - 1]
    back = {"north": (steps, 0), "south": (-steps, 0), "east": (0, -steps), "west": (0, steps)}[forward]
    mover = die(row + back[0], column + back[1], top=number, **{forward: steps})
    other = NEXT_SIDE[side]
    dice = [[mover, *start(side, 6, 5)], start(other, 6, 5, 4)]
    t = seat(table, position(dice, [0, 1], sides=[side, other]))
    assert not the_die(t, 0, 0)["locked"]
    t.step(FORWARD)
    assert the_die(t, 0, 0) == {**mover, "at": [row, column], "locked": True}


def test_ruling_02_left_to_right_from_the_own_chair(table):
    """The highest number is the leftmost space of everybody's own side."""
    assert [SPACES[side][6 - 1] for side in range(4)] == [(7, 1), (1, 0), (0, 6), (6, 7)]
    now = new_game(table, players=4).position()
    for side, dice in enumerate(now["dice"]):
        assert [tuple(d["at"]) for d in dice] == [SPACES[side][d["top"] - 1] for d in dice]


# Ruling 3: the dice and the set-up


def is_right_handed(d):
    """1, 2 and 3 run counter-clockwise round their corner: seen as arrows they make a positive volume."""
    up, north, east = (0, 0, 1), (0, 1, 0), (1, 0, 0)
    arrows = {}
    for face, arrow in ((d["top"], up), (d["north"], north), (d["east"], east)):
        arrows[face], arrows[7 - face] = arrow, tuple(-part for part in arrow)
    (a, b, c), (d, e, f), (g, h, i) = (arrows[face] for face in (1, 2, 3))
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == 1


@pytest.mark.parametrize("seed", range(8))
def test_ruling_03_set_up(table, seed):
    for side, dice in enumerate(new_game(table, seed, players=4).position()["dice"]):
        numbers = [d["top"] for d in dice]
        assert len(set(numbers)) == 3
        assert numbers == sorted(numbers, reverse=True)
        assert dice == start(side, *numbers)
        assert all(is_right_handed(d) for d in dice)


@pytest.mark.parametrize("seed", range(8))
def test_ruling_03_example_most_dice_start_with_the_six_to_the_left(table, seed):
    for side, dice in enumerate(new_game(table, seed, players=4).position()["dice"]):
        for d in dice:
            left = {SOUTH: 7 - d["east"], WEST: d["north"], NORTH: d["east"], EAST: 7 - d["north"]}[side]
            assert left == (5 if d["top"] in (1, 6) else 6)


@pytest.mark.parametrize("turn", range(51, 57))
@pytest.mark.parametrize("top", range(1, 7))
def test_ruling_03_dice_stay_right_handed(table, top, turn):
    mover = die(3, 3, top=top, north=START_FACES[top][0])
    t = seat(table, lone(mover, paying={"die": 0, "left": 0}))
    t.step(turn)
    assert is_right_handed(mover) and is_right_handed(the_die(t, 0, 0))
    assert the_die(t, 0, 0) != mover


def test_ruling_03_example_of_equal_dice(table):
    """The ruling's own words: with 1 on top and 2 towards the south, 3 looks east; so a move east is by three."""
    t = seat(table, lone({"at": [3, 3], "top": 1, "north": 5, "east": 3, "locked": False}))
    t.step(RIGHT)
    assert the_die(t, 0, 0)["at"] == [3, 6]


# Ruling 4: one move or one rotation of one own die


def test_ruling_04_one_move_is_a_turn(table):
    t = seat(table, lone(die(5, 1, top=3, north=5)))
    t.step(FORWARD)
    assert (t.position()["to_move"], t.position()["turn"]) == (1, 10)


def test_ruling_04_one_rotation_is_a_turn(table):
    t = seat(table, lone(die(5, 1, top=3, north=5), (3, 1), empty=[(1, 1), (1, 2), (1, 3)]))
    pay(t, 0)
    assert (t.position()["to_move"], t.position()["turn"]) == (0, 9)
    t.step(SPIN_CLOCKWISE)
    assert (t.position()["to_move"], t.position()["turn"], t.position()["paying"]) == (1, 10, None)


def test_ruling_04_only_the_movers_dice_move(table):
    before = lone(die(5, 1, top=3, north=5))
    t = seat(table, before)
    t.step(4 + FORWARD)  # die 1: top 3 on (7, 4), two steps forward
    now = t.position()
    assert now["dice"][1] == before["dice"][1]
    assert now["dice"][0] == [before["dice"][0][0], before["dice"][0][1] | {"at": [5, 4]}, before["dice"][0][2]]


# Ruling 5: moves. The rulebook's examples: green (here south's) with 1 to the left and 2 downward, white (north's) with
# 2 to the left, 4 downward and 6 on top, which stands four spaces above the place that green moves to.

WHITE = die(1, 3, top=6, west=2)


def green_and_white(green_at, collection, to_move=0, empty=(), white=WHITE):
    green = die(*green_at, top=3, west=1)
    dice = [[green, *start(SOUTH, 3, 2)], [white, *start(NORTH, 6, 5)]]
    return position(dice, collection, to_move=to_move, empty=empty)


def test_ruling_05_example_green_moves_one_left_or_two_down(table):
    t = seat(table, green_and_white((3, 3), [1, 1]))
    assert ways(t, 0) == [BACK, LEFT]
    t.step(LEFT)
    assert the_die(t, 0, 0)["at"] == [3, 2]


@pytest.mark.parametrize(("way", "target"), [(FORWARD, [0, 1]), (RIGHT, [5, 7]), (BACK, [7, 1]), (LEFT, [5, 0])])
def test_ruling_05_example_green_with_room_on_all_sides(table, way, target):
    """Five up, six right, two down, one left: from (5, 1) every one of them just reaches the last space."""
    green = die(5, 1, top=3, west=1)
    t = seat(table, lone(green))
    assert ways(t, 0) == [FORWARD, RIGHT, BACK, LEFT]
    t.step(way)
    assert the_die(t, 0, 0) == green | {"at": target}
    assert t.position()["collection"] == [0, 1]


def test_ruling_05_example_green_takes_the_counter_two_down(table):
    t = seat(table, green_and_white((3, 3), [1, 1]))
    green = the_die(t, 0, 0)
    assert counter_on(t, 5, 3)
    t.step(BACK)
    assert the_die(t, 0, 0) == green | {"at": [5, 3]}  # moved, not turned
    assert t.position()["collection"] == [2, 1]
    assert not counter_on(t, 5, 3)
    assert not counter_on(t, 3, 3)
    assert counter_on(t, 4, 3)  # passed over, not taken


def test_ruling_05_example_white_is_blocked_by_green(table):
    t = seat(table, green_and_white((3, 3), [1, 1]))
    t.step(BACK)
    assert ways(t, 0) == [RIGHT]  # two to the left of the board, which is north's right
    assert refuses(t, FORWARD)
    t.step(RIGHT)
    assert the_die(t, 1, 0)["at"] == [1, 1]


def test_ruling_05_white_is_free_if_green_stays_beside(table):
    t = seat(table, green_and_white((5, 4), [1, 1], to_move=1))
    assert ways(t, 0) == [FORWARD, RIGHT]


@pytest.mark.parametrize("blocker", ["own", "other", "locked"])
def test_ruling_05_no_two_dice_on_a_space(table, blocker):
    mover = die(5, 3, top=1, north=5)  # five steps to (0, 3), three to the east, two to the south
    own, other = start(SOUTH, 3, 2), start(NORTH, 6, 5, 4)
    free = seat(table, position([[mover, *own], other], [0, 1]))
    assert ways(free, 0) == [FORWARD, RIGHT, BACK]
    if blocker == "own":
        own[0] = die(0, 3, top=6, north=5)
    elif blocker == "other":
        other = start(NORTH, 6, 5, 3)
    else:
        own[0] = locked(SOUTH, 3)[0]
    t = seat(table, position([[mover, *own], other], [0, 1]))
    assert ways(t, 0) == [RIGHT, BACK]


@pytest.mark.parametrize("jumped", ["own", "other", "locked"])
def test_ruling_05_dice_on_the_way_are_jumped(table, jumped):
    mover = die(7, 6, top=3, west=5)  # five to the left along the own side, to (7, 1)
    own, other = locked(SOUTH, 1, 2), start(NORTH, 6, 5, 4)
    if jumped == "own":
        own = start(SOUTH, 3, 2)
    elif jumped == "other":
        other[0] = die(7, 3, top=6, north=5)
    else:
        other = [*locked(NORTH, 4, 3), *start(NORTH, 4)]
    t = seat(table, position([[mover, *own], other], [0, 0]))
    t.step(LEFT)
    assert the_die(t, 0, 0) == mover | {"at": [7, 1]}
    assert t.position()["dice"][1] == other


def test_ruling_05_only_the_destinations_counter_is_taken(table):
    """Five forward from (7, 2) to (2, 2), over counters and a die, onto a cell without a counter."""
    mover = die(7, 2, top=4, north=5)
    dice = [[mover, *start(SOUTH, 3, 2)], [die(4, 2, top=6, north=5), *start(NORTH, 5, 4)]]
    t = seat(table, position(dice, [1, 1], empty=[(2, 2)]))
    before = t.position()["counters"]
    t.step(FORWARD)
    assert the_die(t, 0, 0)["at"] == [2, 2]
    assert t.position()["collection"] == [1, 1]
    assert t.position()["counters"] == before


def test_ruling_05_exactly_to_the_last_space_or_not_at_all(table):
    # North 3 from row 3 ends on row 0, from row 2 it would end outside.
    assert FORWARD in ways(seat(table, lone(die(3, 2, top=6, north=3))), 0)
    assert FORWARD not in ways(seat(table, lone(die(2, 2, top=6, north=3))), 0)


# Ruling 6: rotations

SIX_EMPTY = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 3), (4, 4)]


def test_ruling_06_example_white_pays_six_counters_into_six_spaces(table):
    t = seat(table, green_and_white((5, 3), [2, 6], to_move=1, empty=SIX_EMPTY))
    assert 0 in rotations(t)
    t.step(ROTATE)
    # North counts its inner cells from (1, 6): to its right, that is westward, then towards the south.
    assert t.legal() == [PUT + i for i in (4, 5, 10, 11, 15, 20)]
    for left in range(6, 0, -1):
        now = t.position()
        assert (now["to_move"], now["turn"], now["paying"]) == (1, 9, {"die": 0, "left": left})
        assert now["collection"] == [2, left]
        t.step(t.legal()[-1])
    now = t.position()
    assert (now["to_move"], now["turn"], now["paying"]) == (1, 9, {"die": 0, "left": 0})
    assert now["collection"] == [2, 0]
    assert all(counter_on(t, *cell) for cell in SIX_EMPTY)
    assert t.legal() == list(range(51, 57))


def test_ruling_06_example_white_with_five_counters_or_five_spaces_cannot_rotate(table):
    t = seat(table, green_and_white((5, 3), [3, 5], to_move=1, empty=SIX_EMPTY))
    assert 0 not in rotations(t)
    t = seat(table, green_and_white((5, 3), [1, 6], to_move=1, empty=SIX_EMPTY[:5]))
    assert 0 not in rotations(t)


def test_ruling_06_example_white_tips_and_may_then_jump_green(table):
    t = seat(table, green_and_white((5, 3), [2, 6], to_move=1, empty=SIX_EMPTY))
    pay(t, 0)
    t.step(TIP_FORWARD)  # the six comes to look south
    assert the_die(t, 1, 0) == {"at": [1, 3], "top": 3, "north": 1, "east": 5, "locked": False}
    t.step(4 + FORWARD)  # south's die 1, out of the way
    assert FORWARD in ways(t, 0)
    t.step(FORWARD)
    assert the_die(t, 1, 0)["at"] == [7, 3]


def test_ruling_06_example_whites_next_rotation_costs_three(table):
    white = die(1, 3, top=3, south=6)
    t = seat(table, green_and_white((5, 3), [5, 3], to_move=1, empty=SIX_EMPTY, white=white))
    t.step(ROTATE)
    assert t.position()["paying"] == {"die": 0, "left": 3}
    t = seat(table, green_and_white((5, 3), [6, 2], to_move=1, empty=SIX_EMPTY, white=white))
    assert 0 not in rotations(t)


@pytest.mark.parametrize("top", range(1, 7))
def test_ruling_06_the_price_is_the_top_face(table, top):
    mover = die(7, 1, top=top, north=START_FACES[top][0])
    t = seat(table, lone(mover, (6, 0), empty=SIX_EMPTY))
    t.step(ROTATE)
    assert t.position()["paying"] == {"die": 0, "left": top}
    for _ in range(top):
        assert all(PUT <= action < TURN for action in t.legal())
        t.step(t.legal()[0])
    assert t.position()["collection"] == [6 - top, 0]
    assert t.legal() == list(range(51, 57))


@pytest.mark.parametrize("top", range(1, 7))
def test_ruling_06_just_enough_counters(table, top):
    mover = die(7, 1, top=top, north=START_FACES[top][0])
    assert 0 in rotations(seat(table, lone(mover, (top, 6 - top), empty=SIX_EMPTY)))
    assert 0 not in rotations(seat(table, lone(mover, (top - 1, 7 - top), empty=SIX_EMPTY)))


@pytest.mark.parametrize("top", range(1, 7))
def test_ruling_06_just_enough_cells(table, top):
    """Numbered spaces and cells under dice do not count."""
    mover = die(7, 1, top=top, north=START_FACES[top][0])
    enough = position(
        [[mover, *start(SOUTH, 3, 2)], [die(5, 5, top=1, north=3), *start(NORTH, 6, 5)]],
        [top + 1, 0],
        empty=SIX_EMPTY[:top],
    )
    assert 0 in rotations(seat(table, enough))
    too_few = position(
        [[mover, *start(SOUTH, 3, 2)], [die(5, 5, top=1, north=3), *start(NORTH, 6, 5)]],
        [top, 0],
        empty=SIX_EMPTY[: top - 1],
    )
    assert 0 not in rotations(seat(table, too_few))


def test_ruling_06_the_other_dice_keep_their_own_prices(table):
    """Three counters: enough for the dice that show 3 and 2, not for the one that shows 4."""
    t = seat(table, lone(die(7, 1, top=4, north=5), (3, 0), empty=SIX_EMPTY[:3]))
    assert rotations(t) == [1, 2]


def test_ruling_06_counters_go_on_empty_inner_cells_only(table):
    """Not under the die itself, not under another die, not onto a counter, not onto a numbered space."""
    mover = die(4, 4, top=2, north=3)
    dice = [[mover, *start(SOUTH, 3, 2)], [die(2, 5, top=1, north=3), *start(NORTH, 6, 5)]]
    t = seat(table, position(dice, [4, 1], empty=[(6, 1), (6, 2), (1, 6)]))
    t.step(ROTATE)
    assert t.legal() == [PUT + 0, PUT + 1, PUT + 35]
    t.step(PUT + 1)
    assert t.legal() == [PUT + 0, PUT + 35]
    assert counter_on(t, 6, 2)
    assert t.position()["collection"] == [3, 1]


def test_ruling_06_counters_of_a_payment_in_any_order(table):
    at_the_end = []
    for order in ([0, 1, 35], [35, 0, 1], [1, 35, 0]):
        t = seat(table, lone(die(7, 1, top=3, north=5), (4, 0), empty=[(6, 1), (6, 2), (1, 6), (1, 1)]))
        t.step(ROTATE)
        for cell in order:
            t.step(PUT + cell)
        at_the_end.append(t.position())
    assert at_the_end[0] == at_the_end[1] == at_the_end[2]
    assert not counter_on(t, 1, 1)


def test_ruling_06_a_rotation_begun_is_carried_through(table):
    t = seat(table, lone(die(7, 1, top=3, north=5), (4, 0), empty=[(6, 1), (6, 2), (1, 6), (1, 1)]))
    t.step(ROTATE)
    assert t.legal() == [PUT + 0, PUT + 1, PUT + 30, PUT + 35]
    pay_in_full = t.legal()[:3]
    for action in pay_in_full:
        t.step(action)
    assert t.legal() == list(range(51, 57))


# From top 6, north 3, east 5 (so south 4, west 2): top, north and east after each way to turn it.
TIPPED = {"north": (4, 6, 5), "south": (3, 1, 5), "west": (5, 3, 1), "east": (2, 3, 6)}
SPUN = {SPIN_CLOCKWISE: (6, 2, 3), SPIN_COUNTER_CLOCKWISE: (6, 5, 4)}


@pytest.mark.parametrize("action", range(51, 57))
@pytest.mark.parametrize("side", range(4))
def test_ruling_06_six_ways_to_turn_a_die(table, side, action):
    dice = [[die(3, 4, top=6, north=3), *start(side, 6, 1)], start(NEXT_SIDE[side], 6, 5, 4)]
    sides = [side, NEXT_SIDE[side]]
    t = seat(table, position(dice, [0, 1], sides=sides, paying={"die": 0, "left": 0}))
    assert t.legal() == list(range(51, 57))
    t.step(action)
    forward, right, back, left = WAYS[side]
    tips = {TIP_FORWARD: forward, TIP_BACK: back, TIP_LEFT: left, TIP_RIGHT: right}
    top, north, east = SPUN[action] if action in SPUN else TIPPED[tips[action]]
    assert the_die(t, 0, 0) == {"at": [3, 4], "top": top, "north": north, "east": east, "locked": False}
    assert (t.position()["to_move"], t.position()["turn"]) == (1, 10)


def test_golden_fact_tipped_towards_the_south(table):
    """Top 6, west 2, south 4: tipped towards the south it has top 3 and south 6."""
    t = seat(table, lone(die(3, 3, top=6, west=2), paying={"die": 0, "left": 0}))
    assert {"top": 6, "north": 3, "east": 5}.items() <= the_die(t, 0, 0).items()
    t.step(TIP_BACK)
    assert {"top": 3, "north": 7 - 6, "east": 5}.items() <= the_die(t, 0, 0).items()


# Ruling 7: locks


def test_ruling_07_only_the_space_of_the_own_number(table):
    """Top 3: moved along the far side from space 1 to space 3 it locks, from 2 to 4 it does not."""
    t = seat(table, position([[die(0, 1, top=3, east=2), *start(SOUTH, 3, 2)], start(NORTH, 6, 5, 2)], [0, 0]))
    assert not the_die(t, 0, 0)["locked"]
    t.step(RIGHT)
    assert the_die(t, 0, 0)["at"] == [0, 3]
    assert the_die(t, 0, 0)["locked"]
    t = seat(table, position([[die(0, 2, top=3, east=2), *start(SOUTH, 3, 2)], start(NORTH, 6, 5, 3)], [0, 0]))
    t.step(RIGHT)
    assert the_die(t, 0, 0)["at"] == [0, 4]
    assert not the_die(t, 0, 0)["locked"]


@pytest.mark.parametrize(
    ("mover", "way", "target"),
    [
        (die(2, 3, top=4, south=5), BACK, [7, 3]),  # space 4 of the own side
        (die(3, 5, top=4, west=5), LEFT, [3, 0]),  # space 4 of the west side
        (die(3, 1, top=3, east=6), RIGHT, [3, 7]),  # space 3 of the east side
        (die(2, 3, top=3, south=2), BACK, [4, 3]),  # an inner cell of the column that leads to space 3 of the far side
    ],
)
def test_ruling_07_no_lock_anywhere_else(table, mover, way, target):
    t = seat(table, lone(mover))
    t.step(way)
    assert the_die(t, 0, 0) == mover | {"at": target}


def test_ruling_07_a_rotation_can_lock(table):
    """On space 3 of the far side, of the six ways to turn only the one that brings the 3 up locks."""
    for action in range(51, 57):
        t = seat(table, lone(die(0, 3, top=6, north=3), (0, 0), paying={"die": 0, "left": 0}))
        t.step(action)
        assert the_die(t, 0, 0)["locked"] == (action == TIP_BACK)


def test_ruling_07_a_locked_die_is_never_moved_nor_rotated(table):
    dice = [[*locked(SOUTH, 3), *start(SOUTH, 3, 2)], start(NORTH, 6, 5, 4)]
    t = seat(table, position(dice, [6, 0], empty=SIX_EMPTY))
    assert ways(t, 0) == []
    assert rotations(t) == [1, 2]
    assert all(refuses(t, action) for action in (FORWARD, RIGHT, BACK, LEFT, ROTATE))
    # The same die on space 1 (south 1, east 2) is not locked.
    dice[0][0] = dice[0][0] | {"at": [0, 1], "locked": False}
    t = seat(table, position(dice, [6, 0], empty=SIX_EMPTY))
    assert ways(t, 0) == [RIGHT, BACK]
    assert rotations(t) == [0, 1, 2]


def test_ruling_07_locked_right_after_the_move(table):
    t = seat(table, lone(die(5, 3, top=3, north=5), (0, 4), empty=SIX_EMPTY[:3]))
    t.step(FORWARD)
    assert the_die(t, 0, 0)["locked"]
    t.step(t.legal()[0])
    assert t.position()["to_move"] == 0
    assert ways(t, 0) == []


# Ruling 8: winning and being stranded. South's third die is five steps before space 3 of the far side.


def about_to_lock(collection, players=2, **rest):
    south = [*locked(SOUTH, 1, 2), die(5, 3, top=3, north=5)]
    others = {
        2: [start(NORTH, 6, 5, 4)],
        3: [start(WEST, 6, 5, 4), start(NORTH, 6, 5, 4)],
        4: [start(WEST, 6, 5, 4), start(NORTH, 6, 5, 4), start(EAST, 6, 5, 4)],
    }[players]
    return position([south, *others], collection, **rest)


LOCK_IT = 2 * 4 + FORWARD


@pytest.mark.parametrize("reward", ["outcome", "margin"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_08_all_locked_and_no_counters_wins(table, players, reward):
    """What the others hold does not matter."""
    t = seat(table, about_to_lock([0, 1, 0, 0][:players], players), reward=reward)
    assert t.rewards() == [0] * players
    t.step(LOCK_IT)
    now = t.position()
    assert (t.terminated, t.truncated, t.legal()) == (True, False, [])
    assert (now["winner"], now["to_move"], now["paying"], now["turn"]) == ([0], None, None, 9)
    assert all(d["locked"] for d in now["dice"][0])
    assert t.rewards() == pytest.approx([1, *[-1 / (players - 1)] * (players - 1)])


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_08_worth_knowing_locking_the_last_die_with_a_counter_in_hand_loses_a_game_of_two(table, reward):
    t = seat(table, about_to_lock([1, 0]), reward=reward)
    assert LOCK_IT in t.legal()
    t.step(LOCK_IT)
    assert (t.terminated, t.truncated) == (True, False)
    now = t.position()
    assert (now["winner"], now["to_move"], now["turn"], now["collection"]) == ([1], None, 9, [1, 0])
    assert t.rewards() == [-1, 1]


@pytest.mark.parametrize(("held", "winner"), [(6, 0), (7, 1)])
def test_ruling_08_a_rotation_can_pay_the_last_counters_and_lock(table, held, winner):
    """Six on top, on space 3: the price takes six counters, and tipping it back brings the 3 up."""
    dice = [[*locked(SOUTH, 1, 2), die(0, 3, top=6, north=3)], start(NORTH, 6, 5, 4)]
    t = seat(table, position(dice, [held, 0], empty=[*SIX_EMPTY, (6, 6)][:held]))
    pay(t, 2)
    assert not t.terminated
    t.step(TIP_BACK)
    assert t.terminated
    assert t.position()["winner"] == [winner]


def test_ruling_08_no_counters_left_but_a_die_unlocked_goes_on(table):
    dice = [[*locked(SOUTH, 1, 2), die(0, 3, top=6, north=3)], start(NORTH, 6, 5, 4)]
    t = seat(table, position(dice, [6, 0], empty=SIX_EMPTY))
    pay(t, 2)
    t.step(SPIN_CLOCKWISE)
    assert not t.terminated
    assert (t.position()["to_move"], t.position()["collection"]) == (1, [0, 0])


def test_ruling_08_with_three_players_the_stranded_one_drops_out(table):
    t = seat(table, about_to_lock([1, 0, 0], 3))
    t.step(LOCK_IT)
    assert not t.terminated
    assert t.rewards() == [0, 0, 0]
    seen = []
    for _ in range(4):
        seen.append((t.position()["to_move"], t.position()["turn"]))
        t.step(t.legal()[0])
    assert seen == [(1, 10), (2, 11), (1, 12), (2, 13)]


STRANDED_WEST = locked(WEST, 4, 5, 6)


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_08_all_but_one_stranded(table, reward):
    """West is stranded already; south, too, locks its last die with a counter in hand: north wins."""
    south = [*locked(SOUTH, 1, 2), die(5, 3, top=3, north=5)]
    dice = [south, STRANDED_WEST, start(NORTH, 6, 5, 4)]
    t = seat(table, position(dice, [1, 1, 3], empty=SIX_EMPTY[:4]), reward=reward)
    t.step(LOCK_IT)
    assert t.terminated
    assert t.position()["winner"] == [2]
    assert t.rewards() == [-0.5, -0.5, 1]


def test_ruling_08_the_last_one_not_stranded_wins_even_if_shut_in(table):
    """North has no counter, and its dice on (3, 1) and (3, 0) have dice or corners in all their ways: no draw for that."""
    south = [*locked(SOUTH, 1, 2), die(5, 3, top=3, north=5)]
    north = [die(3, 1, top=2, north=3), die(3, 0, top=5, north=3), *locked(NORTH, 6)]
    t = seat(table, position([south, locked(WEST, 3, 4, 5), north], [1, 1, 0]))
    t.step(LOCK_IT)
    assert t.terminated
    assert t.position()["winner"] == [2]


def test_ruling_08_two_of_four_stranded_go_on(table):
    south = [*locked(SOUTH, 1, 2), die(5, 3, top=3, north=5)]
    dice = [south, STRANDED_WEST, start(NORTH, 6, 5, 4), start(EAST, 3, 2, 1)]
    t = seat(table, position(dice, [1, 1, 0, 0], empty=SIX_EMPTY[:1]))
    t.step(LOCK_IT)
    assert not t.terminated
    assert (t.position()["to_move"], t.position()["turn"]) == (2, 10)


def test_ruling_08_a_proper_win_beside_a_stranded_player(table):
    south = [*locked(SOUTH, 1, 2), die(5, 3, top=3, north=5)]
    t = seat(table, position([south, STRANDED_WEST, start(NORTH, 6, 5, 4)], [0, 1, 0]))
    t.step(LOCK_IT)
    assert t.position()["winner"] == [0]
    assert t.rewards() == [1, -0.5, -0.5]


# Ruling 9: forced passes, draws, the turn limit. North's only unlocked die stands on space 2 of its own side: sideways
# it would end in the corners, forward on (3, 2).

SHUT_IN = die(0, 2, top=1, south=3)
NORTHS = [SHUT_IN, *locked(NORTH, 5, 6)]
SOUTHS = [die(3, 2, top=6, north=3), *start(SOUTH, 3, 2)]
MOVE_DIE_1 = 4 + FORWARD  # from (7, 4) to (5, 4), where it takes a counter


def test_ruling_09_forced_pass_is_a_turn(table):
    t = seat(table, position([SOUTHS, NORTHS], [1, 0]))
    t.step(MOVE_DIE_1)
    assert (t.position()["to_move"], t.position()["turn"]) == (0, 11)
    assert t.position()["dice"][1] == NORTHS


def test_ruling_09_no_pass_if_the_way_is_free(table):
    t = seat(table, position([SOUTHS, NORTHS], [1, 0]))
    t.step(RIGHT)  # five steps east, to (3, 7)
    assert (t.position()["to_move"], t.position()["turn"]) == (1, 10)
    assert t.legal() == [FORWARD]


def test_ruling_09_worth_knowing_a_shut_in_die_with_enough_counters_must_rotate(table):
    t = seat(table, position([SOUTHS, NORTHS], [1, 1], empty=[(1, 1)]))
    t.step(MOVE_DIE_1)
    assert (t.position()["to_move"], t.position()["turn"]) == (1, 10)
    assert t.legal() == [ROTATE]
    t.step(ROTATE)
    assert t.legal() == [PUT + 5]  # the single empty cell is still a step of the player's
    t.step(PUT + 5)
    assert t.legal() == list(range(51, 57))


def test_ruling_09_counters_without_an_empty_cell_do_not_save_from_passing(table):
    t = seat(table, position([SOUTHS, NORTHS], [0, 1]))
    t.step(MOVE_DIE_1)
    assert (t.position()["to_move"], t.position()["turn"]) == (0, 11)


def test_ruling_09_a_pass_counts_and_a_stranded_player_has_no_turn(table):
    """North passes (turn 10), stranded east is skipped without a turn, south is to move again (turn 11)."""
    t = seat(table, position([SOUTHS, NORTHS, locked(EAST, 6, 5, 4)], [0, 0, 1], sides=[SOUTH, NORTH, EAST]))
    t.step(MOVE_DIE_1)
    assert (t.position()["to_move"], t.position()["turn"]) == (0, 11)


def nobody_can_move(collection, **rest):
    """South moves die 0 back from (4, 1) to (7, 1), and every die has the others in all its ways.

    Afterwards: (7, 1) can only go to (3, 1); (3, 1) to (7, 1), (0, 1) and (3, 2); (3, 2) to (3, 1), (0, 2) and (7, 2);
    (0, 2) only to (3, 2); those on (0, 1) and (7, 2) are locked. One inner cell is empty, (4, 1).
    """
    souths = [die(4, 1, top=5, east=6), die(3, 2, top=2, north=3), *locked(SOUTH, 1)]
    norths = [die(3, 1, top=5, north=3), SHUT_IN, *locked(NORTH, 5)]
    return position([souths, norths, *rest.pop("third", [])], collection, **rest)


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_09_nobody_can_do_anything_is_a_draw(table, reward):
    """Three counters would pay for the die that shows 2, but there is one empty cell only."""
    t = seat(table, nobody_can_move([3, 0]), reward=reward)
    t.step(BACK)
    now = t.position()
    assert (t.terminated, t.truncated, t.legal()) == (True, False, [])
    assert (now["winner"], now["to_move"], now["paying"], now["turn"]) == ([], None, None, 9)
    assert t.rewards() == [0, 0]


def test_ruling_09_one_possible_rotation_is_no_draw(table):
    t = seat(table, nobody_can_move([2, 1]))
    t.step(BACK)
    assert not t.terminated
    assert (t.position()["to_move"], t.legal()) == (1, [ROTATE + 1])


def test_ruling_09_draw_beside_a_stranded_player(table):
    t = seat(table, nobody_can_move([2, 0, 1], third=[locked(EAST, 3, 2, 1)], sides=[SOUTH, NORTH, EAST]))
    t.step(BACK)
    assert t.terminated
    assert t.position()["winner"] == []
    assert t.rewards() == [0, 0, 0]


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_ruling_09_the_last_turn_truncates(table, reward):
    t = seat(table, lone(die(5, 1, top=3, north=5), turn=9), max_turns=9, reward=reward)
    t.step(FORWARD)
    now = t.position()
    assert (t.terminated, t.truncated, t.legal()) == (False, True, [])
    assert (now["winner"], now["to_move"], now["paying"], now["turn"]) == (None, None, None, 9)
    assert t.rewards() == [0, 0]


def test_ruling_09_the_turn_before_the_last_does_not_truncate(table):
    t = seat(table, lone(die(5, 1, top=3, north=5), turn=9), max_turns=10)
    t.step(FORWARD)
    assert (t.truncated, t.position()["to_move"], t.position()["turn"]) == (False, 1, 10)


def test_ruling_09_a_new_game_may_have_a_single_turn(table):
    t = new_game(table, max_turns=1)
    t.step(FORWARD)
    assert (t.truncated, t.position()["turn"]) == (True, 1)


def test_ruling_09_the_last_turn_is_played_to_its_end(table):
    t = seat(table, lone(die(7, 1, top=3, north=5), (3, 0), empty=SIX_EMPTY[:3]), max_turns=9)
    pay(t, 0)
    assert not t.truncated
    t.step(SPIN_CLOCKWISE)
    assert t.truncated


@pytest.mark.parametrize(("max_turns", "truncated", "turn"), [(10, True, 10), (11, False, 11)])
def test_ruling_09_a_forced_pass_can_be_the_last_turn(table, max_turns, truncated, turn):
    t = seat(table, position([SOUTHS, NORTHS], [1, 0]), max_turns=max_turns)
    t.step(MOVE_DIE_1)
    assert (t.truncated, t.terminated, t.position()["turn"]) == (truncated, False, turn)
    assert t.position()["winner"] is None
    assert t.position()["to_move"] == (None if truncated else 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_09_the_usual_limit_is_500_turns_for_each_player(table, players):
    sides = [0, 2] if players == 2 else list(range(players))
    t = seat(table, position([start(side, 6, 5, 4) for side in sides], [0] * players, turn=500 * players - 1))
    t.step(t.legal()[0])
    assert (t.truncated, t.position()["turn"]) == (False, 500 * players)
    t.step(t.legal()[0])
    assert (t.truncated, t.position()["turn"]) == (True, 500 * players)


@pytest.mark.parametrize(("collection", "winner"), [([0, 1], [0]), ([1, 0], [1])])
def test_ruling_09_an_end_on_the_last_turn_is_an_end(table, collection, winner):
    t = seat(table, about_to_lock(collection), max_turns=9)
    t.step(LOCK_IT)
    assert (t.terminated, t.truncated, t.position()["winner"]) == (True, False, winner)


def test_ruling_09_a_draw_on_the_last_turn_is_an_end(table):
    t = seat(table, nobody_can_move([3, 0]), max_turns=9)
    t.step(BACK)
    assert (t.terminated, t.truncated, t.position()["winner"]) == (True, False, [])


# Ruling 10: on the far side is not enough


def test_ruling_10_dice_on_the_far_side_must_be_locked_to_win(table):
    """Two locked, no counters, and the third goes five forward to space 3, but shows a 1."""
    dice = [[*locked(SOUTH, 1, 2), die(5, 3, top=1, north=5)], start(NORTH, 6, 5, 4)]
    t = seat(table, position(dice, [0, 1]))
    t.step(LOCK_IT)
    assert [d["at"][0] for d in t.position()["dice"][0]] == [0, 0, 0]
    assert not t.terminated
    assert t.position()["to_move"] == 1


# Worth knowing: the start faces


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worth_knowing_start_faces(table, players):
    """Read off the board: left, forward, right and back of every die at its start."""
    for seed in range(6):
        now = new_game(table, seed, players=players).position()
        for side, dice in zip(now["sides"], now["dice"], strict=True):
            for d in dice:
                faces = {"north": d["north"], "south": 7 - d["north"], "east": d["east"], "west": 7 - d["east"]}
                forward, right, back, left = (faces[way] for way in WAYS[side])
                assert (left, forward, right, back) == START_FACES[d["top"]]


# The numbering of the actions


@pytest.mark.parametrize("way", range(4))
@pytest.mark.parametrize("d", range(3))
@pytest.mark.parametrize("side", range(4))
def test_actions_0_to_11_move_in_the_movers_frame(table, side, d, way):
    """Top 6 on (5, 3) with north 5, east 4, south 2, west 3 just reaches all four sides of the board."""
    own = start(side, 6, 1)
    own.insert(d, die(5, 3, top=6, north=5))
    others = start(NEXT_SIDE[side], 6, 3 if NEXT_SIDE[side] == WEST else 2, 1)  # none of them in the way
    t = seat(table, position([own, others], [0, 1], sides=[side, NEXT_SIDE[side]]))
    assert ways(t, d) == [FORWARD, RIGHT, BACK, LEFT]
    t.step(d * 4 + way)
    target = {"north": [0, 3], "east": [5, 7], "south": [7, 3], "west": [5, 0]}[WAYS[side][way]]
    assert the_die(t, 0, d) == own[d] | {"at": target}


@pytest.mark.parametrize("d", range(3))
def test_actions_12_to_14_begin_a_rotation(table, d):
    t = seat(table, position([start(SOUTH, 5, 4, 3), start(NORTH, 6, 5, 4)], [6, 0], empty=SIX_EMPTY))
    assert rotations(t) == [0, 1, 2]
    t.step(12 + d)
    assert t.position()["paying"] == {"die": d, "left": 5 - d}


@pytest.mark.parametrize("action", [15, 20, 23, 45, 50])
@pytest.mark.parametrize("side", range(4))
def test_actions_15_to_50_put_a_counter_in_the_movers_frame(table, side, action):
    """Nearest row: first and last cell; second row: third cell; farthest row: first and last cell."""
    cells = {
        SOUTH: {15: (6, 1), 20: (6, 6), 23: (5, 3), 45: (1, 1), 50: (1, 6)},
        WEST: {15: (1, 1), 20: (6, 1), 23: (3, 2), 45: (1, 6), 50: (6, 6)},
        NORTH: {15: (1, 6), 20: (1, 1), 23: (2, 4), 45: (6, 6), 50: (6, 1)},
        EAST: {15: (6, 6), 20: (1, 6), 23: (4, 5), 45: (6, 1), 50: (1, 1)},
    }[side]
    dice = [start(side, 6, 5, 4), start(NEXT_SIDE[side], 6, 5, 4)]
    t = seat(
        table,
        position(dice, [5, 0], empty=list(cells.values()), sides=[side, NEXT_SIDE[side]], paying={"die": 1, "left": 5}),
    )
    assert t.legal() == [15, 20, 23, 45, 50]
    t.step(action)
    now = t.position()
    assert {cell for cell in cells.values() if counter_on(t, *cell)} == {cells[action]}
    assert (now["collection"], now["paying"]) == ([4, 0], {"die": 1, "left": 4})


def test_all_36_counter_actions_name_different_cells(table):
    cells = [(row, column) for row in range(1, 7) for column in range(1, 7)]
    for side in range(4):
        dice = [start(side, 6, 5, 4), start(NEXT_SIDE[side], 6, 5, 4)]
        sides = [side, NEXT_SIDE[side]]
        before = position(dice, [36, 0], empty=cells, sides=sides, paying={"die": 0, "left": 6})
        named = set()
        for action in range(15, 51):
            t = seat(table, before)
            assert t.legal() == list(range(15, 51))
            t.step(action)
            named |= {cell for cell in cells if counter_on(t, *cell)}
        assert named == set(cells)


@pytest.mark.parametrize("action", [-1, 1, 3, 12, 14, 15, 50, 51, 56, 57])
def test_illegal_actions_are_refused_and_change_nothing(table, action):
    """Five to the left die 0 would leave the board, two to the right is die 1; and nobody has a counter to pay with."""
    t = seat(table, position([start(SOUTH, 6, 4, 2), start(NORTH, 6, 5, 4)], [0, 0]))
    assert action not in t.legal()
    assert refuses(t, action)


@pytest.mark.parametrize("action", [0, 12, 14, 16, 49, 51, 56])
def test_illegal_actions_while_paying(table, action):
    t = seat(table, lone(die(7, 1, top=3, north=5), (3, 0), empty=[(6, 1), (1, 6), (1, 1)]))
    t.step(ROTATE)
    assert refuses(t, action)


@pytest.mark.parametrize("action", [0, 12, 15, 50])
def test_illegal_actions_when_the_turn_of_the_die_is_asked_for(table, action):
    t = seat(
        table,
        lone(
            die(3, 3, top=6, north=3),
            (6, 0),
            empty=[(6, 1), (1, 6), (1, 1), (1, 2), (1, 3)],
            paying={"die": 0, "left": 0},
        ),
    )
    assert refuses(t, action)


# Positions


@pytest.mark.parametrize("paying", [None, {"die": 1, "left": 2}, {"die": 0, "left": 0}])
def test_a_position_comes_back_as_it_was_given(table, paying):
    given = lone(die(3, 3, top=6, north=3), (6, 0), empty=[*SIX_EMPTY[:4], (5, 5)], paying=paying, turn=77)
    kept = json.dumps(given, sort_keys=True)
    t = seat(table, given)
    assert json.dumps(t.position(), sort_keys=True) == kept  # as text, so that 1 is not True
    t.step(t.legal()[0])
    assert json.dumps(given, sort_keys=True) == kept


def test_a_position_is_the_callers_to_keep(table):
    t = new_game(table)
    t.position()["dice"][0][0]["at"][0] = 5
    t.position()["counters"][0][0] = False
    t.position()["collection"][0] = 9
    now = t.position()
    assert (now["dice"][0][0]["at"][0], now["counters"][0][0], now["collection"][0]) == (7, True, 0)
