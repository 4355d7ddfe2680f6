"""What a missile does where it hits is written on its weapon: a wound, a fire or an explosion."""

from __future__ import annotations

from bot.rulesets.reflex.blast import Burst, charge_of, detonate
from bot.rulesets.reflex.damage import land
from bot.rulesets.reflex.events_blasts import Unplaced
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.shot import Shot
from bot.rulesets.reflex.state import Place


def arrive(referee: Referee, scene: ReflexScene, shot: Shot, margin: int) -> Ruling:
    """An attack that succeeded by ``margin``: a warhead goes off by itself, anything else hits (lines 1094-1139).

    The rounds of a burst that strike go off as one (ours). Dice: those of ``blast.detonate`` or ``damage.land``.
    """
    if not shot.weapon.explosive:
        return (yield from land(referee, scene, shot, margin))
    burst = Burst(
        charge=charge_of(referee.tables, shot.weapon.explosive),
        ranges_m=_around(scene, shot.aimed_at),
        margin=margin,
        struck=shot.aimed_at,
        place=Place(shot.called) if shot.called else None,
        cover=shot.cover,
    )
    scene = yield from detonate(referee, scene, burst)
    nowhere = tuple(actor for actor in _living(scene) if actor not in burst.ranges_m)
    return (yield Unplaced(actors=nowhere)) if nowhere and margin else scene


def _living(scene: ReflexScene) -> list[str]:
    return [actor for actor, combatant in scene.combatants.items() if not combatant.state.dead]


def _around(scene: ReflexScene, centre: str) -> dict[str, float]:
    """Metres from somebody to each of the living where they are known."""
    known = {actor: scene.range_m(centre, actor) for actor in _living(scene)}
    return {centre: 0.0, **{actor: range_m for actor, range_m in known.items() if range_m is not None}}
