"""What the log still owes its readers: a queue of promises per channel, worded for each audience when it is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

import msgspec

from bot.core.events import Event
from bot.core.views import GM, PUBLIC
from bot.core.wording import Line, line, name, note
from bot.service.answers import question_buttons
from bot.service.case import Stage
from bot.service.fairness import promised, shown_secret
from bot.service.history import taken_back
from bot.service.parcels import CLOSING, LogThread, Parcel, Post, Posted, TrackerPost
from bot.service.ports import OrderRow, OutboxRow, Store, Unit
from bot.service.requests import Button
from bot.service.summary import summary_of
from bot.service.systems import House
from bot.service.telling import label, told, turned
from bot.service.trackers import tracker

__all__ = ["LogThread", "Parcel", "Post", "Postbox", "Posted", "TrackerPost"]

ABOUT_ORDERS = (Post.ORDER, Post.GM, Post.UNDONE)


class Postbox:
    """The publisher's side of the referee."""

    def __init__(self, store: Store, house: House) -> None:
        self._store = store
        self._house = house

    def subscribe(self, listener: Callable[[int], None]) -> None:
        """Have ``listener`` called, in the event loop, with the channel of every change that has been committed."""
        self._store.subscribe(listener)

    async def channels(self) -> tuple[int, ...]:
        """The channels that wait for something to be posted, for instance after a crash."""
        return tuple(await self._store.unposted_channels())

    async def parcels(self, channel_id: int, most: int = 20) -> tuple[Parcel, ...]:
        """The oldest parcels of a channel that have not been posted."""
        return await self._store.read(partial(_parcels, house=self._house, channel_id=channel_id, most=most))

    async def posted(self, parcels: Sequence[int], channel_id: int, message_id: int) -> None:
        """Note that parcels, by id, stand in a message; 0 where there is no message to speak of."""
        await self._store.write(lambda unit: unit.mark_posted(parcels, channel_id, message_id))

    async def thread_opened(self, log: LogThread) -> None:
        """Note what is now known of a fight's log; fields of 0 keep what was known before."""
        await self._store.write(partial(_merge_log, log=log))

    async def tracker(self, channel_id: int) -> TrackerPost | None:
        """What the tracker of a channel should show; None where nothing was ever played."""
        return await self._store.read(partial(_tracker_post, house=self._house, channel_id=channel_id))

    async def tracker_posted(self, scene_id: int, channel_id: int, message_id: int, version: int, turn: str) -> None:
        """Note that the tracker of ``version`` stands in a message and that ``turn`` was pinged."""
        post = TrackerPost(
            scene_id=scene_id,
            tracker=None,
            channel_id=channel_id,
            message_id=message_id,
            version=version,
            pinged=turn,
        )
        await self._store.write(lambda unit: unit.save_tracker_post(post))


def _merge_log(unit: Unit, log: LogThread) -> None:
    known = unit.log_thread(log.scene_id, log.fight)
    merged = {
        "starter_id": log.starter_id or known.starter_id,
        "thread_id": log.thread_id or known.thread_id,
        "gm_thread_id": log.gm_thread_id or known.gm_thread_id,
        "in_place": log.in_place or known.in_place,
    }
    unit.save_log_thread(msgspec.structs.replace(known, **merged))


def _tracker_post(unit: Unit, house: House, channel_id: int) -> TrackerPost | None:
    row = unit.scene_at(channel_id)
    if row is None:
        return None
    found = unit.tracker_post(row.id) or TrackerPost(scene_id=row.id, tracker=None)
    shown = tracker(unit, Stage(row, unit.state(row), house.system(row.ruleset)))
    return msgspec.structs.replace(found, tracker=shown)


def _parcels(unit: Unit, house: House, channel_id: int, most: int) -> tuple[Parcel, ...]:
    row = unit.scene_at(channel_id)
    if row is None:
        return ()
    waiting = unit.unposted(channel_id, most)
    sorter = _Sorter(unit, house, Stage(row, unit.state(row), house.system(row.ruleset)), waiting)
    return tuple(map(sorter.parcel, waiting))


