"""Every ruling of Tablero di Berona, one small board at a time, with the outcome worked out by hand."""

import copy
import random

import pytest

FORWARD, BACK, HIGHER, LOWER = 12, 13, 14, 15


def south(value):
    """A cell of player_0's home row, by its column's value."""
    return value - 1


def centre(value):
    return 5 + value


def north(value):
    """A cell of player_1's home row, by its column's value."""
    return 11 + value


def home(player, value):
    return south(value) if player == 0 else north(value)


def place(face):
    return face - 1


def lift(face):
    return face + 5


def retrieve(own_row, value):
    return 16 + 6 * own_row + value - 1


def setup(stacks, to_move=0, dice=(1, 2), walk=None, **more):
    """A position from {cell: "owners from bottom to top"}; whatever is not on the board is in reserve."""
    board = [[int(owner) for owner in stacks.get(cell, "")] for cell in range(18)]
    in_play = [owner for stack in board for owner in stack] + (walk["hand"] if walk else [])
    return {
        "stacks": board,
        "reserve": [12 - in_play.count(0), 12 - in_play.count(1)],
        "to_move": to_move,
        "dice": list(dice),
        "doubles": len(dice) == 2 and dice[0] == dice[1],
        "walk": walk,
        "bumped": None,
        "turn": 20,
        "ledger": [0, 0],
        "game": 0,
        "starter": 0,
        **more,
    }


def on_the_way(visited, hand, player=0, dice=()):
    """A position in mid-walk: one token of the mover's lies on each visited space but the start."""
    walk = {"at": visited[-1], "hand": [int(owner) for owner in hand], "visited": list(visited)}
    return setup({cell: str(player) for cell in visited[1:]}, to_move=player, dice=dice, walk=walk)


def tower(height, player=0):
    """A stack with the player's token on top and as many of the opponent's below as there are."""
    others = min(12, height - 1)
    return str(1 - player) * others + str(player) * (height - others)


def before_the_end(tops, mover=0, **more):
    """One die before the end: the opponent has bumped, and the mover's last die must place on column 1.

    `tops` are the owners of the centre spaces from column 1 to 6, "." for an empty one.
    """
    stacks = {centre(value): owner for value, owner in enumerate(tops, start=1) if owner != "."}
    bumper = 1 - mover
    stacks[home(bumper, 6)] = str(bumper) * (12 - tops.count(str(bumper)))
    return setup(stacks, to_move=mover, dice=[1], bumped=bumper, **more)


def play_out(table, tops, mover=0, chance=(), position=None, **options):
    """Let a game end with these owners of the centre spaces."""
    t = table("tablero", position=before_the_end(tops, mover, **(position or {})), chance=chance, **options)
    t.step(place(1))
    return t


def refuses(t, action):
    """Whether the table rejects the action and stays exactly as it was."""
    before = t.position()
    try:
        t.step(action)
    except ValueError:
        return t.position() == before
    return False


def open_neighbours(visited):
    """player_0's directions from the end of a path to spaces on the board that are not on it."""
    row, column = divmod(visited[-1], 6)
    spaces = {FORWARD: (row + 1, column), BACK: (row - 1, column), HIGHER: (row, column + 1), LOWER: (row, column - 1)}
    on_board = {action: 6 * r + c for action, (r, c) in spaces.items() if 0 <= r <= 2 and 0 <= c <= 5}
    return {action: cell for action, cell in on_board.items() if cell not in visited}


# Ruling 1: the board


@pytest.mark.parametrize("first", [0, 1])
def test_ruling_01_empty_board_and_twelve_tokens_each(table, first):
    t = table("tablero", chance=[(5, 2)], first_player=first)
    assert t.position() == {
        "stacks": [[] for _ in range(18)],
        "reserve": [12, 12],
        "to_move": first,
        "dice": [2, 5],
        "doubles": False,
        "walk": None,
        "bumped": None,
        "turn": 1,
        "ledger": [0, 0],
        "game": 0,
        "starter": first,
    }
    assert not t.terminated and not t.truncated and t.rewards() == [0, 0]


def test_ruling_01_player_0_starts_unless_told_otherwise(table):
    assert table("tablero", chance=[(1, 2)]).position()["to_move"] == 0


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("face", range(1, 7))
def test_ruling_01_columns_run_the_same_way_for_both(table, player, face):
    t = table("tablero", chance=[(face, face % 6 + 1)], first_player=player)
    t.step(place(face))
    cell = face - 1 if player == 0 else 12 + face - 1
    assert [c for c in range(18) if t.position()["stacks"][c]] == [cell]


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("value", range(1, 7))
def test_ruling_01_columns_are_worth_one_to_six_to_either_player(table, player, value):
    tops = "." * (value - 1) + str(player) + "." * (6 - value)
    rewards = play_out(table, tops, reward="margin").rewards()
    assert rewards[player] == pytest.approx(value / 21) and rewards[1 - player] == pytest.approx(-value / 21)


