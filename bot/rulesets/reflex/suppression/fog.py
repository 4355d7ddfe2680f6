"""Players know only of those areas under fire that the GM lets them know of, and of no gunner who is hidden."""

from __future__ import annotations

import msgspec

from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import SceneState, SuppressedArea


def known_areas(scene: ReflexScene, scene_state: SceneState) -> SceneState:
    """Return the state with the areas that players know of, and nothing of gunners who are hidden."""
    if not scene_state.areas:
        return scene_state
    return msgspec.structs.replace(
        scene_state, areas=tuple(_outline(scene, area) for area in scene_state.areas if area.known)
    )


def _outline(scene: ReflexScene, area: SuppressedArea) -> SuppressedArea:
    gunner = scene.combatants.get(area.gunner)
    if gunner and not gunner.hidden:
        return area
    return SuppressedArea(name=area.name, rating=area.rating, width_m=area.width_m)
