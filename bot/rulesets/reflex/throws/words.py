"""The words for throws and fuses: everybody sees what flies and where it lands, only the GM when it goes off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.events import Event
from bot.core.narration import who
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Mark, Span, bad, good, line, note, number
from bot.rulesets.reflex.checks.wording import check_line, off_spans
from bot.rulesets.reflex.throws import events as happened

Lines = tuple[Line, ...]
# Where each face of the die pointed before events said it themselves.
_DEGREES_OF_OLD = (0, 0, 45, 90, 135, 180, 180, 225, 270, 315)


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one event of EVENTS_THROWS."""
    return _LINES[type(event)](event, viewer)


def _pin_pulled(event: happened.PinPulled, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), f" pulls the pin of the {event.item} ", bad("and holds it"), "."),)


def _fuse_lit(event: happened.FuseLit, viewer: Viewer) -> Lines:
    until = (" goes off on tick ", number(event.tick)) if event.tick > 0 else (" goes off at the end of the exchange",)
    face = Span(str(event.roll.faces[0]), Mark.DICE)
    return (line(f"The {event.item} of ", who(event, event.actor, viewer), *until, "; d10 + 4: ", face, "."),)


def _thrown(event: happened.Thrown, viewer: Viewer) -> Lines:
    result = good("lands there") if event.outcome.succeeded else bad("misses")
    at = (f" throws the {event.item} at ", who(event, event.target, viewer))
    ticks = note(f" ({event.mode}, {event.cost_ticks} ticks): ")
    told = line(who(event, event.actor, viewer), *at, ticks, result, *_off(event), ".")
    return (told, check_line(event.outcome, knows=knows(event, event.actor, viewer)))


def _off(event: happened.Thrown) -> tuple[str | Span, ...]:
    if event.direction is None:
        return ()
    face = event.direction.faces[0]
    degrees = _DEGREES_OF_OLD[(face - 1) % len(_DEGREES_OF_OLD)] if event.degrees is None else event.degrees
    return (" by ", *off_spans(event.off_m, degrees, event.direction, house=event.house))


def _fuse_burned(event: happened.FuseBurned, viewer: Viewer) -> Lines:
    near = f" {event.off_m:g} m from " if event.off_m else " at "
    return (line(f"The {event.item}{near}", who(event, event.actor, viewer), bad(" goes off"), "."),)


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.PinPulled: _pin_pulled,
    happened.FuseLit: _fuse_lit,
    happened.Thrown: _thrown,
    happened.FuseBurned: _fuse_burned,
}
