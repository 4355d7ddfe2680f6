"""How a process that stands still is found out and ended: by a thread that asks whom it watches for nothing but time.

A lock that two threads want of each other, or a query without an end, stops the event loop and with it everything that
could complain. So a thread of its own looks at the clock. It writes where every thread stands and ends the process with
an error, for whoever supervises it to start it again: nobody was told what is not on the disk. It never logs, because
the lock of the log may be what everybody waits for. Where one call holds the interpreter itself, this thread stands
still too, and faulthandler, which needs no interpreter, ends the process in its stead.

While all is well the thread touches a file, by which ``python -m bot health`` knows from outside.
"""

from __future__ import annotations

import faulthandler
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import msgspec

LIMIT_S = 30.0
LOOK_S = 0.25
HEARTBEAT_S = 5.0
LIVELY_S = 10.0  # whoever was heard of so long ago is well
STALE_S = 30.0
ASLEEP_S = 5.0  # so long between two looks, the whole process was stopped, and nobody in it is to blame
LAST_WORDS_S = 2.0
STOOD_STILL = 70  # the exit status that stands for an error of the program itself
STDERR = 2

Clock = Callable[[], float]
GiveUp = Callable[[str, int], None]


class Writer(Protocol):
    """Who writes, as far as it is watched."""

    def writer_busy_s(self) -> float:
        """Return for how many seconds the writer has been at its present work; 0 where it rests."""
        ...


class Pulse:
    """A sign of life that somebody gives, and how long ago that was."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._beaten_s = clock()

    def beat(self) -> None:
        """Give a sign of life."""
        self._beaten_s = self._clock()

    def still_s(self) -> float:
        """Return the seconds since the last sign of life."""
        return self._clock() - self._beaten_s


def end_process(why: str, status: int) -> None:
    """Write why, and where every thread stands, and end the process, even where nobody takes the words."""
    with suppress(RuntimeError):  # there may be no more threads to be had
        hurry = threading.Timer(LAST_WORDS_S, os._exit, (status,))
        hurry.daemon = True
        hurry.start()
    words = {"event": why, "level": "critical", "logger": __name__, "timestamp": datetime.now(UTC).isoformat()}
    with suppress(OSError):
        os.write(STDERR, msgspec.json.encode(words) + b"\n")
        faulthandler.dump_traceback(STDERR, all_threads=True)
    os._exit(status)


class Watch:
    """Looks after the event loop, which beats ``loop``, and a writer; entered, it looks from a thread of its own."""

    def __init__(
        self,
        writer: Writer,
        heartbeat: Path | None = None,
        *,
        limit_s: float = LIMIT_S,
        clock: Clock = time.monotonic,
        give_up: GiveUp = end_process,
    ) -> None:
        self.loop = Pulse(clock)
        self._writer = writer
        self._heartbeat = heartbeat
        self._limit_s = limit_s
        self._clock = clock
        self._give_up = give_up
        self._awake_since_s = self._looked_s = clock()
        self._touched_s = float("-inf")
        self._leave_by_s: float | None = None
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="watch", daemon=True)

    def __enter__(self) -> Self:
        self._arm()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Look away; once the process was told to leave, it is watched until it has left."""
        if self._leave_by_s is None:
            self._done.set()
            self._thread.join()
            faulthandler.cancel_dump_traceback_later()
        if self._heartbeat is not None:
            with suppress(OSError):
                self._heartbeat.unlink(missing_ok=True)

    def leave(self, within_s: float) -> None:
        """Have the process end within so many seconds, whatever it waits for; safe to call from a signal handler."""
        if self._leave_by_s is None:
            self._leave_by_s = self._clock() + within_s

    def look(self) -> None:
        """Give up if the time to leave is over or somebody has stood still too long; else show that all is well."""
        now_s = self._clock()
        if now_s - self._looked_s > ASLEEP_S:
            self._awake_since_s = now_s
        self._looked_s = now_s
        if self._leave_by_s is not None and now_s >= self._leave_by_s:
            self._leave()
        still_s, who = max((self.loop.still_s(), "the event loop"), (self._writer.writer_busy_s(), "the writer"))
        still_s = min(still_s, now_s - self._awake_since_s)
        if still_s >= self._limit_s:
            self._give_up(f"{who} has stood still for {still_s:.0f} s", STOOD_STILL)
        elif still_s < LIVELY_S and self._leave_by_s is None:
            self._touch(now_s)

    def _leave(self) -> None:
        """Leave at once: well if the writer rests, since then all that people were told is on the disk."""
        status = STOOD_STILL if self._writer.writer_busy_s() else 0
        self._give_up("the time to go down in good order is over", status)

    def _touch(self, now_s: float) -> None:
        """Show from outside that all is well; a disk that is full or read-only is no reason to stop."""
        if self._heartbeat is not None and now_s - self._touched_s >= HEARTBEAT_S:
            self._touched_s = now_s
            with suppress(OSError):
                self._heartbeat.touch(mode=0o600)

    def _serve(self) -> None:
        armed_s = self._looked_s
        while not self._done.wait(LOOK_S):
            if self._looked_s - armed_s >= self._limit_s / 2:
                armed_s = self._looked_s
                self._arm()
            self.look()

    def _arm(self) -> None:
        """Have the process ended even where this thread is not let run any more."""
        faulthandler.dump_traceback_later(2 * self._limit_s, exit=True, file=STDERR)


def unwell(heartbeat: Path, now_s: float) -> str:
    """Return what is wrong with the process that touches a file, at a time of the wall clock; empty where nothing is.

    A file of the future tells no more than an old one: the clock was set back, and a process that lives touches anew.
    """
    try:
        age_s = abs(now_s - heartbeat.stat().st_mtime)
    except OSError:
        return (
            f"There is no sign of life at {heartbeat}: the bot does not run, or FIRETEAM_HEARTBEAT names another file."
        )
    if age_s > STALE_S:
        return f"The last sign of life at {heartbeat} is {age_s:.0f} s old: the bot stands still, or was killed."
    return ""
