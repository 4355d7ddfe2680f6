"""What need not be kept is let go of: answers of yesterday, servers that removed the bot, wishes left half done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.service.personal.retention import ANSWERS_MS, DAY_MS, Custody
from bot.service.ports import Unit
from bot.service.requests import MapFile
from bot.storage.migrate import unpooled
from bot.storage.tables import METADATA
from tests.service.table import ANN, GUILD, Table, agreed, ask, words

OTHER_GUILD, FAR_CHANNEL = 20, 200
REMOVED_MS = int(datetime(2026, 1, 2, tzinfo=UTC).timestamp() * 1000)
KEPT_DAYS = 30
MADE_BY_MIGRATIONS = {"keys", "upgrades"}


def custody(table: Table) -> Custody:
    return Custody(table.store, table.house, KEPT_DAYS)


def filled(table: Table) -> set[str]:
    """The tables that hold anything, but for what migrations have made and answers, which no server owns."""
    with unpooled(table.database).connect() as connection:
        return {
            each.name
            for each in METADATA.sorted_tables
            if each.name not in MADE_BY_MIGRATIONS | {"interactions"}
            and connection.scalar(select(func.count()).select_from(each))
        }


async def played(table: Table) -> None:
    """A fight whose log stands in part, with a rest that is owed."""
    await table.fight()
    agreed(await table.referee.map_import(ask(), "Cellar", MapFile(picture=b"webp", wide=9, deep=9, squares=True)))
    agreed(await table.referee.campaign_setup(ask(), title="The yard"))
    await table.deliver()
    agreed(await table.referee.init_next(ask()))
    await table.letters()


async def elsewhere(table: Table) -> None:
    """Something on another server."""
    there = {"guild_id": OTHER_GUILD, "channel_id": FAR_CHANNEL}
    agreed(await table.referee.sheet_import(ask(ANN, **there), b'{"skill": 9, "hits": 6}', "Far"))
    agreed(await table.referee.npc_add(ask(**there), "thug"))


@pytest.fixture
async def other(table: Table) -> AsyncIterator[Table]:
    """The same table in another process, as far as the database is concerned."""
    made = Table(table.database)
    yield made
    await made.store.close()


async def test_a_server_that_removes_the_bot_is_owed_nothing_at_once(table: Table) -> None:
    await played(table)
    assert table.look(lambda unit: unit.backlog()).waiting
    assert await custody(table).left(GUILD, REMOVED_MS) == [100]
    assert table.look(lambda unit: unit.backlog()).waiting == 0
    assert await table.store.unposted_channels() == []


async def test_a_server_that_comes_back_in_time_has_everything(table: Table) -> None:
    await played(table)
    before = table.scene()
    await custody(table).left(GUILD, REMOVED_MS)
    await custody(table).tidy(REMOVED_MS + KEPT_DAYS * DAY_MS - 1)
    await custody(table).joined(GUILD)
    await custody(table).tidy(REMOVED_MS + 2 * KEPT_DAYS * DAY_MS)
    assert table.scene() == before
    assert "Axel" in words(agreed(await table.referee.sheet_show(ask(ANN))))
    agreed(await table.referee.init_next(ask()))
    assert table.audit().problems == []
    assert [channel_id for _, channel_id in await table.store.unposted_channels()] == [100]


async def test_its_tracker_is_shown_anew(table: Table) -> None:
    await played(table)
    await custody(table).left(GUILD, REMOVED_MS)
    await custody(table).joined(GUILD)
    shown = await table.tracker_post()
    assert shown is not None
    assert shown.message_id == 0


async def test_a_server_that_stays_away_is_forgotten_and_no_other(table: Table) -> None:
    await elsewhere(table)
    others = filled(table)
    await played(table)
    await custody(table).left(GUILD, REMOVED_MS)
    assert filled(table) > others
    await custody(table).tidy(REMOVED_MS + KEPT_DAYS * DAY_MS)
    assert filled(table) == others
    assert table.look(lambda unit: unit.guilds()) == [OTHER_GUILD]


async def test_a_scene_is_not_taken_for_one_that_was_forgotten(table: Table) -> None:
    """What is remembered of a scene is found by its id."""
    await played(table)
    gone = table.row().id
    await custody(table).left(GUILD, REMOVED_MS)
    await custody(table).tidy(REMOVED_MS + KEPT_DAYS * DAY_MS)
    agreed(await table.referee.npc_add(ask(), "thug"))
    assert table.row().id > gone


async def test_a_server_is_forgotten_in_steps_that_any_process_goes_on_with(
    table: Table, other: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(table)
    agreed(await table.referee.npc_add(ask(channel_id=101), "thug"))
    await custody(table).left(GUILD, REMOVED_MS)
    due_ms, whole, steps = REMOVED_MS + KEPT_DAYS * DAY_MS, table.store.write, 0

    async def killed(*given: Any) -> Any:
        nonlocal steps
        steps += 1
        if steps > 3:
            raise KeyboardInterrupt
        return await whole(*given)

    monkeypatch.setattr(table.store, "write", killed)
    with pytest.raises(KeyboardInterrupt):
        await custody(table).tidy(due_ms)
    assert len(other.look(lambda unit: unit.scenes_in(GUILD))) == 1
    monkeypatch.undo()
    await asyncio.gather(custody(table).tidy(due_ms), custody(other).tidy(due_ms))
    assert filled(table) == set()


async def test_a_server_that_is_back_while_it_is_forgotten_keeps_the_rest(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(table)
    await custody(table).left(GUILD, REMOVED_MS)
    whole, keeper = table.store.write, custody(table)

    async def overtaken(*given: Any) -> Any:
        monkeypatch.undo()
        await keeper.joined(GUILD)
        return await whole(*given)

    await keeper._forget_answers(0)
    monkeypatch.setattr(table.store, "write", overtaken)
    await keeper._forget(GUILD)
    assert table.row().head > 0
    assert "Axel" in words(agreed(await table.referee.sheet_show(ask(ANN))))


async def test_servers_that_were_lost_while_nobody_looked_are_noticed(table: Table) -> None:
    await played(table)
    await elsewhere(table)
    await custody(table).present([OTHER_GUILD], lambda _: True, REMOVED_MS)
    assert [each.guild_id for each in table.look(lambda unit: unit.departed())] == [GUILD]
    await custody(table).present([OTHER_GUILD], lambda _: True, REMOVED_MS + DAY_MS)
    assert [each.at_ms for each in table.look(lambda unit: unit.departed())] == [REMOVED_MS]
    await custody(table).present([OTHER_GUILD, GUILD], lambda _: True, REMOVED_MS)
    assert table.look(lambda unit: unit.departed()) == []


async def test_servers_of_other_processes_are_left_to_them(table: Table) -> None:
    await played(table)
    await custody(table).present([], lambda guild_id: guild_id != GUILD, REMOVED_MS)
    assert table.look(lambda unit: unit.departed()) == []


async def test_answers_of_yesterday_are_let_go_of(table: Table) -> None:
    request = ask(ANN)
    agreed(await table.referee.sheet_import(request, b'{"skill": 9, "hits": 6}', "Axel"))
    for at in range(600):
        await table.store.write(partial(_claimed, interaction_id=at + 1, at_ms=request.at_ms))
    with unpooled(table.database).connect() as connection:
        count = select(func.count()).select_from(METADATA.tables["interactions"])
        await custody(table).tidy(request.at_ms + ANSWERS_MS)
        assert connection.scalar(count) == 601
        connection.rollback()
        await custody(table).tidy(request.at_ms + ANSWERS_MS + 1)
        assert connection.scalar(count) == 0


def _claimed(unit: Unit, interaction_id: int, at_ms: int) -> None:
    unit.claim(interaction_id, at_ms)
    unit.answered(interaction_id, b"done")


async def test_a_wish_that_was_cut_off_is_fulfilled(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    user = 111_222_333_444_555_666
    agreed(await table.referee.sheet_import(ask(user), b'{"skill": 9, "hits": 6}', "Axel"))
    (button,) = agreed(await table.referee.mydata_delete(ask(user))).buttons

    async def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.service.referee.fulfil", killed)
    with pytest.raises(KeyboardInterrupt):
        await table.referee.click(ask(user), button.verb, "", button.once)
    assert table.look(lambda unit: unit.own_sheets(user))
    assert "already" in words(agreed(await table.referee.mydata_delete(ask(user))))
    await custody(table).tidy(0)
    assert table.look(lambda unit: (unit.own_sheets(user), unit.wishes())) == ([], [])
