"""How many requests leave in a second, by a clock that only the tests move."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
import yarl

from bot.quota import COUNTED, Quota


class Rush:
    """Many who ask for their turn at once; ``left_s`` is when each of them left."""

    def __init__(self, per_s: float | None = None) -> None:
        self.now_s = 500.0
        self.quota = Quota(per_s, clock=lambda: self.now_s, sleep=self._sleep)
        self.left_s: list[float] = []
        self._waits_s = 0.0

    async def _sleep(self, seconds: float) -> None:
        self._waits_s = seconds

    async def ask(self, times: int) -> None:
        for _ in range(times):
            self._waits_s = 0.0
            await self.quota.turn()
            self.left_s.append(self.now_s - 500.0 + self._waits_s)

    @property
    def most_in_a_second(self) -> int:
        return max(sum(first <= each < first + 1 for each in self.left_s) for first in self.left_s)


@pytest.mark.parametrize(("per_s", "processes", "most"), [(None, 1, 45), (None, 2, 22), (None, 80, 1), (25.0, 2, 22)])
async def test_no_more_leave_in_any_second_than_are_this_process_own(
    per_s: float | None, processes: int, most: int
) -> None:
    rush = Rush(per_s)
    rush.quota.share_among(processes)
    await rush.ask(most)
    rush.now_s += 0.7
    await rush.ask(5 * most)
    assert rush.most_in_a_second == most
    assert rush.left_s[:most] == [0.0] * most  # nobody waits before there is a crowd
    assert rush.left_s == sorted(rush.left_s)


async def test_all_processes_together_stay_below_what_discord_allows() -> None:
    for processes in range(1, 26):
        quota = Quota()
        quota.share_among(processes)
        assert quota.most * processes < 50


async def test_a_share_that_shrinks_holds_from_then_on_and_one_that_grows_too() -> None:
    rush = Rush()
    await rush.ask(45)
    rush.quota.share_among(3)
    await rush.ask(30)
    assert rush.left_s[45:] == [1.0] * 15 + [2.0] * 15
    rush.now_s += 10
    rush.quota.share_among(1)
    await rush.ask(45)
    assert rush.left_s[-45:] == [10.0] * 45
    assert all(first <= second for first, second in pairwise(rush.left_s))


@pytest.mark.parametrize(
    ("path", "counted"),
    [
        ("/api/v10/channels/1/messages", True),
        ("/api/v10/users/@me", True),
        ("/api/v10/interactions/1/token/callback", False),
        ("/api/v10/webhooks/1/token/messages/@original", False),
        ("/gateway/", False),
        ("/attachments/1/2/sheet.json", False),
    ],
)
async def test_answers_and_what_is_no_request_to_the_api_wait_for_nothing(path: str, counted: bool) -> None:
    rush = Rush(2.0)
    (leaving,) = rush.quota.trace().on_request_start
    session: Any = None
    params: Any = SimpleNamespace(url=yarl.URL(f"https://discord.test{path}"))
    for _ in range(9):
        await leaving(session, SimpleNamespace(), params)
    assert bool(rush._waits_s) == counted
    assert bool(COUNTED.match(path)) == counted


async def test_who_gives_up_waiting_holds_up_nobody() -> None:
    quota = Quota(2.0, clock=lambda: 0.0)
    await quota.turn()
    waiting = asyncio.ensure_future(quota.turn())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
