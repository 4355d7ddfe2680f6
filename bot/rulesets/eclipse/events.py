"""What happens in an Eclipse Phase fight."""

from __future__ import annotations

from typing import ClassVar

from bot.core.dice import Roll
from bot.core.events import Audience, Event
from bot.core.terms import Term
from bot.rulesets.eclipse.check import Outcome
from bot.rulesets.eclipse.state import AimKind, Moment


class TurnBegan(Event, frozen=True, kw_only=True, tag="eclipse.turn_began"):
    """A turn of three seconds; ``free`` where it begins with a phase of those who were not surprised."""

    turn: int
    free: bool = False


class InitiativeRolled(Event, frozen=True, kw_only=True, tag="eclipse.initiative_rolled"):
    """``actor`` acts at ``score`` in this turn, before all others where its roll is ``critical``."""

    terms: tuple[Term, ...]
    roll: Roll
    score: int
    critical: bool


class Spent(Event, frozen=True, kw_only=True, tag="eclipse.spent"):
    """``actor`` began an action in the phase at ``moment``: ``quick`` of them so far."""

    quiet: ClassVar[bool] = True

    moment: Moment
    quick: int
    audience: Audience = Audience.GM


class Passed(Event, frozen=True, kw_only=True, tag="eclipse.passed"):
    """``actor`` does nothing more in this phase."""


class Held(Event, frozen=True, kw_only=True, tag="eclipse.held"):
    """``actor`` waits until ``score`` in this phase."""

    score: int


class Aimed(Event, frozen=True, kw_only=True, tag="eclipse.aimed"):
    """``actor`` aims at ``target``."""

    silent: ClassVar[bool] = True

    kind: AimKind
    moment: Moment


class DefenceRaised(Event, frozen=True, kw_only=True, tag="eclipse.defence_raised"):
    """``actor`` does nothing but defend itself until its next phase."""


class Reloaded(Event, frozen=True, kw_only=True, tag="eclipse.reloaded"):
    """``actor`` loaded a weapon: ``loaded`` rounds are in it, ``spare`` are left, None where nobody counts.

    So many more actions are ``left`` until it is done.
    """

    weapon: str
    loaded: int
    ammunition: str
    spare: int | None = None
    left: int = 0


class Readied(Event, frozen=True, kw_only=True, tag="eclipse.readied"):
    """``actor`` took a weapon in hand, or put it away."""

    weapon: str
    ready: bool = True


class StanceChanged(Event, frozen=True, kw_only=True, tag="eclipse.stance_changed"):
    """``actor`` dropped to the ground or stood up."""

    prone: bool


class Moved(Event, frozen=True, kw_only=True, tag="eclipse.moved"):
    """``actor`` went so many metres at a pace, perhaps towards or away from ``target``."""

    silent: ClassVar[bool] = True

    pace: str
    metres: float


class Attacked(Event, frozen=True, kw_only=True, tag="eclipse.attacked"):
    """``actor`` attacked ``target``, and ``others`` with it; ``spent`` rounds are gone, ``loaded`` are left.

    ``second`` says that one more attack of the same action may follow.
    """

    weapon: str
    title: str
    mode: str
    outcome: Outcome
    band: str = ""
    range_m: float = 0
    spent: int = 0
    loaded: int = 0
    others: tuple[str, ...] = ()
    called: str = ""
    second: bool = False
    free: bool = False
    ammunition: str = ""


class Resolved(Event, frozen=True, kw_only=True, tag="eclipse.resolved"):
    """``target`` defended itself, or could not, against an attack of ``actor`` that had succeeded.

    ``critical``: armour does not count. ``excellent`` is the extra damage, ``called`` what the attack was called on
    where its margin was enough for that.
    """

    defence: Outcome | None
    hit: bool
    critical: bool = False
    excellent: int = 0
    called: str = ""


class Struck(Event, frozen=True, kw_only=True, tag="eclipse.struck"):
    """A blow of ``actor`` on ``target`` before armour: the terms make ``dv``; ``ap`` is zero or below."""

    terms: tuple[Term, ...]
    roll: Roll
    dv: int
    ap: int
    energy: bool = False


class Damaged(Event, frozen=True, kw_only=True, tag="eclipse.damaged"):
    """``actor`` took ``damage`` behind ``armor``, which came to ``total``, and so many ``wounds`` by it."""

    armor: tuple[Term, ...]
    damage: int
    wounds: int
    total: int
    ignored: bool = False


class BodyTested(Event, frozen=True, kw_only=True, tag="eclipse.body_tested"):
    """``actor`` had to withstand what a blow or a shock does to it: the label of the outcome says what."""

    outcome: Outcome


