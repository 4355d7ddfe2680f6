"""What stands in the tables of Endless Horizons: every row with its values and their bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, Struct, field

from bot.core.rows import ColumnsOf, KeyOf, PersonRow, TableRow
from bot.core.tables import Tables
from bot.core.telling.cards import BodyRow

Whole = Annotated[int, Meta(ge=0, le=100_000)]
Signed = Annotated[int, Meta(ge=-1000, le=100_000)]
Zones = Annotated[tuple[str, ...], KeyOf("zones")]


class ArmorRow(TableRow, frozen=True, kw_only=True):
    """Something worn: its class of protection, the damage it takes, and the zones it covers."""

    protection: Whole = field(name="class")
    points: Whole
    covers: Zones


class CartridgeRow(TableRow, frozen=True, kw_only=True):
    """What a cartridge does, and the class of protection that stops it."""

    damage: Whole
    stopped_by: Whole


class CoverRow(TableRow, frozen=True, kw_only=True):
    """Something to get behind, with its class of protection."""

    protection: Whole = field(name="class")


class FaultRow(TableRow, frozen=True, kw_only=True):
    """A malfunction: the actions that put it right, and how bad it is."""

    actions: Whole
    degree: Whole


class FigureRow(TableRow, frozen=True, kw_only=True):
    """How high somebody is: its eye, the whole, and the middle of each zone."""

    eye_cm: Whole
    tall_cm: Whole
    heights: Annotated[dict[str, Whole], ColumnsOf("zones")]


class GrenadeRow(TableRow, frozen=True, kw_only=True):
    """What is thrown and goes off; all but the damage in metres."""

    damage: Whole
    range_m: Whole
    casualty_m: Whole
    reach_m: Whole
    astray_m: Whole


class GroundRow(TableRow, frozen=True, kw_only=True):
    """What can be covered with fire, and the rounds it takes at each action."""

    rounds: Whole


class PieceRow(TableRow, frozen=True, kw_only=True):
    """What a thing on the ground is as cover; nothing where it stops no bullet."""

    cover: Annotated[str, KeyOf("cover")] = ""


class WidthRow(TableRow, frozen=True, kw_only=True):
    """How many ``metres`` wide is what is covered or watched."""

    metres: Annotated[int, Meta(ge=1, le=1000)]


class StrideRow(TableRow, frozen=True, kw_only=True):
    """How many ``metres`` a pace carries in a turn."""

    metres: Annotated[int, Meta(ge=0, le=1000)]


class DifficultyRow(TableRow, frozen=True, kw_only=True):
    """What is added to a difficulty."""

    difficulty: Signed


class PostureRow(DifficultyRow, frozen=True, kw_only=True):
    """A posture: its difficulty for whoever shoots, the steps by which it makes a target smaller, if it is for guns."""

    smaller: Whole
    rifle: bool = False


class HitPointsRow(TableRow, frozen=True, kw_only=True):
    """The hit points of the unhurt."""

    base: Whole


class EachWoundRow(TableRow, frozen=True, kw_only=True):
    """What each wound takes off the most hit points."""

    hit_points: Whole


class TreatmentRow(DifficultyRow, frozen=True, kw_only=True):
    """What first aid must reach, and the hit points that it gives back."""

    hit_points: Whole


class EffortRow(TableRow, frozen=True, kw_only=True):
    """The effort of the rested, and what each point of both modifiers adds."""

    base: Whole
    each: Whole


class Numbers(Struct, frozen=True, kw_only=True):
    """The single numbers of the rules."""

    base: DifficultyRow
    aim: DifficultyRow
    beyond: DifficultyRow
    search: DifficultyRow
    hit_points: HitPointsRow
    wound: EachWoundRow
    effort: EffortRow
    treatment: TreatmentRow


class PartsRow(TableRow, frozen=True, kw_only=True):
    """The zones that a piece of cover hides."""

    covers: Zones


class SizeRow(TableRow, frozen=True, kw_only=True):
    """What a size adds to a difficulty, by the band of the range."""

    close: Signed
    medium: Signed
    far: Signed
    maximum: Signed

    def at(self, band: str) -> int:
        """Return what the size adds in a band of the range."""
        return {"close": self.close, "medium": self.medium, "far": self.far, "maximum": self.maximum}[band]


class SkillRow(TableRow, frozen=True, kw_only=True):
    """A skill, with the abilities whose modifiers count for it."""

    abilities: tuple[str, ...]


class WeaponRow(TableRow, frozen=True, kw_only=True):
    """A kind of weapon; ``reload`` counts actions. What fires nothing has neither skill nor cartridge."""

    skill: Annotated[str, KeyOf("skills")] = ""
    cartridge: Annotated[str, KeyOf("cartridges")] = ""
    range_m: Whole
    capacity: Whole
    recoil: Whole
    modes: tuple[str, ...]
    burst: Whole
    reload: Whole
    small: bool


class ZoneRow(TableRow, frozen=True, kw_only=True):
    """A part of the body: the sums of the dice that hit it, what it multiplies, how many steps smaller it is."""

    faces: tuple[Whole, ...]
    multiplier: Whole
    smaller: Whole


class HorizonsTables(Tables):
    """Every table by its name."""

    OPEN: ClassVar[tuple[str, ...]] = ("weapons", "cartridges", "armor")

    armor: Mapping[str, ArmorRow]
    body_places: Mapping[str, BodyRow]
    cartridges: Mapping[str, CartridgeRow]
    cover: Mapping[str, CoverRow]
    faults: Mapping[str, FaultRow]
    figures: Mapping[str, FigureRow]
    grenades: Mapping[str, GrenadeRow]
    grounds: Mapping[str, GroundRow]
    light: Mapping[str, DifficultyRow]
    movement: Mapping[str, DifficultyRow]
    strides: Mapping[str, StrideRow]
    npcs: Mapping[str, PersonRow]
    numbers: Numbers
    parts: Mapping[str, PartsRow]
    pieces: Mapping[str, PieceRow]
    postures: Mapping[str, PostureRow]
    size_bands: Mapping[str, SizeRow]
    skills: Mapping[str, SkillRow]
    weapons: Mapping[str, WeaponRow]
    widths: Mapping[str, WidthRow]
    wind: Mapping[str, DifficultyRow]
    zones: Mapping[str, ZoneRow]
