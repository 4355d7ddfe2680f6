"""The one Discord client: it loads the cogs, registers commands when they changed, keeps trackers live, and drains."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import signal
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, Protocol

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot import callbacks, gateway
from bot.gateway import Gateway, sockets_of
from bot.posting.access_changes import AccessChanges
from bot.posting.depths import Depths
from bot.posting.draftsman import Draftsman, Drawing
from bot.posting.places import Places
from bot.posting.postman import Postman
from bot.posting.publisher import Publisher
from bot.posting.tracker import Trackers
from bot.processes.identify_queue import queue
from bot.processes.memory import tidying
from bot.processes.request_quota import Quota
from bot.processes.retention import RetentionSchedule
from bot.processes.shard_leases import Tenure
from bot.processes.watchdog import Pulse, Watch
from bot.render.reply import reply_texts
from bot.service import lookalikes
from bot.service.personal.retention import Custody
from bot.service.ports import OutdatedError, Store, UnreachedError
from bot.service.posting.postbox import Postbox
from bot.service.referee import Referee
from bot.service.requests import DirectMessage, Reply
from bot.settings import Shards
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
GOODBYE_S = 9.5  # whoever stops the bot waits for ten seconds; what follows is the most that each part of them takes
CATCHING_UP_S = 1.0
DRAINING_S = 5.5
GIVING_BACK_S = 0.5
LEAVING_S = 1.5
ANSWERING = ("CommandTree-invoker", "discord.py: on_")  # how discord.py calls its tasks
UNHEARD = ("socket_event_type", "app_command_completion")  # of which discord.py tells, and nobody here listens
TYPED = (discord.InteractionType.application_command, discord.InteractionType.autocomplete)
BEAT_S = 1.0
FIRST_RETRY_S = 1.0
LONGEST_RETRY_S = 120.0  # Discord takes a thousand new connections a day
WRONG_TOKEN = 4004
TALKING = (2, 3, 5)  # commands, clicks and forms: whoever only types is not answered in words
COLLECTED_AFTER = 5_000
WHAT_PEOPLE_SEE = (  # and no contexts: discord.py 2.7.1 does not read back what it wrote there
    *("name", "description", "type", "options", "choices", "value", "required", "autocomplete"),
    *("min_value", "max_value", "min_length", "max_length", "channel_types"),
)


class OwnedStore(Store, Protocol):
    """The store of this bot alone, to be let go of at the end; its database may be ``shared`` with other processes."""

    shared: bool

    def writer_busy_s(self) -> float:
        """Return for how many seconds the writer has been at its present work; 0 where it rests."""
        ...

    async def stop_studies(self) -> None:
        """Have every study, running or waiting, refused to its asker, and take no more."""
        ...

    async def close(self) -> None:
        """Finish what waits, then let go."""
        ...


class Fireteam(commands.AutoShardedBot):
    """The bot; ``referee`` is what its commands and buttons talk to.

    Without ``shards`` it connects all that Discord recommends; without ``quota`` and ``tenure`` it is alone; without
    ``custody`` it lets go of nothing that it keeps.
    """

    def __init__(
        self,
        referee: Referee,
        postbox: Postbox,
        store: OwnedStore,
        shards: Shards | None = None,
        quota: Quota | None = None,
        tenure: Tenure | None = None,
        custody: Custody | None = None,
        drawing: Drawing | None = None,
    ) -> None:
        chosen: dict[str, Any] = {"shard_count": shards.count, "shard_ids": list(shards.ids)} if shards else {}
        quota = quota or Quota()
        self.requests = quota.trace()
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            tree_cls=Gate,
            http_trace=self.requests,
            **chosen,
        )
        self._turns = queue(store if store.shared else None, self._at_once)
        self.referee = referee
        self.store = store
        self._custody = custody
        self._places = places = Places(self)
        self.drawing = drawing
        self.draftsman = Draftsman(places, drawing, self._is_busy) if drawing else None
        self._depths = Depths()
        self.trackers = Trackers(places, postbox, self.draftsman, self._depths)
        self.publisher = Publisher(Postman(places, postbox, self._depths), postbox, self.trackers.show, quota)
        self.tenure = tenure
        self._published = False
        self._resting: list[asyncio.Task[None]] = []
        self.tree.on_error = self._on_command_error  # type: ignore[method-assign]

    async def setup_hook(self) -> None:
        """Load every cog, and register the commands if they are not what Discord has."""
        for cog in ALL_COGS:
            await self.add_cog(cog(self))
        await self.add_cog(AccessChanges(self, self.publisher))
        self.publisher.listen()
        if self._custody is not None:
            await self.add_cog(RetentionSchedule(self, self._custody, self.publisher.wake))
        if self.tenure is None:
            await self._sync()
        else:
            await self._begin_tenure(self.tenure)

    async def _begin_tenure(self, tenure: Tenure) -> None:
        """Take the leases that can be had, and see to the others; the holder of the first registers the commands."""
        try:
            await tenure.tend()
        except (UnreachedError, OutdatedError) as error:  # to be said to whoever asks, and tried again
            log.warning("leases wait", error=repr(error))
        if tenure.leading.is_set():
            await self._sync()
        else:
            self._resting.append(asyncio.create_task(self._sync_when_leading(tenure), name="register when leading"))
        self._resting.append(asyncio.create_task(tenure.keep(self.publisher), name="keep leases"))

    async def _sync_when_leading(self, tenure: Tenure) -> None:
        retry_s = FIRST_RETRY_S
        await tenure.leading.wait()
        while True:
            try:
                return await self._sync()
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.warning("commands are not registered yet", error=repr(error), retry_s=retry_s)
            await asyncio.sleep(retry_s)
            retry_s = min(2 * retry_s, LONGEST_RETRY_S)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Tell those who listen; of what is typed nobody is told, since the commands themselves are carried out."""
        if event_name in UNHEARD or (event_name == "interaction" and args[0].type in TYPED):
            return
        super().dispatch(event_name, *args, **kwargs)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the turn of a shard among those of all processes."""
        await self._turns.take(shard_id or 0)

    async def _at_once(self) -> int:
        """Return how many shards Discord lets identify themselves at once."""
        return (await self.fetch_session_start_limits()).max_concurrency

    async def _sync(self) -> None:
        known = [command.to_dict() for command in await self.tree.fetch_commands()]
        ours: list[dict[str, Any]] = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        if not known or _spelled(known) != _spelled(ours):
            # `tree.sync` would spell ours once more, and read what Discord answers, of which nobody makes use.
            await self.http.bulk_upsert_global_commands(self.application_id or 0, payload=ours)
            log.info("commands registered", commands=len(ours))

    async def on_ready(self) -> None:
        """Begin to publish, once: what an earlier process left behind comes first, then what only new names need."""
        log.info("ready", guilds=len(self.guilds))
        if not self._published:
            self._published = True
            await self.publisher.start()
            await asyncio.to_thread(lookalikes.load)

    @property
    def sockets(self) -> Mapping[int, Gateway]:
        """Return the socket of each shard that has been connected."""
        return sockets_of(self)

    def invite_link(self) -> str:
        """Return the link that invites the bot with exactly the permissions it needs."""
        return discord.utils.oauth_url(
            self.application_id or 0, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
        )

    def told_all(self, channel_id: int) -> None:
        """Note that everybody in a channel was answered, below what stands there."""
        self._depths.said(channel_id)

    async def write_to(self, messages: Iterable[DirectMessage]) -> None:
        """Send direct messages."""
        for each in messages:
            await self._places.write_to((each.user_id,), reply_texts(Reply(lines=each.lines))[0])

    async def look_for(self, channel_id: int) -> None:
        """Look whether a channel is still there, which nobody tells a bot that was not there; one that is gone holds
        nobody."""
        await self.publisher.gone(channel_id)

    async def on_broken_interaction(self, data: Any) -> None:
        """Turn down a command that came in pieces, as far as they say whose it was."""
        with contextlib.suppress(Exception):  # nobody can be told
            if data["type"] in TALKING:
                broken = discord.Interaction[Any](data=data, state=self._connection)
                await refuse(broken, "Discord sent me only a part of that.", "Try it once more.")

    async def _on_command_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Apologise, as the last handler, for whatever a cog did not answer."""
        await apologise(interaction, error)

    async def close(self) -> None:
        """Cut nothing: finish what was asked, post what is left, leave Discord, then close the storage."""
        if not await _within(DRAINING_S, self._drained()):
            log.warning("the log is not all posted; it is kept for the next start")
        if self.tenure is not None and not await _within(GIVING_BACK_S, self._gave_back(self.tenure)):
            log.warning("the leases are not given back; others wait until this process is gone")
        if not await _within(LEAVING_S, super().close()):
            log.warning("Discord did not say goodbye")
        await self.store.close()

    async def _gave_back(self, tenure: Tenure) -> None:
        for task in self._resting:
            task.cancel()
        await asyncio.gather(*self._resting, return_exceptions=True)
        await tenure.end()

    def _is_busy(self) -> bool:
        return self.publisher.is_posting or bool(_answering())

    async def _drained(self) -> None:
        if self.draftsman is not None:
            self.draftsman.close()
        await self.store.stop_studies()
        await asyncio.gather(*_answering(), return_exceptions=True)
        await self.publisher.stop()


