"""The words for damaged and mended equipment: that it broke is plain to see, its numbers are not."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import who
from bot.core.views import Viewer, knows
from bot.core.wording import bad, good, line, note, number
from bot.rulesets.reflex.checks.wording import said
from bot.rulesets.reflex.equipment.events import ArmorWornDown, EquipmentHit, Mended
from bot.rulesets.reflex.wounds.words import multiplier

words = Words()


@words(EquipmentHit)
def _equipment_hit(event: EquipmentHit, viewer: Viewer) -> Lines:
    came = bad(event.broken) if event.broken else good("only scratched")
    told = line("The ", event.item, " of ", who(event, event.actor, viewer), " is hit: ", came, ".")
    if not knows(event, event.actor, viewer):
        return (told,)
    armor = (f"; {said(event.substance)}: Armor ", number(event.armor), note(f" {multiplier(event.penetration)}"))
    through = ("; ", number(event.final), " against a threshold of ", number(event.threshold))
    wear = ("; Wear ", number(event.wear)) if event.wear else ()
    return (told, line(number(event.damage), " damage", *armor, *through, *wear, ".", depth=1))


@words(Mended)
def _mended(event: Mended, viewer: Viewer) -> Lines:
    return (line("The ", event.item, " of ", who(event, event.actor, viewer), good(" works again"), "."),)


@words(ArmorWornDown)
def _armor_worn_down(event: ArmorWornDown, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    what = said(event.place) if event.place else event.armor
    now = (number(event.after / 2), note(f" (was {event.before / 2:g})"))
    return (line("The ", what, " of ", who(event, event.actor, viewer), bad(" wears down"), ": Armor ", *now, depth=1),)
