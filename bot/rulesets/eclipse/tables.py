"""What stands in the tables of Eclipse Phase: every row with its values and their bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from bot.core.rows import PersonRow, TableRow
from bot.core.tables import Tables
from bot.core.terms import Term

Whole = Annotated[int, Meta(ge=0, le=100_000)]
Signed = Annotated[int, Meta(ge=-1000, le=100_000)]
Dice = Annotated[int, Meta(ge=0, le=20)]


class ModifierRow(TableRow, frozen=True, kw_only=True):
    """What something adds to a check."""

    value: Signed


class AmmunitionRow(TableRow, frozen=True, kw_only=True):
    """What a kind of ammunition adds to Armor Penetration and damage, and what else it does."""

    ap: Signed
    dice: Dice
    flat: Signed
    halved: bool = False
    armor_doubled: bool = False
    shock: bool = False


class ArmorRow(TableRow, frozen=True, kw_only=True):
    """What armour stops of energy and of kinetic damage; an ``addition`` is worn with other armour."""

    energy: Whole
    kinetic: Whole
    addition: bool = False


class ObjectRow(TableRow, frozen=True, kw_only=True):
    """Something that can be shot through: its armour, its durability, and when it is wounded."""

    armor: Whole
    dur: Whole
    wound_threshold: Annotated[int, Meta(ge=1, le=100_000)]


class PaceRow(TableRow, frozen=True, kw_only=True):
    """How far a pace goes in a turn."""

    metres: Whole


class ThrowRow(TableRow, frozen=True, kw_only=True):
    """How far something is thrown at a range, in percent of SOM."""

    percent: Whole


class WeaponRow(TableRow, frozen=True, kw_only=True):
    """A kind of weapon: what it does, and for what fires the ranges of its four bands."""

    skill: str
    dice: Dice
    flat: Signed
    ap: Signed
    modes: tuple[str, ...] = ()
    capacity: Whole = 0
    ranges_m: tuple[Whole, ...] = ()
    two_handed: bool = False
    reload_actions: Whole | None = None
    area: str = ""
    energy: bool = False
    beam: bool = False
    halved: bool = False
    shock: bool = False
    no_somatics: bool = False
    thrown: bool = False
    radius_m: Whole | None = None


class EclipseTables(Tables):
    """Every table by its name; the modifiers are terms."""

    ammunition: Mapping[str, AmmunitionRow]
    armor: Mapping[str, ArmorRow]
    bands: Mapping[str, ModifierRow]
    cover: Mapping[str, ModifierRow]
    modifiers: Mapping[str, ModifierRow]
    npcs: Mapping[str, PersonRow]
    objects: Mapping[str, ObjectRow]
    paces: Mapping[str, PaceRow]
    sizes: Mapping[str, ModifierRow]
    throws: Mapping[str, ThrowRow]
    visibility: Mapping[str, ModifierRow]
    weapons: Mapping[str, WeaponRow]

    def modifier(self, key: str, times: int = 1) -> tuple[Term, ...]:
        """Return a row of the modifiers as a term, so many times; nothing where it comes to zero."""
        row = self.modifiers[key]
        return (Term(key, row.value * times, row.cited),) if row.value * times else ()
