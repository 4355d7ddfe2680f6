"""Takes the README's picture: a fight played by hand, through a real browser, in the local game.

python -m tests.pictures docs/images/try.png [--browser /usr/bin/chromium]
python -m tests.pictures docs/images/ground.png --ground bridge
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from playwright.async_api import FrameLocator, Page, async_playwright

from bot import app
from bot.core.dice import Dice, SeededDice
from bot.core.ground.layouts import places_in
from bot.core.ground.outlines import Disc
from bot.core.ground.places import Place, between
from bot.posting.drawing_process import DrawingProcess
from bot.render.picture import drawn
from bot.service.requests import GroundMark, GroundThing, GroundView, GroundZone, Posture
from bot.settings import Settings
from bot.simulated import browser, example_fight

QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
PATIENCE_MS = 900
CHANNEL = "the-table"
TURNS = 5
SHOTS = {
    "Ann Reyes": {"target": "Guard 1", "rounds": "4"},
    "Bob Lindqvist": {"target": "Guard 2", "rounds": "5"},
}
SECRET = b"the picture"


def dice(position: int, order: bytes) -> Dice:
    """The same faces in every picture."""
    return SeededDice(SECRET, SECRET, position, order)


class Hands:
    """Two players and a GM at one keyboard."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def pane(self) -> FrameLocator:
        """The channel."""
        return self._page.frame_locator(f'iframe[title="{CHANNEL}"]')

    async def act_as(self, user: str) -> None:
        """Choose who types."""
        await self.pane().locator("#viewer-picker").select_option(label=user)
        await self._page.wait_for_timeout(PATIENCE_MS)

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
        await self._page.wait_for_timeout(PATIENCE_MS)

    async def _fill(self, name: str, value: str) -> None:
        field = self.pane().locator(f'.command-option-input[data-option="{name}"]')
        if not await field.count():
            await self.pane().locator(".command-ghost").first.click()
            await self.pane().locator(".command-suggestion", has_text=name).first.click()
        await field.click()
        await field.press_sequentially(value, delay=10)
        offered = self.pane().locator(".command-suggestion", has_text=value)
        await self._page.wait_for_timeout(PATIENCE_MS)
        if await offered.count():
            await offered.first.click()

    async def whose_turn(self) -> str:
        """Who is to act by the newest tracker, empty where it is somebody unseen."""
        told = await self.pane().locator("body").inner_text()
        newest = told.rpartition("Exchange 1")[2]
        return next(
            (line.partition(":")[0] for line in newest.split("\n") if line.endswith(" now") or " now," in line), ""
        )


async def fight(hands: Hands) -> None:
    """Open the fight at the bridge and let everybody shoot for some turns."""
    await hands.act_as("gm")
    await hands.type("init start", title="The bridge", ground="bridge")
    for user in ("ann", "bob"):
        await hands.act_as(user)
        await hands.type("init join")
    for _ in range(TURNS):
        name = await hands.whose_turn()
        if name in SHOTS:
            await hands.act_as(name.split()[0].casefold())
            await hands.type("attack", **SHOTS[name], mode="snap")
        else:
            await hands.act_as("gm")
            await hands.type("init next")


async def take(picture: Path, chromium_path: str) -> None:
    """Play, and photograph what is to be seen then."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=Path(folder) / "picture.db")
        bot = partial(app.make_bot, settings, dice, drawing=DrawingProcess())
        game = browser.play(bot, prepare=example_fight.prepare, guide=example_fight.GUIDE, port=0)
        async with game as address, async_playwright() as playwright:
            chromium = await playwright.chromium.launch(executable_path=chromium_path, args=list(QUIET))
            page = await chromium.new_page(viewport={"width": 1500, "height": 950})
            await page.goto(address)
            await page.wait_for_timeout(3 * PATIENCE_MS)
            await fight(Hands(page))
            await page.locator("summary").first.click()
            await page.wait_for_timeout(PATIENCE_MS)
            await page.screenshot(path=picture)
            await chromium.close()


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
    typed = parser.parse_args()
    if typed.ground:
        typed.picture.write_bytes(drawn(ground(typed.ground)))
    else:
        asyncio.run(take(typed.picture, typed.browser))
