"""What reach keeps of a new round and of a run."""

from __future__ import annotations

from bot.core.features import Hears
from bot.core.scene import with_scene_state
from bot.rulesets.nighttripper.close.reaches import in_force, parted
from bot.rulesets.nighttripper.deeds.events import Moved
from bot.rulesets.nighttripper.play import NightScene
from bot.rulesets.nighttripper.time.events import RoundBegan

hears = Hears()


@hears(RoundBegan)
def _advantages_count(scene: NightScene, event: RoundBegan) -> NightScene:
    """Give whoever got inside a reach in the round before the advantage from this one on."""
    return with_scene_state(scene, reaches=in_force(scene), gained={})


@hears(Moved)
def _breaks_off(scene: NightScene, event: Moved) -> NightScene:
    """Take whoever runs away out of the melee (002-10)."""
    return parted(scene, event.actor, event.target) if event.away else scene
