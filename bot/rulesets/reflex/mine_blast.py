"""Whoever sets off a mine takes the blast from below: one leg or the running gear in full, all the rest by half."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.dice import Ask
from bot.core.terms import Term, total
from bot.rulesets.reflex.blast import (
    BLAST_PENETRATION,
    DIRECT_PENETRATION,
    FRAGMENT_HITS_TO,
    FRAGMENT_PENETRATION,
    Charge,
    fragment_terms,
    fragments,
    fragments_ask,
    thrown_down,
)
from bot.rulesets.reflex.consciousness import known_dead
from bot.rulesets.reflex.events_blasts import BlastReached, FragmentsRolled, Zone
from bot.rulesets.reflex.events_mines import LegChosen
from bot.rulesets.reflex.harm import blow, taken
from bot.rulesets.reflex.physique import LEGS
from bot.rulesets.reflex.protection import Cover
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.seats import crew, shelter
from bot.rulesets.reflex.state import Place
from bot.rulesets.reflex.vehicles import place_ask, place_at, struck

BELOW, BEHIND = "suspension", "hull rear"
PENETRATION = BLAST_PENETRATION[Zone.PRIMARY]


def stepped_on(referee: Referee, scene: ReflexScene, charge: Charge, victim: str) -> Ruling:
    """The effects of a mine on whoever is in contact with it.

    Dice: for a body which leg it is, what each wound asks for and the fragments; for a vehicle the fragments and
    their places, then for each who is aboard what its wounds ask for and its fragments.
    """
    if scene.combatants[victim].state.vehicle:
        scene = yield from _vehicle(referee, scene, charge, victim)
        for rider in crew(scene, victim):
            with referee.source.about(rider):
                scene = yield from _aboard(referee, scene, charge, rider)
        return scene
    roll = referee.roll(Ask("leg", 1, len(LEGS)))
    leg = LEGS[roll.faces[0] - 1]
    scene = yield BlastReached(actor=victim, zone=Zone.PRIMARY, range_m=0)
    scene = yield LegChosen(actor=victim, leg=leg, roll=roll)
    return (yield from _body(referee, scene, charge, victim, leg))


def _aboard(referee: Referee, scene: ReflexScene, charge: Charge, rider: str) -> Ruling:
    """Who is aboard takes half of the blast, as the hull does, behind the Armor of its rear (1725, 1729; ours)."""
    if known_dead(scene.combatants[rider]):
        return scene
    scene = yield BlastReached(actor=rider, zone=Zone.PRIMARY, range_m=0)
    return (yield from _body(referee, scene, charge, rider, cover=shelter(referee.tables, scene, rider, BEHIND)))


def _body(
    referee: Referee,
    scene: ReflexScene,
    charge: Charge,
    victim: str,
    leg: Place | None = None,
    cover: Cover | None = None,
) -> Ruling:
    """All of the blast on one leg and half of it elsewhere, then fragments (text 003, lines 1720-1722)."""
    hardest = 0
    for place in Place if charge.blast else ():
        terms = _full(charge) if place is leg else _half(charge)
        hit = blow(referee, scene, victim, terms, PENETRATION, place, cover)
        scene, hardest = (yield from taken(referee, scene, hit)), max(hardest, hit.final)
    scene = yield from thrown_down(referee, scene, victim, hardest)
    return (yield from fragments(referee, scene, charge.frag, victim, Zone.PRIMARY, cover))


def _full(charge: Charge) -> tuple[Term, ...]:
    """All of the blast and no margin, since nothing attacked (text 003, lines 1720, 1725; ruling 003-57)."""
    return (Term("blast", charge.blast, "003:1720"),)


def _half(charge: Charge) -> tuple[Term, ...]:
    """Half of the blast, up, at the full penetration of the blast (text 003, lines 1721, 1725; ruling 003-58)."""
    whole, less = _full(charge), charge.blast // 2
    return (*whole, Term("half_blast", -less, "003:1721; 003-58")) if less else whole


def _vehicle(referee: Referee, scene: ReflexScene, charge: Charge, vehicle: str) -> Ruling:
    """The running gear in full; the rear of the hull by half, or by the Damage of a shaped charge (lines 1725-1729)."""
    scene = yield BlastReached(actor=vehicle, zone=Zone.PRIMARY, range_m=0)
    if charge.blast:
        scene = yield from struck(referee, scene, vehicle, _full(charge), PENETRATION, BELOW)
    terms, penetration = _from_below(charge)
    if total(terms):
        scene = yield from struck(referee, scene, vehicle, terms, penetration, BEHIND)
    return (yield from _fragments(referee, scene, charge.frag, vehicle))


def vehicle_damage(charge: Charge) -> tuple[int, int]:
    """The damage to the suspension and to the rear of the hull of a vehicle, before their Armor."""
    return charge.blast, total(_from_below(charge)[0])


def _from_below(charge: Charge) -> tuple[Sequence[Term], int | None]:
    if charge.damage:
        return (Term("damage", charge.damage, "003:1726-1728", charge.title),), DIRECT_PENETRATION
    return _half(charge), PENETRATION


def _fragments(referee: Referee, scene: ReflexScene, frag: int, vehicle: str) -> Ruling:
    """Fragments that strike the hull strike its rear (text 003, line 1729)."""
    if not frag:
        return scene
    roll = referee.roll(fragments_ask(frag, Zone.PRIMARY))
    hits = [face for face in roll.faces if face <= FRAGMENT_HITS_TO]
    scene = yield FragmentsRolled(actor=vehicle, zone=Zone.PRIMARY, roll=roll, hits=len(hits))
    for face in hits:
        found = referee.roll(place_ask(referee.tables))
        place = BELOW if place_at(referee.tables, found.faces[0]) == BELOW else BEHIND
        terms, penetration = fragment_terms(Zone.PRIMARY, face), FRAGMENT_PENETRATION[Zone.PRIMARY]
        scene = yield from struck(referee, scene, vehicle, terms, penetration, place, roll=found)
    return scene
