"""A sheet is shown on a card with a drawn figure where that can be sent, and in words wherever it cannot."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import app
from bot.core.telling.cards import Track, WoundFigure
from bot.render.wound_figure import drawn_figure
from bot.service.requests import GroundView, Reply, SheetView
from bot.settings import Settings
from bot.simulated.simulation import Simulation
from cogs import _message

FIGURE = WoundFigure(tracks=(Track("damage", 1, 3),))
CARD = Reply(title="Ann", sheet=SheetView(FIGURE))
NAME = "Wilhelmina von Hohenberg-Langenfeld the 3"


class Easel:
    """Draws figures at once, unless it is ``slow`` or broken."""

    rest_s = 5.0

    def __init__(self) -> None:
        self.slow: asyncio.Event | None = None
        self.fails: Exception | None = None

    async def draw(self, view: GroundView | WoundFigure) -> bytes:
        if self.slow is not None:
            await self.slow.wait()
        if self.fails is not None:
            raise self.fails
        assert isinstance(view, WoundFigure)
        return drawn_figure(view)

    def close(self) -> None:
        """There is nothing to end."""


@asynccontextmanager
async def staged(folder: Path, easel: Easel | None, system: str = "reflex") -> AsyncIterator[Simulation]:
    """A stage on which Ann has a sheet of the longest name."""
    settings = Settings(database=folder / "table.db")
    async with Simulation(lambda: app.make_bot(settings, drawing=easel)) as stage:
        await stage.slash("gm", "/campaign setup", {"ruleset": system})
        template = next(iter(app.built(system).templates))
        made = await stage.slash("ann", "/sheet create", {"name": NAME[:40], "template": template})
        assert not made.refusal
        yield stage


Staging = Callable[..., AbstractAsyncContextManager[Simulation]]


@pytest.fixture
def staging(tmp_path: Path) -> Staging:
    return partial(staged, tmp_path)


@pytest.mark.parametrize("system", app.SYSTEMS)
async def test_a_card_carries_the_figure_and_says_it_in_words(staging: Staging, system: str) -> None:
    async with staging(Easel(), system) as stage:
        shown = await stage.slash("ann", "/sheet show")
        assert shown.ephemeral
        assert shown.faults == ()
        assert "wounds.png" in shown.reply
        assert "All" in shown.reply
        arms = await stage.click("ann", "Weapons")
        assert "wounds.png" not in arms.reply
        wounds = await stage.click("ann", "Wounds")
        assert "wounds.png" in wounds.reply
        assert (await stage.click("ann", "All")).refusal == ""
        assert (await stage.click("ann", "Card")).refusal == ""


async def test_buttons_of_a_card_work_after_a_restart(staging: Staging) -> None:
    async with staging(Easel()) as stage:
        await stage.slash("ann", "/sheet show")
        await stage.restart()
        assert "wounds from" in (await stage.click("ann", "Wounds")).reply


async def with_figure(easel: Easel) -> Reply:
    """A card as it is sent where that easel draws."""
    asking: Any = SimpleNamespace(client=SimpleNamespace(drawing=easel), id=1)
    return await _message._with_figure(asking, CARD, SheetView(FIGURE))


async def test_a_figure_that_fails_is_left_out() -> None:
    easel = Easel()
    assert (await with_figure(easel)).attachment is not None
    easel.fails = ConnectionError("ended")
    assert await with_figure(easel) == CARD


@pytest.mark.parametrize("fails", [None, ConnectionError("ended")])
async def test_a_figure_that_is_slow_is_left_out(monkeypatch: pytest.MonkeyPatch, fails: Exception | None) -> None:
    easel = Easel()
    easel.slow, easel.fails = asyncio.Event(), fails
    monkeypatch.setattr(_message, "FIGURE_WAIT_S", 0.0)
    assert await with_figure(easel) == CARD
    easel.slow.set()
    for _ in range(5):
        await asyncio.sleep(0)


async def test_without_anything_that_draws_a_card_is_words(staging: Staging) -> None:
    async with staging(None) as stage:
        shown = await stage.slash("ann", "/sheet show")
        assert "unhurt" in shown.reply
        assert "wounds.png" not in shown.reply


async def test_where_no_file_may_be_sent_a_card_is_words(staging: Staging) -> None:
    async with staging(Easel()) as stage:
        denied = discord.PermissionOverwrite(attach_files=False)
        where = stage.guild.create_text_channel("no-files", overwrites={stage.guild.roles["@everyone"]: denied})
        shown = await stage.slash("ann", "/sheet show", where=where)
        assert "unhurt" in shown.reply
        assert "wounds.png" not in shown.reply


async def test_a_campaign_of_words_alone_shows_no_card_and_old_cards_stay_cards(staging: Staging) -> None:
    async with staging(Easel()) as stage:
        await stage.slash("ann", "/sheet show")
        await stage.slash("gm", "/campaign options", {"option": "tracker", "value": "text"})
        assert "unhurt" in (await stage.click("ann", "Wounds")).reply
        shown = await stage.slash("ann", "/sheet show")
        assert "wounds.png" not in shown.reply
        assert "Recoil" in (await stage.click("ann", "Weapons")).reply


async def test_a_card_of_too_many_weapons_is_cut_and_all_has_the_rest(staging: Staging) -> None:
    async with staging(None) as stage:
        weapons = [{"kind": "ak47", "name": f"{NAME[:36]} {number}"} for number in range(20)]
        sheet = json.dumps({"name": "Armourer", "weapons": weapons})
        assert (await stage.slash("ann", "/sheet import", {"text": sheet})).refusal == ""
        await stage.slash("ann", "/sheet show", {"name": "Armourer"})
        assert "more: All" in (await stage.click("ann", "Weapons")).reply
