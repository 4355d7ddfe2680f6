"""Two who let time go on at once mean the same moment, and two who undo the same order: the second is told so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.core.wording import shown
from bot.service.playing import haste
from bot.service.requests import Reply, Request
from tests.service.table import GM, Table, agreed, ask, words

OTHER_GM = 77
OPENS = datetime(2026, 2, 1, tzinfo=UTC)
SO_SOON_MS = 900


@pytest.fixture(autouse=True)
def _a_clock_that_goes(monkeypatch: pytest.MonkeyPatch, _clock_that_stands_still: None) -> None:
    monkeypatch.setattr(haste, "UNREAD_MS", SO_SOON_MS)


def at(user: int, ms: int) -> Request:
    return ask(user, manages_server=True, now=OPENS + timedelta(milliseconds=ms))


async def next_of(table: Table, user: int, ms: int, **named: Any) -> Reply:
    return await table.referee.init_next(at(user, ms), **named)


async def goes_on(table: Table, user: int, ms: int, **named: Any) -> bool:
    """Whether somebody lets time go on, and is not refused."""
    before = table.scene().position
    return not (await next_of(table, user, ms, **named)).refusal and table.scene().position > before


async def fighting(table: Table) -> None:
    await table.fight()
    for number in range(20):
        if not table.scene().combatants[table.entitled()].hidden:
            return
        agreed(await next_of(table, GM, -60_000 + 1000 * number))
    raise AssertionError("nobody in sight ever gets to act")


async def test_the_second_of_two_who_let_time_go_on_at_once_is_told_that_it_has(table: Table) -> None:
    await fighting(table)
    agreed(await next_of(table, GM, 0))
    then = table.scene()
    for ms in (SO_SOON_MS - 1, 0, -300):
        assert "in this very moment" in words(await next_of(table, OTHER_GM, ms))
    assert table.scene() == then
    agreed(await next_of(table, OTHER_GM, SO_SOON_MS))


async def test_who_says_whom_it_is_for_or_comes_behind_an_own_order_goes_on(table: Table) -> None:
    await fighting(table)
    agreed(await next_of(table, GM, 0))
    assert await goes_on(table, GM, 1)
    assert await goes_on(table, OTHER_GM, 2, actor=shown(table.entitled()))


async def test_what_takes_no_moment_overtakes_nobody(table: Table) -> None:
    await fighting(table)
    one, other, *_ = map(shown, table.scene().combatants)
    agreed(await table.referee.init_range(at(GM, 0), one, other, 5.0))
    assert await goes_on(table, OTHER_GM, 1)


async def test_nor_does_what_only_a_gm_knows_of(table: Table) -> None:
    await table.fight()
    for number in range(40):
        scene = table.scene()
        alone = all(scene.combatants[slot.actor].hidden for slot in scene.entitled())
        agreed(await next_of(table, GM, 1000 * number))
        if alone:
            assert await goes_on(table, OTHER_GM, 1000 * number + 1)
            return
    raise AssertionError("nobody hidden ever gets to act")


async def test_the_second_of_two_gms_who_undo_at_once_is_told_so(table: Table) -> None:
    await fighting(table)
    agreed(await table.referee.undo(at(GM, 0)))
    then = table.scene()
    assert "in this very moment" in words(await table.referee.undo(at(OTHER_GM, SO_SOON_MS - 1)))
    assert table.scene() == then
    agreed(await table.referee.undo(at(OTHER_GM, SO_SOON_MS)))


async def test_a_gm_takes_back_at_once_what_somebody_ordered(table: Table) -> None:
    await fighting(table)
    before = table.scene()
    agreed(await next_of(table, GM, 0))
    agreed(await table.referee.undo(at(OTHER_GM, 1)))
    assert table.scene().agenda == before.agenda
