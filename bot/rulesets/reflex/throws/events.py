"""What throwing does: pins that are pulled, fuses that burn in secret, throws and where they land."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import Audience, Event
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome


class PinPulled(Event, frozen=True, kw_only=True, tag="reflex.pin_pulled"):
    """``actor`` started the fuse of ``item`` and keeps it in hand."""

    item: str


class FuseLit(Event, frozen=True, kw_only=True, tag="reflex.fuse_lit"):
    """The fuse of ``item`` of ``actor`` burns until ``tick``, zero or less for the end of the exchange."""

    item: str
    explosive: str
    tick: int
    roll: Roll
    audience: Audience = Audience.GM


class Thrown(Event, frozen=True, kw_only=True, tag="reflex.thrown"):
    """``actor`` threw ``item`` at ``target``; a miss lands ``off_m`` metres away, where ``direction`` points.

    A ``blind`` throw was at what the thrower could not see.

    That is so many ``degrees`` clockwise from the line of the throw (missing from events of old), a direction that is
    ours where it says ``house``.
    """

    item: str
    mode: str
    range_m: float
    cost_ticks: int
    costs: tuple[Term, ...]
    outcome: Outcome
    off_m: float = 0
    direction: Roll | None = None
    degrees: int | None = None
    house: bool = False
    blind: bool = False


class FuseBurned(Event, frozen=True, kw_only=True, tag="reflex.fuse_burned"):
    """The fuse of ``item``, in the hand of ``actor`` or ``off_m`` metres from it, burned down."""

    item: str
    off_m: float


EVENTS_THROWS: tuple[type[Event], ...] = (PinPulled, FuseLit, Thrown, FuseBurned)
