"""What the GM can do to somebody's things."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Given, Offer, Who
from bot.rulesets.reflex.person.choosing import all_here
from bot.rulesets.reflex.person.gear import HALVES, belongings
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.state import State

USUAL_PENETRATION = "x1"


def things_of(state: State) -> tuple[str, ...]:
    """Return all of somebody's that can break: belongings, or the places of a vehicle."""
    if state.body.vehicle:
        return tuple(state.body.vehicle.thresholds)
    armor = (piece.name for piece in (*state.kit.armor, *state.kit.doffed))
    return tuple(dict.fromkeys((*belongings(state), *armor)))


def _owner(reading: ReflexReading, given: Given) -> State | None:
    found = reading.scene.combatants.get(given.get("target") or given.get("actor", ""))
    return found.state if found else None


def _breakable(reading: ReflexReading, given: Given) -> tuple[str, ...]:
    owner = _owner(reading, given)
    return things_of(owner) if owner else ()


def _damageable(reading: ReflexReading, given: Given) -> tuple[str, ...]:
    """Return what a GM can damage: of a person only belongings, since armour is worn down by hits."""
    owner = _owner(reading, given)
    return _breakable(reading, given) if owner is None or owner.body.vehicle else tuple(belongings(owner))


Whose = Annotated[Who, Field("whose it is; the actor's where missing", fits=all_here, shared=True)]


class Wreck(Action, frozen=True, kw_only=True):
    """Damage an ``item`` of ``target``, or a place of a vehicle."""

    offer = Offer("wreck", "Damage a thing", "damage somebody's equipment", gm_only=True)

    target: Whose = ""
    item: Annotated[str, Field("what is damaged", fits=_damageable, shared=True)]
    damage: Annotated[int, Field("the damage, before the Armor of the thing", lo=1, hi=1000)]
    penetration: Annotated[str, Field("against its Armor, x1 where missing", of=tuple(HALVES))] = USUAL_PENETRATION
    substance: Annotated[str, Field("what it is made of; weapons are of steel", of="substances")] = ""
    bulk: Annotated[int | None, Field("its Bulk, where it is not that of the sheet", hi=20)] = None


class Mend(Action, frozen=True, kw_only=True):
    """Have a disabled ``item`` of ``target`` work again."""

    offer = Offer("mend", "Mend a thing", "a disabled thing works again", gm_only=True)

    target: Whose = ""
    item: Annotated[str, Field("what is damaged", fits=_breakable, shared=True)]


OFFERED = (Wreck, Mend)
