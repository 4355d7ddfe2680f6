"""What the ground keeps of those who fire at what they cannot see."""

from __future__ import annotations

import msgspec

from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Mission

_with = msgspec.structs.replace


def with_mission(scene: ReflexScene, gunner: str, mission: Mission) -> ReflexScene:
    """Return the scene with another mission of a gunner."""
    missions = {**scene.state.missions, gunner: mission}
    return _with(scene, state=_with(scene.state, missions=missions))


def guessed(scene: ReflexScene, gunner: str, target: str) -> ReflexScene:
    """Return the scene after one more guess at a target that the gunner observes itself."""
    before = scene.state.missions.get(gunner, Mission())
    kept = before if before.target == target and not before.called else Mission(target=target)
    return with_mission(scene, gunner, _with(kept, shots=kept.shots + 1))
