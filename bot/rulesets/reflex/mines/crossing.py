"""Whoever goes where mines lie meets them by chance: by the way through a minefield, or once at a choke point."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.events import Audience, Event, RangeSet
from bot.core.features import Rules
from bot.core.wording import shown
from bot.rulesets.reflex.mines.actions import CrossMinefield, PassMine
from bot.rulesets.reflex.mines.events import FieldCrossed, MinePassed
from bot.rulesets.reflex.mines.minefields import alive_in_sight, mine_named, ranges_around, spring_mine
from bot.rulesets.reflex.mines.mining import chance_ask
from bot.rulesets.reflex.person.bodies import Targeted
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.traps import Mine, knows_of
from bot.rulesets.reflex.vehicles.seats import ride

FOOT, VEHICLE = "foot", "vehicle"
MOVE = "move"

rules = Rules()


@rules(CrossMinefield)
def cross(play: ReflexPlay, way: CrossMinefield) -> None:
    """Go so many metres through a minefield (text 003, lines 1688-1707).

    Dice: a secret d100 on foot, d20 for a vehicle, then those of the explosion.

    Raises:
        RuleViolation: it is no minefield, or nobody who could cross it was named.
    """
    mine, mover = mine_named(play.scene, way.mine), _mover(play.scene, way)
    if not mine.is_field:
        raise RuleViolation(f"{mine.title} is no minefield.", "Pass by a single mine with /mine pass.")
    distance_m = Fraction(str(way.distance_m))
    marked_m = min(distance_m, Fraction(mine.route_m)) if way.route else Fraction()
    how = VEHICLE if way.vehicle else way_of(play.scene, mover)
    walked(play, way.mine, mover, how, distance_m, marked_m)


@rules(PassMine)
def pass_by(play: ReflexPlay, way: PassMine) -> None:
    """Pass the choke point where a mine lies (text 003, lines 1709-1717).

    Dice: a secret d20 for pressure, d10 for a tripwire, then those of the explosion.

    Raises:
        RuleViolation: it is a whole minefield, or nobody who could pass was named.
    """
    mine, mover = mine_named(play.scene, way.mine), _mover(play.scene, way)
    if mine.is_field:
        raise RuleViolation(f"{mine.title} is a minefield.", "Say with /mine cross how many metres lead through it.")
    how = VEHICLE if way.vehicle else way_of(play.scene, mover)
    passed(play, way.mine, mover, how)


def _mover(scene: ReflexScene, way: Targeted) -> str:
    """Return who goes there: the actor, or whom a GM's actor names, and for those aboard a vehicle the vehicle."""
    mover = alive_in_sight(scene, way)
    if mover != way.actor and not scene.combatants[way.actor].guarded:
        raise RuleViolation(f"{shown(way.actor)} does not walk for {shown(mover)}.", "Name the mover as the actor.")
    if scene.combatants[mover].state.body.dead:
        raise RuleViolation(f"{shown(mover)} is dead.", "Name somebody who lives.")
    if scene.combatants[mover].state.turn.withdrawn:
        raise RuleViolation(f"{shown(mover)} has left the fight.", "Name somebody who is in it.")
    return ride(scene, mover) or mover


def way_of(scene: ReflexScene, mover: str) -> str:
    """Return the row of the table ``mine_travel`` by which somebody goes: as a vehicle or as a man on foot."""
    return VEHICLE if scene.combatants[mover].state.body.vehicle else FOOT


def goes_off_at(mine: Mine, metres: Fraction) -> Fraction:
    """Return the number at or under which the die sets a mine off (text 003, line 1698; rulings 003-35, 003-65).

    Of a minefield whose mines are counted only those left are met (lines 1692, 1694; ours).
    """
    left = Fraction(max(0, mine.mines - mine.gone), mine.mines) if mine.mines else 1
    return Fraction(str(mine.density)) * left * metres


def walked(play: ReflexPlay, key: str, mover: str, how: str, distance_m: Fraction, marked_m: Fraction) -> None:
    """Go so far through a minefield; dice as in ``cross``."""
    row, chance = play.tables.mine_travel[how], goes_off_at(play.scene.state.mines[key], distance_m - marked_m)
    told = partial(FieldCrossed, distance_m=float(distance_m), marked_m=float(marked_m), chance=float(chance))
    need = min(int(chance), row.safe_from - 1)
    _met(play, key, mover, how, need, chance_ask("minefield", row.sides, need), told)


