"""A mine stays where it lies when those near it go away."""

from __future__ import annotations

import msgspec

from bot.core.events import Event
from bot.core.features import Hears
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.time.events import Boarded, Moved, PauseMoved

hears = Hears()
_with = msgspec.structs.replace


@hears(Boarded)
def _boarded(scene: ReflexScene, event: Boarded) -> ReflexScene:
    return left_behind(scene, event) if event.leaves else scene


@hears(Moved, PauseMoved)
def left_behind(scene: ReflexScene, event: Event) -> ReflexScene:
    """Leave a mine where it lies when whoever it lay near goes away: nobody knows how far it is then."""
    mines = scene.state.mines
    stay = {key: _with(mine, near="", near_m=0, depth_m=0) for key, mine in mines.items() if mine.near == event.actor}
    return _with(scene, state=_with(scene.state, mines={**mines, **stay})) if stay else scene
