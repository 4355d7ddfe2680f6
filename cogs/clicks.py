"""What is done without typing a command: buttons, menus and forms, whichever process showed them."""

from __future__ import annotations

from discord.ext import commands

from cogs._buttons import clicked, is_click
from cogs._forms import handed_in, is_form
from cogs._talk import Talk
from cogs._trail import follow


class Clicks(commands.Cog):
    """Buttons, menus and forms."""

    @commands.Cog.listener("on_interaction")
    async def take(self, interaction: Talk) -> None:
        """Take a click, or a form that was filled in."""
        follow(interaction.id)
        if is_click(interaction):
            await clicked(interaction)
        elif is_form(interaction):
            await handed_in(interaction)
