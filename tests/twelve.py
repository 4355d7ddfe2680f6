"""Plays a fight of twelve in the local game to its report, in a real browser, as the GM and two players.

python -m tests.twelve KEY ... [--width 390] [--moments 40] [--pictures FOLDER] [--browser /usr/bin/chromium]

It taps what people tap, and fails where the page has an error, the bot sends what Discord would refuse, or something
is cut off. On a ready ground (--ground bridge) nobody may type a distance, each player has to act, and together they
move, go behind cover and fire. What the log says goes to FOLDER beside the pictures, so that somebody can read the
fight there.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import time
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Locator

from bot.simulated.ready_fights import FIGHTS
from tests.cogs.discord_accepts import watching
from tests.pictures import Hands, at_the_table

PATIENCE_MS, LOOKS = 100, 100
LOOKS_FOR_BUTTON = 20  # the tracker is written anew behind the answer
DRAWN_MS = 4_000  # a picture of the ground is drawn behind all else
MOMENTS = 40
RANGE_M = 30
PARTY, BRIDGE = 4, 2  # who come to the two players, and to the four at the bridge
PICTURED = (1, 4, 12)  # moments
TABLE = "table"  # tells of what the log may be silent about: who waits
MOST_ASKED = 20  # one after the other, before a fight can end
DISTANCE = re.compile(r"range_m|\bmetres|\d+(\.\d+)? ?m\b|\d+,\d+")
GUIDED = "by the guide"
GOES_ON = re.compile(r"Wait \(|Default: ")
SQUADS = "^Squads act|: fire at the nearest$|: hold( and watch)?$"
PLAIN = (
    "Press",
    "Test nerve",
    "Finish",
    "Wait to attack",
)  # what needs no panel, and is more than to let the moment go by
NOT_GUIDED = ("Take the last order back", "End the fight")


class Walk(NamedTuple):
    """Where a player goes when it is their moment: by the panel of a Move, or by what is typed behind ``/act``."""

    to: str
    by_panel: bool = False
    covers: bool = False


WALKS: dict[str, tuple[Walk, ...]] = {  # on the bridge, whose sandbags and guard house are before the players
    "ann": (Walk("sandbags", covers=True), Walk("towards the guard house", by_panel=True)),
    "bob": (Walk("towards the railing east", by_panel=True), Walk("guard house", covers=True)),
}

CUT_OFF = """() => {
  const wide = innerWidth + 1, found = [];
  for (const each of document.querySelectorAll(".channel-message *, .modal-body *")) {
    const box = each.getBoundingClientRect(), style = getComputedStyle(each);
    if (!box.width || !box.height || each.closest(".visually-hidden")) continue;
    const hides = style.overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
    const what = `${each.className || each.tagName}: ${each.textContent.trim().slice(0, 60)}`;
    if (box.right > wide || box.left < 0 || hides) found.push(what);
  }
  return [...new Set(found)];
}"""


class Table:
    """The GM and two players at one page, and what was wrong with it."""

    def __init__(self, hands: Hands, key: str, pictures: Path | None, *, on_ground: bool) -> None:
        self.hands = hands
        self.on_ground = on_ground
        self.typed: list[str] = []
        self.did: dict[str, list[str]] = {user: [] for user in FIGHTS[key].players}
        self.key = key
        self.players = {user: name for user, (name, _) in FIGHTS[key].players.items()}
        self.page = hands.page
        self.pictures = pictures
        self.wrong: list[str] = []
        self.taps = 0
        self.page.on("pageerror", lambda error: self.wrong.append(f"the page: {error}"))

    async def look_at(self, user: str, slot: str) -> None:
        """Be somebody, and have a pane before oneself."""
        button = self.page.locator("#who button").nth(("gm", "ann", "bob").index(user))
        if await button.get_attribute("aria-checked") != "true":
            await self.hands.act_as(user)
        tab = self.page.locator(f'#tabs button[data-slot="{slot}"]')
        if await tab.is_visible():
            await tab.click()

    async def picture(self, name: str) -> None:
        """Photograph the page, and note what is cut off in its panes."""
        for frame in self.page.frames[1:]:
            if await (await frame.frame_element()).is_visible():
                self.wrong += [f"cut off at {name}: {each}" for each in await frame.evaluate(CUT_OFF)]
        if self.pictures:
            await self.page.screenshot(path=self.pictures / f"{name}.png")

    async def newest(self, slot: str) -> str:
        """What stands last in a pane, by which one sees that something came of a tap; or how the table stands."""
        if slot == TABLE:
            return str(await self.hands.table())
        lines = self.hands.pane(slot).locator("#channel-timeline .channel-message")
        return f"{await lines.count()} {await lines.last.text_content()}" if await lines.count() else ""

    async def tap(self, user: str, label: str, slot: str = "channel", *, tells: str = "log") -> bool:
        """Tap the newest button whose label begins so, as somebody; whether the pane that ``tells`` of it then did."""
        await self.look_at(user, slot)
        begins = re.compile(rf"^\s*{re.escape(label)}")  # what is done again says in its label what that is
        button = self.hands.pane(slot).locator("#channel-timeline button:enabled", has_text=begins).last
        if not await self._there(button):
            return False
        before = await self.newest(tells)
        refused = await self.refusals(slot)
        await button.click()
        self.taps += 1
        for _ in range(LOOKS):
            await self.page.wait_for_timeout(PATIENCE_MS)
            if await self.newest(tells) != before:
                return True
            if await self.refusals(slot) > refused:
                return False
        return False

    async def refusals(self, slot: str) -> int:
        """How many refusals are to be seen in a pane."""
        return await self.hands.pane(slot).locator("#channel-timeline .channel-message", has_text="⛔").count()

    async def _there(self, button: Locator) -> bool:
        """Wait a little for a button that is about to be posted; whether it was."""
        for _ in range(LOOKS_FOR_BUTTON):
            if await button.count():
                return True
            await self.page.wait_for_timeout(PATIENCE_MS)
        return False

    async def _grows(self, slot: str, before: str) -> bool:
        """Wait until something else stands last in a pane; whether it came to that."""
        for _ in range(LOOKS):
            await self.page.wait_for_timeout(PATIENCE_MS)
            if await self.newest(slot) != before:
                return True
        return False

    async def squads(self) -> str:
        """What the GM's thread offers to do with squads at this moment: the label; nothing if it offers nothing."""
        newest = self.hands.pane("gm").locator("#channel-timeline .channel-message").last
        offered = newest.locator("button:enabled", has_text=re.compile(SQUADS))
        return await offered.first.inner_text() if await offered.count() else ""

    async def step(self) -> dict[str, str]:
        """Who is to do what next."""
        return dict((await self.hands.table())["step"])

    async def deeds(self) -> list[str]:
        """What can be tapped below the newest tracker."""
        trackers = self.hands.pane().locator("#channel-timeline .channel-message", has_text=GOES_ON)
        return await trackers.last.locator("button:enabled").all_inner_texts() if await trackers.count() else []

    async def fires(self, user: str) -> bool:
        """Open the panel of an attack, and fire where it can be done; whether the log told of it."""
        if not await self.tap(user, "Attack", tells="channel"):
            return False
        fire = self.hands.pane().locator("#channel-timeline .channel-message").last.locator("button", has_text="Fire")
        return await self._there(fire) and await fire.is_enabled() and await self.tap(user, "Fire")

    async def due(self) -> str:
        """Whose moment it is, as the tracker says: a player before the GM."""
        wait = self.hands.pane().locator("#channel-timeline button", has_text=GOES_ON).last
        label = await wait.inner_text() if await wait.count() else ""
        return next((user for user, name in self.players.items() if name in label), "gm")

    async def type(self, user: str, command: str, *, tells: str = "log", **options: str) -> bool:
        """Type a command as somebody; whether the pane that ``tells`` of it then did."""
        await self.look_at(user, "channel")
        self.typed.append(" ".join((f"/{command}", *(f"{key}:{value}" for key, value in options.items()))))
        before = await self.newest(tells)
        await self.hands.type(command, **options)
        return await self._grows(tells, before)

    async def choose(self, user: str, what: str) -> bool:
        """Choose from a menu of the newest message; whether it is offered."""
        await self.look_at(user, "channel")
        panel = self.hands.pane().locator("#channel-timeline .channel-message").last
        menus = panel.locator(".select-trigger")
        for number in range(await menus.count()):
            await menus.nth(number).click()
            offered = self.hands.pane().locator(".select-option:visible", has_text=what).first
            self.taps += 1
            if await offered.count():
                before = await self.newest("channel")
                await offered.click()
                self.taps += 1
                return await self._grows("channel", before)
            await menus.nth(number).press("Escape")
        return False

    async def walk(self, user: str, walk: Walk) -> bool:
        """Go somewhere; whether the log told of it."""
        if walk.by_panel:
            opened = await self.tap(user, "Move", tells="channel")
            return opened and await self.choose(user, f"to: {walk.to}") and await self.tap(user, "Move")
        if walk.covers:
            return await self.type(user, "act", action="take_cover", behind=walk.to)
        return await self.type(user, "act", action="move", to=walk.to)

    async def goes(self, user: str) -> str:
        """Have a player go somewhere, in turn with firing, where one can; what was done."""
        gone = [each for each in self.did[user] if each != "fire"]
        walks = WALKS.get(user, ())[len(gone) : len(gone) + 1] if self.on_ground else ()
        for walk in walks if len(self.did[user]) % 2 == 0 else ():
            if await self.walk(user, walk):
                self.did[user].append("cover" if walk.covers else "move")
                return f"{user}: {self.did[user][-1]} {walk.to}"
        return ""

    async def moment(self) -> str:
        """Have whoever is to act do so, as people tap it; who did what, for the table that is printed."""
        if (step := await self.settled())["typed"].startswith("/answer"):
            self.typed.append(step["typed"])
            return f"{await self.hands.step()}, {GUIDED}"
        user = await self.due()
        if user == "gm":
            await self.look_at("gm", "gm")
            if (label := await self.squads()) and await self.tap("gm", label, "gm", tells="gm"):
                return f"gm: {label}"
        elif did := await self.goes(user):
            return did
        deeds = await self.deeds()
        if "Attack" in deeds and await self.fires(user):
            self.did.setdefault(user, []).append("fire")
            return f"{user}: Attack, Fire"
        for label in PLAIN:
            if label in deeds and await self.tap(user, label, tells=TABLE):
                return f"{user}: {label}"
        for label in ("Wait (", "Default: "):
            if await self.tap(user, label, tells=TABLE):
                return f"{user}: {label}"
        step = await self.step()
        if step["title"] in NOT_GUIDED:
            return "gm: /init next" if await self.type("gm", "init next", tells=TABLE) else "nobody"
        if self.on_ground and DISTANCE.search(step["typed"]):
            return "nobody"
        self.typed.append(step["typed"])
        return f"{await self.hands.step()}, {GUIDED}"

    async def settled(self) -> dict[str, str]:
        """Wait until the tracker shows whose moment it is; who is to do what next."""
        for _ in range(LOOKS):
            table = await self.hands.table()
            if table["step"]["typed"].startswith("/answer") or await self.due() in table["due"]:
                break
            await self.page.wait_for_timeout(PATIENCE_MS)
        return dict(table["step"])

    async def fight(self, moments: int, **where: str) -> None:
        """Play one fight from the opening to its report."""
        await self.look_at("gm", "channel")
        await self.hands.type("npc add", template="guard", count=str(PARTY), side="party")
        await self.hands.type("npc add", template="guard", count=str(BRIDGE), side="bridge")
        await self.hands.type("init start", title="Twelve", **where)
        for user in self.players:
            await self.look_at(user, "channel")
            await self.hands.type("init join")
        await self.everywhere(f"{self.key}-0")
        for number in range(1, moments + 1):
            if (await self.step())["title"] == "Open the fight":
                break
            print(f"{number:3} {await self.moment()}", flush=True)
            if number in PICTURED:
                await self.everywhere(f"{self.key}-{number}")
        await self.report()
        if self.on_ground:
            self.wrong += [f"a distance was typed: {each}" for each in self.typed if DISTANCE.search(each)]
            acted = {each for user in self.players for each in self.did[user]}
            self.wrong += [f"{user} did nothing" for user in self.players if not self.did[user]]
            self.wrong += [f"no player did {what}" for what in ("move", "cover", "fire") if what not in acted]

    async def report(self) -> None:
        """Answer what is still asked, end the fight and open its report."""
        for _ in range(MOST_ASKED):
            if not (await self.settled())["typed"].startswith("/answer"):
                break
            print(f"    {await self.moment()}", flush=True)
        await self.look_at("gm", "channel")
        if (await self.step())["title"] != "Open the fight":
            await self.type("gm", "init end", tells="channel")
        if not await self.tap("gm", "Report", tells="channel"):
            self.wrong.append("no report was to be had")
        await self.everywhere(f"{self.key}-report")

    async def everywhere(self, name: str) -> None:
        """Photograph each pane, where one alone is to be seen."""
        await self.page.wait_for_timeout(DRAWN_MS)
        who = await self.page.locator('#who button[aria-checked="true"]').inner_text()
        for slot in ("channel", "log", "gm") if await self.page.locator("#tabs").is_visible() else ("channel",):
            await self.look_at("gm" if slot == "gm" else who.lower(), slot)
            await self.page.wait_for_timeout(PATIENCE_MS)
            await self.picture(f"{name}-{slot}")

    async def story(self) -> str:
        """What the log says, as it is read from its first line on."""
        await self.look_at("gm", "log")
        older = self.hands.pane("log").locator("#history-older")
        while await older.is_visible():
            await older.click()
            await self.page.wait_for_timeout(PATIENCE_MS)
        return "\n\n".join(await self.hands.pane("log").locator(".channel-message").all_inner_texts())


