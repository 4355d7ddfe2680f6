"""Whoever is fired at or hit is frightened, lanes end with the round, and who keeps down keeps what it saw."""

from __future__ import annotations

import msgspec

from bot.core.features import Hears
from bot.core.renaming import sign_of
from bot.core.scene import with_scene_state
from bot.rulesets.graydawn.cover.events import CoverSet
from bot.rulesets.graydawn.cover.last_seen import last_seen
from bot.rulesets.graydawn.deeds.events import CoverTaken, Moved
from bot.rulesets.graydawn.fire.events import Attacked
from bot.rulesets.graydawn.play import DawnScene, with_person
from bot.rulesets.graydawn.state import ATTACKER, Fear, Stance, State
from bot.rulesets.graydawn.suppression.events import NerveTested
from bot.rulesets.graydawn.time.events import Declared, RoundBegan
from bot.rulesets.graydawn.wounds.events import Hit

hears = Hears()

SHOTGUN, STRUCK = "shotgun", "struck"


@hears(Attacked)
def fired_at(scene: DawnScene, event: Attacked) -> DawnScene:
    """Have each attacker frighten once, or by each shot of a shotgun (B7); a blow and covering fire do not so."""
    if event.melee or event.covering:
        return scene
    sign = sign_of(event.actor)

    def frightened(state: State) -> State:
        felt = not event.spread and any(fear.source == sign for fear in state.fears)
        value = state.added_by(sign, event.fear) if felt else event.fear
        if value is None or (felt and not event.tops_up):
            return state
        fear = Fear(SHOTGUN if event.spread else ATTACKER, sign, value)
        return msgspec.structs.replace(state, fears=(*state.fears, fear))

    return with_person(scene, event.target, frightened)


@hears(Hit)
def struck(scene: DawnScene, event: Hit) -> DawnScene:
    """Frighten whoever is struck, once however often that happens (B7; 004-40; 004-52; 004-53)."""
    if not event.fear:
        return scene

    def frightened(state: State) -> State:
        if any(fear.kind == STRUCK for fear in state.fears):
            return state
        return msgspec.structs.replace(state, fears=(*state.fears, Fear(STRUCK, "", event.fear)))

    return with_person(scene, event.target, frightened)


@hears(RoundBegan)
def lanes_end(scene: DawnScene, event: RoundBegan) -> DawnScene:
    """Let lanes of the round that is over go."""
    return with_scene_state(scene, lanes={})


@hears(Declared, Moved, CoverTaken, CoverSet, NerveTested)
def keeps_what_it_saw(scene: DawnScene, event: Declared | Moved | CoverTaken | CoverSet | NerveTested) -> DawnScene:
    """Keep where somebody saw the others when it took full cover, and forget it when it leaves that (004-57)."""
    found = scene.combatants.get(event.actor)
    if found is None or (found.state.last_seen and found.state.stance is Stance.FULL):
        return scene
    places = last_seen(scene, event.actor)
    if places == found.state.last_seen:
        return scene
    return with_person(scene, event.actor, lambda state: msgspec.structs.replace(state, last_seen=places))
