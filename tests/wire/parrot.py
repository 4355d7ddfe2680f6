"""A bot that uses every kind of answer once: the stand-in's side of each is tried before the real bot needs it."""

from __future__ import annotations

import io
import os

import discord
from discord import app_commands

say = app_commands.Group(name="say", description="Words", guild_only=True)
deep = app_commands.Group(name="deep", description="More words", parent=say)


class Tally(discord.ui.View):
    """A button that counts in its message, one that answers in private, and one that waits."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Count", custom_id="tally:count")
    async def count(self, interaction: discord.Interaction, _: discord.ui.Button[Tally]) -> None:
        """Edit the message that was clicked."""
        await interaction.response.edit_message(content="counted")

    @discord.ui.button(label="Whisper", custom_id="tally:whisper")
    async def whisper(self, interaction: discord.Interaction, _: discord.ui.Button[Tally]) -> None:
        """Defer without a sign, then whisper."""
        await interaction.response.defer()
        await interaction.followup.send("psst", ephemeral=True)


class Parrot(discord.Client):
    """A client with one group of commands and a persistent view."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register everything, for the one guild there is."""
        self.add_view(Tally())
        self.tree.add_command(say)
        await self.tree.sync()


@deep.command()
async def member(interaction: discord.Interaction, who: discord.Member, role: discord.Role) -> None:
    """Name somebody and a role."""
    place = interaction.channel.name if isinstance(interaction.channel, discord.TextChannel) else "?"
    manages = interaction.permissions.manage_guild
    await interaction.response.send_message(f"{who.display_name} {role.name} {place} {manages}", ephemeral=True)


@say.command()
async def late(interaction: discord.Interaction, text: str) -> None:
    """Defer, then fill the answer and follow it up."""
    await interaction.response.defer(ephemeral=True)
    await interaction.edit_original_response(content=text)
    original = await interaction.original_response()
    await interaction.followup.send(f"after {original.content}")


@say.command()
async def file(interaction: discord.Interaction, sheet: discord.Attachment) -> None:
    """Read a file and send it back in capitals."""
    data = (await sheet.read()).upper()
    await interaction.response.send_message("here", file=discord.File(io.BytesIO(data), "back.txt"))


@say.command()
async def pick(interaction: discord.Interaction, weapon: str, rounds: app_commands.Range[int, 1, 30] = 1) -> None:
    """Choose a weapon."""
    await interaction.response.send_message(f"{weapon} x{rounds}", view=Tally())


@pick.autocomplete("weapon")
async def weapons(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Weapons that begin with what was typed."""
    rounds = interaction.namespace.rounds or 0
    known = [f"ak-{rounds}", f"m4-{rounds}"]
    return [app_commands.Choice(name=each.upper(), value=each) for each in known if each.startswith(current)]


@say.command()
async def thread(interaction: discord.Interaction, name: str) -> None:
    """Open a thread on a message of its own, write in it, read it back; and a private one with the asker in it."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        await interaction.response.send_message("not here", ephemeral=True)
        return
    await interaction.response.defer()
    starter = await channel.send("Fight!")
    log = await starter.create_thread(name=name, auto_archive_duration=10080)
    line = await log.send("one", nonce=f"order-{starter.id}")
    await line.edit(content="one, undone")
    secret = await channel.create_thread(name="GM", type=discord.ChannelType.private_thread)
    await secret.add_user(interaction.user)
    read = [message.content async for message in log.history(limit=10) if message.type is discord.MessageType.default]
    await interaction.followup.send(f"{log.id == starter.id} {read}")


if __name__ == "__main__":
    Parrot().run(os.environ["FIRETEAM_TOKEN"], log_handler=None)
