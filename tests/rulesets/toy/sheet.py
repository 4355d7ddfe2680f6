"""A brawler's sheet, and the state it makes."""

from __future__ import annotations

import msgspec

from bot.core.options import FieldKind, SheetField, SheetSpec
from bot.core.scene import Combatant, Sheet
from bot.core.tables import Tables
from tests.rulesets.toy.state import State


def sheet_spec(tables: Tables) -> SheetSpec:
    """The sheet, with the weapons and tricks of the tables."""
    weapons, tricks = tuple(tables.rows("weapons")), tuple(tables.rows("tricks"))
    trick = SheetField("", FieldKind.CHOICE, choices=tricks)
    bonus = SheetField("bonus", FieldKind.INT, "0 to 5", hi=5)
    fields = (
        SheetField("skill", FieldKind.INT, "1 to 18", required=True, lo=1, hi=18),
        SheetField("hits", FieldKind.INT, "1 to 20", default=6, lo=1, hi=20),
        SheetField("hurt", FieldKind.INT, "0 to 20", default=0, hi=20),
        SheetField("weapon", FieldKind.CHOICE, "what it fights with", default="club", choices=weapons),
        SheetField("shield", FieldKind.FLAG, "whether it carries one", default=False),
        SheetField("tricks", FieldKind.LIST, "what it has learned", item=trick),
        SheetField("training", FieldKind.MAP, "bonus by weapon", choices=weapons, item=bonus),
        SheetField("points", FieldKind.INT, "what it has learned from fights"),
        SheetField("ready", FieldKind.FLAG, "whether it is trained for the yard"),
        SheetField("motto", FieldKind.TEXT, "what it shouts", longest=40),
    )
    return SheetSpec(SheetField("", FieldKind.RECORD, "a brawler", fields=fields))


def enlisted(tables: Tables, sheet: Sheet) -> State:
    """The state that a validated sheet makes."""
    return State(
        skill=sheet["skill"],
        most_hits=sheet["hits"],
        hits=max(0, sheet["hits"] - sheet["hurt"]),
        weapon=sheet["weapon"],
        shield=sheet["shield"],
        tricks=tuple(sheet.get("tricks", ())),
        training=sheet.get("training", {}),
    )


def amended(tables: Tables, state: State, sheet: Sheet) -> State:
    """The state of an edited sheet: whoever holds goes on holding."""
    return msgspec.structs.replace(enlisted(tables, sheet), held=state.held)


def projected(tables: Tables, combatant: Combatant[State]) -> Sheet:
    """The sheet with the hits that were lost."""
    state = combatant.state
    return {**combatant.sheet, "hurt": state.most_hits - state.hits}


def public(tables: Tables, state: State) -> State:
    """What anybody can see: the weapon, the shield, and who lies on the ground."""
    return State(skill=0, most_hits=1, hits=int(state.able), weapon=state.weapon, shield=state.shield, held=state.held)
