"""What of a simulated Discord is on show: its channel, its newest log and its newest thread of the GM, a pane each.

simcord shows one channel in one preview, on a port and behind a key of its own. Here they are all shown by one page,
which hands what their scripts ask for to the preview whose key they bring, and only the newest thread of each kind is
kept on show. The private names of simcord that this takes are touched in this module alone; its version is pinned.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import simcord
import simcord.preview
from aiohttp import web
from discord import ChannelType

from bot.simulated.simulation import Simulation

COMPLETIONS = 8  # the kind of answer that offers choices while somebody types
CLIENT = Path(simcord.preview.__file__).resolve().parent / "static"

Answered = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Corner(StrEnum):
    """Where a pane stands."""

    CHANNEL = "channel"
    LOG = "log"
    GM = "gm"


class Panes:
    """The previews of a stage, all kept up to date with one another; whoever acts in one takes turns with all else."""

    _closed = True  # what simcord asks of the preview it knows before it opens one more

    def __init__(self, stage: Simulation, port: int, turn: asyncio.Lock) -> None:
        self._stage = stage
        self._port = port
        self._turn = turn
        self._open: dict[Corner, tuple[simcord.ChannelHandle, simcord.Preview]] = {}
        self.changes = 0

    async def close(self) -> None:
        """Show nothing any more."""
        for _, preview in self._open.values():
            await preview.close()
        self._open.clear()

    def places(self) -> list[dict[str, object]]:
        """Return what can be looked at."""
        return [
            {
                "slot": slot,
                "id": str(place.id),
                "name": place.name,
                "key": preview.capability,
                "readers": {name: str(self._stage.people[name].id) for name in self._stage.readers(place.id)},
            }
            for slot, (place, preview) in self._open.items()
        ]

    @property
    def on_show(self) -> set[int]:
        """Return the ids of the channel and the threads that can be looked at."""
        return {place.id for place, _ in self._open.values()}

    def asked(self, key: str, what: str) -> Answered | None:
        """Return what answers the script of the pane that has a key, None where no pane has it."""
        servers = (preview._server for _, preview in self._open.values() if preview.capability == key)  # noqa: SLF001
        found = next(servers, None)
        return getattr(found, f"_{what}") if found else None

    async def catch_up(self, *, acted: bool = False) -> None:
        """Show what has changed, and let the time of the stage be that of the clock on the wall."""
        env = self._stage.env
        env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
        changed = acted or any(map(_shows, env.http_requests))
        env.http_requests.clear()
        await self._open_missing()
        if changed:
            self.changes += 1
            for _, preview in self._open.values():
                await preview.refresh()

    async def _open_missing(self) -> None:
        wanted = dict(self._newest())
        for slot in [*self._open]:
            place, preview = self._open[slot]
            if slot not in wanted or wanted[slot].id != place.id or preview._closed:  # noqa: SLF001
                del self._open[slot]
                await preview.close()
        for slot, place in wanted.items():
            readers = self._stage.readers(place.id)
            if readers and slot not in self._open:
                self._open[slot] = place, await self._show(place, readers)

    def _newest(self) -> Iterator[tuple[Corner, simcord.ChannelHandle]]:
        yield Corner.CHANNEL, self._stage.channel
        for thread in self._stage.channel.threads:  # oldest first, so that the newest is the one that stays
            private = self._stage.env.backend.get_channel(thread.id).type == ChannelType.private_thread.value
            yield (Corner.GM if private else Corner.LOG), thread

    async def _show(self, place: simcord.ChannelHandle, readers: list[str]) -> simcord.Preview:
        env = self._stage.env
        preview = env.preview(place, viewers=[self._stage.people[name] for name in readers], layout="channel")
        env._preview = None  # noqa: SLF001 - it keeps one preview, and would not open another beside it
        await preview.__aenter__()
        env._preview = self  # type: ignore[assignment]  # noqa: SLF001 - it asks that one whether anything was done
        preview._server.port = self._port  # noqa: SLF001 - our page's, from which alone it is asked
        self._take_turns(preview)
        return preview

    def _mark_action_dispatched(self) -> None:
        for _, preview in self._open.values():
            preview._mark_action_dispatched()  # noqa: SLF001

    def _take_turns(self, preview: simcord.Preview) -> None:
        """Have panes act one after the other: each must have caught up when an action returns."""
        act = preview._action  # noqa: SLF001

        async def in_turn(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
            async with self._turn:
                result = await act(context_id, body)
                with suppress(simcord.SetupError):  # a pane that was left meanwhile
                    await self.catch_up()
                return result

        preview._action = in_turn  # type: ignore[method-assign]  # noqa: SLF001


def _shows(request: simcord.HttpLogEntry) -> bool:
    """Tell whether somebody may see something new after this request of the bot."""
    completing = isinstance(request.json, dict) and request.json.get("type") == COMPLETIONS
    return request.method != "GET" and not completing
