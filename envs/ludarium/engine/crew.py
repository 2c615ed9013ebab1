"""A crew of threads that plays slices of a batch, and stays awake for a moment between two calls.

Waking a sleeping thread can take longer than a sweep over a thousand games. So a helper that has finished its slice
looks out for the next call inside compiled code, and goes to sleep only when none has come for a while. Python's
interpreter lock is held by nobody meanwhile.
"""

from __future__ import annotations

import os
import threading
import time
import weakref
from typing import Any

import numpy as np

from ludarium.engine.atomics import exchange, load, replace
from ludarium.engine.compiling import compiled
from ludarium.engine.loops import FINE, first_illegal, pick_random, step

# What a helper and its caller tell each other, one row of whole numbers a helper.
CALLS, DONE, STATE, COMMAND, CHECKED, RESULT, VERDICT = range(7)
ROW = 16  # numbers in a row: rows of different helpers must not share a cache line
ASLEEP, AWAKE = 0, 1
STEP, STEP_AGAIN, PICK, CHECKED_STEP, STOP = range(5)  # commands
PATIENCE = 60_000  # looks for a call before a helper goes to sleep: some 50 µs


@compiled
def play_slice(command, arrays, slots, low, high):
    """What a command asks of one slice; `arrays` and `slots` are those of `loops.step`."""
    if command == PICK:
        pick_random(arrays, low, high)
    else:
        step(arrays, command != STEP, slots, low, high)


@compiled
def agreed(row, number, arrays, low, high):
    """A helper's part in checking call `number`: tells what it found, and waits for what all found together."""
    row[RESULT] = first_illegal(arrays, low, high)
    exchange(row, CHECKED, number)
    while load(row, VERDICT) // 2 != number:
        pass
    return load(row, VERDICT) % 2 == 1


@compiled
def lead_checked_step(rows, arrays, slots, low, high):
    """The caller's part: nobody plays before everybody has checked. Returns the first illegal slot, or FINE."""
    illegal = first_illegal(arrays, low, high)
    for k in range(len(rows)):
        row = rows[k]
        while load(row, CHECKED) != row[CALLS]:
            pass
        if illegal == FINE:
            illegal = row[RESULT]
    for k in range(len(rows)):
        row = rows[k]
        exchange(row, VERDICT, 2 * row[CALLS] + (1 if illegal == FINE else 0))
    if illegal == FINE:
        step(arrays, True, slots, low, high)
    return illegal


@compiled
def serve(row, arrays, slots, low, high):
    """Answers calls until none has come for a while (True) or the helper is dismissed (False)."""
    served = load(row, DONE)
    idle = 0
    while True:
        if load(row, CALLS) != served:
            command = row[COMMAND]
            if command == STOP:
                return False
            if command != CHECKED_STEP or agreed(row, served + 1, arrays, low, high):
                play_slice(command, arrays, slots, low, high)
            served += 1
            exchange(row, DONE, served)
            idle = 0
            continue
        idle += 1
        if idle > PATIENCE and replace(row, STATE, AWAKE, ASLEEP):
            # A call that came just now either finds the helper asleep and wakes it, or is answered here.
            if load(row, CALLS) == served or not replace(row, STATE, ASLEEP, AWAKE):
                return True
            idle = 0


@compiled
def call(row, command):
    """Calls a helper; returns whether it was asleep, and so has to be woken."""
    row[COMMAND] = command
    exchange(row, CALLS, row[CALLS] + 1)
    return exchange(row, STATE, AWAKE) == ASLEEP


@compiled
def finished(rows):
    """Waits for all helpers; gives up after a while, because one may need this processor."""
    for k in range(len(rows)):
        row = rows[k]
        idle = 0
        while load(row, DONE) != row[CALLS]:
            idle += 1
            if idle > PATIENCE:
                return False
    return True


def _live(row: np.ndarray, bed: threading.Lock, arrays: Any, slots: np.ndarray, low: int, high: int) -> None:
    """The life of a helper thread."""
    while True:
        bed.acquire()
        if not serve(row, arrays, slots, low, high):
            return


def _dismiss(rows: np.ndarray, beds: list[threading.Lock], process: int) -> None:
    """Sends the helpers home, from the process in which they live."""
    if process != os.getpid():
        return
    for row, bed in zip(rows, beds, strict=True):
        call(row, STOP)
        if bed.locked():  # asleep, or awake and soon gone; an open lock is one that a helper is about to find open
            bed.release()


class Crew:
    """Helpers for all but the first of the slices, which the caller plays. One thread may call at a time."""

    def __init__(self, arrays: tuple[np.ndarray, ...], slots: np.ndarray, slices: list[tuple[int, int]]) -> None:
        self.arrays = arrays
        self.slots = slots
        self.first, *self.rest = slices
        self.process = -1
        self.rows = np.zeros((0, ROW), np.int64)
        self.beds: list[threading.Lock] = []
        self.threads: list[threading.Thread] = []

    def _hire(self) -> None:
        """Starts the helpers, on first use and in a forked process, where threads do not follow."""
        if not self.rest or self.process == os.getpid():
            return
        self.rows = np.zeros((len(self.rest), ROW), np.int64)
        self.beds = [threading.Lock() for _ in self.rest]
        self.threads = []
        for row, bed, part in zip(self.rows, self.beds, self.rest, strict=True):
            bed.acquire()
            life = row, bed, self.arrays, self.slots, *part
            self.threads.append(threading.Thread(target=_live, args=life, daemon=True))
        self.dismissal = weakref.finalize(self, _dismiss, self.rows, self.beds, os.getpid())
        self.dismissal.atexit = False  # what other code does at exit may still want to play
        for thread in self.threads:
            thread.start()
        self.process = os.getpid()  # last: an interrupted hiring is done again

    def _together(self, command: int, own_part: Any, *arguments: Any) -> Any:
        """Calls the helpers, does the caller's own part, and waits for everybody."""
        try:
            for k in range(len(self.rest)):
                if call(self.rows[k], command):
                    self.beds[k].release()
            result = own_part(*arguments)
            while self.rest and not finished(self.rows):
                time.sleep(0)
        except BaseException:
            self._break_off()
            raise
        return result

    def _break_off(self) -> None:
        """After an interrupt from the keyboard: nobody waits for a verdict that will not come, or plays on unseen.

        A checked step that was allowed to everybody is played to its end, any other by nobody.
        """
        self.process = -1
        for row in self.rows:
            if row[VERDICT] // 2 != row[CALLS]:
                row[VERDICT] = 2 * row[CALLS]
        self.dismissal()
        for thread in self.threads:
            thread.join()

    def run(self, command: int) -> None:
        """Has everybody carry out the command on their slice."""
        self._hire()
        self._together(command, play_slice, command, self.arrays, self.slots, *self.first)

    def checked_step(self) -> int:
        """Plays one action in every slot, ended ones beginning anew; or none, and returns the first illegal slot."""
        self._hire()
        return int(self._together(CHECKED_STEP, lead_checked_step, self.rows, self.arrays, self.slots, *self.first))


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
