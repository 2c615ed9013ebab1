"""Threads and processes: helper threads across forks, interrupts, garbage collection and the end of the process."""

import copy
import multiprocessing
import subprocess
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest

import ludarium
from ludarium.engine import crew
from tests.test_vector import digest


def _report(env, steps, pipe):
    pipe.send(digest(env, steps))


def in_a_forked_process(env, steps):
    """What `digest` gives in a child, or None if the child hangs."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 and later warn of forks beside threads
        process = context.Process(target=_report, args=(env, steps, sender))
        process.start()
    told = receiver.recv() if receiver.poll(60) else None
    if told is None:
        process.kill()
    process.join()
    assert told is None or process.exitcode == 0
    return told


def test_a_forked_process_plays_on():
    env = ludarium.make_vec("tablero", 64, num_threads=2, seed=0)
    env.reset()
    digest(env, 5)
    for steps in (100, 20):  # the helpers of the parent are awake, and its own steps are played between the forks
        told = in_a_forked_process(env, steps)
        assert told == digest(env, steps)


def no_more_threads_than(before):
    deadline = time.time() + 10
    while threading.active_count() > before and time.time() < deadline:
        time.sleep(0.01)
    return threading.active_count() <= before


def test_dropped_environments_leave_no_threads():
    before = threading.active_count()
    for _ in range(40):
        env = ludarium.make_vec("tablero", 9, num_threads=3)
        env.reset()
        env.step(env.sample())
    assert threading.active_count() >= 3, "this one and two helpers"
    copied = copy.deepcopy(env)
    copied.step(copied.sample())
    del env, copied
    assert no_more_threads_than(before)


def test_environments_in_several_python_threads():
    """Each thread has an environment of its own, with helpers of its own."""
    alone = []
    for seed in range(4):
        env = ludarium.make_vec("tablero", 32, seed=seed)
        env.reset()
        alone.append(digest(env, 150))
    envs = [ludarium.make_vec("tablero", 32, num_threads=2, seed=seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        for env in envs:
            env.reset()
        assert list(pool.map(lambda env: digest(env, 150), envs)) == alone


@pytest.mark.parametrize("where", ["before", "after", "waiting"])
@pytest.mark.parametrize("asleep", [True, False])
def test_an_interrupt_leaves_whole_steps_and_no_threads(monkeypatch, where, asleep):
    """Interrupted before anybody has played, nobody has; afterwards, everybody. The environment plays on."""
    before = threading.active_count()
    env, twin = (ludarium.make_vec("tablero", 12, num_threads=3, seed=1) for _ in range(2))
    env.reset()
    twin.reset()
    digest(env, 6)
    digest(twin, 6)
    if asleep:
        time.sleep(0.05)
    actions = env.sample().copy()

    def interrupted(*_):
        raise KeyboardInterrupt

    def played_and_interrupted(*arguments, play=crew.lead_checked_step):
        play(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if where == "waiting":
            patch.setattr(crew, "finished", interrupted)
        else:
            patch.setattr(crew, "lead_checked_step", interrupted if where == "before" else played_and_interrupted)
        with pytest.raises(KeyboardInterrupt):
            env.step(actions)
    assert threading.active_count() <= before + 2, "only the twin's helpers"
    if where != "before":
        twin.step(actions)
    assert [env.position(i) for i in range(12)] == [twin.position(i) for i in range(12)]
    assert digest(env, 30) == digest(twin, 30)
    del env, twin
    assert no_more_threads_than(before)


def test_a_process_that_ends_while_helpers_are_awake():
    code = "import ludarium; e = ludarium.make_vec('tablero', 64, num_threads=3); e.reset(); e.step(e.sample())"
    for _ in range(3):
        subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=120)
