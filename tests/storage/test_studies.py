"""Long looks take turns, one for each asker, and stop when nobody waits for them any longer."""

from __future__ import annotations

import asyncio
import threading

import pytest

from bot.service.ports import CrowdedError, StoppedError, Unit
from bot.storage.studies import AT_ONCE, MOST_FOR_ONE, Studies, Study
from tests.service.table import ANN, BOB, GM, Table, ask, words


class Endless:
    """Work that ends only when it is stopped; `begun` says that it runs."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.stopped = threading.Event()

    def __call__(self, study: Study | Unit) -> None:
        self.begun.set()
        try:
            while True:
                study.breathe()
        except StoppedError:
            self.stopped.set()
            raise


async def begun(*works: Endless) -> None:
    """Wait until all of these run."""
    for work in works:
        assert await asyncio.to_thread(work.begun.wait, 10)


@pytest.mark.parametrize("long", [1, AT_ONCE + 2])
async def test_others_long_work_holds_up_nobody(long: int) -> None:
    studies, works = Studies(), [Endless() for _ in range(long)]
    running = [asyncio.ensure_future(studies.run(asker, work)) for asker, work in enumerate(works)]
    await begun(*works)
    async with asyncio.timeout(10):
        assert await studies.run(99, lambda _: "answered") == "answered"
    studies.stop()
    assert [type(each) for each in await asyncio.gather(*running, return_exceptions=True)] == [StoppedError] * long
    studies.close()


async def test_one_asker_has_one_study_at_a_time_and_few_waiting() -> None:
    studies, first = Studies(), Endless()
    running = [asyncio.ensure_future(studies.run(ANN, first))]
    await begun(first)
    behind = Endless()
    running += [asyncio.ensure_future(studies.run(ANN, behind)) for _ in range(MOST_FOR_ONE - 1)]
    await asyncio.sleep(0)
    with pytest.raises(CrowdedError):
        await studies.run(ANN, behind)
    assert await studies.run(BOB, lambda _: "answered") == "answered"
    assert not behind.begun.is_set()
    studies.stop()
    await asyncio.gather(*running, return_exceptions=True)
    assert not behind.begun.is_set()
    studies.close()


async def test_a_study_whose_asker_is_gone_stops() -> None:
    studies, work = Studies(), Endless()
    running = asyncio.ensure_future(studies.run(ANN, work))
    await begun(work)
    running.cancel()
    assert await asyncio.to_thread(work.stopped.wait, 10)
    assert await studies.run(ANN, lambda _: "answered") == "answered"
    studies.close()


async def test_whoever_asks_too_much_is_told_so(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.fight()

    async def crowded(*_: object) -> None:
        raise CrowdedError

    monkeypatch.setattr(table.store, "study", crowded)
    assert "asked for much already" in words(await table.referee.log_verify(ask(GM)))


async def test_a_bot_that_goes_down_answers_what_it_studies(table: Table) -> None:
    await table.fight()
    await table.store.stop_studies()
    reply = await table.referee.log_verify(ask(GM))
    assert reply.refusal
    assert "stopped" in words(reply)
