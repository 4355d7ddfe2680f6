"""Everything that Discord, the network or the disk can do to a bot in play, by name: how it begins, strikes and ends.

A trouble is of some channels alone, or of everybody. It begins before anybody types, strikes once when what was typed
is under way, and ends again, but for what cannot be undone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from typing import Final

from discord import Permissions

from tests.wire import disk
from tests.wire.client import Wire
from tests.wire.faults import ALWAYS, Fault
from tests.wire.world import PRIVATE_THREAD, Channel

POSTS: Final = r"^POST /channels/\d+/messages$"
WRITES: Final = r"^(POST|PATCH|PUT|DELETE) /channels/"
CALLBACK: Final = r"^POST /interactions/.*/callback$"
FURTHER: Final = r"^POST /webhooks/"
HISTORY: Final = "read_message_history"
RESUMABLE: Final = (4000, 4001, 4002, 4005, 4008, 1000, 1001)
STALE: Final = (4003, 4007, 4009)
RECONNECTED_S: Final = 20.0


class Reach(Enum):
    """Whose trouble it is, and so what the others may expect meanwhile."""

    CHANNEL = "of one channel"
    GONE = "of one channel, for good"
    EVERYBODY = "everybody's"
    ANSWERS = "of answers"  # which Discord may have cut off, whatever the bot does


@dataclass
class Ground:
    """Where trouble is made: the bot's Discord, its channels in trouble, and what became of their threads."""

    wire: Wire
    channels: Sequence[Channel]
    faults: list[Fault] = field(default_factory=list)
    lost: dict[int, list[Channel]] = field(default_factory=dict)
    locked: dict[int, list[Channel]] = field(default_factory=dict)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def plant(self, *faults: Fault) -> None:
        """Have requests fail until the trouble ends."""
        self.faults += [self.wire.standin.plant(fault) for fault in faults]

    def threads(self, channel: Channel) -> list[Channel]:
        """The threads that a channel has now."""
        return self.wire.threads(channel)

    async def harm(self, channel: Channel, harm: Callable[[Channel], Awaitable[None]]) -> None:
        """Do this to the threads of a channel: to those it has, or to the first of each kind that it gets."""
        before = self.threads(channel)
        for thread in before:
            await harm(thread)
        if not before:
            self.tasks.append(asyncio.create_task(self._harm_first(channel, harm)))

    async def _harm_first(self, channel: Channel, harm: Callable[[Channel], Awaitable[None]]) -> None:
        kinds = set[int]()
        while len(kinds) < 2:
            await self.wire.world.signal.until(lambda: any(_fresh(each, kinds) for each in self.threads(channel)), 60)
            for thread in [each for each in self.threads(channel) if _fresh(each, kinds)]:
                kinds.add(thread.kind)
                await harm(thread)

    async def calm(self) -> None:
        """Lift what would last for ever or is about answers, and watch no more; other requests may still fail."""
        for fault in self.faults:
            if fault.times == ALWAYS or not fault.within:
                fault.lift()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def _fresh(thread: Channel, kinds: set[int]) -> bool:
    """Whether a thread has a message of the bot's own in it and is the first of its kind."""
    return thread.kind not in kinds and any(not message.kind for message in thread.messages.values())


Deed = Callable[[Ground], Awaitable[None]]


async def nothing(ground: Ground) -> None:
    """Leave everything as it is."""


@dataclass(frozen=True)
class Trouble:
    """One row of the table; it may cost a fight its threads, which are then opened once more."""

    name: str
    reach: Reach
    begin: Deed = nothing
    strike: Deed = nothing
    end: Deed = nothing
    costs_threads: bool = False


def failing(*shapes: Fault) -> Deed:
    """Have requests about each channel fail, each as these say."""

    async def begin(ground: Ground) -> None:
        for channel in ground.channels:
            ground.plant(*(_copy(shape, channel.id) for shape in shapes))

    return begin


def failing_everywhere(*shapes: Fault) -> Deed:
    """Have requests fail, whomever they are about."""

    async def begin(ground: Ground) -> None:
        ground.plant(*(_copy(shape, 0) for shape in shapes))

    return begin


def _copy(shape: Fault, channel_id: int) -> Fault:
    return replace(shape, within=channel_id, seen=[])


def interrupting(status: int = 0, *, applied: bool = False, abort: bool = False) -> list[Fault]:
    """Have a message fail now and then, so that an order of many pages stops between two of them."""
    return [Fault(POSTS, status, applied=applied, abort=abort, spares=sum(LATER[: at + 1])) for at in range(len(LATER))]


# --- what people who run the server do


def forbidding(name: str, *, tell: bool) -> tuple[Deed, Deed]:
    """Take one permission away in each channel, and give it back."""

    async def begin(ground: Ground) -> None:
        for channel in ground.channels:
            await ground.wire.standin.moderators.deny(channel, Permissions(**{name: True}), tell=tell)
            if name == HISTORY:  # which is missed only where it is not known what was posted
                ground.plant(*(replace(each, within=channel.id) for each in interrupting(abort=True, applied=True)))

    async def end(ground: Ground) -> None:
        for channel in ground.channels:
            await ground.wire.standin.moderators.give_back(channel, tell=tell)

    return begin, end


