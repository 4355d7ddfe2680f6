"""A fight is played to its end, and its report comes as a card, as a page and as a moving picture."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import app
from bot.settings import Settings
from bot.simulated.ready_fights import prepare
from bot.simulated.simulation import Simulation


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"))) as made:
        yield made


async def test_a_fight_on_a_ground_is_reported_and_kept(stage: Simulation) -> None:
    await prepare(stage)
    assert not (
        await stage.slash("gm", "/init start", {"now": True, "title": "The bridge", "ground": "bridge"})
    ).refusal
    for user, command in (("ann", "/init join"), ("gm", "/init next")):
        assert not (await stage.slash(user, command)).refusal
    assert "No fight is over" in (await stage.slash("ann", "/log report")).refusal
    assert "so far" in (await stage.slash("gm", "/log report")).reply
    ended = (await stage.slash("gm", "/init end")).reply
    assert "Report" in ended
    assert "**Guard 1**, **Guard 2**, **Guard 3**: " in ended
    report = await stage.click("ann", "Report")
    assert "report.png" in report.reply
    assert report.ephemeral
    for form, name in (("page", "fight-1.html"), ("text", "fight-1.md"), ("animation", "fight-1.gif")):
        kept = await stage.slash("ann", "/log export", {"as": form})
        assert name in kept.reply
        assert not kept.faults
    assert "Same again" in (await stage.slash("gm", "/log report")).reply
    back = await stage.click("gm", "Same again")
    assert not back.refusal
    assert "Guard 1" in (await stage.slash("ann", "/init status")).reply