async def _within(limit_s: float, doing: Coroutine[Any, Any, None]) -> bool:
    """Wait for so long, and no longer, until something is done; whether it is. It may take its end as it likes."""
    task = asyncio.ensure_future(doing)
    done, _ = await asyncio.wait({task}, timeout=limit_s)
    if not done:
        task.cancel()
        return False
    await task
    return True


def _answering() -> list[asyncio.Task[Any]]:
    """Return discord.py's tasks of commands and clicks, but for the own one."""
    own = asyncio.current_task()
    return [task for task in asyncio.all_tasks() if task.get_name().startswith(ANSWERING) and task is not own]


def _spelled(commands: Any) -> str:
    """Return commands in a spelling in which those of Discord and ours can be compared."""
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
    """Run the bot until SIGTERM or SIGINT, then drain it; ``watch`` ends the process where that takes too long.

    Raises:
        discord.LoginFailure: the token is wrong, or has just been replaced.
        discord.PrivilegedIntentsRequired: intents are missing.
    """
    gateway.install()
    callbacks.install()
    resting = [asyncio.ensure_future(_beating(watch.loop)), asyncio.ensure_future(tidying())]
    told_to_go = _heeded(watch)
    try:
        async with bot:
            await _until(told_to_go, bot, _connected(bot, token, announce))
    except discord.ConnectionClosed as closed:
        if closed.code == WRONG_TOKEN:
            raise discord.LoginFailure(str(closed)) from closed
        raise
    finally:
        for task in resting:
            task.cancel()


