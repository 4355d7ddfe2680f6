"""Which orders of a chapter still count: an undo takes back a suffix, a redo the undo, nothing is deleted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.core.engine import counted
from bot.core.events import Event
from bot.core.folding import fold
from bot.core.views import GM, Viewer
from bot.service.ports import Unit
from bot.service.rows import NOBODY, AnyScene, ChapterRow, OrderRow, SceneRow
from bot.service.systems import AnyRuleset

STRETCH = 256  # orders whose events are in memory at once: a chapter has no bounds


def stretches(first: int, last: int) -> Iterator[tuple[int, int]]:
    """Return the ordinals from ``first`` to ``last``, cut into pieces that fit into memory: the first and last of
    each."""
    return ((start, min(start + STRETCH - 1, last)) for start in range(first, last + 1, STRETCH))


def live_orders(rows: Sequence[OrderRow]) -> list[OrderRow]:
    """Return the orders of ``rows``, which are consecutive, that have not been voided; undos and redos are none
    themselves."""
    if not rows:
        return []
    first = rows[0].ordinal
    live: list[OrderRow] = []
    at = rows[-1].ordinal
    while at >= first:
        row = rows[at - first]
        if row.voids:
            at = row.voids - 1
        else:
            live.append(row)
            at -= 1
    return live[::-1]


def last_live(unit: Unit, row: SceneRow, chapter: ChapterRow, viewer: Viewer = GM) -> OrderRow | None:
    """Return the last order of a chapter that still counts, of those that ``viewer`` knows of."""
    return next(live_back(unit, row, chapter, viewer), None)


def live_back(unit: Unit, row: SceneRow, chapter: ChapterRow, viewer: Viewer) -> Iterator[OrderRow]:
    """Yield the orders of a chapter that still count, of those that ``viewer`` knows of, the last one first."""
    at = row.head
    while at >= chapter.first:
        order = unit.order(row.id, at)
        if not order.voids and is_known(order, viewer):
            yield order
        at = order.voids - 1 if order.voids else at - 1


def is_known(order: OrderRow, viewer: Viewer) -> bool:
    """Tell whether ``viewer`` knows that an order was given: a player of what everybody may read of, and of their
    own; what squads did by themselves is nobody's."""
    return viewer.gm or not order.gm_only or order.user_id == viewer.user != NOBODY


def standing_undo(unit: Unit, row: SceneRow, chapter: ChapterRow, viewer: Viewer) -> OrderRow | None:
    """Return the undo that nothing has followed that ``viewer`` knows of, but for undos redone and what was given
    again."""
    at = row.head
    while at >= chapter.first:
        order = unit.order(row.id, at)
        if order.again or not is_known(order, viewer):
            at -= 1
        elif order.redo:
            at = order.voids - 1
        else:
            return order if order.voids else None
    return None


def first_given(order: OrderRow) -> int:
    """Return the ordinal under which an order was first given: its own, unless it was given again."""
    return order.again or order.ordinal


def taken_back(unit: Unit, scene_id: int, voids: int, ordinal: int, *, redo: bool) -> list[OrderRow]:
    """Return the orders that the undo ``ordinal`` of all from ``voids`` on takes back, or that a redo of it brings
    back."""
    if redo:
        undo = unit.order(scene_id, voids)
        voids, ordinal = undo.voids, undo.ordinal
    return live_orders(unit.orders(scene_id, voids, ordinal - 1))


def live_before(unit: Unit, chapter: ChapterRow, ordinal: int) -> list[OrderRow]:
    """Return the orders of a chapter that counted when those from ``ordinal`` on had not been given."""
    return live_orders(unit.orders(chapter.scene_id, chapter.first, ordinal - 1))


def state_after(unit: Unit, ruleset: AnyRuleset, chapter: ChapterRow, last: int) -> AnyScene:
    """Return the scene as it was after ordinal ``last`` of a chapter, folded from its checkpoint."""
    scene = unit.checkpoint(chapter)
    for order, events in live_events(unit, chapter, last):
        scene = folded(ruleset, scene, order, events)
    return scene


def folded(ruleset: AnyRuleset, scene: AnyScene, order: OrderRow, events: Sequence[Event]) -> AnyScene:
    """Return the scene after one more live order, of which ``events`` happened."""
    return counted(fold(ruleset, scene, [events]), order.kept)


def live_events(unit: Unit, chapter: ChapterRow, last: int) -> Iterator[tuple[OrderRow, Sequence[Event]]]:
    """Yield the orders of a chapter that count up to ordinal ``last``, with what happened in each."""
    known = {order.ordinal: order for order in live_before(unit, chapter, last + 1)}
    for part in stretches(chapter.first, last):
        events = unit.events(chapter.scene_id, *part, chapter.ruleset)
        for ordinal in range(part[0], part[1] + 1):
            if ordinal in known:
                yield known[ordinal], events.get(ordinal, ())


Step = tuple[AnyScene, Sequence[Event], AnyScene]
"""The scene before an order, what happened in it, and the scene after it."""


def replayed(
    unit: Unit, ruleset: AnyRuleset, chapter: ChapterRow, start: AnyScene, last: int
) -> Iterator[tuple[OrderRow, Step]]:
    """Yield every order of a chapter up to ordinal ``last``, dead ones too, folded from its checkpoint ``start``
    once."""
    parts = list(stretches(chapter.first, last))
    wanted = {order.voids - 1 for part in parts for order in unit.orders(chapter.scene_id, *part) if order.voids}
    kept = {chapter.first - 1: start}
    after = start
    for part in parts:
        events = unit.events(chapter.scene_id, *part, chapter.ruleset)
        for order in unit.orders(chapter.scene_id, *part):
            unit.breathe()
            before = kept[order.voids - 1] if order.voids else after
            happened = events.get(order.ordinal, [])
            after = before if order.voids else folded(ruleset, before, order, happened)
            if order.ordinal in wanted:
                kept[order.ordinal] = after
            yield order, (before, happened, after)
