"""One server plays every system at the same time, each in a channel of its own, and none hears of another's words."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot import app
from bot.client import Fireteam
from bot.service.requests import Choosing, Request
from bot.settings import Database, Settings
from tests.service.table import GM, agreed, ask, refused, words

CHANNELS = {key: 500 + index for index, key in enumerate(app.SYSTEMS)}


@pytest.fixture
async def bot(database: Database) -> AsyncIterator[Fireteam]:
    """The whole bot over a database of its own, every system set up in its channel."""
    bot = app.make_bot(Settings(database=database))
    for key, channel in CHANNELS.items():
        agreed(await bot.referee.campaign_setup(at(channel), key))
    yield bot
    await bot.store.close()


def at(channel: int) -> Request:
    """A GM's request in a channel."""
    return ask(GM, channel_id=channel)


async def templates(bot: Fireteam, channel: int) -> list[str]:
    """The ready-made people that a channel offers."""
    return [each.value for each in await bot.referee.complete(at(channel), Choosing.TEMPLATE, "")]


async def test_every_system_fights_in_its_own_channel(bot: Fireteam) -> None:
    for channel in CHANNELS.values():
        template = (await templates(bot, channel))[0]
        agreed(await bot.referee.npc_add(at(channel), template, 2))
        agreed(await bot.referee.init_start(at(channel), now=True))
        agreed(await bot.referee.init_next(at(channel)))
    for key, channel in CHANNELS.items():
        assert app.house().system(key).ruleset.title in words(await bot.referee.init_status(at(channel)))


async def test_actions_and_refusals_are_each_systems_own(bot: Fireteam) -> None:
    offered = {}
    for key, channel in CHANNELS.items():
        agreed(await bot.referee.npc_add(at(channel), (await templates(bot, channel))[0]))
        known = await bot.referee.complete(at(channel), Choosing.ACTION, "", {"command": "act"})
        offered[key] = {each.value for each in known}
        told = refused(await bot.referee.act(at(channel), None, "dance"))
        assert app.house().system(key).ruleset.title in told
    assert len(set(map(frozenset, offered.values()))) == len(CHANNELS)


async def test_a_character_does_not_cross_systems(bot: Fireteam) -> None:
    first, second, *_ = CHANNELS.values()
    agreed(await bot.referee.sheet_create(at(first), "Walker", (await templates(bot, first))[0]))
    assert "Walker" in words(await bot.referee.sheet_show(at(first), "Walker"))
    refused(await bot.referee.sheet_show(at(second), "Walker"))
    agreed(await bot.referee.init_start(at(second), now=True))
    refused(await bot.referee.init_join(at(second), "Walker"))
