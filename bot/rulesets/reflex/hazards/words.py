"""The words for fire, falls and missing air: what anybody sees of them, and to those who may know, why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.events import Event
from bot.core.narration import who
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Mark, Span, bad, good, line, note, number
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.checks.wording import check_line, said, sum_spans
from bot.rulesets.reflex.hazards import events as happened

Lines = tuple[Line, ...]


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one event of EVENTS_HAZARDS."""
    return _LINES[type(event)](event, viewer)


def _hazard_met(event: happened.HazardMet, viewer: Viewer) -> Lines:
    what = f"fire ({said(event.hazard)})" if event.hazard else "a hazard"
    result = good("avoids it") if event.outcome.succeeded else bad("is caught")
    told = line(who(event, event.actor, viewer), f" meets {what}: ", result, ".")
    return (told, *_checked(event, event.outcome, viewer))


def _checked(event: Event, outcome: Outcome, viewer: Viewer) -> Lines:
    return (check_line(outcome, knows=True),) if knows(event, event.actor, viewer) else ()


def _ignition_rolled(event: happened.IgnitionRolled, viewer: Viewer) -> Lines:
    actor = who(event, event.actor, viewer)
    told = (line(actor, bad(" catches fire") if event.caught else " does not catch fire", "."),)
    if event.roll is None:
        return told
    face = Span(str(event.roll.faces[0]), Mark.DICE)
    return (*told, line(f"Catches fire on {event.need} or less on d10: ", face, note(" (house table)"), ".", depth=1))


def _put_out(event: happened.PutOut, viewer: Viewer) -> Lines:
    others = (" puts out the fire on ", who(event, event.actor, viewer), ".")
    if event.target:
        return (line(who(event, event.target, viewer), *others),)
    return (line(who(event, event.actor, viewer), good(" burns no more"), "."),)


_CAUSES = {"fall": " falls", "collision": " is run into"}


def _impacted(event: happened.Impacted, viewer: Viewer) -> Lines:
    cause = _CAUSES.get(event.cause, " is struck")
    hits = bad(f"{event.hits} {'hit' if event.hits == 1 else 'hits'}") if event.hits else good("unhurt")
    told = line(who(event, event.actor, viewer), f"{cause}: ", hits, ".")
    if not knows(event, event.actor, viewer):
        return (told,)
    damage = line(*sum_spans(event.terms[0], event.terms[1:], event.damage), " damage each.", depth=1)
    return (told, check_line(event.outcome, knows=True), damage)


def _lasting(periods: int) -> tuple[str | Span, ...]:
    if not periods:
        return ("It does not last beyond this exchange or pause",)
    return ("It lasts for ", number(periods), " exchanges or pauses after this one")


def _breath_held(event: happened.BreathHeld, viewer: Viewer) -> Lines:
    air = "good air" if event.gas else "air"
    told = line(who(event, event.actor, viewer), bad(f" has no {air}"), " and holds the breath.")
    if not knows(event, event.actor, viewer):
        return (told,)
    lasts = line(*_lasting(event.periods), ".", depth=1)
    return (told, check_line(event.outcome, knows=True), lasts)


def _breath_ebbed(event: happened.BreathEbbed, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    left = (" holds the breath; exchanges or pauses left: ", number(event.left), ".")
    return (line(who(event, event.actor, viewer), *left),)


def _inhaled(event: happened.Inhaled, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), bad(" must breathe"), " what is in the air."),)


def _air_returned(event: happened.AirReturned, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), good(" breathes again"), "."),)


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.HazardMet: _hazard_met,
    happened.IgnitionRolled: _ignition_rolled,
    happened.PutOut: _put_out,
    happened.Impacted: _impacted,
    happened.BreathHeld: _breath_held,
    happened.BreathEbbed: _breath_ebbed,
    happened.Inhaled: _inhaled,
    happened.AirReturned: _air_returned,
}
