"""What must hold in every state of every game, checked on a whole batch of records at once with NumPy.

Written against the state records, but not with the rules' functions: everything is counted anew from the board.
"""

import numpy as np

from ludarium.dice_matrix import rules as dice_matrix_rules
from ludarium.dicefest import rules as dicefest_rules
from ludarium.matrio import rules as matrio_rules


def require(holds, what, game):
    if not np.all(holds):
        raise AssertionError(f"{game}: {what} is violated in slot {int(np.flatnonzero(~np.atleast_1d(holds))[0])}")


def check_batch(batch):
    """Everything that holds whatever the game, then the game's own invariants, in running and in finished states."""
    name = batch.game.name
    require(batch.masks.any(axis=1), "somebody can move", name)
    require((batch.observations >= -1).all(axis=1) & (batch.observations <= 1).all(axis=1), "observation range", name)
    require(np.abs(batch.rewards.sum(axis=1)) < 1e-9, "zero sum", name)
    ended = batch.terminated | batch.truncated
    require(ended | ~batch.rewards.any(axis=1), "no reward before the end", name)
    require(~(batch.terminated & batch.truncated), "one kind of end", name)
    require(batch.states["ended"] == 0, "running states", name)
    for states in (batch.states, batch.finals[ended]):
        if len(states):
            CHECKS[name](states)
            if name == "tablero":
                tablero_reached(states)


def bits_set(words, count):
    """The bits of whole numbers as an array of 0 and 1 with one more axis."""
    return (words[..., None].astype(np.int64) >> np.arange(count)) & 1


def triangular(n):
    return n * (n + 1) // 2


def dice_matrix(s):
    """50 dice, ten of each colour; recount = score (ruling 9); the pairs kept in the record are those on the board."""
    areas = s["areas"].astype(np.int64)
    matrix = s["matrix"].astype(np.int64)
    inside = matrix >= 0
    spare = (s["spare"] >= 0).astype(np.int64)
    require(inside.sum(1) + areas.sum((1, 2, 3)) + spare == 50, "50 dice", "dice_matrix")
    for colour in range(5):
        count = (inside & (matrix >> 3 == colour)).sum(1) + areas[:, :, colour].sum((1, 2)) + (s["spare"] == colour)
        require(count == 10, "ten dice of a colour", "dice_matrix")
    for face in range(6):
        count = (inside & (matrix & 7 == face)).sum(1) + areas[:, :, :, face].sum((1, 2))
        require(count == s["totals"][:, face], "dice of a face", "dice_matrix")
    recount = triangular(areas.sum(3)).sum(2) + triangular(areas.sum(2)).sum(2)
    require((recount == s["scores"]).all(1), "recount = score", "dice_matrix")
    require((recount <= 732).all(1), "a score is at most 732", "dice_matrix")
    require(inside.sum(1) == s["left"], "dice left", "dice_matrix")
    grid = matrix.reshape(-1, 7, 7)
    lines = np.concatenate([grid, grid.transpose(0, 2, 1)], axis=1)
    pairs = s["pairs"].reshape(-1, 14, 21)
    for k, (i, j) in enumerate(dice_matrix_rules.PAIR_PLACES.tolist()):
        a, b = lines[:, :, i], lines[:, :, j]
        clear = (lines[:, :, i + 1 : j] < 0).all(2)
        expected = (a >= 0) & (b >= 0) & clear & ((a >> 3 == b >> 3) | (a & 7 == b & 7))
        require(((pairs[:, :, k] == 1) == expected).all(1), "pairs", "dice_matrix")


def tablero(s):
    """24 tokens, twelve of each; nothing above a stack's height; dice, walk and bump agree."""
    heights = s["heights"].astype(np.int64)
    tokens = bits_set(s["stacks"], 32)
    hand = bits_set(s["hand"], 32)
    hand_size = s["hand_size"].astype(np.int64)
    above = np.arange(32) >= heights[..., None]
    require(~(tokens.astype(bool) & above).any((1, 2)), "no token above a stack", "tablero")
    require(~(hand.astype(bool) & (np.arange(32) >= hand_size[:, None])).any(1), "no token above the hand", "tablero")
    ones = tokens.sum((1, 2)) + hand.sum(1)
    both = heights.sum(1) + hand_size
    require(ones + s["reserve"][:, 1] == 12, "tokens of player_1", "tablero")
    require(both - ones + s["reserve"][:, 0] == 12, "tokens of player_0", "tablero")
    require((s["reserve"] >= 0).all(1), "reserve", "tablero")
    walking = s["phase"] == 2
    require(walking == (hand_size > 0), "a walk has a hand", "tablero")
    require(~walking | (s["left"] < 2), "a walk took a die", "tablero")
    running = s["ended"] == 0
    require(~running | (s["bumped"] != s["to_move"]), "who bumped has no more turns", "tablero")
    require((s["turn"] <= s["max_turns"]) | (s["bumped"] >= 0), "turn limit", "tablero")
    require(s["game"] < s["games"], "games of the series", "tablero")


