"""On a ground a blast goes off at a place, and who is near and what shields them follows from places."""

from __future__ import annotations

from bot.core.ground.finding import place_said
from bot.core.ground.laid import Ground
from bot.core.ground.laying import not_laid
from bot.core.ground.places import Place, along, distance_cm, vector
from bot.core.ground.sight import shields
from bot.core.ground.whereabouts import Where
from bot.rulesets.eclipse.blasts.epicentre import Epicentre, Near, people_meant
from bot.rulesets.eclipse.cover.figures import figure
from bot.rulesets.eclipse.cover.screened import stopped_by
from bot.rulesets.eclipse.play import EclipseReading, EclipseScene

_DIAL = (
    (10_000, 0),
    (8_090, 5_878),
    (3_090, 9_511),
    (-3_090, 9_511),
    (-8_090, 5_878),
    (-10_000, 0),
    (-8_090, -5_878),
    (-3_090, -9_511),
    (3_090, -9_511),
    (8_090, -5_878),
)
"""Where the numbers of the dial point, in ten-thousandths ahead and to the right, so that all machines agree."""


def astray(start: Place, mark: Place, direction: int, metres: int) -> Place:
    """Return where a blast comes down so many metres from its mark, by the dial as the attacker sees it."""
    ahead, right = _DIAL[direction - 1]
    east, north, _ = vector(start, mark)
    if not (east or north):
        north = 1
    return along(mark, (east * ahead + north * right, north * ahead - east * right, 0), 100 * metres)


def place_of_mark(scene: EclipseScene, mark: str) -> Place | None:
    """Return where somebody stands at whom a blast goes off; None where distances are told."""
    return scene.ground.places.get(mark) if scene.ground else None


def place_on(scene: EclipseScene, actor: str, where: Where) -> Place:
    """Return the place of the ground that is said, as ``actor`` sees it.

    Raises:
        RuleViolation: nobody has a place, or it cannot be told where that is.
    """
    if scene.ground is None:
        raise not_laid()
    return place_said(scene.ground, where, scene.ground.places.get(actor))


def caught_at(reading: EclipseReading, ground: Ground, centre: Epicentre, place: Place, reach_m: float) -> list[Near]:
    """Return who stands nearer than ``reach_m`` to where it goes off, and behind what, the mark first."""
    people = (actor for actor in people_meant(reading.scene, centre) if actor in ground.places)
    found = (_near(reading, ground, actor, place) for actor in people)
    return [one for one in found if one.metres < reach_m]


def _near(reading: EclipseReading, ground: Ground, actor: str, place: Place) -> Near:
    """Return how far somebody is from a blast, and what is wholly in between."""
    seen = figure(reading.scene.combatants[actor].state, ground.places[actor])
    behind = stopped_by(reading.tables, shields(ground, place, seen), seen)
    return Near(actor, distance_cm(place, seen.place) / 100, behind=behind)
