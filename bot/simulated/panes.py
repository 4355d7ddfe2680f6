"""What of a simulated Discord is on show: its channel, its newest log and its newest thread of the GM, a pane each.

simcord shows one channel in one preview, on a port and behind a key of its own. Here they are all shown by one page,
which hands what their scripts ask for to the preview whose key they bring, and only the newest thread of each kind is
kept on show. The private names of simcord that this takes are touched in this module alone; its version is pinned.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

import simcord
import simcord.preview
from aiohttp import web
from discord import ChannelType
from simcord.preview import _component_projection, _markdown, _messages, _queries

from bot.simulated.simulation import Simulation

STATE, ASSET = "state", "asset"
PICTURES = ("image/png", "image/webp")
COMPLETIONS = 8  # the kind of answer that offers choices while somebody types
CLIENT = Path(simcord.preview.__file__).resolve().parent / "static"

MOST_TEXTS = 1000  # whose Markdown has been read

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
        self._states: dict[str, tuple[tuple[object, ...], Any]] = {}
        self.changes = 0
        self._is_stale = False

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

    async def answer(self, what: str, request: web.Request) -> web.StreamResponse:
        """Return what the script of a pane asks for, by the key that it brings.

        Raises:
            HTTPGone: no pane has that key.
        """
        key = request.headers.get("X-Simcord-Capability")
        preview = next((each for _, each in self._open.values() if each.capability == key), None)
        if preview is None:
            raise web.HTTPGone
        if what == STATE:
            return await self._state(preview, request)
        found = _picture(preview, request) if what == ASSET else None
        if found is not None:
            return found
        asked: Answered = getattr(preview._server, f"_{what}")  # noqa: SLF001
        return await asked(request)

    async def _state(self, preview: simcord.Preview, request: web.Request) -> web.StreamResponse:
        """Return what stands in a pane; simcord would work all of it out again twice in a second."""
        work_out: Answered = preview._server._state  # noqa: SLF001
        page = preview._pages.get(request.headers.get("X-Simcord-Context", ""))  # noqa: SLF001
        if page is None:
            return await work_out(request)
        page.last_activity = time.monotonic()
        stands = (page.revision, page.generation, page.status, page.modal_handle, json.dumps(page.last_action))
        known = self._states.get(page.id)
        if known is None or known[0] != stands:
            answer = await work_out(request)
            if not isinstance(answer, web.Response) or answer.status != HTTPStatus.OK:
                return answer
            known = self._states[page.id] = stands, answer.body
        return web.Response(body=known[1], content_type="application/json", headers={"Cache-Control": "no-store"})

    async def catch_up(self, *, acted: bool = False) -> None:
        """Show what has changed, and let the time of the stage be that of the clock on the wall.

        Raises:
            TimeoutError: the bot is so busy that its pages wait; the next call shows them.
        """
        env = self._stage.env
        env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
        self._is_stale = self._is_stale or acted or any(map(_shows, env.http_requests))
        env.http_requests.clear()
        await self._open_missing()
        if self._is_stale:
            self.changes += 1
            shown = {page for _, preview in self._open.values() for page in preview._pages}  # noqa: SLF001
            self._states = {page: known for page, known in self._states.items() if page in shown}
            for _, preview in self._open.values():
                await preview.refresh()
            self._is_stale = False

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
                with suppress(simcord.SetupError, TimeoutError):  # a pane that was left meanwhile, a bot still at it
                    await self.catch_up()
                return result

        preview._action = in_turn  # type: ignore[method-assign]  # noqa: SLF001


_read_anew = _markdown.markdown_tokens


def _markdown_tokens(
    value: Any, profile: str = "message", *, context: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Return what Markdown says; simcord would read every message of a channel again at each change."""
    found: list[dict[str, Any]] = json.loads(_tokens_of(value, profile, json.dumps(context or {})))
    return found


@lru_cache(MOST_TEXTS)
def _tokens_of(value: Any, profile: str, context: str) -> str:
    return json.dumps(_read_anew(value, profile, context=json.loads(context)))


_READERS: tuple[Any, ...] = (_component_projection, _messages, _queries)
for _module in _READERS:
    _module.markdown_tokens = _markdown_tokens


def _picture(preview: simcord.Preview, request: web.Request) -> web.Response | None:
    """Return a picture that the bot has sent; simcord would start a process that looks into each.

    None of what is no picture, cannot be had, or is asked for to be kept.
    """
    try:
        context, asset = request.headers.get("X-Simcord-Context"), request.match_info["asset_id"]
        _, record, content = preview._authorized_asset(context, asset)  # noqa: SLF001
    except simcord.SetupError:
        return None
    if record.contentType not in PICTURES or request.query:
        return None
    known = {"X-Simcord-Media-Metadata": json.dumps({"mediaKind": "image"}), "Cache-Control": "no-store"}
    return web.Response(body=content, content_type=record.contentType, headers=known)


def _shows(request: simcord.HttpLogEntry) -> bool:
    """Tell whether somebody may see something new after this request of the bot."""
    completing = isinstance(request.json, dict) and request.json.get("type") == COMPLETIONS
    return request.method != "GET" and not completing
