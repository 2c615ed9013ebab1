"""`make baselines GAME=tablero`: the players that come with a game against each other, as the table of its page."""

import argparse
from itertools import product

from ludarium.arena import evaluate
from ludarium.registry import load

AGENTS = ["random", "greedy", "mcts:200", "mcts:1000", "expert"]


def scores(name, agents, games, seed):
    """[agent, opponent]: the score and half of its interval; between two players one match serves both."""
    seats = load(name).seats(load(name).blank({})[0])
    table = {}
    for agent, opponent in product(reversed(agents), agents):
        if agent == opponent or (seats == 2 and (opponent, agent) in table):
            continue
        result = evaluate(name, agent, [opponent], games, seed)[0]
        table[agent, opponent] = result.score, (result.high - result.low) / 2
        if seats == 2:
            table[opponent, agent] = 1 - result.score, (result.high - result.low) / 2
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--agents", nargs="+", default=AGENTS)
    arguments = parser.parse_args()
    table = scores(arguments.game, arguments.agents, arguments.games, arguments.seed)
    print("| score of | " + " | ".join(f"against {agent}" for agent in arguments.agents) + " |")
    print("|---|" + "---|" * len(arguments.agents))
    for agent in arguments.agents:
        cells = [
            "" if agent == opponent else "{:.1%} ± {:.1%}".format(*table[agent, opponent])
            for opponent in arguments.agents
        ]
        print(f"| {agent} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