# Ruling 2: a roll, and each die once


def test_ruling_02_each_die_may_place_or_walk(table):
    t = table("tablero", position=setup({south(2): "0"}, dice=[2, 5]))
    assert t.legal() == [place(2), place(5), lift(2)]


@pytest.mark.parametrize(("first", "second"), [(2, 5), (5, 2)])
def test_ruling_02_dice_in_either_order_and_each_once(table, first, second):
    t = table("tablero", chance=[(2, 5), (6, 1)])
    t.step(place(first))
    assert t.position()["dice"] == [second] and t.position()["to_move"] == 0
    assert t.legal() == [place(second)]
    t.step(place(second))
    assert t.position()["dice"] == [1, 6] and t.position()["to_move"] == 1
    assert t.position()["turn"] == 2


def test_ruling_02_placing_covers_what_is_there_and_takes_from_the_reserve(table):
    t = table("tablero", position=setup({south(3): "011"}, dice=[3, 5]))
    assert t.position()["reserve"] == [11, 10]
    t.step(place(3))
    assert t.position()["stacks"][south(3)] == [0, 1, 1, 0]
    assert t.position()["reserve"] == [10, 10]


def test_ruling_02_the_last_reserve_token_can_be_placed(table):
    t = table("tablero", position=setup({south(2): "0", centre(1): "0" * 10}, dice=[2, 5]))
    assert t.legal() == [place(2), place(5), lift(2)]


def test_ruling_02_nothing_to_place_without_reserve(table):
    t = table("tablero", position=setup({south(2): "0", south(5): "0", centre(1): "0" * 10}, dice=[2, 5]))
    assert t.legal() == [lift(2), lift(5)]


def test_ruling_02_one_die_places_and_the_other_walks(table):
    t = table("tablero", position=setup({south(2): "0"}, dice=[2, 5]), chance=[(1, 2)])
    t.step(lift(2))
    assert t.position()["dice"] == [5]
    t.step(FORWARD)
    t.step(place(5))
    assert t.position()["stacks"][centre(2)] == [0] and t.position()["stacks"][south(5)] == [0]
    assert t.position()["to_move"] == 1


def test_ruling_02_a_token_just_placed_can_walk_with_the_other_die_of_doubles(table):
    t = table("tablero", chance=[(4, 4), (1, 2)])
    t.step(place(4))
    assert t.legal() == [place(4), lift(4)]
    t.step(lift(4))
    t.step(LOWER)
    assert t.position()["stacks"][south(3)] == [0] and t.position()["to_move"] == 1


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


# Ruling 5: the bump


def test_ruling_05_a_second_die_without_use_is_lost_and_bumps(table):
    t = table("tablero", position=setup({south(2): "0", centre(1): "0" * 11}, dice=[2, 5]), chance=[(3, 4)])
    assert t.legal() == [lift(2)]
    t.step(lift(2))
    assert t.position()["bumped"] is None
    t.step(FORWARD)
    assert t.position()["bumped"] == 0 and t.position()["to_move"] == 1
    assert t.position()["dice"] == [3, 4] and t.position()["turn"] == 21


def test_ruling_05_a_die_without_use_may_find_one_after_the_other(table):
    board = {south(2): "0", south(3): "01", centre(1): "0" * 10}
    t = table("tablero", position=setup(board, dice=[2, 3]))
    assert t.legal() == [lift(2)]
    t.step(lift(2))
    t.step(HIGHER)
    assert t.position()["bumped"] is None and t.legal() == [lift(3)]


def test_ruling_05_the_first_walk_may_also_cover_the_stack_of_the_second_die(table):
    # The walk drops an opposing token on the own stack at 3, whose die is then lost.
    board = {south(2): "10", south(3): "0", centre(1): "0" * 10}
    t = table("tablero", position=setup(board, dice=[2, 3]), chance=[(1, 2)])
    assert t.legal() == [lift(2), lift(3)]
    for action in [lift(2), HIGHER, FORWARD]:
        t.step(action)
    assert t.position()["bumped"] == 0 and t.position()["to_move"] == 1


@pytest.mark.parametrize(("first", "bumped"), [(place(2), 0), (place(5), None)])
def test_ruling_05_one_may_spend_the_first_die_so_that_the_second_is_lost(table, first, bumped):
    # One reserve token, an own token on 2 and nothing on 5: whoever places on 2 has nothing for the 5.
    board = {south(2): "0", centre(1): "0" * 10}
    t = table("tablero", position=setup(board, dice=[2, 5]), chance=[(3, 4)])
    assert t.legal() == [place(2), place(5), lift(2)]
    t.step(first)
    assert t.position()["bumped"] == bumped and t.position()["to_move"] == (0 if bumped is None else 1)


def test_ruling_05_a_usable_die_must_be_used(table):
    t = table("tablero", position=setup({south(5): "0", centre(1): "0" * 11}, dice=[5]))
    assert t.legal() == [lift(5)]