async def _beating(pulse: Pulse) -> None:
    """Show that the event loop goes round."""
    while True:
        pulse.beat()
        await asyncio.sleep(BEAT_S)


def _heeded(watch: Watch) -> asyncio.Event:
    """Set by SIGTERM and SIGINT; the watch hears of them without the event loop, which may stand still."""
    loop, told_to_go = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, told_to_go.set)
        signal.signal(name, lambda *_: watch.leave(GOODBYE_S))  # beside the loop's, which hears by another way
    return told_to_go


async def _connected(bot: Fireteam, token: str, announce: Callable[[str], None]) -> None:
    await bot.login(token)
    announce(bot.invite_link())
    _spare_the_collector()
    await _listen(bot)


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
        await asyncio.sleep(retry_s)
        retry_s = min(2 * retry_s, LONGEST_RETRY_S)


async def _until(told_to_go: asyncio.Event, bot: Fireteam, living: Coroutine[Any, Any, None]) -> None:
    """Live until told to go, and then until all is read that was typed before; what is typed later is not heard."""
    loop = asyncio.get_running_loop()
    life, told = loop.create_task(living), loop.create_task(told_to_go.wait())
    await asyncio.wait((life, told), return_when=asyncio.FIRST_COMPLETED)
    told.cancel()
    if not life.done():
        log.info("draining")
        await _caught_up(bot)
    for socket in bot.sockets.values():
        socket.deaf = True  # each is read by a task of its own, which outlives the connection's
    while not life.done():  # whatever it waits for may lose a cancellation
        life.cancel()
        await asyncio.wait({life}, timeout=0.1)
    if not life.cancelled():
        life.result()


async def _caught_up(bot: Fireteam) -> None:
    """Read what Discord had sent by now, as long as Discord answers."""
    with contextlib.suppress(Exception):  # whatever it was, it is no reason to stay
        async with asyncio.timeout(CATCHING_UP_S):
            open_ = [socket for socket in bot.sockets.values() if socket.open]
            await asyncio.gather(*(socket.catch_up() for socket in open_), return_exceptions=True)


def _spare_the_collector() -> None:
    """Spare the collector what is there once the bot is up, and stays: looking at it again costs a tenth more."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED_AFTER, 20, 20)
