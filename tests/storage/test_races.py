"""What two do at once ends as if one had been first: nobody's change is lost, and nothing is there twice.

Each race is widened: whoever has read what they are about to change waits for the other to have read it too. Where the
store keeps them apart the other never comes, and the wait is over in a moment.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable
from contextlib import suppress
from functools import wraps
from typing import Any

import msgspec
import pytest

from bot.service.outbox import ParcelPart, Stream
from bot.service.requests import Reply
from bot.storage.unit import SqlUnit
from tests.service.table import ANN, BRAWLER, CHANNEL, GM, OTHER_CHANNEL, Table, agreed, ask, refused, words

LONGEST_WAIT_S = 0.25
ROUNDS = 3


class Widened:
    """Makes the first two who read by a method of a unit wait for each other."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def at(self, method: str) -> None:
        """Widen the race after this read."""
        read = getattr(SqlUnit, method)
        both = threading.Barrier(2)

        @wraps(read)
        def lingering(unit: SqlUnit, *given: Any, **named: Any) -> Any:
            found = read(unit, *given, **named)
            if threading.current_thread().name.startswith("writer"):
                with suppress(threading.BrokenBarrierError):
                    both.wait(LONGEST_WAIT_S)
            return found

        self._monkeypatch.setattr(SqlUnit, method, lingering)


@pytest.fixture
def widened(monkeypatch: pytest.MonkeyPatch) -> Widened:
    return Widened(monkeypatch)


@pytest.fixture
async def other(table: Table) -> AsyncIterator[Table]:
    """The same table in another process, as far as the database is concerned."""
    made = Table(table.database)
    yield made
    await made.store.close()


async def at_once(*asked: Awaitable[Reply]) -> list[Reply]:
    """The answers of all."""
    return list(await asyncio.gather(*asked))


def skill(table: Table, name: str) -> tuple[int, int]:
    """Two numbers of a sheet of Ann's."""
    sheet = next(row.sheet for row in table.look(lambda unit: unit.sheets(10, ANN, "toy")) if row.name == name)
    return sheet["skill"], sheet["hits"]


async def test_two_edits_of_a_sheet_are_both_kept(table: Table, other: Table, widened: Widened) -> None:
    await table.sheet(ANN, "Axel")
    widened.at("sheets")
    first = table.referee.sheet_edit(ask(ANN), "skill", "7", "Axel")
    second = other.referee.sheet_edit(ask(ANN), "hits", "3", "Axel")
    for reply in await at_once(first, second):
        agreed(reply)
    assert skill(table, "Axel") == (7, 3)


async def test_two_options_of_a_campaign_are_both_kept(table: Table, other: Table, widened: Widened) -> None:
    widened.at("campaign")
    first = table.referee.campaign_setup(ask(), title="The yard")
    second = other.referee.campaign_gm(ask(), 7, "Masters")
    for reply in await at_once(first, second):
        agreed(reply)
    shown = words(await table.referee.campaign_show(ask()))
    assert "The yard" in shown
    assert "Masters" in shown


async def test_a_deleted_sheet_stays_deleted(table: Table, other: Table, widened: Widened) -> None:
    await table.sheet(ANN, "Axel")
    widened.at("sheets")
    deleting = table.referee.sheet_delete(ask(ANN), "Axel")
    editing = other.referee.sheet_edit(ask(ANN), "skill", "7", "Axel")
    agreed((await at_once(deleting, editing))[0])
    assert table.look(lambda unit: unit.sheets(10, ANN, "toy")) == []


async def test_one_sheet_is_active(table: Table, other: Table, widened: Widened) -> None:
    widened.at("sheets")
    first = table.referee.sheet_import(ask(ANN), BRAWLER, "Axel")
    second = other.referee.sheet_import(ask(ANN), BRAWLER, "Bea")
    for reply in await at_once(first, second):
        agreed(reply)
    active = [row.name for row in table.look(lambda unit: unit.sheets(10, ANN, "toy")) if row.active]
    assert len(active) == 1


async def test_one_name_is_given_once(table: Table, other: Table, widened: Widened) -> None:
    widened.at("sheets")
    replies = await at_once(*(each.referee.sheet_create(ask(ANN), "Axel", "thug") for each in (table, other)))
    assert "You have a sheet called Axel" in " ".join(refused(reply) for reply in replies if reply.refusal)
    assert sum(not reply.refusal for reply in replies) == 1