def test_ruling_05_with_neither_die_usable_the_turn_is_over_at_once(table):
    board = {north(1): "1" * 12}
    t = table("tablero", position=setup(board, dice=[1]), chance=[(5, 2), (6, 3)])
    t.step(place(1))
    assert t.position()["bumped"] == 1 and t.position()["to_move"] == 0
    assert t.position()["dice"] == [3, 6] and t.position()["turn"] == 22


def test_ruling_05_an_own_stack_under_an_opposing_token_is_no_use(table):
    board = {north(1): "1" * 10, north(2): "10", north(5): "10"}
    t = table("tablero", position=setup(board, dice=[1]), chance=[(2, 5), (6, 3)])
    t.step(place(1))
    assert t.position()["bumped"] == 1 and t.position()["to_move"] == 0


def test_ruling_05_a_single_usable_die_is_enough_to_go_on(table):
    board = {north(1): "1" * 10, north(2): "1", north(5): "10"}
    t = table("tablero", position=setup(board, dice=[1]), chance=[(2, 5)])
    t.step(place(1))
    assert t.position()["bumped"] is None and t.position()["to_move"] == 1
    assert t.legal() == [lift(2)]


def test_ruling_05_useless_doubles_bump_when_nothing_can_be_retrieved(table):
    board = {north(2): "1" * 12 + "0"}
    t = table("tablero", position=setup(board, dice=[1]), chance=[(2, 2), (6, 3)])
    t.step(place(1))
    assert t.position()["bumped"] == 1 and t.position()["to_move"] == 0
    assert t.position()["doubles"] is False


def test_ruling_05_useless_doubles_do_not_bump_while_a_token_can_be_retrieved(table):
    board = {north(2): "1" * 11 + "0", centre(4): "1"}
    t = table("tablero", position=setup(board, dice=[1]), chance=[(2, 2)])
    t.step(place(1))
    assert t.position()["bumped"] is None and t.position()["to_move"] == 1
    assert t.legal() == [retrieve(1, 4)]


def test_ruling_05_a_bump_is_a_matter_of_the_second_die_of_doubles_too(table):
    # Nothing of player_0's lies open, so ruling 7 is silent; the space is one token too high to walk after placing.
    t = table("tablero", position=setup({south(3): "0" * 11 + "1" * 6}, dice=[3, 3]), chance=[(1, 2)])
    t.step(place(3))
    assert t.position()["bumped"] == 0 and t.position()["to_move"] == 1


# Ruling 6: retrieving on doubles


def test_ruling_06_own_top_tokens_in_any_row(table):
    board = {south(1): "10", centre(4): "0", north(6): "110", centre(2): "01", north(5): "1"}
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert t.legal() == [place(3), retrieve(0, 1), retrieve(1, 4), retrieve(2, 6)]


def test_ruling_06_player_1_counts_rows_from_the_own_side(table):
    board = {south(1): "01", centre(4): "1", north(6): "1", centre(2): "10"}
    t = table("tablero", position=setup(board, to_move=1, dice=[3, 3]), chance=[(1, 2)])
    assert t.legal() == [place(3), retrieve(0, 6), retrieve(1, 4), retrieve(2, 1)]
    t.step(retrieve(2, 1))
    assert t.position()["stacks"][south(1)] == [0] and t.position()["reserve"] == [10, 9]
    assert t.position()["to_move"] == 1


def test_ruling_06_the_token_returns_and_the_same_player_rolls_again(table):
    t = table("tablero", position=setup({centre(4): "10"}, dice=[3, 3]), chance=[(6, 2)])
    t.step(retrieve(1, 4))
    after = t.position()
    assert after["stacks"][centre(4)] == [1] and after["reserve"] == [12, 11]
    assert after["to_move"] == 0 and after["dice"] == [2, 6] and after["turn"] == 21
    assert after["doubles"] is False and after["bumped"] is None
    assert t.legal() == [place(2), place(6)]


def test_ruling_06_doubles_again_allow_another_retrieve(table):
    t = table("tablero", position=setup({centre(4): "00"}, dice=[3, 3]), chance=[(6, 6), (1, 2)])
    t.step(retrieve(1, 4))
    assert t.legal() == [place(6), retrieve(1, 4)]
    t.step(retrieve(1, 4))
    assert t.position()["to_move"] == 0 and t.position()["turn"] == 22 and t.position()["reserve"] == [12, 12]


def test_ruling_06_not_without_doubles(table):
    t = table("tablero", position=setup({centre(4): "0", south(3): "0"}, dice=[2, 3]))
    assert t.legal() == [place(2), place(3), lift(3)]


def test_ruling_06_not_after_the_first_die_is_used(table):
    t = table("tablero", position=setup({centre(4): "0"}, dice=[3, 3]))
    t.step(place(3))
    assert t.position()["dice"] == [3] and t.position()["doubles"] is True
    assert t.legal() == [place(3), lift(3)]


