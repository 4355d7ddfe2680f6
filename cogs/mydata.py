"""/mydata: what the bot keeps of whoever asks."""

from __future__ import annotations

from discord.ext import commands

from cogs._guild import guild_group
from cogs._reply import answer
from cogs._talk import Talk, asked


class MyDataCommands(commands.Cog):
    """One's own data."""

    mydata = guild_group("mydata", "What I keep of you")

    @mydata.command(name="export", description="Get what I keep of you, from all servers")
    async def export(self, interaction: Talk) -> None:
        """Export it."""
        referee, request = asked(interaction)
        await answer(interaction, referee.mydata_export(request), study=True)

    @mydata.command(name="delete", description="Have me forget you, on all servers")
    async def delete(self, interaction: Talk) -> None:
        """Say what would go, and ask."""
        referee, request = asked(interaction)
        await answer(interaction, referee.mydata_delete(request), study=True)
