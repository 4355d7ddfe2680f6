"""Counts what a fight costs its people in the local game, in a real browser: taps and seconds, as a table.

python -m tests.taps [--system reflex] [--browser /usr/bin/chromium]

A tap is one touch; opening a menu and choosing from it are two. The switch of who one is costs nothing: everybody has a
Discord of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from tests.pictures import Hands, at_the_table

MOST_STEPS = 40
LOOKS, LOOK_MS = 40, 500
SIZE = {"width": 1280, "height": 900}


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

    async def table(self) -> dict[str, Any]:
        """How the local game stands."""
        answer = await self.hands.page.request.get(f"{self.hands.page.url}table")
        return dict(await answer.json())

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


async def _until(people: Counting, users: tuple[str, ...]) -> None:
    """Let the guide play until one of these is to attack."""
    for _ in range(MOST_STEPS):
        step = (await people.table())["step"]
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
        return [*costs, *people.costs]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="reflex")
    parser.add_argument("--browser", default="/usr/bin/chromium")
    typed = parser.parse_args()
    print("| what | taps | seconds |\n|---|---|---|")
    for cost in asyncio.run(measured(typed.browser, typed.system)):
        print(f"| {cost.what} | {cost.taps} | {cost.seconds:.1f} |")


if __name__ == "__main__":
    main()
