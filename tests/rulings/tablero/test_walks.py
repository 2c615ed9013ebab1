"""Rulings 3, 4 and 12: walks, dead ends, and stacks too tall to lift."""

import pytest

from tests.rulings.tablero.builders import (
    BACK,
    FORWARD,
    HIGHER,
    LOWER,
    centre,
    home,
    lift,
    north,
    on_the_way,
    open_neighbours,
    place,
    refuses,
    retrieve,
    setup,
    south,
    tower,
)

# Ruling 3: the walk


@pytest.mark.parametrize(("stack", "can_walk"), [("0", True), ("110", True), ("1", False), ("001", False)])
def test_ruling_03_only_under_an_own_top_token(table, stack, can_walk):
    t = table("tablero", position=setup({south(2): stack}, dice=[2, 5]))
    assert t.legal() == [place(2), place(5)] + [lift(2)] * can_walk


@pytest.mark.parametrize("cell", [centre(2), north(2)])
def test_ruling_03_only_from_the_own_home_row(table, cell):
    t = table("tablero", position=setup({cell: "0"}, dice=[2, 5]))
    assert t.legal() == [place(2), place(5)]


def test_ruling_03_player_1_lifts_from_the_other_side(table):
    board = {south(2): "1", centre(5): "1", north(5): "1"}
    t = table("tablero", position=setup(board, to_move=1, dice=[2, 5]))
    assert t.legal() == [place(2), place(5), lift(5)]


def test_ruling_03_the_whole_stack_is_lifted(table):
    t = table("tablero", position=setup({south(2): "100"}, dice=[2, 5]))
    t.step(lift(2))
    assert t.position()["stacks"][south(2)] == []
    assert t.position()["walk"] == {"at": south(2), "hand": [1, 0, 0], "visited": [south(2)]}
    assert t.position()["dice"] == [5] and t.position()["to_move"] == 0


def test_ruling_03_bottom_token_first_on_top_of_what_lies_there(table):
    t = table("tablero", position=setup({south(2): "100", centre(2): "0", centre(3): "11"}, dice=[2, 5]))
    t.step(lift(2))
    t.step(FORWARD)
    assert t.position()["stacks"][centre(2)] == [0, 1]
    assert t.position()["walk"] == {"at": centre(2), "hand": [0, 0], "visited": [south(2), centre(2)]}
    t.step(HIGHER)
    assert t.position()["stacks"][centre(3)] == [1, 1, 0]
    t.step(BACK)
    assert t.position()["stacks"][south(3)] == [0]
    assert t.position()["walk"] is None and t.legal() == [place(5)]


@pytest.mark.parametrize(
    ("column", "directions"),
    [(1, [FORWARD, HIGHER]), (3, [FORWARD, HIGHER, LOWER]), (6, [FORWARD, LOWER])],
)
@pytest.mark.parametrize("player", [0, 1])
def test_ruling_03_steps_stay_on_the_board(table, player, column, directions):
    t = table("tablero", position=setup({home(player, column): str(player)}, player, [column, column]))
    t.step(lift(column))
    assert t.legal() == directions


@pytest.mark.parametrize("player", [0, 1])
def test_ruling_03_beyond_the_opponents_home_row_is_no_board(table, player):
    visited = [home(player, 3), centre(3), home(1 - player, 3)]
    t = table("tablero", position=on_the_way(visited, str(player), player))
    assert t.legal() == [HIGHER, LOWER]


def test_ruling_03_never_back_to_the_start(table):
    around = [south(2), centre(2), centre(3), south(3)]
    t = table("tablero", position=on_the_way(around, "0"))
    assert t.legal() == [HIGHER]


def test_ruling_03_no_space_twice(table):
    loop = [south(1), south(2), south(3), centre(3), centre(2)]
    t = table("tablero", position=on_the_way(loop, "0"))
    assert t.legal() == [FORWARD, LOWER]


def test_ruling_03_the_walk_ends_with_the_hand_and_then_the_turn(table):
    t = table("tablero", position=on_the_way([south(2)], "00"), chance=[(1, 2)])
    t.step(HIGHER)
    assert t.position()["walk"]["hand"] == [0] and t.position()["to_move"] == 0
    t.step(HIGHER)
    assert t.position()["walk"] is None and t.position()["to_move"] == 1


def test_ruling_03_a_walk_may_end_under_the_other_die(table):
    t = table("tablero", position=setup({south(2): "10", south(4): "1", centre(1): "0" * 11}, dice=[2, 4]))
    t.step(lift(2))
    t.step(HIGHER)
    t.step(HIGHER)
    assert t.position()["stacks"][south(4)] == [1, 0] and t.legal() == [lift(4)]


