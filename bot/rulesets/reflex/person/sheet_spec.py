"""What may stand in a Reflex sheet: short to write, since nearly every place has a default."""

from __future__ import annotations

import msgspec

from bot.core.options import SheetField, SheetSpec
from bot.core.sheet_fields import by_name, choice, flag, number, record, several, text
from bot.rulesets.reflex.kinds import Band, BodyPart, Broken, Degree, Encumbrance, Lies, Pace, Stance
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.state import Attributes
from bot.rulesets.reflex.tables import ReflexTables

DEGREES = tuple(degree.name.casefold() for degree in Degree)
BANDS = tuple(band.name.casefold() for band in Band)
PLACES = tuple(place.value for place in BodyPart)
HANDS = ("right", "left")
MOVES = tuple(pace.value for pace in Pace if pace is not Pace.STILL)


def sheet_spec(tables: ReflexTables) -> SheetSpec:
    """Return the sheet, with the kinds of weapons and armour that the tables have."""
    attributes = (number(field.name, "0 to 30", 0, 30) for field in msgspec.structs.fields(Attributes))
    four = several("thresholds", "slight, moderate, serious, critical", number("damage", "damage", 1, 1000), 4)
    fields = (
        text("name", "the name, unless it is said beside the file"),
        record("attributes", "the ten attributes, 6 each where missing", tuple(attributes)),
        by_name("skills", "skill names with values from 0 to 100", number("value", "0 to 100", 0, 100)),
        several("qualifications", "what was learned within skills", choice("qualification", "", tables.qualifications)),
        several("advantages", "what comes easier than to others", choice("advantage", "", tables.advantages)),
        choice("handed", "the leading hand", HANDS, "right"),
        number("practice_months", "months of daily practice with the other hand", 0, 1200),
        choice("encumbrance", "how much is carried", Encumbrance, Encumbrance.LIGHT),
        choice("size", "size against a grown man", tables.sizes, "human"),
        several(
            "weapons", "weapons; where none says that it is held, the first is", record("weapon", "", _weapon(tables))
        ),
        several("armor", "what is worn", record("armor", "", _armor(tables))),
        several("items", "anything else", record("item", "", _item(tables))),
        by_name("thresholds", "four wound thresholds where they are not the usual", four, PLACES),
        by_name("move_m", "metres of one Move action at a rate", number("metres", "metres", 0, 200), MOVES),
        flag("untrained_bursts", "fires bursts without knowing how"),
        flag("leader", "leads the team of its side"),
        flag("spares_life", "bound by a code not to kill"),
        record("vehicle", "what makes it a vehicle, without a body and without turns", _vehicle(tables)),
        record("condition", "wounds and worse", _condition()),
    )
    return SheetSpec(record("", "a Reflex sheet", fields))


def _weapon(tables: ReflexTables) -> tuple[SheetField, ...]:
    return (
        choice("kind", "the row of the weapons table it starts from", _arms(tables), required=True),
        text("name", "its own name"),
        *_weapon_numbers(),
        *_weapon_traits(tables),
        flag("held", "in hand now"),
        number("hands", "hands that hold it, 1 or 2", 1, 2),
        choice("hand", "which hand, where it is one", HANDS),
        flag("secured", "carried in a closed container"),
        flag("packed", "carried in a cluttered container"),
        choice("lies", "whether it is carried, dropped near or left behind", Lies),
    )


def _arms(tables: ReflexTables) -> tuple[str, ...]:
    """Return the kinds of weapons that can be carried: not those that everybody has by nature."""
    return tuple(key for key, row in tables.weapons.items() if not row.natural)


def _weapon_numbers() -> tuple[SheetField, ...]:
    return (
        number("damage", "Damage", 0, 200),
        number("recoil", "Recoil", 0, 100),
        number("bulk", "Bulk", 0, 20),
        number("capacity", "rounds it holds", 1, 10_000),
        number("loaded", "rounds in it now, full where missing", 0, 10_000),
        number("spare", "rounds carried for it, not counted where missing", 0, 100_000),
        number("grip_hands", "hands it is made for", 1, 2),
        number("optics_bands", "range bands that optics cancel", 0, 8),
        several("speed", "ticks of a hip, a snap and an aimed shot", number("ticks", "ticks", 1, 50), 3),
        several("bursts", "rounds of each burst mode", number("rounds", "rounds", 2, 100), 5),
    )


