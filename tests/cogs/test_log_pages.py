"""A long page of the log is a card: it is struck and brought back like any other, and keeps its buttons."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import discord

from bot import app
from bot.posting.places import Places, words_of
from bot.render.log import restored, struck
from bot.service.requests import Button, Verb
from bot.settings import Settings
from bot.simulated.simulation import Simulation
from cogs._buttons import layout_of, view_of

TEXT = "`#1` **Ann** waits.\n`#2` **Bob** waits."
BUTTONS = (Button("Allow", Verb.ANSWER, "yes", "key"),)


async def test_a_card_and_words_alone_are_struck_and_brought_back(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "table.db")
    async with Simulation(lambda: app.make_bot(settings)) as stage:
        where = stage.guild.create_text_channel("the-field")
        await stage.slash("gm", "/init start", {"now": True}, where=where)
        channel = stage.bot.get_channel(where.id)
        assert isinstance(channel, discord.TextChannel)
        card = await channel.send(view=layout_of((TEXT,), BUTTONS))
        plain = await channel.send(TEXT, view=view_of(BUTTONS) or discord.ui.View())
        places = Places(stage.bot)
        for sent in (card, plain):
            await places.rewrite(channel.id, sent.id, partial(struck, label="1"))
            after = await channel.fetch_message(sent.id)
            assert words_of(after) == TEXT.replace("**Ann** waits.", "~~**Ann** waits.~~")
            assert "ft:answer:key:yes" in str([each.to_dict() for each in after.components])
            await places.rewrite(channel.id, sent.id, partial(restored, label="1"))
            assert words_of(await channel.fetch_message(sent.id)) == TEXT
        await asyncio.sleep(0)
