"""Dicefest: the state record and the rules, compiled. Rulings are numbered as in the README beside this file."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.generator import below, starting_seat, word
from ludarium.engine.protocol import CHANCE, NOBODY, RUNNING, TERMINATED, TRUNCATED

MOST_PLAYERS = 4
DICE = 3  # of each player
COUNTERS = 36
CELLS = 64  # row · 8 + column, row 0 at the north; a set of cells is an int64, which cell 63, a corner, never enters
FAR_ROW = 56  # first cell of the side opposite to a player, in that player's own frame

NORTH, EAST, SOUTH, WEST, TOP = range(5)  # faces of a die; the first four are directions too, clockwise

ACTIONS = 57
MOVE, ROTATE, PUT, TURN = 0, 12, 15, 51  # first index of each kind of action
TURNS = 6  # ways to turn a die, in the order of their actions: tip forward, back, left, right, spin both ways
TIP_TOWARDS = 0, 2, 3, 1  # quarter turns clockwise from forward, for each of the four tips

SETTING_UP, CHOOSING, PAYING, TURNING, OVER = range(5)  # phases; the middle three ask for a decision
NOWHERE = 0  # a corner: no cell of the game, and in no set of cells

STATE = np.dtype(
    [
        ("key", "u8"),
        # Options.
        ("margin", "?"),
        ("first_player", "i1"),  # NOBODY: at random
        ("players", "i1"),
        ("sides", "i1", MOST_PLAYERS),
        ("max_turns", "i4"),
        # The board: sets of cells.
        ("counters", "i8"),
        ("occupied", "i8"),  # cells that hold a die
        # The players.
        ("at", "i1", (MOST_PLAYERS, DICE)),  # the cell of every die
        ("facing", "i1", (MOST_PLAYERS, DICE)),  # its orientation, a row of FACES
        ("locked", "u1", (MOST_PLAYERS, DICE)),
        ("collection", "i1", MOST_PLAYERS),
        # The turn.
        ("phase", "i1"),
        ("ended", "i1"),
        ("winner", "i1"),
        ("to_move", "i1"),
        ("turn", "i4"),
        # A rotation under way: its die and the counters still to be put.
        ("die", "i1"),
        ("left", "i1"),
    ],
    align=True,
)


def frames() -> tuple[np.ndarray, np.ndarray]:
    """Cells as a player counts them, rows from the own side and columns from the left, [side, cell]; and back."""
    own = np.zeros((4, CELLS), np.int8)
    for cell in range(CELLS):
        row, column = divmod(cell, 8)
        for side, (i, j) in enumerate([(7 - row, column), (column, row), (row, 7 - column), (7 - column, 7 - row)]):
            own[side, cell] = i * 8 + j
    return own, np.argsort(own, axis=1).astype(np.int8)


def inner_cells() -> np.ndarray:
    """The cells of the inner board in the order of a player's actions, [side, own inner cell]."""
    return np.array([[BOARD[side, i * 8 + j] for i in range(1, 7) for j in range(1, 7)] for side in range(4)], np.int8)


def destinations() -> np.ndarray:
    """The cell that many spaces away, [cell, direction, spaces]; NOWHERE for a corner or off the board (ruling 5)."""
    table = np.full((CELLS, 4, 7), NOWHERE, np.int8)
    for cell in range(CELLS):
        for direction, (rows, columns) in enumerate([(-1, 0), (0, 1), (1, 0), (0, -1)]):
            for spaces in range(1, 7):
                row, column = cell // 8 + rows * spaces, cell % 8 + columns * spaces
                if 0 <= row < 8 and 0 <= column < 8 and not (row in (0, 7) and column in (0, 7)):
                    table[cell, direction, spaces] = row * 8 + column
    return table


def orientations() -> np.ndarray:
    """The 24 ways a right-handed die can lie (ruling 3), each as its north, east, south, west and top face."""
    rows = []
    for top, north, east in permutations(range(1, 7), 3):
        if north + top == 7 or east + top == 7 or north + east == 7:
            continue
        # Three faces round a corner, each 1, 2, 3 or opposite to one: every opposite mirrors the order of the three.
        axes = [min(face, 7 - face) for face in (top, east, north)]
        mirrored = sum(face > 3 for face in (top, east, north)) % 2 == 1
        if (axes in ([1, 2, 3], [2, 3, 1], [3, 1, 2])) != mirrored:
            rows.append([north, east, 7 - north, 7 - east, top])
    return np.array(rows, np.int8)