def test_ruling_06_not_during_a_walk(table):
    t = table("tablero", position=setup({south(3): "0"}, dice=[3, 3]))
    t.step(lift(3))
    assert t.legal() == [FORWARD, HIGHER, LOWER]


def test_ruling_06_doubles_can_be_used_like_any_roll(table):
    t = table("tablero", position=setup({south(3): "0"}, dice=[3, 3]), chance=[(1, 2)])
    assert t.legal() == [place(3), lift(3), retrieve(0, 3)]
    t.step(place(3))
    t.step(place(3))
    assert t.position()["stacks"][south(3)] == [0, 0, 0] and t.position()["to_move"] == 1


# Ruling 7: no bump by choice where a token can be retrieved


@pytest.mark.parametrize("under", ["", "1", "0"])
def test_ruling_07_the_last_reserve_token_may_be_placed_since_it_can_walk(table, under):
    board = {south(3): under, centre(1): "0" * (11 - under.count("0"))}
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert t.position()["reserve"][0] == 1 and place(3) in t.legal()
    t.step(place(3))
    assert t.legal() == [lift(3)]


def test_ruling_07_a_placement_that_makes_height_17_is_legal(table):
    board = {south(3): "1" * 7 + "0" * 9, centre(1): "00"}
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert t.legal() == [place(3), lift(3), retrieve(0, 3), retrieve(1, 1)]


def test_ruling_07_a_placement_that_makes_height_18_is_not(table):
    board = {south(3): "1" * 7 + "0" * 10, centre(1): "0"}
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert t.legal() == [lift(3), retrieve(0, 3), retrieve(1, 1)]


def test_ruling_07_with_two_in_reserve_height_does_not_matter(table):
    t = table("tablero", position=setup({south(3): "1" * 7 + "0" * 10}, dice=[3, 3]), chance=[(1, 2)])
    assert t.legal() == [place(3), lift(3), retrieve(0, 3)]
    t.step(place(3))
    assert t.legal() == [place(3)]


def test_ruling_07_a_walk_needs_a_reserve_token_for_the_space_it_leaves(table):
    t = table("tablero", position=setup({south(3): "0", centre(1): "0" * 10}, dice=[3, 3]), chance=[(1, 2)])
    assert t.legal() == [place(3), lift(3), retrieve(0, 3), retrieve(1, 1)]
    t.step(lift(3))
    t.step(FORWARD)
    assert t.legal() == [place(3)]
    t.step(place(3))
    assert t.position()["bumped"] is None and t.position()["to_move"] == 1


def test_ruling_07_known_fact_an_empty_reserve_leaves_only_retrieves(table):
    t = table("tablero", position=setup({south(3): "0", centre(1): "0" * 11}, dice=[3, 3]))
    assert t.legal() == [retrieve(0, 3), retrieve(1, 1)]


def test_ruling_07_only_retrieves_when_the_sole_placement_would_bump(table):
    board = {south(3): "0" * 10 + "1" * 7, centre(1): "0"}
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert t.legal() == [retrieve(1, 1)]


def test_ruling_07_without_a_retrievable_token_the_same_placement_is_legal(table):
    t = table("tablero", position=setup({south(3): "0" * 11 + "1" * 6}, dice=[3, 3]))
    assert t.legal() == [place(3)]


def test_ruling_07_holds_in_the_last_turn_too(table):
    board = {south(3): "0", centre(1): "0" * 11, north(6): "1" * 12}
    t = table("tablero", position=setup(board, dice=[3, 3], bumped=1))
    assert t.legal() == [retrieve(0, 3), retrieve(1, 1)]


def test_ruling_07_is_about_doubles_only(table):
    # The 5 will be lost whatever is done, although a token lies open in the centre.
    t = table("tablero", position=setup({south(3): "0", centre(1): "0" * 11}, dice=[3, 5]))
    assert t.legal() == [lift(3)]


def test_ruling_07_after_the_retrieve_the_reserve_serves_again(table):
    t = table("tablero", position=setup({south(3): "0", centre(1): "0" * 11}, dice=[3, 3]), chance=[(4, 4)])
    t.step(retrieve(1, 1))
    assert t.legal() == [place(4), retrieve(0, 3), retrieve(1, 1)]


# Ruling 8: the last turn


LAST = {north(6): "1" * 12}


def test_ruling_08_the_opponent_of_the_bumper_has_one_full_turn(table):
    t = table("tablero", position=setup(LAST, dice=[1, 2], bumped=1))
    t.step(place(1))
    assert not t.terminated and t.position()["to_move"] == 0
    t.step(place(2))
    assert t.terminated and not t.truncated and t.legal() == []
    over = t.position()
    assert over["to_move"] is None and over["dice"] == [] and over["walk"] is None
    assert over["bumped"] == 1 and over["turn"] == 20


def test_ruling_08_also_after_a_bump_of_player_0(table):
    t = table("tablero", position=setup({south(2): "0", centre(1): "0" * 11}, dice=[2, 5]), chance=[(3, 4)])
    for action in [lift(2), FORWARD, place(3)]:
        t.step(action)
    assert not t.terminated and t.position()["bumped"] == 0 and t.position()["to_move"] == 1
    t.step(place(4))
    assert t.terminated


