"""Bots are forked from one process that has loaded all of a bot, which spares each of them two seconds of loading."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.context import ForkServerProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import Any, Final

from tests.wire import launch

LOADED: Final = ["tests.wire.loaded", "tests.wire.launch"]


class Forked:
    """A process like any other, asked as `asyncio.subprocess.Process` is."""

    def __init__(self, process: ForkServerProcess) -> None:
        assert process.pid is not None
        self._process, self.pid = process, process.pid

    async def wait(self) -> int:
        """Return the exit status once it has ended."""
        over = asyncio.Event()
        loop, sentinel = asyncio.get_running_loop(), self._process.sentinel
        loop.add_reader(sentinel, over.set)
        try:
            await over.wait()
        finally:
            loop.remove_reader(sentinel)
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it has not ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)


def forked(arguments: Sequence[str], folder: Path, env: Mapping[str, str], printed: int) -> Forked:
    """Return a process that does in a folder what `python -m tests.wire.launch ARGUMENTS` would do there.

    `printed` is the file descriptor that it prints to.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LOADED)
    process = context.Process(target=_live, args=(arguments, folder, env, DupFd(printed)), daemon=True)
    process.start()
    return Forked(process)


def _live(arguments: Sequence[str], folder: Path, env: Mapping[str, str], printed: Any) -> None:
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    with os.fdopen(printed.detach(), "wb") as output:
        for number in (1, 2):
            os.dup2(output.fileno(), number)
    sys.stdout = os.fdopen(1, "w", buffering=1, closefd=False)  # line by line, whatever the parent's was
    launch.main(list(arguments))
