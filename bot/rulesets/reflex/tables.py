"""What stands in the tables of the Reflex System: every row with its values and their bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, field

from bot.core import tables
from bot.core.rows import KeyOf, OneOf, PersonRow, TableRow
from bot.core.telling.cards import BodyRow
from bot.rulesets.reflex.kinds import Band, BodyPart, Pace
from bot.rulesets.reflex.state import Attributes

Whole = Annotated[int, Meta(ge=0, le=100_000)]
FromOne = Annotated[int, Meta(ge=1, le=100_000)]
Signed = Annotated[int, Meta(ge=-1000, le=100_000)]
DiceCount = Annotated[int, Meta(ge=1, le=20)]
Few = Annotated[int, Meta(ge=1, le=100)]
BandName = Annotated[str, OneOf(tuple(band.name.casefold() for band in Band))]
Keep = Annotated[str, OneOf(("highest", "lowest"))]
Attribute = Annotated[str, OneOf(Attributes.__struct_fields__)]
Multiplier = Annotated[str, OneOf(("nil", "x1/2", "x1", "x2", "x3", "x4"))]
Skill = Annotated[str, KeyOf("skills", offered=False)]
Fastest = Annotated[Pace, KeyOf("paces")]
FinePlaces = Annotated[tuple[str, ...], KeyOf("locations")]


class SkillRow(TableRow, frozen=True, kw_only=True):
    """A skill, and the attribute that counts for it; a ``social`` one is used on people."""

    attribute: Attribute
    social: bool = False


class LevelRow(TableRow, frozen=True, kw_only=True):
    """A level of skill: the points it starts at, how its dice are thrown, and the most that a bonus is worth."""

    starts_at: Whole = field(name="from")
    dice: DiceCount
    keep: Keep
    bonus_cap: Signed


class QualificationRow(TableRow, frozen=True, kw_only=True):
    """What somebody qualified for a skill has ahead of others, in levels."""

    skill: Skill
    levels: Whole


class AdvantageRow(TableRow, frozen=True, kw_only=True):
    """An advantage, and the skill that it is about."""

    skill: Skill


class StanceRow(TableRow, frozen=True, kw_only=True):
    """What a stance does for whoever shoots, and whoever is shot at."""

    height: Whole
    fastest: Fastest
    penalty_to_be_hit: Signed
    close_bonus: Whole
    recoil_muscle: Signed
    recoil_times: Whole
    visual_bands_farther: Whole = 0


class FigureRow(TableRow, frozen=True, kw_only=True):
    """How high somebody is whom others see, and from how high it looks."""

    eye_cm: FromOne
    tall_cm: FromOne


class PaceRow(TableRow, frozen=True, kw_only=True):
    """How far a pace goes in a Move, and what it costs."""

    metres: Whole
    own_penalty: Signed
    penalty_to_be_hit: Signed
    dive_penalty: Signed | None = None


class EncumbranceRow(TableRow, frozen=True, kw_only=True):
    """What a load does to whoever carries it."""

    impact: Whole
    initiative: Whole
    fastest: Fastest


class LegWoundRow(TableRow, frozen=True, kw_only=True):
    """The fastest pace with a leg so badly hurt."""

    fastest: Fastest


class BandRow(TableRow, frozen=True, kw_only=True):
    """How far a range band reaches, and what the eye loses in it."""

    to_m: Whole
    visual: Signed


class SizeRow(TableRow, frozen=True, kw_only=True):
    """How much farther off, or nearer, a target of a size is, and what it is worth in close combat."""

    bands_farther: Signed
    close_modifier: Signed


class VisibilityRow(TableRow, frozen=True, kw_only=True):
    """How much farther off everything looks; what is ``between`` two on a ground counts for who sees through it."""

    bands_farther: Signed
    between: bool = False


class AimRow(TableRow, frozen=True, kw_only=True):
    """What it costs to aim at a place, and the damage that a hit does there."""

    penalty: Signed
    damage: Whole


class LocationRow(TableRow, frozen=True, kw_only=True):
    """A fine place of the body, the place that it is a part of, and how high it is in parts of a hundred."""

    place: Annotated[BodyPart, KeyOf("aims")]
    height_percent: Annotated[int, Meta(ge=0, le=100)]
    called: bool = False


class HitGridRow(TableRow, frozen=True, kw_only=True):
    """A row of the grid by which a hit is placed, from left to right."""

    lateral: FinePlaces


class PartsRow(TableRow, frozen=True, kw_only=True):
    """The fine places that a piece of cover hides."""

    covers: FinePlaces


class ArmorRow(TableRow, frozen=True, kw_only=True):
    """Something worn: its Armor in halves, and the fine places that it covers."""

    armor_halves: Whole
    covers: FinePlaces


class CoverRow(TableRow, frozen=True, kw_only=True):
    """Something to be behind: its Armor in halves, and whether it is a vehicle."""

    armor_halves: Whole
    vehicle: bool = False


class PieceRow(TableRow, frozen=True, kw_only=True):
    """The cover that a thing on a ground is, none where it only hides, and the damage that breaks it, if any does."""

    cover: Annotated[str, KeyOf("cover")] = ""
    threshold: Whole = 0


class MaterialRow(TableRow, frozen=True, kw_only=True):
    """How thick a material must be for a point of Armor."""

    tenth_mm_per_armor: FromOne


class SubstanceRow(TableRow, frozen=True, kw_only=True):
    """What something is made of: its Armor, and how much tougher it is."""

    armor: Whole
    tougher: Whole


class ThresholdRow(TableRow, frozen=True, kw_only=True):
    """What of a place's threshold makes a wound worse, in halves, or what the base threshold is reckoned from."""

    halves: tuple[Whole, ...] = ()
    constant: Whole = 0
    muscle: Whole = 0
    fitness: Whole = 0
    divisor: FromOne = 1


