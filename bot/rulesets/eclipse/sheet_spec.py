"""What may stand in an Eclipse Phase sheet: short to write, since nearly every place has a default."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.options import FieldKind, SheetField, SheetSpec
from bot.rulesets.eclipse.state import Kind
from bot.rulesets.eclipse.tables import Tables

MODES = ("SS", "SA", "BF", "FA")
MOST_SUFFERED = {"damage": 10_000, "wounds": 1000, "stress": 10_000, "traumas": 1000}
AREAS = ("blast", "uniform", "cone")


def sheet_spec(tables: Tables) -> SheetSpec:
    """The sheet, with the kinds of weapons and armour that the tables have."""
    fields = (
        _text("name", "the name, unless it is said beside the file"),
        *_numbers(),
        _choice("kind", "what the body is", Kind, Kind.BIOMORPH),
        _choice("size", "size as a target", tables.rows("sizes"), "normal"),
        SheetField("skills", FieldKind.MAP, "skill names with values", item=_int("value", "0 to 150", 0, 150)),
        _list("weapons", "weapons; the first that is ready is used", _record("weapon", "", _weapon(tables))),
        _list("armor", "what is worn", _record("armor", "", _armor(tables))),
        _record("condition", "damage and worse", _condition()),
    )
    return SheetSpec(_record("", "an Eclipse Phase sheet", fields))


def _int(key: str, about: str, lo: int, hi: int, default: int | None = None) -> SheetField:
    return SheetField(key, FieldKind.INT, about, default=default, lo=lo, hi=hi)


def _flag(key: str, about: str) -> SheetField:
    return SheetField(key, FieldKind.FLAG, about)


def _text(key: str, about: str) -> SheetField:
    return SheetField(key, FieldKind.TEXT, about, longest=40)


def _choice(
    key: str, about: str, choices: Iterable[str], default: str | None = None, *, required: bool = False
) -> SheetField:
    words = tuple(map(str, choices))
    return SheetField(key, FieldKind.CHOICE, about, required, default and str(default), choices=words)


def _record(key: str, about: str, fields: tuple[SheetField, ...]) -> SheetField:
    return SheetField(key, FieldKind.RECORD, about, fields=fields)


def _list(key: str, about: str, item: SheetField, most: int = 20) -> SheetField:
    return SheetField(key, FieldKind.LIST, about, item=item, most=most)


def _numbers() -> tuple[SheetField, ...]:
    return (
        _int("som", "Somatics", 0, 60, 15),
        _int("wil", "Willpower", 0, 60, 15),
        _int("initiative", "Initiative, twice the sum of Intuition and Reflexes", 0, 200, 60),
        _int("speed", "action phases in a turn", 1, 4, 1),
        _int("durability", "Durability", 1, 2000, 30),
        _int("wound_threshold", "a fifth of Durability where missing", 1, 1000),
        _int("lucidity", "twice Willpower where missing", 1, 500),
        _int("trauma_threshold", "a fifth of Lucidity where missing", 1, 500),
    )


def _weapon(tables: Tables) -> tuple[SheetField, ...]:
    return (
        _choice("kind", "the row of the weapons table it starts from", tables.rows("weapons"), required=True),
        _text("name", "its own name"),
        _text("skill", "the skill it is used with"),
        _int("dice", "ten-sided dice of damage", 0, 10),
        _int("flat", "what is added to them", 0, 50),
        _int("ap", "Armor Penetration, zero or below", -30, 0),
        _list("modes", "modes of fire", _choice("mode", "", MODES), 4),
        _list("ranges_m", "where its four range bands end", _int("metres", "metres", 1, 10_000), 4),
        _int("radius_m", "metres in which a uniform blast is the same", 0, 1000),
        _int("capacity", "rounds it holds", 1, 10_000),
        _int("loaded", "rounds in it now, full where missing", 0, 10_000),
        _int("spare", "rounds carried for it, not counted where missing", 0, 100_000),
        _choice("ammunition", "what it is loaded with", tables.rows("ammunition")),
        _choice("area", "how it hits more than one", AREAS),
        _flag("smartlink", "has a smartlink or a laser sight"),
        _flag("taped", "can be reloaded as a quick action"),
        _flag("smart", "has a smart magazine: half as many rounds, of any kind"),
        _int("reload_actions", "actions that loading takes", 1, 20),
        _flag("ready", "in hand now"),
    )


def _armor(tables: Tables) -> tuple[SheetField, ...]:
    return (
        _choice("kind", "the row of the armor table it starts from", tables.rows("armor")),
        _text("name", "its own name"),
        _int("energy", "against energy weapons", 0, 100),
        _int("kinetic", "against kinetic weapons", 0, 100),
        _flag("addition", "counts together with other armour"),
    )


def _condition() -> tuple[SheetField, ...]:
    return (
        *(_int(key, f"{key} taken", 0, most) for key, most in MOST_SUFFERED.items()),
        _flag("prone", "lies on the ground"),
        _flag("unconscious", "out cold"),
        _flag("dead", "dead or destroyed"),
        _flag("broken", "broken in mind"),
    )
