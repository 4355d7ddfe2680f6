"""A sheet becomes the state of a combatant, and the state is written back into the sheet."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict

from bot.core.scene import Combatant, Sheet, unique_name
from bot.rulesets.eclipse.person.sheet_spec import MOST_SUFFERED
from bot.rulesets.eclipse.state import (
    BARE_HANDS,
    Armor,
    BodyKind,
    FirstAttack,
    State,
    Suppression,
    Watching,
    Weapon,
)
from bot.rulesets.eclipse.tables import EclipseTables, WeaponRow

H = TypeVar("H", FirstAttack, Suppression, Watching)

WEAPON_FIELDS = frozenset(Weapon.__struct_fields__)
CONDITION = ("damage", "wounds", "stun", "stress", "traumas", "prone", "unconscious", "dead", "broken")
KEPT_IN_FIGHT = (
    "moment",
    "quick",
    "unspent",
    "turn_m",
    "phase_m",
    "running",
    "defending",
    "aim",
    "grip",
    "out_turns",
    "shaken",
    "dazed",
    "surprised",
    "startled",
    "caught",
)
WHOLE = State()
NUMBER_OF_BANDS = 4


def usual_threshold(value: int) -> int:
    """Return a fifth, rounded up: the usual threshold of wounds and of traumas (C1)."""
    return -(-value // 5)


def enlisted(tables: EclipseTables, sheet: Sheet) -> State:
    """Return the state that a checked sheet makes."""
    lucidity = sheet.get("lucidity", max(1, 2 * sheet["wil"]))
    return State(
        som=sheet["som"],
        wil=sheet["wil"],
        initiative=sheet["initiative"],
        speed=sheet["speed"],
        skills={name.casefold(): value for name, value in sheet.get("skills", {}).items()},
        kind=BodyKind(sheet["kind"]),
        size=sheet["size"],
        dur=sheet["durability"],
        wound_threshold=sheet.get("wound_threshold", usual_threshold(sheet["durability"])),
        lucidity=lucidity,
        trauma_threshold=sheet.get("trauma_threshold", usual_threshold(lucidity)),
        weapons=_weapons(tables, sheet["som"], sheet.get("weapons", [])),
        armor=tuple(_armor(tables, given) for given in sheet.get("armor", [])),
        medichines=sheet.get("medichines", False),
        **sheet.get("condition", {}),
    )


def _weapons(tables: EclipseTables, som: int, given: list[dict[str, Any]]) -> dict[str, Weapon]:
    """Return the weapons by names of their own, bare hands last."""
    found: dict[str, Weapon] = {}
    for each in (*given, {"kind": BARE_HANDS}):
        weapon = _weapon(tables, som, each)
        found[unique_name(found, weapon.name, " ")] = weapon
    return found


def _weapon(tables: EclipseTables, som: int, given: Mapping[str, Any]) -> Weapon:
    row = tables.weapons[given["kind"]]
    fields = {**asdict(row), "name": row.title, "area": row.area or "", **given}
    fields["modes"], fields["ranges_m"] = tuple(fields["modes"]), _bands(tables, som, row, given)
    fields["skill"] = str(fields["skill"]).casefold()
    fields["capacity"] = _capacity(row, given)
    fields["loaded"] = min(given.get("loaded", fields["capacity"]), fields["capacity"])
    weapon = Weapon(**{key: value for key, value in fields.items() if key in WEAPON_FIELDS})
    return msgspec.structs.replace(weapon, area="") if weapon.melee else weapon


def _capacity(row: WeaponRow, given: Mapping[str, Any]) -> int:
    """Return how much it holds: by a smart magazine half, rounded up (EP1, p. 342), unless the sheet says how much."""
    return int(given.get("capacity", (row.capacity + 1) // 2 if given.get("smart") else row.capacity))


def _bands(tables: EclipseTables, som: int, row: WeaponRow, given: Mapping[str, Any]) -> tuple[int, ...]:
    """Return where the bands end: as said, else as by the row, and of what is thrown by Somatics (EPL 7)."""
    said = sorted(given.get("ranges_m", ()))
    if len(said) == NUMBER_OF_BANDS:
        return tuple(said)
    if row.thrown:
        return tuple(som * band.percent // 100 for band in tables.throws.values())
    return row.ranges_m


def _armor(tables: EclipseTables, given: Mapping[str, Any]) -> Armor:
    row = tables.armor.get(given.get("kind", ""))
    fields: dict[str, Any] = (
        {**asdict(row), "name": row.title} if row else {"name": "armour", "energy": 0, "kinetic": 0}
    )
    fields.update(given)
    return Armor(**{key: value for key, value in fields.items() if key in Armor.__struct_fields__})


def amended(tables: EclipseTables, state: State, sheet: Sheet) -> State:
    """Return the state of an edited sheet: what the fight alone knows of it stays, unless it is put out of action.

    Older sheets do not say whether bleeding was stanched.
    """
    edited = enlisted(tables, sheet)
    weapons = {key: _half_loaded(weapon, state.weapons.get(key)) for key, weapon in edited.weapons.items()}
    kept = {key: getattr(state, key) for key in KEPT_IN_FIGHT}
    now = msgspec.structs.replace(
        edited,
        weapons=weapons,
        volley=_done_with(state.volley, weapons),
        suppressing=_done_with(state.suppressing, weapons),
        watching=_done_with(state.watching, weapons),
        stanched=sheet.get("condition", {}).get("stanched", state.stanched),
        **kept,
    )
    return now if now.able else now.put_out()


def _done_with(held: H | None, weapons: Container[str]) -> H | None:
    """Return what is done with a weapon, None where that is not among these."""
    return held if held and held.weapon in weapons else None


def interrupted(_: State, state: State) -> State:
    """Return the state of an edited sheet with no cone held and no place watched by a weapon that is not in hand."""
    ready = {key for key, weapon in state.weapons.items() if weapon.ready}
    return msgspec.structs.replace(
        state, suppressing=_done_with(state.suppressing, ready), watching=_done_with(state.watching, ready)
    )


def _half_loaded(weapon: Weapon, before: Weapon | None) -> Weapon:
    """Return a weapon with as many actions of loading still to come as before."""
    begun = before.loading_left if before and before.kind == weapon.kind else 0
    return msgspec.structs.replace(weapon, loading_left=begun) if begun else weapon


def projected(tables: EclipseTables, combatant: Combatant[State]) -> Sheet:
    """Return the sheet with the condition and the rounds as they are in the fight."""
    state, sheet = combatant.state, dict(combatant.sheet)
    changed = (key for key in CONDITION if getattr(state, key) != getattr(WHOLE, key))
    condition = {key: min(getattr(state, key), MOST_SUFFERED.get(key, True)) for key in changed}
    if state.damage and state.untreated != 1:
        condition["injuries"] = min(state.untreated, MOST_SUFFERED["injuries"])
    if msgspec.structs.replace(state, stanched=False).bleeds and state.stanched:
        condition["stanched"] = True
    sheet.pop("condition", None)
    if condition:
        sheet["condition"] = condition
    if "weapons" in sheet:
        armed = zip(sheet["weapons"], state.weapons.values(), strict=False)
        sheet["weapons"] = [_carried(given, weapon) for given, weapon in armed]
    return sheet


def _carried(given: dict[str, Any], weapon: Weapon) -> dict[str, Any]:
    found = {**given, "ready": weapon.ready, **({"taped": weapon.taped} if "taped" in given else {})}
    if weapon.capacity:
        found |= {"loaded": weapon.loaded, "ammunition": weapon.ammunition}
    return found if weapon.spare is None else {**found, "spare": weapon.spare}


def seen(tables: EclipseTables, state: State) -> State:
    """Return what anyone can see of an enemy: its bearing and its weapons, and nothing of its numbers."""
    weapons = {
        name: msgspec.structs.replace(weapon, loaded=weapon.capacity, ammunition="standard", spare=None)
        for name, weapon in state.weapons.items()
    }
    return State(
        kind=state.kind,
        size=state.size,
        weapons=weapons,
        prone=state.lying,
        unconscious=state.down,
        moment=state.moment,
        running=state.running,
        defending=state.defending,
        suppressing=Suppression(state.suppressing.weapon) if state.suppressing else None,
        grip=state.grip,
    )
