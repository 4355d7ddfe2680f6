"""What happens in a fight."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import Audience, Event
from bot.core.terms import Term
from bot.rulesets.graydawn.state import Stance


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ten-sided die and a sum of terms.

    ``rolls`` are the die and what its tens added, on initiative after a one what it took off. ``luck`` points were
    paid for it: they ``raised`` the total, or gave the rolls ``before`` back. ``skill`` is the one it was made with.
    """

    terms: tuple[Term, ...]
    rolls: tuple[Roll, ...]
    total: int
    fumble: bool = False
    luck: int = 0
    raised: int = 0
    before: tuple[Roll, ...] = ()
    skill: str = ""


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A plain ten-sided die against a number that it must not be above; luck as for a check."""

    rolls: tuple[Roll, ...]
    number: int
    passed: bool
    luck: int = 0
    raised: int = 0
    before: tuple[Roll, ...] = ()


class RoundBegan(Event, frozen=True, kw_only=True, tag="graydawn.round_began"):
    """A new round of about three seconds."""

    number: int


class InitiativeRolled(Event, frozen=True, kw_only=True, tag="graydawn.initiative_rolled"):
    """The initiative of ``actor`` for the round."""

    check: Check


class TurnBegan(Event, frozen=True, kw_only=True, tag="graydawn.turn_began"):
    """The initiative of ``actor`` has come up."""

    quiet: ClassVar[bool] = True

    audience: Audience = Audience.GM


class Declared(Event, frozen=True, kw_only=True, tag="graydawn.declared"):
    """``actor`` said its stance, its actions, and how many of them are movement; ``cover`` and ``level`` if new."""

    stance: Stance
    actions: int
    moves: int = 0
    cover: str = ""
    level: int = 0


class Assumed(Event, frozen=True, kw_only=True, tag="graydawn.assumed"):
    """``actor`` acted without declaring: one action, of movement or not, in a stance."""

    quiet: ClassVar[bool] = True

    stance: Stance
    moves: int = 0
    audience: Audience = Audience.GM


class Acted(Event, frozen=True, kw_only=True, tag="graydawn.acted"):
    """``actor`` used ``count`` of its actions up, or a movement action where ``moved``."""

    quiet: ClassVar[bool] = True

    moved: bool = False
    count: int = 1
    audience: Audience = Audience.GM


class Passed(Event, frozen=True, kw_only=True, tag="graydawn.passed"):
    """``actor`` does nothing more in this round."""


class Delayed(Event, frozen=True, kw_only=True, tag="graydawn.delayed"):
    """``actor`` waits until a later initiative."""

    number: int


class QuickStart(Event, frozen=True, kw_only=True, tag="graydawn.quick_start"):
    """``actor`` will start the next round like lightning."""


class Moved(Event, frozen=True, kw_only=True, tag="graydawn.moved"):
    """``actor`` moved: towards or ``away`` from ``target``, or somewhere; ``cover`` of a ``level`` was reached."""

    silent: ClassVar[bool] = True

    metres: float
    away: bool = False
    cover: str = ""
    level: int = 0
    full: bool = False


class Drew(Event, frozen=True, kw_only=True, tag="graydawn.drew"):
    """``actor`` has another weapon in hand."""

    weapon: str


class Aimed(Event, frozen=True, kw_only=True, tag="graydawn.aimed"):
    """``actor`` aimed at ``target`` for a whole round, the ``rounds``-th in a row."""

    silent: ClassVar[bool] = True

    rounds: int


class Attacked(Event, frozen=True, kw_only=True, tag="graydawn.attacked"):
    """``actor`` attacked ``target``.

    ``fired`` rounds left the weapon, which holds ``loaded``. Without a ``defence`` the attack had to reach ``number``.
    ``bracket`` is the range that counts; of several rounds ``hits`` struck, by ``roll`` for a burst.
    ``fear`` is what it adds to the next suppression roll.
    """

    weapon: str
    kind: str
    mode: str
    attack: Check
    defence: Check | None = None
    number: int = 0
    margin: int = 0
    hit: bool = False
    bracket: str = ""
    range_m: float | None = None
    fired: int = 0
    loaded: int = 0
    hits: int = 0
    roll: Roll | None = None
    spread: bool = False
    melee: bool = False
    covering: bool = False
    fear: int = 1


class Fumbled(Event, frozen=True, kw_only=True, tag="graydawn.fumbled"):
    """What a fumble of ``actor`` with its ``weapon`` led to: a row of the table."""

    weapon: str
    roll: Roll
    result: str


class Hit(Event, frozen=True, kw_only=True, tag="graydawn.hit"):
    """``actor`` hit ``target`` at ``place`` for ``damage``, before anything stops it.

    ``roll`` gave the place unless it was called, ``dice`` the damage unless it was the most. ``before`` are places that
    ``luck`` points of the target took back. ``fear`` is what the first hit adds to its next suppression roll.
    """

    place: str
    damage: int
    roll: Roll | None = None
    dice: Roll | None = None
    flat: int = 0
    before: tuple[Roll, ...] = ()
    luck: int = 0
    fear: int = 3


class Protected(Event, frozen=True, kw_only=True, tag="graydawn.protected"):
    """``cover`` and ``armor`` of ``actor`` left so much of the damage; ``piece`` of its armour loses a point.

    ``halved`` rounds halve all three.
    """

    place: str
    damage: int
    cover: int
    armor: int
    left: int
    piece: int | None = None
    halved: bool = False


class Grazed(Event, frozen=True, kw_only=True, tag="graydawn.grazed"):
    """Whether a hit only grazed ``actor``, which would leave ``damage`` of it."""

    check: Check
    number: int
    damage: int
    grazed: bool


class Wounded(Event, frozen=True, kw_only=True, tag="graydawn.wounded"):
    """``actor`` marks ``boxes`` and ``stun``; ``total`` boxes are marked then, a ``state`` of the wounds table."""

    place: str
    damage: int
    build: int
    boxes: int
    total: int
    state: str
    stun: int = 0
    one: bool = False


class Crippled(Event, frozen=True, kw_only=True, tag="graydawn.crippled"):
    """A limb of ``actor`` is crippled."""

    place: str


class Saved(Event, frozen=True, kw_only=True, tag="graydawn.saved"):
    """``actor`` made a stun or a death save."""

    kind: str
    save: Save


class Stunned(Event, frozen=True, kw_only=True, tag="graydawn.stunned"):
    """``actor`` is out of it until a stun save succeeds."""


class Recovered(Event, frozen=True, kw_only=True, tag="graydawn.recovered"):
    """``actor`` is back in the fight."""


class Doomed(Event, frozen=True, kw_only=True, tag="graydawn.doomed"):
    """``actor`` is dying: the next death save cannot be passed; ``was_down`` as of whoever died."""

    was_down: bool = False


class Died(Event, frozen=True, kw_only=True, tag="graydawn.died"):
    """``actor`` is dead; ``was_down`` says that it lay there before, out of it."""

    was_down: bool = False


class Reloaded(Event, frozen=True, kw_only=True, tag="graydawn.reloaded"):
    """``actor`` loaded ``weapon``, or tried to: it holds ``loaded`` now and has ``spare`` left.

    Where a check was needed, ``roll`` says after a fumble what became of it.
    """

    weapon: str
    loaded: int
    spare: int
    check: Check | None = None
    number: int = 0
    done: bool = True
    jammed: bool = False
    roll: Roll | None = None


class Cleared(Event, frozen=True, kw_only=True, tag="graydawn.cleared"):
    """``actor`` has cleared a jam."""

    weapon: str


class Stabilized(Event, frozen=True, kw_only=True, tag="graydawn.stabilized"):
    """``actor`` tried to keep ``target`` alive, against ``number``."""

    check: Check
    number: int
    done: bool


class Worked(Event, frozen=True, kw_only=True, tag="graydawn.worked"):
    """``actor`` did something else, with a check where a skill or a stat was named."""

    what: str = ""
    check: Check | None = None
    number: int = 0
    done: bool = False


class NerveTested(Event, frozen=True, kw_only=True, tag="graydawn.nerve_tested"):
    """The nerve of ``actor`` held under all the fire since its last turn, or did not.

    ``leaving`` cover was wanted; who failed that may be ``steady`` in a ``second`` roll. ``lost`` is the whole turn.
    In an ``area`` it is whether somebody dares to enter it.
    """

    check: Check
    number: int
    held: bool
    leaving: bool = False
    second: Check | None = None
    steady: bool = False
    lost: bool = False
    area: str = ""


class CoverFired(Event, frozen=True, kw_only=True, tag="graydawn.cover_fired"):
    """``actor`` laid covering fire on ``target``: ``fired`` rounds, worth ``points`` of suppression."""

    weapon: str
    mode: str
    fired: int
    points: int
    loaded: int


class Frightened(Event, frozen=True, kw_only=True, tag="graydawn.frightened"):
    """What ``actor`` did makes the next suppression roll of ``target`` harder by ``value``."""

    kind: str
    value: int


class Threatened(Event, frozen=True, kw_only=True, tag="graydawn.threatened"):
    """The GM made the next suppression roll of ``actor`` harder, or easier, by ``value``."""

    value: int


class Calmed(Event, frozen=True, kw_only=True, tag="graydawn.calmed"):
    """Nothing adds to the next suppression roll of ``actor`` any more."""


class LaneHeld(Event, frozen=True, kw_only=True, tag="graydawn.lane_held"):
    """``actor`` holds an ``area`` under ``fired`` rounds over a ``width`` in metres until the round ends."""

    area: str
    weapon: str
    kind: str
    ammunition: str
    fired: int
    loaded: int
    width: int


class LaneBraved(Event, frozen=True, kw_only=True, tag="graydawn.lane_braved"):
    """``actor`` was in the fire of a lane: a dodge against ``number``, and the ``hits`` of who failed it."""

    area: str
    check: Check
    number: int
    safe: bool
    hits: int = 0
    roll: Roll | None = None


class Thrown(Event, frozen=True, kw_only=True, tag="graydawn.thrown"):
    """``actor`` threw a ``weapon`` to where ``target`` is, and it lands ``off_m`` metres off; ``left`` more it has."""

    weapon: str
    check: Check
    number: int
    hit: bool
    off_m: int
    left: int


class Exploded(Event, frozen=True, kw_only=True, tag="graydawn.exploded"):
    """Something went off: a ``kind`` of the weapons table, with ``dice`` of damage where anybody is too near."""

    kind: str
    title: str
    dice: Roll | None = None


class Healed(Event, frozen=True, kw_only=True, tag="graydawn.healed"):
    """Boxes of ``actor`` were cleared, ``ones`` of them of one-point wounds, and points of stun; ``limbs`` mended."""

    boxes: int = 0
    ones: int = 0
    stun: int = 0
    limbs: bool = False


class CoverSet(Event, frozen=True, kw_only=True, tag="graydawn.cover_set"):
    """The GM said what ``actor`` is behind: ``cover`` of a ``level``, or nothing."""

    cover: str = ""
    level: int = 0


class SessionBegan(Event, frozen=True, kw_only=True, tag="graydawn.session_began"):
    """The luck of ``actor`` is whole again."""

    luck: int


class Corrected(Event, frozen=True, kw_only=True, tag="graydawn.corrected"):
    """A GM set something of ``actor`` right: what is not None is so now."""

    luck: int | None = None
    boxes: int | None = None
    stun: int | None = None
    loaded: int | None = None
    spare: int | None = None
    wields: str | None = None
    stance: Stance | None = None
    stunned: bool | None = None
    stable: bool | None = None
    dead: bool | None = None


EVENTS: tuple[type[Event], ...] = (
    RoundBegan,
    InitiativeRolled,
    TurnBegan,
    Declared,
    Assumed,
    Acted,
    Passed,
    Delayed,
    QuickStart,
    Moved,
    Drew,
    Aimed,
    Attacked,
    Fumbled,
    Hit,
    Protected,
    Grazed,
    Wounded,
    Crippled,
    Saved,
    Stunned,
    Recovered,
    Doomed,
    Died,
    Reloaded,
    Cleared,
    Stabilized,
    Worked,
    NerveTested,
    CoverFired,
    Frightened,
    Threatened,
    Calmed,
    LaneHeld,
    LaneBraved,
    Thrown,
    Exploded,
    Healed,
    CoverSet,
    SessionBegan,
    Corrected,
)
