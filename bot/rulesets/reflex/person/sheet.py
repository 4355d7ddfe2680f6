"""A sheet becomes a combatant and a combatant a sheet: what a fight does to somebody is kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec

from bot.core.scene import Combatant, Sheet
from bot.rulesets.reflex.kinds import Band, Degree, Encumbrance, Lies, Stance
from bot.rulesets.reflex.kit import Armor, Item, Kit, KitOnPaper, Model, Weapon
from bot.rulesets.reflex.person import gear
from bot.rulesets.reflex.person.consciousness import able, is_down
from bot.rulesets.reflex.person.physique import Row4, thresholds
from bot.rulesets.reflex.state import (
    Attributes,
    Body,
    BodyOnPaper,
    Breath,
    Burning,
    Nerve,
    Person,
    State,
    Turn,
    Vehicle,
)
from bot.rulesets.reflex.tables import ReflexTables

_with = msgspec.structs.replace

_FLAGS = ("unstable", "unconscious", "dead")
_flags_of = attrgetter(*_FLAGS)
_DEGREES = tuple(degree.name.casefold() for degree in Degree)
_NOTHING: tuple[object, ...] = ([], {})
_TRAITS = ("untrained_bursts", "leader", "spares_life")
USUAL_SIZE = "human"


def enlisted(tables: ReflexTables, sheet: Sheet) -> State:
    """Return the state that a validated sheet makes."""
    return State(person=_person(tables, sheet), body=_body(tables, sheet), kit=_kit(tables, sheet))


def _person(tables: ReflexTables, sheet: Sheet) -> Person:
    attributes = Attributes(**sheet.get("attributes", {}))
    own_thresholds = {place: _four(row) for place, row in sheet.get("thresholds", {}).items() if row}
    return Person(
        attributes=attributes,
        skills={name.casefold(): value for name, value in sheet.get("skills", {}).items()},
        qualifications=tuple(sheet.get("qualifications", ())),
        advantages=tuple(sheet.get("advantages", ())),
        handed=sheet.get("handed", "right"),
        practice_months=sheet.get("practice_months", 0),
        size=_size(tables, sheet),
        move_m=dict(sheet.get("move_m", {})),
        thresholds=thresholds(tables, attributes) | own_thresholds,
        **{trait: sheet.get(trait, False) for trait in _TRAITS},
    )


def _body(tables: ReflexTables, sheet: Sheet) -> Body:
    condition = sheet.get("condition", {})
    return Body(
        vehicle=vehicle_of(tables, sheet["vehicle"]) if "vehicle" in sheet else None,
        wounds=_degrees(condition.get("wounds", {})),
        virtual=_degrees(condition.get("virtual", {})),
        lost=tuple(dict.fromkeys(condition.get("lost", ()))),
        stance=Stance(condition.get("stance", Stance.STANDING)),
        **{flag: condition.get(flag, False) for flag in _FLAGS},
    )


def _kit(tables: ReflexTables, sheet: Sheet) -> Kit:
    condition = sheet.get("condition", {})
    return Kit(
        weapons=gear.weapons(tables, _in_hand(sheet, "weapons")),
        armor=_pieces(tables, sheet, worn=True),
        doffed=_pieces(tables, sheet, worn=False),
        items=gear.items(_in_hand(sheet, "items")),
        encumbrance=Encumbrance(sheet.get("encumbrance", Encumbrance.LIGHT)),
        wear=dict(condition.get("wear", {})),
        broken=dict(condition.get("broken", {})),
    )


def _in_hand(sheet: Sheet, field: str) -> list[dict[str, Any]]:
    """Return the entries, in the hand of birth where they do not say in which."""
    return [{"hand": sheet.get("handed", "right"), **entry} for entry in sheet.get(field, [])]


def _size(tables: ReflexTables, sheet: Sheet) -> str:
    """Return the size on the sheet; a vehicle is of that of its kind, unless its sheet says another than a man's."""
    on_sheet = str(sheet.get("size", USUAL_SIZE))
    if on_sheet != USUAL_SIZE or "vehicle" not in sheet:
        return on_sheet
    return str(tables.vehicles[sheet["vehicle"]["kind"]].size)


