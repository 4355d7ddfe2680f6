"""One bot process: started against the stand-in, pinned to a core, killed or stopped, and measured from outside."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tests.wire.nursery import Forked, forked

ROOT: Final = Path(__file__).resolve().parents[2]
INHERITED: Final = ("PATH", "HOME", "LANG", "TMPDIR")
Process = asyncio.subprocess.Process | Forked

forking = False  # where bots are many and how one is loaded is not what is looked at


@dataclass(frozen=True, slots=True)
class Cores:
    """A core for the driver with its stand-in, and one for the bot; both None where pinning is not permitted."""

    driver: int | None
    bot: int | None


@cache
def cores() -> Cores:
    """The last two of the cores this process might use when it began, if there are two and they may be chosen."""
    if not hasattr(os, "sched_setaffinity"):
        return Cores(None, None)
    allowed = sorted(os.sched_getaffinity(0))
    return Cores(allowed[-2], allowed[-1]) if len(allowed) > 1 else Cores(None, None)


def pin(pid: int, core: int | None) -> None:
    """Keep a process on one core, where the system lets us."""
    if core is not None:
        try:
            os.sched_setaffinity(pid, {core})
        except PermissionError:
            return


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process has used: resident memory now and at its peak in MB, processor time in seconds."""

    rss_mb: float
    peak_rss_mb: float
    cpu_s: float


class BotProcess:
    """A running bot. `cat` takes its output to a file, so that neither a full pipe nor a full disk stops it."""

    def __init__(self, process: Process, keeper: asyncio.subprocess.Process, log: Path) -> None:
        self._process, self._keeper, self._log = process, keeper, log
        self.pid = process.pid
        self.ended = asyncio.create_task(self._end())

    async def _end(self) -> int:
        """The exit status, once all that was printed is in the file."""
        status = await self._process.wait()
        await self._keeper.wait()
        return status

    @classmethod
    async def start(
        cls,
        port: int,
        arguments: Sequence[str],
        env: Mapping[str, str],
        folder: Path,
        core: int | None,
        python: Path = Path(sys.executable),
        root: Path = ROOT,
    ) -> BotProcess:
        """Run `python -m tests.wire.launch PORT ARGUMENTS` of a checkout in a folder that holds no .env of ours.

        While `forking` is on, the bots of this checkout are forked instead.
        """
        handle, name = tempfile.mkstemp(prefix="bot-", suffix=".log", dir=folder)
        reading, writing = os.pipe()
        with os.fdopen(handle, "wb") as log, os.fdopen(reading, "rb") as printed, os.fdopen(writing, "wb") as output:
            keeper = await asyncio.create_subprocess_exec("cat", stdin=printed, stdout=log)
            process: Process
            if forking and (python, root) == (Path(sys.executable), ROOT):
                process = forked((str(port), *arguments), folder, {**_environment(root), **env}, output.fileno())
            else:
                process = await asyncio.create_subprocess_exec(
                    *(str(python), "-m", "tests.wire.launch", str(port), *arguments),
                    cwd=folder,
                    env={**_environment(root), **env},
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                )
        pin(process.pid, core)
        return cls(process, keeper, Path(name))

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return not self.ended.done()

    @property
    def output(self) -> str:
        """All it has printed so far."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    async def kill(self) -> None:
        """SIGKILL: no handler, no farewell."""
        if self.running:
            self._process.send_signal(signal.SIGKILL)
        await self.ended

    async def terminate(self, timeout_s: float = 15.0) -> int:
        """SIGTERM; its exit status. Raises TimeoutError if it does not stop."""
        if self.running:
            self._process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(timeout_s):
            return await asyncio.shield(self.ended)

    async def abort(self) -> None:
        """SIGABRT: where PYTHONFAULTHANDLER is set, the stacks of all threads are the end of what it prints."""
        if self.running:
            self._process.send_signal(signal.SIGABRT)
        await self.ended

    def usage(self) -> Usage:
        """Memory and processor time, from /proc."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii", errors="replace")
        fields = dict(line.split(":", 1) for line in status.splitlines())
        stat = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()
        ticks = int(stat[11]) + int(stat[12])
        return Usage(_mb(fields["VmRSS"]), _mb(fields["VmHWM"]), ticks / os.sysconf("SC_CLK_TCK"))


def _mb(field: str) -> float:
    return int(field.split()[0]) / 1024


def _environment(root: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in INHERITED if name in os.environ}
    return kept | {"PYTHONPATH": str(root), "PYTHONUNBUFFERED": "1"}
