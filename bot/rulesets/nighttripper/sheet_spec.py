"""What may stand in a Night Tripper sheet; every place may be left out."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.options import FieldKind, SheetField, SheetSpec
from bot.core.tables import Tables
from bot.rulesets.nighttripper.state import Side

RANKS = 3
MOST_WOUNDS = 500


def sheet_spec(tables: Tables) -> SheetSpec:
    """The sheet, with the weapons, armour and places of the tables."""
    fields = (
        _text("name", "the name, unless it is said beside the file"),
        _flag("npc", "an NPC: one skill, and no luck"),
        _int("age", "years, which give the luck where none is told", 200),
        _int("luck", "luck now, all of it where missing", 10),
        _int("luck_max", "the most luck there can be", 10),
        _int("skill", "rank where no skill is named, an NPC's only one", RANKS),
        SheetField("skills", FieldKind.MAP, "ranks by weapon or task", item=_int("rank", "0 to 3", RANKS), longest=40),
        SheetField("weapons", FieldKind.LIST, "weapons, the first in hand", item=_weapon(tables), most=20),
        _choice("armor", "what is worn", tables.rows("armor")),
        _flag("armor_spent", "the armor has stopped its attack"),
        SheetField("condition", FieldKind.RECORD, "wounds and worse", fields=_condition(tables)),
    )
    return SheetSpec(SheetField("", FieldKind.RECORD, "a Night Tripper sheet", fields=fields))


def _int(key: str, about: str, hi: int, lo: int = 0) -> SheetField:
    return SheetField(key, FieldKind.INT, about, lo=lo, hi=hi)


def _flag(key: str, about: str) -> SheetField:
    return SheetField(key, FieldKind.FLAG, about)


def _text(key: str, about: str) -> SheetField:
    return SheetField(key, FieldKind.TEXT, about, longest=40)


def _choice(key: str, about: str, choices: Iterable[str], *, required: bool = False) -> SheetField:
    return SheetField(key, FieldKind.CHOICE, about, required=required, choices=tuple(choices))


def _weapon(tables: Tables) -> SheetField:
    fields = (
        _choice("kind", "the row of the weapons table", tables.rows("weapons"), required=True),
        _text("name", "its own name"),
        _flag("laser", "whether it shoots light, which no armor stops"),
    )
    return SheetField("weapon", FieldKind.RECORD, "a weapon", fields=fields)


def _condition(tables: Tables) -> tuple[SheetField, ...]:
    wound = (
        _choice("place", "where", tables.rows("locations"), required=True),
        SheetField("severity", FieldKind.INT, "1 or more", required=True, lo=1, hi=100),
        _choice("side", "of a limb, left where missing", tuple(Side)),
    )
    limbs = tuple(limb(key, side) for key, row in tables.rows("locations").items() if row["limb"] for side in Side)
    return (
        SheetField(
            "wounds",
            FieldKind.LIST,
            "each wound",
            item=SheetField("wound", FieldKind.RECORD, "a wound", fields=wound),
            most=MOST_WOUNDS,
        ),
        SheetField("others", FieldKind.MAP, "what else ails", item=_int("severity", "1 or more", 100), longest=40),
        SheetField("lost", FieldKind.LIST, "limbs lost", item=_choice("limb", "", limbs), most=len(limbs)),
        _flag("dead", "dead"),
    )


def limb(place: str, side: str) -> str:
    """What one of two limbs is called."""
    return f"{side} {place}"