def _pieces(tables: ReflexTables, sheet: Sheet, *, worn: bool) -> tuple[Armor, ...]:
    """Return the pieces of armour that are worn, or those that are carried."""
    entries = sheet.get("armor", [])
    pieces = zip(gear.armor(tables, entries), entries, strict=True)
    return tuple(piece for piece, entry in pieces if entry.get("worn", True) == worn)


def _four(row: list[int]) -> tuple[int, int, int, int]:
    """Return four thresholds of a sheet; a row that is short goes on with its last number."""
    slight, moderate, serious, critical = (row + row[-1:] * 3)[:4]
    return slight, moderate, serious, critical


def _degrees(words: Mapping[str, str]) -> dict[str, int]:
    found = {place: Degree[word.upper()].value for place, word in words.items()}
    return {place: degree for place, degree in found.items() if degree}


def amended(tables: ReflexTables, state: State, sheet: Sheet) -> State:
    """Return the state after its sheet was edited: what only the fight knows of it stays, but whom it puts out watches
    nothing.
    """
    paper = enlisted(tables, sheet)
    body, kit = _of(BodyOnPaper, paper.body), _of(KitOnPaper, paper.kit)
    now = _with(state, person=paper.person).with_body(**body).with_kit(**kit)
    return now if able(now) or not now.turn.overwatch else now.with_turn(overwatch=None)


def _of(kind: type[BodyOnPaper | KitOnPaper], part: BodyOnPaper | KitOnPaper) -> dict[str, Any]:
    """Return the fields of a part of a state that are also on the sheet."""
    return {field: getattr(part, field) for field in kind.__struct_fields__}


def projected(tables: ReflexTables, combatant: Combatant[State]) -> Sheet:
    """Return the sheet as it stands now: rounds, hands, belongings, load and wounds are written back into it."""
    state, sheet = combatant.state, dict(combatant.sheet)
    if weapons := sheet.get("weapons"):
        armed = zip(gear.named(weapons, tables.weapons), weapons, strict=True)
        sheet["weapons"] = [_weapon_entry(entry, state.kit.weapons[key]) for key, entry in armed]
    if items := sheet.get("items"):
        carried = zip(gear.named(items, {}), items, strict=True)
        sheet["items"] = [_item_entry(entry, state.kit.items[key]) for key, entry in carried]
    if armor := sheet.get("armor"):
        sheet["armor"] = _armor_entries(tables, armor, state)
    if state.body.vehicle:
        sheet["vehicle"] = _vehicle_entry(sheet.get("vehicle", {}), state.body.vehicle)
    if state.kit.encumbrance != sheet.get("encumbrance", Encumbrance.LIGHT):
        sheet["encumbrance"] = state.kit.encumbrance.value
    sheet["condition"] = _condition(state)
    return {field: value for field, value in sheet.items() if value not in _NOTHING}


def _armor_entries(tables: ReflexTables, entries: list[dict[str, Any]], state: State) -> list[dict[str, Any]]:
    """Return the armour of a sheet, each piece that has worn down with the Armor that is left, in halves."""
    left = {piece.name: piece.armor_halves for piece in (*state.kit.armor, *state.kit.doffed)}
    off = {piece.name for piece in state.kit.doffed}
    found = []
    for name, entry in zip(gear.named(entries, tables.armor), entries, strict=True):
        now, whole = dict(entry), gear.whole_armor(tables, entry)
        now.pop("worn", None)
        if name in off:
            now["worn"] = False
        if left.get(name, whole) != whole:
            now.pop("armor", None)
            now["armor_halves"] = left[name]
        found.append(now)
    return found


def _vehicle_entry(entry: Mapping[str, Any], vehicle: Vehicle) -> dict[str, Any]:
    """Return the entry with the Armor that is left, in halves."""
    kept = {field: value for field, value in entry.items() if field != "armor"}
    return {**kept, "kind": vehicle.kind, "armor_halves": dict(vehicle.armor_halves)}


