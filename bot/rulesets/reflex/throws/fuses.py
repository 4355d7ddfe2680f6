"""Fuses burn by the tick: whatever was lit goes off by itself when its moment is past."""

from __future__ import annotations

from bot.rulesets.reflex.blasts.blast import Explosion, charge_of
from bot.rulesets.reflex.blasts.impacts import go_off
from bot.rulesets.reflex.blasts.scatter import Impact
from bot.rulesets.reflex.checks.labels import another
from bot.rulesets.reflex.heart.rules import took_heart
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import Fuse
from bot.rulesets.reflex.throws.events import FuseBurned
from bot.rulesets.reflex.throws.lit_fuses import thrown_at


def burn_down(play: ReflexPlay, ahead: int | None) -> None:
    """Let the fuses go off that were lit until a tick past ``ahead``, or all for None (text 003, line 699; 003-72)."""
    for actor in tuple(play.scene.combatants):
        for fuse in play.scene.combatants[actor].state.kit.fuses:
            if ahead is None or fuse.tick > ahead:
                with play.by_itself(f"fuse {fuse.tick} of {another(fuse.item, fuse.number)} at {actor}"):
                    _explode(play, actor, fuse)


def _explode(play: ReflexPlay, at: str, fuse: Fuse) -> None:
    """Have it go off where it lies: at somebody, or off in a known direction from its thrower.

    Whoever threw it or let it go takes heart from the enemies whom it puts down (text 003, line 1470).
    """
    before, thrower = play.scene, play.scene.state.throwers.get(thrown_at(at, fuse.item, fuse.number), "")
    play.tell(FuseBurned(actor=at, item=fuse.item, off_m=fuse.off_m, number=fuse.number, place=fuse.place))
    origin = thrower if fuse.range_m else ""
    impact = Impact(
        target=at, off_m=fuse.off_m, degrees=fuse.degrees, origin=origin, range_m=fuse.range_m, place=fuse.place
    )
    explosion = Explosion(charge=charge_of(play.tables, fuse.explosive), margin=fuse.margin)
    go_off(play, impact, explosion)
    took_heart(play, before, thrower or at)
