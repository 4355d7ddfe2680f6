"""`python -m tests.wire.fault_table [--only X]`: every fault against every kind of order, and what became of each.

One bot process a fault. In it each kind of order has a channel of its own with a fight of forty (a hundred and sixty
where one is started), so that orders are long, and others play in one more channel. The fault begins, everything is
typed at once, and more after it; then it ends, and one more order is typed in each channel. A cell is sound if nothing
is half done, the log of the players and that of the GM show every order whole, once and in order, the channel shows
each outcome once, no thread was opened in vain, and the database agrees with itself. Where a channel is gone for good,
nobody may ask for it for ever.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.wire.battle import BOT
from tests.wire.client import Answer, BotDied, Impossible, Unanswered, Wire
from tests.wire.kill import audited
from tests.wire.logbook import BEGINS, TRACKED, Logbook, outcome
from tests.wire.troubles import TROUBLES, Ground, Reach, Trouble
from tests.wire.world import Channel, Message

ACTIONS: Final = ("order", "button", "undo", "start", "end")
AT_ONCE: Final = 3
PATIENCE_S: Final = 3.0
GIVEN_UP_S: Final = 8.0  # what Discord has not heard of after three seconds it never will, unless it was put off
SETTLED_S: Final = 24.0
NUDGES: Final = 8
STILL_TRIED_S: Final = (12.0, 40.0)  # between these two no request may be made about a channel that is gone
PACE_S: Final = 0.15
LASTS_S: Final = 2.5  # long enough for whoever posts the log to meet the trouble
MORE: Final = ("/npc add", {"template": "guard"})


@dataclass
class Typed:
    """Something typed or clicked: its interaction, once it was delivered, and the first answer."""

    interaction_id: int = 0
    answer: Answer | None = None

    @property
    def told_s(self) -> float | None:
        """How long the answer took."""
        return self.answer.latency_s if self.answer and not self.answer.code else None


@dataclass
class Cell:
    """One fault against one kind of order: what does not agree, and how long the answer took, if one came."""

    trouble: str
    action: str
    wrong: list[str] = field(default_factory=list)
    told_s: float | None = None


@dataclass
class Row:
    """One fault: its cells, the slowest answer that others got meanwhile, and how long all of it took."""

    trouble: Trouble
    cells: list[Cell]
    others_s: float = 0.0
    elapsed_s: float = 0.0


class Room:
    """A channel with a fight, in which one kind of order is tried."""

    def __init__(self, wire: Wire, action: str) -> None:
        self.wire, self.action = wire, action
        self.channel: Channel = wire.world.add_channel(wire.guild, action)
        self.book = Logbook(wire, self.channel)
        self.first = Typed()
        self.typed: list[Typed] = []
        self.wrong: list[str] = []

    async def open(self) -> None:
        """Begin what the order needs, and wait until all of it is shown."""
        for squad in range(8 if self.action == "start" else 2):
            name = f"{'long ' * (squad % 7)}squad {squad}"  # of several lengths, so that pages end at any line
            await self.slash("/npc add", {"template": "militia", "count": 20, "name": name})
        if self.action != "start":
            await self.slash("/init start", {"now": True, "title": "The bridge"})
            await self.slash(*MORE)
        await self.book.export()
        await self.wire.until(lambda: not self.book.amiss(), SETTLED_S)

    async def slash(self, command: str, options: dict[str, Any] | None = None) -> Answer:
        """What the GM types, which has to be answered."""
        return await self.wire.slash("gm", self.channel, command, options or {})

    async def act(self) -> None:
        """The order that this room is for."""
        match self.action:
            case "order":
                await self.type("/npc add", {"template": "guard", "count": 20, "name": "Watchman of the long causeway"})
            case "button":
                await self._note(self._click)
            case "undo":
                await self.type("/undo", {})
            case "start":
                await self.type("/init start", {"now": True, "title": "The bridge"})
            case _:
                await self.type(f"/init {self.action}", {})

    async def type(self, command: str, options: dict[str, Any]) -> None:
        """Type a command, answered or not."""
        await self._note(lambda: self.wire.slash("gm", self.channel, command, options, timeout_s=GIVEN_UP_S))

    async def more(self) -> None:
        """One more order that everybody may know of."""
        await self.type(*MORE)

    async def go_on(self) -> None:
        """What is typed once the trouble is over: first again what was not done, then an order in a fight."""
        await self.book.export()
        if _at(self.first) not in {order.at_ms for order in self.book.known_to_gm.orders}:
            await self.act()
        if self.action == "end":
            await self.more()
            await self.type("/init start", {"now": True, "title": "The next bridge"})
        await self.more()

    async def _note(self, ask: Callable[[], Awaitable[Answer]]) -> None:
        typed = Typed()
        self.typed.append(typed)
        try:
            typed.answer = await ask()
            typed.interaction_id = typed.answer.id
        except Unanswered as silence:
            typed.interaction_id = silence.interaction_id
        except Impossible:  # nobody heard it, and whoever typed it was told so
            return

    async def _click(self) -> Answer:
        trackers = [each for each in self.wire.messages(self.channel) if _tracks(each)]
        if not trackers:
            raise Impossible("there is no tracker to click on")
        buttons = self.wire.buttons(trackers[-1])
        going_on = next(key for label, key in buttons.items() if label.startswith(("Wait (", "Default: ")))
        return await self.wire.click("gm", trackers[-1], custom_id=going_on, timeout_s=GIVEN_UP_S)

    async def settled(self, cut_off: Sequence[int]) -> None:
        """Wait until everything is shown as it should be, with an order now and then to wake whoever rests.

        What still is not is wrong.
        """
        for nudges in range(NUDGES):
            if nudges:
                await self.more()
            await self.book.export()
            try:
                return await self.wire.until(lambda: not self.book.amiss(cut_off), SETTLED_S / NUDGES)
            except TimeoutError:
                continue
        self.wrong += self.book.amiss(cut_off)
        return None

    def half_done(self, *, may_be_cut_off: bool) -> Iterator[str]:
        """What was done and not told, or told and not done."""
        done = {order.at_ms for order in self.book.known_to_gm.orders}
        for typed in self.typed:
            interaction = self.wire.world.interactions.get(typed.interaction_id)
            if interaction is None:
                continue
            told, carried_out = any("`#" in each.content for each in outcome(interaction)), _at(typed) in done
            if told and not carried_out:
                yield f"{_said(interaction.payload)} was told and not done"
            if carried_out and not told and not may_be_cut_off:
                yield f"{_said(interaction.payload)} was done and never told"

    def in_vain(self, *, allowed: int) -> Iterator[str]:
        """Threads beyond one of each kind for a fight, and beyond those that the trouble cost."""
        fights = sum(bool(BEGINS.match(order.words[0])) for order in self.book.told.orders)
        opened = [each.kind for each in self.wire.world.opened.values() if each.parent_id == self.channel.id]
        for kind in sorted(set(opened)):
            if opened.count(kind) > fights + allowed:
                yield f"{opened.count(kind)} threads of kind {kind} were opened for {fights} fights"


def _label(typed: Typed) -> bool:
    answer = typed.answer
    return answer is not None and any("`#" in each.content for each in (answer.message, *answer.followups) if each)


def _tracks(message: Message) -> bool:
    return any(TRACKED in str(row) for row in message.components)


def _at(typed: Typed) -> int:
    return (typed.interaction_id >> 22) + 1_420_070_400_000


def _said(payload: dict[str, Any]) -> str:
    data = payload["data"]
    return str(data.get("name") or data.get("custom_id"))


class Trial:
    """One fault, from a fresh bot to the audit of its database."""

    def __init__(self, wire: Wire, trouble: Trouble, actions: Sequence[str]) -> None:
        self.wire, self.trouble = wire, trouble
        self.rooms = [Room(wire, action) for action in actions]
        self.others = Room(wire, "others")
        self.ground = Ground(wire, [room.channel for room in self.rooms])
        self.others_s: list[float] = []
        self._begun_s = 0.0
        self._over = asyncio.Event()

    async def run(self) -> None:
        """All of it; what does not agree is noted with its room."""
        await self.wire.start_bot(BOT, {"FIRETEAM_LOG": "WARNING"})
        await asyncio.gather(*(room.open() for room in (*self.rooms, self.others)))
        await self._trouble()
        if self.trouble.reach is Reach.GONE:
            await self._forgotten()
        else:
            await self._afterwards()
        await self.wire.kill()
        for what in await audited(self.wire.database, aloud=False):
            self._wrong(what)

    async def _trouble(self) -> None:
        """Type everything while the trouble lasts, and let others play on."""
        self._begun_s = time.perf_counter()
        await self.trouble.begin(self.ground)
        typing = [asyncio.create_task(self._type_in(room)) for room in self.rooms]
        others = asyncio.create_task(self._play_on())
        await self.wire.world.signal.until(self._under_way, PATIENCE_S)
        await self.trouble.strike(self.ground)
        await asyncio.wait(typing, timeout=PATIENCE_S)
        self._over.set()
        await others
        await self._others_log()
        await self.trouble.end(self.ground)
        await self.ground.calm()
        await asyncio.gather(*typing)

    async def _type_in(self, room: Room) -> None:
        """The order of this room and two more, all under way at once, then two when those are answered."""
        first = asyncio.create_task(room.act())
        await asyncio.sleep(0)
        await asyncio.sleep(0.002)  # what was typed is known by its millisecond
        more = asyncio.create_task(room.more())
        await first
        room.first = room.typed[0]
        await more
        for _ in range(3):
            if room.channel.id in self.wire.world.channels:
                await room.more()
                await asyncio.sleep(PACE_S)

    def _under_way(self) -> bool:
        """Whether what each room is for has been sent to the bot, and one more order with it."""
        sent = [each.channel_id for each in self.wire.world.interactions.values() if each.sent_at_s > self._begun_s]
        return all(sent.count(room.channel.id) >= 2 for room in self.rooms)

    async def _play_on(self) -> None:
        while not self._over.is_set() or time.perf_counter() - self._begun_s < LASTS_S:
            await self.others.more()
            self.others_s += [each.told_s for each in self.others.typed[-1:] if each.told_s is not None]
            await asyncio.sleep(PACE_S)

    @property
    def _alone(self) -> bool:
        """Whether the trouble is not the others'."""
        return self.trouble.reach in (Reach.CHANNEL, Reach.GONE)

    async def _others_log(self) -> None:
        """Where the trouble is not theirs, others are answered and have their log while it lasts."""
        if self._alone:
            if any(not _label(each) for each in self.others.typed) or max(self.others_s) > PATIENCE_S:
                self._wrong("others were not answered in time")
            await self.others.settled(())
            for what in self.others.wrong:
                self._wrong(f"others meanwhile: {what}")

    async def _afterwards(self) -> None:
        """See that everything is shown, twice: what comes after it would show what was posted late and again."""
        may_be_cut_off = self.trouble.reach is Reach.ANSWERS
        for room in self.rooms:
            room.book.lost = self.ground.lost.get(room.channel.id, [])
            room.book.locked = self.ground.locked.get(room.channel.id, [])
        everybody = (*self.rooms, self.others)
        cut_off = [each.interaction_id for room in everybody for each in room.typed if may_be_cut_off]
        await asyncio.gather(*(room.go_on() for room in everybody))
        await asyncio.gather(*(room.settled(cut_off) for room in everybody))
        await asyncio.gather(*(room.more() for room in everybody))
        await asyncio.gather(*(room.book.export() if room.wrong else room.settled(cut_off) for room in everybody))
        for room in everybody:
            room.wrong += room.half_done(may_be_cut_off=may_be_cut_off)
            room.wrong += room.in_vain(allowed=int(self.trouble.costs_threads))

    async def _forgotten(self) -> None:
        """A channel that is gone is given up, and the GM told."""
        gm = self.wire.person("gm")
        await asyncio.sleep(STILL_TRIED_S[0])
        before = self.wire.standin.asked_of.copy()
        await asyncio.sleep(STILL_TRIED_S[1] - STILL_TRIED_S[0])
        more = self.wire.standin.asked_of - before
        for room in self.rooms:
            if tries := more[room.channel.id]:
                room.wrong.append(f"it was asked for {tries} times more, long after it was gone")
        told = self.wire.world.direct(gm)
        if more[told.id]:
            self._wrong(f"the GM was written to {more[told.id]} times more, long after it was gone")
        if gm.reachable and len(told.lines) != len(self.rooms):
            self._wrong(f"{len(told.lines)} notes to the GM for {len(self.rooms)} channels: {told.lines}")
        await self.others.more()
        await self.others.settled(())

    def _wrong(self, what: str) -> None:
        for room in self.rooms:
            room.wrong.append(what)


