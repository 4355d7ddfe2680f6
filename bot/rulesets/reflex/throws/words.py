"""The words for throws and fuses: everybody sees what flies and where it lands, only the GM when it goes off."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, spelled_place, target_of
from bot.core.telling.story import Story
from bot.core.views import Viewer, knows
from bot.core.wording import Mark, Span, bad, counted, good, line, note, number
from bot.rulesets.reflex.checks.labels import another
from bot.rulesets.reflex.checks.wording import check_line, off_spans
from bot.rulesets.reflex.throws.events import FuseBurned, FuseLeft, FuseLit, PinPulled, Thrown

words = Words()
story = Story()
story.opens(Thrown)
story.leads_to(FuseBurned)
# Where each face of the die pointed before events said it themselves.
_DEGREES_OF_OLD = (0, 0, 45, 90, 135, 180, 180, 225, 270, 315)


@words(PinPulled)
def _pin_pulled(event: PinPulled, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), f" pulls the pin of the {event.item} ", bad("and holds it"), "."),)


@words(FuseLit)
def _fuse_lit(event: FuseLit, viewer: Viewer) -> Lines:
    until = (" goes off on tick ", number(event.tick)) if event.tick > 0 else (" goes off at the end of the exchange",)
    face = Span(str(event.roll.faces[0]), Mark.DICE)
    return (line(f"The {event.item} of ", actor_of(event, viewer), *until, "; d10 + 4: ", face, "."),)


@words(Thrown)
def _thrown(event: Thrown, viewer: Viewer) -> Lines:
    result = good("it lands there") if event.outcome.succeeded else bad("it misses")
    aim = spelled_place(event.aim) if event.aim else target_of(event, viewer)
    at = (f" throws the {another(event.item, event.number)} at ", aim)
    ticks = note(f" ({event.mode}, {counted(event.cost_ticks, 'tick')})")
    told = line(actor_of(event, viewer), *at, ticks, ": ", result, *_off(event), ".")
    return (told, check_line(event.outcome, knows=knows(event, event.actor, viewer)))


def _off(event: Thrown) -> tuple[str | Span, ...]:
    if event.direction is None:
        return ()
    face = event.direction.faces[0]
    degrees = _DEGREES_OF_OLD[(face - 1) % len(_DEGREES_OF_OLD)] if event.degrees is None else event.degrees
    return (" by ", *off_spans(event.off_m, degrees, event.direction, house=event.house))


@words(FuseBurned)
def _fuse_burned(event: FuseBurned, viewer: Viewer) -> Lines:
    item = another(event.item, event.number)
    if event.place:
        return (line(f"The {item} at {spelled_place(event.place)}", bad(" goes off"), "."),)
    near = f" {event.off_m:g} m from " if event.off_m else " at "
    return (line(f"The {item}{near}", actor_of(event, viewer), bad(" goes off"), "."),)


@words(FuseLeft)
def _fuse_left(event: FuseLeft, viewer: Viewer) -> Lines:
    told = f"The {another(event.item, event.number)} burns on where "
    return (line(told, target_of(event, viewer), " was."),)
