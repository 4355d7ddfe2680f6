"""A vehicle is a combatant without a mind: places with Armor and a threshold each, that break one by one."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import cast

from bot.core.dice import Ask, Buckets, Roll
from bot.rulesets.reflex.kinds import Broken
from bot.rulesets.reflex.person.protection import Harm
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import Vehicle
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.vehicles.events import VehicleHit


@lru_cache(maxsize=64)
def _places_by_face(tables: ReflexTables) -> tuple[str, ...]:
    rows = tables.vehicle_places.items()
    return tuple(place for place, row in rows for _ in range(row.chances))


@lru_cache(maxsize=64)
def place_ask(tables: ReflexTables) -> Ask:
    """Return the die for the place of a hit on a vehicle (ours)."""
    faces = _places_by_face(tables)
    last = [index for index, place in enumerate(faces, 1) if index == len(faces) or faces[index] != place]
    return Ask("vehicle place", 1, len(faces), Buckets(tuple(last)))


def place_at(tables: ReflexTables, face: int) -> str:
    """Return the place of a vehicle to which the die points."""
    return _places_by_face(tables)[face - 1]


def rolled_place(play: ReflexPlay) -> tuple[str, Roll]:
    """Return the place of a vehicle that chance finds, and the die for it."""
    roll = play.roll(place_ask(play.tables))
    return place_at(play.tables, roll.faces[0]), roll


def struck(play: ReflexPlay, vehicle: str, harm: Harm, place: str = "", roll: Roll | None = None) -> int:
    """Hit ``vehicle``, and return what gets through its Armor to the threshold (1068-1073); a graze scratches (ours).

    ``roll`` is that for the place where it has fallen already. Who sees no more of it than what kind it is reckons with
    the numbers of that.

    Dice: the place where none is told.
    """
    if not place:
        place, roll = rolled_place(play)
    state = play.scene.combatants[vehicle].state
    body = cast("Vehicle", state.body.vehicle)
    kind = play.tables.vehicles[body.kind]
    armor = Fraction({**kind.armor_halves, **body.armor_halves}[place], 2)
    threshold = {**kind.thresholds, **body.thresholds}[place]
    final = harm.past(armor)
    broken = harm.breaks(state.kit.broken.get(place, ""), final, threshold)
    play.tell(
        VehicleHit(
            actor=harm.by,
            target=vehicle,
            place=place,
            damage=harm.damage,
            armor=float(armor),
            penetration=harm.penetration,
            final=final,
            threshold=threshold,
            wear=state.kit.wear.get(place, 0) + (broken == Broken.DISABLED),
            broken=broken,
            graze=harm.graze,
            terms=harm.terms,
            roll=roll,
        )
    )
    return final
