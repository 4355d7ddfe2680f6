"""A sheet becomes a combatant and a combatant a sheet: what a fight does to somebody is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.scene import Combatant, Sheet, unique_name
from bot.rulesets.nighttripper.person.sheet_spec import MOST_WOUNDS
from bot.rulesets.nighttripper.state import Side, State, Weapon, Wound
from bot.rulesets.nighttripper.tables import NightTables

FISTS = "fists"


def enlisted(tables: NightTables, sheet: Sheet) -> State:
    """Return the state that a validated sheet makes; the first weapon is in hand."""
    npc = bool(sheet.get("npc"))
    luck_max = 0 if npc else _luck_max(tables, sheet)
    weapons = _weapons(tables, sheet.get("weapons", []))
    condition = sheet.get("condition", {})
    return State(
        skill=sheet.get("skill", 0),
        skills={name.casefold(): rank for name, rank in sheet.get("skills", {}).items()},
        npc=npc,
        luck=min(sheet.get("luck", luck_max), luck_max),
        luck_max=luck_max,
        weapons=weapons,
        wields=next(iter(weapons), FISTS),
        armor=sheet.get("armor", ""),
        armor_spent=bool(sheet.get("armor_spent")),
        wounds=tuple(_wound(tables, wound) for wound in condition.get("wounds", ())),
        conditions=_others(condition.get("others", {})),
        relevant=_relevant(condition),
        lost=tuple(dict.fromkeys(condition.get("lost", ()))),
        dead=bool(condition.get("dead")),
        quiet_weeks=condition.get("quiet_weeks", 0),
    )


def weapons_at_hand(state: State) -> tuple[str, ...]:
    """Return the names of what somebody can fight with."""
    return tuple(dict.fromkeys((*state.weapons, FISTS)))


def _luck_max(tables: NightTables, sheet: Sheet) -> int:
    """Return the most luck: as the sheet says, else by age, else what luck there is (ruling D)."""
    on_sheet: int | None = sheet.get("luck_max", sheet.get("luck"))
    age: int | None = sheet.get("age")
    if "luck_max" in sheet or age is None:
        return on_sheet or 0
    young, most = tables.limits.luck.value, tables.limits.luck.most
    return max(0, min(most, young - age // 10))


def _weapons(tables: NightTables, entries: list[Mapping[str, Any]]) -> dict[str, Weapon]:
    """Return the weapons by name; a second of one name has a number behind it."""
    found: dict[str, Weapon] = {}
    for entry in entries:
        row = tables.weapons[entry["kind"]]
        name = unique_name(found, entry.get("name") or row.title, " ")
        own = entry.get("ranges", {}) if row.row else {}
        ranges = {column: own[column] for column in tables.ranges if column in own}
        length = None if row.row else entry.get("length")
        found[name] = Weapon(entry["kind"], entry.get("laser", row.laser), ranges, length)
    return found


def _others(entries: Mapping[str, int]) -> dict[str, int]:
    return {name.casefold(): severity for name, severity in entries.items() if severity}


def _relevant(condition: Mapping[str, Any]) -> dict[str, str]:
    """Return at which kind of throw something ails, where it is not every one; what does not ail is left out."""
    ailing = _others(condition.get("others", {}))
    return {name.casefold(): deed for name, deed in condition.get("only", {}).items() if name.casefold() in ailing}


def _wound(tables: NightTables, entry: Mapping[str, Any]) -> Wound:
    """Return a wound as a sheet has it: that of a limb is on one side of the body, any other on none."""
    side = entry.get("side", Side.LEFT.value) if tables.locations[entry["place"]].limb else ""
    return Wound(entry["place"], entry["severity"], side)


def amended(tables: NightTables, state: State, sheet: Sheet) -> State:
    """Return the state after its sheet was edited: what is in hand stays there, if it is still owned.

    Who has left weapons where they are goes on with bare hands.
    """
    now = enlisted(tables, sheet)
    stays = state.wields in now.weapons or (state.wields == FISTS and state.weapons)
    return msgspec.structs.replace(now, wields=state.wields) if stays else now


def projected(tables: NightTables, combatant: Combatant[State]) -> Sheet:
    """Return the sheet as it stands now: luck, armour and wounds are written back into it."""
    state = combatant.state
    luck = {} if state.npc else {"luck": state.luck, "luck_max": state.luck_max}
    worn = {"armor": state.armor, "armor_spent": state.armor_spent} if state.armor else {}
    kept = {key: value for key, value in combatant.sheet.items() if key not in _WRITTEN}
    condition = _condition(state)
    return {**kept, **luck, **worn, **({"condition": condition} if condition else {})}


_WRITTEN = ("luck", "luck_max", "armor", "armor_spent", "condition")


def _condition(state: State) -> dict[str, Any]:
    found = {
        "wounds": [_entry(wound) for wound in state.wounds[-MOST_WOUNDS:]],
        "others": dict(state.conditions),
        "only": dict(state.relevant),
        "lost": list(state.lost),
        "dead": state.dead,
        "quiet_weeks": state.quiet_weeks,
    }
    return {key: value for key, value in found.items() if value}


def _entry(wound: Wound) -> dict[str, Any]:
    entry: dict[str, Any] = {"place": wound.place, "severity": wound.severity}
    return {**entry, "side": wound.side} if wound.side else entry


def seen(tables: NightTables, state: State) -> State:
    """Return what anyone can see of an enemy: what is in hand, which limbs are gone, who lies dead. No numbers."""
    held = state.weapons.get(state.wields)
    in_hand = {state.wields: Weapon(held.kind, held.laser, length=held.length)} if held else {}
    return State(weapons=in_hand, wields=state.wields, lost=state.lost, dead=state.dead)
