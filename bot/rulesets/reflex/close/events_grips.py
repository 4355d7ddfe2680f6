"""What happens once bodies are entangled: Control won and lost, and what is done with it."""

from __future__ import annotations

from enum import StrEnum

from bot.core.events import Event
from bot.rulesets.reflex.checks.check import Outcome


class Ended(StrEnum):
    """Why there is less Control than there was."""

    ESCAPED = "escaped"
    LET_GO = "let go"
    OTHER_ACTION = "other action"
    UNABLE = "unable"


class ControlSet(Event, frozen=True, kw_only=True, tag="reflex.control_set"):
    """The Control of ``actor`` over ``target`` went from ``before`` to ``control``.

    ``margin`` is that of the grapple or of the escape that changed it, ``dive`` what a dive added; ``ended`` says why
    there is less.
    """

    before: int
    control: int
    margin: int = 0
    dive: int = 0
    ended: Ended | None = None


class Struggled(Event, frozen=True, kw_only=True, tag="reflex.struggled"):
    """``actor``, who is held, tried to move all the same."""

    outcome: Outcome


class GripStrained(Event, frozen=True, kw_only=True, tag="reflex.grip_strained"):
    """``actor`` held on to ``target``, who tried to move: ``net`` is the margin left to that, below zero none."""

    outcome: Outcome
    net: int


class Coerced(Event, frozen=True, kw_only=True, tag="reflex.coerced"):
    """A compliance hold of ``target`` hurt ``actor`` for as many as ``threats`` threat conditions."""

    threats: int


class DisarmResisted(Event, frozen=True, kw_only=True, tag="reflex.disarm_resisted"):
    """``actor`` tried to keep what ``target`` wrenched from its hands; ``net`` is the margin left to the attack."""

    outcome: Outcome
    net: int


class ChokeBegan(Event, frozen=True, kw_only=True, tag="reflex.choke_began"):
    """``actor`` began to choke ``target`` out, which takes the whole exchange of ``cost_ticks``."""

    cost_ticks: int


class ChokeSlipped(Event, frozen=True, kw_only=True, tag="reflex.choke_slipped"):
    """``actor`` does not hold ``target`` firmly enough to choke it, and has lost no time."""


class ChokeEnded(Event, frozen=True, kw_only=True, tag="reflex.choke_ended"):
    """The exchange in which ``actor`` choked ``target`` is over; ``control`` is what was left, ``firm`` if enough."""

    control: int
    firm: bool


class Blackout(Event, frozen=True, kw_only=True, tag="reflex.blackout"):
    """``actor`` was choked by ``target`` until it blacked out, or died where the check failed."""

    outcome: Outcome


EVENTS_GRIPS: tuple[type[Event], ...] = (
    ControlSet,
    Struggled,
    GripStrained,
    Coerced,
    DisarmResisted,
    ChokeBegan,
    ChokeSlipped,
    ChokeEnded,
    Blackout,
)