def tablero_reached(s):
    """What play leads to, though a position may say otherwise: a bump needs an empty reserve, and it stays empty."""
    bumped = np.take_along_axis(s["reserve"], s["bumped"][:, None].clip(0), 1)[:, 0]
    require((s["bumped"] < 0) | (bumped == 0), "a bump needs an empty reserve", "tablero")


def matrio(s):
    """52 cards; markers exactly on complete cells; scores recounted from the tops; withdrawal only without a marker."""
    tops = s["tops"].astype(np.int64)
    beneath = s["beneath"].astype(np.int64)
    on_board = (beneath != matrio_rules.IN_HAND).sum(1)
    require(on_board + s["held"].sum(1) == 52, "52 cards", "matrio")
    held = np.arange(52) % 13 < np.repeat(s["held"], 13, axis=1)
    require(
        (np.where(held, np.take_along_axis(beneath, s["cards"].astype(np.int64), 1), -2) == -2).all(1),
        "hands",
        "matrio",
    )
    top_values = np.where(tops >= 0, matrio_rules.VALUE[tops.clip(0)].astype(np.int64), 0)
    require((top_values == s["values"]).all(1), "values of the tops", "matrio")
    trays = top_values.reshape(-1, 6, 4)
    filled = (tops >= 0).reshape(-1, 6, 4)
    markers = s["markers"].astype(np.int64)
    scores = np.zeros((len(s), 4), np.int64)
    for row in range(3):
        for column in range(3):
            owner = markers[:, 3 * row + column]
            complete = filled[:, row].all(1) & filled[:, 3 + column].all(1)
            require((owner >= 0) == complete, "markers on complete cells", "matrio")
            worth = (trays[:, row] * trays[:, 3 + column]).sum(1)
            for player in range(4):
                scores[:, player] += np.where(owner == player, worth, 0)
    require((scores == s["scores"]).all(1), "scores", "matrio")
    full = (markers >= 0).all(1)
    marked = np.stack([(markers == player).any(1) for player in range(4)], axis=1)
    require((s["withdrawn"].astype(bool) == (full[:, None] & ~marked)).all(1), "withdrawal", "matrio")


def dicefest(s):
    """36 counters; dice on cells of their own, never on a counter; right-handed; locked exactly where they must be."""
    counters, occupied = bits_set(s["counters"], 64), bits_set(s["occupied"], 64)
    present = np.arange(4) < s["players"][:, None]
    require(counters.sum(1) + (s["collection"] * present).sum(1) == 36, "36 counters", "dicefest")
    require((s["collection"] >= 0).all(1), "collection", "dicefest")
    require(~(counters & occupied).any(1), "no counter under a die", "dicefest")
    cells = np.arange(64).reshape(8, 8)
    outside = np.ones((8, 8), bool)
    outside[1:7, 1:7] = False
    require(~counters[:, cells[outside]].any(1), "counters on the inner board", "dicefest")
    require(~occupied[:, [0, 7, 56, 63]].any(1), "no die in a corner", "dicefest")
    require(occupied.sum(1) == 3 * s["players"], "dice on cells of their own", "dicefest")
    at = s["at"].astype(np.int64)
    on = np.take_along_axis(occupied, at.reshape(len(s), -1), 1).reshape(at.shape)
    require((on.astype(bool) | ~present[..., None]).all((1, 2)), "dice where they are said to be", "dicefest")
    top = dicefest_rules.FACES[s["facing"], 4].astype(np.int64)
    row, column = at // 8, at % 8
    side = s["sides"].astype(np.int64)[..., None]
    opposite = np.choose(side, [row == 0, column == 7, row == 7, column == 0])
    number = np.choose(
        side, [column, row, 7 - column, 7 - row]
    )  # of the space opposite, read by the player sitting there
    right = (s["locked"] == 1) == (opposite & (number == top))
    require((right | ~present[..., None]).all((1, 2)), "locked dice", "dicefest")
    require(s["turn"] <= s["max_turns"], "turn limit", "dicefest")
    running = s["ended"] == 0
    mine = np.take_along_axis(s["locked"].sum(2), s["to_move"][:, None].astype(np.int64).clip(0), 1)[:, 0]
    require(~running | (mine < 3), "stranded players have no turns", "dicefest")


CHECKS = {"dice_matrix": dice_matrix, "tablero": tablero, "matrio": matrio, "dicefest": dicefest}
