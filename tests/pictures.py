"""Takes the README's picture: a fight that the guide of the local game plays, in a real browser.

python -m tests.pictures docs/images/try.png [--browser /usr/bin/chromium]
python -m tests.pictures docs/images/ground.png --ground bridge
python -m tests.pictures docs/images/sheet.png --card --steps 6
"""

from __future__ import annotations

import argparse
import asyncio
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import FrameLocator, Page, async_playwright

from bot import app
from bot.core.dice import ApartDice, Dice
from bot.core.ground.layouts import places_in
from bot.core.ground.outlines import Disc
from bot.core.ground.places import Place, between
from bot.posting.drawing_process import DrawingProcess
from bot.render.picture import drawn
from bot.service.requests import GroundMark, GroundThing, GroundView, GroundZone, Posture
from bot.simulated import browser
from bot.simulated.kept_game import KeptGame
from bot.simulated.ready_fights import FIGHTS

QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
PATIENCE_MS = 900
SETTLED_MS = 4_000  # the picture of the ground is drawn behind all else
STEPS = 9
SECRET = b"the picture"
LOOKED_AT_BY = "who => window.simcordPreview?.ready && window.simcordPreview.viewerId === who"


def dice(position: int, order: bytes) -> Dice:
    """The same faces in every picture."""
    return ApartDice(SECRET, SECRET, "", position, order)


class Hands:
    """Two players and a GM at one keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def pane(self, slot: str = "channel") -> FrameLocator:
        """What is in a pane: the channel, the log or the GM's thread."""
        return self.page.frame_locator(f'iframe[title="{slot}"]')

    async def act_as(self, user: str) -> None:
        """Choose who acts."""
        await self.page.locator("#who button", has_text=re.compile(user, re.IGNORECASE)).click()
        places = (await self.table())["places"]
        for reads, place in ((place["readers"].get(user), place) for place in places):
            element = await self.page.locator(f'iframe[title="{place["slot"]}"]').element_handle()
            frame = await element.content_frame() if reads and await element.is_visible() else None
            if frame is not None:
                await frame.wait_for_function(LOOKED_AT_BY, arg=reads)

    async def table(self) -> dict[str, Any]:
        """How the local game stands."""
        answer = await self.page.request.get(f"{self.page.url}table")
        return dict(await answer.json())

    async def play_another(self) -> bool:
        """Choose another rule system from the menu; whether it is played then."""
        before, menu = str((await self.table())["game"]), self.page.locator("#games")
        values = [str(await each.get_attribute("value")) for each in await menu.locator("option").all()]
        await menu.select_option(next(each for each in values if each != before))
        await self.page.locator("#step:not([disabled])").wait_for()
        return str((await self.table())["game"]) != before

    async def step(self) -> str:
        """Have the guide's next step play itself; what it said on its button."""
        button = self.page.locator("#step:not([disabled])")
        title = await button.inner_text()
        await button.click()
        await button.wait_for()
        return title

    async def type(self, command: str, **options: str) -> None:
        """Type a command, option by option, and send it."""
        box = self.pane().locator("#channel-composer-input")
        await box.click()
        await box.press_sequentially(f"/{command}", delay=10)
        await self.pane().locator(".command-entry").first.wait_for()
        await box.press("Enter")
        await self.pane().locator(".command-chip").wait_for()
        for name, value in options.items():
            await self._fill(name, value)
        await self.pane().locator("#send-message").click()
        await self.page.wait_for_timeout(PATIENCE_MS)

    async def _fill(self, name: str, value: str) -> None:
        field = self.pane().locator(f'.command-option-input[data-option="{name}"]')
        if not await field.count():
            await self.pane().locator(".command-ghost").first.click()
            await self.pane().locator(".command-suggestion", has_text=name).first.click()
        await field.click()
        await field.press_sequentially(value, delay=10)
        offered = self.pane().locator(".command-suggestion", has_text=value)
        await self.page.wait_for_timeout(PATIENCE_MS)
        if await offered.count():
            await offered.first.click()


@asynccontextmanager
async def at_the_table(chromium_path: str, system: str = "reflex", **size: int) -> AsyncIterator[Hands]:
    """Sit down at a new local game in a browser; the menu of rules has another system, too."""
    with tempfile.TemporaryDirectory() as folder:
        keys = (system, next(key for key in FIGHTS if key != system))
        games = {key: KeptGame(Path(folder), key, DrawingProcess(), dice) for key in keys}
        async with browser.play(games, port=0) as address, async_playwright() as playwright:
            chromium = await playwright.chromium.launch(executable_path=chromium_path, args=list(QUIET))
            page = await chromium.new_page(viewport={"width": size["width"], "height": size["height"]})
            await page.goto(address)
            await page.locator("#step:not([disabled])").wait_for()
            yield Hands(page)
            await chromium.close()


async def take(picture: Path, chromium_path: str, system: str, steps: int, **size: int) -> None:
    """Play, and photograph what is to be seen then."""
    async with at_the_table(chromium_path, system, **size) as hands:
        for _ in range(steps):
            await hands.step()
        await hands.page.wait_for_timeout(SETTLED_MS)
        await hands.page.screenshot(path=picture)


async def take_card(picture: Path, chromium_path: str, system: str, steps: int, **size: int) -> None:
    """Play, and photograph the card of somebody as they are then."""
    async with at_the_table(chromium_path, system, **size) as hands:
        for _ in range(steps):
            await hands.step()
        await hands.act_as("ann")
        for _ in range(2):  # the first has the process begin that draws
            await hands.type("sheet show")
        await hands.page.wait_for_timeout(SETTLED_MS)
        shown = hands.pane().locator("[data-message-id]", has_text="Played by").last
        await shown.screenshot(path=picture)


def ground(name: str) -> GroundView:
    """A fight on a ready ground: three against three, one of whom was last seen somewhere, one down, one in smoke."""
    layout = app.grounds()[name]
    pieces = {piece.name: piece for piece in layout.pieces}
    people: list[tuple[str, dict[str, Any]]] = [
        ("Ann", {"acts": True}),
        ("Bob", {"posture": Posture.LOW}),
        ("Cleo", {"posture": Posture.FLAT}),
        ("Guard 1", {}),
        ("Guard 2", {"lost": True}),
        ("Guard 3", {"down": True, "posture": Posture.FLAT}),
    ]
    marks = []
    for number, (who, how) in enumerate(people):
        side, turn = divmod(number, 3)
        place = list(places_in(layout.zones[side], pieces, 0))[2 * turn]
        letters = "".join(word[0] for word in who.split())
        marks.append(GroundMark(letters, side, place.east_cm, place.north_cm, name=who, **how))
    things = tuple(GroundThing(each.name, each.material, each.outline) for each in layout.pieces)
    middle = between(*(Place(marks[each].east_cm, marks[each].north_cm) for each in (1, 4)))
    return GroundView(("party", "foes"), tuple(marks), things, (GroundZone("smoke", Disc(middle, 500)),))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--ground", metavar="NAME", help="draw a ready ground instead")
    parser.add_argument("--card", action="store_true", help="photograph the card of Ann alone")
    parser.add_argument("--system", default="reflex")
    parser.add_argument("--steps", type=int, default=STEPS, help="of the guide, before the picture")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=900)
    typed = parser.parse_args()
    if typed.ground:
        typed.picture.write_bytes(drawn(ground(typed.ground)))
    else:
        size = {"width": typed.width, "height": typed.height}
        photograph = take_card if typed.card else take
        asyncio.run(photograph(typed.picture, typed.browser, typed.system, typed.steps, **size))
