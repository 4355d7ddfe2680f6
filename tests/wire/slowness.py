"""How much longer everything takes here than on a machine that does nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

PROBED_S: Final = 0.3


def slowness(spent_s: Callable[[], float] = time.thread_time, now_s: Callable[[], float] = time.perf_counter) -> float:
    """Return how many times as long work takes, 1 where nobody else wants the processors.

    A limit in seconds says something of the bot only where it grows with what other programs take from it.
    """
    began_s, worked_s = now_s(), spent_s()
    while spent_s() - worked_s < PROBED_S:
        pass
    return max(1.0, (now_s() - began_s) / PROBED_S)