# Ruling 4: no dead ends


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("tokens", "directions"), [(1, [FORWARD, BACK]), (2, [FORWARD])])
def test_ruling_04_not_into_a_corner_with_tokens_left(table, player, tokens, directions):
    visited = [home(player, 2), centre(2), centre(1)]
    t = table("tablero", position=on_the_way(visited, str(player) * tokens, player))
    assert t.legal() == directions


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("tokens", "directions"), [(6, [HIGHER, LOWER]), (7, [HIGHER]), (9, [HIGHER])])
def test_ruling_04_looks_all_the_way_to_the_end(table, player, tokens, directions):
    # The path cuts the board in two: six spaces on the lower side, nine on the higher.
    visited = [home(player, 3), centre(3), home(1 - player, 3)]
    t = table("tablero", position=on_the_way(visited, str(player) * tokens, player))
    assert t.legal() == directions


@pytest.mark.parametrize(("height", "actions"), [(17, [place(3), lift(3)]), (18, [place(3)])])
def test_ruling_04_what_cannot_be_finished_cannot_be_lifted(table, height, actions):
    t = table("tablero", position=setup({south(3): tower(height)}, dice=[3]))
    assert t.legal() == actions


def test_ruling_04_an_illegal_step_changes_nothing(table):
    t = table("tablero", position=on_the_way([south(2), centre(2), centre(1)], "00"))
    assert refuses(t, BACK)


@pytest.mark.parametrize("column", range(1, 7))
def test_known_fact_every_first_direction_is_open_up_to_height_17(table, column):
    for height in range(1, 18):
        t = table("tablero", position=setup({south(column): tower(height)}, dice=[column, column]))
        t.step(lift(column))
        assert t.legal() == sorted(open_neighbours([south(column)]))


@pytest.mark.parametrize("column", range(1, 7))
def test_known_fact_up_to_height_3_every_step_is_free(table, column):
    paths = [[south(column)]]
    while paths:
        visited = paths.pop()
        for tokens in range(1, 5 - len(visited)):
            t = table("tablero", position=on_the_way(visited, "0" * tokens))
            assert t.legal() == sorted(open_neighbours(visited))
        if len(visited) < 3:
            paths += [[*visited, cell] for cell in open_neighbours(visited).values()]


# Ruling 12: tall stacks


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("height", "can_walk"), [(16, True), (17, True), (18, False), (23, False)])
@pytest.mark.parametrize("column", [1, 3, 6])
def test_ruling_12_height_17_walks_and_18_does_not(table, player, height, can_walk, column):
    t = table("tablero", position=setup({home(player, column): tower(height, player)}, player, [column]))
    assert t.legal() == [place(column)] + [lift(column)] * can_walk


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("column", range(1, 7))
@pytest.mark.parametrize("choose", [min, max])
def test_ruling_12_seventeen_steps_cover_the_rest_of_the_board(table, player, column, choose):
    start = home(player, column)
    position = setup({start: str(1 - player) * 5 + str(player) * 12}, player, [column])
    t = table("tablero", position=position, chance=[(1, 2)])
    t.step(lift(column))
    for _ in range(17):
        assert t.position()["walk"] is not None
        t.step(choose(t.legal()))
    assert [len(stack) for stack in t.position()["stacks"]] == [int(cell != start) for cell in range(18)]
    assert t.position()["walk"] is None and t.position()["to_move"] == 1 - player


def test_ruling_12_all_tokens_fit_on_one_space(table):
    t = table("tablero", position=setup({south(3): "0" * 11 + "1" * 12}, dice=[3, 5]), chance=[(1, 1)])
    t.step(place(3))
    # The tower of 24 and the empty reserve leave player_0 no use for the 5, and player_1 none for the 1s.
    assert t.terminated and t.position()["bumped"] == 0
    assert t.position()["stacks"][south(3)] == [0] * 11 + [1] * 12 + [0]
    assert t.position()["doubles"] is True and t.position()["turn"] == 21


def test_ruling_12_from_a_tower_of_24_one_can_still_retrieve(table):
    t = table("tablero", position=setup({south(3): "1" * 12 + "0" * 12}, dice=[3, 3]), chance=[(3, 5)])
    assert t.legal() == [retrieve(0, 3)]
    t.step(retrieve(0, 3))
    assert t.legal() == [place(3), place(5)]


@pytest.mark.parametrize(("height", "bumped"), [(17, None), (18, 0)])
def test_ruling_12_a_tower_too_tall_to_lift_can_cost_the_die(table, height, bumped):
    stack = "1" * (height - 11) + "0" * 11
    t = table("tablero", position=setup({south(3): stack, south(5): "0"}, dice=[3, 5]), chance=[(1, 2)])
    t.step(lift(5))
    t.step(FORWARD)
    assert t.position()["bumped"] == bumped
    assert t.position()["to_move"] == (0 if bumped is None else 1)
