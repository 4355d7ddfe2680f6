"""The thin lines of a picture are the shots and moves of the last order with any, of those that its viewer knows of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from bot.core.events import Event, Placed, Stood
from bot.core.ground.outlines import flat
from bot.core.views import GM, PUBLIC, Viewer, hides, may_read
from bot.service.case import PlayedScene
from bot.service.orders.automatic_events import told_at_once, told_behind
from bot.service.orders.history import live_back
from bot.service.ports import Unit
from bot.service.requests import GroundTrace
from bot.service.rows import AnyScene

MOST_ORDERS_BACK = 8
MOST_TRACES = 20


def traced(
    unit: Unit, played: PlayedScene, seen: AnyScene, viewer: Viewer, names: Mapping[str, str]
) -> tuple[GroundTrace, ...]:
    """Return the last shots and moves as lines on the ground.

    Players are shown what everybody has been told of, so that nothing depends on what only some of them may know.
    ``seen`` is the scene as the viewer sees it, ``names`` are how its people are read.
    """
    reader = GM if viewer.gm else PUBLIC
    row, ruleset = played.row, played.system.ruleset
    for order in islice(live_back(unit, row, unit.chapter(row.id, row.chapter), reader), MOST_ORDERS_BACK):
        events = unit.events(row.id, order.ordinal, order.ordinal, ruleset.key).get(order.ordinal, ())
        known = events if viewer.gm else [*told_at_once(order, events), *told_behind(unit, ruleset, order, events)]
        readable = [each for each in known if may_read(each, reader) and not _is_veiled(each, reader)]
        found = [*_moves(readable, names), *_shots(played, seen, readable, names)]
        if found or any(isinstance(each, Stood | Placed) for each in readable):
            return tuple(found[:MOST_TRACES])
    return ()


def _is_veiled(event: Event, reader: Viewer) -> bool:
    return hides(event, event.actor, reader) or hides(event, event.target, reader)


def _moves(events: Iterable[Event], names: Mapping[str, str]) -> Iterator[GroundTrace]:
    """Yield the way of each who went somewhere, as one line where the parts of it follow each other."""
    ways: dict[str, list[GroundTrace]] = {}
    for event in events:
        if not isinstance(event, Stood) or event.came_from is None or event.actor not in names:
            continue
        own = ways.setdefault(event.actor, [])
        start, goal = flat(event.came_from), flat(event.place)
        if own and own[-1].way[-1] == start:
            own[-1] = GroundTrace(own[-1].who, (*own[-1].way, goal))
        else:
            own.append(GroundTrace(names[event.actor], (start, goal)))
    for own in ways.values():
        yield from own


def _shots(
    played: PlayedScene, seen: AnyScene, events: Iterable[Event], names: Mapping[str, str]
) -> Iterator[GroundTrace]:
    """Yield a line for each whom somebody has attacked, from and to where the viewer knows both to be."""
    places = seen.ground.places if seen.ground else {}
    shots = [each for each in events if played.system.ruleset.is_attack(each)]
    for actor, target in dict.fromkeys((each.actor, each.target) for each in shots):
        if actor in places and target in places and actor in names and target in names:
            yield GroundTrace(names[actor], (flat(places[actor]), flat(places[target])), names[target])
