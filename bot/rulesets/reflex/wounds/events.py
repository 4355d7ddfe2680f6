"""What attacks and injuries do to people: shots, hits, wounds, and what follows from wounds."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.state import Band, Degree, Place


class Against(StrEnum):
    """What a wound makes somebody resist."""

    SHOCK = "shock"
    INSTABILITY = "instability"
    DROPPING = "dropping"
    FALLING = "falling"


class Cause(StrEnum):
    """Why somebody becomes unstable."""

    FAILED_BADLY = "failed badly"
    CRITICAL = "critical"
    SECOND_SHOCK = "second shock"


class Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Protection in the way of a hit.

    ``what`` is a row of the table ``cover`` or ``materials`` (``kind`` "cover" or "material"), the name of worn
    armour ("armor"), or empty for an Armor value that was told. ``armor`` is its Armor value before Penetration,
    ``effective`` what it takes off the damage, ``stops`` whether a Nil Penetration ends here. ``house`` says
    that the Armor value is one of ours.
    """

    what: str
    kind: str
    armor: float
    effective: int = 0
    stops: bool = False
    house: bool = False


class ShotFired(Event, frozen=True, kw_only=True, tag="reflex.shot_fired"):
    """``actor`` attacked ``target`` with a firearm.

    ``mode`` is hip, snap or aimed; ``rounds`` are those that count for bonus and further hits, ``spent`` those fired.
    ``recoil`` is what the shooter must hold in the next attack; ``loaded`` the rounds left in the weapon. ``margin``
    is that of success from zero up, of failure below zero. ``costs`` are the parts of ``cost_ticks``. A ``futile``
    attack fails whatever the dice say.
    """

    weapon: str
    title: str
    mode: str
    rounds: int
    spent: int
    range_m: float
    band: Band
    cost_ticks: int
    costs: tuple[Term, ...]
    outcome: Outcome
    margin: int
    hit: bool
    recoil: int
    loaded: int
    called: str = ""
    futile: bool = False


class TookCover(Event, frozen=True, kw_only=True, tag="reflex.took_cover"):
    """``actor`` is behind ``cover``, a row of that table, which hides ``parts``; without one it stands in the open."""

    cover: str = ""
    parts: str = ""


class BurstSpread(Event, frozen=True, kw_only=True, tag="reflex.burst_spread"):
    """Further rounds of a burst hit: ``same`` the place of the first round, ``strays`` a place by chance."""

    roll: Roll
    same: int
    strays: int


class Hit(Event, frozen=True, kw_only=True, tag="reflex.hit"):
    """A round of ``actor`` hit ``target`` at ``fine``, a part of ``place``.

    ``damage`` is the sum of ``terms`` (none where a GM told it), before protection; ``penetration`` the Armor
    multiplier in halves, None for Nil; ``final`` what gets through ``layers``. ``graze`` says that the margin was
    zero. ``roll`` is that for the place, None where it was known.
    """

    place: Place
    fine: str
    damage: int
    penetration: int | None
    final: int
    terms: tuple[Term, ...] = ()
    layers: tuple[Layer, ...] = ()
    graze: bool = False
    roll: Roll | None = None


class Stopped(Event, frozen=True, kw_only=True, tag="reflex.stopped"):
    """Nothing got through to ``place`` of ``actor``."""

    place: Place
    fine: str = ""


class Wounded(Event, frozen=True, kw_only=True, tag="reflex.wounded"):
    """``actor`` suffered a wound of ``degree`` at ``place``, whose injury went from ``before`` to ``after``.

    ``damage`` is zero where the degree was told; ``virtual`` injuries are imagined.
    """

    place: Place
    degree: Degree
    before: Degree
    after: Degree
    damage: int = 0
    graze: bool = False
    virtual: bool = False


class WoundChecked(Event, frozen=True, kw_only=True, tag="reflex.wound_checked"):
    """``actor`` resisted what a wound at ``place`` does."""

    against: Against
    place: Place
    outcome: Outcome


class Shocked(Event, frozen=True, kw_only=True, tag="reflex.shocked"):
    """``actor`` entered shock and acts no more in this exchange."""


class Destabilized(Event, frozen=True, kw_only=True, tag="reflex.destabilized"):
    """``actor`` became unstable from an injury to ``place``, in the ``period`` of exchange and pause that it names.

    ``cause`` is missing from events of old.
    """

    place: Place
    period: tuple[int, int]
    cause: Cause | None = None


class KnockedOut(Event, frozen=True, kw_only=True, tag="reflex.knocked_out"):
    """``actor`` lost consciousness and whatever it held; ``for_scene`` says that it lasts for the scene."""

    for_scene: bool = False


class LostHold(Event, frozen=True, kw_only=True, tag="reflex.lost_hold"):
    """``actor`` dropped ``things`` from a hurt hand."""

    things: tuple[str, ...]


class FellDown(Event, frozen=True, kw_only=True, tag="reflex.fell_down"):
    """``actor`` fell."""


class LimbTested(Event, frozen=True, kw_only=True, tag="reflex.limb_tested"):
    """A limb of ``actor`` was hit so hard that it may be gone: ``lost`` says whether it is."""

    place: Place
    roll: Roll
    lost: bool


class Worsened(Event, frozen=True, kw_only=True, tag="reflex.worsened"):
    """``actor``, unstable, bled: every injury got a degree worse; ``changes`` are place, before and after."""

    changes: tuple[tuple[Place, Degree, Degree], ...]


class Died(Event, frozen=True, kw_only=True, tag="reflex.died"):
    """``actor`` is dead; ``was_down`` says that it lay there before, out of it."""

    was_down: bool = False


class Healed(Event, frozen=True, kw_only=True, tag="reflex.healed"):
    """The injury of ``actor`` at ``place`` went down from ``before`` to ``after``."""

    place: Place
    before: Degree
    after: Degree
    virtual: bool = False


class Stabilized(Event, frozen=True, kw_only=True, tag="reflex.stabilized"):
    """``actor`` is unstable no more."""


class Woke(Event, frozen=True, kw_only=True, tag="reflex.woke"):
    """``actor`` came to, out of unconsciousness or of shock alone."""

    unconscious: bool = True


EVENTS_COMBAT: tuple[type[Event], ...] = (
    ShotFired,
    TookCover,
    BurstSpread,
    Hit,
    Stopped,
    Wounded,
    WoundChecked,
    Shocked,
    Destabilized,
    KnockedOut,
    LostHold,
    FellDown,
    LimbTested,
    Worsened,
    Died,
    Healed,
    Stabilized,
    Woke,
)
