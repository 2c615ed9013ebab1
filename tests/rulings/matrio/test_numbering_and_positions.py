"""The numbers of all actions (rulings 1 and 2), and the positions that go in and come out."""

import json

import pytest

from tests.rulings.matrio.builders import DECK, PLAIN, SIX_CLUBS, SPREAD, after, build, deal, last_card


@pytest.mark.parametrize(
    ("action", "card", "tray"),
    [
        (0, 0, 0),
        (20, 0, 20),
        (24, 1, 0),
        (264, 11, 0),
        (284, 11, 20),
        (289, 12, 1),
        (573, 23, 21),
        (578, 24, 2),
        (886, 36, 22),
        (891, 37, 3),
        (1199, 49, 23),
        (1200, 50, 0),
        (1223, 50, 23),
        (1224, 51, 0),
        (1247, 51, 23),
    ],
)
def test_actions_are_card_times_24_plus_tray(table, action, card, tray):
    t = table("matrio", chance=deal({0: "2C" if card == 1 else f"2C {DECK[card]}"}))
    assert action in t.legal()
    position = after(t, action)
    assert [number for number in range(24) if position["trays"][number]] == [tray]
    assert position["trays"][tray] == [card]
    assert card not in position["hands"][0]
    assert len(position["hands"][0]) == 12


@pytest.mark.parametrize(
    ("action", "card", "tray"),
    [
        (47, 1, 23),
        (287, 11, 23),
        (552, 23, 0),
        (864, 36, 0),
        (1176, 49, 0),
    ],
)
def test_actions_on_a_full_board_reach_the_trays_of_other_suits(table, action, card, tray):
    t = table("matrio", position=build(PLAIN, SPREAD, starter=1, holding={1: DECK[card]}))
    assert after(t, action)["trays"][tray][-1] == card


def test_position_is_given_back_as_it_was(table):
    for p in (build({}), build(SIX_CLUBS), build(PLAIN, SPREAD, starter=1), last_card("QS", "222 222 333")):
        t = table("matrio", position=p)
        assert t.position() == p
        assert json.loads(json.dumps(t.position())) == p
        assert t.legal() != []
        assert not t.terminated
        assert not t.truncated


def test_position_is_a_copy(table):
    p = build(PLAIN, SPREAD, starter=1)
    given = json.loads(json.dumps(p))
    t = table("matrio", position=given)
    given["trays"][0].append(99)
    shown = t.position()
    shown["hands"][0].clear()
    shown["markers"][0][0] = None
    shown["trays"][5].clear()
    assert t.position() == p
