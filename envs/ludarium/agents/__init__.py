"""Anything that can sit at a table. An agent is named by a short spec, the same in every command and environment."""

from ludarium.agents.base import Agent
from ludarium.agents.random import RandomAgent
from ludarium.agents.specs import make_agent

__all__ = ["Agent", "RandomAgent", "make_agent"]
