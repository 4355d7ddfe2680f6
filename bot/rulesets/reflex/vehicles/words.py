"""The words for what happens to vehicles: that something broke is plain to see, the numbers behind it are not."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, target_of
from bot.core.telling.story import Change, Story
from bot.core.terms import Term
from bot.core.views import Viewer, knows
from bot.core.wording import Span, bad, good, line, note, number
from bot.rulesets.reflex.checks.wording import sum_spans
from bot.rulesets.reflex.vehicles.events import Alighted, Drove, VehicleHit
from bot.rulesets.reflex.wounds.words import multiplier

words = Words()
story = Story()


@story.change(VehicleHit)
def _part_hit(event: VehicleHit, _viewer: Viewer) -> Change:
    told = (f"{event.place} ", _came_of(event))
    return Change(told, "is hit:", key=f"{event.place} {event.broken}", actor=event.target)


def _came_of(event: VehicleHit) -> Span:
    return bad(event.broken) if event.broken else good("only scratched")


@words(VehicleHit)
def _hit(event: VehicleHit, viewer: Viewer) -> Lines:
    where = target_of(event, viewer)
    told = line("The ", event.place, " of ", where, " is hit: ", _came_of(event), ".")
    parts = (line(*_sum(event.terms, event.damage), " damage.", depth=1),)
    if not knows(event, event.target, viewer):
        return (told, *parts)
    armor = ("Armor ", number(event.armor), note(f" {multiplier(event.penetration)}"))
    through = ("; ", number(event.final), " against a threshold of ", number(event.threshold))
    wear = ("; Wear ", number(event.wear)) if event.wear else ()
    graze = (note("; a graze"),) if event.graze else ()
    return (told, *parts, line(*armor, *through, *wear, *graze, ".", depth=1))


@words(Drove)
def _drove(event: Drove, viewer: Viewer) -> Lines:
    vehicle = actor_of(event, viewer)
    return (line(vehicle, " goes at ", number(event.kmh), " km/h.") if event.kmh else line(vehicle, " stands still."),)


@words(Alighted)
def _alighted(event: Alighted, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " is no longer in ", target_of(event, viewer), "."),)


def _sum(terms: tuple[Term, ...], damage: int) -> list[str | Span]:
    return sum_spans(terms[0], terms[1:], damage) if len(terms) > 1 else [number(damage)]
