"""Servers come and leave over Discord, and /mydata is typed and clicked there."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import app
from bot.client import Fireteam
from bot.service.ports import Store
from bot.service.rows import Departure
from bot.settings import Settings
from bot.simulated.simulation import Simulation

SHEET = '{"name": "Ann"}'


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"))) as stage:
        yield stage


@pytest.fixture
async def fight(stage: Simulation) -> Simulation:
    await stage.slash("gm", "/npc add", {"template": "guard"})
    await stage.slash("ann", "/sheet import", {"text": SHEET})
    await stage.slash("ann", "/init join")
    await stage.slash("gm", "/init start", {"now": True})
    return stage


async def departed(stage: Simulation) -> list[Departure]:
    """The servers that are counted as gone."""
    await stage.env.settle()
    return await store_of(stage).read(lambda unit: unit.departed())


def store_of(stage: Simulation) -> Store:
    """What the bot on the stage keeps."""
    assert isinstance(stage.bot, Fireteam)
    return stage.bot.store


async def test_who_is_there_at_the_start_stays(fight: Simulation) -> None:
    assert await departed(fight) == []
    await fight.restart()
    assert await departed(fight) == []


async def test_a_server_that_removes_the_bot_is_noted_and_its_queue_is_gone(fight: Simulation) -> None:
    fight.env.backend.remove_guild(fight.guild.id)
    assert [each.guild_id for each in await departed(fight)] == [fight.guild.id]
    backlog = await store_of(fight).read(lambda unit: unit.backlog())
    assert backlog.waiting == 0


async def test_a_server_that_is_only_unavailable_is_not_gone(fight: Simulation) -> None:
    fight.bot._connection.parse_guild_delete({"id": str(fight.guild.id), "unavailable": True})
    assert await departed(fight) == []


async def test_what_is_kept_of_one_comes_as_a_file_for_them_alone(fight: Simulation) -> None:
    outcome = await fight.slash("ann", "/mydata export")
    assert outcome.ephemeral
    assert "mydata.json" in outcome.reply
    assert f'"user": "{fight.people["ann"].id}"' in fight.seen_by("ann")
    assert f'"user": "{fight.people["ann"].id}"' not in fight.seen_by("gm") + fight.seen_by("bob")


async def test_who_wants_to_be_forgotten_says_it_twice(fight: Simulation) -> None:
    held = await fight.slash("ann", "/mydata delete")
    assert held.refusal
    assert "/init remove" in held.reply
    await fight.slash("ann", "/init remove", {"actor": "Ann"})
    asked = await fight.slash("ann", "/mydata delete")
    assert asked.ephemeral
    assert "your sheets **Ann**" in asked.reply
    assert "This stays" in asked.reply
    done = await fight.click("ann", "Delete what is kept of me")
    assert "You are forgotten" in done.reply
    user = fight.people["ann"].id
    assert await store_of(fight).read(lambda unit: (unit.own_sheets(user), unit.own_orders(user))) == ([], [])
    again = await fight.slash("ann", "/mydata delete")
    assert "nothing of you" in again.reply


async def test_a_channel_that_is_deleted_holds_nobody(fight: Simulation) -> None:
    other = fight.guild.create_text_channel("elsewhere")
    assert "another channel's fight" in (await fight.slash("ann", "/init join", where=other)).refusal
    fight.env.backend.delete_channel(fight.channel.id)
    await fight.env.settle()
    assert (await fight.slash("ann", "/init join", where=other)).refusal == ""


async def test_a_thread_that_is_deleted_with_its_channel_holds_nobody(stage: Simulation) -> None:
    parent = stage.guild.create_text_channel("elsewhere")
    stage.env.backend.create_thread(parent.id, "a fight", stage.people["gm"].id)
    (thread,) = parent.threads
    await stage.slash("ann", "/sheet import", {"text": SHEET})
    await stage.slash("ann", "/init join", where=thread)
    assert "another channel's fight" in (await stage.slash("ann", "/init join")).refusal
    stage.env.backend.delete_channel(parent.id)
    del stage.env.backend.channels[thread.id]  # which Discord does by itself
    await stage.env.settle()
    assert (await stage.slash("ann", "/init join")).refusal == ""


async def test_a_channel_that_was_deleted_while_nobody_looked_holds_nobody(fight: Simulation) -> None:
    other = fight.guild.create_text_channel("elsewhere")
    await fight._close_bot()
    fight.env.backend.delete_channel(fight.channel.id)
    await fight.restart()
    await fight.slash("gm", "/init start", {"now": True}, where=other)
    assert "Then try once more." in (await fight.slash("ann", "/init join", where=other)).refusal
    assert (await fight.slash("ann", "/init join", where=other)).refusal == ""


async def test_a_channel_that_is_there_keeps_whoever_is_in_its_fight(fight: Simulation) -> None:
    other = fight.guild.create_text_channel("elsewhere")
    for _ in range(2):
        assert "another channel's fight" in (await fight.slash("ann", "/init join", where=other)).refusal
