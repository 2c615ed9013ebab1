"""Ratings from the results of tables, by maximum likelihood in the model of Bradley, Terry and Luce.

In that model every agent has a strength, and wins a table with the probability of its share of the strengths there.
Ratings are strengths on Elo's scale. To keep a rating finite for agents that never lose, and intervals honest, every
table counts as if each of its seats had won one more group of games.
"""

from __future__ import annotations

from dataclasses import dataclass

import choix
import numpy as np

ELO = 400 / np.log(10)
RESAMPLES = 200
LEAST = 0.5  # groups that every seat wins in a resample, which may otherwise hold none
PERCENTILES = 2.5, 97.5


@dataclass(frozen=True)
class Table:
    """Who sat together, and what each seat won: the mean over the rotations of each group of games."""

    agents: tuple[int, ...]
    shares: np.ndarray  # (groups, seats)

    def padded(self) -> np.ndarray:
        return np.concatenate([self.shares, np.eye(len(self.agents))])


@dataclass(frozen=True)
class Ratings:
    """Elo ratings with 95% intervals, all relative to the anchor's 0."""

    elo: np.ndarray
    low: np.ndarray
    high: np.ndarray

    @property
    def precision(self) -> float:
        """Half of the widest interval."""
        return float((self.high - self.low).max() / 2)


def rate_agents(tables: list[Table], agents: int, anchor: int | None, seed: int = 0) -> Ratings:
    """Ratings with intervals by the bootstrap over groups; without an anchor, the mean rating is 0."""
    rng = np.random.default_rng(seed)
    groups = [table.padded() for table in tables]
    totals = [won.sum(0) for won in groups]
    elo = anchored(fit(tables, totals, agents), anchor)
    samples = np.zeros((RESAMPLES, agents))
    for sample in samples:
        drawn = [won[rng.integers(len(won), size=len(won))].sum(0) for won in groups]
        sample[:] = anchored(fit(tables, [d + LEAST for d in drawn], agents), anchor)
    low, high = np.percentile(samples, PERCENTILES, axis=0)
    return Ratings(elo, np.minimum(low, elo), np.maximum(high, elo))


def fit(tables: list[Table], totals: list[np.ndarray], agents: int) -> np.ndarray:
    """The most likely strengths, as logarithms; `totals` are the groups won by the seats of every table."""
    if all(len(table.agents) == 2 for table in tables):
        wins = np.zeros((agents, agents))
        for table, total in zip(tables, totals, strict=True):
            one, other = table.agents
            wins[one, other] += total[0]
            wins[other, one] += total[1]
        return np.asarray(choix.ilsr_pairwise_dense(wins, max_iter=1000))
    return fit_tables(tables, totals, agents)


def fit_tables(tables: list[Table], totals: list[np.ndarray], agents: int) -> np.ndarray:
    """The same for tables of more than two: Luce's choice, maximised by Hunter's minorisation on the counts.

    The library's function for such data wants one entry a game; these are counts, many and fractional.
    """
    won = np.zeros(agents)
    for table, total in zip(tables, totals, strict=True):
        np.add.at(won, list(table.agents), total)
    strengths = np.ones(agents)
    for _ in range(10_000):
        shared = np.zeros(agents)
        for table, total in zip(tables, totals, strict=True):
            seated = list(table.agents)
            np.add.at(shared, seated, total.sum() / strengths[seated].sum())
        better = won / shared
        better /= np.exp(np.log(better).mean())
        if np.abs(np.log(better / strengths)).max() < 1e-9:
            break
        strengths = better
    return np.log(strengths)


def anchored(strengths: np.ndarray, anchor: int | None) -> np.ndarray:
    return np.asarray(ELO * (strengths - (strengths.mean() if anchor is None else strengths[anchor])))
