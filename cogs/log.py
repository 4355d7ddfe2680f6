"""/log, /undo, /redo and /answer: what has happened, what is taken back, and what waits for a choice."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.service.requests import Choosing, StoryForm
from cogs._guild import guild_group, guild_only
from cogs._options import offering
from cogs._reply import answer
from cogs._talk import Talk, asked


class LogCommands(commands.Cog):
    """The record of a fight."""

    log = guild_group("log", "The combat log and its dice")

    @log.command(name="show", description="Read the combat log")
    async def show(self, interaction: Talk) -> None:
        """Show the newest page."""
        referee, request = asked(interaction)
        await answer(interaction, referee.log_show(request))

    @log.command(name="export", description="Get the log as a file, as far as you may read it")
    @app_commands.describe(as_="All fights as data, or the last as a text, page, animation")
    @app_commands.rename(as_="as")
    async def export(self, interaction: Talk, as_: StoryForm = StoryForm.JSON) -> None:
        """Export the log."""
        referee, request = asked(interaction)
        await answer(interaction, referee.log_export(request, as_), study=True)

    @log.command(name="report", description="What the last fight came to: who did what, and how lucky")
    async def report(self, interaction: Talk) -> None:
        """Tell what a fight came to."""
        referee, request = asked(interaction)
        await answer(interaction, referee.log_report(request), study=True)

    @log.command(name="verify", description="Check that every die was rolled fairly")
    async def verify(self, interaction: Talk) -> None:
        """Check the dice."""
        referee, request = asked(interaction)
        await answer(interaction, referee.log_verify(request), study=True)

    @log.command(name="reveal", description="GM: publish the secrets of closed fights")
    async def reveal(self, interaction: Talk) -> None:
        """Publish the GM's secrets."""
        referee, request = asked(interaction)
        await answer(interaction, referee.log_reveal(request))

    @app_commands.command(name="undo", description="Take back the last order, or back to a number")
    @guild_only
    @app_commands.describe(to="Back to and with this order, such as 12")
    @app_commands.autocomplete(to=offering(Choosing.ORDER))
    async def undo(self, interaction: Talk, to: str | None = None) -> None:
        """Undo."""
        referee, request = asked(interaction)
        await answer(interaction, referee.undo(request, to))

    @app_commands.command(name="redo", description="Take back the last undo")
    @guild_only
    async def redo(self, interaction: Talk) -> None:
        """Undo the undo."""
        referee, request = asked(interaction)
        await answer(interaction, referee.redo(request))

    @app_commands.command(name="answer", description="Answer the open question of the fight")
    @guild_only
    @app_commands.describe(choice="What you choose")
    @app_commands.autocomplete(choice=offering(Choosing.ANSWER))
    async def choose(self, interaction: Talk, choice: str) -> None:
        """Answer the open question."""
        referee, request = asked(interaction)
        await answer(interaction, referee.answer(request, choice))
