"""Measures what the local game takes after many fights, page and server, in a real browser, as a table.

python -m tests.page_memory [--system reflex] [--fights 20] [--browser /usr/bin/chromium]

The guide plays them, and the page throws away first what it need not keep. Nobody watches the browser meanwhile:
whoever asks it for its network, as Playwright does, has it keep what every answer said, thirteen megabytes a fight.
It fails where the second half of them adds more than a quarter to what the first half left.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from bot.posting.drawing_process import DrawingProcess
from bot.simulated import browser
from bot.simulated.kept_game import KeptGame
from tests.pictures import QUIET, dice

SIZE = "1280,900"
MOST_GROWTH = 1.25
RESTED_S = 3  # the page draws what came last; the browser gives back what it has thrown away
LOOKS, LOOK_S = 100, 0.1
MB = 1024
TIDY = (
    {"id": 1, "method": "HeapProfiler.collectGarbage"},
    {"id": 2, "method": "Memory.simulatePressureNotification", "params": {"level": "critical"}},
)


def _processes() -> Iterator[tuple[int, int, str, int]]:
    """Yield of each process on this machine its number, its parent's, what it was started by, and its memory in MB."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = dict(each.split(":", 1) for each in (folder / "status").read_text().splitlines() if ":" in each)
            started = (folder / "cmdline").read_text("utf-8", "replace")
        except OSError:  # it has ended meanwhile
            continue
        yield int(folder.name), int(status["PPid"]), started, int(status.get("VmRSS", "0 kB").split()[0]) // MB


def memory_mb() -> tuple[int, int]:
    """What the server takes, which is this process, and the page, which is the largest renderer below it."""
    there = list(_processes())
    family = {os.getpid()}
    while more := {each for each, parent, _, _ in there if parent in family} - family:
        family |= more
    server = next(taken for each, _, _, taken in there if each == os.getpid())
    pages = [taken for each, _, started, taken in there if each in family and "--type=renderer" in started]
    return server, max(pages, default=0)


class Page:
    """The page in a browser that nobody watches."""

    def __init__(self, session: aiohttp.ClientSession, home: str, debugged_at: str) -> None:
        self._session = session
        self._home = home
        self._debugged_at = debugged_at

    async def play_one(self) -> None:
        """Have the guide play a fight to its end."""
        title = ""
        while title != "End the fight":
            async with self._session.get(f"{self._home}table") as answer:
                title = ((await answer.json())["step"] or {}).get("title", "")
            await (await self._session.post(f"{self._home}table/play", data="{}")).read()

    async def tidy(self) -> None:
        """Have the browser throw away what it need not keep, which it does by itself only once memory is short."""
        await asyncio.sleep(RESTED_S)
        async with self._session.get(f"{self._debugged_at}/json/list") as answer:
            (page,) = [each for each in await answer.json() if each["type"] == "page"]
        async with self._session.ws_connect(page["webSocketDebuggerUrl"]) as line:
            for order in TIDY:
                await line.send_json(order)
                await line.receive()
        await asyncio.sleep(RESTED_S)


@asynccontextmanager
async def opened(chromium_path: str, system: str) -> AsyncIterator[Page]:
    """Open a new local game in a browser."""
    with tempfile.TemporaryDirectory() as folder:
        games = {system: KeptGame(Path(folder) / "game", system, DrawingProcess(), dice)}
        kept = Path(folder) / "browser"
        arguments = (*QUIET, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={kept}")
        async with (
            browser.play(games, port=0) as address,
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(None)) as session,
        ):
            chromium = await asyncio.create_subprocess_exec(
                chromium_path, *arguments, f"--window-size={SIZE}", address, stderr=asyncio.subprocess.DEVNULL
            )
            try:
                yield Page(session, address, f"http://127.0.0.1:{await _port(kept / 'DevToolsActivePort')}")
            finally:
                chromium.terminate()
                await chromium.wait()


async def _port(written: Path) -> int:
    """Return where the browser can be asked to tidy up, as soon as it has written it down.

    Raises:
        TimeoutError: it never did.
    """
    for _ in range(LOOKS):
        if lines := await asyncio.to_thread(_lines_of, written):
            return int(lines[0])
        await asyncio.sleep(LOOK_S)
    raise TimeoutError("the browser did not come up")


def _lines_of(written: Path) -> list[str]:
    return written.read_text().splitlines() if written.exists() else []


async def measured(chromium_path: str, system: str, fights: int) -> list[tuple[int, int]]:
    """Play, and say what server and page took after each fight, in MB."""
    taken = []
    async with opened(chromium_path, system) as page:
        for number in range(1, fights + 1):
            await page.play_one()
            await page.tidy()
            taken.append(memory_mb())
            print(f"| {number} | {taken[-1][0]} | {taken[-1][1]} |", flush=True)
    return taken


def main() -> int:
    """Print the table, and tell whether it is bounded."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", default="reflex")
    parser.add_argument("--fights", type=int, default=20)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    typed = parser.parse_args()
    print("| fights | server MB | page MB |\n|---|---|---|")
    taken = asyncio.run(measured(typed.browser, typed.system, typed.fights))
    half, whole = taken[len(taken) // 2 - 1], taken[-1]
    return int(any(after > MOST_GROWTH * before for before, after in zip(half, whole, strict=True)))


if __name__ == "__main__":
    sys.exit(main())