def test_ruling_08_a_last_turn_can_end_with_a_walk(table):
    t = table("tablero", position=setup({**LAST, south(2): "0"}, dice=[2], bumped=1))
    t.step(lift(2))
    assert not t.terminated
    t.step(FORWARD)
    assert t.terminated


def test_ruling_08_a_lost_die_ends_the_last_turn_and_does_not_change_who_bumped(table):
    board = {**LAST, south(2): "0", centre(1): "0" * 11}
    t = table("tablero", position=setup(board, dice=[2, 5], bumped=1))
    t.step(lift(2))
    t.step(LOWER)
    assert t.terminated and t.position()["bumped"] == 1 and t.position()["dice"] == []


def test_ruling_08_a_useless_last_roll_ends_the_game_at_once(table):
    board = {**LAST, south(2): "0", centre(1): "0" * 11}
    t = table("tablero", position=setup(board, dice=[2, 5]), chance=[(1, 4)])
    t.step(lift(2))
    t.step(FORWARD)
    assert t.terminated and t.position()["bumped"] == 0 and t.position()["turn"] == 21


def test_ruling_08_a_retrieve_in_the_last_turn_grants_another_roll_each_time(table):
    t = table("tablero", position=setup({**LAST, centre(4): "00"}, dice=[3, 3], bumped=1), chance=[(5, 5), (1, 2)])
    t.step(retrieve(1, 4))
    assert not t.terminated and t.position()["to_move"] == 0 and t.position()["dice"] == [5, 5]
    t.step(retrieve(1, 4))
    assert not t.terminated and t.position()["turn"] == 22 and t.position()["bumped"] == 1
    t.step(place(1))
    t.step(place(2))
    assert t.terminated


def test_ruling_08_doubles_used_up_in_the_last_turn_end_it(table):
    t = table("tablero", position=setup({**LAST, centre(4): "0"}, dice=[3, 3], bumped=1))
    t.step(place(3))
    t.step(place(3))
    assert t.terminated and t.position()["doubles"] is True


# Ruling 9: the score


@pytest.mark.parametrize(
    ("tops", "rewards"),
    [
        ("0.....", [1, -1]),
        (".....1", [-1, 1]),
        ("00001.", [1, -1]),  # 10 to 5
        ("000011", [-1, 1]),  # 10 to 11
        ("111101", [-1, 1]),  # 5 to 16
        ("......", [0, 0]),
    ],
)
@pytest.mark.parametrize("mover", [0, 1])
def test_ruling_09_the_higher_total_wins(table, tops, rewards, mover):
    t = play_out(table, tops, mover)
    assert t.terminated and t.rewards() == rewards


@pytest.mark.parametrize(
    ("tops", "rewards"),
    [
        ("1...10", [1, -1]),  # 6 against 1+5
        ("0...01", [-1, 1]),
        ("110...", [1, -1]),  # 3 against 1+2
        ("0110..", [1, -1]),  # 1+4 against 2+3
        ("10..01", [-1, 1]),  # 2+5 against 1+6
    ],
)
def test_ruling_09_equal_totals_go_to_the_owner_of_the_best_space(table, tops, rewards):
    t = play_out(table, tops)
    assert t.terminated and t.rewards() == rewards


def test_ruling_09_buried_tokens_and_home_rows_score_nothing(table):
    board = {centre(6): "001", centre(2): "10", south(5): "0", north(3): "0", north(6): "1" * 10}
    for kind, expected in [("outcome", [-1, 1]), ("margin", [-4 / 21, 4 / 21])]:
        t = table("tablero", position=setup(board, dice=[1], bumped=1), reward=kind)
        t.step(place(1))
        assert t.rewards() == pytest.approx(expected)


def test_ruling_09_nothing_is_paid_before_the_end(table):
    t = table("tablero", position=setup({**LAST, centre(6): "0"}, dice=[1, 2], bumped=1))
    t.step(place(1))
    assert t.rewards() == [0, 0]


# Ruling 10: the limit


@pytest.mark.parametrize("kind", ["outcome", "margin"])
def test_ruling_10_truncated_when_one_roll_too_many_is_due(table, kind):
    t = table("tablero", position=setup({centre(6): "0"}, dice=[1]), max_turns=20, reward=kind)
    t.step(place(1))
    assert t.truncated and not t.terminated and t.legal() == [] and t.rewards() == [0, 0]
    over = t.position()
    assert over["to_move"] is None and over["dice"] == [] and over["turn"] == 20 and over["bumped"] is None


def test_ruling_10_the_last_roll_allowed_is_still_made(table):
    t = table("tablero", position=setup({}, dice=[1]), max_turns=21, chance=[(3, 3)])
    t.step(place(1))
    assert not t.truncated and t.position()["turn"] == 21 and t.position()["to_move"] == 1


