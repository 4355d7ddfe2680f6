"""What the Reflex System knows of a scene beside its people is one frozen value."""

from __future__ import annotations

import msgspec

from bot.core.ground.outlines import Outline
from bot.core.ground.places import Bearing, Place
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.state import Burning
from bot.rulesets.reflex.traps import Ambush, Mine


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


class Fallen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A casualty of a ``side`` who is taken out of the scene, and led it if a ``leader``.

    ``known_to`` is how much one of that side has to know to have seen it so: ``morale.threats`` counts who knows what.
    """

    side: str
    leader: bool = False
    known_to: int = 0


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
    losses: tuple[Fallen, ...] = ()  # of those taken out of the fight
    orders: dict[str, bytes] = {}  # of actions under way, canonical; they may name the hidden
