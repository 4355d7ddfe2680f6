"""How the log reaches Discord: in order per channel, again after a crash, past closed doors, and never lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

import discord
import msgspec
import structlog

from bot.doors import Doors
from bot.render.log import Page, gathered, parcel_text, restored, struck
from bot.service.postbox import LogThread, Parcel, Post, Postbox
from cogs._buttons import view_of

PARCELS_AT_ONCE = 20  # worded in one go, while a few other channels wait for the reader
HEAD_START_S = 0.005  # the answer to an order goes before its log
GAP_S = 0.1  # what is ordered within this time is posted together
RETRY_S = 20.0
MEMORY = 50  # how many of the last messages are read to see what a crash had already posted
FOR_GMS = (Post.GM, Post.INVITE)

Send = Callable[..., Awaitable[int]]

log = structlog.get_logger()


class Publisher:
    """Drains the outbox: one task per channel with something to say, and none that rests."""

    def __init__(self, doors: Doors, postbox: Postbox, tracker: Callable[[int], Awaitable[None]]) -> None:
        self._doors = doors
        self._postbox = postbox
        self._show_tracker = tracker
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._due_s: dict[int, float] = {}
        self._looked_at: dict[int, set[int]] = {}
        self._opened: dict[int, LogThread] = {}
        self._open = False

    async def start(self) -> None:
        """Begin to post, first what an earlier process left behind."""
        self._open = True
        self._postbox.subscribe(self.wake)
        for channel_id in await self._postbox.channels():
            self.wake(channel_id)

    def wake(self, channel_id: int) -> None:
        """Have a channel drained; whoever is draining it will look once more."""
        if channel_id in self._tasks:
            self._again.add(channel_id)
        elif self._open:
            task = asyncio.get_running_loop().create_task(self._drain(channel_id), name=f"publish {channel_id}")
            self._tasks[channel_id] = task

    async def flush(self) -> None:
        """Wait until everything that can be posted is posted."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def stop(self) -> None:
        """Post what is left, then take no more."""
        await self.flush()
        self._open = False

    async def _drain(self, channel_id: int) -> None:
        try:
            await asyncio.sleep(HEAD_START_S)
            while await self._turn(channel_id):
                pass
        except Exception as error:  # whatever it was, what was promised is still owed
            self._put_off(channel_id, error)
        finally:
            del self._tasks[channel_id]
            if channel_id in self._again:
                self._again.discard(channel_id)
                self.wake(channel_id)

    def _put_off(self, channel_id: int, error: Exception) -> None:
        """Try again later, with a look at what had come through after all."""
        expected = isinstance(error, (TimeoutError, OSError, discord.HTTPException))
        log.warning("publishing waits", channel=channel_id, error=repr(error), exc_info=None if expected else error)
        self._looked_at.pop(channel_id, None)
        self._again.discard(channel_id)
        asyncio.get_running_loop().call_later(RETRY_S, self.wake, channel_id)

    async def _turn(self, channel_id: int) -> bool:
        """Post what waits and refresh the tracker; whether there is more."""
        await self._spaced(channel_id)
        self._again.discard(channel_id)
        self._opened.pop(channel_id, None)
        waiting = await self._postbox.parcels(channel_id, PARCELS_AT_ONCE)
        taken = _up_to_an_undo(waiting)
        for batch in _batches(taken):
            await self._deliver(batch)
        more = len(taken) < len(waiting) or len(waiting) == PARCELS_AT_ONCE or channel_id in self._again
        if not more:
            await self._show_tracker(channel_id)
        return more

    async def _spaced(self, channel_id: int) -> None:
        """Wait until the last turn of a channel is a while ago; nobody waits where little happens."""
        now_s = asyncio.get_running_loop().time()
        wait_s = self._due_s.get(channel_id, now_s) - now_s
        self._due_s[channel_id] = now_s + max(0.0, wait_s) + GAP_S
        if wait_s > 0:
            await asyncio.sleep(wait_s)

    async def _deliver(self, parcels: Sequence[Parcel]) -> None:
        first = parcels[0]
        match first.kind:
            case Post.THREAD:
                await self._open_log(first)
            case Post.INVITE:
                await self._invite(first)
            case Post.GM:
                await self._post_all(parcels, await self._gm_place(first))
            case Post.UNDONE:
                await self._strike(first)
                await self._post_all(parcels, await self._log_place(first))
            case Post.ORDER | Post.SECRET | Post.SUMMARY:
                await self._post_all(parcels, await self._log_place(first))

    # --- places

    async def _open_log(self, parcel: Parcel) -> None:
        opened = await self._log_opened(parcel, self._known(parcel), parcel_text(parcel))
        await self._postbox.posted([parcel.id], parcel.channel_id, opened.starter_id)

    async def _log_opened(self, parcel: Parcel, known: LogThread, opening: str) -> LogThread:
        """The log in a thread of its own, behind a starter message; each is noted as soon as it is there."""
        if known.thread_id or not known.starter_id:
            known = await self._noted(parcel, await self._doors.announce(parcel.channel_id, known, opening))
        return await self._noted(parcel, await self._doors.hang(parcel.channel_id, known, parcel.title))

    async def _noted(self, parcel: Parcel, known: LogThread) -> LogThread:
        await self._postbox.thread_opened(known)
        self._opened[parcel.channel_id] = known
        return known

    def _known(self, parcel: Parcel) -> LogThread:
        """What is known of the log now: an earlier parcel of the same turn may have opened it."""
        opened = self._opened.get(parcel.channel_id)
        return opened if opened is not None and opened.fight == parcel.log.fight else parcel.log

    async def _log_place(self, parcel: Parcel) -> discord.abc.Messageable:
        """Where the public log goes: its thread, a new thread where that is gone, or the channel."""
        known = self._known(parcel)
        place = await self._doors.log_place(parcel.channel_id, known)
        if place is None:
            known = await self._log_opened(parcel, known, parcel.title)
            place = await self._doors.log_place(parcel.channel_id, known)
        return place or await self._doors.channel(parcel.channel_id)

    async def _gm_place(self, parcel: Parcel) -> discord.Thread | None:
        known = self._known(parcel)
        place = await self._doors.gm_place(parcel.channel_id, known, parcel.title)
        if place is not None and place.id != known.gm_thread_id:
            await self._noted(parcel, msgspec.structs.replace(known, gm_thread_id=place.id))
        return place

    # --- messages

    async def _invite(self, parcel: Parcel) -> None:
        place = await self._gm_place(parcel)
        if place is not None:
            await self._doors.invite(place, parcel.user_id)
        await self._postbox.posted([parcel.id], parcel.channel_id, 0)

    async def _post_all(self, parcels: Sequence[Parcel], place: discord.abc.Messageable | None) -> None:
        if place is None:
            await self._postbox.posted([parcel.id for parcel in parcels], parcels[0].channel_id, 0)
            return
        place_id = await self._doors.id_of(place)
        there = await self._there(parcels[0].channel_id, place, place_id)
        for page in gathered([parcel for parcel in parcels if not await self._is_there(parcel, place_id, there)]):
            await self._post(page, place_id, there, partial(self._doors.send, place))

    async def _is_there(self, parcel: Parcel, place_id: int, there: Mapping[str, int]) -> bool:
        """Whether a parcel was posted whole before, which is noted then."""
        found = [there.get(_head(text), 0) for page in gathered([parcel]) for text in page.texts] if there else []
        if not found or not all(found):
            return False
        await self._postbox.posted([parcel.id], place_id, found[-1])
        return True

    async def _post(self, page: Page, place_id: int, there: Mapping[str, int], send: Send) -> None:
        message_id = 0
        for part, text in enumerate(page.texts):
            nonce = f"{page.parcels[0]}-{len(page.parcels)}.{part}"
            shown = {"view": view_of(page.buttons)} if page.buttons and text is page.texts[-1] else {}
            message_id = there.get(_head(text)) or await send(text, nonce=nonce, **shown)
        await self._postbox.posted(page.parcels, place_id, message_id)

    async def _there(self, channel_id: int, place: discord.abc.Messageable, place_id: int) -> Mapping[str, int]:
        """Every line that a place shows already, with its message; only after a start or a failure has anybody to look.

        An order's first line begins with its number, so that no other is taken for it.
        """
        seen = self._looked_at.setdefault(channel_id, set())
        if place_id in seen:
            return {}
        recent = await self._doors.recent(place, MEMORY)
        seen.add(place_id)
        return {line: message_id for message_id, text in recent for line in text.split("\n")}

    async def _strike(self, parcel: Parcel) -> None:
        change = restored if parcel.restores else struck
        for mark in parcel.marks:
            await self._doors.rewrite(mark.channel_id, mark.message_id, partial(change, label=mark.label))


def _head(text: str) -> str:
    return text.partition("\n")[0]


def _up_to_an_undo(parcels: Sequence[Parcel]) -> Sequence[Parcel]:
    """The parcels before the next undo, which has to know where those it takes back were posted."""
    undos = (at for at, parcel in enumerate(parcels) if at and parcel.kind is Post.UNDONE)
    return parcels[: next(undos, len(parcels))]


def _batches(parcels: Sequence[Parcel]) -> Iterator[list[Parcel]]:
    """The parcels that may share messages, each log in its own order: first the public one, then the GM's."""
    for for_gms in (False, True):
        stream = (parcel for parcel in parcels if (parcel.kind in FOR_GMS) is for_gms)
        for _, batch in groupby(stream, _batch_key):
            yield list(batch)


def _batch_key(parcel: Parcel) -> tuple[str, int]:
    """Consecutive parcels of one audience and fight may share a message; the others are done one by one."""
    if parcel.kind in (Post.ORDER, Post.SECRET, Post.SUMMARY):
        return "log", parcel.log.fight
    if parcel.kind is Post.GM:
        return "gm", parcel.log.fight
    return str(parcel.id), 0
