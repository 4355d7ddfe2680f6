"""The words for the things of a scene, which everybody sees."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.views import Viewer
from bot.core.wording import line, number
from bot.rulesets.reflex.equipment.words import came_of, sums
from bot.rulesets.reflex.kinds import Broken
from bot.rulesets.reflex.objects.events import ThingGone, ThingHit, ThingPut

words = Words()


@words(ThingPut)
def _put(event: ThingPut, _viewer: Viewer) -> Lines:
    strength = (": Armor ", number(event.armor), ", threshold ", number(event.threshold), ".")
    return (line(f"There is the {event.item}", *strength),)


@words(ThingGone)
def _gone(event: ThingGone, _viewer: Viewer) -> Lines:
    return (line(f"The {event.item} is there no longer."),)


@words(ThingHit)
def _hit(event: ThingHit, _viewer: Viewer) -> Lines:
    goes = event.outline and event.broken == Broken.DESTROYED  # which is told of it as of whatever stands there no more
    came = () if goes else (": ", came_of(event))
    return (line(f"The {event.item} is hit", *came, "."), sums(event))
