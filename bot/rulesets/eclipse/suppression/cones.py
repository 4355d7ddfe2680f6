"""On a ground a cone under fire is an area; who is out of cover in it follows from places."""

from __future__ import annotations

from bot.core.errors import Incomplete, RuleViolation
from bot.core.ground.entered import areas_around
from bot.core.ground.gunners import is_unseen
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import place_known
from bot.core.ground.outlines import Cone
from bot.core.ground.pieces import Area
from bot.core.ground.places import distance_cm
from bot.core.renaming import sign_of
from bot.core.wording import shown
from bot.rulesets.eclipse.cover.screened import screened
from bot.rulesets.eclipse.fire.rounds import reach_m
from bot.rulesets.eclipse.play import EclipseReading, EclipseScene
from bot.rulesets.eclipse.state import Suppression, Weapon
from bot.rulesets.eclipse.suppression.actions import Suppress

UNDER_FIRE = "eclipse.suppressed"


def cone_to(scene: EclipseScene, holding: Suppress, weapon: Weapon) -> Area | None:
    """Return the cone that somebody holds under fire, which ends at whom one names; None where distances are told.

    Raises:
        RuleViolation: it is not said where to, where nobody has a place it is, or that is too far or no way off.
    """
    actor, ground = holding.actor, scene.ground
    if ground is None or actor not in ground.places:
        if holding.to:
            raise not_laid()
        return None
    if holding.to is None:
        raise Incomplete("Where is the far end of the cone?", "Say it: to=C4, or to=60m north of Ann.")
    start = ground.places[actor]
    end = place_known(scene, ground, actor, holding.to, start)
    if not 0 < distance_cm(start, end) <= 100 * reach_m(weapon):
        raise RuleViolation(
            f"The {weapon.name} reaches from 1 to {reach_m(weapon)} m.", "Say a place within that: to=C4."
        )
    outline = Cone(start, end, 100 * holding.width_m)
    key = f"{UNDER_FIRE} {sign_of(actor)}"
    return Area(key=key, kind=UNDER_FIRE, outline=outline, owner=actor, hidden=is_unseen(scene, actor))


def cones_of_others(scene: EclipseScene, actor: str) -> tuple[Area, ...]:
    """Return the cones that others hold under fire."""
    areas = scene.ground.areas.values() if scene.ground else ()
    return tuple(area for area in areas if area.kind == UNDER_FIRE and area.owner != actor)


def cones_over(scene: EclipseScene, actor: str) -> tuple[Area, ...]:
    """Return the cones of others in which somebody stands."""
    return tuple(area for area in areas_around(scene, actor, UNDER_FIRE) if area.owner != actor)


def has_been_fired_at(cone: Suppression, target: str) -> bool:
    """Tell whether somebody has had its free shot in a cone; the hidden are kept by their signs."""
    return target in cone.fired_at or sign_of(target) in cone.fired_at


def is_exposed(reading: EclipseReading, owner: str, actor: str) -> bool:
    """Tell whether somebody is out of cover towards whoever holds a cone under fire."""
    found = screened(reading, owner, actor)
    return found is not None and not (found.cover or found.behind)


def check_in_cone(reading: EclipseReading, actor: str, target: str) -> None:
    """Raise RuleViolation where somebody on a ground is not in one's cone, or in cover there."""
    ground = reading.scene.ground
    if ground is None or target not in ground.places:
        return
    if not any(area.owner == actor for area in cones_over(reading.scene, target)):
        raise RuleViolation(f"{shown(target)} is not in the cone.", "Fire at somebody who is in it.")
    if not is_exposed(reading, actor, target):
        raise RuleViolation(f"{shown(target)} is in cover.", "Fire once it leaves that.")