async def played(
    key: str, chromium_path: str, moments: int, pictures: Path | None, where: dict[str, str], **size: int
) -> list[str]:
    """Play a fight; what was wrong with it."""
    with watching() as refused:
        async with at_the_table(chromium_path, key, **size) as hands:
            table = Table(hands, key, pictures, on_ground="ground" in where)
            await table.fight(moments, **where)
            if pictures:
                (pictures / f"{key}.txt").write_text(await table.story(), "utf-8")
            if not await hands.play_another():
                table.wrong.append("no other rule system was to be had")
        return [*table.wrong, *(f"Discord would refuse: {each}" for each in refused)]


def main() -> int:
    """Play the fights that were named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("systems", nargs="+", choices=FIGHTS, metavar="KEY")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--moments", type=int, default=MOMENTS)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--ground", help=f"a ready one; otherwise the sides stand {RANGE_M} m apart")
    typed = parser.parse_args()
    where = {"ground": typed.ground} if typed.ground else {"range_m": str(RANGE_M)}
    size = {"width": typed.width, "height": typed.height}
    wrong = []
    for key in typed.systems:
        began_s = time.monotonic()
        wrong += asyncio.run(played(key, typed.browser, typed.moments, typed.pictures, where, **size))
        print(f"{key}, {typed.width} wide: to its report in {time.monotonic() - began_s:.0f} s", flush=True)
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
