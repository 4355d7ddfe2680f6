"""What the Reflex System knows of a combatant and of the scene is one frozen value each."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Any

import msgspec

from bot.core.ground.outlines import Outline
from bot.core.ground.places import Bearing, Place
from bot.rulesets.reflex.traps import Ambush, Mine

_with = msgspec.structs.replace


class Degree(IntEnum):
    """How bad an injury is, in ascending order."""

    NONE = 0
    SLIGHT = 1
    MODERATE = 2
    SERIOUS = 3
    CRITICAL = 4


class BodyPart(StrEnum):
    """The six places that carry wounds."""

    HEAD = "head"
    TORSO = "torso"
    RIGHT_ARM = "right arm"
    LEFT_ARM = "left arm"
    RIGHT_LEG = "right leg"
    LEFT_LEG = "left leg"


class Stance(StrEnum):
    """How a combatant holds the body, from high to low."""

    STANDING = "standing"
    KNEELING = "kneeling"
    SITTING = "sitting"
    PRONE = "prone"


class Pace(StrEnum):
    """How fast somebody moves; ``STILL`` is not moving."""

    STILL = "still"
    CRAWL = "crawl"
    STAGGER = "stagger"
    WALK = "walk"
    TROT = "trot"
    RUN = "run"
    SPRINT = "sprint"


class Encumbrance(StrEnum):
    """How much somebody carries."""

    UNENCUMBERED = "unencumbered"
    LIGHT = "light"
    MODERATE = "moderate"
    HEAVY = "heavy"
    OVERLOADED = "overloaded"


class Lies(StrEnum):
    """Where a belonging is: on the body or in hand, dropped within reach, or left behind."""

    CARRIED = "carried"
    NEAR = "near"
    AWAY = "away"


class Band(IntEnum):
    """Range bands, nearest first (text 003, lines 531-559)."""

    PERSONAL = 0
    GUNFIGHTING = 1
    CQB = 2
    TIGHT = 3
    MEDIUM = 4
    OPEN = 5
    SNIPING = 6
    EXTREME = 7
    BEYOND = 8


class Attributes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The eight core attributes and the two of combat psychology, in the text's order of use."""

    awareness: int = 6
    cognition: int = 6
    coordination: int = 6
    education: int = 6
    fitness: int = 6
    muscle: int = 6
    personality: int = 6
    resolve: int = 6
    cuf: int = 6
    ooda: int = 6


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a firearm or an arm of close combat is, whoever carries it.

    The multipliers of ``penetration`` are in halves, x1/2 is 1, so that they stay exact; None is Nil.
    """

    skill: str
    damage: int
    penetration: tuple[int | None, int | None]  # Armor multipliers up to optimum range and beyond it, see above
    optimum: Band
    maximum: Band
    speed: tuple[int, int, int]  # ticks of a hip, a snap and an aimed shot; of a blind, a snap and a calculated strike
    recoil: int
    bulk: int
    single: bool = True  # also fires single shots
    bursts: tuple[int, ...] = ()  # rounds of each burst mode, ascending
    capacity: int = 1
    feed: str = "magazine"
    grip_hands: int = 2  # how many hands it is made for
    bipod: bool = False
    tripod: bool = False  # one is carried with it, and makes a fixed mount of where it is set up
    optics_bands: int = 0
    melee: bool = False  # strikes in close combat
    edged: bool = False  # cuts whoever wards it off
    heavy: str = ""  # a row of the table ``heavy_weapons``
    explosive: str = ""  # a row of that table: what its missile does on a hit
    flame: str = ""  # likewise
    missile: bool = False  # drifts in high winds
    unwieldy: bool = False  # of no use at arm's reach
    crewed: bool = False  # has no Speed
    indirect_m: int = 0  # how far it reaches where nobody sees the target, 0 for not at all


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A weapon of some ``model`` in somebody's hands or on the body.

    ``held_with`` is how many hands hold it (0: it is stowed), ``hand`` which one where it is one. ``spare`` are the
    rounds carried for it, None where nobody counts them; ``tracer`` says that it is loaded with tracers. ``secured`` it
    lies in a closed container, ``packed`` in a cluttered one.
    """

    name: str
    model: Model
    loaded: int = 0
    held_with: int = 0
    secured: bool = False
    bipod_down: bool = False
    fixed_mount: bool = False
    hand: str = "right"
    spare: int | None = None
    lies: Lies = Lies.CARRIED
    tracer: bool = False
    packed: bool = False

    @property
    def bulk(self) -> int:
        """Return the Bulk of its model, as every other thing has one."""
        return self.model.bulk

    @property
    def grip_hands(self) -> int:
        """Return how many hands its model is made for, as every other thing says."""
        return self.model.grip_hands

    @property
    def is_ready(self) -> bool:
        """Tell whether it is in hand, or on a mount that was not left behind."""
        return self.held_with > 0 or (self.fixed_mount and self.lies is not Lies.AWAY)


