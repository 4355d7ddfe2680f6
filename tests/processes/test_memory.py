"""Giving memory back is no more than a hint to the C library, and never a mishap."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from types import SimpleNamespace

import pytest

from bot.processes import memory


async def test_free_memory_is_given_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    given = list[int]()
    enough = asyncio.Event()
    loop = asyncio.get_running_loop()

    class Library:
        @staticmethod
        def malloc_trim(spare: int) -> None:
            given.append(spare)
            if len(given) == 3:
                loop.call_soon_threadsafe(enough.set)

    monkeypatch.setattr(ctypes, "CDLL", lambda _: Library)
    monkeypatch.setattr(memory, "TIDY_S", 0)
    monkeypatch.setattr(gc, "collect", lambda: 0)  # that of a whole test run takes seconds
    task = asyncio.ensure_future(memory.tidying())
    async with asyncio.timeout(10):
        await enough.wait()
    task.cancel()
    assert given[:3] == [0, 0, 0]


def test_python_empties_its_spare_objects_before_the_library_trims(monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[str]()
    library = SimpleNamespace(malloc_trim=lambda _: done.append("trimmed"))
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)
    monkeypatch.setattr(gc, "collect", lambda: done.append("collected"))
    memory._give_back()
    assert done == ["collected", "trimmed"]


def test_a_c_library_without_such_things_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    memory.share_arenas()
    memory._give_back()
    assert memory.ARENAS == 1
