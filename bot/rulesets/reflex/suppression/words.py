"""The words for suppressive fire: where it lies all may know, whose it is not always."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.telling.story import Story
from bot.core.terms import total
from bot.core.views import Viewer, knows
from bot.core.wording import bad, counted, line, note, number, signed
from bot.rulesets.reflex.checks.wording import sum_spans
from bot.rulesets.reflex.suppression.events import (
    AreaCovered,
    AreaLifted,
    AreaSuppressed,
    AreaSwept,
    CaughtOpen,
    Exposed,
    SuppressionDenied,
    Thwarted,
)

words = Words()
story = Story()
story.opens(AreaSuppressed, AreaSwept)
story.as_told(Exposed, Thwarted)


@words(AreaSuppressed)
def _suppressed(event: AreaSuppressed, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    where = event.area if event.known or viewer.gm else "an area"
    how = note(f" ({counted(event.cost_ticks, 'tick')})")
    spent = counted(event.spent, "round")
    told = line(actor, f" suppresses {where} with the {event.title}", how, f": {spent}, {event.width_m:g} m wide.")
    first, *rest = event.terms
    rating = line("Threat rating: ", *sum_spans(first, rest, total(event.terms)), ".", depth=1)
    if not knows(event, event.actor, viewer):
        return (told, rating)
    return (told, rating, line(number(event.loaded), f" left in the {event.title}.", depth=1))


@words(AreaSwept)
def _swept(event: AreaSwept, _viewer: Viewer) -> Lines:
    wide = f"{event.width_m:g} m wide"
    return (line(f"Fire sweeps {event.area}, {wide}: threat rating ", number(event.rating), "."),)


@words(AreaLifted)
def _lifted(event: AreaLifted, _viewer: Viewer) -> Lines:
    return (line(f"The fire on {event.area} ceases."),)


@words(Exposed)
def _exposed(event: Exposed, viewer: Viewer) -> Lines:
    where = f" ({event.area})" if event.area else ""
    actor = actor_of(event, viewer)
    if event.again:
        return (line(actor, bad(" is under fire again"), f"{where}."),)
    if not knows(event, event.actor, viewer):
        return (line(actor, bad(" comes under fire"), f"{where}."),)
    return (line(actor, bad(" comes under fire"), f"{where}: threat ", signed(event.rating), "."),)


@words(Thwarted)
def _thwarted(event: Thwarted, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " does not get any further."),)


@words(SuppressionDenied)
def _denied(event: SuppressionDenied, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " finds no area to suppress: the GM says no."),)


def _unsaid(_event: Event, _viewer: Viewer) -> Lines:
    """Say nothing: the fire itself is told."""
    return ()


for kind in (AreaCovered, CaughtOpen):
    words(kind)(_unsaid)