def facing(top: int, north: int, east: int) -> int:
    """The orientation with these faces; −1 if no right-handed die can lie so."""
    rows = np.flatnonzero((FACES[:, [TOP, NORTH, EAST]] == (top, north, east)).all(axis=1))
    return int(rows[0]) if len(rows) else -1


def turned_dice() -> np.ndarray:
    """The orientation after a turn, [side, orientation, turn]: turns in the order of the actions of a player there."""
    table = np.zeros((4, len(FACES), TURNS), np.int8)
    for side in range(4):
        for o, faces in enumerate(FACES.tolist()):
            for turn, quarter in enumerate(TIP_TOWARDS):
                front, behind = (side + quarter) % 4, (side + quarter + 2) % 4
                after = faces.copy()
                after[front], after[behind], after[TOP] = faces[TOP], 7 - faces[TOP], faces[behind]
                table[side, o, turn] = facing(after[TOP], after[NORTH], after[EAST])
            table[side, o, 4] = facing(faces[TOP], faces[WEST], faces[NORTH])
            table[side, o, 5] = facing(faces[TOP], faces[EAST], faces[SOUTH])
    return table


def start_facings() -> np.ndarray:
    """How a die with a number on top starts: its highest side face to the owner's left, [side, number] (ruling 3)."""
    table = np.zeros((4, 7), np.int8)
    for side in range(4):
        for o, faces in enumerate(FACES):
            if faces[(side + 3) % 4] == faces[:TOP].max():
                table[side, faces[TOP]] = o
    return table


OWN, BOARD = frames()  # own frame of each side from cells of the board, and cells of the board from the own frame
INNER_CELLS = inner_cells()
INNER = sum(1 << int(cell) for cell in INNER_CELLS[0])
DESTINATIONS = destinations()
FACES = orientations()
TURNED = turned_dice()
START_FACINGS = start_facings()
START_NUMBERS = np.array(list(combinations(range(6, 0, -1), DICE)), np.int8)  # the 20 sets, highest number first


@compiled
def destination(s, player, d, direction):
    """Where a die would go in a direction of the board; NOWHERE if it may not (ruling 5)."""
    to = DESTINATIONS[s.at[player, d], direction, FACES[s.facing[player, d], direction]]
    return NOWHERE if (s.occupied >> to) & 1 else to


@compiled
def room(s):
    """How many inner cells hold neither counter nor die: as many lack a counter as there are in collections."""
    cells = 0
    for player in range(s.players):
        cells += s.collection[player]
        for d in range(DICE):
            cells -= (INNER >> s.at[player, d]) & 1
    return cells


@compiled
def can_rotate(s, player, d, cells):
    """Ruling 6: enough counters, and enough of the free cells that `room` counts."""
    cost = FACES[s.facing[player, d], TOP]
    return s.collection[player] >= cost and cells >= cost


@compiled
def locks(player_side, cell, top):
    """Ruling 7: opposite to the own side, the space with number n is column n of the own frame."""
    return OWN[player_side, cell] == FAR_ROW + top


@compiled
def all_locked(s, player):
    """In a game that goes on, such a player has counters left and is stranded (ruling 8)."""
    return s.locked[player, 0] + s.locked[player, 1] + s.locked[player, 2] == DICE


@compiled
def new(s):
    s.counters = INNER
    s.occupied = 0
    s.locked[:] = 0
    s.collection[:] = 0
    s.phase = SETTING_UP
    s.ended = RUNNING
    s.winner = NOBODY
    s.to_move = starting_seat(s.key, s.first_player, s.players)
    s.turn = 0
    s.die = 0
    s.left = 0


@compiled
def legal(s, mask):
    mask[:] = 0
    if s.phase == PAYING:
        return legal_cells(s, mask)
    if s.phase == TURNING:
        mask[TURN:] = 1
        return TURNS
    return legal_choices(s, mask)


@compiled
def legal_choices(s, mask):
    """Ruling 4: a move or a rotation of an unlocked die."""
    me = s.to_move
    side = s.sides[me]
    cells = room(s)
    count = 0
    for d in range(DICE):
        if s.locked[me, d]:
            continue
        for k in range(4):
            possible = destination(s, me, d, (side + k) & 3) != NOWHERE
            mask[MOVE + 4 * d + k] = possible
            count += possible
        possible = can_rotate(s, me, d, cells)
        mask[ROTATE + d] = possible
        count += possible
    return count


