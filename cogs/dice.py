"""/roll: dice outside of any rule."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs._guild import guild_only
from cogs._reply import answer
from cogs._talk import Talk, asked


class DiceCommands(commands.Cog):
    """Dice as typed."""

    @app_commands.command(name="roll", description="Roll dice, such as 4d20kl1+3, 2d6! or 3d20L")
    @guild_only
    @app_commands.describe(expression="What to roll", private="Show the roll to you alone")
    async def roll(self, interaction: Talk, expression: str, private: bool = False) -> None:
        """Roll an expression."""
        referee, request = asked(interaction)
        await answer(interaction, referee.roll(request, expression, private=private))
