"""What may stand in a Reflex sheet: short to write, since nearly every place has a default."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.core.options import FieldKind, SheetField, SheetSpec
from bot.rulesets.reflex.gear import HALVES
from bot.rulesets.reflex.state import Attributes, Band, Broken, Degree, Encumbrance, Lies, Pace, Place, Stance
from bot.rulesets.reflex.tables import Tables

DEGREES = tuple(degree.name.casefold() for degree in Degree)
BANDS = tuple(band.name.casefold() for band in Band)
PLACES = tuple(place.value for place in Place)
HANDS = ("right", "left")
MOVES = tuple(pace.value for pace in Pace if pace is not Pace.STILL)


def sheet_spec(tables: Tables) -> SheetSpec:
    """The sheet, with the kinds of weapons and armour that the tables have."""
    fields = (
        _text("name", "the name, unless it is said beside the file"),
        _record("attributes", "the ten attributes, 6 each where missing", _attributes()),
        _map("skills", "skill names with values from 0 to 100", _int("value", "0 to 100", 0, 100)),
        _list("qualifications", "what was learned within skills", _row("qualification", tables, "qualifications")),
        _list("advantages", "what comes easier than to others", _row("advantage", tables, "advantages")),
        _choice("handed", "the leading hand", HANDS, "right"),
        _int("practice_months", "months of daily practice with the other hand", 0, 1200),
        _choice("encumbrance", "how much is carried", Encumbrance, Encumbrance.LIGHT),
        _choice("size", "size against a grown man", tables.rows("sizes"), "human"),
        _list(
            "weapons", "weapons; where none says that it is held, the first is", _record("weapon", "", _weapon(tables))
        ),
        _list("armor", "what is worn", _record("armor", "", _armor(tables))),
        _list("items", "anything else", _record("item", "", _item(tables))),
        _map("thresholds", "four wound thresholds where they are not the usual", _thresholds(), PLACES),
        _map("move_m", "metres of one Move action at a rate", _int("metres", "metres", 0, 200), MOVES),
        _flag("untrained_bursts", "fires bursts without knowing how"),
        _flag("leader", "leads the team of its side"),
        _flag("spares_life", "bound by a code not to kill"),
        _record("vehicle", "what makes it a vehicle, without a body and without turns", _vehicle(tables)),
        _record("condition", "wounds and worse", _condition()),
    )
    return SheetSpec(_record("", "a Reflex sheet", fields))


def _int(key: str, about: str, lo: int = 0, hi: int = 100) -> SheetField:
    return SheetField(key, FieldKind.INT, about, lo=lo, hi=hi)


def _flag(key: str, about: str) -> SheetField:
    return SheetField(key, FieldKind.FLAG, about)


def _text(key: str, about: str, *, required: bool = False) -> SheetField:
    return SheetField(key, FieldKind.TEXT, about, required=required, longest=40)


def _choice(
    key: str, about: str, choices: Iterable[str], default: str | None = None, *, required: bool = False
) -> SheetField:
    words = tuple(str(choice) for choice in choices)
    return SheetField(key, FieldKind.CHOICE, about, required=required, default=default and str(default), choices=words)


def _record(key: str, about: str, fields: tuple[SheetField, ...]) -> SheetField:
    return SheetField(key, FieldKind.RECORD, about, fields=fields)


def _list(key: str, about: str, item: SheetField, most: int = 20) -> SheetField:
    return SheetField(key, FieldKind.LIST, about, item=item, most=most)


def _map(key: str, about: str, item: SheetField, choices: tuple[str, ...] = ()) -> SheetField:
    return SheetField(key, FieldKind.MAP, about, item=item, choices=choices, longest=40)


def _row(key: str, tables: Tables, table: str) -> SheetField:
    return _choice(key, "", tables.rows(table))


def _attributes() -> tuple[SheetField, ...]:
    return tuple(_int(field.name, "0 to 30", 0, 30) for field in msgspec.structs.fields(Attributes))


def _weapon(tables: Tables) -> tuple[SheetField, ...]:
    return (
        _choice("kind", "the row of the weapons table it starts from", _arms(tables), required=True),
        _text("name", "its own name"),
        *_weapon_numbers(),
        *_weapon_traits(tables),
        *_missile_traits(tables),
        _flag("held", "in hand now"),
        _int("hands", "hands that hold it, 1 or 2", 1, 2),
        _choice("hand", "which hand, where it is one", HANDS),
        _flag("secured", "carried in a closed container"),
        _choice("lies", "whether it is carried, dropped near or left behind", Lies),
    )


def _arms(tables: Tables) -> tuple[str, ...]:
    """The kinds of weapons that can be carried: not those that everybody has by nature."""
    return tuple(key for key, row in tables.rows("weapons").items() if not row.get("natural"))


def _weapon_numbers() -> tuple[SheetField, ...]:
    return (
        _int("damage", "Damage", 0, 200),
        _int("recoil", "Recoil", 0, 100),
        _int("bulk", "Bulk", 0, 20),
        _int("capacity", "rounds it holds", 1, 10_000),
        _int("loaded", "rounds in it now, full where missing", 0, 10_000),
        _int("spare", "rounds carried for it, not counted where missing", 0, 100_000),
        _int("grip_hands", "hands it is made for", 1, 2),
        _int("optics_bands", "range bands that optics cancel", 0, 8),
        _list("speed", "ticks of a hip, a snap and an aimed shot", _int("ticks", "ticks", 1, 50), 3),
        _list("bursts", "rounds of each burst mode", _int("rounds", "rounds", 2, 100), 5),
    )


def _weapon_traits(tables: Tables) -> tuple[SheetField, ...]:
    return (
        _text("skill", "the skill it is fired with"),
        _list("penetration", "up to optimum range and beyond", _choice("multiplier", "", HALVES), 2),
        _choice("optimum", "optimum range", BANDS),
        _choice("maximum", "maximum range", BANDS),
        _choice("feed", "how it is fed", tables.rows("feeds")),
        _flag("single", "fires single shots"),
        _flag("bipod", "has a bipod"),
        _flag("bipod_down", "the bipod stands"),
        _flag("fixed_mount", "on a tripod or a vehicle mount"),
        _flag("tripod", "has a tripod that can be set up"),
        _flag("tracer", "loaded with tracers"),
    )


def _missile_traits(tables: Tables) -> tuple[SheetField, ...]:
    return (
        _choice("heavy", "the kind of heavy weapon that it is", tables.rows("heavy_weapons")),
        _choice("explosive", "the row of the explosives table that explodes where it hits", tables.rows("explosives")),
        _choice("flame", "the row of the flames table that sets on fire whom it hits", tables.rows("flames")),
        _flag("missile", "drifts in high winds"),
        _flag("unwieldy", "of no use at arm's reach"),
        _flag("crewed", "has no Speed: fired in a pause"),
        _int("indirect_m", "metres of Indirect Fire Range", 0, 100_000),
    )


def _armor(tables: Tables) -> tuple[SheetField, ...]:
    places = _choice("place", "", tables.rows("locations"))
    return (
        _choice("kind", "the row of the armor table it starts from", tables.rows("armor"), required=True),
        _text("name", "its own name"),
        _int("armor", "Armor value", 0, 100),
        _int("armor_halves", "Armor value in halves", 0, 200),
        _flag("worn", "whether it is worn, as it is where missing"),
        _list("covers", "places it covers", places, 40),
    )


def _item(tables: Tables) -> tuple[SheetField, ...]:
    return (
        _text("name", "its name", required=True),
        _int("bulk", "Bulk", 0, 20),
        _int("grams", "weight, 400 where missing", 1, 100_000),
        _int("damage", "Damage when thrown", 0, 50),
        _int("medical", "bonus to first aid", 0, 20),
        _int("units", "doses of a painkiller, 1 where missing", 0, 100),
        _choice("explosive", "the row of the explosives table that it is", tables.rows("explosives")),
        _choice("flame", "the row of the flames table that it burns with when thrown", tables.rows("flames")),
        _choice("hand", "which hand holds it", HANDS),
        _choice("lies", "whether it is carried, dropped near or left behind", Lies),
        *(
            _flag(key, about)
            for key, about in (
                ("held", "in hand now"),
                ("active", "switched on"),
                ("secured", "in a closed container"),
                ("packed", "in a cluttered container"),
                ("worn", "a garment, backpack or load-bearing gear"),
                ("quick_release", "with quick-release buckles"),
                ("damaged", "damaged"),
                ("painkiller", "a strong painkiller"),
            )
        ),
    )


def _vehicle(tables: Tables) -> tuple[SheetField, ...]:
    places = tuple(tables.rows("vehicle_places"))
    return (
        _choice("kind", "the row of the vehicles table it starts from", tables.rows("vehicles"), required=True),
        _map("armor", "Armor values by place", _int("armor", "0 to 500", 0, 500), places),
        _map("armor_halves", "Armor values in halves by place", _int("halves", "0 to 1000", 0, 1000), places),
        _map("thresholds", "damage that disables a place", _int("damage", "1 to 1000", 1, 1000), places),
        _int("tons", "weight in tons", 1, 500),
        _int("safe_kmh", "safe speed in km/h", 1, 1000),
    )


def _thresholds() -> SheetField:
    return _list("thresholds", "slight, moderate, serious, critical", _int("damage", "damage", 1, 1000), 4)


def _condition() -> tuple[SheetField, ...]:
    degree = _choice("degree", "how bad", DEGREES)
    return (
        _map("wounds", "how bad each place is hurt", degree, PLACES),
        _map("virtual", "imagined injuries", degree, PLACES),
        _list("lost", "limbs lost", _choice("limb", "", PLACES[2:]), 4),
        _choice("stance", "how the body is held", Stance),
        _map("wear", "points of Wear by the name of a thing", _int("points", "points", 1, 100)),
        _map("broken", "what became of a damaged thing", _choice("broken", "how bad", Broken)),
        _flag("unstable", "losing blood"),
        _flag("unconscious", "unconscious"),
        _flag("dead", "dead"),
    )
