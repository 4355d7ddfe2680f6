"""The floor under every durable commit: one fdatasync of this machine, on the file system the bots' databases use."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from typing import Final

from tests.bench.measure import Measure, quantile

WRITES: Final = 400
PAGE: Final = bytes(4096)


async def measures() -> list[Measure]:
    """Append a page, make it durable, again and again."""
    taken_s = list(fdatasyncs(WRITES))
    return [
        Measure("fdatasync p50", quantile(taken_s, 0.5) * 1e3, "ms", detail=f"{WRITES} appended pages of 4 KiB"),
        Measure("fdatasync p99", quantile(taken_s, 0.99) * 1e3, "ms"),
    ]


def fdatasyncs(count: int) -> Iterator[float]:
    """Seconds that each of so many durable appends took, write and fdatasync together."""
    with tempfile.NamedTemporaryFile(prefix="bench-") as file:
        for _ in range(count):
            began_s = time.perf_counter()
            os.write(file.fileno(), PAGE)
            os.fdatasync(file.fileno())
            yield time.perf_counter() - began_s