class Armor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Something worn that protects; ``covers`` are fine locations such as ``chest`` or ``right forearm``.

    ``armor_halves`` is the Armor value in halves, so that 1/2 stays exact.
    """

    name: str
    armor_halves: int
    covers: tuple[str, ...]


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Anything else that is carried; ``secured`` lies in a closed container, ``packed`` in a cluttered one.

    ``explosive`` and ``flame`` are rows of those tables: a grenade, and what burns when it is thrown. ``medical`` is
    its bonus to first aid, and of a ``painkiller`` there are ``units``. It is made for ``grip_hands``, and held with so
    many ``hands`` while it is ``held``. ``load_without`` is how much its owner carries without it, where that is less.
    """

    name: str
    bulk: int = 0
    held: bool = False
    active: bool = False
    secured: bool = False
    packed: bool = False
    worn: bool = False
    quick_release: bool = False
    hand: str = "right"
    lies: Lies = Lies.CARRIED
    damaged: bool = False
    explosive: str = ""
    grams: int = 400
    damage: int = 0
    flame: str = ""
    medical: int = 0
    painkiller: bool = False
    units: int = 1
    grip_hands: int = 1
    hands: int = 1
    load_without: Encumbrance | None = None

    @property
    def held_with(self) -> int:
        """Return how many hands hold it, as of a weapon."""
        return self.hands if self.held else 0


