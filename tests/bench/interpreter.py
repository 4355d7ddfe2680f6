"""How quick this Python is here and now: on another day, machine or build of Python everything else moves with it."""

from __future__ import annotations

import os
import platform
import time
from typing import Final

from tests.bench.measure import Measure

TURNS: Final = 2_000_000
ROUNDS: Final = 5


async def measures() -> list[Measure]:
    """Return the processor time of one turn of an empty loop, and which Python was asked on how many cores."""
    turn_ns = min(_loop_s() for _ in range(ROUNDS)) / TURNS * 1e9
    build = f"Python {platform.python_version()} by {platform.python_compiler()}, {os.cpu_count()} cores"
    return [Measure("turn of an empty loop", turn_ns, "ns", detail=build)]


def _loop_s() -> float:
    began_s, turn = time.process_time(), 0
    while turn < TURNS:
        turn += 1
    return time.process_time() - began_s