def passed(play: ReflexPlay, key: str, mover: str, how: str) -> None:
    """Roll for a single mine, which goes off at or under the margin of laying it, one at least (1714-1717; RX-56)."""
    mine = play.scene.state.mines[key]
    need, trigger = max(1, mine.margin), play.tables.mine_triggers[mine.trigger]
    _met(play, key, mover, how, need, chance_ask("choke point", trigger.sides, need), partial(MinePassed, need=need))


def _met(play: ReflexPlay, key: str, mover: str, how: str, need: int, ask: Ask, told: Callable[..., Event]) -> None:
    """Roll whether somebody sets a mine off, at ``need`` or less, which is ``told`` to who knows of it."""
    mine = play.scene.state.mines[key]
    idle = _idle(play, mine, how)
    roll = None if idle else play.roll(ask)
    goes_off = roll is not None and roll.faces[0] <= need
    witnesses = _witnesses(play.scene, mine, mover)
    play.tell(
        told(
            actor=mover,
            mine=key,
            title=mine.title,
            roll=roll,
            goes_off=goes_off,
            idle=idle,
            knowers=witnesses,
            audience=Audience.ALL if witnesses else Audience.GM,
        )
    )
    if goes_off:
        driven = how == VEHICLE and not play.scene.combatants[mover].state.body.vehicle
        spring_mine(play, key, "met", ranges_around(play.scene, mover), mover, driven=driven)


def _idle(reading: ReflexReading, mine: Mine, how: str) -> str:
    """Return why a mine cannot go off under somebody, "" where it can (text 003, lines 1670, 1715, 1733)."""
    if not mine.armed or mine.damaged:
        return "inert"
    if mine.is_spent:
        return "spent"
    if reading.tables.mine_triggers[mine.trigger].command:
        return "command"
    heavy = reading.tables.mines[mine.kind].set_off_by == VEHICLE
    return "light" if heavy and how != VEHICLE else ""


def _witnesses(scene: ReflexScene, mine: Mine, mover: str) -> tuple[int, ...]:
    user = scene.combatants[mover].owner
    return (user,) if user and knows_of(mine, user) else ()


def tripped(play: ReflexPlay, mover: str, near: str, before_m: float, after_m: float) -> None:
    """Meet what lies between two distances from somebody, up to the first mine that goes off (ours).

    Whoever is put out by it comes no farther than to where it lies, or to where its field begins (003-95; ours).
    """
    how = way_of(play.scene, mover)
    for key in _on_the_way(play.scene, near, before_m, after_m):
        mine = play.scene.state.mines[key]
        if mine.is_field:
            metres = _overlap(mine, before_m, after_m)
            walked(play, key, mover, how, metres, Fraction())
        else:
            passed(play, key, mover, how)
        if play.scene.state.mines.get(key) is not mine:
            if play.hindrance(mover, MOVE):
                play.tell(RangeSet(actor=mover, target=near, range_m=_met_at(mine, before_m, after_m)))
            break


def _on_the_way(scene: ReflexScene, near: str, before_m: float, after_m: float) -> list[str]:
    """Return the mines between two distances from somebody, in the order in which they are met."""
    found = [key for key, mine in scene.state.mines.items() if mine.near == near and _meets(mine, before_m, after_m)]
    return sorted(found, key=lambda key: scene.state.mines[key].near_m, reverse=after_m < before_m)


def _meets(mine: Mine, before_m: float, after_m: float) -> bool:
    """Tell whether a way leads through a minefield, or right to where a single mine lies."""
    if mine.is_field:
        return _overlap(mine, before_m, after_m) > 0
    return after_m <= mine.near_m < before_m or before_m < mine.near_m <= after_m


def _met_at(mine: Mine, before_m: float, after_m: float) -> float:
    """Return how far from whom it lies near one is when one comes to it."""
    if after_m < before_m:
        return min(before_m, mine.near_m + mine.depth_m)
    return max(before_m, mine.near_m)


def _overlap(mine: Mine, before_m: float, after_m: float) -> Fraction:
    lo, hi = sorted((Fraction(str(before_m)), Fraction(str(after_m))))
    start = Fraction(str(mine.near_m))
    return max(Fraction(), min(hi, start + Fraction(str(mine.depth_m))) - max(lo, start))
