"""Another rule system for all tells no player that somebody waited hidden by the one before, and no GM loses people
unawares."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from bot.core.wording import Mark
from bot.service.requests import Choosing, PanelState, Reply, Request
from bot.settings import Database
from bot.storage.unit import SqlUnit
from tests.service.campaigns.waltz import dancing
from tests.service.table import (
    ANN,
    BRAWLER,
    CHANNEL,
    GM,
    GUILD,
    OTHER_CHANNEL,
    Table,
    agreed,
    ask,
    everything,
    refused,
    words,
)

MANAGER, MASTERS = 8, 7
SECRETS = re.compile(r"[0-9a-f]{64}")


def gm(**changes: Any) -> Request:
    """What a GM asks for, who is one by a role and may manage the server, too."""
    return ask(GM, role_ids=(MASTERS,), **changes)


def manager(**changes: Any) -> Request:
    """What somebody asks for who may manage the server and is no GM."""
    return ask(MANAGER, manages_server=True, **changes)


async def ambushed(table: Table, where: dict[str, int]) -> None:
    """Somebody hidden waits in a channel."""
    agreed(await table.referee.npc_add(gm(**where), "thug", name="Ghost", hidden=True))


async def looked(table: Table, where: dict[str, int]) -> list[str]:
    """Everything that Ann is answered in a channel who looks around, comes in, acts and goes."""
    referee, ann = table.referee, partial(ask, ANN, **where)
    looks: list[object] = [
        await referee.complete(ann(), Choosing.TEMPLATE, ""),
        await referee.complete(ann(), Choosing.WORDS, "", {"action": "strike"}),
        await referee.complete(ann(), Choosing.CHANCE, ""),
        await referee.campaign_show(ann()),
        await referee.report(ann(), "nothing"),
        await referee.complete(ann(), Choosing.ACTION, ""),
        await referee.panel(ann(), PanelState(action="strike")),
        await referee.init_status(ann()),
    ]
    replies: list[Reply] = [
        await referee.sheet_create(ann(), "Axel", "dancer"),
        await referee.sheet_create(ann(), "Axel", "thug"),
        await referee.sheet_import(ann(), BRAWLER, "Axel"),
        await referee.init_join(ann()),
        await referee.init_status(ann()),
        await referee.act(ann(), None, "strike", {"target": "Ghost"}),
        await referee.log_show(ann()),
        await referee.log_verify(ann()),
        await referee.log_export(ann()),
        await referee.init_remove(ann(), "Axel"),
        await referee.undo(ann()),
    ]
    files = [each.attachment.content.decode() for each in replies if each.attachment]
    return [SECRETS.sub("", each) for each in (*map(everything, looks), *map(words, replies), *files)]


@pytest.mark.parametrize("played_before", [False, True], ids=["never played", "played"])
@pytest.mark.parametrize("everywhere", [False, True], ids=["channel", "server"])
async def test_nobody_can_tell_by_the_new_system_that_somebody_waited_hidden(
    database: Database, played_before: bool, everywhere: bool
) -> None:
    table = dancing(database)
    seen = []
    for guild, channel, waits in ((GUILD, CHANNEL, True), (GUILD + 1, CHANNEL + 50, False)):
        where = {"guild_id": guild, "channel_id": channel}
        agreed(await table.referee.campaign_gm(gm(**where), MASTERS, "Masters", server=True))
        if played_before:
            agreed(await table.referee.npc_add(gm(**where), "thug", name="Brute"))
            agreed(await table.referee.init_remove(gm(**where), "Brute"))
        if waits:
            await ambushed(table, where)
        turned = agreed(await table.referee.campaign_setup(manager(**where), "waltz", server=everywhere))
        seen.append([words(turned), *await looked(table, where)])
        assert table.row(channel).ruleset == "waltz"
        assert "Ghost" not in table.scene(channel).combatants
    assert seen[0] == seen[1]
    assert table.audit().problems == []
    await table.store.close()


async def test_a_gm_is_told_where_people_wait_hidden_before_the_server_turns(database: Database) -> None:
    table = dancing(database)
    agreed(await table.referee.campaign_gm(gm(), MASTERS, "Masters", server=True))
    await ambushed(table, {"channel_id": OTHER_CHANNEL})
    held = await table.referee.campaign_setup(gm(), "waltz", server=True)
    assert "wait hidden" in refused(held)
    assert [each.text for each in held.lines[0].spans if each.mark is Mark.CHANNEL] == [str(OTHER_CHANNEL)]
    assert "Brawl" in words(await table.referee.campaign_show(ask(ANN)))
    agreed(await table.referee.campaign_setup(gm(channel_id=OTHER_CHANNEL), "toy"))
    agreed(await table.referee.campaign_setup(gm(), "waltz", server=True))
    assert "Ghost" in words(await table.referee.init_status(gm(channel_id=OTHER_CHANNEL)))
    await table.store.close()


async def test_many_channels_are_named_in_few(database: Database) -> None:
    table = dancing(database)
    for channel in range(500, 523):
        await ambushed(table, {"channel_id": channel})
    assert "and 3 more" in refused(await table.referee.campaign_setup(gm(), "waltz", server=True))
    await table.store.close()


async def test_a_gm_loses_nobody_unawares_whose_server_somebody_else_has_turned(database: Database) -> None:
    table = dancing(database)
    agreed(await table.referee.campaign_gm(gm(), MASTERS, "Masters", server=True))
    await ambushed(table, {})
    agreed(await table.referee.campaign_setup(manager(), "waltz", server=True))
    held = refused(await table.referee.init_start(gm(), now=True))
    assert "Hidden here by the rules of Brawl: Ghost. Now Waltz is played." in held
    assert "/campaign setup ruleset:toy" in held
    assert "Ghost" in words(await table.referee.init_status(gm()))
    agreed(await table.referee.init_remove(gm(), "Ghost"))
    agreed(await table.referee.init_start(gm(), now=True))
    assert table.row().ruleset == "waltz"
    await table.store.close()


async def test_nothing_that_happened_is_read_anew_where_nobody_waited_hidden(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = dancing(database)
    agreed(await table.referee.npc_add(gm(), "thug", name="Brute"))
    agreed(await table.referee.init_remove(gm(), "Brute"))
    agreed(await table.referee.campaign_setup(manager(), "waltz", server=True))
    await table.sheet(ANN, "Axel")
    monkeypatch.setattr(SqlUnit, "events", None)
    agreed(await table.referee.init_join(ask(ANN)))
    assert table.row().ruleset == "waltz"
    await table.store.close()


async def test_in_an_open_fight_nobody_stands_in_the_way_who_is_hidden(database: Database) -> None:
    table = dancing(database)
    agreed(await table.referee.init_start(gm(), now=True))
    await ambushed(table, {})
    agreed(await table.referee.campaign_setup(gm(), "waltz", server=True))
    assert "Ghost" in words(await table.referee.init_status(gm()))
    agreed(await table.referee.init_end(gm()))
    assert table.row().ruleset == "waltz"
    assert table.audit().problems == []
    await table.store.close()


async def test_players_in_sight_keep_a_channel_as_it_is_until_they_go(database: Database) -> None:
    table = dancing(database)
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.campaign_setup(gm(), "waltz", server=True))
    agreed(await table.referee.init_start(gm(), now=True))
    assert table.row().ruleset == "toy"
    assert "Axel" in table.scene().combatants
    await table.store.close()


async def test_nobody_can_tell_by_what_was_settled_since_that_somebody_waited_hidden(database: Database) -> None:
    table = dancing(database)
    seen = []
    for guild, channel, waits in ((GUILD, CHANNEL, True), (GUILD + 1, CHANNEL + 50, False)):
        where = {"guild_id": guild, "channel_id": channel}
        agreed(await table.referee.campaign_gm(gm(**where), MASTERS, "Masters", server=True))
        if waits:
            await ambushed(table, where)
        agreed(await table.referee.campaign_options(gm(**where), "deadly", "yes"))
        seen.append(await looked(table, where))
        assert table.scene(channel).options["deadly"] is True
        assert ("Ghost" in table.scene(channel).combatants) is waits
    assert seen[0] == seen[1]
    assert table.audit().problems == []
    await table.store.close()
