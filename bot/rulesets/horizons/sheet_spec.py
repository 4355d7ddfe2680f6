"""What may stand in a sheet of Endless Horizons: short to write, since nearly every place has a default."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.options import FieldKind, SheetField, SheetSpec
from bot.core.tables import Tables
from bot.rulesets.horizons.state import ABILITIES, BODY, FAULTS, PLACES, POSTURES, SIZES, ZONES


def sheet_spec(tables: Tables) -> SheetSpec:
    """The sheet, with the skills, weapons and armour of the tables."""
    abilities = tuple(_int(key, "1 to 10; 5 is average", 1, 10) for key in ABILITIES)
    skills = tuple(tables.rows("skills"))
    fields = (
        _text("name", "the name, unless it is said beside the file"),
        _record("abilities", "ranks, 5 each where missing", abilities),
        SheetField(
            "skills", FieldKind.MAP, "ranks of skills", choices=skills, item=_int("rank", "0 to 10", 0, 10), longest=40
        ),
        _int("effort", "effort points that are left; all of them where missing", 0, 50),
        _choice("size", "medium for a grown human", SIZES),
        SheetField(
            "zones",
            FieldKind.MAP,
            "of what is larger than a human: its zones, and by what each multiplies damage",
            item=_int("multiplier", "1 to 20", 1, 20),
            longest=40,
            most=20,
        ),
        _list("weapons", "weapons; the first is in hand where none says so", _record("weapon", "", _weapon(tables))),
        _list("armor", "what is worn", _record("armor", "", _armor(tables))),
        _int("grenades", "grenades carried; uncounted where missing", 0, 50),
        _record("condition", "damage and worse", _condition(tables)),
    )
    return SheetSpec(_record("", "a sheet of Endless Horizons", fields))


def _int(key: str, about: str, lo: int = 0, hi: int = 1000) -> SheetField:
    return SheetField(key, FieldKind.INT, about, lo=lo, hi=hi)


def _flag(key: str, about: str) -> SheetField:
    return SheetField(key, FieldKind.FLAG, about)


def _text(key: str, about: str) -> SheetField:
    return SheetField(key, FieldKind.TEXT, about, longest=40)


def _choice(key: str, about: str, choices: Iterable[str], *, required: bool = False) -> SheetField:
    return SheetField(key, FieldKind.CHOICE, about, required=required, choices=tuple(choices))


def _record(key: str, about: str, fields: tuple[SheetField, ...]) -> SheetField:
    return SheetField(key, FieldKind.RECORD, about, fields=fields)


def _list(key: str, about: str, item: SheetField) -> SheetField:
    return SheetField(key, FieldKind.LIST, about, item=item, most=20)


def _weapon(tables: Tables) -> tuple[SheetField, ...]:
    return (
        _choice("kind", "the row of the weapons table it starts from", tables.rows("weapons"), required=True),
        _text("name", "its own name"),
        _choice("cartridge", "what it fires", tables.rows("cartridges")),
        _int("range_m", "its effective range", 1, 5000),
        _int("recoil", "what each further bullet adds to the difficulty", 0, 50),
        _int("capacity", "rounds it takes", 1, 500),
        _int("loaded", "rounds in it; full where missing", 0, 500),
        _int("spare", "rounds to reload; uncounted where missing", 0, 9999),
        _choice("carried", "where it is when not in hand", PLACES),
        _flag("held", "whether it is in hand"),
        _choice("fault", "what is wrong with it", FAULTS),
        _int("hidden", "what a search must reach to find it", 0, 60),
    )


def _armor(tables: Tables) -> tuple[SheetField, ...]:
    return (
        _choice("kind", "the row of the armor table", tables.rows("armor"), required=True),
        _int("points", "damage that it can still take", 0, 1000),
    )


def _condition(tables: Tables) -> tuple[SheetField, ...]:
    other = (
        SheetField("name", FieldKind.TEXT, "what ails or helps", required=True, longest=40),
        _int("modifier", "added to checks", -20, 20),
        _choice("skill", "the only skill it is about", tables.rows("skills")),
    )
    return (
        _int("damage", "hit points lost", 0, 1000),
        _record("wounds", "wounds by zone", tuple(_int(zone, "how many", 0, 100) for zone in (*ZONES, BODY))),
        _list("others", "what else the GM said ails or helps", _record("other", "", other)),
        _flag("unconscious", "whether it lies unconscious"),
        _flag("dead", "whether it is dead"),
        _choice("posture", "how it stands", POSTURES),
    )
