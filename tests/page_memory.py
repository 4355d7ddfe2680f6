"""Measures what the local game takes after many fights, page and server, in a real browser, as a table.

python -m tests.page_memory [--system reflex] [--fights 20] [--browser /usr/bin/chromium]

The guide plays them, and the page throws away first what it need not keep.
It fails where the second half of them adds more than a quarter to what the first half left.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.pictures import Hands, at_the_table

SIZE = {"width": 1280, "height": 900}
MOST_GROWTH = 1.25
RESTED_MS = 3_000  # the page draws what came last; the browser gives back what it has thrown away
MB = 1024


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


async def _play_one(hands: Hands) -> None:
    """Have the guide play a fight to its end."""
    title = ""
    while title != "End the fight":
        title = (await hands.table())["step"]["title"]
        await hands.page.request.post(f"{hands.page.url}table/play", data="{}", timeout=0)


async def _tidy(hands: Hands) -> None:
    """Have the browser throw away what it need not keep, which it does by itself only once memory is short."""
    await hands.page.wait_for_timeout(RESTED_MS)
    browser = await hands.page.context.new_cdp_session(hands.page)
    await browser.send("HeapProfiler.collectGarbage")
    await browser.send("Memory.simulatePressureNotification", {"level": "critical"})
    await hands.page.wait_for_timeout(RESTED_MS)
    await browser.detach()


async def measured(chromium_path: str, system: str, fights: int) -> list[tuple[int, int]]:
    """Play, and say what server and page took after each fight, in MB."""
    taken = []
    async with at_the_table(chromium_path, system, **SIZE) as hands:
        for number in range(1, fights + 1):
            await _play_one(hands)
            await _tidy(hands)
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
