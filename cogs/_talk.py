"""How a request is read off an interaction: who asks, where, when, and what they may do there."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord

from bot.core.errors import RuleViolation
from bot.service.incoming import check_texts, whole
from bot.service.referee import Referee
from bot.service.requests import Request
from cogs._threads import has_private_threads, has_threads, is_reached, parent_of

Talk = discord.Interaction[Any]

LARGEST_ID = 2**63
UNREACHED = (discord.HTTPException, aiohttp.ClientError, OSError)  # every way in which Discord can fail to take it


def asked(interaction: Talk) -> tuple[Referee, Request]:
    """Return who is to judge, and who asks, where and when.

    Raises:
        RuleViolation: it was asked outside of any server, Discord does not say by whom and where, or what was typed
            is no text.
    """
    check_texts(interaction.data)
    guild_id, channel, user = interaction.guild_id, interaction.channel, interaction.user
    if guild_id is None:
        raise RuleViolation("I referee in servers, not in direct messages.", "Ask in the channel that you play in.")
    if channel is None or not isinstance(user, discord.Member):
        raise RuleViolation("Discord does not say who asks, or where.", "Ask once more.")
    if not all(0 < each < LARGEST_ID for each in (interaction.id, guild_id, channel.id, user.id)):
        raise RuleViolation("Discord does not say who asks, or where.", "Ask once more.")
    place = parent_of(channel)
    request = Request(
        interaction_id=interaction.id,
        guild_id=guild_id,
        channel_id=channel.id,
        parent_id=channel.parent_id if isinstance(channel, discord.Thread) else 0,
        has_threads=has_threads(place),
        has_private_threads=has_private_threads(place),
        reaches=is_reached(channel),
        own_thread=isinstance(channel, discord.Thread) and channel.owner_id == interaction.client.user.id,
        user_id=user.id,
        user_name=whole(user.display_name),
        role_ids=tuple(role.id for role in user.roles),
        manages_server=interaction.permissions.manage_guild,
        now=interaction.created_at,
        command=typed_command(interaction),
        message_id=interaction.message.id if interaction.message else 0,
    )
    return interaction.client.referee, request


def typed_command(interaction: Talk) -> str:
    """Return the slash command as it is typed, such as "mine field"; empty for a button."""
    if interaction.type is discord.InteractionType.component or interaction.command is None:
        return ""
    return interaction.command.qualified_name
