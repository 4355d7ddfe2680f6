"""What stands in the tables of Night Tripper: every row with its values and their bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from bot.core.rows import ColumnsOf, KeyOf, PersonRow, TableRow
from bot.core.tables import Tables
from bot.core.telling.cards import BodyRow

Whole = Annotated[int, Meta(ge=0, le=10_000)]
Modifier = Annotated[int, Meta(ge=-20, le=10_000)]


class ArmorRow(TableRow, frozen=True, kw_only=True):
    """Something that stops one attack."""


class ChartRow(TableRow, frozen=True, kw_only=True):
    """What a shot is worth by its range; at a range that is not there it cannot hit."""

    modifiers: Annotated[dict[str, Modifier], ColumnsOf("ranges")]


class MeleeRow(TableRow, frozen=True, kw_only=True):
    """What a reach is worth in melee."""

    modifier: Modifier


class PieceRow(TableRow, frozen=True, kw_only=True):
    """A thing on the ground: whether it stops a shot."""

    stops: bool


class RangeRow(TableRow, frozen=True, kw_only=True):
    """A column of the chart, and how far it reaches."""

    reach_m: Whole


class LocationRow(TableRow, frozen=True, kw_only=True):
    """A part of the body: the lower dice that hit it, the sum of wounds at which it is lost, the deeds it hampers."""

    faces: tuple[Whole, ...]
    limb: bool
    worst: Whole
    hampers: tuple[str, ...]


class WeaponRow(TableRow, frozen=True, kw_only=True):
    """A kind of weapon: what fires names its row of the chart, what strikes has a length."""

    row: Annotated[str, KeyOf("chart")] = ""
    length: Whole | None = None
    laser: bool = False


class LimitRow(TableRow, frozen=True, kw_only=True):
    """A single number of the rules."""

    value: Whole


class LuckRow(LimitRow, frozen=True, kw_only=True):
    """The luck of the very young, and the most there is."""

    most: Whole


class Limits(Struct, frozen=True, kw_only=True):
    """The single numbers of the rules."""

    success: LimitRow
    run: LimitRow
    reach: LimitRow
    luck: LuckRow
    rest: LimitRow


class NightTables(Tables):
    """Every table by its name."""

    OPEN: ClassVar[tuple[str, ...]] = ("chart", "weapons", "armor")

    armor: Mapping[str, ArmorRow]
    body_places: Mapping[str, BodyRow]
    chart: Mapping[str, ChartRow]
    limits: Limits
    locations: Mapping[str, LocationRow]
    melee: Mapping[str, MeleeRow]
    npcs: Mapping[str, PersonRow]
    pieces: Mapping[str, PieceRow]
    ranges: Mapping[str, RangeRow]
    weapons: Mapping[str, WeaponRow]
