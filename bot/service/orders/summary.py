"""What came of a fight: the system's own account where it keeps one, else what everybody can see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from bot.core.events import Event
from bot.core.scene import Scene, known_sides
from bot.core.views import PUBLIC, Viewer, may_read
from bot.core.wording import Line, Span, agreeing, begun, enumerated, good, line, mark_of, name, number, parted
from bot.service.case import PlayedScene
from bot.service.orders.fight_report import fight_report
from bot.service.orders.history import live_orders, state_after
from bot.service.orders.report_words import statuses, turned_and_lucky
from bot.service.ports import Unit
from bot.service.systems import AnyRuleset


@runtime_checkable
class Chronicler(Protocol):
    """A ruleset that can sum up a fight."""

    def summary(self, scene: Scene[Any, Any], events: Sequence[Event], viewer: Viewer) -> tuple[Line, ...]:
        """Return what ``events`` came to, as ``viewer`` may read it; ``scene`` is its view of the last moment."""
        ...


def summary(unit: Unit, played: PlayedScene, chapter: int) -> tuple[Line, ...]:
    """Return the account of a chapter that ends with the moment of ``played``."""
    row = unit.chapter(played.row.id, chapter)
    live = live_orders(unit.orders(played.row.id, row.first, played.row.head))
    ruleset, seen = played.system.ruleset, played.seen_by(PUBLIC)
    count = sum(not order.gm_only for order in live)
    lines = [line(number(count), f" order{' was' if count == 1 else 's were'} carried out."), *_sides(ruleset, seen)]
    if isinstance(ruleset, Chronicler):
        by_order = unit.events(played.row.id, row.first, played.row.head, ruleset.key)
        events = [event for order in live for event in by_order.get(order.ordinal, ()) if may_read(event, PUBLIC)]
        lines += ruleset.summary(seen, events, PUBLIC)
    over = msgspec.structs.replace(seen, agenda=(), opened=None, opening={})
    lines += statuses(ruleset.status(over, actor, PUBLIC) for actor in seen.combatants)
    return tuple(map(begun, lines))


def _sides(ruleset: AnyRuleset, seen: Scene[Any, Any]) -> Iterator[Line]:
    """Yield who was on which side at the end, who of them was down, and which side alone was not."""
    sides = known_sides(seen)
    for at, side in enumerate(sides):
        here = [(name(actor), each.state) for actor, each in seen.combatants.items() if each.side == side]
        up = [who for who, state in here if not ruleset.is_down(state)]
        down = [who for who, state in here if ruleset.is_down(state)]
        fallen = ("; down: " if up else "all down: ", *parted(down)) if down else ()
        if here:
            yield line(Span("", mark_of(at)), side, ": ", *parted(up), *fallen, ".")
    if len(sides) > 1:
        yield _outcome(_left_standing(ruleset, seen))


def is_decided(ruleset: AnyRuleset, seen: Scene[Any, Any]) -> bool:
    """Tell whether of several sides one at most has anybody left who is not down, as far as ``seen`` shows it."""
    return len(known_sides(seen)) > 1 and len(_left_standing(ruleset, seen)) <= 1


def _left_standing(ruleset: AnyRuleset, seen: Scene[Any, Any]) -> list[str]:
    """Return the sides of which somebody is not down."""
    up = {each.side for each in seen.combatants.values() if not ruleset.is_down(each.state)}
    return [side for side in known_sides(seen) if side in up]


def _outcome(left: Sequence[str]) -> Line:
    """Return which side has won, as far as everybody can see."""
    if len(left) == 1:
        return line(good(f"{left[0]} {agreeing(left[0], 'has', 'have')} won"), ": nobody else is left standing.")
    return line("Nobody has won: ", f"{enumerated(left)} still stand." if left else "nobody is left standing.")


def summary_of(unit: Unit, played: PlayedScene, chapter: int, end: int) -> tuple[Line, ...]:
    """Return the account of a closed chapter, made anew: ``end`` is the ordinal of the order that closed the fight."""
    row = unit.chapter(played.row.id, chapter)
    ruleset = played.system.ruleset
    scene = state_after(unit, ruleset, row, end - 1)
    told = fight_report(unit, ruleset, row, end, PUBLIC)
    before = msgspec.structs.replace(played.row, head=end - 1)
    return (*summary(unit, PlayedScene(before, scene, played.system), chapter), *turned_and_lucky(told))
