"""How the bot is played without Discord: a page for the browser on this machine, around a simulated Discord.

The page and the panes in it come from one address; the panes are simcord's own, less their tool bars.
"""

import asyncio
import json
import re
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from mimetypes import guess_type
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.simulated.local_game import Game, LocalGame
from bot.simulated.panes import CLIENT

HOST = "127.0.0.1"
FILES = Path(__file__).resolve().parent
OURS = {"": "browser.html", "browser.css": "browser.css", "browser.js": "browser.js"}
OURS |= {"pane.css": "pane.css", "pane.js": "pane.js"}
ASKED = {
    ("POST", "/api/pages"): "pages",
    ("DELETE", "/api/pages/{context_id}"): "delete_page",
    ("GET", "/api/state"): "state",
    ("GET", "/api/commands"): "commands",
    ("GET", "/api/action-result"): "action_result",
    ("POST", "/api/action"): "action",
    ("GET", "/api/assets/{asset_id}"): "asset",
}
FACE = re.compile(r"@font-face \{.*?\n\}", re.DOTALL)
FAMILIES = ("Noto Sans", "Noto Sans Mono", "Noto Color Emoji")
HEADERS = {
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' blob:; img-src 'self' blob: data:; media-src 'self' blob:;"
        " object-src 'none'; base-uri 'none'; frame-ancestors 'self'"
    ),
}
FONTS_KEEP = {"Cache-Control": "max-age=604800"}  # three panes would read tens of megabytes again at each fight


async def serve(games: Mapping[str, Game], *, port: int, first: str = "", say: Callable[[str], None] = print) -> None:
    """Play in a browser until Ctrl-C or SIGTERM, then close it in good order.

    The address is said before anything else is done; a free port replaces a busy one.
    """
    stop = asyncio.Event()
    if sys.platform != "win32":  # it has no such handlers; there Ctrl-C cancels this task
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with play(games, port=port, first=first, say=say):
        await stop.wait()


@asynccontextmanager
async def play(
    games: Mapping[str, Game], *, port: int, first: str = "", say: Callable[[str], None] = lambda _: None
) -> AsyncIterator[str]:
    """Run the game for as long as the context lasts, and give the address of its page."""
    front = _Front(games)
    address = await front.open(port)
    say(f"Open {address} in a browser. Ctrl-C ends the game; it goes on where it stopped when you come back.")
    try:
        await front.game.open(first)
        async with asyncio.TaskGroup() as group:
            following = group.create_task(front.game.follow())
            yield address
            following.cancel()
    finally:
        await front.game.close()
        await front.close()


class _Front:
    """What the browser asks for."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        app = web.Application(middlewares=[_only_from_here])
        app.router.add_get("/table", self._table)
        for name, do in {"play": self._play, "open": self._open, "reset": self._reset}.items():
            app.router.add_post(f"/table/{name}", do)
        for (method, path), what in ASKED.items():
            app.router.add_route(method, path, self._asked_for(what))
        app.router.add_get("/pane/{place}", self._pane)
        app.router.add_get("/preview.css", self._style)
        app.router.add_get("/{path:.*}", self._file)
        self._runner = web.AppRunner(app, access_log=None)

    async def open(self, port: int) -> str:
        """Listen, at the port that is wished for or at a free one; return the address of the page."""
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, port).start()
        except OSError:
            await web.TCPSite(self._runner, HOST, 0).start()
        bound = int(self._runner.addresses[0][1])
        self.game = LocalGame(self._games, bound)
        return f"http://{HOST}:{bound}/"

    async def close(self) -> None:
        """Listen no more."""
        await self._runner.cleanup()

    async def _table(self, _: web.Request) -> web.Response:
        return web.json_response(self.game.shown())

    async def _play(self, _: web.Request) -> web.Response:
        await self.game.play()
        return web.json_response(self.game.shown())

    async def _open(self, request: web.Request) -> web.Response:
        key = str(json.loads(await request.text())["game"])
        if key not in self._games:
            raise web.HTTPNotFound
        await self.game.open(key)
        return web.json_response(self.game.shown())

    async def _reset(self, _: web.Request) -> web.Response:
        await self.game.open(anew=True)
        return web.json_response(self.game.shown())

    def _asked_for(self, what: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def answer(request: web.Request) -> web.StreamResponse:
            if self.game.panes is None:
                raise web.HTTPGone
            return await self.game.panes.answer(what, request)

        return answer

    async def _pane(self, _: web.Request) -> web.Response:
        """Return simcord's page with our style sheet behind its own."""
        page = (CLIENT / "index.html").read_text("utf-8")
        page = page.replace("</head>", '<link rel="stylesheet" href="/pane.css"></head>')
        page = page.replace("</body>", '<script type="module" src="/pane.js"></script></body>')
        return web.Response(text=page, content_type="text/html", headers=HEADERS)

    async def _style(self, _: web.Request) -> web.Response:
        """Return simcord's style sheet without the fonts of other alphabets, of which machines have their own.

        Its script would read all that are named here, thirty megabytes, into each of three panes.
        """
        style = FACE.sub(_kept_face, (CLIENT / "preview.css").read_text("utf-8"))
        return web.Response(text=style, content_type="text/css", headers=HEADERS)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["path"]
        path = FILES / OURS[name] if name in OURS else (CLIENT / name).resolve()
        if not path.is_file() or not (path.is_relative_to(CLIENT) or path.is_relative_to(FILES)):
            raise web.HTTPNotFound
        kind = guess_type(path.name)[0] or "application/octet-stream"
        keep = FONTS_KEEP if path.suffix == ".ttf" else {}
        return web.FileResponse(path, headers={**HEADERS, "Content-Type": kind, **keep})


def _kept_face(face: re.Match[str]) -> str:
    return face[0] if any(f'"{family}"' in face[0] for family in FAMILIES) else ""


@web.middleware
async def _only_from_here(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn away a name that merely points at this machine, and what another page has the browser do.

    The page hands out the keys of the panes.
    """
    if request.url.host not in (HOST, "localhost"):
        raise web.HTTPForbidden
    if request.method != "GET" and request.headers.get("Origin", str(request.url.origin())) != str(
        request.url.origin()
    ):
        raise web.HTTPForbidden
    return await handler(request)
