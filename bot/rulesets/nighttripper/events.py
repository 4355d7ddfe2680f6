"""What happens in a skirmish."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import Audience, Event
from bot.core.terms import Term


class Throw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Two dice and a sum of terms.

    ``faces`` are those that count after the ``rerolls``; a reroll that shows 1 has ``botched`` the throw. ``impact`` is
    0 where it failed.
    """

    terms: tuple[Term, ...]
    roll: Roll
    faces: tuple[int, ...]
    total: int
    impact: int
    rerolls: tuple[Roll, ...] = ()
    botched: bool = False


class RoundBegan(Event, frozen=True, kw_only=True, tag="nighttripper.round_began"):
    """A new round; who got inside a reach in the one before has the advantage now."""

    number: int


class StepCalled(Event, frozen=True, kw_only=True, tag="nighttripper.step_called"):
    """The kind of action that is called now: the number of the step and its title."""

    step: int
    title: str


class Passed(Event, frozen=True, kw_only=True, tag="nighttripper.passed"):
    """``actor`` does nothing in this step, or in none before the step called ``until``."""

    quiet: ClassVar[bool] = True

    until: str = ""
    audience: Audience = Audience.GM


class Talked(Event, frozen=True, kw_only=True, tag="nighttripper.talked"):
    """``actor`` spoke; with a ``skill`` there is a throw."""

    words: str = ""
    skill: str = ""
    throw: Throw | None = None


class Attacked(Event, frozen=True, kw_only=True, tag="nighttripper.attacked"):
    """``actor`` attacked ``target`` with ``weapon`` in ``step``; ``range_m`` of a shot, ``title`` of the step."""

    weapon: str
    step: str
    title: str
    throw: Throw
    hit: bool
    range_m: float | None = None
    laser: bool = False


class Hit(Event, frozen=True, kw_only=True, tag="nighttripper.hit"):
    """``actor`` hit ``target`` at ``place``; ``roll`` decided the ``side`` of a limb."""

    place: str
    impact: int
    side: str = ""
    roll: Roll | None = None


class AdvantageGained(Event, frozen=True, kw_only=True, tag="nighttripper.advantage_gained"):
    """``actor`` got inside the reach of ``target``, and has the advantage from the next round on."""


class ArmorUsed(Event, frozen=True, kw_only=True, tag="nighttripper.armor_used"):
    """The armour of ``actor`` stopped an attack and is no more."""

    armor: str


class LuckPaid(Event, frozen=True, kw_only=True, tag="nighttripper.luck_paid"):
    """``actor`` paid ``points`` of luck to avoid a wound; ``luck`` are left."""

    points: int
    luck: int


class Wounded(Event, frozen=True, kw_only=True, tag="nighttripper.wounded"):
    """``actor`` has a new wound; ``total`` is the sum that counts against the ``worst`` there."""

    place: str
    severity: int
    total: int
    worst: int
    side: str = ""


class Died(Event, frozen=True, kw_only=True, tag="nighttripper.died"):
    """``actor`` is dead."""


class LimbLost(Event, frozen=True, kw_only=True, tag="nighttripper.limb_lost"):
    """A limb of ``actor`` will have to be replaced."""

    limb: str


class Retired(Event, frozen=True, kw_only=True, tag="nighttripper.retired"):
    """``actor`` has no luck left for good, and will retire."""


class Moved(Event, frozen=True, kw_only=True, tag="nighttripper.moved"):
    """``actor`` ran: towards or ``away`` from ``target``, or somewhere."""

    silent: ClassVar[bool] = True

    metres: float
    away: bool = False


class Worked(Event, frozen=True, kw_only=True, tag="nighttripper.worked"):
    """``actor`` did something else; with a ``skill`` there is a throw, unless it was hopeless for the untrained."""

    what: str = ""
    skill: str = ""
    throw: Throw | None = None


class ReachSet(Event, frozen=True, kw_only=True, tag="nighttripper.reach_set"):
    """The GM said how ``actor`` stands to ``target`` in melee; empty leaves it to their weapons."""

    silent: ClassVar[bool] = True

    position: str = ""


class QuartersSet(Event, frozen=True, kw_only=True, tag="nighttripper.quarters_set"):
    """The GM said whether it is too cramped here for long weapons."""

    cramped: bool


class Healed(Event, frozen=True, kw_only=True, tag="nighttripper.healed"):
    """Wounds of ``actor`` came down to ``degree`` at most, those at ``place`` or all; or limbs were ``replaced``."""

    place: str = ""
    degree: int = 0
    replaced: bool = False


class ConditionSet(Event, frozen=True, kw_only=True, tag="nighttripper.condition_set"):
    """Something else ails ``actor``, so severely, at throws for one ``deed`` or all; 0 is no more."""

    name: str
    severity: int
    deed: str = ""


class Recovered(Event, frozen=True, kw_only=True, tag="nighttripper.recovered"):
    """Quiet ``weeks`` gave ``actor`` luck back."""

    weeks: int
    luck: int


class Corrected(Event, frozen=True, kw_only=True, tag="nighttripper.corrected"):
    """A GM set something of ``actor`` right: what is not None is so now."""

    luck: int | None = None
    luck_max: int | None = None
    armor: str | None = None
    dead: bool | None = None
    wields: str | None = None


EVENTS: tuple[type[Event], ...] = (
    RoundBegan,
    StepCalled,
    Passed,
    Talked,
    Attacked,
    Hit,
    AdvantageGained,
    ArmorUsed,
    LuckPaid,
    Wounded,
    Died,
    LimbLost,
    Retired,
    Moved,
    Worked,
    ReachSet,
    QuartersSet,
    Healed,
    ConditionSet,
    Recovered,
    Corrected,
)
