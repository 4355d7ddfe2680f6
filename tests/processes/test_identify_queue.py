"""The turns of shards to identify themselves, by a clock that only the tests move."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.processes.identify_queue import GAP_S, LATE_S, Booking, IdentifyQueue, OwnPlaces, SharedPlaces
from bot.service.ports import OutdatedError, Store, UnreachedError


class Clock:
    """A time that passes while somebody sleeps, and now and then more of it than they wished."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.oversleeps_s: list[float] = []

    def __call__(self) -> float:
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        self.now_s += seconds + (self.oversleeps_s.pop(0) if self.oversleeps_s else 0.0)


def buckets(number: int) -> Callable[[], Awaitable[int]]:
    async def at_once() -> int:
        return number

    return at_once


@pytest.fixture
def clock() -> Clock:
    return Clock()


def turns(clock: Clock, book: Booking, number: int = 1) -> IdentifyQueue:
    return IdentifyQueue(book, buckets(number), clock=clock, sleep=clock.sleep)


async def taken_s(queue: IdentifyQueue, clock: Clock, *shards: int) -> list[float]:
    """When each of these shards has its turn, one after the other."""
    found = []
    for shard in shards:
        await queue.take(shard)
        found.append(clock.now_s - 1000.0)
    return found


async def test_shards_of_one_bucket_wait_for_each_other_and_those_of_others_do_not(clock: Clock) -> None:
    queue = turns(clock, OwnPlaces(clock).book, number=2)
    assert await taken_s(queue, clock, 0, 1, 2, 3, 4) == [0, 0, GAP_S, GAP_S, 2 * GAP_S]


async def test_two_processes_stand_in_one_queue(clock: Clock) -> None:
    book = OwnPlaces(clock).book
    here, there = turns(clock, book), turns(clock, book)
    assert await taken_s(here, clock, 0) == [0]
    assert await taken_s(there, clock, 1) == [GAP_S]
    assert await taken_s(here, clock, 0) == [2 * GAP_S]


async def test_nobody_waits_for_a_turn_of_long_ago(clock: Clock) -> None:
    queue = turns(clock, OwnPlaces(clock).book)
    await queue.take(0)
    clock.now_s += 60
    assert await taken_s(queue, clock, 0) == [60]


async def test_who_comes_late_to_a_turn_takes_another(clock: Clock) -> None:
    book = OwnPlaces(clock).book
    queue = turns(clock, book)
    await queue.take(0)
    clock.oversleeps_s = [LATE_S * 2]
    assert await taken_s(queue, clock, 0) == [2 * GAP_S]


async def test_who_was_kept_from_a_turn_to_come_has_it_still(clock: Clock) -> None:
    awake = asyncio.Event()

    async def sleep(seconds: float) -> None:
        if seconds and not awake.is_set():
            await awake.wait()
        clock.now_s += seconds

    queue = IdentifyQueue(OwnPlaces(clock).book, buckets(1), clock=clock, sleep=sleep)
    await queue.take(0)
    for _ in range(3):
        waiting = asyncio.ensure_future(queue.take(1))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait({waiting})
    awake.set()
    assert await taken_s(queue, clock, 1) == [GAP_S]


class Away:
    """A store whose database does not answer, or is for a newer version of the bot."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def write(self, work: Callable[[Any], Any]) -> Any:
        raise self._error


@pytest.mark.parametrize("error", [UnreachedError("the database is away"), OutdatedError("too old")])
async def test_without_the_database_a_process_keeps_its_own_shards_apart(clock: Clock, error: Exception) -> None:
    store: Store = Away(error)  # type: ignore[assignment]
    queue = turns(clock, SharedPlaces(store, OwnPlaces(clock).book).book)
    assert await taken_s(queue, clock, 0, 1) == [0, GAP_S]
