"""Thrown explosives: a check against a medium area, and damage by distance and cover."""

from __future__ import annotations

from bot.core.dice import Ask, Roll
from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import RangeSet
from bot.core.features import Rules
from bot.core.ground.finding import place_said
from bot.core.ground.laid import Ground
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import known_to
from bot.core.ground.places import Bearing, Place, distance_cm, toward
from bot.core.terms import total
from bot.core.wording import metres, shown
from bot.rulesets.horizons.checks.difficulty import Hitting, difficulty
from bot.rulesets.horizons.checks.rules import aftermath, check_effort, meets, rolled
from bot.rulesets.horizons.fire.difficulty import band_at, size_term
from bot.rulesets.horizons.fire.rules import distance
from bot.rulesets.horizons.options import NEAR
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsReading, HorizonsScene, opponent
from bot.rulesets.horizons.sights import is_behind_half, is_shielded
from bot.rulesets.horizons.state import State
from bot.rulesets.horizons.throws.actions import Blast, ThrowGrenade
from bot.rulesets.horizons.throws.events import Blasted, Exploded, GrenadeThrown, Unplaced
from bot.rulesets.horizons.time.slots import is_reacting
from bot.rulesets.horizons.wounds.injury import hurt

rules = Rules()

GRENADE = "grenade"
SKILL = "throwing"


@rules(ThrowGrenade)
def throw(play: HorizonsPlay, throw: ThrowGrenade) -> None:
    """Throw a grenade at where somebody is: an area of medium size, or of the one that is said (ruling E).

    Dice: the check, on a ground the direction of one that goes astray, then what ``injury.hurt`` asks for with each who
    is near, by the places or as far as its distance is known.

    Raises:
        RuleViolation: the throw is not possible.
    """
    actor, damage, mark = throw.actor, play.tables.grenades[GRENADE].damage, _mark(play, throw)
    thrown = _thrown(play, throw, mark)
    if mark is None and play.distance(actor, throw.target) != thrown.range_m:
        play.tell(RangeSet(actor=actor, target=throw.target, range_m=thrown.range_m))
    play.tell(thrown)
    aftermath(play, actor, thrown.check)
    if play.scene.ground and thrown.burst:
        _explode_at(play, play.scene.ground, actor, thrown.burst, damage)
    elif mark is None and thrown.landed:
        _explode(play, actor, throw.target, damage)
    elif mark is None and thrown.astray_m is not None and thrown.astray_m <= play.tables.grenades[GRENADE].reach_m:
        covered = is_behind_half(play.as_seen(throw.target))
        _blast(play, throw.target, damage, thrown.astray_m, covered=covered)


def _mark(reading: HorizonsReading, throw: ThrowGrenade) -> Place | None:
    """Return the place of the ground at which a grenade is thrown; None where distances are told.

    Raises:
        RuleViolation: neither a place nor somebody else is named, or nobody has a place.
    """
    ground = reading.scene.ground
    own = ground.places.get(throw.actor) if ground else None
    if throw.to is not None:
        if ground is None or own is None:
            raise not_laid()
        return place_said(known_to(reading.scene, ground, throw.actor), throw.to, own)
    if not throw.target:
        raise Incomplete("At whom does it go?", "Name a target, or on a ground a place: to=C4.")
    target = opponent(reading.scene, throw.actor, throw.target)
    return ground.places.get(target) if ground and own else None


@rules(Blast)
def blast(play: HorizonsPlay, blast: Blast) -> None:
    """Have something explode by the GM's word, which harms as a grenade does (ruling E; 000-21).

    Dice: what ``injury.hurt`` asks for with each who is near, by the places or as far as its distance is known.

    Raises:
        RuleViolation: nobody said where, nobody of that name is here, or nobody has a place.
    """
    damage, ground = blast.damage or play.tables.grenades[GRENADE].damage, play.scene.ground
    if blast.to is not None:
        if ground is None:
            raise not_laid()
        place = place_said(ground, blast.to, ground.places.get(blast.actor))
        play.tell(Exploded(actor="", place=place))
        _explode_at(play, ground, "", place, damage)
        return
    if not blast.target:
        raise Incomplete("Where does it explode?", "Say target= who is there, or on a ground to= a place.")
    centre = play.scene.present(blast.target).actor
    play.tell(Exploded(actor="", target=centre))
    _explode(play, "", centre, damage)


