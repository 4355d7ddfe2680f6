"""/map: where everybody is."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.service.requests import Choosing
from cogs._guild import guild_group
from cogs._options import offering
from cogs._reply import Talk, answer, asked


class GroundCommands(commands.Cog):
    """The ground of a fight, on which everybody has a place."""

    ground = guild_group("map", "The ground: where everybody is")

    @ground.command(name="show", description="Where those are whom you see")
    async def show(self, interaction: Talk) -> None:
        """Show the ground."""
        referee, request = asked(interaction)
        await answer(interaction, referee.map_show(request))

    @ground.command(name="use", description="GM: give everybody a place")
    @app_commands.describe(range_m="How far apart the sides begin, in metres")
    async def use(self, interaction: Talk, range_m: float) -> None:
        """Lay a ground."""
        referee, request = asked(interaction)
        await answer(interaction, referee.map_use(request, range_m))

    @ground.command(name="place", description="GM: put people somewhere on the ground")
    @app_commands.describe(
        who="Somebody, a side, all of one name, or several with commas",
        at="Where: C4, 12,30, 20m north of Ann, behind Ann",
        spread="Metres from one to the next, where they are several",
        reason="Why, for the log",
    )
    @app_commands.autocomplete(who=offering(Choosing.TARGET), at=offering(Choosing.PLACE))
    async def place(self, interaction: Talk, who: str, at: str, spread: float = 3.0, reason: str = "") -> None:
        """Put people somewhere."""
        referee, request = asked(interaction)
        await answer(interaction, referee.map_place(request, who, at, spread, reason))
