"""What stands in the tables of Gray Dawn: every row with its values and their bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, Struct, field

from bot.core import tables
from bot.core.rows import KeyOf, PersonRow, TableRow
from bot.core.telling.cards import BodyRow

Whole = Annotated[int, Meta(ge=0, le=10_000)]
AtLeastOne = Annotated[int, Meta(ge=1, le=10_000)]
Signed = Annotated[int, Meta(ge=-1000, le=10_000)]
Value = Annotated[int, Meta(ge=-1000, le=1000)]
DiceCount = Annotated[int, Meta(ge=-1000, le=20)]
DieFaces = tuple[AtLeastOne, ...]


class AmmunitionRow(TableRow, frozen=True, kw_only=True):
    """What a weapon is loaded with: what it adds to a roll for a graze, and whether it halves armour and damage."""

    graze: Signed
    halves: bool = False


class ArmorRow(TableRow, frozen=True, kw_only=True):
    """A piece of armour: what it stops, what it takes off REF, and where it is worn."""

    sp: Whole
    encumbrance: Whole
    covers: Annotated[tuple[str, ...], KeyOf("locations")]


class BracketRow(TableRow, frozen=True, kw_only=True):
    """A bracket of range, up to so many quarters of a weapon's range.

    ``value`` is what it does to a shot that can be dodged, ``number`` what one must reach that cannot; ``spread`` is
    what it adds to a shot that spreads, ``dice`` what it takes of its damage.
    """

    quarters: AtLeastOne
    value: Value
    number: AtLeastOne
    spread: Whole = 0
    dice: DiceCount = 0


class BudgetRow(TableRow, frozen=True, kw_only=True):
    """What a character is made of, and how many skill points one point of it is worth."""

    points: Whole
    worth: Whole


class BuildRow(TableRow, frozen=True, kw_only=True):
    """Up to which BODY a body takes so much off damage."""

    body: Whole
    value: Value


class BurstRow(TableRow, frozen=True, kw_only=True):
    """The faces of a die at which so many rounds of a burst strike."""

    faces: DieFaces
    rounds: Annotated[int, Meta(ge=1, le=20)]


class ClassRow(TableRow, frozen=True, kw_only=True):
    """A class of weapons: the skill with it, what it adds to initiative, the hands it takes, how it is loaded."""

    skill: Annotated[str, KeyOf("skills")]
    initiative: Whole
    hands: Whole
    feed: str
    spread: bool = False
    blunt: bool = False


class CoverRow(TableRow, frozen=True, kw_only=True):
    """Something to be behind: the falls of the die for a place that it covers, and its usual level.

    On a ground it takes a thing that hides at least ``least_pct`` hundredths of somebody, from below.
    """

    faces: DieFaces
    level: Whole
    least_pct: Annotated[int, Meta(ge=1, le=100)]


class FumbleRow(TableRow, frozen=True, kw_only=True):
    """What a fumble comes to at some faces of a die."""

    faces: DieFaces


class ValueRow(TableRow, frozen=True, kw_only=True):
    """What something adds to a sum, or takes off it."""

    value: Value


class SituationRow(ValueRow, frozen=True, kw_only=True):
    """What a situation adds to an attack, or takes off it; some are those of ``blows``, too."""

    blows: bool = False


class FrequencyRow(TableRow, frozen=True, kw_only=True):
    """How often a flaw comes up, and by how many halves that multiplies what it gives."""

    halves: Whole


class ImprovementRow(TableRow, frozen=True, kw_only=True):
    """The improvement points for something."""

    points: Whole


class LayerRow(TableRow, frozen=True, kw_only=True):
    """What a second layer adds that differs from the better one by so much at most."""

    most: Whole
    value: Value


class LimitRow(TableRow, frozen=True, kw_only=True):
    """A single number of the rules."""

    value: Value


class StepRow(TableRow, frozen=True, kw_only=True):
    """A single number of the rules by which others are divided."""

    value: Annotated[int, Meta(ge=1, le=1000)]


class Limits(Struct, frozen=True, kw_only=True):
    """The single numbers of the rules."""

    explosions: LimitRow
    step: StepRow
    rush: LimitRow
    on_the_move: LimitRow
    moves: LimitRow
    running: LimitRow
    sprint: LimitRow
    called: LimitRow
    ambush: LimitRow
    helpless: LimitRow
    moving_target: LimitRow
    running_shooter: LimitRow
    fast_draw: LimitRow
    quick: LimitRow
    hurry: LimitRow
    aim: LimitRow
    concentration: LimitRow
    point_blank: LimitRow
    point_blank_number: LimitRow
    spread_number: LimitRow
    burst: StepRow
    burst_bonus: LimitRow
    auto_step: StepRow
    reach: LimitRow
    cover: LimitRow
    cover_spread: LimitRow
    beside: LimitRow
    graze: LimitRow
    near_miss: LimitRow
    near_miss_bonus: LimitRow
    margin_step: StepRow
    crippled: LimitRow
    boxes: LimitRow
    mortal_step: StepRow
    mortal_last: LimitRow
    luck_reroll: LimitRow
    luck_raise: StepRow
    reload: LimitRow
    tube: LimitRow
    tube_step: LimitRow
    small_wounds: LimitRow
    daily: LimitRow
    hourly: LimitRow
    nerve: LimitRow
    armor_nerve: StepRow
    lane: LimitRow
    covering: LimitRow
    covering_most: LimitRow
    covering_rounds: StepRow
    adjacent: LimitRow
    adjacent_auto: LimitRow
    explosion: LimitRow
    attacker: LimitRow
    struck: LimitRow
    between: LimitRow


class LocationRow(TableRow, frozen=True, kw_only=True):
    """A part of the body: the faces of the die that hit it, what it is, and what it adds to a roll for a graze."""

    faces: DieFaces
    kind: str
    graze: Signed


class PieceRow(TableRow, frozen=True, kw_only=True):
    """What a material is as cover: its level, 0 where it stops nothing, and the most of somebody that it covers."""

    cover: Annotated[str, KeyOf("covers")]
    level: Annotated[int, Meta(ge=0, le=10)]


class PerkRow(TableRow, frozen=True, kw_only=True):
    """A talent: its price in perk points, and whether one is born with it."""

    price: Whole
    inborn: bool


class PriceRow(TableRow, frozen=True, kw_only=True):
    """What something costs at creation: by its levels from 1 on, or each level alike."""

    costs: tuple[Whole, ...] = ()
    cost: Whole = 0


class SkillRow(TableRow, frozen=True, kw_only=True):
    """A skill, and the stat of a check of it."""

    stat: str


class WeaponRow(TableRow, frozen=True, kw_only=True):
    """A weapon; what explodes harms within ``radius_m``, and frightens within ``near_m``."""

    category: Annotated[str, KeyOf("classes")] = field(name="class")
    dice: DiceCount
    sides: Annotated[int, Meta(ge=1, le=100)]
    flat: Signed
    range_m: AtLeastOne
    rof: Annotated[int, Meta(ge=1, le=100)]
    shots: Whole
    accuracy: Signed
    modes: tuple[str, ...]
    radius_m: Whole | None = None
    near_m: Whole = 0


class WoundRow(TableRow, frozen=True, kw_only=True):
    """A wound state from so many boxes on: what it does to stun saves and REF, and by what it divides other stats."""

    least: Whole
    stun: Signed
    ref: Signed
    divisor: AtLeastOne


class GrayTables(tables.Tables):
    """Every table by its name."""

    OPEN: ClassVar[tuple[str, ...]] = ("weapons", "ammunition", "armor")

    ammunition: Mapping[str, AmmunitionRow]
    armor: Mapping[str, ArmorRow]
    body_places: Mapping[str, BodyRow]
    brackets: Mapping[str, BracketRow]
    budgets: Mapping[str, BudgetRow]
    builds: Mapping[str, BuildRow]
    bursts: Mapping[str, BurstRow]
    classes: Mapping[str, ClassRow]
    covers: Mapping[str, CoverRow]
    fittings: Mapping[str, ValueRow]
    frequencies: Mapping[str, FrequencyRow]
    fumbles: Mapping[str, FumbleRow]
    improvement: Mapping[str, ImprovementRow]
    layers: Mapping[str, LayerRow]
    limits: Limits
    locations: Mapping[str, LocationRow]
    npcs: Mapping[str, PersonRow]
    perks: Mapping[str, PerkRow]
    pieces: Mapping[str, PieceRow]
    prices: Mapping[str, PriceRow]
    severities: Mapping[str, ValueRow]
    situations: Mapping[str, SituationRow]
    skills: Mapping[str, SkillRow]
    weapons: Mapping[str, WeaponRow]
    wounds: Mapping[str, WoundRow]

    def skill_with(self, weapon: WeaponRow) -> str:
        """Return the skill with a weapon."""
        return self.classes[weapon.category].skill
