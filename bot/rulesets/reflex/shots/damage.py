"""What a successful attack does: each round finds a place, goes through what protects it, and wounds."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.core.dice import Ask, Buckets, Roll
from bot.core.terms import Term
from bot.rulesets.reflex.hazards.burning import STRUCTURE_PENETRATION, kindle
from bot.rulesets.reflex.kinds import Band
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.anatomy import called_fines, rolled_fine
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.person.protection import Harm
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.shots.events import BurstSpread
from bot.rulesets.reflex.shots.shot import Shot
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.vehicles.hits import rolled_place, struck
from bot.rulesets.reflex.wounds.harm import hit_at, taken

SAME_PLACE, STRAY = 1, 3
SPREAD = Buckets((SAME_PLACE, STRAY, 6))


class Strike(msgspec.Struct, frozen=True):
    """Where one round lands; ``roll`` is None where that was known, ``aimed`` false for a stray of a burst.

    ``fine`` is a place of a vehicle where the target is one.
    """

    fine: str
    roll: Roll | None = None
    aimed: bool = True


def land(play: ReflexPlay, shot: Shot, margin: int) -> None:
    """Land the rounds of an attack that succeeded by ``margin``, each with that margin (text 003, lines 600-604).

    Dice: the place of the first round (lateral, vertical), one die for each further round of a burst, the places of
    the strays, then what each wound asks for: first round, those at the same place, strays. Whoever a flame hurts may
    catch fire from it (text 003, lines 1199-1204).
    """
    first = _first(play, shot)
    same, strays = further_rounds(play, shot, shot.aimed_at)
    again = Strike(first.fine)
    for strike in (first, *(again,) * same, *[_located(play, shot, aimed=False) for _ in range(strays)]):
        _struck(play, shot, strike, margin)


def further_rounds(play: ReflexPlay, shot: Shot, target: str) -> tuple[int, int]:
    """Return how many further rounds of a burst hit the place of the first, and how many a place by chance."""
    if shot.fired.rounds == 1:
        return 0, 0
    roll = play.roll(Ask("extra rounds", shot.fired.rounds - 1, 6, SPREAD))
    same, strays = spread_of(roll.faces)
    play.tell(BurstSpread(actor=shot.actor, target=target, roll=roll, same=same, strays=strays))
    return same, strays


def spread_of(faces: Sequence[int]) -> tuple[int, int]:
    """Return how many further rounds hit the place of the first, and how many a place by chance (lines 600-604)."""
    same = faces.count(SAME_PLACE)
    return same, len([face for face in faces if face <= STRAY]) - same


def _first(play: ReflexPlay, shot: Shot) -> Strike:
    """Return the place it was called on for a called attack (text 003, line 454); any other one of the grid."""
    if shot.said.called:
        return Strike(called_fines(play.tables)[shot.said.called])
    if shot.target.body.vehicle and shot.said.facing:
        return Strike(shot.said.facing)
    return _located(play, shot, aimed=True)


def _located(play: ReflexPlay, shot: Shot, *, aimed: bool) -> Strike:
    place, roll = rolled_place(play) if shot.target.body.vehicle else rolled_fine(play)
    return Strike(place, roll, aimed)


def penetration(weapon: Weapon, band: Band) -> int | None:
    """Return the Armor multiplier in halves, None for Nil; the target's size does not matter (rulings A11, 003-85)."""
    return weapon.model.penetration[0 if band <= weapon.model.optimum else 1]


def damage_terms(reading: ReflexReading, shot: Shot, margin: int, strike: Strike) -> tuple[Term, ...]:
    """Return Damage, margin, and what a called attack adds where it was aimed (003-60)."""
    called = called_terms(reading.tables, shot.said.called) if strike.aimed else ()
    return (*hit_terms(shot.weapon, margin), *called)


def hit_terms(weapon: Weapon, margin: int) -> tuple[Term, ...]:
    """Return Damage and the margin of the attack (text 003, line 902)."""
    return (Term("damage", weapon.model.damage, "003:902", weapon.name), Term("margin", margin, "003:902"))


def called_terms(tables: ReflexTables, called: str) -> tuple[Term, ...]:
    """Return what a called attack adds to the damage (text 003, lines 461-465)."""
    bonus = tables.aims[called].damage if called else 0
    return (Term("called_damage", bonus, "003:461-465", called),) if bonus else ()


def _struck(play: ReflexPlay, shot: Shot, strike: Strike, margin: int) -> None:
    """Have a round wound, or strike a vehicle, where only its Armor and threshold there count; fire counts x2 (1193).

    Whom or which vehicle it hurts may catch fire, too (line 1196).
    """
    terms, through = damage_terms(play, shot, margin, strike), penetration(shot.weapon, shot.far.true)
    vehicle, flame = shot.target.body.vehicle, shot.weapon.model.flame
    if vehicle and flame:
        through = HALVES[STRUCTURE_PENETRATION]
    harm = Harm(terms, through, margin == 0, shot.actor)
    if vehicle:
        final = struck(play, shot.aimed_at, harm, strike.fine, strike.roll)
    else:
        final = taken(play, hit_at(play, shot.aimed_at, harm, strike.fine, shot.cover, strike.roll))
    if final:
        kindle(play, shot.aimed_at, flame)
