"""A portrait is attached or named, shown on the card with words for who cannot see it, and taken away again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import patch

import discord
import pytest

from bot import app
from bot.render.strange_pictures import LARGEST_BYTES
from bot.settings import Settings
from bot.simulated.simulation import Simulation, Upload, Value
from cogs import _message
from tests.cogs.test_sheet_cards import Easel
from tests.render.test_map_files import picture

URL = "https://example.org/ann.png"


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    settings = Settings(database=tmp_path / "table.db")
    async with Simulation(lambda: app.make_bot(settings, drawing=Easel())) as made:
        await made.slash("ann", "/sheet create", {"name": "Ann", "template": "rifleman"})
        yield made


async def test_a_picture_is_attached_shown_and_taken_away(stage: Simulation) -> None:
    done = await stage.slash("ann", "/sheet portrait", {"file": Upload("me.png", picture(300, 400))})
    assert (done.faults, done.refusal, done.ephemeral) == ((), "", True)
    shown = await stage.click("ann", "Card")
    assert shown.faults == ()
    assert "Portrait of Ann" in shown.reply
    assert _message.PORTRAIT in shown.reply
    await stage.restart()
    assert "Portrait of Ann" not in (await stage.click("ann", "Weapons")).reply
    back = await stage.click("ann", "Card")
    assert (back.faults, "Portrait of Ann" in back.reply) == ((), True)
    assert "no portrait any longer" in (await stage.slash("ann", "/sheet portrait", {"remove": True})).reply
    assert "Portrait" not in (await stage.slash("ann", "/sheet show")).reply


async def test_an_address_is_shown_and_never_asked_for(stage: Simulation) -> None:
    with patch.object(discord.Attachment, "read", side_effect=AssertionError):
        await stage.slash("ann", "/sheet portrait", {"url": f" {URL} "})
        shown = await stage.slash("ann", "/sheet show")
    assert shown.faults == ()
    assert "Portrait of Ann" in shown.reply


async def test_what_is_no_portrait_is_refused_and_says_what_would_work(stage: Simulation) -> None:
    several: list[dict[str, Value]] = [
        {},
        {"url": URL, "remove": True},
        {"url": URL, "file": Upload("a.png", picture())},
    ]
    for given in several:
        assert "not exactly one" in (await stage.slash("ann", "/sheet portrait", given)).refusal
    wrong = await stage.slash("ann", "/sheet portrait", {"file": Upload("me.gif", b"GIF89a")})
    assert "no PNG, JPEG or WebP" in wrong.refusal
    other = await stage.slash("bob", "/sheet portrait", {"file": Upload("me.png", picture())})
    assert "no sheet" in other.refusal
    assert "address" in (await stage.slash("ann", "/sheet portrait", {"url": "ftp://x"})).refusal


async def test_an_oversized_file_is_not_even_read(stage: Simulation) -> None:
    upload = Upload("me.png", b"x" * (LARGEST_BYTES + 1))
    with patch.object(discord.Attachment, "read", side_effect=AssertionError):
        outcome = await stage.slash("ann", "/sheet portrait", {"file": upload})
    assert "8192 KiB" in outcome.refusal


async def test_where_no_file_may_be_sent_only_an_address_is_shown(stage: Simulation) -> None:
    denied = discord.PermissionOverwrite(attach_files=False)
    where = stage.guild.create_text_channel("no-files", overwrites={stage.guild.roles["@everyone"]: denied})
    await stage.slash("ann", "/sheet portrait", {"file": Upload("me.png", picture())})
    shown = await stage.slash("ann", "/sheet show", where=where)
    assert (shown.faults, "Portrait" in shown.reply) == ((), False)
    await stage.slash("ann", "/sheet portrait", {"url": URL})
    assert "Portrait of Ann" in (await stage.slash("ann", "/sheet show", where=where)).reply
