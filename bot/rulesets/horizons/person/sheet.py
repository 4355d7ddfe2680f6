"""A sheet becomes a combatant and a combatant a sheet: what a fight does to somebody is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bot.core.scene import Combatant, Sheet, unique_name
from bot.rulesets.horizons.person.sheet_spec import MOST_DAMAGE
from bot.rulesets.horizons.state import ABILITIES, AVERAGE, Armor, Condition, State, Weapon, woken
from bot.rulesets.horizons.tables import HorizonsTables

_with = msgspec.structs.replace

KEPT_IN_FIGHT = (
    "pace",
    "moved",
    "freed",
    "unspent",
    "aimed",
    "cover",
    "parts",
    "suppressing",
    "reacted",
    "readied",
    "fresh",
    "attacked",
    "exposed",
    "exposed_to",
    "effects",
)


def weapon_names(tables: HorizonsTables, entries: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the names of weapons, with numbers behind those that share one."""
    names: list[str] = []
    for entry in entries:
        name = entry.get("name", tables.weapons[entry["kind"]].title)
        names.append(unique_name(names, name, " #"))
    return names


def enlisted(tables: HorizonsTables, sheet: Sheet) -> State:
    """Return the state that a checked sheet makes."""
    abilities = {key: sheet.get("abilities", {}).get(key, AVERAGE) for key in ABILITIES}
    base = tables.numbers.hit_points.base
    condition = sheet.get("condition", {})
    entries = sheet.get("weapons", [])
    names = weapon_names(tables, entries)
    rested = _rested(tables, abilities)
    return State(
        abilities=abilities,
        skills=dict(sheet.get("skills", {})),
        effort=sheet.get("effort", rested),
        rested=max(rested, sheet.get("effort", 0)),
        size=sheet.get("size", "medium"),
        zones=dict(sheet.get("zones", {})),
        weapons={name: _weapon(tables, entry) for name, entry in zip(names, entries, strict=True)},
        armor=tuple(_armor(tables, entry) for entry in sheet.get("armor", [])),
        held=_held(names, entries),
        damage=condition.get("damage", 0),
        most=base + abilities["constitution"] + abilities["strength"],
        per_wound=tables.numbers.wound.hit_points,
        wounds={zone: count for zone, count in condition.get("wounds", {}).items() if count},
        conditions=_conditions(condition.get("others", [])),
        unconscious=condition.get("unconscious", False),
        dead=condition.get("dead", False),
        treated=condition.get("treated", False),
        posture=condition.get("posture", "standing"),
        grenades=sheet.get("grenades"),
    )


def _rested(tables: HorizonsTables, abilities: Mapping[str, int]) -> int:
    """Return the effort of the rested, by both modifiers of toughness."""
    tough = abilities["constitution"] + abilities["strength"] - 2 * AVERAGE
    return max(0, tables.numbers.effort.base + tables.numbers.effort.each * tough)


def _conditions(entries: Sequence[Mapping[str, Any]]) -> dict[str, Condition]:
    return {entry["name"]: Condition(entry.get("modifier", 0), entry.get("skill", "")) for entry in entries}


def _held(names: Sequence[str], entries: Sequence[Mapping[str, Any]]) -> str:
    """Return the weapon in hand: the first that is said to be, else the first of all if it may be and is not hidden."""
    said = [name for name, entry in zip(names, entries, strict=True) if entry.get("held")]
    first = [name for name, entry in zip(names[:1], entries[:1], strict=True) if entry.get("held", True)]
    open_ones = [name for name in first if "hidden" not in entries[0]]
    return (said + open_ones + [""])[0]


def _weapon(tables: HorizonsTables, entry: Mapping[str, Any]) -> Weapon:
    row = tables.weapons[entry["kind"]]
    capacity = entry.get("capacity", row.capacity)
    return Weapon(
        skill=entry.get("skill", row.skill),
        cartridge=entry.get("cartridge", row.cartridge),
        range_m=entry.get("range_m", row.range_m),
        capacity=capacity,
        recoil=entry.get("recoil", row.recoil),
        modes=tuple(dict.fromkeys(entry.get("modes", ()))) or row.modes,
        burst=entry.get("burst", row.burst),
        reload=entry.get("reload", row.reload),
        small=entry.get("small", row.small),
        loaded=min(entry.get("loaded", capacity), capacity),
        spare=entry.get("spare"),
        carried=entry.get("carried", "sling"),
        fault=entry.get("fault", ""),
        hidden=entry.get("hidden"),
        damage=entry.get("damage"),
        stopped_by=entry.get("stopped_by"),
    )


