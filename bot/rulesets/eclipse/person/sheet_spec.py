"""What may stand in an Eclipse Phase sheet: short to write, since nearly every place has a default."""

from __future__ import annotations

from bot.core.options import SheetField, SheetSpec
from bot.core.sheet_fields import by_name, choice, flag, number, record, several, text
from bot.rulesets.eclipse.state import AreaOfEffect, BodyKind, Mode
from bot.rulesets.eclipse.tables import EclipseTables

MOST_SUFFERED = {"damage": 10_000, "wounds": 1000, "stun": 10_000, "injuries": 1000, "stress": 10_000, "traumas": 1000}


def sheet_spec(tables: EclipseTables) -> SheetSpec:
    """Return the sheet, with the kinds of weapons and armour that the tables have."""
    fields = (
        text("name", "the name, unless it is said beside the file"),
        *_numbers(),
        choice("kind", "what the body is", BodyKind, BodyKind.BIOMORPH),
        choice("size", "size as a target", tables.sizes, "normal"),
        by_name("skills", "skill names with values", number("value", "0 to 150", 0, 150), longest=100),
        several("weapons", "weapons; the first that is ready is used", record("weapon", "", _weapon(tables))),
        several("armor", "what is worn", record("armor", "", _armor(tables))),
        flag("medichines", "has medichines, which leave nothing to first aid"),
        record("condition", "damage and worse", _condition()),
    )
    return SheetSpec(record("", "an Eclipse Phase sheet", fields))


def _numbers() -> tuple[SheetField, ...]:
    return (
        number("som", "Somatics", 0, 60, 15),
        number("wil", "Willpower", 0, 60, 15),
        number("initiative", "Initiative, twice the sum of Intuition and Reflexes", 0, 200, 60),
        number("speed", "action phases in a turn", 1, 4, 1),
        number("durability", "Durability", 1, 2000, 30),
        number("wound_threshold", "a fifth of Durability where missing", 1, 1000),
        number("lucidity", "twice Willpower where missing", 1, 500),
        number("trauma_threshold", "a fifth of Lucidity where missing", 1, 500),
    )


def _weapon(tables: EclipseTables) -> tuple[SheetField, ...]:
    return (
        choice("kind", "the row of the weapons table it starts from", tables.weapons, required=True),
        text("name", "its own name"),
        text("skill", "the skill it is used with"),
        number("dice", "ten-sided dice of damage", 0, 10),
        number("flat", "what is added to them", 0, 50),
        number("ap", "Armor Penetration, zero or below", -30, 0),
        several("modes", "modes of fire", choice("mode", "", Mode), 4),
        several("ranges_m", "where its four range bands end", number("metres", "metres", 1, 10_000), 4),
        number("radius_m", "metres in which a uniform blast is the same", 0, 1000),
        number("capacity", "rounds it holds", 1, 10_000),
        number("loaded", "rounds in it now, full where missing", 0, 10_000),
        number("spare", "rounds carried for it, not counted where missing", 0, 100_000),
        choice("ammunition", "what it is loaded with", tables.ammunition),
        choice("area", "how it hits more than one", AreaOfEffect),
        flag("smartlink", "has a smartlink or a laser sight"),
        flag("taped", "another magazine is taped to the loaded one: loading it is quick"),
        flag("smart", "has a smart magazine: half as many rounds, of any kind"),
        number("reload_actions", "actions that loading takes", 1, 20),
        flag("ready", "in hand now"),
    )


def _armor(tables: EclipseTables) -> tuple[SheetField, ...]:
    return (
        choice("kind", "the row of the armor table it starts from", tables.armor),
        text("name", "its own name"),
        number("energy", "against energy weapons", 0, 100),
        number("kinetic", "against kinetic weapons", 0, 100),
        flag("addition", "counts together with other armour"),
    )


def _condition() -> tuple[SheetField, ...]:
    return (
        *(number(key, f"{key} taken", 0, most) for key, most in MOST_SUFFERED.items()),
        flag("prone", "lies on the ground"),
        flag("unconscious", "out cold"),
        flag("dead", "dead or destroyed"),
        flag("stanched", "beyond its Durability, and bleeds no more"),
        flag("broken", "broken in mind"),
    )
