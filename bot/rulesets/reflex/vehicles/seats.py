"""Who is in which vehicle is kept of the scene; they move with it and are behind its Armor."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.errors import RuleViolation
from bot.core.ground.lost import check_in_sight
from bot.core.ground.places import Place
from bot.core.wording import metres, shown
from bot.rulesets.reflex.checks.reach import band_of, way_there
from bot.rulesets.reflex.kinds import Band
from bot.rulesets.reflex.person.between import light_at
from bot.rulesets.reflex.person.consciousness import conscious
from bot.rulesets.reflex.person.cover import ALL_PARTS, ToldCover
from bot.rulesets.reflex.person.protection import Cover, cover_of
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State, Vehicle
from bot.rulesets.reflex.tables import ReflexTables

USUAL_SPEED = "half"


def seat(scene: ReflexScene, actor: str) -> str:
    """Return the vehicle that somebody is in, whoever sees that, "" for none."""
    vehicle = scene.state.aboard.get(actor, "")
    return vehicle if vehicle in scene.combatants and scene.combatants[vehicle].state.body.vehicle else ""


def ride(scene: ReflexScene, actor: str) -> str:
    """Return the vehicle that somebody is in, "" for none: nobody in sight is in one that nobody sees (ours)."""
    vehicle = seat(scene, actor)
    if vehicle and scene.combatants[vehicle].hidden:
        rider = scene.combatants.get(actor)
        return vehicle if rider and rider.hidden else ""
    return vehicle


def stands_at(scene: ReflexScene, actor: str) -> Place | None:
    """Return where somebody is on a ground, or the vehicle that it is in; None without a place."""
    places = scene.ground.places if scene.ground else {}
    return places.get(ride(scene, actor), places.get(actor))


def light_around(tables: ReflexTables, scene: ReflexScene, actor: str) -> str:
    """Return what can be seen of what lies close by somebody, or all around it: by the light where it is (ours)."""
    here = stands_at(scene, actor)
    return light_at(tables, scene, here, here)


def apart_m(scene: ReflexScene, one: str, other: str) -> float | None:
    """Return the metres between two, as far as they are known; who is aboard a vehicle is where it is (ours)."""
    known = scene.range_m(one, other)
    if not scene.state.aboard and one != other:
        return known
    at, there = ride(scene, one) or one, ride(scene, other) or other
    if at == there:
        return 0.0
    return scene.range_m(at, there) if known is None else known


def reach_m(tables: ReflexTables, scene: ReflexScene, one: str, other: str) -> float | None:
    """Return the metres over which one would have to reach for another, on a ground from hull to hull (ours)."""
    far_m = apart_m(scene, one, other)
    if far_m is None or scene.ground is None:
        return far_m
    hulls = [scene.combatants[ride(scene, each) or each].state.body.vehicle for each in (one, other)]
    return max(0.0, far_m - sum(tables.vehicles[hull.kind].long_cm for hull in hulls if hull) / 200)


def check_at_hand(tables: ReflexTables, scene: ReflexScene, actor: str, target: str) -> None:
    """Check that somebody may be close enough to be touched (text 003, line 534).

    Raises:
        RuleViolation: it is out of sight, or known to be out of reach.
    """
    check_in_sight(scene, actor, target)
    range_m = reach_m(tables, scene, actor, target)
    if range_m is not None and band_of(tables, range_m) is not Band.PERSONAL:
        raise RuleViolation(f"{shown(target)} is {metres(range_m)} away, out of reach.", way_there(scene))


def with_crews(scene: ReflexScene, ranges_m: Mapping[str, float]) -> dict[str, float]:
    """Return the same distances, with those aboard of whom nothing was said as far off as their vehicles (ours)."""
    seats = {actor: ride(scene, actor) for actor in scene.combatants if actor not in ranges_m}
    return {**ranges_m, **{actor: ranges_m[vehicle] for actor, vehicle in seats.items() if vehicle in ranges_m}}


def crew(scene: ReflexScene, vehicle: str) -> tuple[str, ...]:
    """Return those who are in a vehicle, as far as the scene knows of them."""
    if vehicle not in scene.state.aboard.values():
        return ()
    return tuple(actor for actor in scene.combatants if ride(scene, actor) == vehicle)


class Traffic(msgspec.Struct, frozen=True):
    """How the vehicles of both sides go: rows of the table of speeds, and whether they keep pace with each other."""

    own_speed: str
    target_speed: str
    keeping_pace: bool


def traffic(
    scene: ReflexScene, actor: str, aimed_at: str, own_speed: str, target_speed: str, keeping_pace: bool | None
) -> Traffic:
    """Return how the vehicles go that the two sides are or ride in, as far as that is not said, "" or None.

    Who shoots out of a vehicle moves as it does; who is in the same one keeps pace (text 003, line 418; 003-83).
    """
    own, theirs = ride(scene, actor), ride(scene, aimed_at) or aimed_at
    together = bool(own) and own == theirs
    return Traffic(
        own_speed or _speed(scene, own),
        target_speed or _speed(scene, theirs),
        together if keeping_pace is None else keeping_pace,
    )


def _speed(scene: ReflexScene, actor: str) -> str:
    body = scene.combatants[actor].state.body if actor else None
    return speed_row(body.vehicle, body.kmh) if body and body.vehicle and body.kmh else USUAL_SPEED


def check_facing(scene: ReflexScene, aimed_at: str, *, facing: str = "", bodily: bool) -> None:
    """Check that what was said of the place to be hit fits what is attacked: a side of a vehicle, or ``bodily``.

    Raises:
        RuleViolation: a part of the body of a vehicle, or a side of somebody's.
    """
    if scene.combatants[aimed_at].state.body.vehicle is None:
        if facing and not ride(scene, aimed_at):
            raise RuleViolation(f"{shown(aimed_at)} is in no vehicle.", "Leave facing out.")
    elif bodily:
        raise RuleViolation(f"{shown(aimed_at)} is a vehicle.", "Say facing= for where it is hit.")


def driver(scene: ReflexScene, vehicle: str) -> str:
    """Return who keeps a vehicle out of harm: the first aboard who is awake, "" for nobody (ours).

    Nobody hidden does in a vehicle that is in sight, which could be told by it.
    """
    seen = not scene.combatants[vehicle].hidden
    awake = (
        actor
        for actor in crew(scene, vehicle)
        if conscious(scene.combatants[actor].state) and not (seen and scene.combatants[actor].hidden)
    )
    return next(awake, "")


def speed_row(vehicle: Vehicle, kmh: int) -> str:
    """Return the row of the table of speeds, by the safe speed of a vehicle (table 5c by ruling A3)."""
    if 2 * kmh <= vehicle.safe_kmh:
        return "half"
    if kmh <= vehicle.safe_kmh:
        return "safe"
    return "double" if kmh >= 2 * vehicle.safe_kmh else "fast"


def shell(tables: ReflexTables, scene: ReflexScene, actor: str, facing: str = "") -> ToldCover | None:
    """Return the side of a closed vehicle around somebody, as cover with its own Armor (text 003, lines 511-512).

    Where nothing but the kind of the vehicle is known, it has the Armor of its kind.
    """
    state = _around(tables, scene, actor)
    if state is None or state.body.vehicle is None:
        return None
    row = tables.vehicles[state.body.vehicle.kind]
    halves = {**row.armor_halves, **state.body.vehicle.armor_halves}[facing or usual_side(tables)]
    return ToldCover(cover=row.cover, armor=halves / 2, parts=ALL_PARTS)


def shell_between(
    tables: ReflexTables, scene: ReflexScene, actor: str, aimed_at: str, facing: str = ""
) -> ToldCover | None:
    """Return the side of a closed vehicle that an attack meets before whom it is aimed at: none from within it."""
    inside = ride(scene, aimed_at) if scene.state.aboard else ""
    return shell(tables, scene, aimed_at, facing) if inside and inside != ride(scene, actor) else None


def _around(tables: ReflexTables, scene: ReflexScene, actor: str) -> State | None:
    """Return the closed vehicle that somebody is in."""
    inside = ride(scene, actor)
    state = scene.combatants[inside].state if inside else None
    return state if state and state.body.vehicle and tables.vehicles[state.body.vehicle.kind].closed else None


def usual_side(tables: ReflexTables) -> str:
    """Return the side of a vehicle that is hit where nobody says which: the first where a campaign has none (ours)."""
    rows = tables.vehicle_places
    return next((place for place, row in rows.items() if row.usual), next(iter(rows)))


def shelter(tables: ReflexTables, scene: ReflexScene, actor: str, facing: str = "") -> Cover | None:
    """Return what is between somebody and an explosion: the vehicle around, or its known cover.

    ``facing`` is the side of the vehicle that is struck, where it is known.
    """
    state = scene.combatants[actor].state
    known = shell(tables, scene, actor, facing)
    if known is None and state.body.cover:
        known = ToldCover(cover=state.body.cover, parts=state.body.cover_parts)
    return cover_of(tables, state, known) if known else None
