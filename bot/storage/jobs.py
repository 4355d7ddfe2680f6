"""What waits for a writer, and whose answer is finished by another thread while what it tells of is committed."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import Context, copy_context
from typing import Any, Final

import msgspec

from bot.service.ports import Unit
from bot.service.rows import Hold

Listener = Callable[[int], None]

THREADS: Final = 2  # one answer may take long, to an order for many
_LAST, _FIRST = "last", "first"


class Job(msgspec.Struct, eq=False):
    """Work that waits for a writer, and what became of it; it is done in the context of whoever asked for it.

    Whoever waits no longer has cancelled the ``future``; the work goes on, and which channels it ``touched`` is told to
    all who ``listen``. What ``finish`` makes of an outcome is answered in its stead, which may be ``finishing``.
    """

    work: Callable[[Unit], Any]
    hold: Hold
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    listen: Sequence[Listener]
    finish: Callable[[Any], Any] | None = None
    finishing: Finishing | None = None
    result: Any = None
    error: BaseException | None = None
    touched: frozenset[int] = frozenset()
    context: Context = msgspec.field(default_factory=copy_context)

    def finished(self, outcome: Any) -> tuple[Any, Exception | None]:
        """Return the answer that ``finish`` makes of an outcome, or what it raised."""
        if self.finish is None:
            return outcome, None
        try:
            return self.context.copy().run(self.finish, outcome), None  # whoever runs the job anew may be in its own
        except Exception as error:  # whoever waits is told
            return None, error

    def is_done(self) -> bool:
        """Tell, once the outcome is committed or an error, whether it can be told; if not, it is told when its answer
        is finished."""
        finishing, self.finishing = self.finishing, None  # a ring of the two would outlive them by far
        return self.error is not None or finishing is None or finishing.is_made()

    def deliver(self) -> None:
        """Tell who listens, and behind it whoever waits, in their event loop."""
        self.tell_listeners()
        self.answer()

    def answer(self) -> None:
        """Tell whoever waits."""
        if self.future.cancelled():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)

    def tell_listeners(self) -> None:
        """Tell who listens."""
        for channel_id in self.touched:
            for listener in self.listen:
                self.loop.call_soon(listener, channel_id, context=self.context.copy())  # a writer may be in it yet


class Finishing:
    """One outcome of a job on its way to an answer.

    Where the job is run again, another takes its place, and nobody is told of this one.
    """

    __slots__ = ("_job", "_made", "_outcome", "_to_be_done")

    def __init__(self, job: Job, outcome: Any) -> None:
        self._job = job
        self._outcome = outcome
        self._made: tuple[Any, Exception | None] = None, None
        self._to_be_done = [_LAST, _FIRST]

    def make(self) -> None:
        """Make the answer, and send it where the outcome has been committed meanwhile."""
        self._made = self._job.finished(self._outcome)
        if self._is_last():
            in_loop(self._job.loop, self._job.answer)

    def is_made(self) -> bool:
        """Tell, once the outcome is committed, whether its answer is made; if not, it is sent when it is."""
        return self._is_last()

    def _is_last(self) -> bool:
        """Tell whether the other half is done; each half asks once, and of the two one alone is told so."""
        if self._to_be_done.pop() is _FIRST:
            return False
        self._job.result, self._job.error = self._made
        return True


class Finishers:
    """The threads that finish answers."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Finishing | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._serve, name="finisher", daemon=True) for _ in range(THREADS)]
        for thread in self._threads:
            thread.start()

    def begin(self, job: Job, outcome: Any) -> Finishing:
        """Have the answer of an outcome made."""
        finishing = Finishing(job, outcome)
        self._waiting.put(finishing)
        return finishing

    def stop(self) -> None:
        """Return once all that was begun is made."""
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        while (finishing := self._waiting.get()) is not None:
            finishing.make()
            del finishing  # it would be kept until there is another


def in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    """Have something called in an event loop, unless that has closed: then nobody waits for it."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)
