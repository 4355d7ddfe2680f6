"""What may stand in a Gray Dawn sheet; every place may be left out."""

from __future__ import annotations

from bot.core.options import SheetField, SheetSpec
from bot.core.sheet_fields import by_name, choice, flag, number, record, several, text
from bot.rulesets.graydawn.person.character import MOST_LEVEL, character_fields
from bot.rulesets.graydawn.state import HOURS_OF_DAY
from bot.rulesets.graydawn.tables import GrayTables

MOST_BOXES = 200


def sheet_spec(tables: GrayTables) -> SheetSpec:
    """Return the sheet, with the weapons, armour and places of the tables."""
    fields = (
        text("name", "the name, unless it is said beside the file"),
        *character_fields(tables),
        flag("mook", "one of many: no luck, no grazes"),
        number("luck", "luck left in this session, all of LK where missing", 0, MOST_LEVEL),
        several("weapons", "weapons, the first in hand", _weapon(tables), 20),
        several("armor", "armour from outside in", _piece(tables), 6),
        record("condition", "wounds and worse", _condition(tables)),
    )
    return SheetSpec(record("", "a Gray Dawn sheet", fields))


def _weapon(tables: GrayTables) -> SheetField:
    fitted = choice("fitting", "a row of the fittings table", tables.fittings)
    fields = (
        choice("kind", "the row of the weapons table", tables.weapons, required=True),
        text("name", "its own name"),
        number("loaded", "rounds in it, all it holds where missing", 0, 1000),
        number("spare", "spare magazines, or shells for a tube", 0, 1000),
        choice("ammunition", "what it is loaded with", tables.ammunition),
        flag("scope", "whether it has a scope"),
        several("fitted", "what else is fitted", fitted, 4),
        flag("jammed", "whether it is jammed"),
    )
    return record("weapon", "a weapon", fields)


def _piece(tables: GrayTables) -> SheetField:
    lost = by_name("lost", "points lost by location", number("points", "points", 0, 1000), tables.locations)
    kind = choice("kind", "the row of the armor table", tables.armor, required=True)
    return record("piece", "a piece of armour", (kind, lost))


def _condition(tables: GrayTables) -> tuple[SheetField, ...]:
    limbs = tuple(key for key, row in tables.locations.items() if row.kind in ("arm", "leg"))
    return (
        number("boxes", "boxes marked on the wound track", 0, MOST_BOXES),
        number("ones", "how many of them by wounds of one point", 0, MOST_BOXES),
        number("stun", "points of stun", 0, MOST_BOXES),
        several("crippled", "crippled limbs", choice("limb", "", limbs), len(limbs)),
        flag("stunned", "out of it until a stun save succeeds"),
        flag("dying", "cannot pass the next death save"),
        flag("stable", "kept alive: no more death saves"),
        flag("dead", "dead"),
        number("rested", "hours of rest that make no whole day yet", 0, HOURS_OF_DAY - 1),
    )
