"""Runs: what they leave behind, and that being stopped, at any moment and in any way, changes nothing."""

import csv
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time

import pytest
import torch

from ludarium_training import files, session
from ludarium_training.checkpoint import load_checkpoint
from ludarium_training.cli import main
from ludarium_training.metrics import CsvMetrics, read_rows

STEPS = 4096
TINY = {  # 256 steps an iteration, an opponent pool, every iteration saved
    "ppo.games": 32,
    "ppo.decisions": 8,
    "ppo.batch_size": 64,
    "network.trunk": [16],
    "opponents.share": 0.5,
    "opponents.every": 2,
    "opponents.snapshots": 2,
    "evaluation.every": 1024,
    "evaluation.games": 4,
    "evaluation.opponents": ["random"],
    "evaluation.final_games": 4,
    "evaluation.final_opponents": ["random"],
    "save_minutes": 0,
}


def arguments(runs, name, *more, **changes):
    """The arguments of a short run."""
    settings = TINY | {key.replace("__", "."): value for key, value in changes.items()}
    sets = [part for key, value in settings.items() for part in ("--set", f"{key}={json.dumps(value)}")]
    limit = [] if "--minutes" in more else ["--steps", str(STEPS)]
    return ["train", "tablero", "--runs", str(runs), "--name", name, "--threads", "1", *limit, *sets, *more]


def resume(folder, *more):
    return ["train", "--resume", str(folder), *more]


def outcome(folder):
    """All of a finished run that does not depend on the clock."""
    with open(folder / "metrics.csv", newline="") as file:
        rows = [{k: v for k, v in row.items() if not k.startswith("time/")} for row in csv.DictReader(file)]
    files = {name: (folder / name).read_bytes() for name in ("latest.safetensors", "best.safetensors", "results.json")}
    return rows, files


@pytest.fixture(scope="module")
def never_stopped(tmp_path_factory):
    """The folder of a run that went through without a stop."""
    runs = tmp_path_factory.mktemp("runs")
    assert main(arguments(runs, "whole")) == 0
    return runs / "whole"


def test_a_run_leaves_everything_behind(never_stopped, capsys):
    kept = {path.name for path in never_stopped.iterdir()}
    assert kept >= {"config.yaml", "sessions.json", "metrics.csv", "tensorboard", "report.html", "log.txt"}
    assert kept >= {"latest.safetensors", "best.safetensors", "state.safetensors", "results.json"}
    assert not [name for name in kept if name.endswith(".part")]
    rows = read_rows(never_stopped / "metrics.csv")
    assert [int(row["steps"]) for row in rows] == list(range(256, STEPS + 1, 256))
    assert [int(row["steps"]) for row in rows if "score/random" in row] == [1024, 2048, 3072, 4096]
    assert all("train/loss" in row and "time/steps_per_second" in row for row in rows)
    (first,) = json.loads((never_stopped / "sessions.json").read_text())
    assert first["seed"] == 0 and first["from_step"] == 0 and {"torch", "numba", "ludarium"} <= {*first["versions"]}
    latest, best = (load_checkpoint(never_stopped / f"{name}.safetensors") for name in ("latest", "best"))
    assert latest.metadata.steps == STEPS and latest.metadata.training["ppo"]["games"] == 32
    scores = {int(row["steps"]): float(row["score/random"]) for row in rows if "score/random" in row}
    assert scores[best.metadata.steps] == max(scores.values()) == best.metadata.strength[0].score
    page = (never_stopped / "report.html").read_text()
    assert page.count("<svg") == 2 and "against random" not in page and ">random<" in page
    assert not re.search(r'(src|href)="(?!#)', page) and "<script" not in page  # it needs nothing else
    assert main(resume(never_stopped)) == 2
    assert "is finished" in capsys.readouterr().err


def test_tensorboard_can_read_it(never_stopped):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    events = EventAccumulator(str(never_stopped / "tensorboard"))
    events.Reload()
    assert [event.step for event in events.Scalars("score/random")] == [1024, 2048, 3072, 4096]


def test_evaluating_does_not_disturb_training(never_stopped, tmp_path):
    assert main(arguments(tmp_path, "unwatched", evaluation__every=10**6)) == 0
    weights = (
        load_checkpoint(folder / "latest.safetensors").metadata.weights
        for folder in (tmp_path / "unwatched", never_stopped)
    )
    assert len({*weights}) == 1


