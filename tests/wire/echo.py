"""The smallest bot on the same client: /echo answers its text. What discord.py costs by itself is measured on it."""

from __future__ import annotations

import os

import discord
from discord import app_commands


class Echo(discord.Client):
    """A client with one command, registered at start."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the command."""
        self.tree.add_command(echo)
        await self.tree.sync()


@app_commands.command()
async def echo(interaction: discord.Interaction, text: str) -> None:
    """Say it again."""
    await interaction.response.send_message(text)


if __name__ == "__main__":
    Echo().run(os.environ["FIRETEAM_TOKEN"], log_handler=None)
