"""Random legal play of OpenSpiel's backgammon and connect_four from Python, in the environment of that peer.

Every decision costs an observation tensor and a mask of legal actions; prints decisions a second as JSON.
"""

import json
import random
import time

import pyspiel


def decisions_a_second(game, seconds):
    played = 0
    rng = random.Random(0)
    started = time.perf_counter()
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, probabilities)[0])
                continue
            player = state.current_player()
            state.observation_tensor(player)
            state.legal_actions_mask(player)
            legal = state.legal_actions(player)
            state.apply_action(legal[int(rng.random() * len(legal))])
            played += 1
        elapsed = time.perf_counter() - started
        if elapsed > seconds:
            return played / elapsed


if __name__ == "__main__":
    best = {}
    for name in ("backgammon", "connect_four"):
        game = pyspiel.load_game(name)
        best[name] = max(decisions_a_second(game, 2.0) for _ in range(3))
    print(json.dumps(best))
