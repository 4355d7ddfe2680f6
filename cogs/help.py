"""/help: how to play here."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.service.requests import Choosing
from cogs._guild import guild_only
from cogs._options import offering
from cogs._reply import answer
from cogs._talk import Talk, asked


class HelpCommands(commands.Cog):
    """How to play."""

    @app_commands.command(name="help", description="How to play here, and what you can do")
    @guild_only
    @app_commands.describe(topic="An action to read more about")
    @app_commands.autocomplete(topic=offering(Choosing.ACTION))
    async def help(self, interaction: Talk, topic: str | None = None) -> None:
        """Explain how to play here."""
        referee, request = asked(interaction)
        await answer(interaction, referee.help(request, topic))
