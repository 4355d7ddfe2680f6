"""When a process takes, renews and gives back the leases of the shards that it was given: it never takes others.

Whoever has stopped to renew its leases may not know it: a process that slept believes what it last knew. So it counts
on a lease for less time than the others wait, each by a clock of its own, and the database has the last word.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

import structlog

from bot.service.ports import OutdatedError, Presence, Store, Unit
from bot.service.posting.leases import EVERYTHING, Holder, Tended, given_back, tended
from bot.service.rows import LeaseRow
from bot.settings import Shards

RENEW_S = 5.0
TRY_S = 1.0  # while there is something to be had from others
BELIEVED_S = 20.0  # what was renewed so long ago is not counted on
SILENT_S = 30.0  # whoever was not heard of for so long holds nothing any more
LOOK_S = 30.0  # between looks at what waits though nobody told of it

Clock = Callable[[], float]

log = structlog.get_logger()


class SharedStore(Store, Protocol):
    """A store that other processes may share."""

    async def appear(self, heard: Callable[[int], None]) -> Presence:
        """Show others that this process is there; ``heard`` is told of channels by them, and of 0 for the leases."""
        ...


class Listener(Protocol):
    """Who posts, and is told what for."""

    def heard(self, channel_id: int) -> None:
        """Take note that another process has something for a channel."""
        ...

    async def gained(self) -> None:
        """Take note of leases that were not held before."""
        ...

    async def look(self) -> None:
        """Look at what waits, in case that nobody tells of it."""
        ...


class Tenure:
    """The leases of this process; ``counted`` is told how many processes there are."""

    def __init__(
        self,
        store: SharedStore,
        shards: Shards | None = None,
        clock: Clock = time.monotonic,
        counted: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._counted = counted
        self._shards = shards or EVERYTHING
        self._clock = clock
        self._presence: Presence | None = None
        self._former: frozenset[int] = frozenset()
        self._held: Mapping[int, int] = {}
        self._renewed_s = clock()
        self._in_way: dict[int, tuple[int, float]] = {}  # what others beat by the number of their lease, and since when
        self._stirred = asyncio.Event()
        self._listener: Listener | None = None
        self.leading = asyncio.Event()
        """Set once this process has held the lease of the first shard."""

    # --- what is held, which other threads ask, too

    def lease_of(self, guild_id: int) -> int | None:
        """See leases.Tenancy."""
        return self._held.get(self._shards.of(guild_id)) if self._is_believed else None

    def stands(self, number: int) -> bool:
        """See leases.Tenancy."""
        return self._is_believed and number in self._held.values()

    def lost(self, number: int) -> None:
        """See leases.Tenancy."""
        self._held = {shard: each for shard, each in self._held.items() if each != number}
        self._stirred.set()

    @property
    def held(self) -> tuple[int, ...]:
        """Return the shards whose lease is held."""
        return tuple(sorted(self._held)) if self._is_believed else ()

    @property
    def _numbers(self) -> set[int]:
        return set(self._held.values()) if self._is_believed else set()

    @property
    def _is_believed(self) -> bool:
        presence = self._presence
        if presence is None:
            return False
        return presence.may_be_silent or self._clock() - self._renewed_s < BELIEVED_S

    # --- how it comes to be held

    async def keep(self, listener: Listener) -> None:
        """Tend the leases until cancelled, or until a newer version alone may; ``listener`` is told what changes."""
        self._listener, looked_s = listener, self._clock()
        while True:
            await self._rest()
            due = self._clock() - looked_s >= LOOK_S
            try:
                if due or not self._is_safe:
                    await self.tend()
                if due:
                    looked_s = self._clock()
                    await listener.look()
            except OutdatedError:
                log.warning("leases are left to a newer version")
                return
            except Exception as error:  # whatever it was, what others do with the leases must be seen
                log.warning("leases wait", error=repr(error))

    async def tend(self) -> None:
        """Take what can be had and renew what is held.

        Raises:
            UnreachedError: there is no way to the database.
            OutdatedError: a newer version has it; everything is left to that.
        """
        was, presence = self._presence, await self._present()
        began_s, before = self._clock(), self._numbers
        job = partial(
            tended,
            me=Holder(presence.holder, self._former),
            shards=self._shards,
            is_gone=partial(self._is_gone, presence),
            beat=not presence.may_be_silent,
            arrives=presence is not was,
        )
        try:
            found = await self._store.write(job)
        except OutdatedError:
            self._presence, self._held = None, {}
            await presence.leave()
            raise
        self._note(found, began_s)
        self._counted(found.processes)
        if self._numbers - before:
            log.info("leases taken", shards=self.held, of=self._shards.count)
            await self._announce()

    async def end(self) -> None:
        """Give everything back."""
        presence, self._presence = self._presence, None
        if presence is not None:
            self._held = {}
            try:
                await self._store.write(partial(given_back, holder=presence.holder))
            finally:
                await presence.leave()

    async def _announce(self) -> None:
        if 0 in self._held:
            self.leading.set()
        if self._listener is not None:
            await self._listener.gained()

    async def _present(self) -> Presence:
        """Return the presence of this process, which appears anew where it was lost."""
        if self._presence is not None and self._presence.is_lost:
            log.warning("this process had disappeared from the database")
            self._former |= {self._presence.holder}
            await self._presence.leave()
            self._presence = None
        if self._presence is None:
            self._presence = await self._store.appear(self._hear)
        return self._presence

    def _hear(self, channel_id: int) -> None:
        if not channel_id:
            self._stirred.set()
        elif self._listener is not None:
            self._listener.heard(channel_id)

    def _is_gone(self, presence: Presence, unit: Unit, row: LeaseRow) -> bool:
        if presence.is_gone(unit, row.holder):
            return True
        beats, since_s = self._in_way.get(row.number, (row.beats, self._clock()))
        return not presence.may_be_silent and beats == row.beats and self._clock() - since_s >= SILENT_S

    def _note(self, found: Tended, began_s: float) -> None:
        known, now_s = self._in_way, self._clock()
        self._held, self._renewed_s = found.held, began_s
        self._in_way = {
            row.number: known[row.number]
            if row.number in known and known[row.number][0] == row.beats
            else (row.beats, now_s)
            for row in found.in_way
        }
        if self._in_way.keys() - known.keys():
            log.info("another process posts", shards=[f"{row.shard}/{row.shards}" for row in found.in_way])

    @property
    def _is_complete(self) -> bool:
        return self._presence is not None and len(self._held) == len(self._shards.ids)

    @property
    def _is_safe(self) -> bool:
        """Tell whether nothing is to be had, and what is held need not be renewed."""
        return self._is_complete and self._presence is not None and self._presence.may_be_silent

    async def _rest(self) -> None:
        delay_s = RENEW_S if self._is_complete else TRY_S
        try:
            async with asyncio.timeout(delay_s):
                await self._stirred.wait()
        except TimeoutError:
            return
        self._stirred.clear()
