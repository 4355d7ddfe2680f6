"""Something goes off at a point: whoever is known to be near feels it, and of whom nobody knows the GM is told."""

from __future__ import annotations

from collections.abc import Container

import msgspec

from bot.rulesets.reflex.blasts.actions import strikable
from bot.rulesets.reflex.blasts.blast import Explosion, detonate, is_dud
from bot.rulesets.reflex.blasts.events import Unplaced
from bot.rulesets.reflex.blasts.rooms import confined
from bot.rulesets.reflex.blasts.scatter import Impact, on_ground, reached
from bot.rulesets.reflex.hazards.gas import released
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.scene_state import Cloud


def set_off(play: ReflexPlay, explosion: Explosion) -> None:
    """Have it explode, and leave its gas behind (text 003, line 1245); dice as in ``blast.detonate``."""
    detonate(play, explosion)
    charge = explosion.charge
    if not charge.gas or is_dud(explosion):
        return
    cloud = Cloud(title=charge.title, radius_m=charge.radius_m, around=dict(explosion.ranges_m), place=explosion.burst)
    released(play, cloud)


def go_off(play: ReflexPlay, impact: Impact, explosion: Explosion) -> None:
    """Have it explode at a point, from which the distances follow; dice as in ``blast.detonate``."""
    explosion, impact = confined(play, explosion), on_ground(play.scene, impact)
    found = reached(play.scene, impact, explosion.charge.radius_m)
    placed = msgspec.structs.replace(explosion, ranges_m=found.ranges_m, about=found.about, burst=impact.place)
    set_off(play, placed)
    if not is_dud(explosion):
        tell_unplaced(play, found.ranges_m)


def tell_unplaced(play: ReflexPlay, placed: Container[str]) -> None:
    """Tell of whom it could strike nobody knows how far they are from an explosion."""
    people = play.scene.combatants
    nowhere = [actor for actor in strikable(play.scene) if not (actor in placed or people[actor].state.body.dead)]
    if nowhere:
        play.tell(Unplaced(actors=tuple(nowhere)))
