"""One process's work on a run: it trains, measures and saves, and can be stopped at any moment without harm.

Between two iterations the state of training is exact. There rows are written, the network is measured and everything
is saved, the state last: whatever was written after the last saved state is written again by whoever resumes.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from ludarium.arena import Match, evaluate
from ludarium.errors import BadCheckpoint, BadConfig
from ludarium.registry import load
from ludarium_training.agents import NetworkAgent
from ludarium_training.checkpoint import Ancestor, Metadata, Strength, describe, save_checkpoint
from ludarium_training.metrics import CsvMetrics, TensorBoardMetrics
from ludarium_training.ppo import SelfPlayPPO
from ludarium_training.progress import Show, Standing
from ludarium_training.provenance import note_session
from ludarium_training.report import write_report
from ludarium_training.run import Run
from ludarium_training.tensor_file import read_tensors, write_tensors

NEVER = 2**62  # iterations between two logs of Stable-Baselines3's own
DEALS = 1_000_000_007  # seeds of evaluation, far from those of training
FINAL_DEALS = 2_000_000_011
SHOWN_EVERY = 0.25  # seconds


class Stopped(Exception):
    """Training ends here, between two iterations or in the middle of an evaluation."""


class LimitedPPO(SelfPlayPPO):
    """Schedules follow the limit of the run that is nearest to its end."""

    session: Session

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        self._current_progress_remaining = 1.0 - self.session.done()


class Session(BaseCallback):
    def __init__(self, run: Run, show: Show) -> None:
        super().__init__()
        self.run, self.show, self.config = run, show, run.config
        self.game = load(self.config.game)
        self.chain: list[Ancestor] = []
        self.best: dict[str, Any] | None = None  # the mean score of the best evaluation, and its step
        self.strength: list[Strength] = []  # the last evaluation
        self.kept = 0  # the step up to which everything is measured and written
        self.saved = 0  # the step of the saved state
        self.stopping = False
        self._seconds_before = 0.0  # spent by earlier processes
        self._began = self._iteration_began = self._saved_at = self._shown_at = time.monotonic()
        self.learner = self._make_learner()
        self._restore()
        self._first_step, self._first_seconds, self._rate = self.kept, self._seconds_before, 0.0
        note_session(run.folder / "sessions.json", self.config.seed, self.kept)
        self.csv = CsvMetrics(run.metrics, self.kept)
        board = TensorBoardMetrics(run.folder / "tensorboard", self.kept)
        self.learner.set_logger(Logger(str(run.folder), [self.csv, board]))

    def _make_learner(self) -> LimitedPPO:
        c = self.config
        assert c.threads is not None
        learner = LimitedPPO.make(c.game, c.options, c.network, c.ppo, c.opponents, c.seed, c.threads)
        assert isinstance(learner, LimitedPPO)
        learner.session = self
        return learner

    def _restore(self) -> None:
        """Takes up the saved state, or else the weights the run begins with."""
        if not self.run.state.is_file():
            initial = self.run.initial()
            if initial:
                self.learner.network.load_state_dict(initial.network.state_dict())
                self.chain = initial.as_chain((self.run.folder / "init.txt").read_text(encoding="utf-8"))
            return
        tensors, kept = read_tensors(self.run.state)
        try:
            self.learner.restore_training_state(tensors, kept["training"])
            self.chain = [Ancestor(**ancestor) for ancestor in kept["chain"]]
            self.strength = [Strength(**result) for result in kept["strength"]]
            self.best = kept["best"]
            self._seconds_before = kept["seconds"]
        except (KeyError, TypeError, ValueError, RuntimeError) as error:
            raise BadCheckpoint(f"{self.run.state} does not fit this run: {error}") from None
        self.kept = self.saved = self.learner.num_timesteps

    # How far it is.

    def seconds(self) -> float:
        """Spent on training and evaluations, by all processes."""
        return self._seconds_before + time.monotonic() - self._began

    def done(self) -> float:
        """0 at the beginning, 1 when a limit is reached."""
        steps, minutes = self.config.steps, self.config.minutes
        by_steps = self.learner.num_timesteps / steps if steps else 0.0
        by_time = self.seconds() / (60 * minutes) if minutes else 0.0
        return min(1.0, max(by_steps, by_time))

    def standing(self) -> Standing:
        done, steps = self.done(), self.learner.num_timesteps
        passed = self.seconds() - self._first_seconds
        pace = (steps - self._first_step) / passed if passed > 0 else 0.0
        left = []
        if self.config.steps and pace:
            left.append((self.config.steps - steps) / pace)
        if self.config.minutes:
            left.append(60 * self.config.minutes - self.seconds())
        return Standing(done, steps, self._rate or pace, self._score(), min(left) if left else None)

    def _score(self) -> str:
        """The score to watch: against greedy if it is measured."""
        scores = {result.opponent: result.score for result in self.strength}
        if not scores:
            return ""
        name = "greedy" if "greedy" in scores else next(iter(scores))
        return f"{scores[name]:.1%} against {name}"

    # Training.

    def train(self) -> bool:
        """Trains to the end of the run and measures it; says whether it got there."""
        self._compile()
        self._began = self._iteration_began = self._saved_at = time.monotonic()
        try:
            if self.done() < 1.0:
                left = (self.config.steps or NEVER) - self.learner.num_timesteps
                self.learner.learn(left, self, log_interval=NEVER, reset_num_timesteps=False)
            self._keep()
            self._finish()
        except Stopped:
            pass
        finally:
            self.learner.logger.close()
        return self.run.results.is_file()

    def _compile(self) -> None:
        """Has the game and all opponents compiled, so that a limit of minutes is about training."""
        settings = self.config.evaluation
        opponents = dict.fromkeys([*settings.opponents, *settings.final_opponents])
        evaluate(self.game.name, "random", list(opponents), 1, options=self.config.options)

    def _on_rollout_start(self) -> None:
        self._keep()
        if self.stopping:
            self._save()
            write_report(self.run, self.csv.rows, self.strength)
            raise Stopped
        if self.done() >= 1.0:
            self._finish()
            raise Stopped

    def _on_step(self) -> bool:
        if time.monotonic() - self._shown_at > SHOWN_EVERY:
            self._shown_at = time.monotonic()
            self.show.training(self.standing())
        return True

    def _keep(self) -> None:
        """Measures and writes down the iteration that has just ended, if it has not been already."""
        steps = self.learner.num_timesteps
        if steps <= self.kept:
            return
        now = time.monotonic()
        self._rate = (steps - self.kept) / max(now - self._iteration_began, 1e-9)
        logger = self.learner.logger
        logger.record("time/seconds", round(self.seconds(), 3))
        logger.record("time/steps_per_second", round(self._rate, 1))
        every = self.config.evaluation.every
        evaluated = steps // every > self.kept // every
        if evaluated:
            self._evaluate(logger)
        logger.dump(steps)
        self.kept = steps
        if evaluated or now - self._saved_at >= 60 * self.config.save_minutes:
            self._save()
        if evaluated:
            write_report(self.run, self.csv.rows, self.strength)
        self._iteration_began = time.monotonic()

    # Measuring.

    def _evaluate(self, logger: Logger) -> None:
        settings = self.config.evaluation
        results = self._play(settings.opponents, settings.games, DEALS)
        for result in results:
            for key in ("score", "low", "high"):
                logger.record(f"{key}/{result.opponent}", round(getattr(result, key), 6))
        self.strength = results
        if not results:
            return
        mean = sum(result.score for result in results) / len(results)
        scores = ", ".join(f"{result.score:.1%} against {result.opponent}" for result in results)
        self.show.say(f"{self.learner.num_timesteps:,} steps: {scores}")
        if self.best is None or mean > self.best["score"]:
            self.best = {"score": mean, "steps": self.learner.num_timesteps}
            save_checkpoint(self.run.best, self.learner.network, self._description())

    def _play(self, opponents: list[str], games: int, seed: int) -> list[Strength]:
        """Results against each; what took time is left out, so that they are the same whenever they are measured."""
        agent = NetworkAgent(self.game, self.learner.network)
        options, watch = self.config.options, self._while_playing
        results = evaluate(self.game.name, agent, opponents, games, seed, options, progress=watch)
        timeless = [{k: v for k, v in result.as_dict().items() if k in Strength.model_fields} for result in results]
        return [Strength(**result, steps=self.learner.num_timesteps) for result in timeless]

    def _while_playing(self, match: Match) -> None:
        self.show.evaluating(str(match.opponent), match.complete / match.games)
        if self.stopping:
            raise Stopped

    def _finish(self) -> None:
        """The last evaluation, on deals that decided nothing before."""
        self._save()
        settings = self.config.evaluation
        self.strength = self._play(settings.final_opponents, settings.final_games, FINAL_DEALS)
        save_checkpoint(self.run.latest, self.learner.network, self._description())
        write_report(self.run, self.csv.rows, self.strength)
        self.run.write_results(self.strength)

    # Saving.

    def _save(self) -> None:
        """Everything that belongs to this step, the state last."""
        self.csv.sync()
        save_checkpoint(self.run.latest, self.learner.network, self._description())
        tensors, training = self.learner.training_state()
        kept = {
            "training": training,
            "chain": [ancestor.model_dump() for ancestor in self.chain],
            "best": self.best,
            "strength": [result.model_dump() for result in self.strength],
            "seconds": self.seconds(),
        }
        write_tensors(self.run.state, tensors, kept)
        self.saved = self.learner.num_timesteps
        self._saved_at = time.monotonic()

    def _description(self) -> Metadata:
        return describe(
            self.game,
            self.config.network,
            options=self.config.options,
            training=self.config.as_dict(),
            steps=self.learner.num_timesteps,
            chain=self.chain,
            strength=self.strength,
        )

    @contextmanager
    def stopped_by_signals(self) -> Iterator[None]:
        """Ctrl-C and a polite kill end training after the present iteration; a second Ctrl-C ends it at once."""

        def stop(number: int, frame: FrameType | None) -> None:
            if self.stopping and number == signal.SIGINT:
                raise KeyboardInterrupt
            self.stopping = True
            os.write(2, b"\nstopping after this iteration; Ctrl-C again stops at once\n")  # the only safe way here

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def work_on(run: Run, show: Show) -> bool:
    """Trains a run to its end, or until it is stopped; says whether it got to the end."""
    with run.locked():
        if run.results.is_file():
            raise BadConfig(f"{run.folder} is finished")
        session = Session(run, show)
        with session.stopped_by_signals():
            finished = session.train()
        if not finished:
            show.say(f"stopped; ludarium train --resume {run.folder} goes on from step {session.saved:,}")
        elif session.best:
            best, steps = session.best["score"], session.best["steps"]
            show.say(f"best evaluation: {best:.1%} on average at step {steps:,}, in {run.best}")
        return finished