def _weapon_entry(entry: Mapping[str, Any], weapon: Weapon) -> dict[str, Any]:
    now: dict[str, Any] = {
        **entry,
        "loaded": weapon.loaded,
        "held": bool(weapon.held_with),
        "bipod_down": weapon.bipod_down,
        "lies": str(weapon.lies),
        "hand": weapon.hand,
    }
    if weapon.held_with:
        now["hands"] = weapon.held_with
    if weapon.spare is not None:
        now["spare"] = weapon.spare
    return now


def _item_entry(entry: Mapping[str, Any], item: Item) -> dict[str, Any]:
    now: dict[str, Any] = {"held": item.held, "active": item.active, "worn": item.worn, "lies": item.lies.value}
    if item.painkiller:
        now["units"] = item.units
    if item.grip_hands > 1:
        now["hands"] = item.hands
    return {**entry, **now, "hand": item.hand, "damaged": item.damaged}


def _condition(state: State) -> dict[str, Any]:
    body, kit = state.body, state.kit
    found: dict[str, Any] = {
        "wounds": _degree_words(body.wounds),
        "virtual": _degree_words(body.virtual),
        "lost": list(body.lost),
        "wear": dict(kit.wear),
        "broken": dict(kit.broken),
        **dict(zip(_FLAGS, _flags_of(body), strict=True)),
        "stance": "" if body.stance is Stance.STANDING else str(body.stance),
    }
    return {field: value for field, value in found.items() if value}


def _degree_words(degrees: Mapping[str, int]) -> dict[str, str]:
    return {place: _DEGREES[degree] for place, degree in degrees.items() if degree}


def seen(tables: ReflexTables, state: State) -> State:
    """Return what anyone can see of an enemy: how it stands and moves, what it holds, whether it is down, no number."""
    person, body, kit, turn, hold = state.person, state.body, state.kit, state.turn, state.hold
    return State(
        person=Person(attributes=Attributes(), thresholds=_anybodys(tables), size=person.size),
        body=Body(
            vehicle=Vehicle(kind=body.vehicle.kind) if body.vehicle else None,
            lost=body.lost,
            unconscious=is_down(state),
            stance=body.stance,
            burning=Burning("", 0) if body.burning else None,
            breath=Breath(0) if body.breath else None,
            moving=body.moving,
            kmh=body.kmh,
            cover=body.cover,
            cover_parts=body.cover_parts,
        ),
        kit=Kit(
            weapons={key: _outline(weapon) for key, weapon in kit.weapons.items() if _in_the_open(weapon)},
            items={
                key: Item(name=key, held=item.held, hands=item.hands, lies=item.lies)
                for key, item in kit.items.items()
                if _in_the_open(item)
            },
            broken=dict(kit.broken) if body.vehicle else {},
        ),
        turn=Turn(rolled=turn.rolled, choice=turn.choice, surrendered=turn.surrendered, withdrawn=turn.withdrawn),
        nerve=Nerve(routed=state.nerve.routed),
        hold=hold,
    )


def _in_the_open(thing: Weapon | Item) -> bool:
    return thing.held_with > 0 or thing.lies is Lies.NEAR


@lru_cache(maxsize=64)
def _anybodys(tables: ReflexTables) -> dict[str, Row4]:
    """Return the thresholds of a body of which nothing is known."""
    return thresholds(tables, Attributes())


def _outline(weapon: Weapon) -> Weapon:
    model = Model(
        skill="",
        damage=0,
        penetration=(None, None),
        optimum=Band.PERSONAL,
        maximum=Band.PERSONAL,
        speed=(1, 1, 3),
        recoil=0,
        bulk=0,
    )
    return Weapon(name=weapon.name, model=model, held_with=weapon.held_with, lies=weapon.lies)


def vehicle_of(tables: ReflexTables, entry: Mapping[str, Any]) -> Vehicle:
    """Return the vehicle of a sheet entry: the row of its kind with what the entry says instead."""
    row = tables.vehicles[entry["kind"]]
    own_armor = {place: 2 * points for place, points in entry.get("armor", {}).items()}
    return Vehicle(
        kind=entry["kind"],
        armor_halves={**row.armor_halves, **entry.get("armor_halves", {}), **own_armor},
        thresholds={**row.thresholds, **entry.get("thresholds", {})},
        tons=float(entry.get("tons", row.tons)),
        safe_kmh=int(entry.get("safe_kmh", row.safe_kmh)),
    )