class FellDown(Event, frozen=True, kw_only=True, tag="eclipse.fell_down"):
    """``actor`` was knocked to the ground; ``out`` says that it is out cold by the same blow."""

    out: bool = False


class KnockedOut(Event, frozen=True, kw_only=True, tag="eclipse.knocked_out"):
    """``actor`` is out cold."""


class Disarmed(Event, frozen=True, kw_only=True, tag="eclipse.disarmed"):
    """``actor`` lost hold of a weapon."""

    weapon: str


class Died(Event, frozen=True, kw_only=True, tag="eclipse.died"):
    """``actor`` is dead or destroyed; ``was_down`` says that it lay there before, out of it."""

    was_down: bool = False


class Stunned(Event, frozen=True, kw_only=True, tag="eclipse.stunned"):
    """``actor`` can do nothing for so many turns, this one included."""

    turns: int


class Shocked(Event, frozen=True, kw_only=True, tag="eclipse.shocked"):
    """A shock leaves ``actor`` shaken for so many turns, which eases by a third every ``step`` of them."""

    turns: int
    step: int


class Bled(Event, frozen=True, kw_only=True, tag="eclipse.bled"):
    """``actor`` lost a point of damage more to its wounds, which came to ``total``."""

    total: int


class Dazed(Event, frozen=True, kw_only=True, tag="eclipse.dazed"):
    """A trauma left ``actor`` out of its wits."""


class Recovered(Event, frozen=True, kw_only=True, tag="eclipse.recovered"):
    """``actor`` regained its wits."""


class Stressed(Event, frozen=True, kw_only=True, tag="eclipse.stressed"):
    """``actor`` took stress, which came to ``total``, and so many ``traumas`` by it; a success takes none."""

    stress: int
    traumas: int
    total: int
    outcome: Outcome | None = None


class Broke(Event, frozen=True, kw_only=True, tag="eclipse.broke"):
    """The mind of ``actor`` broke down, for good where it is ``insane``."""

    insane: bool = False


class Healed(Event, frozen=True, kw_only=True, tag="eclipse.healed"):
    """``actor`` lost so much of what it had suffered; ``awake``: it comes to."""

    damage: int = 0
    wounds: int = 0
    stress: int = 0
    traumas: int = 0
    awake: bool = False


class Corrected(Event, frozen=True, kw_only=True, tag="eclipse.corrected"):
    """A GM set something of ``actor`` right by hand: ``field`` and its new value."""

    field: str
    value: int
    weapon: str = ""


class Scattered(Event, frozen=True, kw_only=True, tag="eclipse.scattered"):
    """A blast of ``actor`` meant for ``target`` went astray: ``direction`` is 1 to 10 around the dial from ahead."""

    roll: Roll
    direction: int
    metres: int


class Exploded(Event, frozen=True, kw_only=True, tag="eclipse.exploded"):
    """``target`` was caught in a blast so many ``metres`` from its centre, which takes ``lost`` from the damage.

    Where only the distance is known and not the side, they are ``about`` right.
    """

    title: str
    metres: float
    lost: int
    about: bool = False


class Unplaced(Event, frozen=True, kw_only=True, tag="eclipse.unplaced"):
    """Nobody has said how far these are from a blast of ``actor``, so that it did nothing to them."""

    actors: tuple[str, ...]
    audience: Audience = Audience.GM


class Suppressed(Event, frozen=True, kw_only=True, tag="eclipse.suppressed"):
    """``actor`` holds a cone of ``width_m`` under fire until its next phase."""

    weapon: str
    spent: int
    loaded: int
    width_m: int


class AmbushSprung(Event, frozen=True, kw_only=True, tag="eclipse.ambush_sprung"):
    """``target`` noticed ``actor`` in time, or was ``surprised``."""

    hiding: Outcome
    noticing: Outcome
    surprised: bool
    audience: Audience = Audience.GM


EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    InitiativeRolled,
    Spent,
    Passed,
    Held,
    Aimed,
    DefenceRaised,
    Reloaded,
    Readied,
    StanceChanged,
    Moved,
    Attacked,
    Resolved,
    Struck,
    Damaged,
    BodyTested,
    FellDown,
    KnockedOut,
    Disarmed,
    Died,
    Stunned,
    Shocked,
    Bled,
    Dazed,
    Recovered,
    Stressed,
    Broke,
    Healed,
    Corrected,
    Scattered,
    Exploded,
    Unplaced,
    Suppressed,
    AmbushSprung,
)
