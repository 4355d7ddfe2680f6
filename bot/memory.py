"""How much memory the process keeps that nobody uses: threads share two arenas instead of filling one each."""

from __future__ import annotations

import ctypes
from contextlib import suppress

M_ARENA_MAX = -8  # malloc.h of the GNU C library; other libraries have no such thing
ARENAS = 2


def share_arenas() -> None:
    """Have all threads to come allocate from few arenas; free memory of many would never be used again."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)
