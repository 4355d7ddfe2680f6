"""What stands in the tables of Eclipse Phase: every row with its values and their bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from bot.core import tables
from bot.core.rows import KeyOf, PersonRow, TableRow
from bot.core.terms import Term
from bot.rulesets.eclipse.state import EXPLODING, AreaOfEffect, Mode

Whole = Annotated[int, Meta(ge=0, le=100_000)]
Signed = Annotated[int, Meta(ge=-1000, le=100_000)]
DiceCount = Annotated[int, Meta(ge=0, le=20)]


class AmmunitionRow(TableRow, frozen=True, kw_only=True):
    """A kind of ammunition: what it does to Armor Penetration, damage and armour."""

    ap: Signed
    dice: DiceCount
    flat: Signed
    halved: bool = False
    armor_doubled: bool = False
    shock: bool = False


class ArmorRow(TableRow, frozen=True, kw_only=True):
    """Something worn against energy and against kinetic weapons; an ``addition`` counts with any other."""

    energy: Whole
    kinetic: Whole
    addition: bool = False


class ModifierRow(TableRow, frozen=True, kw_only=True):
    """A modifier of checks."""

    value: Signed

    def terms(self, times: int = 1) -> tuple[Term, ...]:
        """Return the modifier as a term, so many times; nothing where it comes to zero."""
        value = self.value * times
        return (Term(self.key, value, self.cited),) if value else ()


class GradeRow(TableRow, frozen=True, kw_only=True):
    """One of several grades of a circumstance, such as a band of range, and its modifier."""

    value: Signed


class ObjectRow(TableRow, frozen=True, kw_only=True):
    """A thing to hide behind or to break."""

    armor: Whole
    dur: Whole
    wound_threshold: Annotated[int, Meta(ge=1, le=100_000)]


class PieceRow(TableRow, frozen=True, kw_only=True):
    """What a thing on a ground is: the most ``cover`` that it gives, and what a shot ``through`` it meets, if anything.

    A cover of no value is none.
    """

    cover: Annotated[str, KeyOf("cover")]
    through: Annotated[str, KeyOf("objects")] = ""


class ShareRow(TableRow, frozen=True, kw_only=True):
    """From how many hundredths of somebody that are out of sight a grade of cover begins."""

    percent: Annotated[int, Meta(ge=1, le=100)]


class PaceRow(TableRow, frozen=True, kw_only=True):
    """How far one goes in a whole turn."""

    metres: Whole


class ThrowRow(TableRow, frozen=True, kw_only=True):
    """Where a band of thrown weapons ends, in hundredths of Somatics."""

    percent: Whole


class WeaponRow(TableRow, frozen=True, kw_only=True):
    """A weapon as it is made; what is carried may differ by what its sheet says."""

    skill: str
    dice: DiceCount
    flat: Signed
    ap: Signed
    energy: bool = False
    modes: tuple[Mode, ...] = ()
    ranges_m: tuple[Whole, ...] = ()
    capacity: Whole = 0
    reload_actions: Whole = 1
    beam: bool = False
    two_handed: bool = False
    shock: bool = False
    thrown: bool = False
    area: AreaOfEffect | None = None
    radius_m: Whole = 0
    halved: bool = False
    no_somatics: bool = False

    @property
    def explodes(self) -> bool:
        """Tell whether it catches all who are near where it goes off."""
        return self.area in EXPLODING


class Modifiers(Struct, frozen=True):
    """The modifiers that the rules know by name."""

    off_hand: ModifierRow
    wound: ModifierRow
    trauma: ModifierRow
    superior: ModifierRow
    touch: ModifierRow
    called: ModifierRow
    one_hand: ModifierRow
    reach: ModifierRow
    charging: ModifierRow
    receiving: ModifierRow
    smartlink: ModifierRow
    from_cover: ModifierRow
    running: ModifierRow
    in_melee: ModifierRow
    prone_far: ModifierRow
    unseen: ModifierRow
    aim_quick: ModifierRow
    aim_complex: ModifierRow
    sweep: ModifierRow
    targets: ModifierRow
    indirect: ModifierRow
    running_otherwise: ModifierRow
    full_defence: ModifierRow
    not_alert: ModifierRow
    layer: ModifierRow
    burst_to_hit: ModifierRow
    auto_to_hit: ModifierRow
    disarmed: ModifierRow
    shaken: ModifierRow
    startled: ModifierRow
    grappled: ModifierRow

    def hurt(self, wounds: int, traumas: int) -> tuple[Term, ...]:
        """Return what wounds and traumas take off every action, and off Initiative (C1; C2)."""
        return (*self.wound.terms(wounds), *self.trauma.terms(traumas))


class EclipseTables(tables.Tables):
    """The tables, of which a campaign may replace the numbers."""

    OPEN: ClassVar[tuple[str, ...]] = ("weapons", "ammunition", "armor")

    ammunition: Mapping[str, AmmunitionRow]
    armor: Mapping[str, ArmorRow]
    bands: Mapping[str, GradeRow]
    cover: Mapping[str, GradeRow]
    modifiers: Modifiers
    npcs: Mapping[str, PersonRow]
    objects: Mapping[str, ObjectRow]
    paces: Mapping[str, PaceRow]
    pieces: Mapping[str, PieceRow]
    shares: Mapping[str, ShareRow]
    sizes: Mapping[str, GradeRow]
    throws: Mapping[str, ThrowRow]
    visibility: Mapping[str, GradeRow]
    weapons: Mapping[str, WeaponRow]


def graded(circumstance: str, grades: Mapping[str, GradeRow], key: str) -> tuple[Term, ...]:
    """Return the modifier of a grade of a circumstance as a term; nothing where no grade is named, and for a zero."""
    row = grades.get(key)
    return (Term(circumstance, row.value, row.cited, key),) if row and row.value else ()
