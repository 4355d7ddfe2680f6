"""What becomes of the things of a scene: they are there, are hit and break, and are gone."""

from __future__ import annotations

import msgspec

from bot.core.events import Event
from bot.core.ground.outlines import Outline
from bot.core.scene import with_scene_state
from bot.rulesets.reflex.changes import ThingDamaged
from bot.rulesets.reflex.kinds import Broken
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import SceneThing

_with = msgspec.structs.replace


class ThingPut(Event, frozen=True, kw_only=True, tag="reflex.thing_put"):
    """There is an ``item`` with that Armor, which damage from ``threshold`` on disables."""

    item: str
    armor: int
    threshold: int
    size: str = "human"

    def apply(self, scene: ReflexScene) -> ReflexScene:
        thing = SceneThing(armor=self.armor, threshold=self.threshold, size=self.size)
        return with_scene_state(scene, things={**scene.state.things, self.item: thing})


class ThingGone(Event, frozen=True, kw_only=True, tag="reflex.thing_gone"):
    """The ``item`` is there no longer."""

    item: str

    def apply(self, scene: ReflexScene) -> ReflexScene:
        left = {name: thing for name, thing in scene.state.things.items() if name != self.item}
        return with_scene_state(scene, things=left)


class ThingHit(ThingDamaged, frozen=True, kw_only=True, tag="reflex.thing_hit"):
    """A thing of the scene was hit.

    What stands on a ground has an ``outline``; it gains no Wear, and goes when it is destroyed.
    """

    outline: Outline | None = None

    def apply(self, scene: ReflexScene) -> ReflexScene:
        if not self.broken:
            return scene
        if self.outline is not None:
            battered = {name: each for name, each in scene.state.battered.items() if name != self.item}
            if self.broken == Broken.DISABLED:
                battered[self.item] = self.outline
            return with_scene_state(scene, battered=battered)
        hit = _with(scene.state.things[self.item], wear=self.wear, broken=self.broken)
        return with_scene_state(scene, things={**scene.state.things, self.item: hit})
