"""What happens to burning fuses by what their holders do."""

from __future__ import annotations

import msgspec

from bot.core.features import Hears
from bot.core.ground.places import Place
from bot.core.scene import with_state
from bot.rulesets.reflex.kit import Fuse
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.throws.lit_fuses import is_own, on_body, without_fuse, without_thing
from bot.rulesets.reflex.time.events import ExchangeEnded
from bot.rulesets.reflex.time.moves import Boarded, Dragged, Moved

_with = msgspec.structs.replace
hears = Hears()


@hears(Moved, Boarded, Dragged)
def left_behind(scene: ReflexScene, event: Moved | Boarded | Dragged) -> ReflexScene:
    """Return the scene in which who went away has left behind what burns near it but not on its body (ours).

    It is that much farther away; from where it was thrown says no more then how far anybody else is from it. On a
    ground it lies where it was let go.
    """
    state, place = scene.combatants[event.actor].state, scene.ground.places.get(event.actor) if scene.ground else None
    fuses = tuple(
        fuse if on_body(state, fuse, stowed=event.stowed) else _farther(fuse, event.distance_m, place)
        for fuse in state.kit.fuses
    )
    gone = event.leaves and fuses != state.kit.fuses
    return with_state(scene, event.actor, state.with_kit(fuses=fuses)) if gone else scene


def _farther(fuse: Fuse, metres: float, place: Place | None) -> Fuse:
    if fuse.place or place:
        return _with(fuse, place=fuse.place or place)
    return _with(fuse, off_m=fuse.off_m + metres, range_m=0, degrees=0) if metres else fuse


@hears(ExchangeEnded)
def gone_off_elsewhere(scene: ReflexScene, event: ExchangeEnded) -> ReflexScene:
    """Return the scene in which nothing burns any longer: what the absent took along has gone off there (ours)."""
    for actor, combatant in scene.combatants.items():
        if combatant.state.kit.fuses:
            scene = with_state(scene, actor, _spent(combatant.state, stowed=event.stowed))
    return scene


def _spent(state: State, *, stowed: bool) -> State:
    for fuse in state.kit.fuses:
        left = without_fuse(state, fuse)
        state = without_thing(left, fuse.item, stowed=stowed) if is_own(fuse) else left
    return state
