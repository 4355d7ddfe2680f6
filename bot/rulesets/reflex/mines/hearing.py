"""A mine stays where it lies when those near it go away."""

from __future__ import annotations

import msgspec

from bot.core.features import Hears
from bot.core.scene import with_scene_state
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.time.moves import LEAVING, Leaving

hears = Hears()
_with = msgspec.structs.replace


@hears(*LEAVING)
def left_behind(scene: ReflexScene, event: Leaving) -> ReflexScene:
    """Leave a mine where it lies when whoever it lay near goes away: nobody knows how far it is then."""
    mines = scene.state.mines if event.leaves else {}
    stay = {key: _with(mine, near="", near_m=0, depth_m=0) for key, mine in mines.items() if mine.near == event.actor}
    return with_scene_state(scene, mines={**mines, **stay}) if stay else scene
