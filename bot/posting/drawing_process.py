"""Pictures are drawn by one process of low priority, so that no order waits for one."""

from __future__ import annotations

import asyncio
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from bot.render.picture import drawn
from bot.service.requests import GroundView

LEAST_URGENT = 19


class DrawingProcess:
    """Draws pictures one after the other; it begins with the first of them."""

    rest_s = 5.0

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def draw(self, view: GroundView) -> bytes:
        """Return the picture of a ground.

        Raises:
            BrokenExecutor: the process is gone; the next picture begins another.
        """
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _give_way)
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, drawn, view)
        except BaseException:
            self._end(pool)
            raise

    def close(self) -> None:
        """Draw no more; what is being drawn is of no use to anybody."""
        if self._pool is not None:
            self._end(self._pool)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        pool.shutdown(wait=False, cancel_futures=True)
        if self._pool is pool:
            self._pool = None


def _give_way() -> None:
    """Leave the processor to all others, and ending to whoever began this."""
    os.nice(LEAST_URGENT)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
