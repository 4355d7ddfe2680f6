"""What may stand in a Gray Dawn sheet: the character, what it carries, and its condition."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.options import FieldKind, SheetField, SheetSpec
from bot.core.tables import Tables
from bot.rulesets.graydawn.character import MOST_LEVEL, character_fields

MOST_BOXES = 200


def sheet_spec(tables: Tables) -> SheetSpec:
    """The sheet, with the weapons, armour and places of the tables."""
    fields = (
        _text("name", "the name, unless it is said beside the file"),
        *character_fields(tables.given),
        _flag("mook", "one of many: no luck, no grazes"),
        _int("luck", "luck left in this session, all of LK where missing", MOST_LEVEL),
        SheetField("weapons", FieldKind.LIST, "weapons, the first in hand", item=_weapon(tables), most=20),
        SheetField("armor", FieldKind.LIST, "armour from outside in", item=_piece(tables), most=6),
        SheetField("condition", FieldKind.RECORD, "wounds and worse", fields=_condition(tables)),
    )
    return SheetSpec(SheetField("", FieldKind.RECORD, "a Gray Dawn sheet", fields=fields))


def _int(key: str, about: str, hi: int, lo: int = 0) -> SheetField:
    return SheetField(key, FieldKind.INT, about, lo=lo, hi=hi)


def _flag(key: str, about: str) -> SheetField:
    return SheetField(key, FieldKind.FLAG, about)


def _text(key: str, about: str) -> SheetField:
    return SheetField(key, FieldKind.TEXT, about, longest=40)


def _choice(key: str, about: str, choices: Iterable[str], *, required: bool = False) -> SheetField:
    return SheetField(key, FieldKind.CHOICE, about, required=required, choices=tuple(choices))


def _weapon(tables: Tables) -> SheetField:
    fitted = _choice("fitting", "a row of the fittings table", tables.rows("fittings"))
    fields = (
        _choice("kind", "the row of the weapons table", tables.rows("weapons"), required=True),
        _text("name", "its own name"),
        _int("loaded", "rounds in it, all it holds where missing", 1000),
        _int("spare", "spare magazines, or shells for a tube", 1000),
        _choice("ammunition", "what it is loaded with", tables.rows("ammunition")),
        _flag("scope", "whether it has a scope"),
        SheetField("fitted", FieldKind.LIST, "what else is fitted", item=fitted, most=4),
        _flag("jammed", "whether it is jammed"),
    )
    return SheetField("weapon", FieldKind.RECORD, "a weapon", fields=fields)


def _piece(tables: Tables) -> SheetField:
    lost = SheetField(
        "lost",
        FieldKind.MAP,
        "points lost by location",
        item=_int("points", "points", 1000),
        choices=tuple(tables.rows("locations")),
    )
    kind = _choice("kind", "the row of the armor table", tables.rows("armor"), required=True)
    return SheetField("piece", FieldKind.RECORD, "a piece of armour", fields=(kind, lost))


def _condition(tables: Tables) -> tuple[SheetField, ...]:
    limbs = tuple(key for key, row in tables.rows("locations").items() if row["kind"] in ("arm", "leg"))
    return (
        _int("boxes", "boxes marked on the wound track", MOST_BOXES),
        _int("ones", "how many of them by wounds of one point", MOST_BOXES),
        _int("stun", "points of stun", MOST_BOXES),
        SheetField("crippled", FieldKind.LIST, "crippled limbs", item=_choice("limb", "", limbs), most=len(limbs)),
        _flag("stunned", "out of it until a stun save succeeds"),
        _flag("dying", "cannot pass the next death save"),
        _flag("stable", "kept alive: no more death saves"),
        _flag("dead", "dead"),
    )