async def tried(trouble: Trouble, actions: Sequence[str]) -> Row:
    """One row of the table; where the bot dies, every cell of it says so."""
    row = Row(trouble, [Cell(trouble.name, action) for action in actions])
    began_s = time.perf_counter()
    async with Wire() as wire:
        trial = Trial(wire, trouble, actions)
        try:
            await trial.run()
        except (BotDied, TimeoutError, Unanswered, Impossible) as error:
            trial._wrong(f"{type(error).__name__}: {error}")
        for cell, room in zip(row.cells, trial.rooms, strict=True):
            cell.wrong, cell.told_s = room.wrong + trial.others.wrong, room.first.told_s
        row.others_s = max(trial.others_s, default=0.0)
    row.elapsed_s = time.perf_counter() - began_s
    return row


async def table(troubles: Sequence[Trouble], actions: Sequence[str]) -> list[Row]:
    """Every row, a few at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(trouble: Trouble) -> Row:
        async with gate:
            row = await tried(trouble, actions)
        print("\n".join(spoken(row)), flush=True)
        return row

    return await asyncio.gather(*map(one, troubles))


def spoken(row: Row) -> Iterator[str]:
    """What became of a row, a line for all of it and one for each thing that is wrong."""
    failed = [cell for cell in row.cells if cell.wrong]
    verdict = f"{len(failed)} of {len(row.cells)} cells fail" if failed else "sound"
    yield f"{row.trouble.name}: {verdict}; others: {_ms(row.others_s)}; {row.elapsed_s:.1f} s"
    for cell in failed:
        yield from (f"    {cell.action}: {what}" for what in cell.wrong)


def markdown(rows: Sequence[Row]) -> str:
    """The table, with what each answer took."""
    actions = [cell.action for cell in rows[0].cells]
    lines = [f"| fault | reach | {' | '.join(actions)} | others within |", "|---" * (len(actions) + 3) + "|"]
    for row in rows:
        cells = " | ".join(map(_shown, row.cells))
        lines.append(f"| {row.trouble.name} | {row.trouble.reach.value} | {cells} | {_ms(row.others_s)} |")
    return "\n".join(lines)


def _shown(cell: Cell) -> str:
    told = _ms(cell.told_s)
    return f"**wrong**, {told}" if cell.wrong else told


def _ms(seconds: float | None) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds else "not told"


def main() -> int:
    """Parse the command line, try everything, and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire.fault_table", description="Every fault, every order.")
    parser.add_argument("--only", action="append", default=[], help="faults or kinds of order by a part of their name")
    parser.add_argument("--markdown", type=Path, help="where to write the table")
    typed = parser.parse_args()
    actions = [each for each in ACTIONS if each in typed.only] or list(ACTIONS)
    parts = [part for part in typed.only if part not in ACTIONS] or [""]
    troubles = [each for each in TROUBLES if any(part in each.name for part in parts)]
    began_s = time.perf_counter()
    rows = asyncio.run(table(troubles, actions))
    if typed.markdown:
        typed.markdown.write_text(f"{markdown(rows)}\n", encoding="utf-8")
    wrong = sum(bool(cell.wrong) for row in rows for cell in row.cells)
    print(f"{sum(len(row.cells) for row in rows)} cells, {wrong} wrong, {time.perf_counter() - began_s:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
