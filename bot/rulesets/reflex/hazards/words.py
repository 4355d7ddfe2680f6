"""The words for fire, falls and missing air: what anybody sees of them, and to those who may know, why."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, secretly, target_of
from bot.core.telling.story import Story
from bot.core.views import Viewer, knows
from bot.core.wording import Mark, Span, bad, counted, good, line, note, number, rounded_m
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.checks.wording import check_line, said, sum_spans
from bot.rulesets.reflex.hazards.events import (
    AirReturned,
    BreathEbbed,
    BreathHeld,
    GasAhead,
    GasDispersed,
    GasDrifted,
    GasEbbed,
    GasLeft,
    GasReached,
    GasReleased,
    GasTimed,
    HazardMet,
    IgnitionRolled,
    Impacted,
    Inhaled,
    PutOut,
)

words = Words()
story = Story()
story.opens(HazardMet, Impacted)
story.as_told(IgnitionRolled, GasReached, BreathHeld)


@words(HazardMet)
def _hazard_met(event: HazardMet, viewer: Viewer) -> Lines:
    what = f"fire ({said(event.hazard)})" if event.hazard else "a hazard"
    result = good("avoids it") if event.outcome.succeeded else bad("is caught")
    driven = (" with ", target_of(event, viewer)) if event.target else ()
    told = line(actor_of(event, viewer), f" meets {what}", *driven, ": ", result, ".")
    return (told, *_checked(event, event.outcome, viewer))


def _checked(event: Event, outcome: Outcome, viewer: Viewer) -> Lines:
    return (check_line(outcome, knows=True),) if knows(event, event.actor, viewer) else ()


@words(IgnitionRolled)
def _ignition_rolled(event: IgnitionRolled, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    told = (line(actor, bad(" catches fire") if event.caught else " does not catch fire", "."),)
    if event.roll is None:
        return told
    face = Span(str(event.roll.faces[0]), Mark.DICE)
    return (*told, line(f"That takes {event.need} or less on d10: ", face, note(" (house table)"), ".", depth=1))


@words(PutOut)
def _put_out(event: PutOut, viewer: Viewer) -> Lines:
    others = (" puts out the fire on ", actor_of(event, viewer), ".")
    if event.target:
        return (line(target_of(event, viewer), *others),)
    return (line(actor_of(event, viewer), good(" burns no more"), "."),)


_CAUSES = {"fall": " falls", "collision": " is run into"}


@words(Impacted)
def _impacted(event: Impacted, viewer: Viewer) -> Lines:
    cause = _CAUSES.get(event.cause, " is struck")
    hits = bad(counted(event.hits, "hit")) if event.hits else good("unhurt")
    told = line(actor_of(event, viewer), f"{cause}: ", hits, ".")
    if not knows(event, event.actor, viewer):
        return (told,)
    damage = line(*sum_spans(event.terms[0], event.terms[1:], event.damage), " damage each.", depth=1)
    return (told, check_line(event.outcome, knows=True), damage)


def _lasting(periods: int) -> tuple[str | Span, ...]:
    if not periods:
        return ("It does not last beyond this exchange or pause",)
    return ("It lasts for ", number(periods), f" {_spelled(periods)} after this one")


def _spelled(periods: int) -> str:
    return "exchange or pause" if periods == 1 else "exchanges or pauses"


@words(BreathHeld)
def _breath_held(event: BreathHeld, viewer: Viewer) -> Lines:
    air = "good air" if event.gas else "air"
    told = line(actor_of(event, viewer), " holds the breath, ", bad(f"without {air}"), ".")
    if not knows(event, event.actor, viewer):
        return (told,)
    lasts = line(*_lasting(event.periods), ".", depth=1)
    return (told, check_line(event.outcome, knows=True), lasts)


@words(BreathEbbed)
@secretly()
def _breath_ebbed(event: BreathEbbed) -> Parts:
    if not event.left:
        return bad(" has no breath left"), "."
    return " holds the breath for ", number(event.left), f" more {_spelled(event.left)}."


@words(Inhaled)
def _inhaled(event: Inhaled, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), bad(" must breathe"), " what is in the air."),)


@words(AirReturned)
def _air_returned(event: AirReturned, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), good(" breathes again"), "."),)


@words(GasReleased)
def _gas_released(event: GasReleased, _viewer: Viewer) -> Lines:
    where = " between walls" if event.enclosed else ""
    return (line("A cloud of ", bad(event.title), f" spreads{where}, ", number(event.radius_m), " m around."),)


@words(GasTimed)
def _gas_timed(event: GasTimed, _viewer: Viewer) -> Lines:
    die = (" (d6: ", Span(str(event.roll.faces[0]), Mark.DICE), ")") if event.roll else ()
    house = note(" (house table)") if event.house else ""
    return (line(*_lasting(event.periods), *die, house, "."),)


@words(GasAhead)
def _gas_ahead(event: GasAhead, viewer: Viewer) -> Lines:
    where = " m downwind of it." if event.downwind else " m from it."
    return (line(actor_of(event, viewer), " is ", number(rounded_m(event.metres)), where, depth=1),)


@words(GasReached)
def _gas_reached(event: GasReached, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), bad(" is in the "), event.title, "."),)


@words(GasLeft)
def _gas_left(event: GasLeft, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), good(" is out of the gas"), "."),)


@words(GasDrifted)
def _gas_drifted(event: GasDrifted, _viewer: Viewer) -> Lines:
    if event.radius_m:
        return (line("The ", event.title, " fills ", number(event.radius_m), " m around."),)
    return (line("The ", event.title, " drifts downwind, ", number(event.length_m), " m beyond its width."),)


@words(GasEbbed)
def _gas_ebbed(event: GasEbbed, _viewer: Viewer) -> Lines:
    if not event.left:
        return (line("The ", event.title, " is about to disperse."),)
    return (line("The ", event.title, " lasts for ", number(event.left), f" more {_spelled(event.left)}."),)


@words(GasDispersed)
def _gas_dispersed(event: GasDispersed, _viewer: Viewer) -> Lines:
    return (line("The ", event.title, good(" disperses"), "."),)