SERVER = """
import json, os, signal, sys, time
from ludarium import make_vec
from ludarium_training import session
from ludarium_training.cli import main
make_vec("tablero", 8, num_threads=1).reset(seed=0)
print("ready", flush=True)
for line in sys.stdin:
    arguments, kill_after = json.loads(line)
    child = os.fork()
    if child == 0:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            code = main(arguments)
        os._exit(code)
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(child, signal.SIGKILL)  # at worst it has ended, and waits to be asked how
    print(os.waitpid(child, 0)[1], flush=True)
"""


class Children:
    """Processes that run the command and can be killed; forked from one that has imported everything."""

    def __enter__(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
        environment = os.environ | {"OMP_NUM_THREADS": "1"}
        self.server = subprocess.Popen([sys.executable, "-c", SERVER], env=environment, **pipes)
        assert self.server.stdout.readline() == "ready\n"
        return self

    def __exit__(self, *_):
        self.server.stdin.close()
        self.server.stdout.close()
        assert self.server.wait() == 0

    def run(self, arguments, kill_after=None):
        """The exit code, or minus the signal that ended it."""
        self.server.stdin.write(json.dumps([arguments, kill_after]) + "\n")
        return os.waitstatus_to_exitcode(int(self.server.stdout.readline()))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_kill_9_at_any_moment_changes_nothing(never_stopped, tmp_path):
    chance = random.Random(1)
    folder = tmp_path / "killed"
    killed = 0
    with Children() as children:
        began = time.monotonic()
        assert children.run(arguments(tmp_path, "whole")) == 0
        duration = time.monotonic() - began
        assert outcome(tmp_path / "whole") == outcome(never_stopped)
        while not (folder / "results.json").exists():
            begun = (folder / "config.yaml").exists()
            command = resume(folder) if begun else arguments(tmp_path, "killed")
            kill_after = chance.uniform(0.1, 0.6) * duration if killed < 8 else None
            code = children.run(command, kill_after)
            assert code in (0, -signal.SIGKILL)
            killed += code == -signal.SIGKILL
    assert killed >= 1
    assert outcome(folder) == outcome(never_stopped)


class Crash(BaseException):
    """Stands for a kill: nothing catches it."""


@pytest.mark.parametrize("moment", ["before", "torn", "after"])
def test_a_crash_around_any_write_changes_nothing(moment, never_stopped, tmp_path, monkeypatch):
    """The run crashes around one write after another, and is resumed each time."""
    write, count = files.write_whole, 0
    crash_at = {"before": (3, 9, 17), "torn": (5, 6, 13), "after": (4, 11, 29)}[moment]

    def crashing(path, data):
        nonlocal count
        count += 1
        if count in crash_at:
            if moment == "after":
                write(path, data)
            elif moment == "torn":
                path.with_name(f".{path.name}.part").write_bytes(data[: len(data) // 2])
            raise Crash
        write(path, data)

    for module in ("files", "metrics", "provenance", "report", "run", "tensor_file"):
        monkeypatch.setattr(f"ludarium_training.{module}.write_whole", crashing)
    folder, crashes = tmp_path / "crashed", 0
    for _ in range(len(crash_at) + 1):
        begun = (folder / "config.yaml").exists()
        try:
            assert main(resume(folder) if begun else arguments(tmp_path, "crashed")) == 0
            break
        except Crash:
            crashes += 1
    assert crashes == len(crash_at)
    assert outcome(folder) == outcome(never_stopped)


def test_ctrl_c_saves_and_says_how_to_go_on(never_stopped, tmp_path, capsys, monkeypatch):
    stop_at = 1500
    step = session.Session._on_step

    def interrupted(self):
        if self.learner.num_timesteps > stop_at and not self.stopping:
            signal.raise_signal(signal.SIGINT)
        return step(self)

    with monkeypatch.context() as patch:
        patch.setattr(session.Session, "_on_step", interrupted)
        patch.setitem(TINY, "save_minutes", 100)
        assert main(arguments(tmp_path, "stopped")) == 130
    folder = tmp_path / "stopped"
    assert f"ludarium train --resume {folder} goes on from step 1,536" in " ".join(capsys.readouterr().err.split("\n"))
    assert not (folder / "results.json").exists()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert main(resume(folder)) == 0
    ours, theirs = (load_checkpoint(f / "latest.safetensors").metadata for f in (folder, never_stopped))
    assert ours.weights == theirs.weights
    assert [session["from_step"] for session in json.loads((folder / "sessions.json").read_text())] == [0, 1536]


def test_a_run_is_worked_on_by_one_process_at_a_time(tmp_path, capsys, monkeypatch):
    answers = []

    def meanwhile(self):
        if not answers:
            answers.append(None)
            other = threading.Thread(target=lambda: answers.append(main(resume(tmp_path / "busy"))))
            other.start()
            other.join()
        return True

    monkeypatch.setattr(session.Session, "_on_step", meanwhile)
    assert main([*arguments(tmp_path, "busy"), "--steps", "256"]) == 0
    assert answers == [None, 2]
    assert "another process" in capsys.readouterr().err


def test_time_ends_a_run_too(tmp_path):
    assert main(arguments(tmp_path, "timed", "--minutes", "0.03")) == 0
    rows = read_rows(tmp_path / "timed" / "metrics.csv")
    left = [1 - float(row["time/seconds"]) / 1.8 for row in rows]
    assert all(share > 0 for share in left[:-1])
    for row, before, after in zip(rows, [1.0, *left], left, strict=False):  # the rate falls with the time that is left
        assert max(0, after) - 0.001 <= float(row["train/learning_rate"]) / 5e-4 <= before + 0.001


def test_a_finished_run_can_be_made_longer(tmp_path):
    assert main([*arguments(tmp_path, "longer"), "--steps", "512"]) == 0
    assert main(resume(tmp_path / "longer", "--steps", "1024")) == 0
    assert load_checkpoint(tmp_path / "longer" / "latest.safetensors").metadata.steps == 1024


def test_init_begins_with_saved_weights_and_keeps_the_chain(never_stopped, tmp_path, capsys):
    first = never_stopped / "latest.safetensors"
    more = ["--steps", "256", "--init", str(first)]
    assert main([*arguments(tmp_path, "next", ppo__learning_rate=1e-30), *more]) == 0
    second = tmp_path / "next" / "latest.safetensors"
    ours, theirs = load_checkpoint(second), load_checkpoint(first)
    for name, tensor in ours.network.state_dict().items():
        assert torch.allclose(tensor, theirs.network.state_dict()[name])
    assert [(a.name, a.weights, a.steps) for a in ours.metadata.chain] == [(str(first), theirs.metadata.weights, STEPS)]
    assert main([*arguments(tmp_path, "third"), "--steps", "256", "--init", str(second)]) == 0
    chain = load_checkpoint(tmp_path / "third" / "latest.safetensors").metadata.chain
    assert [ancestor.steps for ancestor in chain] == [STEPS, 256]
    capsys.readouterr()
    assert main([*arguments(tmp_path, "other", network__trunk=[8]), "--init", str(first)]) == 2
    assert "has a network with trunk [16], and network.trunk is [8]" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


def test_a_damaged_state_is_refused_with_a_sentence(never_stopped, tmp_path, capsys):
    assert main([*arguments(tmp_path, "hurt"), "--steps", "256"]) == 0
    folder = tmp_path / "hurt"
    (folder / "results.json").unlink()
    state = folder / "state.safetensors"
    state.write_bytes(state.read_bytes()[:-1])
    capsys.readouterr()
    assert main(resume(folder)) == 2
    assert "state.safetensors" in capsys.readouterr().err


def test_rows_behind_the_saved_step_are_cut(tmp_path):
    path = tmp_path / "metrics.csv"
    table = CsvMetrics(path, 0)
    for step in (10, 20, 30):
        table.write({"a": step / 3} | ({"b": 1} if step == 20 else {}), {}, step)
    table.close()
    path.write_text(path.read_text() + "4")  # torn off by a kill
    assert len(read_rows(path)) == 3
    table = CsvMetrics(path, 20)
    table.write({"a": 7}, {}, 25)
    table.close()
    kept = f"steps,a,b\n10,{10 / 3},\n20,{20 / 3},1\n"
    assert path.read_text() == kept + "25,7,\n"
    path.write_text(kept + "2")
    assert len(read_rows(path, 20)) == 2
