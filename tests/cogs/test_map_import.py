"""A GM attaches a map, which is read, kept and laid; what is wrong with one, and who may not, is said."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import patch

import discord
import pytest
from PIL import Image

from bot import app
from bot.render.strange_pictures import LARGEST_BYTES
from bot.settings import Settings
from bot.simulated.simulation import Simulation, Upload
from tests.render.test_map_files import vtt


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"))) as made:
        yield made


async def test_a_map_is_imported_and_fought_on(stage: Simulation) -> None:
    await stage.slash("gm", "/campaign gm", {"role": "GM"})
    outcome = await stage.slash("gm", "/map import", {"name": "Cellar", "file": Upload("a.uvtt", vtt())})
    assert "30 by 15 m, walls: 2, doors: 1." in outcome.reply
    outcome = await stage.slash("gm", "/map import", {"name": "Yard", "file": Upload("a.uvtt", b"{")})
    assert "no Universal VTT file" in outcome.refusal
    outcome = await stage.slash("ann", "/map import", {"name": "Yard", "file": Upload("a.uvtt", vtt())})
    assert "Only a GM" in outcome.refusal
    assert "Only a GM" in (await stage.slash("ann", "/map import", {"name": "Yard"})).refusal
    outcome = await stage.slash("gm", "/map import", {"name": "Yard"})
    assert "There is no map to read" in outcome.refusal
    file = io.BytesIO()
    Image.new("RGB", (50, 20)).save(file, "PNG")
    upload = Upload("a.png", file.getvalue())
    outcome = await stage.slash("gm", "/map import", {"name": "Yard", "file": upload, "metres_wide": 100.0})
    assert "100 by 40 m, walls: 0" in outcome.reply
    await stage.slash("gm", "/npc add", {"template": "guard"})
    assert "The ground: Cellar" in (await stage.slash("gm", "/map use", {"ground": "cellar"})).reply
    assert "no longer kept" in (await stage.slash("gm", "/map import", {"name": "Cellar", "remove": True})).reply


async def test_an_oversized_map_is_not_even_read(stage: Simulation) -> None:
    upload = Upload("a.uvtt", b"x" * (LARGEST_BYTES + 1))
    with patch.object(discord.Attachment, "read", side_effect=AssertionError):
        outcome = await stage.slash("gm", "/map import", {"name": "Cellar", "file": upload})
    assert "8192 KiB" in outcome.refusal