def test_ruling_10_a_whole_game_of_one_roll(table):
    t = table("tablero", max_turns=1, chance=[(4, 4)])
    t.step(place(4))
    assert not t.truncated
    t.step(place(4))
    assert t.truncated and t.position()["doubles"] is True


@pytest.mark.parametrize(("turn", "over"), [(199, False), (200, True)])
def test_ruling_10_two_hundred_unless_told_otherwise(table, turn, over):
    t = table("tablero", position=setup({}, dice=[1], turn=turn), chance=[(1, 2)])
    t.step(place(1))
    assert t.truncated == over


def test_ruling_10_a_retrieve_asks_for_a_roll_as_well(table):
    t = table("tablero", position=setup({centre(4): "0"}, dice=[3, 3]), max_turns=20)
    t.step(retrieve(1, 4))
    assert t.truncated and t.position()["reserve"] == [12, 12] and t.position()["turn"] == 20


def test_ruling_10_a_bump_with_the_last_roll_lifts_the_limit(table):
    board = {south(2): "0", centre(1): "0" * 11}
    t = table("tablero", position=setup(board, dice=[2, 5]), max_turns=20, chance=[(3, 4)])
    t.step(lift(2))
    t.step(FORWARD)
    assert not t.truncated and t.position()["turn"] == 21 and t.position()["to_move"] == 1
    t.step(place(3))
    t.step(place(4))
    assert t.terminated and not t.truncated


def test_ruling_10_a_useless_roll_counts_and_bumps_before_the_limit_is_asked_about(table):
    t = table("tablero", position=setup(LAST, dice=[1]), max_turns=21, chance=[(2, 5), (3, 4)])
    t.step(place(1))
    assert not t.truncated and t.position()["turn"] == 22 and t.position()["bumped"] == 1


def test_ruling_10_after_a_bump_retrieves_may_go_far_beyond(table):
    position = setup({**LAST, centre(4): "00"}, dice=[3, 3], bumped=1)
    t = table("tablero", position=position, max_turns=20, chance=[(5, 5), (1, 2)])
    t.step(retrieve(1, 4))
    t.step(retrieve(1, 4))
    assert not t.truncated and t.position()["turn"] == 22 and t.position()["to_move"] == 0


def test_ruling_10_the_count_starts_again_with_every_game(table):
    t = play_out(table, "0.....", chance=[(1, 2)], games=2, max_turns=20)
    assert not t.truncated and t.position()["game"] == 1 and t.position()["turn"] == 1


def test_ruling_10_truncation_ends_the_series_and_voids_the_ledger(table):
    position = setup({}, dice=[1], game=1, ledger=[5, 0])
    t = table("tablero", position=position, games=3, max_turns=20)
    t.step(place(1))
    assert t.truncated and t.rewards() == [0, 0]
    assert t.position()["ledger"] == [5, 0] and t.position()["game"] == 1


# Ruling 11: a series on the ledger


def test_ruling_11_the_difference_is_recorded_and_the_winner_starts_afresh(table):
    t = play_out(table, "..0..1", chance=[(6, 4)], games=2)
    assert t.position() == {
        "stacks": [[] for _ in range(18)],
        "reserve": [12, 12],
        "to_move": 1,
        "dice": [4, 6],
        "doubles": False,
        "walk": None,
        "bumped": None,
        "turn": 1,
        "ledger": [0, 3],
        "game": 1,
        "starter": 1,
    }
    assert not t.terminated and t.rewards() == [0, 0]


def test_ruling_11_the_ledger_adds_up(table):
    t = play_out(table, "..0..1", chance=[(1, 2)], position={"game": 2, "ledger": [7, 4]}, games=4)
    assert t.position()["ledger"] == [7, 7] and t.position()["game"] == 3


@pytest.mark.parametrize(("tops", "starter"), [("1...10", 0), ("0...01", 1)])
def test_ruling_11_a_tie_records_nothing_but_the_tie_break_decides_who_starts(table, tops, starter):
    t = play_out(table, tops, chance=[(1, 2)], position={"starter": 1 - starter}, games=2, first_player=1 - starter)
    assert t.position()["ledger"] == [0, 0]
    assert t.position()["starter"] == starter and t.position()["to_move"] == starter


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("mover", [0, 1])
def test_ruling_11_after_a_draw_the_same_player_starts_again(table, mover, starter):
    t = play_out(table, "......", mover, [(1, 2)], {"starter": starter}, games=2, first_player=starter)
    assert t.position()["starter"] == starter and t.position()["to_move"] == starter
    assert t.position()["ledger"] == [0, 0]


@pytest.mark.parametrize(
    ("tops", "outcome", "difference"),
    [("..1...", [1, -1], 1), ("...1..", [0, 0], 0), ("....1.", [-1, 1], -1), ("0.....", [1, -1], 5)],
)
def test_ruling_11_the_larger_ledger_wins_the_last_game_included(table, tops, outcome, difference):
    last = {"game": 1, "ledger": [4, 0]}
    t = play_out(table, tops, position=last, games=2)
    assert t.terminated and t.rewards() == outcome
    assert t.position()["ledger"] == [4, 0] and t.position()["game"] == 1
    margin = play_out(table, tops, position=last, games=2, reward="margin").rewards()
    assert margin == pytest.approx([difference / 42, -difference / 42])


