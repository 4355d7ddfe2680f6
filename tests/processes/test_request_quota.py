"""How many requests leave in a second, by a clock that only the tests move."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
import yarl

from bot.processes.request_quota import COUNTED, KNOWN_S, Quota


class Rush:
    """Many who ask for their turn at once; ``left_s`` is when each of them left."""

    def __init__(self, per_s: float | None = None, *, others: bool = False) -> None:
        self.now_s = 512.0
        self.quota = Quota(per_s, others=others, clock=lambda: self.now_s, sleep=self._sleep)
        self.began_s = self.now_s
        self.left_s: list[float] = []

    async def _sleep(self, seconds: float) -> None:
        self.now_s += seconds
        await asyncio.sleep(0)

    async def _one(self) -> None:
        await self.quota.turn()
        self.left_s.append(self.now_s - self.began_s)

    async def ask(self, times: int) -> None:
        await asyncio.gather(*(self._one() for _ in range(times)))

    @property
    def most_in_a_second(self) -> int:
        return max(sum(first <= each < first + 1 for each in self.left_s) for first in self.left_s)


@pytest.mark.parametrize(("per_s", "processes", "most"), [(None, 1, 45), (None, 2, 22), (None, 80, 1), (25.0, 2, 22)])
async def test_no_more_leave_in_any_second_than_are_this_process_own(
    per_s: float | None, processes: int, most: int
) -> None:
    rush = Rush(per_s)
    rush.quota.share_among(processes)
    rush.now_s = 512.0 + KNOWN_S
    rush.began_s = rush.now_s
    await rush.ask(most)
    rush.now_s += 0.75
    await rush.ask(5 * most)
    assert rush.most_in_a_second == most
    assert rush.left_s[:most] == [0.0] * most  # nobody waits before there is a crowd
    assert rush.left_s == sorted(rush.left_s)


@pytest.mark.parametrize("processes", range(1, 26))
async def test_all_processes_together_stay_below_what_discord_allows(processes: int) -> None:
    now_s = 0.0
    quota = Quota(clock=lambda: now_s)
    quota.share_among(processes)
    now_s = KNOWN_S
    assert quota.most * processes < 50


@pytest.mark.parametrize("others", [1, 2, 5])
async def test_one_that_has_just_come_takes_what_the_others_leave_until_they_know_of_it(others: int) -> None:
    now_s = 0.0
    old, new = Quota(clock=lambda: now_s), Quota(others=True, clock=lambda: now_s)
    old.share_among(others)
    now_s = 100.0
    assert old.most * others + new.most < 50
    new.share_among(others + 1)
    assert old.most * others + new.most < 50
    now_s += KNOWN_S - 0.1
    assert new.most == 2
    old.share_among(others + 1)
    now_s += 0.1
    assert new.most == old.most > 2


async def test_who_waited_while_a_process_was_new_waits_no_longer_than_that() -> None:
    rush = Rush(others=True)
    rush.quota.share_among(2)
    await rush.ask(20)
    early = [left_s for left_s in rush.left_s if left_s < KNOWN_S]
    assert len(early) <= 2 * (KNOWN_S + 1)
    assert rush.left_s[-1] <= KNOWN_S + 1


async def test_one_that_finds_itself_alone_waits_for_nobody() -> None:
    quota = Quota(others=True)
    assert quota.most == 2
    quota.share_among(1)
    assert quota.most == 45


async def test_a_share_that_was_settled_holds_from_the_start() -> None:
    assert Quota(25.0, others=True).most == 22


async def test_a_share_that_shrinks_holds_from_then_on_and_one_that_grows_too() -> None:
    rush = Rush()
    rush.quota.share_among(1)
    rush.now_s = rush.began_s = 512.0 + KNOWN_S
    await rush.ask(45)
    rush.quota.share_among(3)
    await rush.ask(30)
    assert rush.left_s[45:] == [1.0] * 15 + [2.0] * 15
    rush.now_s += 10
    rush.quota.share_among(1)
    await rush.ask(45)
    assert rush.left_s[-45:] == [12.0] * 45
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
    assert (rush.now_s > rush.began_s) == counted
    assert bool(COUNTED.match(path)) == counted


async def test_who_gives_up_waiting_holds_up_nobody() -> None:
    quota = Quota(2.0, clock=lambda: 0.0)
    await quota.turn()
    waiting = asyncio.ensure_future(quota.turn())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
