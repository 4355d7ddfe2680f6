"""Mines are looked up, seen and set off in one way, whatever laid them and whoever meets them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.errors import RuleViolation, absent
from bot.core.wording import shown
from bot.rulesets.reflex.blasts import scatter
from bot.rulesets.reflex.blasts.actions import strikable
from bot.rulesets.reflex.blasts.blast import Explosion, charge_of, exploded, reach_all
from bot.rulesets.reflex.blasts.impacts import tell_unplaced
from bot.rulesets.reflex.blasts.rooms import confined
from bot.rulesets.reflex.heart.rules import took_heart
from bot.rulesets.reflex.mines.blast import stepped_on, vehicle_damage
from bot.rulesets.reflex.mines.events import MineSprung
from bot.rulesets.reflex.person.bodies import Targeted, about, check_not_gone
from bot.rulesets.reflex.person.consciousness import known_dead
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.traps import Mine
from bot.rulesets.reflex.vehicles.seats import apart_m, crew, stands_at, with_crews

_replace = msgspec.structs.replace


def mine_named(scene: ReflexScene, key: str) -> Mine:
    """Return the mine that was named.

    Raises:
        RuleViolation: there is none; the words are the same for all that somebody does not know of.
    """
    if key not in scene.state.mines:
        raise RuleViolation(f"No mine {key[:40]!r} is known here.", "/mine list shows those you know of.")
    return scene.state.mines[key]


def alive_in_sight(scene: ReflexScene, order: Targeted) -> str:
    """Return whom a mine is about: the target or else the actor, a body or a vehicle.

    Raises:
        RuleViolation: it is not here as far as the actor knows, or known to be dead or gone.
    """
    named = about(order)
    if not scene.sees(order.actor, named):
        raise absent(named)
    check_not_gone(scene, order.actor, named)
    if known_dead(scene.combatants[named]):
        raise RuleViolation(f"{shown(named)} is dead.", "Name somebody who lives.")
    return named


def spring_mine(
    play: ReflexPlay,
    key: str,
    cause: str,
    ranges_m: Mapping[str, float],
    under: str = "",
    *,
    driven: bool = False,
    by: str = "",
) -> None:
    """Have a mine go off, ``under`` somebody or so many metres from people.

    Of a vehicle that is ``driven`` by whoever it goes off under and not here itself only the damage is told (ours).
    Enemies whom it puts down give heart to who set it off, ``by``, or else to who laid it (text 003, line 1470).
    Dice: those of ``blast.stepped_on``, then those of ``blast.detonate`` for all others.
    """
    mine, before = play.scene.state.mines[key], play.scene
    _sprung(play, key, cause, ranges_m, under, driven=driven)
    if by:
        took_heart(play, before, by)
        return
    took_heart(play, before, mine.layer, (mine.owner,) if mine.owner else ())


def _sprung(play: ReflexPlay, key: str, cause: str, ranges_m: Mapping[str, float], under: str, *, driven: bool) -> None:
    """Tell that a mine goes off, and do all that it does."""
    mine = play.scene.state.mines[key]
    charge, there_are = charge_of(play.tables, mine.explosive), strikable(play.scene)
    play.tell(
        MineSprung(
            actor=under,
            mine=key,
            title=mine.title,
            cause=cause,
            field=mine.is_field,
            vehicle=vehicle_damage(charge) if driven else None,
            knowers=mine.known,
        )
    )
    contact = (under, *crew(play.scene, under)) if under else ()
    there = {actor: range_m for actor, range_m in ranges_m.items() if actor in there_are and actor not in contact}
    burst = mine.spot if mine.spot and not under else stands_at(play.scene, under)
    explosion = confined(play, Explosion(charge=charge, ranges_m=there, burst=burst))
    play.tell(exploded(explosion))
    if under in there_are and not driven:
        stepped_on(play, explosion.charge, under)
    reach_all(play, explosion)
    tell_unplaced(play, {*there, *contact})


def ranges_from(scene: ReflexScene, mine: Mine) -> dict[str, float]:
    """Return the metres from a mine to all by their places, or to whoever it lies near and those aboard of it."""
    if mine.spot and scene.ground:
        return scatter.ranges_from(scene, mine.spot)
    return with_crews(scene, {mine.near: mine.near_m}) if mine.near in scene.combatants else {}


def ranges_around(scene: ReflexScene, centre: str) -> dict[str, float]:
    """Return the metres that are known from somebody to all others, zero to itself."""
    known: dict[str, Any] = {actor: apart_m(scene, centre, actor) for actor in scene.combatants} | {centre: 0.0}
    return {actor: range_m for actor, range_m in known.items() if range_m is not None}


def burn_charges(play: ReflexPlay, ahead: int | None) -> None:
    """Have charges go off whose fuse has burned: those lit until a tick past ``ahead``, or all for None."""
    for key, mine in play.scene.state.mines.items():
        if mine.tick is not None and (ahead is None or mine.tick > ahead):
            with play.by_itself(f"fuse of {key}"):
                around = ranges_from(play.scene, mine) if mine.spot and play.scene.ground else mine.around
                spring_mine(play, key, "fuse", around, by=mine.lit_by)
