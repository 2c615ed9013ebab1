"""Tablero di Berona: state record and rules, compiled. Rulings are numbered as in the README beside this file."""

from __future__ import annotations

import numpy as np

from ludarium.engine.compiling import compiled
from ludarium.engine.generator import below, starting_seat, word
from ludarium.engine.protocol import CHANCE, NOBODY, RUNNING, TERMINATED, TRUNCATED

COLUMNS = 6
CELLS = 18  # row · 6 + column; row 0 is player_0's home row, 1 the centre, 2 player_1's home row
TOKENS = 12  # of each player
LONGEST_WALK = 17  # steps, from any cell

ACTIONS = 34
PLACE, LIFT, WALK, RETRIEVE = 0, 6, 12, 16  # first index of each kind of action

ROLL, USE, WALKING, OVER = range(4)  # phases: dice to be rolled, a die to be used, a stack in the hand, no more

STATE = np.dtype(
    [
        ("key", "u8"),
        # Options.
        ("margin", "?"),
        ("first_player", "i1"),  # NOBODY: at random
        ("games", "i4"),
        ("max_turns", "i4"),
        # The series.
        ("game", "i4"),
        ("ledger", "i4", 2),
        ("starter", "i1"),
        # The board. A stack is its owners as bits, the bottom token lowest.
        ("stacks", "u4", CELLS),
        ("heights", "i1", CELLS),
        ("reserve", "i1", 2),
        ("bumped", "i1"),  # who bumped first in this game
        # The turn.
        ("phase", "i1"),
        ("ended", "i1"),
        ("to_move", "i1"),
        ("turn", "i4"),
        ("dice", "i1", 2),  # faces still to be used, ascending, `left` of them
        ("left", "i1"),
        ("doubles", "?"),
        # A walk under way: the cells visited, start first, and the hand, like a stack.
        ("path", "i1", CELLS),
        ("steps", "i1"),
        ("hand", "u4"),
        ("hand_size", "i1"),
    ],
    align=True,
)


def neighbours() -> np.ndarray:
    """The cell a step leads to, [player, direction, cell], the direction as the player sees it; −1 off the board."""
    table = np.full((2, 4, CELLS), -1, np.int8)
    for player in range(2):
        away = 1 - 2 * player
        for direction, (rows, columns) in enumerate([(away, 0), (-away, 0), (0, 1), (0, -1)]):
            for cell in range(CELLS):
                row, column = cell // COLUMNS + rows, cell % COLUMNS + columns
                if 0 <= row < 3 and 0 <= column < COLUMNS:
                    table[player, direction, cell] = row * COLUMNS + column
    return table


NEIGHBOURS = neighbours()


@compiled
def home(player, column):
    return player * 2 * COLUMNS + column


