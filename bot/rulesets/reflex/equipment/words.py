"""The words for damaged and mended equipment: that it broke is plain to see, its numbers are not."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Span, bad, good, line, note, number
from bot.rulesets.reflex.changes import ThingDamaged
from bot.rulesets.reflex.checks.wording import said, sum_spans
from bot.rulesets.reflex.equipment.events import ArmorWornDown, EquipmentHit, Mended
from bot.rulesets.reflex.wounds.words import multiplier

words = Words()


def came_of(event: ThingDamaged) -> Span:
    """Return what a hit has made of a thing."""
    return bad(event.broken) if event.broken else good("only grazed" if event.graze else "only scratched")


def sums(event: ThingDamaged, substance: str = "") -> Line:
    """Return the damage of a hit on a thing, its Armor and what is left against its threshold."""
    terms = event.terms if len(event.terms) > 1 else ()
    damage = (*sum_spans(terms[0], terms[1:], event.damage), " damage") if terms else (number(event.damage), " damage")
    made_of = f"; {said(substance)}: Armor " if substance else "; Armor "
    armor = (made_of, number(event.armor), note(f" {multiplier(event.penetration)}"))
    through = ("; ", number(event.final), " against a threshold of ", number(event.threshold))
    wear = ("; Wear ", number(event.wear)) if event.wear else ()
    return line(*damage, *armor, *through, *wear, ".", depth=1)


@words(EquipmentHit)
def _equipment_hit(event: EquipmentHit, viewer: Viewer) -> Lines:
    told = line("The ", event.item, " of ", actor_of(event, viewer), " is hit: ", came_of(event), ".")
    return (told, sums(event, event.substance)) if knows(event, event.actor, viewer) else (told,)


@words(Mended)
def _mended(event: Mended, viewer: Viewer) -> Lines:
    return (line("The ", event.item, " of ", actor_of(event, viewer), good(" works again"), "."),)


@words(ArmorWornDown)
def _armor_worn_down(event: ArmorWornDown, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    what = said(event.place) if event.place else event.armor
    now = (number(event.after / 2), note(f" (was {event.before / 2:g})"))
    return (line("The ", what, " of ", actor_of(event, viewer), bad(" wears down"), ": Armor ", *now, depth=1),)
