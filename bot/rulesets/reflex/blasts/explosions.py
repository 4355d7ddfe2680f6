"""What a GM says of an explosion: what goes off and where, in words or by the distances that are known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import place_known
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import Where
from bot.rulesets.reflex.blasts.actions import Explode, strikable
from bot.rulesets.reflex.blasts.blast import Charge, Explosion, charge_of
from bot.rulesets.reflex.blasts.impacts import set_off, tell_unplaced
from bot.rulesets.reflex.blasts.rooms import confined, told_room
from bot.rulesets.reflex.blasts.scatter import ranges_from
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.vehicles.seats import apart_m, stands_at, with_crews

rules = Rules()

MOST_METRES = 100_000


@rules(Explode)
def explode(play: ReflexPlay, order: Explode) -> None:
    """Have something explode (text 003, lines 1082-1180); dice as in ``blast.detonate``.

    Raises:
        RuleViolation: nobody said what explodes or where, or somebody named is not here.
    """
    charge = _charge(play, order)
    burst = said_place(play.scene, order.to)
    if burst is None:
        ranges_m = placed_around(play.scene, order.at, order.target, order.victims)
        burst = None if order.victims else stands_at(play.scene, order.at or order.target)
    else:
        ranges_m = ranges_from(play.scene, burst)
    explosion = Explosion(
        charge=charge,
        ranges_m=ranges_m,
        margin=order.margin,
        struck=_struck(play.scene, order.target),
        place=order.place,
        facing=order.facing,
        sheltered=not order.open,
        burst=burst,
    )
    set_off(play, confined(play, explosion, told_room(order.space, order.walls)))
    tell_unplaced(play, ranges_m)


def said_place(scene: ReflexScene, where: Where | None, actor: str = "") -> Place | None:
    """Return the place of a ground that was said, as ``actor`` knows it if one is named; None where none was said.

    Raises:
        RuleViolation: there is no ground, or nothing by which the place is said.
    """
    if where is None:
        return None
    if scene.ground is None:
        raise not_laid()
    return place_known(scene, scene.ground, actor, where, None)


def _charge(reading: ReflexReading, order: Explode) -> Charge:
    said = {"damage": order.damage, "radius_m": order.radius_m, "blast": order.blast, "frag": order.frag}
    given: dict[str, Any] = {field: value for field, value in said.items() if value is not None}
    if order.explosive:
        return msgspec.structs.replace(charge_of(reading.tables, order.explosive), **given)
    if order.radius_m is None:
        raise RuleViolation("What explodes?", "Say explosive=he_40mm, or radius_m=, blast=, frag= and damage=.")
    return Charge(**{"title": "charge", "damage": 0, "blast": 0, "frag": 0, **given})


def _struck(scene: ReflexScene, target: str) -> str:
    return find("target", strikable(scene), target) if target else ""


def placed_around(scene: ReflexScene, at: str, target: str, victims: str) -> dict[str, float]:
    """Return the metres from an explosion to each body: those that were typed, else those known of who is at it.

    Raises:
        RuleViolation: nobody said where it is, or what was typed cannot be read.
    """
    bodies = strikable(scene)
    centre = find("combatant", bodies, at) if at else _struck(scene, target)
    if not centre and not victims:
        raise RuleViolation("Where does it explode?", 'Say at= somebody, or victims="Ann:1, Bob:6" in metres.')
    known = {} if not centre else {actor: apart_m(scene, centre, actor) for actor in bodies} | {centre: 0.0}
    seated = with_crews(scene, told_places(bodies, victims))
    return {actor: range_m for actor, range_m in {**known, **seated}.items() if range_m is not None}


def told_places(people: Sequence[str], victims: str) -> dict[str, float]:
    """Return the metres that were typed of some of ``people``.

    Raises:
        RuleViolation: what was typed cannot be read, or names none of them.
    """
    return dict(_told(people, part) for part in victims.split(",") if part.strip())


def _told(people: Sequence[str], words: str) -> tuple[str, float]:
    """Return somebody and a distance, from words as ``Ann:6``."""
    name, _, metres = words.rpartition(":")
    try:
        range_m = float(metres.strip()[:32])
    except ValueError:
        range_m = math.nan
    if not 0 <= range_m <= MOST_METRES:
        raise RuleViolation(f"How far is {words.strip()[:40]!r}?", 'Write a name and metres: victims="Ann:1, Bob:6".')
    return find("combatant", people, name.strip()), range_m
