"""Thrown explosives: a check against a medium area, and damage by distance and cover."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.core.orders import Act
from bot.core.terms import total
from bot.core.wording import shown
from bot.rulesets.horizons.attack import aftermath, distance
from bot.rulesets.horizons.check import check_effort, meets, rolled
from bot.rulesets.horizons.difficulty import band_at, circumstances, size_term
from bot.rulesets.horizons.events import Blasted, GrenadeThrown
from bot.rulesets.horizons.injury import hurt
from bot.rulesets.horizons.options import NEAR
from bot.rulesets.horizons.referee import HorizonsScene, Referee, RuleOf, Ruling, check_able, faced, opponent
from bot.rulesets.horizons.turns import finish, let_up

GRENADE = "grenade"
SKILL = "throwing"


def throw(referee: Referee, scene: HorizonsScene, order: Act) -> Ruling:
    """A grenade at where somebody is: an area of medium size, or of the one that is said (ruling E).

    Dice: the check, then what ``injury.hurt`` asks for with each who is near and whose distance is known.

    Raises:
        RuleViolation: the throw is not possible.
    """
    check_able(scene, order.actor)
    actor, target = order.actor, opponent(scene, order)
    thrown = _thrown(referee, scene, order, target)
    if scene.range_m(actor, target) != thrown.range_m:
        scene = yield RangeSet(actor=actor, target=target, range_m=thrown.range_m)
    scene = yield thrown
    scene = yield from aftermath(scene, actor, thrown.check)
    if thrown.landed:
        scene = yield from _explode(referee, scene, actor, target)
    elif thrown.astray_m is not None and thrown.astray_m <= referee.tables.number("grenades", GRENADE, "reach_m"):
        covered = bool(faced(scene, target).cover)
        scene = yield from _blast(referee, scene, target, thrown.astray_m, covered=covered)
    scene = yield from let_up(scene, actor)
    return (yield from finish(scene, actor))


def _thrown(referee: Referee, scene: HorizonsScene, order: Act, target: str) -> GrenadeThrown:
    """The throw with its check.

    Raises:
        RuleViolation: no grenade is left, it is too far, or there is not that much effort.
    """
    actor, range_m = order.actor, distance(scene, order, target)
    band, left = _band(referee, range_m), _left(scene, actor)
    state, effort = scene.combatants[actor].state, order.inputs.get("effort", 0)
    check_effort(state, SKILL, effort)
    area = size_term(referee, order.inputs.get("size", "medium"), band)
    terms = circumstances(referee, state, "subtle", area, order.inputs.get("modifier", 0))
    check, needed = rolled(referee, state, SKILL, effort), total(terms)
    landed = meets(check.result, needed)
    return GrenadeThrown(
        actor=actor,
        target=target,
        kind=GRENADE,
        range_m=range_m,
        band=band,
        terms=terms,
        difficulty=needed,
        check=check,
        landed=landed,
        left=left,
        astray_m=None if landed else _astray_m(referee, needed - check.result),
    )


def _band(referee: Referee, range_m: float) -> str:
    reach_m = referee.tables.number("grenades", GRENADE, "range_m")
    band = band_at(range_m, reach_m)
    if not band:
        raise RuleViolation(f"{range_m:g} m is too far.", f"A grenade flies {reach_m} m: go nearer.")
    return band


def _left(scene: HorizonsScene, actor: str) -> int | None:
    """The grenades that are left behind the next one."""
    grenades = scene.combatants[actor].state.grenades
    if grenades == 0:
        raise RuleViolation(f"{shown(actor)} has no grenade left.", "Do something else.")
    return None if grenades is None else grenades - 1


def _astray_m(referee: Referee, missed_by: int) -> float | None:
    """How far from its mark a grenade goes off that missed by so much; where to the GM says (ours)."""
    if referee.options["missed_throws"] != NEAR:
        return None
    return float(missed_by * referee.tables.number("grenades", GRENADE, "astray_m"))


def _explode(referee: Referee, scene: HorizonsScene, thrower: str, center: str) -> Ruling:
    """Everybody within reach whose distance from the middle has been said is harmed (ruling E)."""
    reach_m = referee.tables.number("grenades", GRENADE, "reach_m")
    near = {one: 0.0 if one == center else scene.range_m(center, one) for one in scene.combatants}
    for actor, away in near.items():
        if away is not None and away <= reach_m:
            state = scene.combatants[actor].state if actor == thrower else faced(scene, actor)
            with referee.source.about(actor):
                scene = yield from _blast(referee, scene, actor, away, covered=bool(state.cover))
    return scene


def _blast(referee: Referee, scene: HorizonsScene, actor: str, away_m: float, *, covered: bool) -> Ruling:
    damage = referee.tables.number("grenades", GRENADE, "damage")
    far = away_m > referee.tables.number("grenades", GRENADE, "casualty_m")
    dealt = blast_damage(damage, far=far, covered=covered)
    scene = yield Blasted(actor=actor, damage=damage, dealt=dealt, distance_m=away_m, covered=covered)
    return (yield from hurt(referee, scene, actor, dealt))


def blast_damage(damage: int, *, far: bool, covered: bool) -> int:
    """Half past the casualty distance and half behind cover; a quarter with both, rounded down (ruling 000-21)."""
    return damage // (1 + far) // (1 + covered)


RULES: dict[str, RuleOf] = {"throw": throw}
