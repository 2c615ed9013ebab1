"""Specs: the short names of agents, such as `greedy`, `mcts:1000` or `ppo`."""

from __future__ import annotations

from ludarium.agents.base import Agent
from ludarium.agents.random import RandomAgent
from ludarium.agents.rated import ExpertAgent, GreedyAgent
from ludarium.engine.checks import shown
from ludarium.engine.game import Game
from ludarium.errors import BadOption, nearest

AGENTS: dict[str, type[Agent]] = {"random": RandomAgent, "greedy": GreedyAgent, "expert": ExpertAgent}


def make_agent(spec: str | Agent, game: Game) -> Agent:
    """The agent of that spec for a game; an agent is passed through."""
    if isinstance(spec, Agent):
        return spec
    if not isinstance(spec, str) or spec not in AGENTS:
        raise BadOption(f"there is no agent {shown(spec)}; the agents are {', '.join(AGENTS)}{nearest(spec, AGENTS)}")
    return AGENTS[spec](game)
