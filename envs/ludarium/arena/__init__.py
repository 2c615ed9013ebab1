"""Evaluation and tournaments of any agents: paired games in all seat rotations, played in batches on all cores."""

from ludarium.arena.evaluation import Match, Result, evaluate
from ludarium.arena.records import read_games, replay

__all__ = ["Match", "Result", "evaluate", "read_games", "replay"]
