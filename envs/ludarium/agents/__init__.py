"""Anything that can sit at a table. An agent is named by a short spec, the same in every command and environment."""

from __future__ import annotations

from ludarium.agents.base import Agent
from ludarium.agents.random import RandomAgent
from ludarium.engine.game import Game
from ludarium.errors import BadOption, nearest

__all__ = ["Agent", "RandomAgent", "make_agent"]

AGENTS = {"random": RandomAgent}


def make_agent(spec: str | Agent, game: Game) -> Agent:
    """The agent of that spec for a game; an agent is passed through."""
    if isinstance(spec, Agent):
        return spec
    if spec not in AGENTS:
        raise BadOption(f"there is no agent {spec!r}; the agents are {', '.join(AGENTS)}{nearest(spec, AGENTS)}")
    return AGENTS[spec](game)
