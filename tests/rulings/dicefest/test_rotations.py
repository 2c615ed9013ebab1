"""Ruling 6: paying for a rotation, and the six ways to turn a die."""

import pytest

from tests.rulings.dicefest.builders import (
    FORWARD,
    NEXT_SIDE,
    NORTH,
    PUT,
    ROTATE,
    SIX_EMPTY,
    SOUTH,
    SPIN_CLOCKWISE,
    SPIN_COUNTER_CLOCKWISE,
    START_FACES,
    TIP_BACK,
    TIP_FORWARD,
    TIP_LEFT,
    TIP_RIGHT,
    TURN,
    WAYS,
    counter_on,
    die,
    green_and_white,
    lone,
    pay,
    position,
    rotations,
    seat,
    start,
    the_die,
    ways,
)


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
