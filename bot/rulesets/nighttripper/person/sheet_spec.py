"""What may stand in a Night Tripper sheet; every place may be left out."""

from __future__ import annotations

from bot.core.options import SheetField, SheetSpec
from bot.core.sheet_fields import by_name, choice, flag, number, record, several, text
from bot.rulesets.nighttripper.checks.rules import DEEDS
from bot.rulesets.nighttripper.state import Side
from bot.rulesets.nighttripper.tables import NightTables

RANKS = 3
MOST_WOUNDS = 500
MOST_WEEKS = 10_000


def sheet_spec(tables: NightTables) -> SheetSpec:
    """Return the sheet, with the weapons, armour and places of the tables."""
    fields = (
        text("name", "the name, unless it is said beside the file"),
        flag("npc", "an NPC: one skill, and no luck"),
        number("age", "years, which give the luck where none is told", 0, 200),
        number("luck", "luck now, all of it where missing", 0, 10),
        number("luck_max", "the most luck there can be", 0, 10),
        number("skill", "rank where no skill is named, an NPC's only one", 0, RANKS),
        by_name("skills", "ranks by weapon or task", number("rank", "0 to 3", 0, RANKS)),
        several("weapons", "weapons, the first in hand", _weapon(tables), 20),
        choice("armor", "what is worn", tables.armor),
        flag("armor_spent", "the armor has stopped its attack"),
        record("condition", "wounds and worse", _condition(tables)),
    )
    return SheetSpec(record("", "a Night Tripper sheet", fields))


def _weapon(tables: NightTables) -> SheetField:
    columns = tuple(number(column, "what is added to the throw", -10, 10) for column in tables.ranges)
    fields = (
        choice("kind", "the row of the weapons table", tables.weapons, required=True),
        text("name", "its own name"),
        flag("laser", "whether it shoots light, which no armor stops"),
        number("length", "how long what strikes is, 0 for a fist and 5 for a halberd", 0, 20),
        record("ranges", "a row of the chart of its own; no shot where missing", columns),
    )
    return record("weapon", "a weapon", fields)


def _condition(tables: NightTables) -> tuple[SheetField, ...]:
    wound = (
        choice("place", "where", tables.locations, required=True),
        number("severity", "1 or more", 1, 100, required=True),
        choice("side", "of a limb, left where missing", tuple(Side)),
    )
    limbs = tuple(limb(key, side) for key, row in tables.locations.items() if row.limb for side in Side)
    return (
        several("wounds", "each wound", record("wound", "a wound", wound), MOST_WOUNDS),
        by_name("others", "what else ails", number("severity", "1 or more", 0, 100)),
        by_name("only", "at which throws, if not at all", choice("deed", "", DEEDS)),
        several("lost", "limbs lost", choice("limb", "", limbs), len(limbs)),
        flag("dead", "dead"),
        number("quiet_weeks", "quiet weeks that have given no luck back yet", 0, MOST_WEEKS),
    )


def limb(place: str, side: str) -> str:
    """Return what one of two limbs is called."""
    return f"{side} {place}"
