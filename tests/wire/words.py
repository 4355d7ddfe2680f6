"""What each log owes its readers, word by word, as the bot's own code words the orders that its database holds.

Only orders, and the accounts and secrets of chapters, are asked of it: how they become messages is what is judged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from bot import app
from bot.core.views import GM, PUBLIC
from bot.core.wording import Line
from bot.service.case import PlayedScene
from bot.service.orders.automatic_events import told_at_once, without_number
from bot.service.orders.fairness import promised, shown_secret
from bot.service.orders.order_words import happened, turned
from bot.service.orders.summary import summary_of
from bot.service.outbox import OPENING, Post
from bot.service.ports import Unit
from bot.settings import Database
from bot.storage.opening import opened
from tests.wire import pages
from tests.wire.client import Wire
from tests.wire.pages import Page
from tests.wire.rows import rows
from tests.wire.world import Channel

Log = tuple[int, int, bool]  # of which scene, of which fight, and whether it is the GM's

PROMISED: Final = """
    SELECT outbox.id, scene_id, fight, kind, ordinal, argument FROM outbox JOIN scenes ON scenes.id = scene_id
    WHERE {guild} IN (0, guild_id) ORDER BY outbox.id
"""
PLACES: Final = "SELECT scene_id, fight, thread_id, gm_thread_id FROM logs"
LABELS: Final = "SELECT scene_id, ordinal, CASE WHEN gm_only = 1 THEN 'g' ELSE '' END || number FROM orders"
ABOUT_ORDERS: Final = frozenset({Post.ORDER, Post.UNDONE, Post.GM})
WORDED: Final = ABOUT_ORDERS | {Post.ROUND, Post.SECRET, Post.SUMMARY}
HOUSE: Final = app.house()


@dataclass(frozen=True)
class Promise:
    """A row of the outbox."""

    id: int
    scene_id: int
    fight: int
    kind: Post
    ordinal: int
    argument: int

    @property
    def log(self) -> Log:
        """Where it is owed."""
        return self.scene_id, self.fight, self.kind is Post.GM


@dataclass
class Words:
    """What the logs of a guild in a database owe, or of all; what was worded once is kept, since no promise changes."""

    database: Database
    guild_id: int = 0
    known: dict[int, Page] = field(default_factory=dict)
    _opened: dict[Log, int] = field(default_factory=dict)

    async def wrong(self, wire: Wire, *, whole: bool) -> list[str]:
        """Where the threads do not show what they owe; unless they must be whole, their ends may be missing."""
        owed, places = await self.owed(), self._places()
        found = []
        for log, due in owed.items():
            place = wire.world.channels.get(places.get(log, 0))
            there = pages.shown(place) if place else ()
            if what := pages.unlike(there, due, whole=whole):
                found.append(f"{_called(log)}: {what}")
        return found

    async def ends(self) -> dict[Log, Page]:
        """The last page of the newest log of each scene and of its GM's: they are posted last."""
        owed = await self.owed()
        newest = {(scene, gm): (scene, fight, gm) for scene, fight, gm in sorted(owed)}.values()
        return {log: owed[log][-1] for log in newest}

    def stand(self, wire: Wire, ends: Mapping[Log, Page]) -> bool:
        """Whether the last messages of threads, which may not have been opened yet, are all of these pages."""
        if any(self._opened.get(log) not in wire.world.channels for log in ends):
            self._opened = self._places()
        return all(_ends_with(wire.world.channels.get(self._opened.get(log, 0)), due) for log, due in ends.items())

    async def owed(self) -> Mapping[Log, tuple[Page, ...]]:
        """The pages of each log, in order."""
        promises = self._promises()
        await self._word([each for each in promises if each.id not in self.known])
        logs: defaultdict[Log, list[Page]] = defaultdict(list)
        for each in promises:
            logs[each.log].append(self.known[each.id])
        return {log: pages.joined(due) for log, due in logs.items()}

    def _promises(self) -> list[Promise]:
        rows = [(*row[:3], Post(row[3]), *row[4:]) for row in self._rows(PROMISED.format(guild=self.guild_id))]
        return [Promise(*row) for row in rows if row[3] in WORDED]

    def _places(self) -> dict[Log, int]:
        return {(scene, fight, gm): row[gm] for scene, fight, *row in self._rows(PLACES) for gm in (False, True)}

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        return rows(self.database, query)[0]

    async def _word(self, promises: Sequence[Promise]) -> None:
        if not promises:
            return
        labels = {(scene, ordinal): label for scene, ordinal, label in self._rows(LABELS)}
        store = opened(self.database, HOUSE.systems)
        try:
            for each in promises:
                lines = store.look(partial(_lines, promise=each))
                label = labels[each.scene_id, each.ordinal] if each.kind in ABOUT_ORDERS else ""
                self.known[each.id] = Page(label, "".join(pages.bare(line.text) for line in lines))
        finally:
            await store.close()


def _lines(unit: Unit, promise: Promise) -> tuple[Line, ...]:
    match promise.kind:
        case Post.SECRET:
            chapter = unit.chapter(promise.scene_id, promise.argument)
            return promised(chapter) if promise.ordinal == OPENING else shown_secret(chapter)
        case Post.SUMMARY:
            row = unit.scene_row(promise.scene_id)
            played = HOUSE.system(unit.chapter(row.id, promise.argument).ruleset)
            return summary_of(unit, PlayedScene(row, unit.state(row), played), promise.argument, promise.ordinal)
        case _:
            return _order_lines(unit, promise)


def _order_lines(unit: Unit, promise: Promise) -> tuple[Line, ...]:
    order = unit.order(promise.scene_id, promise.ordinal)
    chapter = unit.chapter(promise.scene_id, order.chapter)
    ruleset = HOUSE.system(chapter.ruleset).ruleset
    events = unit.events(order.scene_id, order.ordinal, order.ordinal, ruleset.key).get(order.ordinal, [])
    if promise.kind is Post.ROUND:
        return without_number(unit, ruleset, chapter, (order, events))
    viewer = GM if promise.kind is Post.GM else PUBLIC
    if order.voids:
        return turned(unit, order, viewer)
    return happened(unit, ruleset, order, events if viewer.gm else told_at_once(order, events), viewer)


def _ends_with(place: Channel | None, due: Page) -> bool:
    words = ""
    for message in reversed(place.messages.values()) if place else ():
        for part in reversed(pages.parts(message.told)):
            if part.label != due.label:
                return False
            words = part.words + words
            if len(words) >= len(due.words):
                return words == due.words
    return False


def _called(log: Log) -> str:
    _, fight, gm = log
    return f"the {'GM thread' if gm else 'log'} of fight {fight}"
