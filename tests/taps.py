"""Counts what a fight costs its people in the local game, in a real browser: taps and seconds, as a table.

python -m tests.taps [--system reflex] [--browser /usr/bin/chromium]
python -m tests.taps --clone

A tap is one touch; opening a menu and choosing from it are two. The switch of who one is costs nothing: everybody has a
Discord of their own. With ``--clone`` this repository is cloned and ``make try`` sets itself up from nothing; what has
been committed counts.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import async_playwright

from tests.pictures import QUIET, Hands, at_the_table
from tests.twelve import RANGE_M, Table

MOST_STEPS = 40
LOOKS, LOOK_MS = 40, 500
SIZE = {"width": 1280, "height": 900}
ROOT = Path(__file__).parents[1]
ADDRESS = re.compile(rb"http://\S+")
NEXT_ROUND = re.compile(r"\b(Exchange of fire|Round|Turn) 2\b")


class Cost(NamedTuple):
    """What something took."""

    what: str
    taps: int
    seconds: float


class Counting:
    """Somebody whose taps are counted; no key is needed."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.taps = 0
        self.costs: list[Cost] = []

    @asynccontextmanager
    async def counted(self, what: str) -> AsyncIterator[None]:
        """Note what is done meanwhile."""
        taps, began = self.taps, time.monotonic()
        yield
        self.costs.append(Cost(what, self.taps - taps, time.monotonic() - began))

    async def guided(self) -> str:
        """Tap the next step of the guide."""
        self.taps += 1
        return await self.hands.step()

    async def tap(self, label: str, pane: str = "channel") -> bool:
        """Tap the newest button of that label in a pane, once it is there; whether there was one."""
        button = self.hands.pane(pane).get_by_role("button", name=re.compile(f"^{label}"), disabled=False).last
        for _ in range(LOOKS):
            if await button.count():
                await button.click()
                self.taps += 1
                return True
            await self.hands.page.wait_for_timeout(LOOK_MS)
        return False

    async def log_grows(self, act: Any) -> None:
        """Do something, and wait until the log tells of it."""
        lines = self.hands.pane("log").locator(".channel-message")
        before = await lines.last.inner_text()
        await act
        for _ in range(LOOKS):
            if await lines.last.inner_text() != before:
                return
            await self.hands.page.wait_for_timeout(LOOK_MS)

    async def shoot(self) -> None:
        """Attack and fire, as whoever is at it."""
        await self.tap("Attack")
        await self.log_grows(self.tap("Fire"))

    async def order_squad(self) -> None:
        """Have a squad fire at whoever is nearest."""
        await self.tap("Squads", "gm")
        await self.log_grows(self.tap("Fire at the nearest", "gm"))


async def exchange(chromium_path: str, system: str) -> Cost:
    """Play until the second round of two players and four guards, who have no order yet; what it took the GM."""
    async with at_the_table(chromium_path, system, **SIZE) as hands:
        table = Table(hands, system, None, on_ground=False)
        await table.look_at("gm", "channel")
        await hands.type("npc add", template="guard", count="1", side="bridge")
        await hands.type("init start", title="Exchange", range_m=str(RANGE_M))
        for user in table.players:
            await table.look_at(user, "channel")
            await hands.type("init join")
        taps, seconds = 0, 0.0
        for _ in range(MOST_STEPS):
            if NEXT_ROUND.search(await hands.pane("log").locator("#channel-timeline").inner_text()):
                break
            began, before = time.monotonic(), table.taps
            did = await table.moment()
            print(f"  {did}", flush=True)
            if did.casefold().startswith("gm"):
                taps, seconds = taps + max(1, table.taps - before), seconds + time.monotonic() - began
        return Cost("an exchange of the GM's four guards", taps, seconds)


async def from_nothing(chromium_path: str) -> list[Cost]:
    """Clone this repository, have ``make try`` set itself up, and shoot by the guide."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        clone = await asyncio.create_subprocess_exec("git", "clone", "-q", str(ROOT), f"{folder}/clone")
        await clone.wait()
        env = {key: value for key, value in os.environ.items() if key not in ("VIRTUAL_ENV", "PYTHONPATH")}
        env["PYTHONUNBUFFERED"] = "1"  # the address is read from a pipe
        made = await asyncio.create_subprocess_exec(
            "make", "-s", "try", cwd=f"{folder}/clone", env=env, stdout=asyncio.subprocess.PIPE, start_new_session=True
        )
        assert made.stdout is not None
        try:
            address = await _address(made.stdout)
            opened = time.monotonic()
            taps = await _first_shot(chromium_path, address)
        finally:
            os.killpg(made.pid, signal.SIGTERM)
            await made.wait()
    shot = time.monotonic()
    return [
        Cost("clone to page", 0, opened - began),
        Cost("page to first shot, by the guide", taps, shot - opened),
        Cost("clone to first shot", taps, shot - began),
    ]


async def _address(lines: asyncio.StreamReader) -> str:
    """Return where the local game is to be seen, as it says itself.

    Raises:
        EOFError: it ended before.
    """
    async for each in lines:
        if found := ADDRESS.search(each):
            return found[0].decode()
    raise EOFError("make try ended without an address")


async def _first_shot(chromium_path: str, address: str) -> int:
    """Open the page and follow its guide until somebody fires; the taps that it took."""
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=chromium_path, args=list(QUIET))
        page = await chromium.new_page(viewport={"width": SIZE["width"], "height": SIZE["height"]})
        await page.goto(address)
        await page.locator("#step:not([disabled])").wait_for()
        people = Counting(Hands(page))
        while not (await people.guided()).endswith("fires"):
            pass
        await chromium.close()
        return people.taps


async def _until(people: Counting, users: tuple[str, ...]) -> None:
    """Let the guide play until one of these is to attack."""
    for _ in range(MOST_STEPS):
        step = (await people.hands.table())["step"]
        if step["user"] in users and step["title"].endswith("takes aim"):
            await people.hands.act_as(step["user"])
            return
        await people.hands.step()


async def measured(chromium_path: str, system: str) -> list[Cost]:
    """Play, and say what each part of it took."""
    async with at_the_table(chromium_path, system, **SIZE) as hands:
        people = Counting(hands)
        async with people.counted("page to first shot, by the guide"):
            while not (await people.guided()).endswith("fires"):
                pass
        await _until(people, ("ann", "bob"))
        async with people.counted("a shot"):
            await people.shoot()
        await _until(people, ("gm",))
        async with people.counted("a squad of three told to fire"):
            await people.order_squad()
        costs = people.costs
    async with at_the_table(chromium_path, system, **SIZE) as hands:
        people = Counting(hands)
        async with people.counted("a first fight, by the guide"):
            while not (await people.guided()).endswith("End the fight"):
                pass
    return [*costs, *people.costs, await exchange(chromium_path, system)]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="reflex")
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--clone", action="store_true", help="from a clone to the first shot instead")
    typed = parser.parse_args()
    costs = from_nothing(typed.browser) if typed.clone else measured(typed.browser, typed.system)
    print("| what | taps | seconds |\n|---|---|---|")
    for cost in asyncio.run(costs):
        print(f"| {cost.what} | {cost.taps} | {cost.seconds:.1f} |")


if __name__ == "__main__":
    main()
