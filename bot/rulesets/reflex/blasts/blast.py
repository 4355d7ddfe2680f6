"""An explosion hurts by how near one is: a blow on what it struck, blast on every place, fragments by chance."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.dice import Ask, Buckets
from bot.core.ground.places import Place
from bot.core.terms import Term, total
from bot.rulesets.reflex.blasts.events import BlastReached, Dud, Exploded, FragmentsRolled, Zone
from bot.rulesets.reflex.blasts.shielding import cover_from
from bot.rulesets.reflex.checks.check import halved_up
from bot.rulesets.reflex.checks.labels import another
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.person.protection import Cover, Harm
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.shots.damage import called_terms
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.vehicles.hits import rolled_place, struck
from bot.rulesets.reflex.vehicles.seats import ride, shelter
from bot.rulesets.reflex.wounds.events import Hit
from bot.rulesets.reflex.wounds.harm import hit_on, taken, wave
from bot.rulesets.reflex.wounds.injury import keep_footing

FRAGMENT_HITS_TO = 5
FRAGMENT_SIDES = {Zone.PRIMARY: 10, Zone.SECONDARY: 20}
FRAGMENT_DAMAGE = {Zone.PRIMARY: 6, Zone.SECONDARY: 4}
FRAGMENT_PENETRATION = {Zone.PRIMARY: HALVES["x2"], Zone.SECONDARY: HALVES["nil"]}
BLAST_PENETRATION = {Zone.PRIMARY: HALVES["x2"], Zone.SECONDARY: HALVES["x3"]}
DIRECT_PENETRATION = HALVES["x1"]


class Charge(msgspec.Struct, frozen=True, kw_only=True):
    """What explodes (text 003, lines 1094-1107); ``gas`` leaves a cloud of its Radius behind (line 1245).

    ``house`` says that its numbers are ours.
    """

    title: str
    damage: int
    radius_m: float
    blast: int
    frag: int
    gas: bool = False
    house: bool = False


class Explosion(msgspec.Struct, frozen=True, kw_only=True):
    """An explosion: the metres from it to each who may be reached, and the attack that brought it there.

    ``margin`` is that of a successful attack, None without one (ruling 003-57). ``struck`` was hit directly, at
    ``place`` or by chance, through ``cover``; ``called`` is what the attack was called on. ``sheltered`` says that the
    cover people are known to be behind is between. The distances of those in ``about`` are rough. In a confined space
    the charge has ``lack_m`` more Radius, or so many ``times`` its Blast and Frag. On a ground it is at ``burst``.
    The vehicle that it is ``inside`` is between it and nobody aboard.
    """

    charge: Charge
    ranges_m: Mapping[str, float] = {}
    margin: int | None = None
    struck: str = ""
    place: BodyPart | None = None
    facing: str = ""
    cover: Cover | None = None
    called: str = ""
    sheltered: bool = True
    about: tuple[str, ...] = ()
    lack_m: float = 0
    times: int = 1
    burst: Place | None = None
    inside: str = ""


def charge_of(tables: ReflexTables, key: str) -> Charge:
    """Return the explosive of a row of that table."""
    row = tables.explosives[key]
    return Charge(**{field: getattr(row, field) for field in Charge.__struct_fields__})


def zone_of(radius_m: float, range_m: float) -> Zone:
    """Return the zone at a distance; either border is secondary (text 003, lines 1108-1113; ruling 003-50)."""
    if range_m < radius_m:
        return Zone.PRIMARY
    return Zone.SECONDARY if range_m <= 2 * radius_m else Zone.BEYOND


def detonate(play: ReflexPlay, explosion: Explosion) -> None:
    """Tell of an explosion and do all that it does, to the nearest victims first.

    A direct attack that succeeded by zero sets nothing off and does nothing else (lines 910-911; ruling 003-81).
    Dice, for each victim: the place of a direct hit, what its wound asks for, that of each place that blast reaches,
    the fragments, then place and wound of each that strikes.
    """
    if is_dud(explosion):
        play.tell(Dud(target=explosion.struck, title=explosion.charge.title))
        return
    play.tell(exploded(explosion))
    reach_all(play, explosion)


def is_dud(explosion: Explosion) -> bool:
    """Tell whether a direct attack succeeded by zero."""
    return bool(explosion.struck) and explosion.margin == 0


def exploded(explosion: Explosion) -> Exploded:
    """Return the event of going off."""
    fields = {field: getattr(explosion.charge, field) for field in Charge.__struct_fields__}
    return Exploded(margin=explosion.margin, lack_m=explosion.lack_m, times=explosion.times, **fields)


def reach_all(play: ReflexPlay, explosion: Explosion) -> None:
    """Do all that an explosion does to those at its distances, the nearest first."""
    for victim, range_m in sorted(explosion.ranges_m.items(), key=lambda pair: pair[1]):
        with play.about(victim):
            _reached(play, explosion, victim, range_m)


def _reached(play: ReflexPlay, explosion: Explosion, victim: str, range_m: float) -> None:
    direct = victim == explosion.struck
    zone = Zone.PRIMARY if direct else zone_of(explosion.charge.radius_m, range_m)
    about = victim in explosion.about
    play.tell(BlastReached(actor=victim, zone=zone, range_m=range_m, direct=direct, about=about))
    if zone is Zone.BEYOND:
        return
    if play.scene.combatants[victim].state.body.vehicle:
        _vehicle_reached(play, explosion, victim, zone, direct=direct)
        return
    spared = None
    if direct:
        hit = _direct(play, explosion)
        taken(play, hit)
        spared = hit.place
    vehicle, cover = ride(play.scene, victim), None
    facing = explosion.facing if vehicle == explosion.struck else ""
    if explosion.sheltered and not (vehicle and vehicle == explosion.inside):
        cover = shelter(play.tables, play.scene, victim, facing) or cover_from(play, victim, explosion.burst)
    _blast(play, explosion, victim, zone, cover, spared)
    fragments(play, explosion.charge.frag, victim, zone, cover, spared)


def _direct(play: ReflexPlay, explosion: Explosion) -> Hit:
    """Return the direct hit: Damage and margin at x1, and what a called attack adds (461-465, 1098-1107)."""
    terms = (*direct_terms(explosion), *called_terms(play.tables, explosion.called))
    return hit_on(play, explosion.struck, Harm(terms, DIRECT_PENETRATION), explosion.place, explosion.cover)


def _vehicle_reached(play: ReflexPlay, explosion: Explosion, vehicle: str, zone: Zone, *, direct: bool) -> None:
    """Do to a vehicle all that is done to a body, on places of its own (text 003, lines 1120-1139, 1169)."""
    spared = ""
    if direct:
        spared, roll = (explosion.facing, None) if explosion.facing else rolled_place(play)
        struck(play, vehicle, Harm(direct_terms(explosion), DIRECT_PENETRATION), spared, roll)
    shock_wave = _wave_of(explosion, zone)
    for place in play.tables.vehicle_places if shock_wave.damage else ():
        if place != spared:
            struck(play, vehicle, shock_wave, place)
    for fragment in striking(play, explosion.charge.frag, vehicle, zone):
        place, found = rolled_place(play)
        if place != spared:
            struck(play, vehicle, fragment, place, found)


def fragment_of(zone: Zone, face: int, number: int) -> Harm:
    """Return what a fragment does, with its die as its margin (text 003, lines 1153-1154, 1160; ruling 003-93)."""
    name = another("fragment", number)
    terms = Term(name, FRAGMENT_DAMAGE[zone], "003:1153, 1160"), Term("margin", face, "003:1154")
    return Harm(terms, FRAGMENT_PENETRATION[zone])


def direct_terms(explosion: Explosion) -> tuple[Term, ...]:
    """Return Damage and margin, which what is struck directly takes (text 003, lines 1098, 1127)."""
    return (Term("damage", explosion.charge.damage, "003:1098", explosion.charge.title), *_margin(explosion))


def _margin(explosion: Explosion) -> tuple[Term, ...]:
    return (Term("margin", explosion.margin, "003:1127"),) if explosion.margin else ()


def blast_terms(explosion: Explosion, zone: Zone) -> tuple[Term, ...]:
    """Return Blast and margin, in the secondary zone half of that, up (text 003, lines 1125-1139; ruling 003-18)."""
    terms = (Term("blast", explosion.charge.blast, "003:1127"), *_margin(explosion))
    less = total(terms) // 2 if zone is Zone.SECONDARY else 0
    return (*terms, Term("secondary", -less, "003:1132; 003-18")) if less else terms


def _wave_of(explosion: Explosion, zone: Zone) -> Harm:
    return Harm(blast_terms(explosion, zone), BLAST_PENETRATION[zone])


def _blast(
    play: ReflexPlay, explosion: Explosion, victim: str, zone: Zone, cover: Cover | None, spared: BodyPart | None
) -> None:
    """Strike every place but the one that took a direct hit with the shock wave (text 003, lines 1120-1129)."""
    shock_wave, hardest = _wave_of(explosion, zone), 0
    for place in BodyPart if shock_wave.damage else ():
        if place is not spared:
            hardest = max(hardest, taken(play, wave(play, victim, shock_wave, place, cover)))
    thrown_down(play, victim, hardest)


def thrown_down(play: ReflexPlay, victim: str, hardest: int) -> None:
    """Throw people off their feet who fail Muscle at half the damage of the blast, up (lines 1544-1547; 003-82).

    ``hardest`` is the highest damage that got through to a single place.
    """
    if hardest and play.options["blast_knockdown"]:
        keep_footing(play, victim, (Term("blast_force", -halved_up(hardest), "003:1546; 003-82", str(hardest)),))


def fragments_ask(frag: int, zone: Zone) -> Ask:
    """Return the dice for fragments: each of five or less strikes (text 003, lines 1150-1161; ruling 003-19)."""
    sides = FRAGMENT_SIDES[zone]
    return Ask("fragments", frag, sides, Buckets((*range(1, FRAGMENT_HITS_TO + 1), sides)))


def striking(play: ReflexPlay, frag: int, victim: str, zone: Zone) -> list[Harm]:
    """Roll for the fragments that come at a body or a vehicle, and return what each does that strikes."""
    if not frag:
        return []
    roll = play.roll(fragments_ask(frag, zone))
    hits = [face for face in roll.faces if face <= FRAGMENT_HITS_TO]
    play.tell(FragmentsRolled(actor=victim, zone=zone, roll=roll, hits=len(hits)))
    return [fragment_of(zone, face, number) for number, face in enumerate(hits, 1)]


def fragments(
    play: ReflexPlay, frag: int, victim: str, zone: Zone, cover: Cover | None = None, spared: BodyPart | None = None
) -> None:
    """Have each fragment that strikes find its own place; its die is its margin (text 003, lines 1147-1173).

    One on the place of the direct hit is ignored (ruling 003-59).
    """
    for fragment in striking(play, frag, victim, zone):
        hit = hit_on(play, victim, fragment, cover=cover)
        if hit.place is not spared:
            taken(play, hit)
