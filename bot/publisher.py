"""How the log reaches Discord: in order per channel, again after a crash, past closed doors, and never lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import groupby

import discord
import msgspec
import structlog

from bot.doors import Doors
from bot.render.log import Page, gathered, parcel_text, restored, struck
from bot.service.postbox import LogThread, Parcel, Post, Postbox

PARCELS_AT_ONCE = 40
RETRY_S = 20.0
MEMORY = 50  # how many of the last messages are read to see what a crash had already posted

log = structlog.get_logger()


class Publisher:
    """Drains the outbox: one task per channel with something to say, and none that rests."""

    def __init__(self, doors: Doors, postbox: Postbox, tracker: Callable[[int], Awaitable[None]]) -> None:
        self._doors = doors
        self._postbox = postbox
        self._show_tracker = tracker
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._resumed: set[int] = set()
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
            while await self._turn(channel_id):
                pass
        except (TimeoutError, discord.HTTPException, OSError) as error:
            log.warning("publishing waits", channel=channel_id, error=repr(error))
            asyncio.get_running_loop().call_later(RETRY_S, self.wake, channel_id)
        except Exception:
            log.exception("publishing failed", channel=channel_id)
        finally:
            del self._tasks[channel_id]
            if channel_id in self._again:
                self._again.discard(channel_id)
                self.wake(channel_id)

    async def _turn(self, channel_id: int) -> bool:
        """Post what waits and refresh the tracker; whether there may be more."""
        self._again.discard(channel_id)
        parcels = await self._postbox.parcels(channel_id, PARCELS_AT_ONCE)
        for _, batch in groupby(parcels, _batch_key):
            await self._deliver(list(batch))
        if not parcels or channel_id not in self._again:
            await self._show_tracker(channel_id)
        return bool(parcels) or channel_id in self._again

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
                await self._post_all(parcels, await self._log_place(first))
                await self._strike(first)
            case Post.ORDER | Post.SECRET | Post.SUMMARY:
                await self._post_all(parcels, await self._log_place(first))

    async def _open_log(self, parcel: Parcel) -> None:
        log_thread = await self._doors.open_log(parcel.channel_id, parcel.log, parcel.title, parcel_text(parcel))
        await self._postbox.thread_opened(log_thread)
        await self._postbox.posted([parcel.id], parcel.channel_id, log_thread.starter_id)

    async def _current(self, parcel: Parcel) -> LogThread:
        """What is known of the log now: an earlier parcel of the same turn may have opened it."""
        waiting = await self._postbox.parcels(parcel.channel_id, 1)
        return waiting[0].log if waiting and waiting[0].log.fight == parcel.log.fight else parcel.log

    async def _log_place(self, parcel: Parcel) -> discord.abc.Messageable:
        """Where the public log goes: its thread, a new thread where that is gone, or the channel."""
        known = await self._current(parcel)
        place = await self._doors.log_place(parcel.channel_id, known)
        if place is None:
            known = await self._doors.open_log(parcel.channel_id, known, parcel.title, parcel.title)
            await self._postbox.thread_opened(known)
            place = await self._doors.log_place(parcel.channel_id, known)
        return place or await self._doors.channel(parcel.channel_id)

    async def _gm_place(self, parcel: Parcel) -> discord.Thread | None:
        known = await self._current(parcel)
        place = await self._doors.gm_place(parcel.channel_id, known, parcel.title)
        if place is not None and place.id != known.gm_thread_id:
            known = msgspec.structs.replace(known, gm_thread_id=place.id)
            await self._postbox.thread_opened(known)
        return place

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
        left = await self._unposted(parcels, place, place_id)
        for page in gathered(left):
            await self._post(page, place, place_id)

    async def _post(self, page: Page, place: discord.abc.Messageable, place_id: int) -> None:
        message_id = 0
        for part, text in enumerate(page.texts):
            message_id = await self._doors.send(place, text, nonce=f"{page.parcels[0]}.{part}")
        await self._postbox.posted(page.parcels, place_id, message_id)

    async def _unposted(
        self, parcels: Sequence[Parcel], place: discord.abc.Messageable, place_id: int
    ) -> Sequence[Parcel]:
        """The parcels that are not yet in Discord; only a process that has just started has to look."""
        if place_id in self._resumed:
            return parcels
        self._resumed.add(place_id)
        recent = await self._doors.recent(place, MEMORY)
        found = [(parcel.id, _found(parcel, recent)) for parcel in parcels]
        for parcel_id, message_id in found:
            if message_id:
                await self._postbox.posted([parcel_id], place_id, message_id)
        there = {parcel_id for parcel_id, message_id in found if message_id}
        return [parcel for parcel in parcels if parcel.id not in there]

    async def _strike(self, parcel: Parcel) -> None:
        change = restored if parcel.restores else struck
        for mark in parcel.marks:
            await self._doors.rewrite(mark.channel_id, mark.message_id, partial(change, label=mark.label))


def _batch_key(parcel: Parcel) -> tuple[str, int]:
    """Consecutive parcels of one audience and fight may share a message; the others are done one by one."""
    if parcel.kind in (Post.ORDER, Post.SECRET, Post.SUMMARY):
        return "log", parcel.log.fight
    if parcel.kind is Post.GM:
        return "gm", parcel.log.fight
    return str(parcel.id), 0


def _found(parcel: Parcel, recent: Sequence[tuple[int, str]]) -> int:
    first_line = parcel_text(parcel).partition("\n")[0]
    return next((message_id for message_id, text in recent if first_line and first_line in text.split("\n")), 0)