def to_threads(*, tell: bool, how: str) -> Deed:
    """Lock, archive or delete the threads of each channel, or take the bot out of them."""

    async def begin(ground: Ground) -> None:
        for channel in ground.channels:
            await ground.harm(channel, partial(HARMS[how], ground, tell))

    return begin


async def _lock(ground: Ground, tell: bool, thread: Channel) -> None:
    ground.locked.setdefault(thread.parent_id or 0, []).append(thread)
    await ground.wire.standin.moderators.lock(thread, tell=tell)


async def _archive(ground: Ground, tell: bool, thread: Channel) -> None:
    await ground.wire.standin.moderators.archive(thread, tell=tell)


async def _delete(ground: Ground, tell: bool, thread: Channel) -> None:
    ground.lost.setdefault(thread.parent_id or 0, []).append(thread)
    await ground.wire.standin.moderators.remove(thread, tell=tell)


async def _take_out(ground: Ground, tell: bool, thread: Channel) -> None:
    """Take the bot out of a thread that only its members see; no event tells it."""
    if thread.kind == PRIVATE_THREAD:
        ground.locked.setdefault(thread.parent_id or 0, []).append(thread)
        thread.members.discard(ground.wire.world.bot.id)


HARMS: Final = {"lock": _lock, "archive": _archive, "delete": _delete, "take out": _take_out}


async def unlock(ground: Ground, *, tell: bool) -> None:
    """Let everybody write again in the threads that were locked."""
    for channel in ground.channels:
        for thread in ground.threads(channel):
            if thread.locked:
                await ground.wire.standin.moderators.lock(thread, locked=False, tell=tell)


def gone(*, tell: bool) -> Deed:
    """Delete the channels while what was typed in them is under way."""

    async def strike(ground: Ground) -> None:
        for channel in ground.channels:
            await ground.wire.standin.moderators.remove(channel, tell=tell)

    return strike


async def silence(ground: Ground) -> None:
    """Have the GM take no direct messages."""
    ground.wire.person("gm").reachable = False


# --- the gateway


async def reconnect(ground: Ground) -> None:
    """Op 7, and again when the bot is back."""
    gateway = ground.wire.standin.gateway
    for _ in range(2):
        resumed = gateway.resumes
        await gateway.ask_reconnect()
        await ground.wire.until(partial(_more, gateway.__dict__, "resumes", resumed), RECONNECTED_S)


async def resume(ground: Ground) -> None:
    """Op 9 with a session that is still good."""
    gateway = ground.wire.standin.gateway
    resumed = gateway.resumes
    await gateway.invalidate(resumable=True)
    await ground.wire.until(lambda: gateway.resumes > resumed, RECONNECTED_S)


async def invalidate(ground: Ground) -> None:
    """Op 9 with a session that is gone."""
    gateway = ground.wire.standin.gateway
    identified = gateway.identifies
    await gateway.invalidate(resumable=False)
    await ground.wire.until(lambda: gateway.identifies > identified, RECONNECTED_S)


async def cut(ground: Ground) -> None:
    """Abort the connection, three times."""
    gateway = ground.wire.standin.gateway
    for _ in range(3):
        resumed = gateway.resumes
        gateway.cut()
        await ground.wire.until(partial(_more, gateway.__dict__, "resumes", resumed), RECONNECTED_S)


def closing(*codes: int) -> Deed:
    """Close the socket with each of these codes, one after the other."""

    async def strike(ground: Ground) -> None:
        gateway = ground.wire.standin.gateway
        for code in codes:
            back = gateway.resumes + gateway.identifies
            await gateway.close_sockets(code)
            await ground.wire.until(partial(_back, ground.wire, back), RECONNECTED_S)

    return strike


def _more(counts: dict[str, int], name: str, before: int) -> bool:
    return counts[name] > before


def _back(wire: Wire, before: int) -> bool:
    gateway = wire.standin.gateway
    return gateway.connected and gateway.resumes + gateway.identifies > before


async def hold(ground: Ground) -> None:
    """Keep back what is dispatched."""
    ground.wire.standin.gateway.hold()


async def release(ground: Ground) -> None:
    """Send what was kept back, the last first."""
    await ground.wire.standin.gateway.release()


async def triple(ground: Ground) -> None:
    """Deliver every interaction three times."""
    ground.wire.standin.gateway.copies = 3


async def single(ground: Ground) -> None:
    """Deliver every interaction once."""
    ground.wire.standin.gateway.copies = 1


# --- the disk


async def fill(ground: Ground) -> None:
    """Let the database grow no more."""
    disk.fill(_pid(ground), ground.wire.folder / "fireteam.db")


