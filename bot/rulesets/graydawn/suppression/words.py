"""The words for nerve under fire."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, secretly, target_of
from bot.core.telling.story import Change, Story
from bot.core.terms import Term
from bot.core.views import Viewer, hides, knows
from bot.core.wording import Line, bad, counted, good, line, note, signed
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.wording import against, faces
from bot.rulesets.graydawn.suppression.events import (
    Calmed,
    CoverFired,
    Frightened,
    LaneBraved,
    LaneEnded,
    LaneHeld,
    NerveTested,
    Threatened,
)

words = Words()
story = Story()
story.opens(CoverFired, LaneHeld, LaneBraved)
story.as_told(Calmed)


@story.change(Frightened)
def _cowed(event: Frightened, _viewer: Viewer) -> Change:
    return Change(actor=event.target)


@story.change(Threatened)
def _unnerved(event: Threatened, _viewer: Viewer) -> Change:
    return Change((f"the next suppression roll {_by(event.value)}",), verb="finds", key="roll")


def _by(value: int) -> str:
    """Return by how much a roll is harder, or easier."""
    return f"{-value} easier" if value < 0 else f"{signed(value).text} harder"


@words(NerveTested)
def _nerve_tested(event: NerveTested, viewer: Viewer) -> Lines:
    about = f" to enter {event.area}" if event.area else " to leave cover" if event.leaving else ""
    result = good("holds") if event.held else bad("gives way")
    told = line(actor_of(event, viewer), f": nerve{about} under fire: ", result, f"{_outcome(event)}.")
    if not knows(event, event.actor, viewer):
        return (told,)
    rolled = (("Nerve ", event.check), *((("Again ", event.second),) if event.second else ()))
    return (told, *(_nerve_roll(event, label, made, viewer) for label, made in rolled))


def _nerve_roll(event: NerveTested, label: str, made: Outcome, viewer: Viewer) -> Line:
    return line(label, *against(event, event.actor, made, event.number, viewer, reasons(event.against)), ".", depth=1)


FEARS = {
    "attacker": "an attacker",
    "shotgun": "a shotgun blast",
    "struck": "being hit",
    "covering": "covering fire",
    "sweeping": "sweeping covering fire",
    "lane": "a lane of fire",
    "explosion": "an explosion",
    "told": "the situation",
}


def reasons(terms: Sequence[Term]) -> Parts:
    """Return what the number of a suppression roll is the sum of, where something adds to it."""
    if len(terms) < 2:
        return ()
    base, *others = terms
    added = [part for term in others for part in (f", {FEARS.get(term.label, term.label)} ", signed(term.value))]
    return (note(f" ({base.value}"), *added, note(")"))


def _outcome(event: NerveTested) -> str:
    if event.lost:
        return "; the turn is lost"
    if event.steady:
        return ", but not to fight from cover"
    if event.held or event.area:
        return ""
    behind = any(term.label == "shelter" for term in event.check.terms)
    return ", and keeps wholly down" if behind else ", and runs for cover first"


@words(CoverFired)
def _cover_fired(event: CoverFired, viewer: Viewer) -> Lines:
    spent = f": {counted(event.fired, 'round')}" if not hides(event, event.actor, viewer) else ""
    whom = (target_of(event, viewer), " where it was seen last" if event.place else "")
    return (line(actor_of(event, viewer), " lays covering fire on ", *whom, f"{spent}."),)


@words(Frightened)
def _frightened(event: Frightened, viewer: Viewer) -> Lines:
    harder = (" finds the next suppression roll ", signed(event.value), " harder")
    return (line(target_of(event, viewer), *harder, *_instead(event, viewer), "."),)


def _instead(event: Frightened, viewer: Viewer) -> Parts:
    """Return what it stands in for, to whoever reads what the roll is against."""
    if not event.instead or not knows(event, event.target, viewer):
        return ()
    return (" (in place of ", signed(event.instead), " for what the same one fired before)")


@words(LaneHeld)
def _lane_held(event: LaneHeld, viewer: Viewer) -> Lines:
    across = f" over {event.width} m: {counted(event.fired, 'round')}"
    return (line(actor_of(event, viewer), f" saturates {event.area}{across}."),)


@words(LaneEnded)
def _lane_ended(event: LaneEnded, viewer: Viewer) -> Lines:
    return (line(f"Nobody holds {event.area} under fire any longer."),)


@words(LaneBraved)
def _lane_braved(event: LaneBraved, viewer: Viewer) -> Lines:
    result = good("gets through") if event.safe else bad(f"is hit by {counted(event.hits, 'round')}")
    burst = (", burst ", faces((event.roll,))) if event.roll else ()
    told = line(actor_of(event, viewer), f" is in the fire of {event.area}: ", result, *burst, ".")
    rolled = against(event, event.actor, event.check, event.number, viewer)
    return (told, line("Defence ", *rolled, ".", depth=1))


@words(Threatened)
@secretly()
def _threatened(event: Threatened) -> Parts:
    return (f": next suppression roll {_by(event.value)}.",)


@words(Calmed)
@secretly()
def _calmed(event: Calmed) -> Parts:
    return (" is calm: nothing adds to the next suppression roll.",)
