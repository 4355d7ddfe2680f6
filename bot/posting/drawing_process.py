"""Pictures are drawn by one process of low priority, so that no order waits for one."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path

import msgspec

import bot
from bot.core.telling.cards import WoundFigure
from bot.render.easel import SIZE_BYTES, commission
from bot.service.requests import GroundView

MODULE = "bot.render.easel"
PATIENCE_S = 20.0


class DrawingProcess:
    """Draws pictures one after the other; the process begins with the first of them, and ends with this one."""

    rest_s = 5.0

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._child: Process | None = None
        self._one_at_a_time = asyncio.Lock()

    async def draw(self, view: GroundView | WoundFigure) -> bytes:
        """Return the picture of a ground, or of somebody's wounds.

        Raises:
            ConnectionError: the process is gone; the next picture begins another.
            TimeoutError: it took too long, and has been ended.
        """
        async with self._one_at_a_time:
            try:
                async with asyncio.timeout(self._patience_s):
                    return await _drawn_by(await self._started(), msgspec.msgpack.encode(commission(view)))
            except asyncio.IncompleteReadError as error:
                self.close()
                raise ConnectionError("the drawing process has ended") from error
            except BaseException:
                self.close()
                raise

    async def _started(self) -> Process:
        if self._child is None:
            root = Path(bot.__file__).parent.parent
            command = sys.executable, "-m", MODULE
            self._child = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, cwd=root, env={})
        return self._child

    def close(self) -> None:
        """Draw no more; what is being drawn is of no use to anybody."""
        child, self._child = self._child, None
        if child is not None and child.returncode is None:
            with suppress(ProcessLookupError):
                child.kill()


async def _drawn_by(child: Process, wanted: bytes) -> bytes:
    if child.stdin is None or child.stdout is None:
        raise AssertionError("it was begun with pipes")
    child.stdin.write(len(wanted).to_bytes(SIZE_BYTES) + wanted)
    await child.stdin.drain()
    size = await child.stdout.readexactly(SIZE_BYTES)
    return await child.stdout.readexactly(int.from_bytes(size))
