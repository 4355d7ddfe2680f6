"""The one Discord client: it loads the cogs, registers commands when they changed, keeps trackers live, and drains."""

from __future__ import annotations

import asyncio
import hashlib
import json
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.doors import Doors
from bot.publisher import Publisher
from bot.service.postbox import Postbox
from bot.service.referee import Referee
from bot.tracking import Trackers
from cogs import ALL_COGS
from cogs._buttons import ALL_BUTTONS
from cogs._reply import apologise

log = structlog.get_logger()

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    attach_files=True,
    read_message_history=True,
)
LONGEST_DRAIN_S = 20.0


class Fireteam(commands.Bot):
    """The bot; ``referee`` is what its commands and buttons talk to."""

    def __init__(self, referee: Referee, postbox: Postbox, close_storage: Callable[[], Awaitable[None]]) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
        )
        self.referee = referee
        self._postbox = postbox
        self._close_storage = close_storage
        doors = Doors(self)
        self.publisher = Publisher(doors, postbox, Trackers(doors, postbox).refresh)
        self._published = False
        self.tree.on_error = self._on_command_error  # type: ignore[method-assign]

    async def setup_hook(self) -> None:
        """Load every cog and persistent button, and register the commands if they are not what Discord has."""
        for cog in ALL_COGS:
            await self.add_cog(cog(self))
        self.add_dynamic_items(*ALL_BUTTONS)
        await self._sync()

    async def _sync(self) -> None:
        fingerprint = self._fingerprint()
        known = {command.name for command in await self.tree.fetch_commands()}
        ours = {command.name for command in self.tree.get_commands()}
        if known == ours and await self._postbox.fact("commands") == fingerprint:
            return
        await self.tree.sync()
        await self._postbox.note_fact("commands", fingerprint)
        log.info("commands registered", commands=len(self.tree.get_commands()))

    def _fingerprint(self) -> str:
        payload: list[dict[str, Any]] = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        spelled = json.dumps([self.application_id, payload], sort_keys=True, default=str)
        return hashlib.sha256(spelled.encode()).hexdigest()

    async def on_ready(self) -> None:
        """Begin to publish, once: what an earlier process left behind comes first."""
        log.info("ready", guilds=len(self.guilds))
        if not self._published:
            self._published = True
            await self.publisher.start()

    def invite_link(self) -> str:
        """The link that invites the bot with exactly the permissions it needs."""
        return discord.utils.oauth_url(
            self.application_id or 0, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
        )

    async def _on_command_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """The last handler: whatever a cog did not answer is apologised for."""
        await apologise(interaction, error)

    async def close(self) -> None:
        """Cut nothing: post what is left, close the storage, then leave Discord."""
        try:
            await asyncio.wait_for(self.publisher.stop(), LONGEST_DRAIN_S)
        except TimeoutError:
            log.warning("the log is not all posted; it is kept for the next start")
        await super().close()
        await self._close_storage()


async def play(bot: Fireteam, token: str, announce: Callable[[str], None]) -> None:
    """Run the bot until SIGTERM or SIGINT, then drain it.

    Raises:
        discord.LoginFailure: the token is wrong.
        discord.PrivilegedIntentsRequired: intents are missing.
    """
    loop = asyncio.get_running_loop()
    async with bot:
        await bot.login(token)
        announce(bot.invite_link())
        connected = loop.create_task(bot.connect())
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, connected.cancel)
        try:
            await connected
        except asyncio.CancelledError:
            log.info("draining")
