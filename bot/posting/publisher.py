"""When something is posted: each stream of a channel in its own time, none waiting for another, and none given up.

Where Discord takes less than there is to say they wait in one line, and what is ordered meanwhile is posted together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Protocol

import aiohttp
import discord
import msgspec
import structlog

from bot.core.errors import NewerError
from bot.posting.calls import Calls
from bot.posting.places import ClosedError, GoneError
from bot.posting.postman import Postman
from bot.posting.pressure import CALM, Manner, manner
from bot.posting.waiting_line import Recipient, WaitingLine
from bot.service.outbox import Letter, Mail, Stream, TrackerPost
from bot.service.ports import UnreachedError
from bot.service.posting.leases import UNSHARED, LostLeaseError
from bot.service.posting.postbox import Postbox
from cogs._trail import follow

HEAD_START_S = 0.005  # the answer to an order goes before its log
GAP_S = 0.1  # what is ordered within this time is posted together
ASKED_EVERY_S = (1.0, 0.5, 0.25)  # how often at most a channel is asked what it owes while others wait before it
ASKED_WHILE_WAITING = 2  # times, at the least, if it has to wait itself
FIRST_RETRY_S, LONGEST_RETRY_S = 1.0, 600.0
LOOK_S = 0.05  # until it is looked again whether somebody in line can be served
UNDER_WAY_S = 0.02  # after which what was set on its way has asked to leave, and is counted there
MOST_REMEMBERED = 1_000
OF_THE_DATABASE = (NewerError, UnreachedError)  # what is a newer version's is left to it
EXPECTED = (TimeoutError, OSError, aiohttp.ClientError, discord.HTTPException, ClosedError, GoneError, *OF_THE_DATABASE)

Work = Callable[[], Awaitable[bool]]  # whether there may be more
Showing = Callable[[TrackerPost, Manner], Awaitable[float]]

log = structlog.get_logger()


class Allowance(Protocol):
    """How many requests may leave for Discord."""

    @property
    def most(self) -> int:
        """Return how many may leave in one second."""
        ...

    @property
    def free(self) -> int:
        """Return how many more could leave at once."""
        ...


class _Lane(msgspec.Struct, eq=False):
    """One stream of a channel, or its tracker: what is on its way, and when what failed is tried again.

    ``missed`` says that the channel was looked at meanwhile, so that there may be more; ``since_s`` is since when it
    has waited in line.
    """

    task: asyncio.Task[None] | None = None
    retry: asyncio.TimerHandle | None = None
    failures: int = 0
    missed: bool = False
    since_s: float | None = None

    @property
    def rests(self) -> bool:
        """Tell whether it can be set on something."""
        return self.task is None and self.retry is None

    def hurry(self) -> None:
        """Wait no longer to try again."""
        if self.retry is not None:
            self.retry.cancel()
            self.retry = None


def _lanes() -> dict[Stream | None, _Lane]:
    return {lane: _Lane() for lane in (*Stream, None)}


class _Channel(msgspec.Struct, eq=False):
    """What is under way for one channel: the look at what it owes, and its lanes; None is that of the tracker.

    ``tells`` says that something was ordered here, of which whoever else posts in the channel is to hear; ``unasked``
    that it may owe more than it did when it was asked; ``later`` is when it is looked at again, and ``postponed`` that
    it is to be asked then. ``lease`` is the one under which it was last looked at, UNSHARED where that was none.
    """

    id: int
    looking: asyncio.Task[None] | None = None
    again: bool = False
    unasked: bool = True
    due_s: float = 0.0
    failures: int = 0
    tells: bool = False
    postponed: bool = False
    lease: int = UNSHARED
    later: asyncio.TimerHandle | None = None
    lanes: dict[Stream | None, _Lane] = msgspec.field(default_factory=_lanes)

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """Return what runs for it now."""
        lanes = [lane.task for lane in self.lanes.values()]
        return [task for task in (self.looking, *lanes) if task is not None]

    def has_told(self) -> None:
        """Note that nobody is to hear of what was ordered before this look; what came during it is looked at anew."""
        self.tells = self.tells and (self.again or self.postponed)

    def is_known(self, now_s: float) -> bool:
        """Tell whether there is something to be remembered of it."""
        waits = self.waits or self.later is not None or any(lane.since_s is not None for lane in self.lanes.values())
        return bool(self.tasks) or self.tells or waits or self.due_s > now_s

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
        self, postman: Postman, postbox: Postbox, show_tracker: Showing, room: Allowance | None = None
    ) -> None:
        self._postman = postman
        self._postbox = postbox
        self._show_tracker = show_tracker
        self._room = room
        self._line = WaitingLine()
        self._serving: asyncio.Task[None] | None = None
        self._called_up: set[Recipient] = set()
        self._most_remembered = MOST_REMEMBERED
        self.head_start_s, self.gap_s, self.under_way_s = HEAD_START_S, GAP_S, UNDER_WAY_S
        self._calls = Calls()
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
        return bool(self._line) or any(channel.is_posting for channel in self._channels.values())

    def waiting(self) -> list[int]:
        """Return the channels to which something could not be posted."""
        return [channel_id for channel_id, channel in self._channels.items() if channel.waits]

    async def flush(self) -> None:
        """Wait until everything that can be posted is posted."""
        self._ask_at_once()
        while tasks := self._tasks:
            await asyncio.gather(*tasks, return_exceptions=True)
            self._ask_at_once()

    def _ask_at_once(self) -> None:
        for channel in [each for each in self._channels.values() if each.postponed]:
            self._look_now(channel)

    @property
    def _tasks(self) -> list[asyncio.Task[None]]:
        found = [task for channel in self._channels.values() for task in channel.tasks]
        return [*found, *([self._serving] if self._serving else [])]

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
        if len(self._channels) > self._most_remembered:
            now_s = asyncio.get_running_loop().time()
            known = self._channels.items()
            self._channels = {key: each for key, each in known if each.is_known(now_s)}
            self._most_remembered = max(MOST_REMEMBERED, 2 * len(self._channels))
        if channel_id not in self._channels:
            self._channels[channel_id] = _Channel(channel_id)
        return self._channels[channel_id]

    def _look_at(self, channel_id: int) -> None:
        channel = self._channel(channel_id)
        if channel.postponed:
            return
        if wait_s := self._asked_in_s(channel):
            channel.postponed = True
            self._look_later(channel, wait_s)
        else:
            self._look_now(channel)

    def _look_now(self, channel: _Channel) -> None:
        channel.unasked, channel.postponed = True, False
        self._begin_look(channel)

    def _asked_in_s(self, channel: _Channel) -> float:
        """Return in how many seconds a channel is asked what it owes: in a crowd at moments of its own, the further
        apart the longer the line is, but never for what was ordered in it before, of which not everybody may know."""
        if self._room is None or not self._line or not self._postbox.stands(channel.lease):
            return 0.0
        apart_s = self._line.public / self._room.most / ASKED_WHILE_WAITING
        every_s = next((each for each in ASKED_EVERY_S if each <= apart_s), 0.0)
        own_s = asyncio.get_running_loop().time() + channel.id % 1000 / 1000
        return every_s and every_s - own_s % every_s

    def _begin_look(self, channel: _Channel) -> None:
        channel.again = True
        if channel.looking is None and (self._open or channel.tells):
            channel.looking = asyncio.get_running_loop().create_task(self._look(channel), name=f"publish {channel.id}")

    async def _look(self, channel: _Channel) -> None:
        follow()  # who asked last is not who is owed what waits here
        try:
            await asyncio.sleep(self.head_start_s)
            while channel.again:
                await _spaced(channel, self.gap_s)
                channel.again = False
                try:
                    await self._serve_or_queue(channel)
                except LostLeaseError:
                    channel.again = channel.unasked = True
            channel.failures = 0
        except Exception as error:  # whatever it was, what was promised is still owed
            channel.failures += 1
            unexpected = None if isinstance(error, OF_THE_DATABASE) else error
            log.warning("publishing waits", channel=channel.id, error=repr(error), exc_info=unexpected)
            self._called_up -= {(channel.id, which) for which in channel.lanes}
            asyncio.get_running_loop().call_later(_delay_s(channel.failures), self._look_at, channel.id)
        finally:
            channel.looking = None

    async def _serve_or_queue(self, channel: _Channel) -> None:
        """Set every lane that rests on what it owes; where others wait, those alone whose turn it is."""
        for which, lane in channel.lanes.items():
            lane.missed = not lane.rests and (channel.id, which) not in self._line
        resting = [
            which
            for which, lane in channel.lanes.items()
            if lane.rests and self._open and (channel.id, which) not in self._line
        ]
        self._called_up -= {(channel.id, which) for which in channel.lanes if which not in resting}
        if self._open and self._is_crowded:
            resting = await self._whose_turn(channel, resting)
        self._called_up |= {(channel.id, which) for which in resting}
        if resting or channel.tells:
            await self._set_on(channel, resting)

    async def _whose_turn(self, channel: _Channel, resting: list[Stream | None]) -> list[Stream | None]:
        """Return those lanes whose turn it is, all where another process posts here; the others stand in line where
        they owe something."""
        if not channel.unasked:
            return [which for which in resting if (channel.id, which) in self._called_up]
        channel.unasked = False
        owing = await self._postbox.owing(channel.id)
        if owing is None:
            return resting
        channel.has_told()
        return [which for which in resting if not self._is_left_alone(channel, which, owing)]

    @property
    def _is_crowded(self) -> bool:
        return bool(self._line) or self._can_be_served <= 0

    def _is_left_alone(self, channel: _Channel, which: Stream | None, owing: frozenset[Stream | None]) -> bool:
        """Tell whether a lane is left alone: it owes nothing, or stands in line from here on until it is its turn."""
        lane, loop = channel.lanes[which], asyncio.get_running_loop()
        if (channel.id, which) in self._called_up:
            return False
        if which not in owing:
            lane.since_s = None
            return True
        if lane.since_s is None:
            lane.since_s = loop.time()
        self._line.stand((channel.id, which), lane.since_s)
        if self._serving is None:
            self._serving = loop.create_task(self._serve(), name="publish the next")
        return True

    async def _serve(self) -> None:
        """Have those who stand in line looked at, as many at a time as can be sent at once."""
        try:
            while self._line and self._open:
                for channel_id, which in self._line.served(self._can_be_served):
                    self._called_up.add((channel_id, which))
                    self._begin_look(self._channel(channel_id))
                await asyncio.sleep(LOOK_S)
        finally:
            self._serving = None

    @property
    def _can_be_served(self) -> int:
        """Return how many more can be set on something; those who are being looked at will want to send, too."""
        return max(0, self._room.free - len(self._called_up)) if self._room else len(Stream)

    @property
    def _manner(self) -> Manner:
        return manner(self._line.public, self._room.most) if self._room else CALM

    async def _set_on(self, channel: _Channel, resting: Sequence[Stream | None]) -> None:
        """Set these lanes on what they owe."""
        streams, how = [stream for stream in resting if stream is not None], self._manner
        mail = await self._postbox.mail(channel.id, streams, with_tracker=None in resting, rides=how.rides)
        channel.lease = mail.lease
        if mail.is_elsewhere and channel.tells:
            await self._postbox.pass_on(channel.id)
        channel.has_told()
        mail = self._calling(channel, mail, how)
        letters = await self._written(channel.id, mail.letters)
        works: dict[Stream | None, Work] = {}
        for stream in streams:
            if mine := [letter for letter in letters if letter.stream is stream]:
                works[stream] = partial(self._posted, mine, more=stream in mail.more)
        if mail.tracker is not None:
            works[None] = partial(self._shown, channel, mail.tracker, how)
        for which in resting:
            self._travel(channel, which, works.get(which))

    def _calling(self, channel: _Channel, mail: Mail, how: Manner) -> Mail:
        """Return what goes out without the calls that come too soon, after which it is looked at again."""
        now_s = asyncio.get_running_loop().time()
        found, wait_s = self._calls.due(mail, now_s, crowded=how.rides)
        if wait_s:
            self._look_later(channel, wait_s)
        return found

    def _look_later(self, channel: _Channel, delay_s: float) -> None:
        """Look at a channel after a while, if not sooner."""
        loop = asyncio.get_running_loop()
        if channel.later is None or channel.later.cancelled() or channel.later.when() > loop.time() + delay_s:
            if channel.later is not None:
                channel.later.cancel()
            channel.later = loop.call_later(delay_s, self._look_again, channel)

    def _look_again(self, channel: _Channel) -> None:
        channel.later = None
        self._look_now(channel)

    async def _written(self, channel_id: int, letters: Sequence[Letter]) -> list[Letter]:
        """Return the letters, each of them written down before anybody sends it."""
        new = [letter for letter in letters if not letter.id]
        written = await self._postbox.write_down(new) if new else ()
        self._postman.received(channel_id, written)
        return [*(letter for letter in letters if letter.id), *written]

    async def _posted(self, letters: list[Letter], *, more: bool) -> bool:
        return await self._postman.deliver(letters, crowded=self._is_crowded) or more

    async def _shown(self, channel: _Channel, post: TrackerPost, how: Manner) -> bool:
        """Show where a fight stands; what had to wait, since it was shown a moment ago, is looked at again."""
        follow(post.interaction_id)
        rest_s = await self._show_tracker(post, how)
        if rest_s and self._open:
            self._look_later(channel, rest_s)
        return False

    def _travel(self, channel: _Channel, which: Stream | None, work: Work | None) -> None:
        lane = channel.lanes[which]
        if work is None:
            lane.failures, lane.since_s = 0, None
            self._called_up.discard((channel.id, which))
            return
        loop, recipient = asyncio.get_running_loop(), (channel.id, which)
        if self.under_way_s:
            loop.call_later(self.under_way_s, self._called_up.discard, recipient)
        else:  # a timer of no time would keep a simulated clock running
            loop.call_soon(self._called_up.discard, recipient)
        name = f"publish {channel.id} {which or 'tracker'}"
        lane.task = loop.create_task(self._carried(channel, lane, work), name=name)

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
            lane.since_s = lane.since_s if more else None
            if more or lane.missed:
                self._look_at(channel.id)

    async def gone(self, channel_id: int) -> None:
        """Give up a channel of which is told that it is gone, also where nothing was owed to it, once Discord says so:
        what is only out of the bot's sight may be told of alike."""
        try:
            if await self._postbox.is_played_in(channel_id) and await self._postman.finds_gone(channel_id):
                await self._give_up(channel_id)
        except EXPECTED as error:
            log.warning("channel is not given up", channel=channel_id, error=repr(error))

    async def _given_up(self, channel: _Channel, lane: _Lane, error: GoneError) -> None:
        """Give up a channel that was found gone."""
        try:
            await self._give_up(channel.id, channel.lease)
            log.warning("channel is gone", channel=channel.id, error=repr(error))
            lane.failures = 0
        except Exception as failure:
            await self._put_off(channel, lane, failure)

    async def _give_up(self, channel_id: int, lease: int = UNSHARED) -> None:
        """Owe nothing to a channel that is gone, and tell its GM what will not be posted."""
        abandoned = await self._postbox.give_up(channel_id, lease)
        if abandoned is not None:
            await self._postman.tell_abandoned(abandoned)

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


async def _spaced(channel: _Channel, gap_s: float) -> None:
    """Wait until the last look at a channel is a while ago; nobody waits where little happens."""
    now_s = asyncio.get_running_loop().time()
    wait_s = channel.due_s - now_s
    channel.due_s = now_s + max(0.0, wait_s) + gap_s
    if wait_s > 0:
        await asyncio.sleep(wait_s)
