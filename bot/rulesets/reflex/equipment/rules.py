"""A thing has one threshold: damage below it only scratches, from it on the thing breaks, and then is gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.options import ActionSpec, Choice, Input, Kind
from bot.core.orders import Act
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.equipment.events import EquipmentHit, Mended
from bot.rulesets.reflex.hazards.specs import one_of, own
from bot.rulesets.reflex.person.bodies import present
from bot.rulesets.reflex.person.gear import HALVES, belongings, find
from bot.rulesets.reflex.person.protection import effective_armor
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.state import Broken, Item, State, Vehicle, Weapon
from bot.rulesets.reflex.tables import Tables
from bot.rulesets.reflex.vehicles.hits import struck

rules = Rules()

USUAL_PENETRATION = "x1"
WEAPONS_ARE_OF = "steel"


def armor_and_threshold(tables: Tables, substance: str, bulk: int) -> tuple[int, int]:
    """Armor and damage threshold of a thing of a substance and Bulk (text 003, lines 1077-1079; ruling A9)."""
    row = tables.substances[substance]
    return row.armor, bulk + row.tougher


@rules("wreck")
def wreck(play: ReflexPlay, order: Act) -> None:
    """Damage to something that somebody has (text 003, lines 1067-1086).

    Raises:
        RuleViolation: there is no such thing, it is destroyed, or nobody knows what it is made of.
    """
    owner, state = present(play.scene, order)
    if state.vehicle:
        _dented(play, order, owner, state.vehicle)
        return
    item, thing = _thing(state, order)
    if state.broken.get(item) == Broken.DESTROYED:
        raise RuleViolation(f"The {item} is destroyed already.", "Damage something else.")
    substance = _substance(order, thing)
    armor, threshold = armor_and_threshold(play.tables, substance, order.inputs.get("bulk", thing.bulk))
    damage, penetration = order.inputs["damage"], HALVES[order.inputs.get("penetration", USUAL_PENETRATION)]
    final = got_through(damage, armor, penetration)
    broken = _broken(state, item) if final >= max(1, threshold) else ""
    play.tell(
        EquipmentHit(
            actor=owner,
            item=item,
            substance=substance,
            armor=armor,
            threshold=threshold,
            damage=damage,
            penetration=penetration,
            final=final,
            wear=state.wear.get(item, 0) + (broken == Broken.DISABLED),
            broken=broken,
        )
    )


def _dented(play: ReflexPlay, order: Act, owner: str, vehicle: Vehicle) -> None:
    """Damage to a place of a vehicle, which has its own Armor and threshold."""
    place = find("place of the vehicle", vehicle.thresholds, order.inputs["item"])
    penetration = HALVES[order.inputs.get("penetration", USUAL_PENETRATION)]
    terms = (Term("told", order.inputs["damage"], "said at the table"),)
    struck(play, owner, terms, penetration, place)


def got_through(damage: int, armor: int, penetration: int | None) -> int:
    """What is left of damage behind the Armor of a thing; Nil ends at any Armor (text 003, lines 943-961)."""
    if penetration is None:
        return 0 if armor else damage
    return max(0, damage - effective_armor(Fraction(armor), penetration))


def things_of(state: State) -> tuple[str, ...]:
    """All of somebody's that can break: belongings, or the places of a vehicle."""
    if state.vehicle:
        return tuple(state.vehicle.thresholds)
    armor = (piece.name for piece in (*state.armor, *state.doffed))
    return tuple(dict.fromkeys((*belongings(state), *armor)))


def _thing(state: State, order: Act) -> tuple[str, Weapon | Item]:
    things = belongings(state)
    key = find("item", things, order.inputs["item"])
    return key, things[key]


def _substance(order: Act, thing: Weapon | Item) -> str:
    if "substance" in order.inputs:
        return str(order.inputs["substance"])
    if isinstance(thing, Item):
        raise RuleViolation(f"What is the {thing.name} made of?", "For example substance=leather.")
    return WEAPONS_ARE_OF


def _broken(state: State, item: str) -> str:
    return Broken.DESTROYED.value if item in state.broken else Broken.DISABLED.value


@rules("mend")
def mend(play: ReflexPlay, order: Act) -> None:
    """Something that was disabled works again (text 003, line 1072).

    Raises:
        RuleViolation: there is no such thing, it works, or it is past repair.
    """
    owner, state = present(play.scene, order)
    item = find("part", things_of(state), order.inputs["item"])
    if state.broken.get(item) != Broken.DISABLED:
        raise RuleViolation(f"The {item} is {state.broken.get(item, 'not broken')}.", "Only the disabled is repaired.")
    play.tell(Mended(actor=owner, item=item))


def action_specs(tables: Tables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    whose = Input("target", "whose it is; the actor's where missing", Kind.COMBATANT, asks_scene=True)
    item = Input("item", "what is damaged", required=True, asks_scene=True)
    inputs = (
        whose,
        item,
        own("damage", "the damage, before the Armor of the thing", Kind.INT, required=True, lo=1),
        one_of("penetration", "against its Armor, x1 where missing", list(HALVES)),
        one_of("substance", "what it is made of; weapons are of steel", list(tables.substances)),
        own("bulk", "its Bulk, where it is not that of the sheet", Kind.INT, hi=20),
    )
    return (
        ActionSpec("wreck", "Damage a thing", "damage somebody's equipment", inputs=inputs, gm_only=True),
        ActionSpec("mend", "Mend a thing", "a disabled thing works again", inputs=(whose, item), gm_only=True),
    )


def candidates(
    _tables: Tables, scene: ReflexScene, action: str, key: str, given: Mapping[str, Any]
) -> Sequence[Choice]:
    """What fits an input of one of these actions in a view of the scene."""
    if key == "target":
        return [Choice(other, shown(other)) for other in scene.combatants]
    owner = scene.combatants.get(given.get("target") or given.get("actor", ""))
    if owner is None or key != "item":
        return ()
    own = action == "wreck" and not owner.state.vehicle
    return [Choice(name) for name in (belongings(owner.state) if own else things_of(owner.state))]
