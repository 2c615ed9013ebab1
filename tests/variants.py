"""The variants every general test runs on: each option of each game at least once away from its default."""

VARIANTS = {
    "dice_matrix": [
        {},
        {"first_player": 1, "hidden_scores": True},
        {"games": 2, "first_player": "random", "reward": "margin"},
    ],
    "tablero": [
        {},
        {"first_player": 1, "reward": "margin"},
        {"games": 3, "first_player": "random", "reward": "margin"},
        {"games": 2, "max_turns": 12},
    ],
    "matrio": [
        {},
        {"opening": "two_of_clubs", "reward": "margin"},
    ],
    "dicefest": [
        {},
        {"sides": (1, 2), "first_player": 1, "max_turns": 40},
        {"players": 3, "first_player": "random", "reward": "margin"},
        {"players": 3, "sides": (3, 0, 2)},
        {"players": 4, "first_player": 3},
    ],
}

ALL = [(game, options) for game, variants in VARIANTS.items() for options in variants]


def name_of(case):
    game, options = case
    return "-".join([game, *(f"{k}={v}".replace(" ", "") for k, v in options.items())])


NAMES = [name_of(case) for case in ALL]