class WeaponRow(TableRow, frozen=True, kw_only=True):
    """A kind of weapon, as `Weapon` has it."""

    skill: Skill
    damage: Whole
    penetration: tuple[Multiplier, ...]
    optimum: Annotated[BandName, KeyOf("bands", offered=False)]
    maximum: Annotated[BandName, KeyOf("bands", offered=False)]
    speed: tuple[FromOne, ...]
    recoil: Whole
    bulk: Whole
    single: bool
    bursts: tuple[Few, ...]
    capacity: FromOne
    feed: Annotated[str, KeyOf("feeds")]
    grip_hands: Annotated[int, Meta(ge=1, le=2)]
    bipod: bool = False
    optics_bands: Whole = 0
    missile: bool = False
    unwieldy: bool = False
    indirect_m: Whole | None = None
    heavy: Annotated[str, KeyOf("heavy_weapons")] = ""
    explosive: Annotated[str, KeyOf("explosives")] = ""
    fixed_mount: bool = False
    crewed: bool = False
    flame: Annotated[str, KeyOf("flames")] = ""
    melee: bool = False
    edged: bool = False
    natural: bool = False


class FeedRow(TableRow, frozen=True, kw_only=True):
    """How a weapon is loaded: the actions that it takes, and the rounds that each of them loads."""

    actions: Whole
    rounds: Whole


class HeavyWeaponRow(TableRow, frozen=True, kw_only=True):
    """What a kind of heavy weapon is fired at, and its penalties at people and at cars."""

    at_people: bool
    person_penalty: Signed
    car_penalty: Signed


class ExplosiveRow(TableRow, frozen=True, kw_only=True):
    """What something does that goes off."""

    damage: Whole
    radius_m: Whole
    blast: Whole
    frag: Whole
    gas: bool = False


class FlameRow(TableRow, frozen=True, kw_only=True):
    """What a flame does."""

    damage: Whole


class FireSizeRow(TableRow, frozen=True, kw_only=True):
    """What the size of a fire is worth to whoever fights it."""

    modifier: Signed


class FuelRow(TableRow, frozen=True, kw_only=True):
    """How easily something burns, in halves of its threshold, or always."""

    halves: Whole
    always: bool


class DeviationRow(TableRow, frozen=True, kw_only=True):
    """How far off something lands at a range for each point of failure."""

    half_metres: Whole


