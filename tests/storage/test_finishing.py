"""An answer is finished while its order is being committed, and given once both are done, whichever comes last."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Callable

import pytest

from bot.service.ports import Unit
from bot.storage import jobs, sqlite
from bot.storage.jobs import Finishing, in_loop
from bot.storage.unit import SqlUnit
from tests.service.table import CHANNEL, Table
from tests.storage.test_writer import Boom, claim

PATIENCE_S = 5


class Outcome:
    """Something that is answered."""


def in_capitals(answer: bytes) -> bytes:
    """What is made of an outcome here."""
    return answer.upper()


async def test_what_is_made_of_an_outcome_is_answered(table: Table) -> None:
    assert await table.store.write_and_finish(claim(1), in_capitals) == b"DONE"
    assert await table.store.write(claim(1, b"again")) == b"done"


async def test_a_group_is_answered_by_its_one_commit(file_table: Table) -> None:
    """Of two jobs in one transaction the first is made long before the second has written: it waits for that."""
    begun, opening, made, gate = (threading.Event() for _ in range(4))

    def hold(_: Unit) -> bool:
        begun.set()
        return opening.wait(PATIENCE_S)

    holding = asyncio.ensure_future(file_table.store.write(hold))
    assert await asyncio.to_thread(begun.wait, PATIENCE_S)

    def finish(answer: bytes) -> bytes:
        made.set()
        return answer

    first = asyncio.ensure_future(file_table.store.write_and_finish(claim(1), finish))
    second = asyncio.ensure_future(file_table.store.write(lambda _: gate.wait(PATIENCE_S)))
    await asyncio.sleep(0)
    opening.set()
    assert await asyncio.to_thread(made.wait, PATIENCE_S)
    await holding
    assert not first.done()
    gate.set()
    assert (await first, await second) == (b"done", True)


async def test_an_answer_that_takes_long_holds_nobody_up(table: Table) -> None:
    gate = threading.Event()

    def slowly(answer: bytes) -> bytes:
        assert gate.wait(PATIENCE_S)
        return in_capitals(answer)

    slow = asyncio.ensure_future(table.store.write_and_finish(claim(1), slowly))
    await asyncio.sleep(0)
    assert await table.store.write_and_finish(claim(2), in_capitals) == b"DONE"
    assert not slow.done()
    gate.set()
    assert await slow == b"DONE"


async def test_an_order_stays_whose_answer_cannot_be_made(table: Table) -> None:
    def broken(_: bytes) -> bytes:
        raise Boom

    with pytest.raises(Boom):
        await table.store.write_and_finish(claim(1), broken)
    assert await table.store.write(claim(1, b"again")) == b"done"


async def test_whoever_does_not_wait_any_more_is_not_told(table: Table) -> None:
    written, gate = threading.Event(), threading.Event()

    def work(unit: Unit) -> None:
        claim(1)(unit)
        written.set()

    waiting = asyncio.ensure_future(table.store.write_and_finish(work, lambda _: gate.wait(PATIENCE_S)))
    await asyncio.sleep(0)
    waiting.cancel()
    gate.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await asyncio.to_thread(written.wait, PATIENCE_S)
    assert await table.store.write(claim(1, b"again")) == b"done"


async def test_a_job_that_runs_again_gives_the_answer_of_its_last_run(file_table: Table) -> None:
    """The answer of the run that was taken back is still being made when that of the second is given."""
    runs, wrong, gate = list[int](), list[object](), threading.Event()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: wrong.append(context))

    def run(unit: Unit) -> int:
        runs.append(len(runs))
        claim(1)(unit)
        return runs[-1]

    def finish(run_: int) -> str:
        assert run_ or gate.wait(PATIENCE_S)
        return f"run {run_}"

    first, second = await asyncio.gather(
        file_table.store.write_and_finish(run, finish),
        file_table.store.write(committing_too_early),
        return_exceptions=True,
    )
    gate.set()
    assert (first, type(second), runs) == ("run 1", Boom, [0, 1])
    await file_table.store.close()
    assert not wrong


def committing_too_early(unit: Unit) -> None:
    """Spoil the transaction of a whole group."""
    assert isinstance(unit, SqlUnit)
    unit._cursor.execute("COMMIT", {})
    raise Boom


async def test_whoever_posts_has_heard_when_an_answer_is_given(table: Table) -> None:
    heard: list[int] = []
    table.postbox.subscribe(heard.append)

    def touching(unit: Unit) -> bytes:
        unit.touch(CHANNEL)
        return claim(1)(unit)

    assert await table.store.write_and_finish(touching, in_capitals) == b"DONE"
    assert heard == [CHANNEL]


async def test_an_answer_that_is_made_right_behind_the_commit_waits_for_whoever_posts(
    file_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made between the commit and the moment in which the loop hears of that, and goes there with it."""
    committed, made = threading.Event(), threading.Event()
    make, heard_of = Finishing.make, list[str]()

    def made_late(finishing: Finishing) -> None:
        assert committed.wait(PATIENCE_S)
        make(finishing)
        made.set()

    def told_by_the_finisher(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
        heard_of.append("the answer alone")
        in_loop(loop, call)

    def told_by_the_writer(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
        committed.set()
        assert made.wait(PATIENCE_S)
        heard_of.append("the commit")
        in_loop(loop, call)

    monkeypatch.setattr(Finishing, "make", made_late)
    monkeypatch.setattr(jobs, "in_loop", told_by_the_finisher)
    monkeypatch.setattr(sqlite, "in_loop", told_by_the_writer)
    assert await file_table.store.write_and_finish(claim(1), in_capitals) == b"DONE"
    assert heard_of == ["the commit"]


async def test_nothing_of_what_was_answered_waits_to_be_collected(table: Table) -> None:
    outcomes: list[weakref.ref[Outcome]] = []

    def work(_: Unit) -> Outcome:
        outcome = Outcome()
        outcomes.append(weakref.ref(outcome))
        return outcome

    gc.disable()
    try:
        await table.store.write_and_finish(work, lambda outcome: type(outcome))
        await table.store.close()
        assert outcomes[0]() is None
    finally:
        gc.enable()


async def test_a_closing_store_gives_the_answers_that_are_being_made(table: Table) -> None:
    waiting = [asyncio.ensure_future(table.store.write_and_finish(claim(each), in_capitals)) for each in range(20)]
    await asyncio.sleep(0)
    await table.store.close()
    assert await asyncio.gather(*waiting) == [b"DONE"] * 20
