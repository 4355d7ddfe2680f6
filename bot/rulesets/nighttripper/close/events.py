"""What happens to the reach between two."""

from __future__ import annotations

from typing import ClassVar

from bot.core.events import Event
from bot.core.scene import with_scene_state
from bot.rulesets.nighttripper.close.reaches import SIGNS, parted, with_settled
from bot.rulesets.nighttripper.play import NightScene


class AdvantageGained(Event, frozen=True, kw_only=True, tag="nighttripper.advantage_gained"):
    """``actor`` got inside the reach of ``target``, and has the advantage from the next round on."""

    def apply(self, scene: NightScene) -> NightScene:
        """Keep the advantage for the next round."""
        return with_scene_state(scene, gained=with_settled(scene.state.gained, self.actor, self.target, 1))


class ReachSet(Event, frozen=True, kw_only=True, tag="nighttripper.reach_set"):
    """The GM said how ``actor`` stands to ``target`` in melee; empty leaves it to their weapons."""

    silent: ClassVar[bool] = True

    position: str = ""

    def apply(self, scene: NightScene) -> NightScene:
        """Return the scene with this between the two, in place of what was there before."""
        scene = parted(scene, self.actor, self.target)
        if not self.position:
            return scene
        reaches = with_settled(scene.state.reaches, self.actor, self.target, SIGNS[self.position])
        return with_scene_state(scene, reaches=reaches)


class QuartersSet(Event, frozen=True, kw_only=True, tag="nighttripper.quarters_set"):
    """The GM said whether it is too cramped here for long weapons."""

    cramped: bool

    def apply(self, scene: NightScene) -> NightScene:
        """Return the scene with the place cramped or not."""
        return with_scene_state(scene, cramped=self.cramped)