class DirectionRow(TableRow, frozen=True, kw_only=True):
    """Where something lands, from straight on."""

    degrees: Whole


class ThrowRow(TableRow, frozen=True, kw_only=True):
    """How far somebody throws, from so much Muscle on."""

    starts_at: Whole = field(name="from")
    optimum: BandName
    maximum: BandName


class ThrowSpeedRow(TableRow, frozen=True, kw_only=True):
    """The ticks of a hip, a snap and an aimed throw."""

    ticks: tuple[Whole, Whole, Whole]


class TicksRow(TableRow, frozen=True, kw_only=True):
    """What an action takes, and the numbers that go with it."""

    ticks: Whole = 0
    most_extra: Whole = 0
    percent: Whole = 0
    second: Whole = 0
    sides: FromOne = 1
    initiative: Whole = 0
    times: Whole = 0


class WaitRow(TableRow, frozen=True, kw_only=True):
    """How long somebody waits for a second action, from so much OODA on."""

    starts_at: Whole = field(name="from")
    ticks: Whole


class GripRow(TableRow, frozen=True, kw_only=True):
    """The control that a grip needs, and from where on it takes both hands."""

    control: Whole
    both_hands_from: Whole = 0


class HandRow(TableRow, frozen=True, kw_only=True):
    """What another hand, or two guns, cost, and what practice is worth."""

    penalty: Signed = 0
    months_a_point: Whole = 0
    months_in_all: Whole = 0


class AmbushRow(TableRow, frozen=True, kw_only=True):
    """The skill that lays an ambush, and the attributes that see through it."""

    skill: Skill
    passive: str
    active: str
    by_eye: bool
    urban: Skill = ""


class MineRow(TableRow, frozen=True, kw_only=True):
    """A kind of mine."""

    explosive: Annotated[str, KeyOf("explosives")]
    minutes: Whole
    bulk: Whole
    substance: Annotated[str, KeyOf("substances", offered=False)]
    set_off_by: str
    improvised: bool


class MineTaskRow(TableRow, frozen=True, kw_only=True):
    """What is done with mines, and the numbers that go with it."""

    modifier: Signed = 0
    accident: Whole = 0
    open: Whole = 0
    open_divisor: Whole = 0
    sides: FromOne = 1
    notes: Whole = 0
    own: Whole = 0
    minutes: Whole = 0
    percent: Whole = 0
    metres: Whole = 0


class MineTravelRow(TableRow, frozen=True, kw_only=True):
    """The die that is thrown among mines, and from where on it is safe."""

    sides: FromOne
    safe_from: Whole


class MineTriggerRow(TableRow, frozen=True, kw_only=True):
    """What sets off a mine, and when it goes off."""

    command: bool
    sides: FromOne = 1
    ticks: Whole = 0
    delay: Whole = 0


class OperationRow(TableRow, frozen=True, kw_only=True):
    """What is done in a pause: its skill and attribute, or its penalty."""

    skill: Skill = ""
    attribute: Attribute = ""
    penalty: Signed = 0


class ProcedureRow(TableRow, frozen=True, kw_only=True):
    """A medical procedure: its skill and attribute, its penalty by the wound, the time it must come within."""

    skill: Skill
    attribute: Attribute
    slight: Whole
    moderate: Signed
    serious: Signed
    critical: Signed
    within: Whole = 0


class ThreatRow(TableRow, frozen=True, kw_only=True):
    """What threatens somebody's nerve, by a number or by dice; of some kinds ``several`` can at once."""

    amount: Whole = 0
    several: bool = False
    dice: DiceCount = 0
    sides: FromOne = 1
    keep: Keep = ""
    replaces: Annotated[str, KeyOf("threats", offered=False)] = ""


class VehicleRow(TableRow, frozen=True, kw_only=True):
    """A kind of vehicle; its Armor, in halves, and its thresholds are by the place that is hit."""

    size: Annotated[str, KeyOf("sizes")]
    boarding: Annotated[str, KeyOf("boarding")]
    cover: Annotated[str, KeyOf("cover")]
    closed: bool
    tons: float
    safe_kmh: Whole
    hull: str = ""
    long_cm: Whole = 0
    wide_cm: Whole = 0
    high_cm: Whole = 0
    armor_halves: Annotated[dict[str, Whole], KeyOf("vehicle_places")]
    thresholds: Annotated[dict[str, FromOne], KeyOf("vehicle_places")]


