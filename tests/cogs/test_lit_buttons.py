"""What a GM's thread offers to do with squads is taken away with the end of the fight."""

from __future__ import annotations

from pathlib import Path

import discord

from bot import app
from bot.settings import Settings
from bot.simulated.simulation import Simulation, _labels
from tests.rulesets.play import dice_for


def offered(stage: Simulation) -> list[str]:
    """The labels of all buttons in the GM's thread."""
    found = [each for each in stage._messages("gm") if each.channel.type is discord.ChannelType.private_thread]
    return [label for each in found for label in _labels(each)]


async def test_nothing_is_left_to_tap_behind_the_end_of_a_fight(tmp_path: Path) -> None:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"), dice_for)) as stage:
        await stage.slash("gm", "/campaign setup", {"ruleset": "horizons"})
        await stage.slash("gm", "/npc add", {"template": "guard", "count": 2, "hidden": True})
        await stage.slash("gm", "/init start", {"now": True})
        assert "Squads" in offered(stage)
        await stage.slash("gm", "/init end")
        assert offered(stage) == []
