"""Who is how far from where a blast goes off: what was said of it, else what follows from the distances known."""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterable, Mapping

import msgspec

from bot.core.errors import RuleViolation
from bot.core.ground.places import Place
from bot.core.wording import names_in
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.targets import known_dead, person_named

DIAL = 10
_PLACED = re.compile(r"(.*?)\s+([0-9]{1,4}(?:\.[0-9]{1,2})?)(?:@([0-9]{1,2}))?")


class SaidSpot(msgspec.Struct, frozen=True):
    """Where somebody is: metres from the mark, and the direction on the dial of scatter, 0 where nobody said it."""

    metres: float
    direction: int = 0


class Epicentre(msgspec.Struct, frozen=True, kw_only=True):
    """Where a blast goes off: ``off`` from ``mark``, as a number whose real part lies ahead of ``actor``.

    The attacker stands ``range_m`` metres behind the mark. ``told`` are those who were named with their places; of a
    ``directed`` blast nobody else is caught. On a ground it goes off at a ``place``, by which all others are found.
    """

    mark: str = ""
    actor: str = ""
    range_m: float = 0
    off: complex = 0
    told: Mapping[str, SaidSpot] = {}
    directed: bool = False
    place: Place | None = None


class Near(msgspec.Struct, frozen=True):
    """Somebody so many metres from a blast, or only ``about`` so many, ``behind`` rows of the objects."""

    actor: str
    metres: float
    about: bool = False
    behind: tuple[str, ...] = ()


def heading(direction: int) -> complex:
    """Return one metre towards a number of the dial: 1 is straight on, the others follow clockwise (ours; 001-24)."""
    return cmath.rect(1, math.tau * (direction - 1) / DIAL)


def places_named(scene: EclipseScene, actor: str, words: str) -> dict[str, SaidSpot]:
    """Return those named with their metres from the mark, as in "Bob 3, Guard 5.5@4"; no number means zero.

    Raises:
        RuleViolation: one of them is not here, or there is no such direction.
    """
    return dict(_spot(scene, actor, word) for word in names_in(words))


def _spot(scene: EclipseScene, actor: str, word: str) -> tuple[str, SaidSpot]:
    found = _PLACED.fullmatch(word)
    if found is None or scene.meant(actor, word):  # a name may end in a number itself
        return person_named(scene, actor, word), SaidSpot(0)
    direction = int(found[3] or 0)
    if found[3] and not 1 <= direction <= DIAL:
        raise RuleViolation(f"There is no direction {direction}.", "1 is straight on, then clockwise to 10: Bob 3@4.")
    return person_named(scene, actor, found[1]), SaidSpot(float(found[2]), direction)


def people_near(scene: EclipseScene, centre: Epicentre, reach_m: float) -> tuple[list[Near], tuple[str, ...]]:
    """Return who is nearer than ``reach_m``, the mark first, and the living whose distance nobody can tell.

    Whoever is known to be dead is left out; another who lies there may only be out of it, as far as others can see.
    """
    people = [actor for actor in people_meant(scene, centre) if _may_be_near(scene, centre, actor, reach_m)]
    found = {actor: _near(scene, centre, actor) for actor in people}
    near = [one for one in found.values() if one and one.metres < reach_m]
    return near, tuple(actor for actor, one in found.items() if one is None and not scene.combatants[actor].state.dead)


def people_meant(scene: EclipseScene, centre: Epicentre) -> Iterable[str]:
    """Return who may be caught, the mark first: of what is directed only those who are named."""
    others = () if centre.directed else (actor for actor in scene.combatants if not known_dead(scene, actor))
    return dict.fromkeys(actor for actor in (centre.mark, *centre.told, *others) if actor)


def _may_be_near(scene: EclipseScene, centre: Epicentre, actor: str, reach_m: float) -> bool:
    """Tell whether the distance from the attacker leaves it possible that somebody is near."""
    known = scene.range_m(centre.actor, actor)
    return known is None or actor in centre.told or abs(known - abs(centre.range_m + centre.off)) < reach_m


def _near(scene: EclipseScene, centre: Epicentre, actor: str) -> Near | None:
    """Return how far somebody is from where it goes off, as the mean of what may be; None where nobody can tell."""
    told = centre.told.get(actor)
    metres = 0 if actor == centre.mark else told.metres if told else scene.range_m(centre.mark, actor)
    if metres is None:
        return None
    away = [abs(place - centre.off) for place in _places(scene, centre, actor, metres)]
    return Near(actor, round(sum(away) / len(away), 1), not math.isclose(min(away), max(away), abs_tol=0.01))


def _places(scene: EclipseScene, centre: Epicentre, actor: str, metres: float) -> tuple[complex, ...]:
    """Return where somebody ``metres`` from the mark may be: of a whole circle the nearest and the farthest place."""
    told = centre.told.get(actor)
    if told and told.direction:
        return (metres * heading(told.direction),)
    if actor == centre.actor:
        return (complex(-metres),)
    from_actor = scene.range_m(centre.actor, actor)
    if from_actor is not None and centre.range_m:
        return _sides(metres, from_actor, centre.range_m)
    astray = centre.off / abs(centre.off) if centre.off else 0
    return (metres * astray, -metres * astray) if astray else (complex(metres),)


def _sides(metres: float, from_actor: float, range_m: float) -> tuple[complex, complex]:
    """Return a place on each side of the line of fire; distances that make no triangle are taken to lie in line."""
    along = (from_actor**2 - metres**2 - range_m**2) / (2 * range_m)
    along = max(-metres, min(metres, along))
    across = math.sqrt(metres**2 - along**2)
    return complex(along, across), complex(along, -across)