class BoardingRow(TableRow, frozen=True, kw_only=True):
    """How many Moves it takes to get in or out."""

    moves: Whole


class VehiclePlaceRow(TableRow, frozen=True, kw_only=True):
    """A place of a vehicle: its chances of being hit, and whether it is the usual one."""

    chances: Few
    usual: bool = False


class VehicleSpeedRow(TableRow, frozen=True, kw_only=True):
    """What the speed of a vehicle costs whoever shoots from it or at it."""

    penalty: Signed


class WindRow(TableRow, frozen=True, kw_only=True):
    """How long gas stays in such a wind."""

    gas_periods: Whole


class WindDriftRow(TableRow, frozen=True, kw_only=True):
    """What such a wind costs a throw or indirect fire."""

    penalty: Signed


class ReflexTables(tables.Tables):
    """Every table by its name; where a level starts is no campaign's to change, since levels are told apart by it."""

    OPEN: ClassVar[tuple[str, ...]] = ("weapons", "armor")

    NOT_PLAYED: ClassVar[tuple[str, ...]] = (*tables.Tables.NOT_PLAYED, "from")

    advantages: Mapping[str, AdvantageRow]
    aims: Mapping[str, AimRow]
    ambushes: Mapping[str, AmbushRow]
    armor: Mapping[str, ArmorRow]
    bands: Mapping[str, BandRow]
    body_places: Mapping[str, BodyRow]
    boarding: Mapping[str, BoardingRow]
    cover: Mapping[str, CoverRow]
    deviations: Mapping[str, DeviationRow]
    directions: Mapping[str, DirectionRow]
    encumbrance: Mapping[str, EncumbranceRow]
    explosives: Mapping[str, ExplosiveRow]
    feeds: Mapping[str, FeedRow]
    figures: Mapping[str, FigureRow]
    fire_sizes: Mapping[str, FireSizeRow]
    flames: Mapping[str, FlameRow]
    fuels: Mapping[str, FuelRow]
    grips: Mapping[str, GripRow]
    hands: Mapping[str, HandRow]
    heavy_weapons: Mapping[str, HeavyWeaponRow]
    hit_grid: Mapping[str, HitGridRow]
    leg_wounds: Mapping[str, LegWoundRow]
    levels: Mapping[str, LevelRow]
    locations: Mapping[str, LocationRow]
    materials: Mapping[str, MaterialRow]
    mine_tasks: Mapping[str, MineTaskRow]
    mine_travel: Mapping[str, MineTravelRow]
    mine_triggers: Mapping[str, MineTriggerRow]
    mines: Mapping[str, MineRow]
    npcs: Mapping[str, PersonRow]
    operations: Mapping[str, OperationRow]
    paces: Mapping[str, PaceRow]
    parts: Mapping[str, PartsRow]
    pieces: Mapping[str, PieceRow]
    procedures: Mapping[str, ProcedureRow]
    qualifications: Mapping[str, QualificationRow]
    sizes: Mapping[str, SizeRow]
    skills: Mapping[str, SkillRow]
    stances: Mapping[str, StanceRow]
    substances: Mapping[str, SubstanceRow]
    threats: Mapping[str, ThreatRow]
    thresholds: Mapping[str, ThresholdRow]
    throw_speeds: Mapping[str, ThrowSpeedRow]
    throws: Mapping[str, ThrowRow]
    ticks: Mapping[str, TicksRow]
    vehicle_places: Mapping[str, VehiclePlaceRow]
    vehicle_speeds: Mapping[str, VehicleSpeedRow]
    vehicles: Mapping[str, VehicleRow]
    visibility: Mapping[str, VisibilityRow]
    waits: Mapping[str, WaitRow]
    weapons: Mapping[str, WeaponRow]
    wind_drift: Mapping[str, WindDriftRow]
    winds: Mapping[str, WindRow]