class Recoil(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Recoil carried over to the very next action: which weapon, and the Recoil its last attack had."""

    weapon: str
    recoil: int


class Sustained(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A string of attacks with one weapon on one target: how many of them were bursts.

    A ``fresh`` one has not yet been paid for in time.
    """

    weapon: str
    target: str
    bursts: int = 0
    fresh: bool = False


class Underway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ``action`` that takes effect when its ``ticks`` are over; its order is kept with the scene."""

    action: str
    ticks: int


class Broken(StrEnum):
    """What damage has made of a piece of equipment: it can be repaired, or it cannot."""

    DISABLED = "disabled"
    DESTROYED = "destroyed"


class Fuse(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A burning fuse in somebody's hand or ``off_m`` metres from somebody: ``explosive`` goes off on ``tick``.

    ``item`` is what its owner called it, ``number`` tells it from others of that name which burn at the same body
    (ruling 003-93). ``margin`` is that of the throw, None without a successful one. It flew ``range_m`` metres far, off
    at ``degrees`` clockwise from that line; neither is known of one that was left behind. On a ground it lies at
    ``place``, whoever it is kept with.
    """

    item: str
    explosive: str
    tick: int
    off_m: float = 0
    margin: int | None = None
    range_m: float = 0
    degrees: int = 0
    number: int = 1
    place: Place | None = None


class Burning(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """On fire: ``flame`` is a row of the table ``flames`` or empty, ``damage`` that of the fire."""

    flame: str
    damage: int


class Breath(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Without air: for ``left`` more exchanges and pauses the breath lasts; ``gas`` is bad air rather than none."""

    left: int
    gas: bool = False


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is tried in a pause and shows at its end: an ``ambush`` or a ``withdrawal``, and the margin of the check."""

    kind: str
    margin: int


class Vehicle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What makes a combatant a vehicle: it has no body and takes no turn.

    ``kind`` is a row of the table ``vehicles``. ``armor_halves`` (Armor in halves) and ``thresholds`` (the damage that
    disables) are by place, a row of ``vehicle_places``.
    """

    kind: str
    armor_halves: dict[str, int] = {}
    thresholds: dict[str, int] = {}
    tons: float = 0
    safe_kmh: int = 0


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What somebody is by the sheet, whatever happens in a fight.

    ``qualifications`` are what it has learned within skills, ``advantages`` rows of that table; it is ``handed`` right
    or left, with so much practice with the other hand. A ``leader`` leads the team of its side; ``spares_life`` says
    that a code forbids it to kill.
    """

    attributes: Attributes
    skills: dict[str, int] = {}
    qualifications: tuple[str, ...] = ()
    advantages: tuple[str, ...] = ()
    handed: str = "right"
    practice_months: int = 0
    size: str = "human"
    move_m: dict[str, int] = {}
    thresholds: dict[str, tuple[int, int, int, int]] = {}
    untrained_bursts: bool = False
    leader: bool = False
    spares_life: bool = False


class BodyOnPaper(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What the sheet keeps of a body, so that it outlasts a fight.

    ``wounds`` are real, ``virtual`` imagined injuries; the worse of the two acts. ``vehicle`` is what makes it one.
    """

    vehicle: Vehicle | None = None
    wounds: dict[str, int] = {}
    virtual: dict[str, int] = {}
    lost: tuple[str, ...] = ()
    stance: Stance = Stance.STANDING
    unstable: bool = False
    unconscious: bool = False
    dead: bool = False


class Body(BodyOnPaper, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A body or a hull, and where it is going.

    ``shocked`` means shock has been suffered in this scene. ``unstable_in`` is the exchange and pause in which
    instability set in, which does not count for getting worse. ``dead_for`` counts the exchanges and pauses that have
    ended since death. ``moving`` and ``moved_m`` describe the Move action under way: they last until the next action.
    ``cover`` is a row of the table of that name and ``cover_parts`` what it hides, until the next movement.
    ``boarding`` is what is being got into or out of and ``boarded`` how many Move actions went into that.
    """

    shock: bool = False
    shocked: bool = False
    unstable_in: tuple[int, int] = (-1, -1)
    unconscious_for_scene: bool = False
    dead_for: int = 0
    burning: Burning | None = None
    breath: Breath | None = None
    moving: Pace = Pace.STILL
    moved_m: float = 0
    kmh: int = 0
    cover: str = ""
    cover_parts: str = ""
    boarding: str = ""
    boarded: int = 0


class KitOnPaper(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What the sheet keeps of what somebody has; ``doffed`` is armour that was taken off."""

    weapons: dict[str, Weapon] = {}
    armor: tuple[Armor, ...] = ()
    doffed: tuple[Armor, ...] = ()
    items: dict[str, Item] = {}
    encumbrance: Encumbrance = Encumbrance.LIGHT
    wear: dict[str, int] = {}
    broken: dict[str, str] = {}


class Kit(KitOnPaper, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What somebody has, and what is being done with it.

    ``patched`` counts for what was repaired how many exchanges and pauses it still holds. ``blasted`` are the pieces
    of armour that the last explosion has worn down. ``reloading`` counts, by weapon, the actions already spent on
    loading it; ``helped`` are weapons that an assistant has done a part of the loading of.
    """

    patched: dict[str, int] = {}
    blasted: tuple[str, ...] = ()
    fuses: tuple[Fuse, ...] = ()
    reloading: dict[str, int] = {}
    helped: tuple[str, ...] = ()


class Overwatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Somebody waits for whoever comes into an ``area`` of the ground, to fire at them with a ``weapon``.

    It began on the tick ``since``, and every Wait takes ``each`` ticks. ``mode``, ``rounds`` and ``braced`` are the
    attack's.
    """

    area: str
    weapon: str
    mode: str
    since: int
    each: int
    rounds: int | None = None
    braced: bool = False


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What somebody does with its time in this exchange, choice or pause.

    ``initiative`` is the tick of the next action, None outside an exchange. ``acted`` says that something was done
    already. ``out`` bars from the rest of this exchange (shock), ``dazed`` from tactical actions of this exchange
    (failed to come out of shock). ``task`` is the operational action chosen for the end of this exchange, and
    ``disturbed`` that an injury came in between. ``watch`` is the margin of keeping watch and ``scheme`` what is tried
    in secret, both in this pause. ``overwatch`` is whom it waits for, and where.
    """

    initiative: int | None = None
    rolled: bool = False
    pressed: bool = False
    bonus: int = 0
    choice: str = ""
    acted: bool = False
    out: bool = False
    dazed: bool = False
    carried: Recoil | None = None
    sustained: Sustained | None = None
    underway: Underway | None = None
    surrendered: bool = False
    withdrawn: bool = False
    task: str = ""
    disturbed: bool = False
    watch: int | None = None
    scheme: Attempt | None = None
    overwatch: Overwatch | None = None


class Nerve(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What threatens somebody, and what holds against it.

    ``threats`` are threat conditions by name; beside them ``ambushed``, ``coerced`` (by a compliance hold),
    ``suppressed`` (rating by area, for this exchange) and the worst injury count, unless it is ``eased`` by a
    painkiller. ``cowed`` is by how much an intimidation outside of combat exceeded Resolve. ``heart`` is what raises
    CUF at present. ``routed`` says that the will to fight is broken.
    """

    threats: dict[str, int] = {}
    ambushed: bool = False
    surprised: bool = False
    coerced: int = 0
    suppressed: dict[str, int] = {}
    eased: bool = False
    cowed: int = 0
    heart: dict[str, int] = {}
    routed: bool = False


class Clinch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Who has whom by the body.

    ``grip`` is the mark under which those who hold it keep their Control in ``controls``, 0 for who was never held;
    ``choking`` is the mark of whoever is being choked.
    """

    grip: int = 0
    controls: dict[int, int] = {}
    choking: int = 0


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One combatant: what it is on paper, and what the fight has made of it."""

    person: Person
    body: Body = Body()
    kit: Kit = Kit()
    turn: Turn = Turn()
    nerve: Nerve = Nerve()
    hold: Clinch = Clinch()

    def with_body(self, **changes: Any) -> State:
        """Return the state with these fields of its body changed."""
        return _with(self, body=_with(self.body, **changes))

    def with_kit(self, **changes: Any) -> State:
        """Return the state with these fields of its kit changed."""
        return _with(self, kit=_with(self.kit, **changes))

    def with_weapon(self, key: str, **changes: Any) -> State:
        """Return the state with these fields of one of its weapons changed."""
        weapons = {**self.kit.weapons, key: _with(self.kit.weapons[key], **changes)}
        return _with(self, kit=_with(self.kit, weapons=weapons))

    def with_item(self, key: str, **changes: Any) -> State:
        """Return the state with these fields of one of its other things changed."""
        return self.with_kit(items={**self.kit.items, key: _with(self.kit.items[key], **changes)})

    def with_turn(self, **changes: Any) -> State:
        """Return the state with these fields of its turn changed."""
        return _with(self, turn=_with(self.turn, **changes))

    def with_nerve(self, **changes: Any) -> State:
        """Return the state with these fields of its nerve changed."""
        return _with(self, nerve=_with(self.nerve, **changes))

    def with_hold(self, **changes: Any) -> State:
        """Return the state with these fields of its hold changed."""
        return _with(self, hold=_with(self.hold, **changes))


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Indirect fire of a gunner on ``target``, or on a ``spot`` without anybody, ``range_m`` metres away once known.

    Fire that was ``called`` has the ``penalty`` of the call with ``eased`` taken off by adjusting; ``landed`` says that
    a round came down since the last adjustment, which was ``adjusted`` in that exchange. Fire that the gunner observes
    itself counts its ``shots``. ``told`` are metres from there that somebody said. On a ground a spot is a ``place``.
    """

    target: str = ""
    spot: str = ""
    called: bool = False
    penalty: int = 0
    eased: int = 0
    shots: int = 0
    range_m: float = 0
    landed: bool = False
    adjusted: int = 0
    told: dict[str, float] = {}
    place: Place | None = None


class Flight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A round on its way from ``gunner`` to ``target`` or a ``spot``, fired by ``margin``, below zero a failure.

    ``weapon`` is what it was fired from, ``told`` and ``place`` as in its mission.
    """

    gunner: str
    weapon: Weapon
    range_m: float
    margin: int
    target: str = ""
    spot: str = ""
    told: dict[str, float] = {}
    place: Place | None = None


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A space that walls confine in one, two or three dimensions; ``walls`` is the Armor of the weakest of them."""

    spans_m: tuple[float, ...]
    walls: float | None = None


class Cloud(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Gas in the air, ``radius_m`` metres around where it began and ``length_m`` more downwind.

    It lasts for ``left`` more exchanges of fire and pauses; ``enclosed`` in walls it spreads ``spread`` once instead of
    drifting. ``inside`` are those in it, ``around`` and ``downwind`` the metres that were said of people. On a ground
    it began at ``place`` and drifts ``toward`` there. ``smoke`` is nothing to breathe, and hides.
    """

    title: str
    radius_m: float
    length_m: float = 0
    left: int = 0
    enclosed: bool = False
    spread: bool = False
    inside: tuple[str, ...] = ()
    around: dict[str, float] = {}
    downwind: dict[str, float] = {}
    place: Place | None = None
    toward: Bearing = Bearing.EAST
    smoke: bool = False


class SceneThing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A thing of the scene that is nobody's, as a door: damage from ``threshold`` on disables it, then destroys it.

    ``size`` is a row of that table, ``broken`` what damage has made of it.
    """

    armor: int
    threshold: int
    size: str = "human"
    wear: int = 0
    broken: str = ""


class SuppressedArea(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """An area under fire until the exchange ends: ``rating`` threat conditions for whoever shows himself in it.

    ``gunner`` fires bursts of ``rounds`` with ``weapon`` from ``range_m`` away, as long as it is ``covered``: until it
    does anything else, its bipod ``braced`` as then. ``known`` areas are those that players know of.
    """

    name: str
    rating: int
    width_m: float
    gunner: str = ""
    weapon: str = ""
    rounds: int = 1
    range_m: float = 0
    known: bool = True
    covered: bool = False
    braced: bool = False


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """From where somebody has gone on the tick ``key``: its ``place`` on a ground, or its metres from others."""

    key: tuple[int, ...]
    place: Place | None = None
    ranges_m: dict[str, float] = {}


class SceneState(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The scene beside its people."""

    phase: str = ""  # "", "exchange", "choice" or "pause"
    exchange: int = 0  # counts from one
    pauses: int = 0  # counts those since the last exchange of fire
    visibility: str = "clear"
    played: bool = False  # somebody has acted in this exchange
    areas: tuple[SuppressedArea, ...] = ()  # under fire
    wind: str = "still"  # a row of the table ``winds``
    wind_toward: Bearing = Bearing.EAST  # to where it blows
    aboard: dict[str, str] = {}  # who is in which vehicle
    starts: dict[str, Start] = {}  # of who has gone away, by id; they count on their tick alone
    mines: dict[str, Mine] = {}
    ambushes: dict[str, Ambush] = {}  # by their leaders
    throwers: dict[str, str] = {}  # who threw what burns at whom
    missions: dict[str, Mission] = {}  # of gunners
    flights: tuple[Flight, ...] = ()  # rounds that have not come down yet
    room: Room | None = None  # confines explosions
    clouds: tuple[Cloud, ...] = ()  # gas in the air
    blazes: dict[str, Burning] = {}  # what burns, by name
    things: dict[str, SceneThing] = {}  # what can be attacked
    battered: dict[str, Outline] = {}  # what one more such hit shoots to pieces, by name, with where it stood
    decided: bool = False  # the GM was told that only one side can go on
    orders: dict[str, bytes] = {}  # of actions under way, canonical; they may name the hidden
