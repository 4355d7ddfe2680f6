"""Indirect fire comes down when an exchange or a pause is over, where the attack and a die have sent it."""

from __future__ import annotations

from bot.core.ground.places import Place
from bot.rulesets.reflex.blasts.actions import strikable
from bot.rulesets.reflex.blasts.blast import Explosion, charge_of
from bot.rulesets.reflex.blasts.impacts import go_off
from bot.rulesets.reflex.blasts.scatter import Impact, Stray, astray, stray
from bot.rulesets.reflex.checks.reach import band_of
from bot.rulesets.reflex.hazards.burning import kindle
from bot.rulesets.reflex.heart.rules import took_heart
from bot.rulesets.reflex.indirect.events import RoundLanded
from bot.rulesets.reflex.person.protection import Harm
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.scene_state import Flight
from bot.rulesets.reflex.shots.damage import hit_terms, penetration
from bot.rulesets.reflex.shots.shot import CAR
from bot.rulesets.reflex.vehicles.seats import shelter, stands_at
from bot.rulesets.reflex.wounds.harm import hit_on, taken


def come_down(play: ReflexPlay) -> None:
    """Have every round land that is on its way (text 003, lines 1621-1622).

    Dice, for each: its direction if the attack failed, then those of ``blast.detonate`` or of a hit.
    """
    while play.scene.state.flights:
        flight, before = play.scene.state.flights[0], play.scene
        _land(play, flight)
        took_heart(play, before, flight.gunner)


def _land(play: ReflexPlay, flight: Flight) -> None:
    off = stray(play, max(0, -flight.margin), band_of(play.tables, flight.range_m))
    gunner = play.scene.combatants.get(flight.gunner)
    play.tell(
        RoundLanded(
            target=flight.target if flight.target in play.scene.combatants else "",
            title=flight.weapon.name,
            margin=flight.margin,
            spot=flight.spot,
            off_m=off.off_m,
            degrees=off.degrees,
            roll=off.roll,
            house=off.house,
            veiled=gunner is None or gunner.guarded,
        )
    )
    if flight.weapon.model.explosive:
        impact = Impact(
            target=flight.target,
            off_m=off.off_m,
            degrees=off.degrees,
            origin=flight.gunner,
            range_m=flight.range_m,
            told=flight.told,
            place=_place(play.scene, flight, off),
        )
        go_off(play, impact, _explosion(play, flight))
        return
    hits = flight.margin >= 0 and _there(play.scene, flight.target)
    if hits:
        _hit(play, flight)


def _place(scene: ReflexScene, flight: Flight, off: Stray) -> Place | None:
    """Return where a round meant for a place of the ground comes down; None where it was meant for somebody."""
    if flight.place is None:
        return None
    return astray(stands_at(scene, flight.gunner) or flight.place, flight.place, off.off_m, off.degrees)


def _there(scene: ReflexScene, actor: str) -> bool:
    return actor in strikable(scene)


def _explosion(reading: ReflexReading, flight: Flight) -> Explosion:
    """Return the explosion: what is as big as a car is struck itself, a person only beside it (text 003, 713; ours)."""
    margin = flight.margin if flight.margin >= 0 else None
    target = reading.scene.combatants[flight.target].state if _there(reading.scene, flight.target) else None
    big = target is not None and reading.tables.sizes[target.person.size].bands_farther <= CAR
    struck = flight.target if big and margin is not None else ""
    return Explosion(charge=charge_of(reading.tables, flight.weapon.model.explosive), margin=margin, struck=struck)


def _hit(play: ReflexPlay, flight: Flight) -> None:
    """Hit with an arrow or the like a target that is out of sight (text 003, line 1655)."""
    weapon, victim = flight.weapon, flight.target
    through = penetration(weapon, band_of(play.tables, flight.range_m))
    harm = Harm(hit_terms(weapon, flight.margin), through, graze=flight.margin == 0)
    cover = shelter(play.tables, play.scene, victim)
    if taken(play, hit_on(play, victim, harm, cover=cover)):
        kindle(play, victim, weapon.model.flame)
