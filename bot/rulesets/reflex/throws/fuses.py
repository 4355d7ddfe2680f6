"""Fuses burn by the tick: whatever was lit goes off by itself when its moment is past."""

from __future__ import annotations

import math

from bot.core.ground.places import Place
from bot.rulesets.reflex.blasts.blast import Explosion, charge_of
from bot.rulesets.reflex.blasts.impacts import go_off
from bot.rulesets.reflex.blasts.scatter import Impact
from bot.rulesets.reflex.checks.labels import another
from bot.rulesets.reflex.heart.rules import took_heart
from bot.rulesets.reflex.kit import Fuse
from bot.rulesets.reflex.person.anatomy import arms_at_work
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.throws.events import FuseBurned, FuseLeft
from bot.rulesets.reflex.throws.lit_fuses import is_own, next_number, on_body, thrown_at
from bot.rulesets.reflex.vehicles.seats import apart_m, ride, stands_at


def burn_down(play: ReflexPlay, ahead: int | None) -> None:
    """Let the fuses go off that were lit until a tick past ``ahead``, or all for None (text 003, line 699; 003-72)."""
    for actor in tuple(play.scene.combatants):
        for fuse in play.scene.combatants[actor].state.kit.fuses:
            if ahead is None or fuse.tick > ahead:
                with play.by_itself(f"fuse {fuse.tick} of {another(fuse.item, fuse.number)} at {actor}"):
                    _explode(play, actor, fuse)


def _explode(play: ReflexPlay, at: str, fuse: Fuse) -> None:
    """Have it go off where it lies: at somebody, or off in a known direction from its thrower.

    It strikes whoever still has it in hand, or has put it away, directly (text 003, line 1099; where: ours), and no
    vehicle shelters from it who is in there with it (lines 511-512; ours).
    Whoever threw it or let it go takes heart from the enemies whom it puts down (line 1470).
    """
    before, thrower = play.scene, play.scene.state.throwers.get(thrown_at(at, fuse.item, fuse.number), "")
    state = before.combatants[at].state
    item = state.kit.items[fuse.item] if on_body(state, fuse) else None
    burned = FuseBurned(actor=at, item=fuse.item, off_m=fuse.off_m, number=fuse.number, place=fuse.place, stowed=True)
    play.tell(burned)
    origin = thrower if fuse.range_m else ""
    impact = Impact(
        target=at, off_m=fuse.off_m, degrees=fuse.degrees, origin=origin, range_m=fuse.range_m, place=fuse.place
    )
    explosion = Explosion(
        charge=charge_of(play.tables, fuse.explosive),
        margin=fuse.margin,
        struck=at if item else "",
        place=arms_at_work(item)[0] if item and item.held else None,
        inside=ride(before, at) if is_own(fuse) else "",
    )
    go_off(play, impact, explosion)
    took_heart(play, before, thrower or at)


def leave_behind(play: ReflexPlay, actor: str) -> None:
    """Have what burns near somebody who is taken out of the scene, but not on its body, go off where it lies (ours).

    It is kept with who stays: on a ground it has its place, and else it is as far from that one as is known.
    """
    state, here = play.scene.combatants[actor].state, stands_at(play.scene, actor)
    for fuse in state.kit.fuses:
        place = fuse.place or here
        keeper, off_m = ("", 0.0) if on_body(state, fuse) else _keeper(play, actor, fuse, place)
        if keeper:
            kept = next_number(play.scene.combatants[keeper].state, fuse.item)
            lies = FuseLeft(
                actor=keeper, target=actor, item=fuse.item, number=fuse.number, kept=kept, off_m=off_m, place=place
            )
            play.tell(lies)


def _keeper(reading: ReflexReading, actor: str, fuse: Fuse, place: Place | None) -> tuple[str, float]:
    """Return who stays and from whom it is known how far off something lies that burns near ``actor``, and how far.

    Whoever threw it comes first, then the nearest; "" where nobody in sight is known to be near. Of what burns near
    somebody hidden a player learns by no character that has not thrown it.
    """
    scene = reading.scene
    thrower = scene.state.throwers.get(thrown_at(actor, fuse.item, fuse.number), "")
    known = {
        each: fuse.off_m if place else apart_m(scene, actor, each)
        for each, one in scene.combatants.items()
        if each != actor and not one.hidden and (one.guarded or each == thrower or not scene.combatants[actor].hidden)
    }
    near = {each: far_m for each, far_m in known.items() if place or far_m}
    if thrower in near and fuse.range_m and not place:
        return thrower, _flown_m(fuse)
    keeper = min(near, key=lambda each: (each != thrower, near[each] or 0), default="")
    return keeper, near.get(keeper) or 0


def _flown_m(fuse: Fuse) -> float:
    """Return how far from its thrower something lies that flew past its mark."""
    turned = math.radians(fuse.degrees)
    flown_m = math.hypot(fuse.range_m + fuse.off_m * math.cos(turned), fuse.off_m * math.sin(turned))
    return round(flown_m, 1)
