"""Indirect fire comes down when an exchange or a pause is over, where the attack and a die have sent it."""

from __future__ import annotations

import msgspec

from bot.core.terms import Term
from bot.rulesets.reflex.blast import Burst, charge_of
from bot.rulesets.reflex.consciousness import known_dead
from bot.rulesets.reflex.events_combat import Stopped
from bot.rulesets.reflex.events_indirect import RoundLanded
from bot.rulesets.reflex.fire import kindle
from bot.rulesets.reflex.harm import blow
from bot.rulesets.reflex.heavy import CAR
from bot.rulesets.reflex.impacts import go_off
from bot.rulesets.reflex.injury import suffer
from bot.rulesets.reflex.ranges import band_of
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.scatter import Impact, stray
from bot.rulesets.reflex.seats import shelter
from bot.rulesets.reflex.state import Flight, Ground
from bot.rulesets.reflex.tango import took_heart


def come_down(referee: Referee, scene: ReflexScene) -> Ruling:
    """Every round that is on its way lands (text 003, lines 1621-1622).

    Dice, for each: its direction if the attack failed, then those of ``blast.detonate`` or of a hit.
    """
    while scene.ground.flights:
        flight, before = scene.ground.flights[0], scene
        scene = yield from _land(referee, scene, flight)
        scene = yield from took_heart(before, scene, flight.gunner)
    return scene


def _land(referee: Referee, scene: ReflexScene, flight: Flight) -> Ruling:
    off = stray(referee, max(0, -flight.margin), band_of(referee.tables, flight.range_m))
    gunner = scene.combatants.get(flight.gunner)
    scene = yield RoundLanded(
        target=flight.target if flight.target in scene.combatants else "",
        title=flight.weapon.name,
        margin=flight.margin,
        spot=flight.spot,
        off_m=off.off_m,
        degrees=off.degrees,
        roll=off.roll,
        house=off.house,
        veiled=gunner is None or gunner.guarded,
    )
    if flight.weapon.explosive:
        impact = Impact(
            target=flight.target,
            off_m=off.off_m,
            degrees=off.degrees,
            origin=flight.gunner,
            range_m=flight.range_m,
            told=flight.told,
        )
        return (yield from go_off(referee, scene, impact, _burst(referee, scene, flight)))
    hits = flight.margin >= 0 and _there(scene, flight.target)
    return (yield from _hit(referee, scene, flight)) if hits else scene


def _there(scene: ReflexScene, actor: str) -> bool:
    return actor in scene.combatants and not known_dead(scene.combatants[actor])


def _burst(referee: Referee, scene: ReflexScene, flight: Flight) -> Burst:
    """What is as big as a car is struck itself; beside a person the round only lands (text 003, line 713; ours)."""
    margin = flight.margin if flight.margin >= 0 else None
    big = _there(scene, flight.target) and _farther(referee, scene, flight.target) <= CAR
    struck = flight.target if big and margin is not None else ""
    return Burst(charge=charge_of(referee.tables, flight.weapon.explosive), margin=margin, struck=struck)


def _farther(referee: Referee, scene: ReflexScene, actor: str) -> int:
    return referee.tables.number("sizes", scene.combatants[actor].state.size, "bands_farther")


def _hit(referee: Referee, scene: ReflexScene, flight: Flight) -> Ruling:
    """An arrow or the like that finds its target out of sight (text 003, line 1655)."""
    weapon, victim = flight.weapon, flight.target
    terms = (Term("damage", weapon.damage, "003:902", weapon.name), Term("margin", flight.margin, "003:902"))
    through = weapon.penetration[0 if band_of(referee.tables, flight.range_m) <= weapon.optimum else 1]
    cover = shelter(referee.tables, scene, victim)
    hit = msgspec.structs.replace(blow(referee, scene, victim, terms, through, cover=cover), graze=flight.margin == 0)
    scene = yield hit
    if not hit.final:
        return (yield Stopped(actor=victim, place=hit.place, fine=hit.fine))
    scene = yield from suffer(referee, scene, victim, hit.place, hit.final, graze=hit.graze)
    return (yield from kindle(referee, scene, victim, weapon.flame))


def known_fire(scene: ReflexScene, ground: Ground) -> Ground:
    """The ground without what players cannot know: who threw what, what is in the air, and the missions of others."""
    people = scene.combatants
    seen = {"", *(actor for actor, combatant in people.items() if not combatant.hidden)}
    missions = {
        gunner: msgspec.structs.replace(mission, told={})
        for gunner, mission in ground.missions.items()
        if gunner in people and not people[gunner].guarded and mission.target in seen
    }
    return msgspec.structs.replace(ground, throwers={}, flights=(), missions=missions)
