"""The words for suppressive fire: where it lies all may know, whose it is not always."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.events import Event
from bot.core.narration import who
from bot.core.terms import total
from bot.core.views import Viewer, knows
from bot.core.wording import Line, bad, counted, line, note, number, signed
from bot.rulesets.reflex.checks.wording import sum_spans
from bot.rulesets.reflex.suppression import events as happened

Lines = tuple[Line, ...]


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one event of EVENTS_SUPPRESSION."""
    told = _LINES.get(type(event))
    return told(event, viewer) if told else ()


def _suppressed(event: happened.AreaSuppressed, viewer: Viewer) -> Lines:
    actor = who(event, event.actor, viewer)
    where = event.area if event.known or viewer.gm else "an area"
    how = note(f" ({counted(event.cost_ticks, 'tick')})")
    spent = counted(event.spent, "round")
    told = line(actor, f" suppresses {where} with the {event.title}", how, f": {spent}, {event.width_m:g} m wide.")
    first, *rest = event.terms
    rating = line("Threat rating: ", *sum_spans(first, rest, total(event.terms)), ".", depth=1)
    if not knows(event, event.actor, viewer):
        return (told, rating)
    return (told, rating, line(number(event.loaded), f" left in the {event.title}.", depth=1))


def _swept(event: happened.AreaSwept, _viewer: Viewer) -> Lines:
    wide = f"{event.width_m:g} m wide"
    return (line(f"Fire sweeps {event.area}, {wide}: threat rating ", number(event.rating), "."),)


def _lifted(event: happened.AreaLifted, _viewer: Viewer) -> Lines:
    return (line(f"The fire on {event.area} ceases."),)


def _exposed(event: happened.Exposed, viewer: Viewer) -> Lines:
    where = f" ({event.area})" if event.area else ""
    actor = who(event, event.actor, viewer)
    if not knows(event, event.actor, viewer):
        return (line(actor, bad(" comes under fire"), f"{where}."),)
    return (line(actor, bad(" comes under fire"), f"{where}: threat ", signed(event.rating), "."),)


def _thwarted(event: happened.Thwarted, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " does not get any further."),)


def _denied(event: happened.SuppressionDenied, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " finds no area to suppress: the GM says no."),)


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.AreaSuppressed: _suppressed,
    happened.AreaSwept: _swept,
    happened.AreaLifted: _lifted,
    happened.Exposed: _exposed,
    happened.Thwarted: _thwarted,
    happened.SuppressionDenied: _denied,
}