def test_ruling_11_in_a_series_the_tie_break_wins_no_points(table):
    t = play_out(table, "1...10", position={"game": 1}, games=2)
    assert t.terminated and t.rewards() == [0, 0]


def test_ruling_11_a_single_game_has_no_ledger_and_the_tie_break_wins_it(table):
    t = play_out(table, "1...10", games=1)
    assert t.rewards() == [1, -1] and t.position()["ledger"] == [0, 0]


def test_ruling_11_a_single_game_is_what_is_played_unless_told_otherwise(table):
    assert play_out(table, "0.....").terminated


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


# The rulebook's examples


def test_example_order_of_dice_leaves_the_board_as_it_was(table):
    """The 3-4 roll: a lone token goes from 3 to 4 and back again, which postpones the bump."""
    board = {south(3): "0", centre(1): "0" * 11}
    t = table("tablero", position=setup(board, dice=[3, 4]), chance=[(1, 2)])
    before = t.position()["stacks"]
    for action in [lift(3), HIGHER, lift(4), LOWER]:
        t.step(action)
    assert t.position()["stacks"] == before
    assert t.position()["bumped"] is None and t.position()["to_move"] == 1


def test_example_doubles_in_the_final_turn_still_allow_another(table):
    """The note on doubles: the option stays open when the other player has bumped."""
    t = table("tablero", position=setup({**LAST, centre(4): "0"}, dice=[3, 3], bumped=1), chance=[(1, 2)])
    assert retrieve(1, 4) in t.legal()
    t.step(retrieve(1, 4))
    assert not t.terminated and t.position()["to_move"] == 0


def test_example_no_choosing_to_bump_with_a_chip_to_retrieve(table):
    """The note on ending the game: doubles, a chip to retrieve, and a first use that would lose the second die."""
    t = table("tablero", position=setup({south(3): "0", centre(1): "0" * 11}, dice=[3, 3]))
    assert refuses(t, lift(3))


@pytest.mark.parametrize(("tops", "points"), [(".....0", 6), ("....0.", 5)])
def test_example_six_for_column_6_and_five_for_column_5(table, tops, points):
    """Single-game scoring."""
    assert play_out(table, tops, reward="margin").rewards() == pytest.approx([points / 21, -points / 21])


def test_example_eleven_to_seven_records_four_on_the_ledger(table):
    """Ledger scoring: 5+6 against 1+2+4."""
    t = play_out(table, "11.100", chance=[(1, 2)], games=2)
    assert t.position()["ledger"] == [4, 0]


def test_example_a_loss_by_three_costs_three(table):
    """Gambling rules by difference: 1+4 against 2, and a tie pays nothing."""
    assert play_out(table, "10.1..", reward="margin").rewards() == pytest.approx([-3 / 21, 3 / 21])
    assert play_out(table, "110...", reward="margin").rewards() == [0, 0]


# The action numbers


@pytest.mark.parametrize(("player", "action", "cell"), [(0, 0, 0), (0, 5, 5), (1, 0, 12), (1, 5, 17)])
def test_actions_0_to_5_place(table, player, action, cell):
    t = table("tablero", position=setup({}, player, [1, 6]))
    t.step(action)
    assert t.position()["stacks"][cell] == [player]


@pytest.mark.parametrize(("player", "action", "cell"), [(0, 6, 0), (0, 11, 5), (1, 6, 12), (1, 11, 17)])
def test_actions_6_to_11_lift(table, player, action, cell):
    t = table("tablero", position=setup({cell: str(player)}, player, [1, 6]))
    t.step(action)
    assert t.position()["walk"] == {"at": cell, "hand": [player], "visited": [cell]}


@pytest.mark.parametrize(
    ("player", "action", "cell"),
    [(0, 12, 14), (0, 13, 2), (0, 14, 9), (0, 15, 7), (1, 12, 2), (1, 13, 14), (1, 14, 9), (1, 15, 7)],
)
def test_actions_12_to_15_walk_in_the_movers_frame(table, player, action, cell):
    # From the centre of column 3, reached along the neighbouring column so that all but the way back is open.
    side = 4 if action == 15 else 2
    visited = [home(player, side), centre(side), centre(3)]
    t = table("tablero", position=on_the_way(visited, str(player) * 2, player))
    t.step(action)
    assert t.position()["walk"]["at"] == cell and t.position()["stacks"][cell] == [player]


