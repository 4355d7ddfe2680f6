"""Thrown explosives: a check against a medium area, and damage by distance and cover."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.core.features import Rules
from bot.core.terms import total
from bot.core.wording import shown
from bot.rulesets.horizons.checks.difficulty import Hitting, difficulty
from bot.rulesets.horizons.checks.rules import aftermath, check_effort, meets, rolled
from bot.rulesets.horizons.fire.difficulty import band_at, size_term
from bot.rulesets.horizons.fire.rules import distance
from bot.rulesets.horizons.options import NEAR
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsReading, HorizonsScene, opponent, someone
from bot.rulesets.horizons.throws.actions import Blast, ThrowGrenade
from bot.rulesets.horizons.throws.events import Blasted, GrenadeThrown
from bot.rulesets.horizons.time.slots import is_reacting
from bot.rulesets.horizons.wounds.injury import hurt

rules = Rules()

GRENADE = "grenade"
SKILL = "throwing"


@rules(ThrowGrenade)
def throw(play: HorizonsPlay, throw: ThrowGrenade) -> None:
    """Throw a grenade at where somebody is: an area of medium size, or of the one that is said (ruling E).

    Dice: the check, then what ``injury.hurt`` asks for with each who is near and whose distance is known.

    Raises:
        RuleViolation: the throw is not possible.
    """
    actor, target = throw.actor, opponent(play.scene, throw.actor, throw.target)
    thrown = _thrown(play, throw)
    if play.distance(actor, target) != thrown.range_m:
        play.tell(RangeSet(actor=actor, target=target, range_m=thrown.range_m))
    play.tell(thrown)
    aftermath(play, actor, thrown.check)
    if thrown.landed:
        _explode(play, actor, target, play.tables.grenades[GRENADE].damage)
    elif thrown.astray_m is not None and thrown.astray_m <= play.tables.grenades[GRENADE].reach_m:
        covered = bool(play.as_seen(target).cover)
        _blast(play, target, play.tables.grenades[GRENADE].damage, thrown.astray_m, covered=covered)


@rules(Blast)
def blast(play: HorizonsPlay, blast: Blast) -> None:
    """Have something explode by the GM's word, which harms as a grenade does (ruling E; 000-21).

    Dice: what ``injury.hurt`` asks for with each who is near and whose distance is known.

    Raises:
        RuleViolation: nobody said where, or nobody of that name is here.
    """
    if not (blast.target or blast.actor):
        raise RuleViolation("Where does it explode?", "Say target= who is there; known distances count.")
    center = someone(play.scene, blast.actor, blast.target)
    _explode(play, "", center, blast.damage or play.tables.grenades[GRENADE].damage)


def _thrown(play: HorizonsPlay, throw: ThrowGrenade) -> GrenadeThrown:
    """Return the throw with its check.

    Raises:
        RuleViolation: no grenade is left, it is too far, or there is not that much effort.
    """
    actor, range_m = throw.actor, distance(play, throw.actor, throw.target, throw.range_m)
    band, left = _band(play, range_m), _left(play.scene, actor)
    state = play.scene.combatants[actor].state
    check_effort(state, SKILL, throw.effort)
    hitting = Hitting(state, "subtle", thrown=True, out_of_turn=is_reacting(play, actor))
    terms = difficulty(play, hitting, size_term(play, throw.size, band), throw.modifier - throw.bonus)
    check, needed = rolled(play, state, SKILL, throw.effort), total(terms)
    landed = meets(check.result, needed)
    return GrenadeThrown(
        actor=actor,
        target=throw.target,
        kind=GRENADE,
        range_m=range_m,
        band=band,
        terms=terms,
        difficulty=needed,
        check=check,
        landed=landed,
        left=left,
        astray_m=None if landed else _astray_m(play, needed - check.result),
    )


def _band(reading: HorizonsReading, range_m: float) -> str:
    reach_m = reading.tables.grenades[GRENADE].range_m
    band = band_at(range_m, reach_m)
    if not band:
        raise RuleViolation(f"{range_m:g} m is too far.", f"A grenade flies {reach_m} m: go nearer.")
    return band


def _left(scene: HorizonsScene, actor: str) -> int | None:
    """Return the grenades that are left after one is thrown, None where nobody counts."""
    grenades = scene.combatants[actor].state.grenades
    if grenades == 0:
        raise RuleViolation(f"{shown(actor)} has no grenade left.", "Do something else.")
    return None if grenades is None else grenades - 1


def _astray_m(reading: HorizonsReading, missed_by: int) -> float | None:
    """Return how far from its mark a grenade goes off that missed by so much; which way, the GM says (ours)."""
    if reading.options["missed_throws"] != NEAR:
        return None
    return float(missed_by * reading.tables.grenades[GRENADE].astray_m)


def _explode(play: HorizonsPlay, thrower: str, center: str, damage: int) -> None:
    """Harm everybody within reach whose distance from the middle has been said (ruling E)."""
    reach_m = play.tables.grenades[GRENADE].reach_m
    near = {one: 0.0 if one == center else play.distance(center, one) for one in play.scene.combatants}
    for actor, away in near.items():
        if away is not None and away <= reach_m:
            state = play.scene.combatants[actor].state if actor == thrower else play.as_seen(actor)
            with play.about(actor):
                _blast(play, actor, damage, away, covered=bool(state.cover))


def _blast(play: HorizonsPlay, actor: str, damage: int, away_m: float, *, covered: bool) -> None:
    far = away_m > play.tables.grenades[GRENADE].casualty_m
    dealt = blast_damage(damage, far=far, covered=covered)
    play.tell(Blasted(actor=actor, damage=damage, dealt=dealt, distance_m=away_m, covered=covered))
    hurt(play, actor, dealt)


def blast_damage(damage: int, *, far: bool, covered: bool) -> int:
    """Return the damage: half past the casualty distance, half behind cover, a quarter with both (ruling 000-21)."""
    return damage // (1 + far) // (1 + covered)
