"""Small boards of Tablero di Berona and the numbers of its actions, for the tests of its rulings."""

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


# All of player_1's tokens lie in one stack of the own home row, where only a 6 can use them.
LAST = {north(6): "1" * 12}
