"""Engine and reference agree at every step of hundreds of games per variant; `make soak` plays thousands."""

from tests.parity import play_against_reference

GAMES = {"dice_matrix": 200, "tablero": 200, "matrio": 200, "dicefest": 30}


def test_games_agree_with_the_reference(make, variant):
    env = make()
    for seed in range(GAMES[variant[0]]):
        play_against_reference(env, seed)
