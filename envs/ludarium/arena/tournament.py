"""Everyone against everyone. Results are kept in a folder after every few rounds, so that a tournament can go on."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.agents import make_agent
from ludarium.arena.play import Play, deal_seeds
from ludarium.arena.ratings import Ratings, Table, rate_agents
from ludarium.engine.checks import option_whole
from ludarium.errors import BadOption, BadRecord
from ludarium.registry import load

RESULTS = "results.jsonl"  # the first line says what is played, every other is a round
ANCHOR = "random"  # the agent whose rating is 0
FEWEST_ROUNDS = 8  # before ratings are precise enough to stop
CHUNK_SECONDS = 5.0  # rounds are played in chunks of about this length


def seat_tables(agents: int, seats: int) -> list[tuple[int, ...]]:
    """Who sits together: all pairs or tables of different agents. Too few agents take turns with the spare seats."""
    if agents >= seats:
        return list(combinations(range(agents), seats))
    everyone = list(range(agents))
    return [tuple(everyone + [(k + extra) % agents for extra in range(seats - agents)]) for k in everyone]


class Tournament:
    """A round plays one deal at every table, once in each seat rotation; the order of the seats changes by round."""

    def __init__(
        self,
        game: str,
        agents: Sequence[str],
        folder: str | Path,
        seed: int = 0,
        options: dict[str, Any] | None = None,
    ) -> None:
        self.game = load(game)
        self.options = dict(options or {})
        if len(set(agents)) != len(agents) or len(agents) < 2:
            raise BadOption(f"a tournament needs two or more different agents, not {', '.join(agents) or 'none'}")
        self.agents = [make_agent(agent, self.game) for agent in agents]
        self.names = [agent.name for agent in self.agents]
        self.seats = self.game.seats(self.game.blank(self.options)[0])
        self.seed = option_whole("seed", seed, 0, 2**63 - 1)
        self.tables = seat_tables(len(agents), self.seats)
        self.rounds: list[np.ndarray] = []  # each (tables, rotations, members of the table): shares of the win
        self.folder = Path(folder)
        self._open()

    @property
    def path(self) -> Path:
        return self.folder / RESULTS

    def _head(self) -> dict[str, Any]:
        head = {"game": self.game.name, "version": self.game.version, "options": self.options}
        return head | {"agents": self.names, "seed": self.seed}

    def _open(self) -> None:
        """Begins the folder, or reads the rounds that are in it; a line that was cut off is cut away."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                self.path.write_text(json.dumps(self._head()) + "\n", encoding="utf-8")
            head, *lines = self.path.read_text(encoding="utf-8").splitlines(keepends=True)
            if json.loads(head) != self._head():
                raise BadRecord(f"{self.folder} holds another tournament, {head.strip()}; choose another folder")
            whole = [line for line in lines if line.endswith("\n")]
            if len(whole) < len(lines):
                os.truncate(self.path, len(head.encode()) + sum(len(line.encode()) for line in whole))
            shape = len(self.tables), self.seats, self.seats
            self.rounds = [np.array(json.loads(line), float).reshape(shape) for line in whole]
        except OSError as error:
            raise BadRecord(f"cannot use the folder {self.folder}: {error.strerror}") from None
        except (ValueError, IndexError) as error:
            if isinstance(error, BadRecord):
                raise
            raise BadRecord(f"{self.path} is damaged; choose another folder, or remove it") from None

    def places(self, table: int, number: int) -> np.ndarray:
        """[rotation, seat]: which member of the table sits there in a round."""
        order = np.random.default_rng([self.seed, table, number]).permutation(self.seats)
        return np.array([np.roll(order, rotation) for rotation in range(self.seats)])

    def play(self, rounds: int, precision: float = 0.0, progress: Callable[[Tournament], None] | None = None) -> None:
        """Goes on until so many rounds are played, or until all ratings are as precise as asked, in Elo."""
        chunk = 1
        looked_at = len(self.rounds)
        while len(self.rounds) < rounds:
            begun = time.perf_counter()
            count = min(chunk, rounds - len(self.rounds))
            for shares in self._play_rounds(count):
                self._keep(shares)
            if progress:
                progress(self)
            if precision and len(self.rounds) >= max(FEWEST_ROUNDS, looked_at * 5 // 4):
                looked_at = len(self.rounds)
                if self.ratings().precision <= precision:
                    return
            took = time.perf_counter() - begun
            chunk = max(1, chunk * 2 if took < CHUNK_SECONDS / 2 else int(chunk * CHUNK_SECONDS / took))

    def _play_rounds(self, count: int) -> Iterator[np.ndarray]:
        first = len(self.rounds)
        numbers = range(first, first + count)
        places = np.array([[self.places(table, number) for table in range(len(self.tables))] for number in numbers])
        members = np.array(self.tables)[np.arange(len(self.tables))[:, None, None], places]
        seeds = np.repeat(deal_seeds(self.seed, count, first), len(self.tables) * self.seats).tolist()
        by_seat = np.zeros((len(seeds), self.seats))
        for finished in Play(self.game, self.options, self.agents, members.reshape(-1, self.seats), seeds):
            by_seat[finished.games] = finished.shares
        by_member = np.zeros(places.shape)
        np.put_along_axis(by_member, places, by_seat.reshape(places.shape), axis=-1)
        yield from by_member

    def _keep(self, shares: np.ndarray) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(shares.tolist()) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self.rounds.append(shares)

    def results(self) -> list[Table]:
        """What every table won, each group of games averaged over its rotations."""
        groups = np.array(self.rounds).reshape(-1, len(self.tables), self.seats, self.seats).mean(2)
        return [Table(members, groups[:, t]) for t, members in enumerate(self.tables)]

    def ratings(self) -> Ratings:
        anchor = self.names.index(ANCHOR) if ANCHOR in self.names else None
        return rate_agents(self.results(), len(self.agents), anchor, self.seed)

    def scores(self) -> np.ndarray:
        """Every agent's mean share of the win, in all its seats."""
        won, seated = np.zeros(len(self.agents)), np.zeros(len(self.agents))
        for table in self.results():
            np.add.at(won, list(table.agents), table.shares.mean(0))
            np.add.at(seated, list(table.agents), 1)
        return np.asarray(won / seated)

    def cross_table(self) -> np.ndarray:
        """[one, other]: the one's part of what the two won at common tables, seat for seat; NaN if there is none."""
        won = np.zeros((len(self.agents), len(self.agents)))
        for table in self.results():
            totals = table.shares.sum(0)
            seat_mean = {agent: totals[np.equal(table.agents, agent)].mean() for agent in table.agents}
            for one, other in permutations(seat_mean, 2):
                won[one, other] += seat_mean[one]
        both = won + won.T
        return np.divide(won, both, out=np.full_like(won, np.nan), where=both > 0)