def _weapon_traits(tables: ReflexTables) -> tuple[SheetField, ...]:
    return (
        text("skill", "the skill it is fired with"),
        several("penetration", "up to optimum range and beyond", choice("multiplier", "", HALVES), 2),
        choice("optimum", "optimum range", BANDS),
        choice("maximum", "maximum range", BANDS),
        choice("feed", "how it is fed", tables.feeds),
        flag("single", "fires single shots"),
        flag("bipod", "has a bipod"),
        flag("bipod_down", "the bipod stands"),
        flag("fixed_mount", "on a tripod or a vehicle mount"),
        flag("tripod", "has a tripod that can be set up"),
        flag("tracer", "loaded with tracers"),
        choice("heavy", "the kind of heavy weapon that it is", tables.heavy_weapons),
        choice("explosive", "the row of the explosives table that explodes where it hits", tables.explosives),
        choice("flame", "the row of the flames table that sets on fire whom it hits", tables.flames),
        flag("missile", "drifts in high winds"),
        flag("unwieldy", "of no use at arm's reach"),
        flag("crewed", "has no Speed: fired in a pause"),
        number("indirect_m", "metres of Indirect Fire Range", 0, 100_000),
    )


def _armor(tables: ReflexTables) -> tuple[SheetField, ...]:
    places = choice("place", "", tables.locations)
    return (
        choice("kind", "the row of the armor table it starts from", tables.armor, required=True),
        text("name", "its own name"),
        number("armor", "Armor value", 0, 100),
        number("armor_halves", "Armor value in halves", 0, 200),
        flag("worn", "whether it is worn, as it is where missing"),
        several("covers", "places it covers", places, 40),
    )


def _item(tables: ReflexTables) -> tuple[SheetField, ...]:
    return (
        text("name", "its name", required=True),
        number("bulk", "Bulk", 0, 20),
        number("grams", "weight, 400 where missing", 1, 100_000),
        number("damage", "Damage when thrown, that of its flame where missing", 0, 50),
        number("medical", "bonus to first aid", 0, 20),
        number("units", "doses of a painkiller, 1 where missing", 0, 100),
        choice("explosive", "the row of the explosives table that it is", tables.explosives),
        choice("flame", "the row of the flames table that it burns with when thrown", tables.flames),
        number("grip_hands", "hands it is made for, 1 where missing", 1, 2),
        number("hands", "hands that hold it, 1 or 2", 1, 2),
        choice("hand", "which hand holds it", HANDS),
        choice("lies", "whether it is carried, dropped near or left behind", Lies),
        choice("load_without", "how much is carried without it", Encumbrance),
        *(
            flag(key, about)
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


def _vehicle(tables: ReflexTables) -> tuple[SheetField, ...]:
    places = tuple(tables.vehicle_places)
    return (
        choice("kind", "the row of the vehicles table it starts from", tables.vehicles, required=True),
        by_name("armor", "Armor values by place", number("armor", "0 to 500", 0, 500), places),
        by_name("armor_halves", "Armor values in halves by place", number("halves", "0 to 1000", 0, 1000), places),
        by_name("thresholds", "damage that disables a place", number("damage", "1 to 1000", 1, 1000), places),
        number("tons", "weight in tons", 1, 500),
        number("safe_kmh", "safe speed in km/h", 1, 1000),
    )


def _condition() -> tuple[SheetField, ...]:
    degree = choice("degree", "how bad", DEGREES)
    return (
        by_name("wounds", "how bad each place is hurt", degree, PLACES),
        by_name("virtual", "imagined injuries", degree, PLACES),
        several("lost", "limbs lost", choice("limb", "", PLACES[2:]), 4),
        choice("stance", "how the body is held", Stance),
        by_name("wear", "points of Wear by the name of a thing", number("points", "points", 1, 100)),
        by_name("broken", "what became of a damaged thing", choice("broken", "how bad", Broken)),
        flag("unstable", "losing blood"),
        flag("unconscious", "unconscious"),
        flag("dead", "dead"),
    )
