"""When something is posted: each stream of a channel in its own time, none waiting for another, and none given up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

import aiohttp
import discord
import structlog

from bot.core.errors import NewerError
from bot.posting.places import ClosedError, GoneError
from bot.posting.postman import Postman
from bot.service.outbox import Letter, Stream, TrackerPost
from bot.service.posting.leases import UNSHARED, LostLeaseError
from bot.service.posting.postbox import Postbox
from cogs._trail import follow

HEAD_START_S = 0.005  # the answer to an order goes before its log
GAP_S = 0.1  # what is ordered within this time is posted together
FIRST_RETRY_S, LONGEST_RETRY_S = 1.0, 600.0
MOST_REMEMBERED = 1_000
EXPECTED = (TimeoutError, OSError, aiohttp.ClientError, discord.HTTPException, ClosedError, GoneError, NewerError)

Work = Callable[[], Awaitable[bool]]  # whether there may be more

log = structlog.get_logger()


@dataclass(eq=False)
class _Lane:
    """One stream of a channel, or its tracker: what is on its way, and when what failed is tried again.

    ``missed`` says that the channel was looked at meanwhile, so that there may be more.
    """

    task: asyncio.Task[None] | None = None
    retry: asyncio.TimerHandle | None = None
    failures: int = 0
    missed: bool = False

    @property
    def rests(self) -> bool:
        """Tell whether it can be set on something."""
        return self.task is None and self.retry is None

    def hurry(self) -> None:
        """Wait no longer to try again."""
        if self.retry is not None:
            self.retry.cancel()
            self.retry = None


@dataclass(eq=False)
class _Channel:
    """What is under way for one channel: the look at what it owes, and its lanes; None is that of the tracker.

    ``tells`` says that something was ordered here, of which whoever else posts in the channel is to hear; ``later`` is
    when its tracker is looked at again.
    """

    id: int
    looking: asyncio.Task[None] | None = None
    again: bool = False
    due_s: float = 0.0
    failures: int = 0
    tells: bool = False
    lease: int = UNSHARED
    later: asyncio.TimerHandle | None = None
    lanes: dict[Stream | None, _Lane] = field(default_factory=lambda: {lane: _Lane() for lane in (*Stream, None)})

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """Return what runs for it now."""
        lanes = [lane.task for lane in self.lanes.values()]
        return [task for task in (self.looking, *lanes) if task is not None]

    @property
    def is_posting(self) -> bool:
        """Tell whether it is being looked at, or pages of its log are on their way."""
        return self.looking is not None or any(lane.task for which, lane in self.lanes.items() if which is not None)

    @property
    def waits(self) -> bool:
        """Tell whether something of it could not be posted."""
        return any(lane.failures for lane in self.lanes.values())


class Publisher:
    """Drains the outbox: a task for each stream of a channel that owes something, and none that rests."""

    def __init__(
        self, postman: Postman, postbox: Postbox, show_tracker: Callable[[TrackerPost], Awaitable[float]]
    ) -> None:
        self._postman = postman
        self._postbox = postbox
        self._show_tracker = show_tracker
        self._channels: dict[int, _Channel] = {}
        self._open = False
        self._listens = False

    def listen(self) -> None:
        """Hear of what is ordered here: whoever else posts in a channel is told of it, also while nothing is posted."""
        if not self._listens:
            self._listens = True
            self._postbox.subscribe(self._ordered)

    async def start(self) -> None:
        """Begin to post, first what an earlier process left behind."""
        self._open = True
        self.listen()
        await self.gained()

    async def gained(self) -> None:
        """Look at what others have left behind, now that this process is to post it."""
        if self._open:
            waiting = await self._postbox.channels()
            self._postman.doubt(waiting)
            for channel_id in waiting:
                self.wake(channel_id)

    async def look(self) -> None:
        """Look at what waits, also where nobody has told of it."""
        if self._open:
            for channel_id in await self._postbox.channels():
                self._look_at(channel_id)

    def heard(self, channel_id: int) -> None:
        """Look at a channel since another process has said so."""
        self.wake(channel_id)

    def _ordered(self, channel_id: int) -> None:
        self._channel(channel_id).tells = True
        self.wake(channel_id)

    def wake(self, channel_id: int) -> None:
        """Look at what a channel owes; what could not be posted is tried again at once."""
        for lane in self._channel(channel_id).lanes.values():
            lane.hurry()
        self._look_at(channel_id)

    def wake_waiting(self, channel_ids: Iterable[int]) -> None:
        """Try again what could not be posted to any of these channels, since something about them has changed."""
        for channel_id in set(channel_ids) & self._channels.keys():
            if self._channels[channel_id].waits:
                self.wake(channel_id)

    @property
    def is_posting(self) -> bool:
        """Tell whether pages of a log are on their way."""
        return any(channel.is_posting for channel in self._channels.values())

    def waiting(self) -> list[int]:
        """Return the channels to which something could not be posted."""
        return [channel_id for channel_id, channel in self._channels.items() if channel.waits]

    async def flush(self) -> None:
        """Wait until everything that can be posted is posted."""
        while tasks := [task for channel in self._channels.values() for task in channel.tasks]:
            await asyncio.gather(*tasks, return_exceptions=True)

    async def stop(self) -> None:
        """Post what is left, then take no more."""
        await self.flush()
        self._open = False
        for channel in self._channels.values():
            if channel.later is not None:
                channel.later.cancel()
            for lane in channel.lanes.values():
                lane.hurry()

    def _channel(self, channel_id: int) -> _Channel:
        if len(self._channels) > MOST_REMEMBERED:
            now_s = asyncio.get_running_loop().time()
            known = self._channels.items()
            self._channels = {key: each for key, each in known if each.tasks or each.waits or each.due_s > now_s}
        return self._channels.setdefault(channel_id, _Channel(channel_id))

    def _look_at(self, channel_id: int) -> None:
        channel = self._channel(channel_id)
        channel.again = True
        if channel.looking is None and (self._open or channel.tells):
            channel.looking = asyncio.get_running_loop().create_task(self._look(channel), name=f"publish {channel_id}")

    async def _look(self, channel: _Channel) -> None:
        follow()  # who asked last is not who is owed what waits here
        try:
            await asyncio.sleep(HEAD_START_S)
            while channel.again:
                await _spaced(channel)
                channel.again = False
                try:
                    await self._set_on(channel)
                except LostLeaseError:
                    channel.again = True
            channel.failures = 0
        except Exception as error:  # whatever it was, what was promised is still owed
            channel.failures += 1
            unexpected = None if isinstance(error, NewerError) else error  # what is a newer version's is left to it
            log.warning("publishing waits", channel=channel.id, error=repr(error), exc_info=unexpected)
            asyncio.get_running_loop().call_later(_delay_s(channel.failures), self._look_at, channel.id)
        finally:
            channel.looking = None

    async def _set_on(self, channel: _Channel) -> None:
        """Set every lane that rests on what it owes."""
        resting = [which for which, lane in channel.lanes.items() if lane.rests and self._open]
        for lane in channel.lanes.values():
            lane.missed = not lane.rests
        streams = [stream for stream in resting if stream is not None]
        mail = await self._postbox.mail(channel.id, streams, with_tracker=None in resting)
        channel.lease = mail.lease
        if mail.is_elsewhere and channel.tells:
            await self._postbox.pass_on(channel.id)
        channel.tells = False
        letters = await self._written(channel.id, mail.letters)
        works: dict[Stream | None, Work] = {}
        for stream in streams:
            if mine := [letter for letter in letters if letter.stream is stream]:
                works[stream] = partial(self._posted, mine, more=stream in mail.more)
        if mail.tracker is not None:
            works[None] = partial(self._shown, channel, mail.tracker)
        for which in resting:
            self._travel(channel, which, works.get(which))

    async def _written(self, channel_id: int, letters: Sequence[Letter]) -> list[Letter]:
        """Return the letters, each of them written down before anybody sends it."""
        new = [letter for letter in letters if not letter.id]
        written = await self._postbox.write_down(new) if new else ()
        self._postman.received(channel_id, written)
        return [*(letter for letter in letters if letter.id), *written]

    async def _posted(self, letters: list[Letter], *, more: bool) -> bool:
        return await self._postman.deliver(letters) or more

    async def _shown(self, channel: _Channel, post: TrackerPost) -> bool:
        """Show where a fight stands; what had to wait, since it was shown a moment ago, is looked at again."""
        follow(post.interaction_id)
        rest_s = await self._show_tracker(post)
        if channel.later is not None:
            channel.later.cancel()
        loop = asyncio.get_running_loop()
        channel.later = loop.call_later(rest_s, self._look_at, channel.id) if rest_s and self._open else None
        return False

    def _travel(self, channel: _Channel, which: Stream | None, work: Work | None) -> None:
        lane = channel.lanes[which]
        if work is None:
            lane.failures = 0
            return
        name = f"publish {channel.id} {which or 'tracker'}"
        lane.task = asyncio.get_running_loop().create_task(self._carried(channel, lane, work), name=name)

    async def _carried(self, channel: _Channel, lane: _Lane, work: Work) -> None:
        """Do what a lane was set on; behind it comes what its stream owes by then."""
        try:
            more = await work()
        except LostLeaseError:
            lane.task, lane.failures = None, 0
            self._look_at(channel.id)
        except GoneError as error:
            lane.task = None
            await self._given_up(channel, lane, error)
        except Exception as error:  # see _look
            lane.task = None
            await self._put_off(channel, lane, error)
        else:
            lane.task, lane.failures = None, 0
            if more or lane.missed:
                self._look_at(channel.id)

    async def _given_up(self, channel: _Channel, lane: _Lane, error: GoneError) -> None:
        """Give up what a channel that is gone is owed, and tell its GM."""
        try:
            abandoned = await self._postbox.give_up(channel.id, channel.lease)
            log.warning("channel is gone", channel=channel.id, error=repr(error))
            if abandoned is not None:
                await self._postman.tell_abandoned(abandoned)
            lane.failures = 0
        except Exception as failure:
            await self._put_off(channel, lane, failure)

    async def _put_off(self, channel: _Channel, lane: _Lane, error: Exception) -> None:
        """Try again later: soon at first, then ever more rarely, and at once when something has changed."""
        lane.failures += 1
        delay_s = _delay_s(lane.failures)
        unexpected = None if isinstance(error, EXPECTED) else error
        log.warning("publishing waits", channel=channel.id, seconds=delay_s, error=repr(error), exc_info=unexpected)
        if self._open:
            lane.retry = asyncio.get_running_loop().call_later(delay_s, self._again, channel, lane)
        if isinstance(error, ClosedError):
            await self._postman.tell_closed(channel.id, str(error))

    def _again(self, channel: _Channel, lane: _Lane) -> None:
        lane.retry = None
        self._look_at(channel.id)


def _delay_s(failures: int) -> float:
    """Return seconds until what has failed so often is tried again."""
    return min(LONGEST_RETRY_S, FIRST_RETRY_S * float(2 ** min(failures - 1, 20)))


async def _spaced(channel: _Channel) -> None:
    """Wait until the last look at a channel is a while ago; nobody waits where little happens."""
    now_s = asyncio.get_running_loop().time()
    wait_s = channel.due_s - now_s
    channel.due_s = now_s + max(0.0, wait_s) + GAP_S
    if wait_s > 0:
        await asyncio.sleep(wait_s)
