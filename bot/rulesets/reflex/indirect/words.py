"""The words for indirect fire: what is fired and where it comes down, but of the GM's side neither why nor at whom."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.features import Lines, Words
from bot.core.narration import actor_of, target_of
from bot.core.telling.story import Story
from bot.core.views import Viewer, hides, knows
from bot.core.wording import Span, bad, counted, good, line, metres, note, number, rounded_m, signed
from bot.rulesets.reflex.checks.wording import check_line, landing_spans
from bot.rulesets.reflex.indirect.events import (
    FireAdjusted,
    FireCalled,
    FireDirected,
    IndirectFired,
    PlaceTold,
    RoundLanded,
)
from bot.rulesets.reflex.indirect.observers import penalty_of
from bot.rulesets.reflex.scene_state import Mission

words = Words()
story = Story()
story.leads_to(RoundLanded)


def _aim(event: Event, spot: str, viewer: Viewer) -> Span:
    """Return what is fired at: somebody, or a place that was named."""
    return target_of(event, viewer) if event.target else Span(spot or "a place without a name")


@words(FireCalled)
def _fire_called(event: FireCalled, viewer: Viewer) -> Lines:
    if hides(event, event.actor, viewer):
        return ()
    actor = actor_of(event, viewer)
    if not knows(event, event.actor, viewer):
        return (line(actor, " calls for fire."),)
    result = good("understood") if event.outcome.succeeded else bad("not understood")
    told = line(actor, " calls for fire on ", _aim(event, event.spot, viewer), ": ", result, ".")
    return (told, check_line(event.outcome, knows=True))


@words(FireDirected)
def _fire_directed(event: FireDirected, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    eased = note(f" (adjusted by {event.eased})") if event.eased else ""
    at = (" can fire at ", _aim(event, event.spot, viewer), " unseen, at ")
    return (
        line(
            actor_of(event, viewer),
            *at,
            signed(penalty_of(Mission(penalty=event.penalty, eased=event.eased))),
            eased,
            ".",
        ),
    )


@words(PlaceTold)
def _place_told(event: PlaceTold, viewer: Viewer) -> Lines:
    there = (" is ", number(rounded_m(event.metres)), " m from where ", target_of(event, viewer), " fires.")
    return (line(actor_of(event, viewer), *there),)


@words(IndirectFired)
def _indirect_fired(event: IndirectFired, viewer: Viewer) -> Lines:
    if hides(event, event.actor, viewer):
        return ()
    fires = (actor_of(event, viewer), f" fires the {event.title}")
    if not knows(event, event.actor, viewer):
        return (line(*fires, " into the air."),)
    ticks = f", {counted(event.cost_ticks, 'tick')}" if event.cost_ticks else ""
    at = (" at ", _aim(event, event.spot, viewer), note(f" (indirect, {metres(event.range_m)}{ticks})"), ".")
    left = line(number(event.loaded), " left in the weapon. It lands when all have acted.", depth=1)
    return (line(*fires, *at), check_line(event.outcome, knows=True), left)


@words(RoundLanded)
def _round_landed(event: RoundLanded, viewer: Viewer) -> Lines:
    aim = _aim(event, event.spot, viewer)
    if event.roll is None:
        return (line(f"A round of the {event.title} lands ", good("on"), " ", aim, "."),)
    if event.veiled and not viewer.gm:
        return (line(f"A round of the {event.title} lands ", number(event.off_m), " m from ", aim, "."),)
    where = landing_spans(event.off_m, event.degrees, event.roll, aim, house=event.house)
    return (line(f"A round of the {event.title} lands ", *where, "."),)


@words(FireAdjusted)
def _fire_adjusted(event: FireAdjusted, viewer: Viewer) -> Lines:
    if hides(event, event.actor, viewer):
        return ()
    told = (actor_of(event, viewer), " tells ", target_of(event, viewer), " where the rounds land")
    if not knows(event, event.actor, viewer):
        return (line(*told, "."),)
    better = good(f"{event.eased} easier") if event.eased else bad("no easier")
    return (line(*told, ": ", better, ", now ", signed(event.penalty), "."), check_line(event.outcome, knows=True))
