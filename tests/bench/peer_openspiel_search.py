"""OpenSpiel's C++ `MCTSBot` on backgammon, in the environment of that peer: simulations a second as JSON."""

import json
import random
import time

import pyspiel

SIMULATIONS = 1000


def simulations_a_second(seconds):
    game = pyspiel.load_game("backgammon")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, SIMULATIONS, 1000, False, 0, False)
    rng = random.Random(0)
    spent, searches = 0.0, 0
    while spent < seconds:
        state = game.new_initial_state()
        for _ in range(12):
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, probabilities)[0])
                continue
            started = time.perf_counter()
            action = bot.step(state)
            spent += time.perf_counter() - started
            searches += 1
            state.apply_action(action)
    return searches * SIMULATIONS / spent


if __name__ == "__main__":
    print(json.dumps({"backgammon": max(simulations_a_second(3.0) for _ in range(3))}))
