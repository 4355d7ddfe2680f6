"""An order in words for one viewer, made anew from its events every time: no text is ever kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.core.engine import lines, story
from bot.core.events import Event
from bot.core.telling.story import BESIDE
from bot.core.views import PUBLIC, Viewer, may_read
from bot.core.wording import Line, lettered, line, note
from bot.service.orders.history import live_orders, taken_back
from bot.service.orders.outdated_questions import RULES
from bot.service.ports import Unit
from bot.service.rows import OrderRow
from bot.service.switches import CARD, PLAIN, TRACKER
from bot.service.systems import AnyRuleset

LOOKED_BACK = 30
"""How many orders before are read at once to find what was announced; four times as many where none of them shows."""


def label(order: OrderRow) -> str:
    """Return the number of an order as people know it: what only the GM knows of is counted apart."""
    return f"g{order.number}" if order.gm_only else str(order.number)


def told(ruleset: AnyRuleset, events: Iterable[Event], viewer: Viewer) -> tuple[Line, ...]:
    """Return what ``viewer`` may read of events, quiet ones left out."""
    return story(ruleset, filter(ruleset.story.is_heard, events), viewer)


def told_in_brief(ruleset: AnyRuleset, events: Iterable[Event], viewer: Viewer) -> tuple[Line, ...]:
    """Return the same as ``told`` for less, but of what explains it a mark where there is something."""
    return story(ruleset, filter(ruleset.story.is_heard, events), viewer, brief=True)


class PublicWords:
    """What everybody may read in brief of the events of an order.

    They tell whether players notice it, and they are its answer: each event is put into words once for both.
    """

    def __init__(self, ruleset: AnyRuleset) -> None:
        self._ruleset = ruleset
        self._known: dict[int, tuple[Event, tuple[Line, ...]]] = {}  # with the event, so that no other gets its id

    def told(self, events: Iterable[Event]) -> tuple[Line, ...]:
        """Return the events as they are told, quiet ones left out."""
        heard = filter(self._ruleset.story.is_heard, events)
        return story(self._ruleset, heard, PUBLIC, brief=True, words_of=self._of)

    def is_told(self, events: Iterable[Event]) -> bool:
        """Tell whether there is anything to read of events, for less than their story costs."""
        return any(self._is_told(event) for event in events if not event.quiet)

    def _is_told(self, event: Event) -> bool:
        """Tell whether there is anything to read of an event: of what everybody is told under a headline there is."""
        return may_read(event, PUBLIC) if type(event) in self._ruleset.story.headings else bool(self._of(event))

    def _of(self, event: Event) -> tuple[Line, ...]:
        known = self._known.get(id(event))
        if known is None:
            known = self._known[id(event)] = event, lines(self._ruleset, event, PUBLIC, brief=True)
        return known[1]


def happened(
    unit: Unit, ruleset: AnyRuleset, order: OrderRow, events: Iterable[Event], viewer: Viewer, *, brief: bool = False
) -> tuple[Line, ...]:
    """Return what ``viewer`` may read of an order of the rules; of one given again first which one stands again.

    In ``brief`` it is what an answer would say of it.
    """
    known = (told_in_brief if brief else told)(ruleset, events, viewer)
    if known and ruleset.story.announced and not brief:
        known = (*_announced_before(unit, ruleset, order, events, viewer), *known)
    if not order.again or not known:
        return known
    return (line(note(f"#{label(unit.order(order.scene_id, order.again))} stands again.")), *known)


def _announced_before(
    unit: Unit, ruleset: AnyRuleset, order: OrderRow, events: Iterable[Event], viewer: Viewer
) -> tuple[Line, ...]:
    """Return what the orders before announced for what is the first to be done, as a viewer may read both."""
    first = next(_done(ruleset, events, viewer), None)
    if first is None or type(first) in ruleset.story.announced:
        return ()
    first_of_all, back = unit.chapter(order.scene_id, order.chapter).first, LOOKED_BACK
    while True:
        begun = max(first_of_all, order.ordinal - back)
        for before in reversed(live_orders(unit.orders(order.scene_id, begun, order.ordinal - 1))):
            found = unit.events(order.scene_id, before.ordinal, before.ordinal, ruleset.key).get(before.ordinal, [])
            last = next(_done(ruleset, reversed(found), viewer), None)
            if last is not None:
                return lines(ruleset, last, viewer) if type(last) in ruleset.story.announced else ()
        if begun == first_of_all:
            return ()
        back *= 4


def _done(ruleset: AnyRuleset, events: Iterable[Event], viewer: Viewer) -> Iterator[Event]:
    """Yield what is announced and done, as far as a viewer may read anything of it."""
    told = (event for event in events if not event.quiet and type(event) not in BESIDE)
    return (event for event in told if lines(ruleset, event, viewer, brief=True))


def turned(unit: Unit, order: OrderRow, viewer: Viewer) -> tuple[Line, ...]:
    """Return an undo or redo in words."""
    meant = taken_back(unit, order.scene_id, order.voids, order.ordinal, redo=order.redo)
    known = [each for each in meant if viewer.gm or not each.gm_only]
    if not known:
        return ()
    numbers = ", ".join(f"#{label(each)}" for each in known)
    if order.payload == RULES:
        again = f"The rules have changed since the question: whoever gave #{label(known[0])} gives it again."
        return (line(note(f"Taken back: {numbers}. {again}")),)
    return (line(note(f"Redone: {numbers}." if order.redo else f"Undone: {numbers}.")),)


def is_plain(options: Mapping[str, Any]) -> bool:
    """Tell whether a campaign wants words alone."""
    return bool(options.get(TRACKER, CARD) == PLAIN)


def as_shown(lines_: Iterable[Line], options: Mapping[str, Any]) -> tuple[Line, ...]:
    """Return lines with letters for the marks of sides, where a campaign wants words alone."""
    return tuple(map(lettered, lines_)) if is_plain(options) else tuple(lines_)


def short(lines_: Iterable[Line]) -> tuple[Line, ...]:
    """Return lines without their explanations."""
    return tuple(each for each in lines_ if each.depth == 0)