def _thrown(play: HorizonsPlay, throw: ThrowGrenade, mark: Place | None) -> GrenadeThrown:
    """Return the throw with its check.

    Raises:
        RuleViolation: no grenade is left, it is too far, or there is not that much effort.
    """
    actor, range_m = throw.actor, _range_m(play, throw, mark)
    band, left = _band(play, range_m), _left(play.scene, actor)
    state = play.scene.combatants[actor].state
    check_effort(state, SKILL, throw.effort)
    hitting = Hitting(state, "subtle", thrown=True, out_of_turn=is_reacting(play, actor))
    terms = difficulty(play, hitting, size_term(play, throw.size, band), throw.modifier - throw.bonus)
    check, needed = rolled(play, state, SKILL, throw.effort), total(terms)
    landed = meets(check.result, needed)
    astray_m = None if landed else _astray_m(play, needed - check.result)
    strayed = play.roll(Ask("direction", 1, len(Bearing))) if mark and astray_m is not None else None
    return GrenadeThrown(
        actor=actor,
        target="" if throw.to is not None else throw.target,
        kind=GRENADE,
        range_m=range_m,
        band=band,
        terms=terms,
        difficulty=needed,
        check=check,
        landed=landed,
        left=left,
        astray_m=astray_m,
        place=mark,
        burst=mark if landed else _gone_astray(mark, astray_m, strayed),
        strayed=strayed,
    )


def _range_m(reading: HorizonsReading, throw: ThrowGrenade, mark: Place | None) -> float:
    """Return the metres to where a grenade is thrown: by the places, or to the target as they are known."""
    if mark is None or reading.scene.ground is None:
        return distance(reading, throw.actor, throw.target, throw.range_m)
    return distance_cm(reading.scene.ground.places[throw.actor], mark) / 100


def _gone_astray(mark: Place | None, astray_m: float | None, strayed: Roll | None) -> Place | None:
    """Return where a grenade goes off that went astray: the die counts from the north round to the north-west (house).

    None where it harms nobody, or the direction is the GM's to say.
    """
    if mark is None or astray_m is None or strayed is None:
        return None
    return toward(mark, tuple(Bearing)[strayed.faces[0] - 1], round(astray_m * 100))


def _band(reading: HorizonsReading, range_m: float) -> str:
    reach_m = reading.tables.grenades[GRENADE].range_m
    band = band_at(range_m, reach_m)
    if not band:
        raise RuleViolation(
            f"{metres(range_m)} is too far.", f"A grenade flies {reach_m} m: go nearer with /act action:move."
        )
    return band


def _left(scene: HorizonsScene, actor: str) -> int | None:
    """Return the grenades that are left after one is thrown, None where nobody counts."""
    state = scene.combatants[actor].state
    grenades = state.grenades
    if grenades == 0:
        armed, unarmed = "Attack with what is in hand: /attack.", "Do something else, or wait: /act action:wait."
        raise RuleViolation(f"{shown(actor)} has no grenade left.", armed if state.held else unarmed)
    return None if grenades is None else grenades - 1


def _astray_m(reading: HorizonsReading, missed_by: int) -> float | None:
    """Return how far from its mark a grenade goes off that missed by so much; which way, the GM says (ours)."""
    if reading.options["missed_throws"] != NEAR:
        return None
    return float(missed_by * reading.tables.grenades[GRENADE].astray_m)


def _explode(play: HorizonsPlay, thrower: str, center: str, damage: int) -> None:
    """Harm everybody within reach, by places or whose distance from the middle has been said (ruling E).

    Of whom nobody has said it, the GM is told.
    """
    ground = play.scene.ground
    if ground and center in ground.places:
        _explode_at(play, ground, thrower, ground.places[center], damage)
        return
    near = {one: 0.0 if one == center else play.distance(center, one) for one in play.scene.combatants}
    for actor, away_m in near.items():
        if away_m is not None and away_m <= play.tables.grenades[GRENADE].reach_m:
            with play.about(actor):
                _blast(play, actor, damage, away_m, covered=is_behind_half(_found(play, thrower, actor)))
    people = play.scene.combatants
    nowhere = tuple(one for one, away_m in near.items() if away_m is None and not people[one].state.dead)
    if nowhere:
        play.tell(Unplaced(actor=thrower, target=center, actors=nowhere, damage=damage))


def _explode_at(play: HorizonsPlay, ground: Ground, thrower: str, burst: Place, damage: int) -> None:
    """Harm everybody within reach of a place, each behind what lies between (ruling E); the hidden, too."""
    for actor, place in ground.places.items():
        away_m = distance_cm(burst, place) / 100
        if away_m <= play.tables.grenades[GRENADE].reach_m:
            covered = is_shielded(play, ground, burst, _found(play, thrower, actor), place)
            with play.about(actor):
                _blast(play, actor, damage, away_m, covered=covered)


def _found(reading: HorizonsReading, thrower: str, actor: str) -> State:
    """Return the state in which a blast finds somebody: the thrower knows of its own doing."""
    return reading.scene.combatants[actor].state if actor == thrower else reading.as_seen(actor)


def _blast(play: HorizonsPlay, actor: str, damage: int, away_m: float, *, covered: bool) -> None:
    far = away_m > play.tables.grenades[GRENADE].casualty_m
    dealt = blast_damage(damage, far=far, covered=covered)
    play.tell(Blasted(actor=actor, damage=damage, dealt=dealt, distance_m=away_m, covered=covered))
    if dealt:
        hurt(play, actor, dealt)


def blast_damage(damage: int, *, far: bool, covered: bool) -> int:
    """Return the damage: half past the casualty distance, half behind cover, a quarter with both (ruling 000-21)."""
    return damage // (1 + far) // (1 + covered)
