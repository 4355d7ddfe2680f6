"""What a missile does where it hits is written on its weapon: a wound, a fire or an explosion."""

from __future__ import annotations

from bot.rulesets.reflex.blasts.blast import Explosion, charge_of
from bot.rulesets.reflex.blasts.impacts import go_off
from bot.rulesets.reflex.blasts.scatter import Impact
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.shots.damage import land
from bot.rulesets.reflex.shots.shot import Shot
from bot.rulesets.reflex.state import Place


def arrive(play: ReflexPlay, shot: Shot, margin: int) -> None:
    """An attack that succeeded by ``margin``: a warhead goes off by itself, anything else hits (lines 1094-1139).

    The rounds of a burst that strike go off as one (ours). Dice: those of ``blast.detonate`` or ``damage.land``.
    """
    if not shot.weapon.model.explosive:
        land(play, shot, margin)
        return
    explosion = Explosion(
        charge=charge_of(play.tables, shot.weapon.model.explosive),
        margin=margin,
        struck=shot.aimed_at,
        place=Place(shot.called) if shot.called else None,
        facing=shot.facing,
        cover=shot.cover,
        called=shot.called,
    )
    go_off(play, Impact(target=shot.aimed_at), explosion)
