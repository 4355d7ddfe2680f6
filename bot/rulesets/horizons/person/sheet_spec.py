"""What may stand in a sheet of Endless Horizons: short to write, since nearly every place has a default."""

from __future__ import annotations

from bot.core.options import SheetField, SheetSpec
from bot.core.sheet_fields import by_name, choice, flag, number, record, several, text
from bot.rulesets.horizons.state import ABILITIES, BODY, FAULTS, MODES, PLACES, POSTURES, SIZES, ZONES
from bot.rulesets.horizons.tables import HorizonsTables

MOST_DAMAGE = 1000


def sheet_spec(tables: HorizonsTables) -> SheetSpec:
    """Return the sheet, with the skills, weapons and armour of the tables."""
    abilities = tuple(number(key, "1 to 10; 5 is average", 1, 10) for key in ABILITIES)
    fields = (
        text("name", "the name, unless it is said beside the file"),
        record("abilities", "ranks, 5 each where missing", abilities),
        by_name("skills", "ranks of skills", number("rank", "0 to 10", 0, 10), tables.skills),
        number("effort", "effort points that are left; all of them where missing", 0, 50),
        choice("size", "medium for a grown human", SIZES),
        by_name(
            "zones",
            "of what is larger than a human: its zones, and by what each multiplies damage",
            number("multiplier", "1 to 20", 1, 20),
            most=20,
        ),
        several("weapons", "weapons; the first is in hand where none says so", record("weapon", "", _weapon(tables))),
        several("armor", "what is worn", record("armor", "", _armor(tables))),
        number("grenades", "grenades carried; uncounted where missing", 0, 50),
        record("condition", "damage and worse", _condition(tables)),
    )
    return SheetSpec(record("", "a sheet of Endless Horizons", fields))


def _weapon(tables: HorizonsTables) -> tuple[SheetField, ...]:
    return (
        choice("kind", "the row of the weapons table it starts from", tables.weapons, required=True),
        text("name", "its own name"),
        choice("cartridge", "what it fires", tables.cartridges),
        number("range_m", "its effective range", 1, 5000),
        number("recoil", "what each further bullet adds to the difficulty", 0, 50),
        number("capacity", "rounds it takes", 1, 500),
        number("loaded", "rounds in it; full where missing", 0, 500),
        number("spare", "rounds to reload; uncounted where missing", 0, 9999),
        choice("carried", "where it is when not in hand", PLACES),
        flag("held", "whether it is in hand"),
        choice("fault", "what is wrong with it", FAULTS),
        number("hidden", "what a search must reach to find it", 0, 60),
        choice("skill", "the skill it is used with", tables.skills),
        several("modes", "the modes it has, in place of its kind's", choice("mode", "", MODES), len(MODES)),
        number("burst", "the most rounds of a burst", 1, 50),
        number("reload", "actions that loading takes", 1, 20),
        flag("small", "whether it can be hidden on the body"),
        number("damage", "what its own ammunition does", 0, 1000),
        number("stopped_by", "the class of armor that stops its own ammunition", 0, 20),
    )


def _armor(tables: HorizonsTables) -> tuple[SheetField, ...]:
    return (
        choice("kind", "the row of the armor table", tables.armor, required=True),
        number("points", "damage that it can still take", 0, 1000),
        text("name", "its own name"),
        number("class", "its own class of protection", 0, 20),
        several("covers", "the zones it covers, in place of its kind's", choice("zone", "", ZONES), len(ZONES)),
    )


def _condition(tables: HorizonsTables) -> tuple[SheetField, ...]:
    other = (
        text("name", "what ails or helps", required=True),
        number("modifier", "added to checks", -20, 20),
        choice("skill", "the only skill it is about", tables.skills),
    )
    return (
        number("damage", "hit points lost", 0, MOST_DAMAGE),
        record("wounds", "wounds by zone", tuple(number(zone, "how many", 0, 100) for zone in (*ZONES, BODY))),
        several("others", "what else the GM said ails or helps", record("other", "", other)),
        flag("unconscious", "whether it lies unconscious"),
        flag("dead", "whether it is dead"),
        flag("treated", "whether it has had first aid since it was hurt"),
        choice("posture", "how it stands", POSTURES),
    )