class _Sorter:
    """Words the promises of one channel; what several of them need is read once, and what is alike together."""

    def __init__(self, unit: Unit, house: House, stage: Stage, rows: Sequence[OutboxRow]) -> None:
        self._unit = unit
        self._house = house
        self._stage = stage
        self._log = cache(partial(unit.log_thread, stage.row.id))
        self._chapter = cache(partial(unit.chapter, stage.row.id))
        ordinals = [row.ordinal for row in rows if row.kind in ABOUT_ORDERS]
        found = unit.orders(stage.row.id, min(ordinals), max(ordinals)) if ordinals else []
        self._orders = {order.ordinal: order for order in found}
        self._events: dict[int, list[Event]] = {}

    def parcel(self, row: OutboxRow) -> Parcel:
        """A promise with its words."""
        order = self._orders[row.ordinal] if row.kind in ABOUT_ORDERS else None
        return Parcel(
            id=row.id,
            kind=row.kind,
            guild_id=self._stage.row.guild_id,
            channel_id=row.channel_id,
            log=self._log(row.fight),
            label=label(order) if order else "",
            title=self._title(row.fight),
            lines=self._order_lines(row, order) if order else self._lines(row),
            user_id=row.argument if row.kind is Post.INVITE else 0,
            marks=_marks(self._unit, order) if order and row.kind is Post.UNDONE else (),
            restores=order is not None and order.redo,
            buttons=self._buttons(row),
        )

    def _buttons(self, row: OutboxRow) -> tuple[Button, ...]:
        """The choices of a question that is the GM's, behind the newest order, while the question is open."""
        waits = row.kind is Post.GM and self._stage.scene.asks_gm and row.ordinal == self._stage.row.head
        return question_buttons(self._unit, self._stage, everyone=False) if waits else ()

    def _title(self, fight: int) -> str:
        """The thread's name; the title of a fight is known for as long as it is open."""
        now = self._stage.scene.fight
        return f"Fight {fight}: {now.title}" if now and now.number == fight and now.title else f"Fight {fight}"

    def _lines(self, row: OutboxRow) -> tuple[Line, ...]:
        match row.kind:
            case Post.THREAD:
                return (line(name(self._title(row.fight)), note(f" · {self._stage.system.ruleset.title}")),)
            case Post.SECRET:
                chapter = self._chapter(row.argument)
                return shown_secret(chapter) if row.ordinal == CLOSING else promised(chapter)
            case Post.SUMMARY:
                system = self._house.system(self._chapter(row.argument).ruleset)
                ended = Stage(self._stage.row, self._stage.scene, system)
                return summary_of(self._unit, ended, row.argument, row.ordinal)
            case _:
                return ()

    def _order_lines(self, row: OutboxRow, order: OrderRow) -> tuple[Line, ...]:
        ruleset = self._house.system(self._chapter(order.chapter).ruleset).ruleset
        viewer = GM if row.kind is Post.GM else PUBLIC
        return turned(self._unit, order, viewer) if order.voids else told(ruleset, self._happened(order), viewer)

    def _happened(self, order: OrderRow) -> Sequence[Event]:
        """The events of an order, read with those of all that follow it in its chapter."""
        if order.ordinal not in self._events:
            key = self._chapter(order.chapter).ruleset
            last = max(each.ordinal for each in self._orders.values() if each.chapter == order.chapter)
            self._events |= {ordinal: [] for ordinal in range(order.ordinal, last + 1)}
            self._events |= self._unit.events(order.scene_id, order.ordinal, last, key)
        return self._events[order.ordinal]


def _marks(unit: Unit, turn: OrderRow) -> tuple[Posted, ...]:
    """The messages of the orders that an undo took back, or that a redo brings back."""
    taken = taken_back(unit, turn.scene_id, turn.voids, turn.ordinal, redo=turn.redo)
    meant = {each.ordinal: each for each in taken}
    found = unit.posted(turn.scene_id, min(meant, default=turn.ordinal), turn.ordinal - 1)
    return tuple(
        msgspec.structs.replace(posted, label=label(meant[ordinal])) for ordinal, posted in found if ordinal in meant
    )
