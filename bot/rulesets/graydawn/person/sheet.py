"""A sheet becomes a combatant and a combatant a sheet: what a fight does to somebody is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.scene import Combatant, Sheet, unique_name
from bot.rulesets.graydawn.person.character import fought, perks_of, stats_of
from bot.rulesets.graydawn.person.sheet_spec import MOST_BOXES
from bot.rulesets.graydawn.state import FISTS, ArmorPiece, State, Turn, Weapon
from bot.rulesets.graydawn.tables import GrayTables

_with = msgspec.structs.replace
_MARKS = ("stunned", "dying", "stable", "dead")
_FOUGHT = ("score", "turn", "stance", "shelter", "run", "aim", "fears", "quick", "hurried", "unnoticed", "last_seen")


def enlisted(tables: GrayTables, sheet: Sheet) -> State:
    """Return the state that a validated sheet makes; the first weapon is in hand."""
    stats, condition = stats_of(sheet), sheet.get("condition", {})
    weapons = _weapons(tables, sheet.get("weapons", []))
    boxes = condition.get("boxes", 0)
    return State(
        stats=stats,
        skills={name.casefold(): level for name, level in sheet.get("skills", {}).items()},
        perks=tuple(sorted(perks_of(sheet))),
        marks=dict(sheet.get("marks", {})),
        mook=bool(sheet.get("mook")),
        luck=min(sheet.get("luck", stats["lk"]), stats["lk"]),
        weapons=weapons,
        wields=next(iter(weapons), FISTS),
        armor=tuple(ArmorPiece(piece["kind"], dict(piece.get("lost", {}))) for piece in sheet.get("armor", [])),
        boxes=boxes,
        ones=min(boxes, condition.get("ones", 0)),
        stun=condition.get("stun", 0),
        crippled=tuple(dict.fromkeys(condition.get("crippled", ()))),
        stunned=bool(condition.get("stunned")),
        dying=bool(condition.get("dying")),
        stable=bool(condition.get("stable")),
        dead=bool(condition.get("dead")),
        rested=condition.get("rested", 0),
    )


def _weapons(tables: GrayTables, entries: list[Mapping[str, Any]]) -> dict[str, Weapon]:
    """Return the weapons by name; a second of one name has a number behind it."""
    found: dict[str, Weapon] = {}
    for entry in entries:
        row = tables.weapons[entry["kind"]]
        weapon = Weapon(
            entry["kind"],
            loaded=min(entry.get("loaded", row.shots), row.shots),
            spare=entry.get("spare", 0),
            ammunition=entry.get("ammunition", "ball"),
            scope=bool(entry.get("scope")),
            fitted=tuple(dict.fromkeys(entry.get("fitted", ()))),
            jammed=bool(entry.get("jammed")),
        )
        found[unique_name(found, entry.get("name") or row.title, " ")] = weapon
    return found


def amended(tables: GrayTables, state: State, sheet: Sheet) -> State:
    """Return the state after its sheet was edited: what the fight alone knows stays, and what is in hand, if owned.

    Who has left weapons where they are goes on with bare hands.
    """
    kept = {field: getattr(state, field) for field in _FOUGHT}
    now = _with(enlisted(tables, sheet), **kept)
    stays = state.wields in now.weapons or (state.wields == FISTS and state.weapons)
    return _with(now, wields=state.wields) if stays else now


def projected(tables: GrayTables, combatant: Combatant[State]) -> Sheet:
    """Return the sheet as it stands now: marks, luck, weapons, armour and wounds are written back into it."""
    state = combatant.state
    written = {
        "luck": state.luck,
        "weapons": [_weapon_entry(name, weapon) for name, weapon in state.weapons.items()],
        "armor": [_piece_entry(piece) for piece in state.armor],
        "condition": _condition(state),
    }
    kept = {key: value for key, value in combatant.sheet.items() if key not in written}
    return fought({**kept, **{key: value for key, value in written.items() if value or key == "luck"}}, state.marks)


def _weapon_entry(name: str, weapon: Weapon) -> dict[str, Any]:
    entry: dict[str, Any] = {"kind": weapon.kind, "name": name, "loaded": weapon.loaded, "spare": weapon.spare}
    altered = {"ammunition": weapon.ammunition, "scope": weapon.scope, "fitted": list(weapon.fitted)}
    return {key: value for key, value in {**entry, **altered, "jammed": weapon.jammed}.items() if value or key in entry}


def _piece_entry(piece: ArmorPiece) -> dict[str, Any]:
    return {"kind": piece.kind, "lost": dict(piece.lost)} if piece.lost else {"kind": piece.kind}


def _condition(state: State) -> dict[str, Any]:
    found: dict[str, Any] = {
        "boxes": min(state.boxes, MOST_BOXES),
        "ones": min(state.ones, MOST_BOXES),
        "stun": min(state.stun, MOST_BOXES),
        "crippled": list(state.crippled),
        "rested": state.rested,
        **{mark: getattr(state, mark) for mark in _MARKS},
    }
    return {key: value for key, value in found.items() if value}


def seen(tables: GrayTables, state: State) -> State:
    """Return what anyone can see of an enemy: what is in hand, how it stands and runs, its cover, and who is down.

    Of whoever is down nothing of its turn, which comes to those who are out of it and to the dead no more.
    """
    held = state.weapons.get(state.wields)
    return State(
        weapons={state.wields: Weapon(held.kind)} if held else {},
        wields=state.wields,
        crippled=state.crippled,
        stunned=not state.able,
        turn=state.turn if state.able else Turn(),
        stance=state.stance,
        shelter=state.shelter,
        run=state.run if state.able else 0,
    )
