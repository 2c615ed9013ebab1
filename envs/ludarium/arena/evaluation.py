"""How good an agent is: its score against others in paired games, with an interval that accounts for the pairing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.agents import Agent, make_agent
from ludarium.arena.play import Finished, Play, deal_seeds
from ludarium.arena.records import GameWriter
from ludarium.engine.checks import option_whole
from ludarium.registry import load

CONFIDENCE = 1.96  # standard errors on each side of a mean: 95%
EVEN = 1e-9  # what is nearer than this to 0 or 1 is a loss or a win


@dataclass(frozen=True)
class Result:
    """An agent's games against one opponent."""

    opponent: str
    games: int
    wins: int
    draws: int  # shared wins, draws and truncated games
    losses: int
    score: float  # mean share of the win
    low: float  # the 95% interval of the score
    high: float
    margin: float | None  # mean margin in points, if the game has points
    length: float  # mean number of decisions in a game
    move_ms: float  # the agent's time for a move, played in batches on all cores
    illegal: int = 0  # an illegal action ends the evaluation with an error

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def interval(scores: np.ndarray) -> tuple[float, float]:
    """95% interval of the mean of independent scores; one full win and one full loss are added to be careful."""
    padded = np.append(scores, [0.0, 1.0])
    half = CONFIDENCE * padded.std(ddof=1) / np.sqrt(len(padded))
    return max(0.0, float(padded.mean() - half)), min(1.0, float(padded.mean() + half))


class Match:
    """An agent against one opponent, who takes all other seats.

    Games come in groups: one deal, played once with the agent in every seat. Results are those of the first groups
    that are complete, so that they can be asked for at any time and never favour short games.
    """

    def __init__(
        self,
        game: str,
        agent: str | Agent | Callable[..., Any],
        opponent: str | Agent | Callable[..., Any],
        games: int = 1000,
        seed: int = 0,
        options: dict[str, Any] | None = None,
        record: bool = False,
    ) -> None:
        self.game = load(game)
        self.options = dict(options or {})
        seats = self.game.seats(self.game.blank(self.options)[0])
        deals = -(-option_whole("games", games, 1, 10**8) // seats)
        self.agent = make_agent(agent, self.game)
        self.opponent = make_agent(opponent, self.game)
        self.seats = seats
        self.games = deals * seats
        self.seeds = np.repeat(deal_seeds(option_whole("seed", seed, 0, 2**63 - 1), deals), seats).tolist()
        seatings = np.tile(1 - np.eye(seats, dtype=np.int64), (deals, 1))  # 0 is the agent
        self._play = Play(self.game, self.options, [self.agent, self.opponent], seatings, self.seeds, record)
        self._shares = np.full(self.games, np.nan)
        self._leads = np.zeros(self.games)
        self._lengths = np.zeros(self.games, np.int64)
        self._records: dict[int, dict[str, Any]] = {}
        self.complete = 0  # games in the first complete groups

    def play(self, progress: Callable[[Match], None] | None = None, writer: GameWriter | None = None) -> Result:
        """Plays all games; tells `progress` of every few that are finished."""
        for finished in self._play:
            self._note(finished)
            if writer:
                self._write(finished, writer)
            if progress:
                progress(self)
        return self.result()

    def _note(self, finished: Finished) -> None:
        games = finished.games
        rows, seats = np.arange(len(games)), games % self.seats
        self._shares[games] = finished.shares[rows, seats]
        self._leads[games] = finished.leads[rows, seats]
        self._lengths[games] = finished.lengths
        known = ~np.isnan(self._shares[self.complete :])
        first_open = len(known) if known.all() else int(np.argmin(known))
        self.complete += first_open // self.seats * self.seats

    def _write(self, finished: Finished, writer: GameWriter) -> None:
        """Passes the records on in the order of the games, group by group."""
        for k, g in enumerate(finished.games.tolist()):
            players = [self.agent.name if seat == g % self.seats else self.opponent.name for seat in range(self.seats)]
            self._records[g] = {
                "seed": self.seeds[g],
                "players": players,
                "actions": finished.actions[k],
                "shares": finished.shares[k].tolist(),
                "truncated": bool(finished.truncated[k]),
            }
        for g in sorted(self._records):
            if g >= self.complete:
                break
            writer.write(self._records.pop(g))

    def score(self) -> float:
        """The mean share of the win so far; one divided by the number of seats before the first result."""
        return float(self._shares[: self.complete].mean()) if self.complete else 1.0 / self.seats

    def result(self) -> Result:
        shares = self._shares[: self.complete]
        wins, losses = int((shares > 1 - EVEN).sum()), int((shares < EVEN).sum())
        low, high = interval(shares.reshape(-1, self.seats).mean(1))
        has_points = self.game.margin_points is not None and self.complete
        return Result(
            opponent=self.opponent.name,
            games=self.complete,
            wins=wins,
            draws=self.complete - wins - losses,
            losses=losses,
            score=self.score(),
            low=low,
            high=high,
            margin=float(self._leads[: self.complete].mean()) if has_points else None,
            length=float(self._lengths[: self.complete].mean()) if self.complete else 0.0,
            move_ms=1000 * float(self._play.seconds[0]) / max(1, int(self._play.moves[0])),
        )


def evaluate(
    game: str,
    agent: str | Agent | Callable[..., Any],
    opponents: Sequence[str | Agent | Callable[..., Any]],
    games: int = 1000,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    progress: Callable[[Match], None] | None = None,
    save: str | Path | None = None,
) -> list[Result]:
    """Plays an agent against each of some opponents, over the same deals; one result an opponent.

    `games` is the number against each, rounded up to full seat rotations. `save` names a file for the games.
    """
    matches = [Match(game, agent, opponent, games, seed, options, record=save is not None) for opponent in opponents]
    if save is None:
        return [match.play(progress) for match in matches]
    with GameWriter(save, game, options or {}) as writer:
        return [match.play(progress, writer) for match in matches]
