"""Specs: the short names of agents, the same in every command and environment.

random, greedy, expert      players that come with every game
mcts:1000, mcts:1s          tree search with so many iterations, or so much time, for every decision
mcts:1000+greedy            the same with playouts that follow the greedy player
mcts:1000+solver            the same with exact endings (Dice Matrix)
ppo                         the trained agent that ships; ppo:sample plays as often as its network likes a move
some/file.safetensors       a trained agent of your own, with :sample too
ppo+mcts:200                tree search guided by a trained agent, with so many iterations
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ludarium.agents.base import Agent, CallableAgent
from ludarium.agents.guided import GuidedAgent
from ludarium.agents.mcts import MCTSAgent
from ludarium.agents.random import RandomAgent
from ludarium.agents.rated import ExpertAgent, GreedyAgent
from ludarium.engine.checks import shown
from ludarium.engine.game import Game
from ludarium.errors import BadOption, nearest

SIMPLE: dict[str, type[Agent]] = {"random": RandomAgent, "greedy": GreedyAgent, "expert": ExpertAgent}
KINDS = [*SIMPLE, "mcts:N", "mcts:Ns", "ppo", "FILE.safetensors"]
MOST_ITERATIONS = 10**9
MOST_GUIDED = 10_000  # the trees of a guided search are kept whole
TRAINED = re.compile(r"(?P<network>(ppo|.*\.safetensors)(:sample)?)(\+mcts:(?P<budget>.*))?")
LONGEST = 3600.0  # seconds


def make_agent(spec: str | Agent | Callable[..., Any], game: Game) -> Agent:
    """The agent of that spec for a game; an agent is passed through, and a function (observations, masks) → actions
    becomes one."""
    if isinstance(spec, Agent):
        if spec.game is not game:
            raise BadOption(f"{spec!r} plays {spec.game.title}, not {game.title}")
        return spec
    if isinstance(spec, str):
        return _parse(spec, game)
    if callable(spec) and not isinstance(spec, type):
        return CallableAgent(game, spec)
    raise BadOption(f"there is no agent {shown(spec)}; an agent is one of {', '.join(KINDS)}")


def _parse(spec: str, game: Game) -> Agent:
    base, *extras = spec.split("+")
    name, _, budget = base.partition(":")
    trained = TRAINED.fullmatch(spec)
    if base in SIMPLE and not extras:
        agent = SIMPLE[base](game)
    elif trained:
        agent = _trained(spec, trained["network"], trained["budget"], game)
    elif name == "mcts":
        agent = _search(spec, budget, extras, game)
    else:
        raise BadOption(
            f"there is no agent {spec!r}; the agents are {', '.join(KINDS)}{nearest(name, [*SIMPLE, 'mcts', 'ppo'])}"
        )
    agent.name = spec
    return agent


def _trained(spec: str, network: str, budget: str | None, game: Game) -> Agent:
    from ludarium_training.checkpoint import checkpoint_agent  # torch comes with it, so only now

    if budget is None:
        return checkpoint_agent(network, game)
    iterations, _ = parse_budget(spec, budget)
    if not 2 <= iterations <= MOST_GUIDED:
        raise BadOption(f"{spec!r}: a search guided by a network takes 2 to {MOST_GUIDED} iterations, as in mcts:200")
    return GuidedAgent(game, checkpoint_agent(network, game).judge, iterations)


def _search(spec: str, budget: str, extras: list[str], game: Game) -> Agent:
    forms = ["greedy", "solver"] if game.name == "dice_matrix" else ["greedy"]
    for extra in extras:
        if extra not in forms or extras.count(extra) > 1:
            hint = nearest(extra, forms)
            raise BadOption(f"{spec!r}: a search for {game.title} can be extended by +{', +'.join(forms)}{hint}")
    iterations, seconds = parse_budget(spec, budget)
    agent: Agent = MCTSAgent(game, iterations, seconds, greedy="greedy" in extras)
    if "solver" in extras:
        from ludarium.dice_matrix.endings import EndingsAgent

        agent = EndingsAgent(agent)
    return agent


def parse_budget(spec: str, budget: str) -> tuple[int, float]:
    """Iterations and seconds for a decision; one of them is 0."""
    if re.fullmatch(r"[1-9][0-9]*", budget) and int(budget) <= MOST_ITERATIONS:
        return int(budget), 0.0
    timed = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(m?s)", budget)
    seconds = float(timed[1]) * (0.001 if timed[2] == "ms" else 1.0) if timed else 0.0
    if not 0.0 < seconds <= LONGEST:
        raise BadOption(f"{spec!r}: a search takes a number of iterations or a time, as in mcts:1000 or mcts:0.5s")
    return 0, seconds
