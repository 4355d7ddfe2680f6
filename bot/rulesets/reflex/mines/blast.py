"""Whoever sets off a mine takes the blast from below: one leg or the running gear in full, all the rest by half."""

from __future__ import annotations

from bot.core.dice import Ask
from bot.core.terms import Term
from bot.rulesets.reflex.blasts.blast import (
    BLAST_PENETRATION,
    DIRECT_PENETRATION,
    Charge,
    fragments,
    striking,
    thrown_down,
)
from bot.rulesets.reflex.blasts.events import BlastReached, Zone
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.mines.events import LegChosen
from bot.rulesets.reflex.person.consciousness import known_dead
from bot.rulesets.reflex.person.physique import LEGS
from bot.rulesets.reflex.person.protection import Cover, Harm
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.vehicles.hits import rolled_place, struck
from bot.rulesets.reflex.vehicles.seats import crew, shelter
from bot.rulesets.reflex.wounds.harm import taken, wave

BELOW, BEHIND = "suspension", "hull rear"
PENETRATION = BLAST_PENETRATION[Zone.PRIMARY]


def stepped_on(play: ReflexPlay, charge: Charge, victim: str) -> None:
    """Do to whoever is in contact with a mine what it does there.

    Dice: for a body which leg it is, what each wound asks for and the fragments; for a vehicle the fragments and
    their places, then for each who is aboard what its wounds ask for and its fragments.
    """
    if play.scene.combatants[victim].state.body.vehicle:
        _vehicle(play, charge, victim)
        for rider in crew(play.scene, victim):
            with play.about(rider):
                _aboard(play, charge, rider)
        return
    roll = play.roll(Ask("leg", 1, len(LEGS)))
    leg = LEGS[roll.faces[0] - 1]
    play.tell(BlastReached(actor=victim, zone=Zone.PRIMARY, range_m=0))
    play.tell(LegChosen(actor=victim, leg=leg, roll=roll))
    _body(play, charge, victim, leg)


def _aboard(play: ReflexPlay, charge: Charge, rider: str) -> None:
    """Do half of the blast to somebody aboard, as to the hull, behind the Armor of its rear (1725, 1729; ours)."""
    if known_dead(play.scene.combatants[rider]):
        return
    play.tell(BlastReached(actor=rider, zone=Zone.PRIMARY, range_m=0))
    _body(play, charge, rider, cover=shelter(play.tables, play.scene, rider, BEHIND))


def _body(
    play: ReflexPlay, charge: Charge, victim: str, leg: BodyPart | None = None, cover: Cover | None = None
) -> None:
    """Do all of the blast to one leg and half of it elsewhere, then the fragments (text 003, lines 1720-1722)."""
    hardest = 0
    for place in BodyPart if charge.blast else ():
        harm = _full(charge) if place is leg else _half(charge)
        hardest = max(hardest, taken(play, wave(play, victim, harm, place, cover)))
    thrown_down(play, victim, hardest)
    fragments(play, charge.frag, victim, Zone.PRIMARY, cover)


def _full(charge: Charge) -> Harm:
    """Return all of the blast and no margin, since nothing attacked (text 003, lines 1720, 1725; ruling 003-57)."""
    return Harm((Term("blast", charge.blast, "003:1720"),), PENETRATION)


def _half(charge: Charge) -> Harm:
    """Return half of the blast, up, at its full penetration (text 003, lines 1721, 1725; ruling 003-58)."""
    whole, less = _full(charge), charge.blast // 2
    return Harm((*whole.terms, Term("half_blast", -less, "003:1721; 003-58")), PENETRATION) if less else whole


def _vehicle(play: ReflexPlay, charge: Charge, vehicle: str) -> None:
    """Strike the running gear in full, the rear of the hull by half or by a shaped charge (lines 1725-1729).

    Fragments that hit the hull hit its rear, too (line 1729).
    """
    play.tell(BlastReached(actor=vehicle, zone=Zone.PRIMARY, range_m=0))
    if charge.blast:
        struck(play, vehicle, _full(charge), BELOW)
    if (harm := _from_below(charge)).damage:
        struck(play, vehicle, harm, BEHIND)
    for fragment in striking(play, charge.frag, vehicle, Zone.PRIMARY):
        place, found = rolled_place(play)
        struck(play, vehicle, fragment, BELOW if place == BELOW else BEHIND, found)


def vehicle_damage(charge: Charge) -> tuple[int, int]:
    """Return the damage to the suspension and to the rear of the hull of a vehicle, before their Armor."""
    return charge.blast, _from_below(charge).damage


def _from_below(charge: Charge) -> Harm:
    if charge.damage:
        return Harm((Term("damage", charge.damage, "003:1726-1728", charge.title),), DIRECT_PENETRATION)
    return _half(charge)