async def read_only(ground: Ground) -> None:
    """Let nothing be written."""
    disk.make_read_only(_pid(ground))


async def free(ground: Ground) -> None:
    """Let everything be written."""
    disk.free(_pid(ground))


def _pid(ground: Ground) -> int:
    if ground.wire.bot is None:
        raise RuntimeError("no bot was started")
    return ground.wire.bot.pid


def _permission(name: str, *, tell: bool) -> Trouble:
    begin, end = forbidding(name, tell=tell)
    words = f"without {name.replace('_', ' ')}"
    return Trouble(words if tell else f"{words}, untold", Reach.CHANNEL, begin, end=end)


def _threads(how: str, word: str, *, tell: bool) -> Trouble:
    name = f"thread {word}" if tell else f"thread {word}, untold"
    begin, end = to_threads(how=how, tell=tell), partial(unlock, tell=tell)
    return Trouble(name, Reach.CHANNEL, begin, end=end, costs_threads=how != "archive")


PERMISSIONS: Final = (
    *("view_channel", "send_messages", "send_messages_in_threads"),
    *("create_public_threads", "create_private_threads", HISTORY),
)
LATER: Final = (7, 5, 5)  # so many messages pass between those that an order of many pages is interrupted at
LIMITED: Final = Fault("/channels/", status=429, times=ALWAYS, retry_after_s=0.3)
OVERRUN: Final = Fault("", status=429, times=ALWAYS, retry_after_s=0.3, everywhere=True)
ONCE_MORE: Final = Fault(WRITES, status=502)
REFUSED: Final = Fault(WRITES, status=503, times=2)
BROKEN: Final = Fault(WRITES, abort=True, times=3)

TROUBLES: Final = (
    Trouble("429 of one channel", Reach.CHANNEL, failing(LIMITED)),
    Trouble("429, global", Reach.EVERYBODY, failing_everywhere(OVERRUN)),
    Trouble("5xx before the effect", Reach.CHANNEL, failing(ONCE_MORE, REFUSED, *interrupting(status=503))),
    Trouble(
        "5xx after the effect",
        Reach.CHANNEL,
        failing(replace(ONCE_MORE, applied=True), replace(REFUSED, applied=True), *interrupting(503, applied=True)),
    ),
    Trouble("cut off before the effect", Reach.CHANNEL, failing(BROKEN, *interrupting(abort=True))),
    Trouble(
        "cut off after the effect",
        Reach.CHANNEL,
        failing(replace(BROKEN, applied=True), *interrupting(abort=True, applied=True)),
    ),
    Trouble("answers: 5xx before", Reach.ANSWERS, failing_everywhere(Fault(CALLBACK, status=502, times=6))),
    Trouble(
        "answers: 5xx after", Reach.ANSWERS, failing_everywhere(Fault(CALLBACK, status=502, times=6, applied=True))
    ),
    Trouble("answers: cut off before", Reach.ANSWERS, failing_everywhere(Fault(CALLBACK, abort=True, times=6))),
    Trouble(
        "answers: cut off after", Reach.ANSWERS, failing_everywhere(Fault(CALLBACK, abort=True, times=6, applied=True))
    ),
    Trouble("further pages: 5xx before", Reach.ANSWERS, failing_everywhere(Fault(FURTHER, status=502, times=3))),
    Trouble(
        "further pages: cut off after",
        Reach.ANSWERS,
        failing_everywhere(Fault(FURTHER, abort=True, times=3, applied=True)),
    ),
    *(_threads("delete", "gone", tell=tell) for tell in (True, False)),
    *(_threads("lock", "locked", tell=tell) for tell in (True, False)),
    *(_threads("archive", "archived", tell=tell) for tell in (True, False)),
    _threads("take out", "left", tell=False),
    Trouble("channel gone", Reach.GONE, strike=gone(tell=True)),
    Trouble("channel gone, untold", Reach.GONE, strike=gone(tell=False)),
    Trouble("channel gone, GM unreachable", Reach.GONE, silence, strike=gone(tell=True)),
    *(_permission(name, tell=tell) for name in PERMISSIONS for tell in (True, False)),
    Trouble("op 7", Reach.EVERYBODY, strike=reconnect),
    Trouble("op 9, session kept", Reach.EVERYBODY, strike=resume),
    Trouble("op 9, session gone", Reach.EVERYBODY, strike=invalidate),
    Trouble("connection lost", Reach.EVERYBODY, strike=cut),
    Trouble("close codes, session kept", Reach.EVERYBODY, strike=closing(*RESUMABLE)),
    Trouble("close codes, session gone", Reach.EVERYBODY, strike=closing(*STALE)),
    Trouble("reordering", Reach.EVERYBODY, hold, strike=release),
    Trouble("triple delivery", Reach.EVERYBODY, triple, end=single),
    Trouble("full disk", Reach.EVERYBODY, fill, end=free),
    Trouble("read-only disk", Reach.EVERYBODY, read_only, end=free),
)
