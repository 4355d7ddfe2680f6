"""Where commands exist: in servers that installed the bot, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from discord import app_commands

C = TypeVar("C", bound=Callable[..., object])

GUILDS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
INSTALLED = app_commands.AppInstallationType(guild=True, user=False)


def guild_group(name: str, description: str) -> app_commands.Group:
    """Return a group of subcommands that servers alone have; whose right it is to use one, the service knows."""
    return app_commands.Group(
        name=name, description=description, guild_only=True, allowed_contexts=GUILDS, allowed_installs=INSTALLED
    )


def guild_only(command: C) -> C:
    """Decorate the function of a command that servers alone have."""
    return app_commands.guild_only(app_commands.allowed_installs(guilds=True, users=False)(command))
