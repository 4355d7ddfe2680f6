"""Which of somebody's things an operation can be about."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rulesets.reflex.equipment.actions import things_of
from bot.rulesets.reflex.kinds import Broken, Lies
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.gear import belongings
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables

CREW_ACTIONS = 2


def kits(healer: State) -> tuple[str, ...]:
    """Return what first aid can be given with, by name: nothing that is broken (text 003, line 1072)."""
    return tuple(
        key
        for key, item in healer.kit.items.items()
        if item.lies is not Lies.AWAY
        and key not in healer.kit.broken
        and (item.medical or (item.painkiller and item.units))
    )


def wearable(state: State) -> tuple[str, ...]:
    """Return what can be put on or taken off: armour, and what is no weapon, in hand or left behind."""
    armor = (piece.name for piece in (*state.kit.armor, *state.kit.doffed))
    return (*armor, *(key for key, item in state.kit.items.items() if not item.held and item.lies is not Lies.AWAY))


def within_reach(state: State) -> tuple[str, ...]:
    """Return the belongings that were not left behind."""
    return tuple(key for key, thing in belongings(state).items() if thing.lies is not Lies.AWAY)


def disabled(state: State) -> tuple[str, ...]:
    """Return what of somebody's, or of a vehicle, does not work and can be repaired."""
    there = (thing for thing in things_of(state) if not is_left_behind(state, thing))
    return tuple(thing for thing in there if state.kit.broken.get(thing) == Broken.DISABLED)


def is_left_behind(state: State, item: str) -> bool:
    """Tell whether a belonging lies where its owner is no longer."""
    thing = belongings(state).get(item)
    return thing is not None and thing.lies is Lies.AWAY


def crewed(tables: ReflexTables, state: State) -> Iterable[str]:
    """Return the weapons that take more than one to serve, by name."""
    return (key for key, weapon in state.kit.weapons.items() if takes_crew(tables, weapon))


def takes_crew(tables: ReflexTables, weapon: Weapon) -> bool:
    """Tell whether a weapon takes more than one: on a mount, or fed by a belt or round by heavy round."""
    served = weapon.fixed_mount or weapon.model.crewed or tables.feeds[weapon.model.feed].actions >= CREW_ACTIONS
    return served and not weapon.model.melee and weapon.lies is Lies.CARRIED