@compiled
def turned(player, cell):
    """A cell as the player counts rows, from the own home row; the same function turns it back."""
    return cell if player == 0 else (2 - cell // COLUMNS) * COLUMNS + cell % COLUMNS


@compiled
def top(s, cell):
    """The owner of the token on top of a cell, or NOBODY."""
    height = s.heights[cell]
    return NOBODY if height == 0 else (s.stacks[cell] >> np.uint32(height - 1)) & 1


@compiled
def push(s, cell, owner):
    s.stacks[cell] |= np.uint32(owner) << np.uint32(s.heights[cell])
    s.heights[cell] += 1


@compiled
def can_walk(cell, visited, steps):
    """Whether a walk of that many steps exists that avoids the visited cells (a set of bits that holds the cell)."""
    if steps == 0:
        return True
    for direction in range(4):
        to = NEIGHBOURS[0, direction, cell]
        if to >= 0 and not (visited >> to) & 1 and can_walk(to, visited | (1 << to), steps - 1):
            return True
    return False


@compiled
def points(s, player):
    """What the centre spaces under the player's top tokens are worth."""
    total = 0
    for column in range(COLUMNS):
        if top(s, COLUMNS + column) == player:
            total += column + 1
    return total


@compiled
def game_winner(s):
    """Ruling 9: more points, then the single most valuable space owned; NOBODY if no space is owned."""
    lead = points(s, 0) - points(s, 1)
    if lead != 0:
        return 0 if lead > 0 else 1
    for column in range(COLUMNS - 1, -1, -1):
        if top(s, COLUMNS + column) != NOBODY:
            return top(s, COLUMNS + column)
    return NOBODY


@compiled
def series_lead(s):
    """Player_0's lead on the ledger, the game on the board included."""
    return s.ledger[0] - s.ledger[1] + points(s, 0) - points(s, 1)


@compiled
def set_up(s):
    """An empty board; the starter is to roll."""
    s.stacks[:] = 0
    s.heights[:] = 0
    s.reserve[:] = TOKENS
    s.bumped = NOBODY
    s.turn = 0
    s.left = 0
    s.doubles = False
    s.steps = 0
    s.hand = 0
    s.hand_size = 0
    s.to_move = s.starter
    s.phase = ROLL


@compiled
def new(s):
    s.game = 0
    s.ledger[:] = 0
    s.ended = RUNNING
    s.starter = starting_seat(s.key, s.first_player, 2)
    set_up(s)


@compiled
def legal(s, mask):
    mask[:] = 0
    if s.phase == WALKING:
        return legal_steps(s, mask)
    return legal_uses(s, mask)


@compiled
def legal_steps(s, mask):
    """Ruling 4: a direction is legal only if the rest of the walk can be finished."""
    visited = 0
    for k in range(s.steps):
        visited |= 1 << s.path[k]
    at = s.path[s.steps - 1]
    count = 0
    for direction in range(4):
        to = NEIGHBOURS[s.to_move, direction, at]
        if to >= 0 and not (visited >> to) & 1 and can_walk(to, visited | (1 << to), s.hand_size - 1):
            mask[WALK + direction] = 1
            count += 1
    return count


@compiled
def legal_uses(s, mask):
    me = s.to_move
    count = 0
    if s.doubles and s.left == 2:
        for cell in range(CELLS):
            if top(s, cell) == me:
                mask[RETRIEVE + turned(me, cell)] = 1
                count += 1
    no_bump = count > 0  # ruling 7: a first use must then leave a use for the second die
    reserve = s.reserve[me]
    for d in range(s.left):
        column = s.dice[d] - 1
        height = s.heights[home(me, column)]
        if reserve > 0 and (not no_bump or reserve > 1 or height < LONGEST_WALK):
            count += 1 - mask[PLACE + column]
            mask[PLACE + column] = 1
        if 0 < height <= LONGEST_WALK and top(s, home(me, column)) == me and (not no_bump or reserve > 0):
            count += 1 - mask[LIFT + column]
            mask[LIFT + column] = 1
    return count


@compiled
def apply(s, action):
    me = s.to_move
    if action < LIFT:
        push(s, home(me, action - PLACE), me)
        s.reserve[me] -= 1
        take_die(s, action - PLACE + 1)
        die_used(s)
    elif action < WALK:
        cell = home(me, action - LIFT)
        s.hand = s.stacks[cell]
        s.hand_size = s.heights[cell]
        s.stacks[cell] = 0
        s.heights[cell] = 0
        s.path[0] = cell
        s.steps = 1
        take_die(s, action - LIFT + 1)
        s.phase = WALKING
    elif action < RETRIEVE:
        cell = NEIGHBOURS[me, action - WALK, s.path[s.steps - 1]]
        push(s, cell, s.hand & np.uint32(1))
        s.hand >>= np.uint32(1)
        s.hand_size -= 1
        s.path[s.steps] = cell
        s.steps += 1
        if s.hand_size == 0:
            s.steps = 0
            die_used(s)
    else:
        cell = turned(me, action - RETRIEVE)
        s.heights[cell] -= 1
        s.stacks[cell] &= ~(np.uint32(1) << np.uint32(s.heights[cell]))
        s.reserve[me] += 1
        roll_next(s, me)


@compiled
def take_die(s, face):
    """Removes a die of that face from those still to be used."""
    if s.dice[0] == face:
        s.dice[0] = s.dice[1]
    s.left -= 1


@compiled
def die_used(s):
    """The next die is due, or the turn is over."""
    s.phase = USE
    if s.left == 0:
        turn_over(s)


@compiled
def turn_over(s):
    """Ruling 8: the turn after the opponent's bump is the game's last."""
    if s.bumped == NOBODY:
        roll_next(s, 1 - s.to_move)
    else:
        game_over(s)


@compiled
def roll_next(s, player):
    """The player is to roll, unless the turn limit is reached (ruling 10)."""
    s.left = 0
    if s.bumped == NOBODY and s.turn >= s.max_turns:
        s.phase = OVER
        s.ended = TRUNCATED
    else:
        s.to_move = player
        s.phase = ROLL


@compiled
def game_over(s):
    """Ruling 11: all but the last game of a series go on the ledger, and the next one begins."""
    s.left = 0
    if s.game + 1 == s.games:
        s.phase = OVER
        s.ended = TERMINATED
        return
    lead = points(s, 0) - points(s, 1)
    s.ledger[0 if lead > 0 else 1] += abs(lead)
    winner = game_winner(s)
    if winner != NOBODY:
        s.starter = winner
    s.game += 1
    set_up(s)


@compiled
def forced(s):
    """Ruling 5: a die without a use is lost, and the turn is the player's last."""
    s.left = 0
    if s.bumped == NOBODY:
        s.bumped = s.to_move
        roll_next(s, 1 - s.to_move)
    else:
        game_over(s)


@compiled
def chance(s, outcome):
    """A roll: outcome 6·(a−1) + b−1 is faces a and b."""
    if outcome < 0:
        outcome = below(word(s.key, s.game, s.turn), 36)
    a, b = outcome // 6 + 1, outcome % 6 + 1
    s.dice[0] = min(a, b)
    s.dice[1] = max(a, b)
    s.left = 2
    s.doubles = a == b
    s.turn += 1
    s.phase = USE


@compiled
def mover(s):
    return CHANCE if s.phase == ROLL else s.to_move


@compiled
def over(s):
    return s.ended


@compiled
def seats(s):
    return 2


@compiled
def winners(s):
    if s.games > 1:
        lead = series_lead(s)
        return (1 if lead >= 0 else 0) | (2 if lead <= 0 else 0)
    winner = game_winner(s)
    return 3 if winner == NOBODY else 1 << winner


@compiled
def margins(s, out):
    lead = series_lead(s) / (21.0 * s.games)
    out[0] = lead
    out[1] = -lead


@compiled
def determinize(s, seat):
    """Everything lies open."""


@compiled
def signature(s):
    return (s.game << 32) + (s.turn << 8) + 8 * s.dice[0] + s.dice[1]