def _armor(tables: HorizonsTables, entry: Mapping[str, Any]) -> Armor:
    row = tables.armor[entry["kind"]]
    points = entry.get("points", row.points)
    return Armor(
        name=entry.get("name", row.title),
        rating=entry.get("class", row.protection),
        points=points,
        covers=tuple(dict.fromkeys(entry.get("covers", ()))) or row.covers,
    )


def amended(tables: HorizonsTables, state: State, sheet: Sheet) -> State:
    """Return the state after its sheet was edited: what only the fight knows of it stays.

    Fire that keeps heads down ends with the gun in hand. Older sheets do not say whether somebody had first aid.
    """
    fresh = enlisted(tables, sheet)
    passing = {name: each for name, each in state.conditions.items() if each.until}
    before = woken(state) if fresh.able and not state.able else state
    kept = {field: getattr(before, field) for field in KEPT_IN_FIGHT}
    kept["treated"] = sheet.get("condition", {}).get("treated", before.treated)
    if fresh.held != state.held:
        kept["suppressing"] = 0
    weapons = {name: _handled(each, state.weapons.get(name)) for name, each in fresh.weapons.items()}
    return _with(fresh, weapons=weapons, conditions={**fresh.conditions, **passing}, **kept)


def _handled(weapon: Weapon, before: Weapon | None) -> Weapon:
    """Return a weapon with as much of loading, drawing and clearing done as before."""
    if before is None:
        return weapon
    cleared = before.cleared if weapon.fault == before.fault else 0
    return _with(weapon, worked=before.worked, drawn=before.drawn, cleared=cleared)


def interrupted(before: State, state: State) -> State:
    """Return the state of an edited sheet without aim along another gun than before, nor what was begun of drawing a
    weapon that the sheet hides.
    """
    carried_openly = {name for name, weapon in before.weapons.items() if weapon.hidden is None}
    hides = (name for name, weapon in state.weapons.items() if weapon.hidden is not None and name in carried_openly)
    undrawn = {name: _with(state.weapons[name], drawn=0) for name in hides}
    aimed = state.aimed if state.held == before.held else 0
    return _with(state, weapons={**state.weapons, **undrawn}, aimed=aimed)


def projected(tables: HorizonsTables, combatant: Combatant[State]) -> Sheet:
    """Return the sheet as it stands: rounds, hands, armour, effort and damage are written back into it."""
    state, sheet = combatant.state, dict(combatant.sheet)
    entries = sheet.get("weapons", [])
    names = weapon_names(tables, entries)
    sheet["weapons"] = [_weapon_entry(state, name, entry) for name, entry in zip(names, entries, strict=True)]
    worn = zip(sheet.get("armor", []), state.armor, strict=True)
    sheet["armor"] = [{**entry, "points": armor.points} for entry, armor in worn]
    sheet["condition"] = _condition(state)
    counted = {} if state.grenades is None else {"grenades": state.grenades}
    if sheet.pop("effort", None) is not None or state.effort != state.rested:
        counted["effort"] = state.effort
    return {**{key: value for key, value in sheet.items() if value not in ([], {}, 0)}, **counted}


def _weapon_entry(state: State, name: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    weapon = state.weapons[name]
    now = {"loaded": weapon.loaded, "spare": weapon.spare, "fault": weapon.fault or None, "hidden": weapon.hidden}
    kept = {key: value for key, value in entry.items() if key not in now}
    return {**kept, **{key: value for key, value in now.items() if value is not None}, "held": state.held == name}


def _condition(state: State) -> dict[str, Any]:
    found = {
        "damage": min(state.damage, MOST_DAMAGE),
        "wounds": dict(state.wounds),
        "others": [_other(name, each) for name, each in state.conditions.items() if not each.until],
        "unconscious": state.unconscious,
        "dead": state.dead,
        "treated": state.treated and state.damage > 0,
        "posture": "" if state.posture == "standing" else state.posture,
    }
    return {key: value for key, value in found.items() if value}


def _other(name: str, condition: Condition) -> dict[str, Any]:
    found = {"name": name, "modifier": condition.modifier, "skill": condition.skill}
    return {key: value for key, value in found.items() if value}


def seen(tables: HorizonsTables, state: State) -> State:
    """Return what anyone can see of an enemy: how it stands and moves, what it holds, whether it is down, no number."""
    held = state.weapons.get(state.held)
    return State(
        size=state.size,
        zones=dict.fromkeys(state.zones, 1),
        weapons={state.held: Weapon(skill="", cartridge="", range_m=1, capacity=1, recoil=0, modes=())} if held else {},
        held=state.held,
        unconscious=not state.able,
        posture=state.posture,
        pace=state.pace,
        moved=state.moved,
        cover=state.cover,
        parts=state.parts,
        suppressing=min(1, state.suppressing),
    )
