"""Whoever keeps wholly down knows others where it last saw them, but for those whom it sees from there (004-57)."""

from __future__ import annotations

from typing import NamedTuple

from bot.core.ground.laid import Ground
from bot.core.ground.lost import known_to
from bot.core.ground.places import Place, distance_cm
from bot.core.ground.sight import Figure, hides_all, screens
from bot.core.renaming import sign_of
from bot.rulesets.graydawn.cover.figures import figure
from bot.rulesets.graydawn.play import DawnReading, DawnScene
from bot.rulesets.graydawn.state import Stance, State

CM = 100


class AimedPlace(NamedTuple):
    """A place on the ground that somebody means by naming another, so many metres off.

    Where it is only where that one was seen last, ``missed_m`` is how far from there it is by now.
    """

    place: Place
    range_m: float
    missed_m: float


def aimed_place(reading: DawnReading, actor: str, target: str) -> AimedPlace | None:
    """Return the place that somebody means by a target; None where distances are told."""
    ground = reading.scene.ground
    if ground is None or actor not in ground.places or target not in ground.places:
        return None
    state, there = reading.scene.combatants[actor].state, ground.places[target]
    place = last_known(ground, state, actor, target)
    return AimedPlace(place, distance_cm(ground.places[actor], place) / CM, distance_cm(place, there) / CM)


def last_known(ground: Ground, state: State, actor: str, target: str) -> Place:
    """Return where on a ground somebody in a state believes a target to be; who keeps down no more sees it."""
    there = ground.places[target]
    known = state.last_seen.get(sign_of(target), there) if state.stance is Stance.FULL else there
    return there if known == there or _is_in_view(ground, state, ground.places[actor], there) else known


def _is_in_view(ground: Ground, state: State, own: Place, there: Place) -> bool:
    """Tell whether somebody who keeps down sees another: whoever is seen by one sees that one, too."""
    body = figure(state, own)
    return not hides_all(screens(ground, Figure(there), body), body.tall_cm)


def last_seen(scene: DawnScene, actor: str) -> dict[str, Place]:
    """Return where everybody else stands as far as somebody knows, by sign; nothing where it does not keep down.

    Whoever is out of the sight of its side is where that saw it last.
    """
    if scene.ground is None or scene.combatants[actor].state.stance is not Stance.FULL:
        return {}
    places = known_to(scene, scene.ground, actor).places
    return {sign_of(other): place for other, place in places.items() if other != actor}