@compiled
def legal_cells(s, mask):
    taken = s.counters | s.occupied
    side = s.sides[s.to_move]
    count = 0
    for k in range(COUNTERS):
        free = 1 - ((taken >> INNER_CELLS[side, k]) & 1)
        mask[PUT + k] = free
        count += free
    return count


@compiled
def apply(s, action):
    me = s.to_move
    if action < ROTATE:
        d = (action - MOVE) >> 2
        move(s, me, d, destination(s, me, d, (s.sides[me] + action - MOVE) & 3))
        turn_over(s)
    elif action < PUT:
        s.die = action - ROTATE
        s.left = FACES[s.facing[me, s.die], TOP]
        s.phase = PAYING
    elif action < TURN:
        s.counters |= np.int64(1) << INNER_CELLS[s.sides[me], action - PUT]
        s.collection[me] -= 1
        s.left -= 1
        if s.left == 0:
            s.phase = TURNING
    else:
        d = s.die
        s.facing[me, d] = TURNED[s.sides[me], s.facing[me, d], action - TURN]
        check_lock(s, me, d)
        turn_over(s)


@compiled
def move(s, player, d, to):
    """Ruling 5: the die does not turn, and takes the counter it ends on."""
    bit = np.int64(1) << to
    s.occupied ^= bit | (np.int64(1) << s.at[player, d])
    s.at[player, d] = to
    if s.counters & bit:
        s.counters ^= bit
        s.collection[player] += 1
    check_lock(s, player, d)


@compiled
def check_lock(s, player, d):
    s.locked[player, d] = locks(s.sides[player], s.at[player, d], FACES[s.facing[player, d], TOP])


@compiled
def turn_over(s):
    """Rulings 8 and 9: the game ends, or the turn limit cuts it short, or the next player is due."""
    me = s.to_move
    if all_locked(s, me):
        if s.collection[me] == 0:
            finish(s, TERMINATED, me)
            return
        last = only_free_player(s)
        if last != NOBODY:
            finish(s, TERMINATED, last)
            return
    if not anybody_can_act(s):
        finish(s, TERMINATED, NOBODY)
    elif s.turn >= s.max_turns:
        finish(s, TRUNCATED, NOBODY)
    else:
        s.to_move = next_player(s)
        s.turn += 1
        s.phase = CHOOSING
        s.die = 0


@compiled
def only_free_player(s):
    """The one player who still has free dice, or NOBODY if several have."""
    found = NOBODY
    for player in range(s.players):
        if not all_locked(s, player):
            if found != NOBODY:
                return NOBODY
            found = player
    return found


@compiled
def anybody_can_act(s):
    """Whether any player, if it were that player's turn, could move or rotate a die."""
    cells = room(s)
    for player in range(s.players):
        for d in range(DICE):
            if not s.locked[player, d]:
                if can_rotate(s, player, d, cells):
                    return True
                for direction in range(4):
                    if destination(s, player, d, direction) != NOWHERE:
                        return True
    return False


@compiled
def next_player(s):
    """The next in turn order who is not stranded; there is one, at worst the mover."""
    player = s.to_move
    while True:
        player = player + 1 if player + 1 < s.players else 0
        if not all_locked(s, player):
            return player


@compiled
def finish(s, ended, winner):
    s.phase = OVER
    s.ended = ended
    s.winner = winner
    s.die = 0
    s.left = 0


@compiled
def forced(s):
    """Ruling 9: a pass, which is a turn."""
    turn_over(s)


@compiled
def chance(s, outcome):
    """The whole set-up, drawn from the key whatever the outcome: draw number p is for player_p."""
    for player in range(s.players):
        numbers = START_NUMBERS[below(word(s.key, 0, player), len(START_NUMBERS))]
        side = s.sides[player]
        for d in range(DICE):
            cell = BOARD[side, 7 - numbers[d]]  # ruling 2: 6 to 1 from the left, in the own frame's first row
            s.at[player, d] = cell
            s.facing[player, d] = START_FACINGS[side, numbers[d]]
            s.occupied |= np.int64(1) << cell
    s.turn = 1
    s.phase = CHOOSING


@compiled
def mover(s):
    return CHANCE if s.phase == SETTING_UP else s.to_move


@compiled
def over(s):
    return s.ended


@compiled
def seats(s):
    return s.players


@compiled
def winners(s):
    return 0 if s.winner == NOBODY else 1 << s.winner


@compiled
def margins(s, out):
    """Never asked for: the option is never set in the record."""


@compiled
def determinize(s, seat):
    """Everything lies open."""


@compiled
def signature(s):
    return 0
