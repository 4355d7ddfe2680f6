"""How dice that no longer follow, since a user was erased, are told from dice that somebody has changed.

The faces of an order are drawn from its own words. Where those named the user, nobody can draw them again; so what is
left of such an order is sealed at the moment of the erasure, if its dice were right until then.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from bot.core import engine, orders
from bot.core.dice import Ask, Each, Roll
from bot.core.engine import DiceFor
from bot.core.events import Event, rolls_of
from bot.service.orders.fairness import dice_for
from bot.service.orders.history import replayed
from bot.service.ports import Unit
from bot.service.rows import AnyScene, ChapterRow, OrderRow
from bot.service.systems import House

SECRET = "seals"  # noqa: S105  the name of the key that seals are made with


def seal_of(unit: Unit, scene_id: int, ordinal: int) -> str:
    """Return the seal of an order as it is kept now."""
    what = b"%d %d %b" % (scene_id, ordinal, unit.as_kept(scene_id, ordinal))
    return hmac.new(unit.key(SECRET), what, hashlib.sha256).hexdigest()


def unbroken(unit: Unit, scene_id: int) -> list[int]:
    """Return the orders of a scene whose seals hold."""
    return [ordinal for ordinal, seal in unit.seals(scene_id).items() if seal == seal_of(unit, scene_id, ordinal)]


def with_right_dice(unit: Unit, house: House, given: Sequence[OrderRow]) -> list[int]:
    """Return those of some orders of a scene whose every face follows from its secret; a chapter is folded but once.

    Of an order given again the faces were checked with the first.
    """
    right = [order.ordinal for order in given if order.again]
    for number in sorted({order.chapter for order in given}):
        of_chapter = {order.ordinal for order in given if order.chapter == number and not order.again}
        right += _right_in_chapter(unit, house, unit.chapter(given[0].scene_id, number), of_chapter)
    return right


def _right_in_chapter(unit: Unit, house: House, chapter: ChapterRow, ordinals: set[int]) -> Iterator[int]:
    start, last = unit.checkpoint(chapter), max(ordinals, default=0)
    ruleset = house.system(chapter.ruleset, start.options).ruleset
    for order, (before, happened, _) in replayed(unit, ruleset, chapter, start, last):
        if order.ordinal in ordinals:
            rolled = rolls_of(tuple(happened))
            if not rolled or not any(wrong_faces(before, order, happened, dice_of(chapter, before, order))):
                yield order.ordinal


def dice_of(chapter: ChapterRow, before: AnyScene, order: OrderRow) -> DiceFor:
    """Return the fair dice of an order that is kept."""
    return dice_for(chapter, before, orders.parsed(order.payload), order.draw)


def wrong_faces(before: AnyScene, row: OrderRow, happened: Sequence[Event], dice: DiceFor) -> Iterator[str]:
    """Yield what is wrong with the faces of one order: each follows from the secret, the position and the order."""
    pending = before.pending
    position, canonical = engine.position(before, row.draw), row.payload
    if pending and isinstance(orders.parsed(row.payload), orders.Answer | orders.GoOn):
        position, canonical = pending.position, pending.order
    thrower = dice(position, engine.keyed(before, canonical))
    for roll in rolls_of(tuple(happened)):
        fair = thrower.faces(_asked(roll), roll.index)
        if fair != roll.faces:
            yield f"the dice of {roll.label} were {list(roll.faces)}, and should be {list(fair)}"


def _asked(roll: Roll) -> Ask:
    return Ask(roll.label, len(roll.faces), roll.sides, Each(), roll.secret, roll.unseen, roll.moment)
