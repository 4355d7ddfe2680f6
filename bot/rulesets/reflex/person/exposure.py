"""What many actions have in common: in an area under fire they may show whoever does them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from bot.core.actions import Action, Field, Given
from bot.core.ground.lost import is_lost
from bot.core.options import Choice
from bot.rulesets.reflex.person.consciousness import is_down
from bot.rulesets.reflex.play import ReflexReading, ReflexScene
from bot.rulesets.reflex.scene_state import SuppressedArea

LANE = "reflex.suppressed"


def areas(reading: ReflexReading, given: Given) -> Iterator[Choice]:
    """Return the areas under fire, each name once; of unknown gunners nobody can tell that they are done."""
    return _named(reading.scene, reading.scene.state.areas)


def areas_of_others(reading: ReflexReading, given: Given) -> Iterator[Choice]:
    """Return the areas at which somebody else fires than the actor."""
    return _named(reading.scene, [area for area in reading.scene.state.areas if area.gunner != given.get("actor")])


def _named(scene: ReflexScene, fires: Iterable[SuppressedArea]) -> Iterator[Choice]:
    found = {area.name: area.rating for area in fires if not area.gunner or _burns(scene, area)}
    return (Choice(name, f"{name} (threat {rating})") for name, rating in found.items())


def key_of(fire: SuppressedArea) -> str:
    """Return what the fire of a gunner on an area is called among the areas of the ground."""
    return f"{LANE} {fire.name}\n{fire.gunner}"


def is_laid(scene: ReflexScene, fire: SuppressedArea) -> bool:
    """Tell whether a gunner still fires through its lane; where none is told of on a ground, it does."""
    ground = scene.ground
    return ground is None or fire.gunner not in ground.places or key_of(fire) in ground.areas


def _burns(scene: ReflexScene, area: SuppressedArea) -> bool:
    """Tell whether fire on an area goes on as far as can be seen: where a gunner out of sight went nobody can tell."""
    return has_source(scene, area) and (is_lost(scene, area.gunner) or is_laid(scene, area))


def has_source(scene: ReflexScene, area: SuppressedArea) -> bool:
    """Tell whether there still is somebody to show oneself to: the gunner with the gun (line 1430; its end is ours).

    All can see that somebody lies there, has given up or has let go of the gun; what a gunner does with it is another
    thing, and one who loads it, or runs, frightens on.
    """
    gunner = scene.combatants.get(area.gunner)
    if gunner is None or is_down(gunner.state) or gunner.state.turn.withdrawn or gunner.state.turn.surrendered:
        return False
    gun = gunner.state.kit.weapons.get(area.weapon)
    return gun is not None and gun.is_ready


class Exposing(Action, frozen=True, kw_only=True):
    """Something that takes time in a fight and may show the actor in the area that is ``exposed``."""

    exposed: Annotated[str, Field("the area under fire that this shows you in", fits=areas_of_others)] = ""
