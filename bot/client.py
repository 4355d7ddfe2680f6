"""The one Discord client: it loads the cogs, registers commands when they changed, keeps trackers live, and drains."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import signal
from collections.abc import Callable
from typing import Any, Protocol

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.doors import Doors
from bot.gateway import install
from bot.news import News
from bot.postman import Postman
from bot.publisher import Publisher
from bot.service.ports import Store
from bot.service.postbox import Postbox
from bot.service.referee import Referee
from bot.tracking import Trackers
from bot.watch import Pulse, Watch
from cogs import ALL_COGS
from cogs._gate import Gate
from cogs._reply import apologise, refuse

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
QUIET_S = 1.0  # for so long no command may have come in before the bot stops listening
LONGEST_LISTENING_S = 5.0
ANSWERING = ("CommandTree-invoker", "discord.py: on_interaction")  # how discord.py calls its tasks
WRONG_TOKEN = 4004
TALKING = (2, 3, 5)  # commands, clicks and forms: whoever only types is not answered in words
BEAT_S = 1.0
FIRST_RETRY_S = 1.0
LONGEST_RETRY_S = 120.0  # Discord takes a thousand new connections a day
COLLECTED_AFTER = 5_000
WHAT_PEOPLE_SEE = (  # and no contexts: discord.py 2.7.1 does not read back what it wrote there
    *("name", "description", "type", "options", "choices", "value", "required", "autocomplete"),
    *("min_value", "max_value", "min_length", "max_length", "channel_types"),
)


class OwnedStore(Store, Protocol):
    """The store of this bot alone, to be let go of at the end."""

    def writer_busy_s(self) -> float:
        """For how many seconds the writer has been at its present work; 0 where it rests."""
        ...

    async def close(self) -> None:
        """Finish what waits, then let go."""
        ...


class Fireteam(commands.Bot):
    """The bot; ``referee`` is what its commands and buttons talk to."""

    def __init__(self, referee: Referee, postbox: Postbox, store: OwnedStore) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            tree_cls=Gate,
        )
        self.referee = referee
        self.store = store
        doors = Doors(self)
        self.publisher = Publisher(Postman(doors, postbox), postbox, Trackers(doors, postbox).show)
        self._published = False
        self.tree.on_error = self._on_command_error  # type: ignore[method-assign]

    async def setup_hook(self) -> None:
        """Load every cog, and register the commands if they are not what Discord has."""
        for cog in ALL_COGS:
            await self.add_cog(cog(self))
        await self.add_cog(News(self, self.publisher))
        await self._sync()

    async def _sync(self) -> None:
        known = [command.to_dict() for command in await self.tree.fetch_commands()]
        ours: list[dict[str, Any]] = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        if _spelled(known) != _spelled(ours):
            await self.tree.sync()
            log.info("commands registered", commands=len(ours))

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

    async def on_broken_interaction(self, data: Any) -> None:
        """Turn down a command that came in pieces, as far as they say whose it was."""
        with contextlib.suppress(Exception):  # nobody can be told
            if data["type"] in TALKING:
                broken = discord.Interaction[Any](data=data, state=self._connection)
                await refuse(broken, "Discord sent me only a part of that.", "Try it once more.")

    async def _on_command_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """The last handler: whatever a cog did not answer is apologised for."""
        await apologise(interaction, error)

    async def close(self) -> None:
        """Cut nothing: finish what was asked, post what is left, leave Discord, then close the storage."""
        try:
            async with asyncio.timeout(LONGEST_DRAIN_S):
                await _all_answered()
                await self.publisher.stop()
        except TimeoutError:
            log.warning("the log is not all posted; it is kept for the next start")
        await super().close()
        await self.store.close()


async def _all_answered() -> None:
    """Wait until discord.py's tasks of commands and clicks have ended."""
    own = asyncio.current_task()
    answering = [task for task in asyncio.all_tasks() if task.get_name().startswith(ANSWERING) and task is not own]
    await asyncio.gather(*answering, return_exceptions=True)


def _spelled(commands: Any) -> str:
    """Commands in a spelling in which those of Discord and ours can be compared."""
    return json.dumps(_trimmed(commands), sort_keys=True, default=str)


def _trimmed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _trimmed(value[key]) for key in WHAT_PEOPLE_SEE if value.get(key) not in (None, [], False)}
    if isinstance(value, list):
        return sorted(
            (_trimmed(item) for item in value),
            key=lambda item: str(item.get("name")) if isinstance(item, dict) else str(item),
        )
    return value


async def play(bot: Fireteam, token: str, announce: Callable[[str], None], watch: Watch) -> None:
    """Run the bot until SIGTERM or SIGINT, then drain it; ``watch`` sees whether the event loop lives.

    Raises:
        discord.LoginFailure: the token is wrong, or has just been replaced.
        discord.PrivilegedIntentsRequired: intents are missing.
    """
    loop, told_to_go = asyncio.get_running_loop(), asyncio.Event()
    install()
    beating = loop.create_task(_beating(watch.loop))
    async with bot:
        await bot.login(token)
        announce(bot.invite_link())
        _spare_the_collector()
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, told_to_go.set)
        try:
            await _connected_until(bot, told_to_go)
        except discord.ConnectionClosed as closed:
            if closed.code == WRONG_TOKEN:
                raise discord.LoginFailure(str(closed)) from closed
            raise
    beating.cancel()


async def _beating(pulse: Pulse) -> None:
    """Show that the event loop goes round."""
    while True:
        pulse.beat()
        await asyncio.sleep(BEAT_S)


async def _listen(bot: Fireteam) -> None:
    """Listen to Discord, anew where that ends in a way that nobody has thought of.

    Raises:
        discord.ConnectionClosed: Discord will not have this bot back.
        discord.PrivilegedIntentsRequired: intents are missing.
    """
    clock, retry_s = asyncio.get_running_loop().time, FIRST_RETRY_S
    while True:
        began_s = clock()
        try:
            return await bot.connect()
        except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired):
            raise
        except Exception:
            retry_s = FIRST_RETRY_S if clock() - began_s > LONGEST_RETRY_S else retry_s
            log.exception("the connection broke", retry_s=retry_s)
        await _hung_up(bot)
        await asyncio.sleep(retry_s)
        retry_s = min(2 * retry_s, LONGEST_RETRY_S)


async def _hung_up(bot: Fireteam) -> None:
    """Leave a connection that is of no use any more, so that its heartbeat ends."""
    with contextlib.suppress(aiohttp.ClientError, OSError):
        if bot.ws is not None:
            await bot.ws.close()


async def _connected_until(bot: Fireteam, told_to_go: asyncio.Event) -> None:
    """Listen to Discord until told to go, and then for as long as what was typed before still comes in."""
    loop = asyncio.get_running_loop()
    connected, told = loop.create_task(_listen(bot)), loop.create_task(told_to_go.wait())
    await asyncio.wait((connected, told), return_when=asyncio.FIRST_COMPLETED)
    if not connected.done():
        log.info("draining")
        await _all_heard(bot)
        connected.cancel()
    told.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await connected


async def _all_heard(bot: Fireteam) -> None:
    """Wait until no command has come in for a moment, or until that has taken too long."""
    heard = asyncio.Event()

    async def on_interaction(interaction: discord.Interaction) -> None:  # noqa: ARG001  that it came is enough
        heard.set()

    bot.add_listener(on_interaction)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_LISTENING_S):
            while await asyncio.wait_for(heard.wait(), QUIET_S):
                heard.clear()


def _spare_the_collector() -> None:
    """What is there once the bot is up stays there: a collector that need not look at it again costs a tenth less."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED_AFTER, 20, 20)
