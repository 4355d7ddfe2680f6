"""How high somebody is, as anyone can see it: by its size, and lower where it lies (ours)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.ground.places import Place
from bot.core.ground.sight import LYING_CM, LYING_EYE_CM, Figure
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.state import BodyKind, State

HEIGHTS_CM: Mapping[str, tuple[int, int]] = {
    "very_small": (8, 10),
    "small": (100, 120),
    "large": (140, 160),
    "very_large": (280, 300),
}
"""How high the eye is and how high the whole body, by the sizes that are not usual (house)."""


def figure(state: State, place: Place) -> Figure:
    """Return somebody in a state where it stands; a thing is as high when it is broken."""
    usual = Figure(place)
    eye_cm, tall_cm = HEIGHTS_CM.get(state.size, (usual.eye_cm, usual.tall_cm))
    if state.lying and state.kind is not BodyKind.OBJECT:
        return Figure(place, min(eye_cm, LYING_EYE_CM), min(tall_cm, LYING_CM))
    return Figure(place, eye_cm, tall_cm)


def figure_in(scene: EclipseScene, actor: str) -> Figure | None:
    """Return somebody as it stands on the ground; None where it has no place."""
    place = scene.ground.places.get(actor) if scene.ground else None
    return figure(scene.combatants[actor].state, place) if place else None
