"""The words for shots: what anybody sees of them, and to those who may know the numbers, why."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.features import Lines, Words
from bot.core.narration import actor_of, at_range, headline, result, target_of
from bot.core.telling.story import Passage, Story
from bot.core.views import Viewer, hides, knows
from bot.core.wording import Line, Span, bad, counted, good, line, metres, note, number, spelled_count
from bot.rulesets.reflex.checks.wording import check_line, faces_span, ticks_spans
from bot.rulesets.reflex.shots.events import BurstSpread, ShotFired
from bot.rulesets.reflex.vehicles.events import VehicleHit
from bot.rulesets.reflex.wounds.events import Hit
from bot.rulesets.reflex.wounds.words import stopped

words = Words()
story = Story()


@story.headline(ShotFired)
def _shot(event: ShotFired, passage: Passage, viewer: Viewer) -> Line:
    hits = _landed(event, passage) if event.target else int(event.hit)
    found = (*result(hits, event.rounds), *stopped(passage), *passage.outcome_of(event, viewer, hit=hits > 0))
    how = f"{spelled_count(event.rounds, 'round')}{at_range(event, event.range_m, viewer)}"
    return headline(actor_of(event, viewer), aim_spans(event, event.called, event.thing, viewer), how, found)


def _landed(event: ShotFired, passage: Passage) -> int:
    """Return how many rounds hit somebody, or the vehicle that was shot at."""
    pierced = [hit for hit in passage.of(VehicleHit) if hit.target == event.target]
    return len(passage.of(Hit)) or min(len(pierced), event.rounds)


story.explains(BurstSpread)


@words(ShotFired)
def _shot_fired(event: ShotFired, viewer: Viewer) -> Lines:
    shot = (_salvo(event), " at ", *aim_spans(event, event.called, event.thing, viewer), *_how(event, viewer))
    return (line(actor_of(event, viewer), " fires ", *shot),)


@words.explain(ShotFired)
def _why_it_hit(event: ShotFired, viewer: Viewer) -> Lines:
    known = knows(event, event.actor, viewer)
    check = check_line(event.outcome, knows=known)
    return (check, *_costs(event)) if known else (check,)


def _salvo(event: ShotFired) -> str:
    wasted = f" ({event.spent} spent)" if event.spent > event.rounds else ""
    return f"a {event.rounds}-round burst{wasted}" if event.rounds > 1 else "a single shot"


def aim_spans(event: Event, called: str, thing: str, viewer: Viewer) -> tuple[str | Span, ...]:
    """Return what was attacked: somebody, a part of the body or a ``thing`` of somebody, or a thing of nobody's."""
    if not event.target:
        return (thing,)
    what, at = called or thing, target_of(event, viewer)
    return (f"the {what} of ", at) if what else (at,)


def _how(event: ShotFired, viewer: Viewer) -> tuple[str | Span, ...]:
    """Return with what, from how far and with what result; neither weapon nor distance gives the unseen away."""
    why = note(" (too bulky at arm's reach)") if event.futile else ""
    result = (good("hit") if event.hit else bad("miss"), why, ".")
    if hides(event, event.actor, viewer):
        return (": ", *result)
    far = "" if hides(event, event.target, viewer) else f"{metres(event.range_m)}, "
    ticks = note(f" ({event.mode}, {far}{counted(event.cost_ticks, 'tick')}): ")
    return (f" with the {event.title}", ticks, *result)


def _costs(event: ShotFired) -> Lines:
    """Return the ticks, where they are a sum, and the rounds that are left."""
    parts: list[str | Span] = []
    if len(event.costs) > 1:
        parts = [*ticks_spans(event.costs, event.cost_ticks), "; "]
    return (line(*parts, number(event.loaded), " left in the weapon.", depth=1),)


@words(BurstSpread)
def _burst_spread(event: BurstSpread, viewer: Viewer) -> Lines:
    told = f": {event.same} at the same place, {event.strays} elsewhere."
    return (line("Further rounds ", faces_span(event.roll), told, depth=1),)
