"""What happens by itself behind orders: as a round ends nobody is told who gave the last order, if players cannot know.

What happens by itself is told with an order that everybody knows of, also what happens behind squads that act unseen
right behind it. Behind any other order that only the GM knows of it is told without a number. Of a round that has begun
everybody is told once somebody in sight may act.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from bot.core.engine import OF_A_ROUND, OWN
from bot.core.events import Event
from bot.core.ground.lost import is_lost
from bot.core.views import PUBLIC
from bot.core.wording import Line
from bot.service.orders.history import live_before
from bot.service.orders.order_words import told, told_in_brief
from bot.service.ports import Unit
from bot.service.rows import NOBODY, AnyScene, ChapterRow, OrderRow
from bot.service.systems import AnyRuleset

Happened = tuple[OrderRow, Sequence[Event]]

MOST_MOMENTS = 12
"""How many moments go by at one tap, or behind one order, at most (house)."""


def waits_for_hidden(scene: AnyScene) -> bool:
    """Tell whether nobody but somebody hidden may act or answer."""
    if scene.pending:
        asked = scene.combatants.get(scene.pending.question.actor)
        return asked is not None and asked.hidden
    entitled = scene.entitled()
    return bool(entitled) and all(scene.combatants[slot.actor].hidden for slot in entitled)


def begins_to_wait_unseen(before: AnyScene, after: AnyScene) -> bool:
    """Tell whether a fight waits behind an order for people of the GM's whom nobody sees, and did not before it.

    It is another wait once the moment is another, or the question.
    """
    wait = _unseen_wait(after)
    return wait is not None and wait != _unseen_wait(before)


def _unseen_wait(scene: AnyScene) -> tuple[object, ...] | None:
    """Return what tells a wait for people whom nobody sees from any other; None where somebody else is waited for."""
    if scene.pending:
        return (scene.pending.question.key, scene.pending.order) if waits_for_hidden(scene) else None
    entitled, people = scene.entitled(), scene.combatants
    unseen = [slot for slot in entitled if people[slot.actor].guarded and is_unseen(scene, slot.actor)]
    return (scene.rounds, scene.opened) if entitled and len(unseen) == len(entitled) else None


def is_unseen(scene: AnyScene, actor: str) -> bool:
    """Tell whether players know of somebody neither that it is here nor where."""
    return scene.combatants[actor].hidden or is_lost(scene, actor)


def waits_unseen_now(scene: AnyScene) -> bool:
    """Tell whether a fight waits for nobody but people of the GM's whom nobody sees."""
    return _unseen_wait(scene) is not None


def waits_behind(before: AnyScene, after: AnyScene) -> bool:
    """Tell whether nobody in sight may act behind an order: of a round that ends with its fight nobody is told late."""
    return waits_for_hidden(after) or (after.fight is None and waits_for_hidden(before))


def told_at_once(order: OrderRow, events: Sequence[Event]) -> list[Event]:
    """Return the events that are told with an order, or behind it without a number."""
    if not order.waits:
        return list(events)
    return [event for event, how in _courses(order, events) if how != OF_A_ROUND]


def told_behind(unit: Unit, ruleset: AnyRuleset, order: OrderRow, events: Sequence[Event]) -> list[Event]:
    """Return the events that everybody is told with an order beside those told at once: of what squads did unseen
    behind it, as if nobody had acted there."""
    told: list[Event] = []
    held = held_back(order, events)
    for behind in acts_unseen(unit, order):
        theirs = unit.events(order.scene_id, behind.ordinal, behind.ordinal, ruleset.key).get(behind.ordinal, [])
        if not behind.waits:
            told, held = [*told, *held], []
        told += told_at_once(behind, theirs)
        held += held_back(behind, theirs)
    return told


def acts_unseen(unit: Unit, order: OrderRow) -> list[OrderRow]:
    """Return the orders of squads that acted by themselves right behind an order, unseen where all know of it."""
    if not _may_be_followed_unseen(order):
        return []
    return [*takewhile(_is_unseen_act, unit.orders(order.scene_id, order.ordinal + 1, order.ordinal + MOST_MOMENTS))]


def told_with(unit: Unit, order: OrderRow) -> int:
    """Return the ordinal of the order that squads acted behind, which tells of what they did; 0 for any other."""
    if not _is_unseen_act(order):
        return 0
    before = reversed(unit.orders(order.scene_id, max(1, order.ordinal - MOST_MOMENTS), order.ordinal - 1))
    followed = next((each for each in before if not _is_unseen_act(each)), None)
    return followed.ordinal if followed is not None and _may_be_followed_unseen(followed) else 0


def _may_be_followed_unseen(order: OrderRow) -> bool:
    return order.waits and not order.gm_only


def _is_unseen_act(order: OrderRow) -> bool:
    return order.gm_only and order.user_id == NOBODY and not order.voids and not order.again


def held_back(order: OrderRow, events: Sequence[Event]) -> list[Event]:
    """Return the events that nobody is told of until somebody in sight may act."""
    return [event for event, how in _courses(order, events) if order.waits and how == OF_A_ROUND]


def own(order: OrderRow, events: Sequence[Event]) -> list[Event]:
    """Return the events that did not happen by themselves."""
    if not order.course.strip(OWN):
        return list(events)
    return [event for event, how in _courses(order, events) if how == OWN]


def _courses(order: OrderRow, events: Sequence[Event]) -> Iterator[tuple[Event, str]]:
    return zip(events, order.course or OWN * len(events), strict=True)


def untold(unit: Unit, chapter: ChapterRow, ordinal: int) -> list[OrderRow]:
    """Return the orders right before an ordinal of which something is held back that nobody has been told since."""
    waiting = [*takewhile(lambda order: order.waits, reversed(live_before(unit, chapter, ordinal)))][::-1]
    if not waiting:
        return []
    since = unit.orders(chapter.scene_id, waiting[0].ordinal, ordinal - 1)
    last = max((order.ordinal for order in since if not order.voids and not order.waits), default=0)
    return [order for order in waiting if order.ordinal > last]


def is_held_back(unit: Unit, chapter: ChapterRow, ordinal: int) -> bool:
    """Tell whether nobody has been told yet of a round that began before an ordinal: what follows by itself comes
    later."""
    return any(OF_A_ROUND in order.course for order in untold(unit, chapter, ordinal))


def without_number(
    unit: Unit, ruleset: AnyRuleset, chapter: ChapterRow, happened: Happened, *, brief: bool = False
) -> tuple[Line, ...]:
    """Return what everybody is told behind an order without a number: what was held back, and what only the GM can
    number. In ``brief`` it is what an answer would say of it."""
    order, events = happened
    tell = told_in_brief if brief else told
    lines: list[Line] = []
    for before in () if order.waits else untold(unit, chapter, order.ordinal):
        found = unit.events(order.scene_id, before.ordinal, before.ordinal, chapter.ruleset).get(before.ordinal, [])
        lines += tell(ruleset, held_back(before, found), PUBLIC)
    if order.gm_only:
        lines += tell(ruleset, told_at_once(order, events), PUBLIC)
    return tuple(lines)
