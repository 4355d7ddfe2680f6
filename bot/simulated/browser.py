"""How the bot is played without Discord: channel and threads of a simulated one, side by side in a local browser.

simcord shows one channel on one port. A fight needs its log beside it, so this keeps a preview open for the channel and
one for each of its threads, and a page that frames them all. The three private names of simcord that this takes are
touched in `_Gallery` alone; its version is pinned.
"""

import asyncio
import html
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import simcord
from aiohttp import web
from aiohttp.typedefs import Handler

from bot.simulated.simulation import AnyBot, Simulation

HOST = "127.0.0.1"
CATCH_UP_S = 0.25
COMPLETIONS = 8  # the kind of answer that offers choices while somebody types
FILES = Path(__file__).parent


class _Gallery:
    """One preview per channel and thread of a stage, each on its own port, all kept up to date with one another."""

    _closed = True  # what simcord asks of the preview it knows before it opens one more

    def __init__(self, stage: Simulation) -> None:
        self._stage = stage
        self.framed_by = 0  # the port of the page that shows them
        self._open: dict[int, tuple[simcord.ChannelHandle, simcord.Preview]] = {}
        self._turn = asyncio.Lock()
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self._catch_up()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        async with self._turn:
            await self._stack.aclose()

    def places(self) -> list[dict[str, object]]:
        """Return what can be looked at, in the order it came up."""
        return [
            {
                "id": str(place.id),
                "name": place.name,
                "url": preview.url,
                "thread": place.is_thread,
                "private": len(preview.viewers) < len(self._stage.people),
            }
            for place, preview in self._open.values()
            if not preview._closed  # noqa: SLF001 - its page has a button that ends it
        ]

    async def follow(self) -> None:
        """Keep up with the wall clock and with what the bot does of its own accord, until cancelled."""
        while True:
            await asyncio.sleep(CATCH_UP_S)
            async with self._turn:
                await self._catch_up()

    async def _catch_up(self) -> None:
        env = self._stage.env
        env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
        changed = any(map(_shows, env.http_requests))
        env.http_requests.clear()
        await self._open_missing()
        if changed:
            for _, preview in self._open.values():
                await preview.refresh()

    async def _open_missing(self) -> None:
        channel = self._stage.channel
        places = {place.id: place for place in (channel, *channel.threads)}
        for gone in self._open.keys() - places.keys():
            await self._open.pop(gone)[1].close()
        for place in places.values():
            readers = self._stage.readers(place.id)
            if readers and (place.id not in self._open or self._open[place.id][1]._closed):  # noqa: SLF001
                self._open[place.id] = place, await self._show(place, readers)

    async def _show(self, place: simcord.ChannelHandle, readers: list[str]) -> simcord.Preview:
        env = self._stage.env
        viewers = [self._stage.people[name] for name in readers]
        preview = await self._stack.enter_async_context(env.preview(place, viewers=viewers, layout="channel"))
        env._preview = self  # type: ignore[assignment]  # noqa: SLF001 - it keeps one preview and asks only that one
        self._take_turns(preview)
        self._let_frame(preview)
        return preview

    def _mark_action_dispatched(self) -> None:
        for _, preview in self._open.values():
            preview._mark_action_dispatched()  # noqa: SLF001

    def _take_turns(self, preview: simcord.Preview) -> None:
        """Have pages act one after the other: each must have caught up when an action returns."""
        act = preview._action  # noqa: SLF001

        async def in_turn(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
            async with self._turn:
                result = await act(context_id, body)
                await self._catch_up()
                return result

        preview._action = in_turn  # type: ignore[method-assign]  # noqa: SLF001

    def _let_frame(self, preview: simcord.Preview) -> None:
        """Let our own page frame a preview, which simcord forbids everybody."""
        server = preview._server  # noqa: SLF001
        headers = dict(server._SECURITY_HEADERS)  # noqa: SLF001
        del headers["X-Frame-Options"]
        ours = f"frame-ancestors http://{HOST}:{self.framed_by} http://localhost:{self.framed_by}"
        policy = headers["Content-Security-Policy"].replace("frame-ancestors 'none'", ours)
        server._SECURITY_HEADERS = {**headers, "Content-Security-Policy": policy}  # type: ignore[misc]  # noqa: SLF001


def _shows(request: simcord.HttpLogEntry) -> bool:
    """Tell whether somebody may see something new after this request of the bot."""
    completing = isinstance(request.json, dict) and request.json.get("type") == COMPLETIONS
    return request.method != "GET" and not completing


async def serve(
    make_bot: Callable[[], AnyBot],
    *,
    prepare: Callable[[Simulation], Awaitable[None]],
    guide: str,
    port: int,
    say: Callable[[str], None] = print,
) -> None:
    """Play the bot in a browser until Ctrl-C or SIGTERM, then close it in good order.

    `prepare` sets the table once the bot is up; `guide` is shown above the panes. A free port replaces a busy one.
    """
    stop = asyncio.Event()
    if sys.platform != "win32":  # it has no such handlers; there Ctrl-C cancels this task
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with play(make_bot, prepare=prepare, guide=guide, port=port) as address:
        say(f"Open {address} in a browser. Ctrl-C ends the game; it goes on where it stopped when you come back.")
        await stop.wait()


@asynccontextmanager
async def play(
    make_bot: Callable[[], AnyBot], *, prepare: Callable[[Simulation], Awaitable[None]], guide: str, port: int
) -> AsyncIterator[str]:
    """Run the game for as long as the context lasts, and give the address of its page."""
    async with Simulation(make_bot, opens_at=datetime.now(UTC)) as stage:
        await prepare(stage)
        gallery = _Gallery(stage)
        async with _front(gallery, guide, port) as gallery.framed_by, gallery, asyncio.TaskGroup() as group:
            following = group.create_task(gallery.follow())
            yield f"http://{HOST}:{gallery.framed_by}/"
            following.cancel()


@asynccontextmanager
async def _front(gallery: _Gallery, guide: str, port: int) -> AsyncIterator[int]:
    async def page(_: web.Request) -> web.Response:
        text = (FILES / "browser.html").read_text("utf-8").replace("{{guide}}", html.escape(guide))
        return web.Response(text=text, content_type="text/html")

    async def script(_: web.Request) -> web.Response:
        return web.Response(text=(FILES / "browser.js").read_text("utf-8"), content_type="text/javascript")

    async def places(_: web.Request) -> web.Response:
        return web.json_response(gallery.places())

    app = web.Application(middlewares=[_only_from_here])
    app.add_routes([web.get("/", page), web.get("/local.js", script), web.get("/places", places)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        yield await _bind(runner, port)
    finally:
        await runner.cleanup()


@web.middleware
async def _only_from_here(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Return the page hands out the keys of the previews, so a name that merely points at this machine is turned
    away."""
    if request.url.host not in (HOST, "localhost"):
        raise web.HTTPForbidden
    return await handler(request)


async def _bind(runner: web.AppRunner, port: int) -> int:
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError:
        await web.TCPSite(runner, HOST, 0).start()
    return int(runner.addresses[0][1])
