"""What happens in time: exchanges, choices and pauses, and every tactical action but the attack."""

from __future__ import annotations

from typing import ClassVar

from bot.core.dice import Roll
from bot.core.events import Audience, Event
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.state import Pace, Stance


class ExchangeBegan(Event, frozen=True, kw_only=True, tag="reflex.exchange_began"):
    """An exchange of fire began; ``exchange`` counts from one."""

    exchange: int


class ComposureChecked(Event, frozen=True, kw_only=True, tag="reflex.composure_checked"):
    """``actor``, who has been in shock, came to (a success) or stays dazed for this exchange."""

    outcome: Outcome


class InitiativeRolled(Event, frozen=True, kw_only=True, tag="reflex.initiative_rolled"):
    """``actor`` acts first on tick ``initiative``: ``terms`` and twice the margin of the check."""

    terms: tuple[Term, ...]
    outcome: Outcome
    initiative: int


class TimeSpent(Event, frozen=True, kw_only=True, tag="reflex.time_spent"):
    """An action of ``actor`` took ``ticks``; ``initiative`` is the tick of the next, zero for none.

    ``steadied`` says that recoil of an earlier attack is over with it.
    """

    ticks: int
    initiative: int
    steadied: bool = True


class ExchangeEnded(Event, frozen=True, kw_only=True, tag="reflex.exchange_ended"):
    """The exchange of fire ended; all still able must press or hold."""

    exchange: int


class Pressed(Event, frozen=True, kw_only=True, tag="reflex.pressed"):
    """``actor`` presses for a new exchange of fire."""


class Held(Event, frozen=True, kw_only=True, tag="reflex.held"):
    """``actor`` holds. ``outcome`` is the check of nerve after a pause; failed, it becomes a press without bonus."""

    outcome: Outcome | None = None


class Surrendered(Event, frozen=True, kw_only=True, tag="reflex.surrendered"):
    """``actor`` refuses to roll for initiative and stays inactive in the next exchange."""


class PauseBegan(Event, frozen=True, kw_only=True, tag="reflex.pause_began"):
    """A pause began; ``pauses`` counts those since the last exchange of fire."""

    pauses: int


class PauseEnded(Event, frozen=True, kw_only=True, tag="reflex.pause_ended"):
    """The pause ended; all still able must press or hold."""

    pauses: int


class FightDecided(Event, frozen=True, kw_only=True, tag="reflex.fight_decided"):
    """Only ``side`` has anybody left who can and will go on fighting."""

    side: str
    audience: Audience = Audience.GM


class Rested(Event, frozen=True, kw_only=True, tag="reflex.rested"):
    """``actor`` let the pause go by."""


class PauseMoved(Event, frozen=True, kw_only=True, tag="reflex.pause_moved"):
    """``actor`` covered ``distance_m`` metres during a pause, at most."""

    pace: Pace
    distance_m: float


class Waited(Event, frozen=True, kw_only=True, tag="reflex.waited"):
    """``actor`` waited."""


class SecondDeclined(Event, frozen=True, kw_only=True, tag="reflex.second_declined"):
    """``actor`` did nothing else on the move."""

    quiet: ClassVar[bool] = True


class Switched(Event, frozen=True, kw_only=True, tag="reflex.switched"):
    """``actor`` switched ``item`` on or off."""

    item: str
    active: bool


class Assessed(Event, frozen=True, kw_only=True, tag="reflex.assessed"):
    """``actor`` took a look around; what a success shows the GM tells."""

    outcome: Outcome


class StanceChanged(Event, frozen=True, kw_only=True, tag="reflex.stance_changed"):
    """``actor`` went into ``stance``."""

    stance: Stance
    before: Stance


class Communicated(Event, frozen=True, kw_only=True, tag="reflex.communicated"):
    """``actor`` got a message of ``length`` across; ``device`` says that it went over a radio or the like."""

    length: str
    device: bool = False


class DitchChecked(Event, frozen=True, kw_only=True, tag="reflex.ditch_checked"):
    """``actor`` tried to let go of ``item`` where that is not easy; ``outcome`` says whether it could."""

    item: str
    outcome: Outcome


class Ditched(Event, frozen=True, kw_only=True, tag="reflex.ditched"):
    """``actor`` let go of ``item``, which lies within reach.

    ``roll`` is that for digging it out, or for damage to what was torn off, which comes at ``percent`` or less.
    ``costs`` are the parts of the ticks.
    """

    item: str
    roll: Roll | None = None
    damaged: bool = False
    percent: int = 0
    costs: tuple[Term, ...] = ()


class Moved(Event, frozen=True, kw_only=True, tag="reflex.moved"):
    """``actor`` moves at ``pace`` over ``distance_m`` metres until its next action."""

    pace: Pace
    distance_m: float
    away: bool = False


class Boarded(Event, frozen=True, kw_only=True, tag="reflex.boarded"):
    """``actor`` spent a Move action on getting in or out; ``done`` of ``needed`` such actions are behind it."""

    what: str
    done: int
    needed: int


class Readied(Event, frozen=True, kw_only=True, tag="reflex.readied"):
    """``actor`` took ``item`` in ``hands`` hands.

    ``roll`` is that for digging it out, ``costs`` are the parts of the ticks.
    """

    item: str
    hands: int
    hand: str
    roll: Roll | None = None
    costs: tuple[Term, ...] = ()


class Stowed(Event, frozen=True, kw_only=True, tag="reflex.stowed"):
    """``actor`` put ``item`` away; ``costs`` are the parts of the ticks."""

    item: str
    roll: Roll | None = None
    costs: tuple[Term, ...] = ()


class Reloaded(Event, frozen=True, kw_only=True, tag="reflex.reloaded"):
    """``actor`` worked on loading ``weapon``, which holds ``loaded`` rounds now.

    ``done`` of ``needed`` actions are behind it; ``spare`` are the rounds left for it, None where nobody counts.
    ``roll`` is that for digging rounds out, ``costs`` are the parts of the ticks.
    """

    weapon: str
    loaded: int
    done: int
    needed: int
    spare: int | None = None
    roll: Roll | None = None
    costs: tuple[Term, ...] = ()


class Braced(Event, frozen=True, kw_only=True, tag="reflex.braced"):
    """``actor`` folded the bipod of ``weapon`` down or up."""

    weapon: str
    down: bool


class Corrected(Event, frozen=True, kw_only=True, tag="reflex.corrected"):
    """The GM set ``field`` of ``actor`` (its part ``place``, where it has parts) to ``value``."""

    field: str
    value: str
    place: str = ""


EVENTS_TIME: tuple[type[Event], ...] = (
    ExchangeBegan,
    ComposureChecked,
    InitiativeRolled,
    TimeSpent,
    ExchangeEnded,
    Pressed,
    Held,
    Surrendered,
    PauseBegan,
    PauseEnded,
    FightDecided,
    Rested,
    PauseMoved,
    Waited,
    SecondDeclined,
    Switched,
    Assessed,
    StanceChanged,
    Communicated,
    DitchChecked,
    Ditched,
    Moved,
    Boarded,
    Readied,
    Stowed,
    Reloaded,
    Braced,
    Corrected,
)
