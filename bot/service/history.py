"""Which orders of a chapter still count: an undo takes back a suffix, a redo the undo, nothing is deleted."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.engine import fold
from bot.service.ports import AnyScene, ChapterRow, OrderRow, SceneRow, Unit
from bot.service.systems import AnyRuleset


def live_orders(rows: Sequence[OrderRow]) -> list[OrderRow]:
    """The orders of ``rows``, which are consecutive, that have not been voided; undos and redos are none themselves."""
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


def last_live(unit: Unit, row: SceneRow, chapter: ChapterRow, *, gm: bool = True) -> OrderRow | None:
    """The last order of a chapter that still counts; where ``gm`` is false, the last that players know of."""
    at = row.head
    while at >= chapter.first:
        order = unit.order(row.id, at)
        if not order.voids and (gm or not order.gm_only):
            return order
        at = order.voids - 1 if order.voids else at - 1
    return None


def standing_undo(unit: Unit, row: SceneRow, chapter: ChapterRow) -> OrderRow | None:
    """The undo that nothing but redone undos has followed."""
    at = row.head
    while at >= chapter.first:
        order = unit.order(row.id, at)
        if not order.redo:
            return order if order.voids else None
        at = order.voids - 1
    return None


def taken_back(unit: Unit, scene_id: int, voids: int, ordinal: int, *, redo: bool) -> list[OrderRow]:
    """The orders that the undo ``ordinal`` of all from ``voids`` on takes back, or that a redo of it brings back."""
    if redo:
        undo = unit.order(scene_id, voids)
        voids, ordinal = undo.voids, undo.ordinal
    return live_orders(unit.orders(scene_id, voids, ordinal - 1))


def state_after(unit: Unit, ruleset: AnyRuleset, chapter: ChapterRow, last: int) -> AnyScene:
    """The scene as it was after ordinal ``last`` of a chapter, folded from its checkpoint."""
    orders = live_orders(unit.orders(chapter.scene_id, chapter.first, last))
    events = unit.events(chapter.scene_id, chapter.first, last, chapter.ruleset)
    return fold(ruleset, unit.checkpoint(chapter), [events.get(order.ordinal, []) for order in orders])
