"""A campaign's own numbers come and go as a file: what is in it holds for every value of every system's tables."""

from __future__ import annotations

import tomllib
from collections.abc import AsyncIterator

import pytest

from bot import app
from bot.client import Fireteam
from bot.core.tables import leaves
from bot.service.requests import Reply
from bot.settings import Database, Settings
from tests.service.table import ANN, GM, agreed, ask, everything, refused, words

REFLEX, OTHERS = 500, 501
TABLES_OF = tuple(app.SYSTEMS)


@pytest.fixture
async def bot(database: Database) -> AsyncIterator[Fireteam]:
    bot = app.make_bot(Settings(database=database))
    yield bot
    await bot.store.close()


async def laid(bot: Fireteam, content: str, user: int = GM) -> Reply:
    return await bot.referee.campaign_tables(ask(user, channel_id=REFLEX), content.encode())


def content(reply: Reply) -> str:
    assert reply.attachment is not None
    return reply.attachment.content.decode()


@pytest.mark.parametrize("key", TABLES_OF)
async def test_the_file_holds_every_value_of_the_tables_and_comes_back_unchanged(bot: Fireteam, key: str) -> None:
    here = ask(channel_id=OTHERS)
    agreed(await bot.referee.campaign_setup(here, key))
    text = content(agreed(await bot.referee.campaign_tables(ask(channel_id=OTHERS))))
    options = app.house().system(key).ruleset.options
    assert dict(leaves("", tomllib.loads(text))) == {
        path: spec.default for path, spec in options.items() if "." in path
    }
    back = agreed(await bot.referee.campaign_tables(ask(channel_id=OTHERS), text.encode()))
    assert "No values changed" in words(back)


async def test_every_house_value_is_marked_in_the_file(bot: Fireteam) -> None:
    text = content(agreed(await bot.referee.campaign_tables(ask(channel_id=REFLEX))))
    options = app.house().system("reflex").ruleset.options.items()
    assert text.count(", house\n") == sum(spec.house for path, spec in options if "." in path) > 100


async def test_what_is_given_back_holds_from_the_next_chapter_on_and_is_shown(bot: Fireteam) -> None:
    told = words(agreed(await laid(bot, "[cover.sandbags]\narmor_halves = 14\n")))
    assert "1 value changed" in told
    assert "cover.sandbags.armor_halves is now 14" in told
    assert "cover.sandbags.armor_halves: 14" in words(await bot.referee.campaign_show(ask(channel_id=REFLEX)))
    text = content(agreed(await bot.referee.campaign_tables(ask(channel_id=REFLEX))))
    assert tomllib.loads(text)["cover"]["sandbags"]["armor_halves"] == 14


async def test_many_changes_are_told_in_short(bot: Fireteam) -> None:
    rows = "\n".join(f'[weapons."{key}"]\nrecoil = 33' for key in app.tables_of("reflex")["weapons"])
    told = words(agreed(await laid(bot, rows)))
    assert "more" in told
    assert told.count("is now 33") == 20


BAD = {
    "an unknown place": ("[cover.marshmallow]\narmor_halves = 1", "cover.marshmallow.armor_halves"),
    "a switch": ("visual_penalty = false", "visual_penalty"),
    "a word for a number": ("[cover.sandbags]\narmor_halves = 'thick'", "whole number"),
    "an absurd number": ("[cover.sandbags]\narmor_halves = 99999999", "out of range"),
    "no table": ("[1, 2]", "no tables"),
    "no text": ("= = =", "no TOML"),
    "nothing": ("  ", "empty"),
}


@pytest.mark.parametrize("case", BAD)
async def test_a_file_that_does_not_fit_is_refused_whole(bot: Fireteam, case: str) -> None:
    text, expected = BAD[case]
    refusal = refused(await laid(bot, f"{text}\n"))
    assert expected in refusal
    assert "all as they come" in words(await bot.referee.campaign_show(ask(channel_id=REFLEX)))


async def test_only_a_gm_changes_the_tables_and_everybody_may_read_them(bot: Fireteam) -> None:
    assert "GM" in refused(await laid(bot, "[cover.sandbags]\narmor_halves = 14\n", ANN))
    assert content(agreed(await bot.referee.campaign_tables(ask(ANN, channel_id=REFLEX))))


async def test_what_is_asked_of_the_server_is_what_the_server_has(bot: Fireteam) -> None:
    agreed(await laid(bot, "[cover.sandbags]\narmor_halves = 14\n"))
    for server in (False, True):
        given = await bot.referee.campaign_tables(ask(channel_id=REFLEX), server=server)
        cover = tomllib.loads(content(agreed(given)))["cover"]["sandbags"]
        assert (cover["armor_halves"] == 14) is not server
    agreed(await bot.referee.campaign_options(ask(channel_id=REFLEX), "morale", "no"))
    for server, now in ((False, "no"), (True, "yes")):
        one = await bot.referee.campaign_options(ask(channel_id=REFLEX), "morale", server=server)
        assert f"morale is {now}." in words(one)
        listed = await bot.referee.campaign_options(ask(channel_id=REFLEX), server=server)
        assert f"morale = {now}" in words(listed)


async def test_a_file_for_the_server_is_held_against_what_the_server_has(bot: Fireteam) -> None:
    sandbags = "[cover.sandbags]\narmor_halves = 14\n"
    agreed(await laid(bot, sandbags))
    for_all = agreed(await bot.referee.campaign_tables(ask(channel_id=REFLEX), sandbags.encode(), server=True))
    assert "1 value changed" in words(for_all)
    assert "this channel keeps some of these values of its own" in everything(for_all.apart)
    assert "cover.sandbags.armor_halves: 14" in words(await bot.referee.campaign_show(ask(channel_id=OTHERS)))
