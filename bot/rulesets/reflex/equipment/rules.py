"""A thing has one threshold: damage below it only scratches, from it on the thing breaks, and then is gone."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term
from bot.rulesets.reflex.equipment.actions import Mend, Wreck, things_of
from bot.rulesets.reflex.equipment.events import EquipmentHit, Mended
from bot.rulesets.reflex.kinds import Broken
from bot.rulesets.reflex.kit import Item, Weapon
from bot.rulesets.reflex.person.bodies import present
from bot.rulesets.reflex.person.gear import HALVES, belongings, find
from bot.rulesets.reflex.person.protection import Harm
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.vehicles.hits import struck

rules = Rules()

WEAPONS_ARE_OF = "steel"


def armor_and_threshold(tables: ReflexTables, substance: str, bulk: int) -> tuple[int, int]:
    """Return Armor and damage threshold of a thing of a substance and Bulk (text 003, lines 1077-1079; ruling A9)."""
    row = tables.substances[substance]
    return row.armor, bulk + row.tougher


@rules(Wreck)
def wreck(play: ReflexPlay, harm: Wreck) -> None:
    """Damage something that somebody has (text 003, lines 1067-1086).

    Raises:
        RuleViolation: there is no such thing, it is destroyed, or nobody knows what it is made of.
    """
    owner, state = present(play.scene, harm)
    if state.body.vehicle:
        place = find("place of the vehicle", state.body.vehicle.thresholds, harm.item)
        struck(play, owner, _told(harm), place)
        return
    item = find("item", belongings(state), harm.item)
    equipment_hit(play, owner, item, _told(harm), substance=harm.substance, bulk=harm.bulk)


def equipment_hit(
    play: ReflexPlay,
    owner: str,
    item: str,
    harm: Harm,
    *,
    substance: str = "",
    bulk: int | None = None,
    together: bool = False,
) -> None:
    """Do damage to a thing of somebody (text 003, lines 1067-1086); a graze only scratches.

    Who acts ``together`` with an attack acts with it still, as with what is struck out of a hand (lines 136-138).

    Raises:
        RuleViolation: it is destroyed, or nobody knows what it is made of.
    """
    state = play.scene.combatants[owner].state
    thing, before = belongings(state)[item], state.kit.broken.get(item, "")
    if before == Broken.DESTROYED:
        raise RuleViolation(f"The {item} is destroyed already.", "Damage something else.")
    made_of = substance_of(thing, substance)
    armor, threshold = armor_and_threshold(play.tables, made_of, thing.bulk if bulk is None else bulk)
    final = harm.past(armor)
    broken = harm.breaks(before, final, threshold)
    play.tell(
        EquipmentHit(
            actor=owner,
            item=item,
            substance=made_of,
            armor=armor,
            threshold=threshold,
            damage=harm.damage,
            penetration=harm.penetration,
            final=final,
            wear=state.kit.wear.get(item, 0) + (broken == Broken.DISABLED),
            broken=broken,
            graze=harm.graze,
            terms=harm.terms,
            together=together,
        )
    )


def _told(said: Wreck) -> Harm:
    return Harm((Term("told", said.damage, "said at the table"),), HALVES[said.penetration])


def substance_of(thing: Weapon | Item, told: str) -> str:
    """Return what a thing is made of: what was told, or for weapons steel.

    Raises:
        RuleViolation: nobody knows.
    """
    if told:
        return told
    if isinstance(thing, Item):
        raise RuleViolation(f"What is the {thing.name} made of?", "For example substance=leather.")
    return WEAPONS_ARE_OF


@rules(Mend)
def mend(play: ReflexPlay, repair: Mend) -> None:
    """Have something work again that was disabled (text 003, line 1072).

    Raises:
        RuleViolation: there is no such thing, it works, or it is past repair.
    """
    owner, state = present(play.scene, repair)
    play.tell(Mended(actor=owner, item=disabled_part(state, repair.item)))


def disabled_part(state: State, wanted: str) -> str:
    """Return which thing of somebody, or place of a vehicle, is to be repaired.

    Raises:
        RuleViolation: there is no such thing, it works, or it is past repair.
    """
    item = find("part", things_of(state), wanted)
    if state.kit.broken.get(item) != Broken.DISABLED:
        raise RuleViolation(
            f"The {item} is {state.kit.broken.get(item, 'not broken')}.", "Only the disabled is repaired."
        )
    return item