async def test_a_sheet_joins_one_fight(table: Table, other: Table, widened: Widened) -> None:
    await table.sheet(ANN, "Axel")
    widened.at("enlisted_in")
    first = table.referee.init_join(ask(ANN))
    second = other.referee.init_join(ask(ANN, channel_id=OTHER_CHANNEL))
    replies = await at_once(first, second)
    assert "another channel" in " ".join(refused(reply) for reply in replies if reply.refusal)
    assert sum(not reply.refusal for reply in replies) == 1


async def test_a_scene_is_opened_once(table: Table, other: Table, widened: Widened) -> None:
    widened.at("scene_at")
    first = table.referee.npc_add(ask(), "thug")
    second = other.referee.npc_add(ask(), "thug")
    for reply in await at_once(first, second):
        agreed(reply)
    assert len(table.scene().combatants) == 2
    assert table.audit().problems == []


async def test_orders_of_one_scene_follow_each_other(table: Table, other: Table, widened: Widened) -> None:
    await table.fight()
    head = table.row().head
    widened.at("scene_at")
    hurting = [each.referee.act(ask(), "Axel", "hurt", {"points": 1}) for each in (table, other) * ROUNDS]
    for reply in await at_once(*hurting):
        agreed(reply)
    assert table.row().head == head + 2 * ROUNDS
    assert table.audit().problems == []


async def test_one_delivered_to_two_acts_once(table: Table, other: Table, widened: Widened) -> None:
    await table.fight()
    head = table.row().head
    widened.at("campaign")
    twice = ask()
    first, second = await at_once(
        *(each.referee.act(twice, "Axel", "hurt", {"points": 1}) for each in (table, other)),
    )
    assert first == second
    assert table.row().head == head + 1


async def test_one_refused_and_delivered_to_two_is_refused_to_both(
    table: Table, other: Table, widened: Widened
) -> None:
    await table.fight()
    widened.at("campaign")
    twice = ask(ANN)
    first, second = await at_once(*(each.referee.init_end(twice) for each in (table, other)))
    assert first == second
    assert refused(first)


async def test_orders_and_sheets_do_not_wait_for_each_other_for_ever(table: Table, other: Table) -> None:
    await table.fight()
    await table.sheet(ANN, "Spare")
    asked: list[Awaitable[Reply]] = []
    for round_ in range(4):
        for each in (table, other):
            asked += [
                each.referee.act(ask(), "Axel", "hurt", {"points": 1}),
                each.referee.act(ask(GM, channel_id=OTHER_CHANNEL), "Axel", "hurt", {"points": 1}),
                each.referee.sheet_use(ask(ANN), "Spare" if round_ % 2 else "Axel"),
                each.referee.sheet_edit(ask(), "hits", "5", "Axel"),
                each.referee.undo(ask()),
            ]
    replies = await at_once(*asked)
    assert len(replies) == len(asked)
    assert table.audit().problems == []


async def test_a_promise_is_kept_by_whoever_posts_the_last_part_of_it(
    table: Table, other: Table, widened: Widened
) -> None:
    await table.fight()
    await table.deliver()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    drafts = (await table.postbox.mail(CHANNEL, (Stream.LOG,), with_tracker=False)).letters
    (part,) = drafts[0].parts
    halves = [
        msgspec.structs.replace(drafts[0], parts=(each,))
        for each in (ParcelPart(part.parcel_id, 0, 1), ParcelPart(part.parcel_id, 1))
    ]
    written = await table.postbox.write_down(halves)
    widened.at("mark_posted")
    await asyncio.gather(
        *(each.postbox.posted(letter, 5, 6) for each, letter in zip((table, other), written, strict=True))
    )
    assert [each for each in await table.letters() if each.stream is Stream.LOG] == []
    assert table.look(lambda unit: unit.unwritten(CHANNEL, Stream.LOG, 9)) == []
    assert await table.postbox.channels() == (CHANNEL,)  # for its tracker alone
    assert table.tamper("update outbox set posted = 1 where posted = 1 and id = :id", id=part.parcel_id) == 1


async def test_what_two_note_of_a_log_is_both_kept(table: Table, other: Table, widened: Widened) -> None:
    await table.fight()
    log = next(each.log for each in await table.letters() if each.log.fight)
    widened.at("log_thread")
    await asyncio.gather(
        table.postbox.log_opened(msgspec.structs.replace(log, starter_id=3, thread_id=3, gm_thread_id=0)),
        other.postbox.gm_thread_opened(msgspec.structs.replace(log, starter_id=0, thread_id=0, gm_thread_id=4)),
    )
    kept = table.look(lambda unit: unit.log_thread(log.scene_id, log.fight))
    assert (kept.thread_id, kept.gm_thread_id) == (3, 4)