@pytest.mark.parametrize("action", [16, 21, 22, 27, 28, 33])
@pytest.mark.parametrize("player", [0, 1])
def test_actions_16_to_33_retrieve_in_the_movers_frame(table, player, action):
    row, column = divmod(action - 16, 6)
    cell = 6 * (row if player == 0 else 2 - row) + column
    t = table("tablero", position=setup({cell: str(player)}, player, [3, 3]), chance=[(1, 2)])
    assert t.legal() == [2, action]
    t.step(action)
    assert t.position()["stacks"][cell] == [] and t.position()["reserve"] == [12, 12]


@pytest.mark.parametrize(
    "position",
    [
        setup({south(2): "0", centre(3): "0"}, dice=[2, 5]),
        setup({north(2): "1", centre(3): "1", north(4): "10"}, to_move=1, dice=[4, 4]),
        setup({south(3): "0", centre(1): "0" * 11}, dice=[3, 3]),
        on_the_way([south(2), centre(2), centre(1)], "00"),
    ],
)
def test_actions_that_are_not_legal_are_refused_and_change_nothing(table, position):
    t = table("tablero", position=position, chance=[(1, 2)])
    legal = t.legal()
    for action in range(-1, 35):
        if action not in legal:
            assert refuses(t, action)
    assert t.position() == position and t.legal() == legal


# The position


@pytest.mark.parametrize(
    "position",
    [
        setup({south(2): "010", centre(4): "1"}, dice=[2, 5]),
        setup({south(2): "0"}, to_move=1, dice=[4], doubles=True),
        on_the_way([north(2), centre(2)], "01", player=1, dice=[5]),
        on_the_way([south(2), south(3)], "10"),
        setup(LAST, dice=[3, 3], bumped=1, turn=203),
    ],
)
def test_position_in_is_position_out(table, position):
    t = table("tablero", position=position)
    assert t.position() == position and not t.terminated and not t.truncated


def test_position_of_a_later_game_in_is_position_out(table):
    position = setup({}, to_move=1, game=2, ledger=[9, 4], starter=1, turn=1)
    assert table("tablero", position=position, games=3).position() == position


def test_position_is_a_copy_both_ways(table):
    given = on_the_way([south(2), south(3)], "00")
    kept = copy.deepcopy(given)
    t = table("tablero", position=given)
    given["stacks"][0].append(1)
    given["walk"]["hand"].append(1)
    taken = t.position()
    taken["stacks"][0].append(1)
    taken["walk"]["visited"].append(1)
    taken["reserve"][0] = 5
    assert t.position() == kept


def test_position_has_no_dice_during_the_walk_of_the_last_die(table):
    t = table("tablero", position=setup({south(2): "0"}, dice=[2]))
    t.step(lift(2))
    assert t.position()["dice"] == [] and t.position()["to_move"] == 0


@pytest.mark.parametrize(("roll", "doubles"), [((4, 1), False), ((4, 4), True)])
def test_position_after_the_end_tells_the_last_rolls_doubles(table, roll, doubles):
    # player_0 bumps, and player_1, all covered, can do nothing with the last roll.
    board = {south(2): "0", centre(1): "0" * 10, north(6): "1" * 12 + "0"}
    t = table("tablero", position=setup(board, dice=[2, 5]), chance=[roll])
    t.step(lift(2))
    t.step(FORWARD)
    assert t.terminated and t.position()["doubles"] is doubles
    assert t.position()["dice"] == [] and t.position()["turn"] == 21


# Worth knowing


def test_known_fact_one_step_can_hide_a_bump_another_bump_and_the_next_games_roll(table):
    board = {centre(1): "0" * 11, **LAST}
    t = table("tablero", position=setup(board, dice=[1]), chance=[(2, 5), (3, 4), (6, 1)], games=2)
    t.step(place(1))
    after = t.position()
    assert after["game"] == 1 and after["turn"] == 1 and after["dice"] == [1, 6]
    assert after["ledger"] == [1, 0] and after["starter"] == 0 and after["to_move"] == 0 and after["bumped"] is None


def test_known_fact_at_most_thirteen_actions(table):
    # Eleven tokens on top of eleven stacks, one of them under the doubles, and one token in reserve.
    board = dict.fromkeys(range(2, 13), "0")
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert len(t.legal()) == 13
    board = dict.fromkeys(range(2, 14), "0")
    t = table("tablero", position=setup(board, dice=[3, 3]))
    assert len(t.legal()) == 12  # the twelfth costs the placement and the walk


def test_known_fact_random_games(table):
    rng = random.Random(20)
    rolls, choices = [], []
    for _ in range(200):
        t = table("tablero", chance=[(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(300)])
        while not t.terminated:
            choices.append(len(t.legal()))
            t.step(rng.choice(t.legal()))
        rolls.append(t.position()["turn"])
    assert len(choices) / 200 == pytest.approx(61, abs=4)
    assert sum(rolls) / 200 == pytest.approx(22.5, abs=1.5)
    assert sum(choices) / len(choices) == pytest.approx(2.5, abs=0.1) and max(choices) <= 13
    # Six turns empty a reserve, the seventh can bump, and the opponent answers once more.
    assert min(rolls) >= 14
