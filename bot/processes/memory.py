"""How memory that nobody uses any longer goes back to the system, about which neither Python nor C makes haste."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from contextlib import suppress

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # malloc.h of the GNU C library; other libraries have no such thing
ARENAS = 1
ALONE_BYTES = 64 * 1024  # what is as large as this lies by itself and leaves no hole; the library would raise that
TIDY_S = 20.0


def share_arenas() -> None:
    """Have all threads to come allocate from one arena: of many, each would keep what it needed at its most."""
    with suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(M_ARENA_MAX, ARENAS)
        library.mallopt(M_MMAP_THRESHOLD, ALONE_BYTES)


async def tidying() -> None:
    """Give free memory back every now and then, until cancelled."""
    while True:
        await asyncio.sleep(TIDY_S)
        await asyncio.to_thread(_give_back)


def _give_back() -> None:
    """Have Python let go of its spare objects, which only a whole collection does, and the C library of free memory."""
    gc.collect()
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
