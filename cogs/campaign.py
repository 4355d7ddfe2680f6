"""/campaign: by which rules a channel plays, and who referees it."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.service.requests import Choosing
from cogs._files import downloaded
from cogs._guild import guild_group
from cogs._options import offering
from cogs._reply import answer, permitted
from cogs._talk import Talk, asked

SERVER = "For all channels without settings of their own"


class CampaignCommands(commands.Cog):
    """The settings of a campaign."""

    campaign = guild_group("campaign", "Rules and GMs of this channel or server")

    @campaign.command(name="setup", description="GM: choose the rule system of this channel")
    @app_commands.describe(ruleset="The rule system", title="What the campaign is called", server=SERVER)
    @app_commands.autocomplete(ruleset=offering(Choosing.RULESET))
    async def setup(
        self, interaction: Talk, ruleset: str | None = None, title: str | None = None, server: bool = False
    ) -> None:
        """Choose a system."""
        referee, request = asked(interaction)
        await answer(interaction, referee.campaign_setup(request, ruleset, title, server=server))

    @campaign.command(name="show", description="Which rules hold here, and who is GM")
    async def show(self, interaction: Talk) -> None:
        """Show the campaign."""
        referee, request = asked(interaction)
        await answer(interaction, referee.campaign_show(request, _roles_of(interaction.guild)))

    @campaign.command(name="options", description="List the rules' switches, or set one")
    @app_commands.describe(option="Which switch; all are listed if left out", value="Its new value", server=SERVER)
    @app_commands.autocomplete(option=offering(Choosing.OPTION), value=offering(Choosing.OPTION_VALUE))
    async def options(
        self, interaction: Talk, option: str | None = None, value: str | None = None, server: bool = False
    ) -> None:
        """List or set switches."""
        referee, request = asked(interaction)
        await answer(interaction, referee.campaign_options(request, option, value, server=server))

    @campaign.command(name="tables", description="Get the system's numbers, or give your own")
    @app_commands.describe(file="Your own numbers; you get the file if left out", server=SERVER)
    async def tables(self, interaction: Talk, file: discord.Attachment | None = None, server: bool = False) -> None:
        """Get the tables, or lay one's own values over them."""
        referee, request = asked(interaction)
        if file is None:
            await answer(interaction, referee.campaign_tables(request, server=server))
            return
        if await permitted(interaction, referee.campaign_writable(request, server=server)) is None:
            return
        content = await downloaded(interaction, file)
        if content is not None:
            await answer(interaction, referee.campaign_tables(request, content, server=server))

    @campaign.command(name="gm", description="Make the holders of a role GMs")
    @app_commands.describe(role="Whose holders are GMs", remove="No longer", server=SERVER)
    async def gm(self, interaction: Talk, role: discord.Role, remove: bool = False, server: bool = False) -> None:
        """Name a GM role."""
        referee, request = asked(interaction)
        named = partial(referee.campaign_gm, remove=remove, server=server, there=_roles_of(role.guild))
        await answer(interaction, named(request, role.id, role.name))


def _roles_of(guild: discord.Guild | None) -> dict[int, str]:
    """Return what the roles of a server are called by id, none where they are not known."""
    return {each.id: each.name for each in guild.roles} if guild else {}
