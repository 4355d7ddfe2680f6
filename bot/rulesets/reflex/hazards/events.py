"""What passive hazards do to people: fire, falls, collisions, and air that is missing."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome


class HazardMet(Event, frozen=True, kw_only=True, tag="reflex.hazard_met"):
    """``actor`` was exposed to ``hazard``, a row of the table ``flames`` or none, and tried to avoid its ``damage``."""

    hazard: str
    damage: int
    outcome: Outcome


class IgnitionRolled(Event, frozen=True, kw_only=True, tag="reflex.ignition_rolled"):
    """Fire of ``damage`` reached ``actor``, who caught fire or not; ``need`` is the most the die may show.

    There is no ``roll`` where nothing could have prevented it.
    """

    hazard: str
    damage: int
    caught: bool
    need: int = 0
    roll: Roll | None = None


class PutOut(Event, frozen=True, kw_only=True, tag="reflex.put_out"):
    """``actor`` burns no more; ``target`` saw to it, unless it was ``actor`` or the GM."""


class Impacted(Event, frozen=True, kw_only=True, tag="reflex.impacted"):
    """``actor`` fell or was run into; each of so many ``hits`` does the sum of ``terms``."""

    cause: str
    terms: tuple[Term, ...]
    damage: int
    outcome: Outcome
    hits: int


class BreathHeld(Event, frozen=True, kw_only=True, tag="reflex.breath_held"):
    """``actor`` has no air from now on and holds its breath for ``periods`` exchanges of fire and pauses.

    ``gas`` says that there is something bad to breathe rather than nothing.
    """

    outcome: Outcome
    periods: int
    gas: bool = False


class BreathEbbed(Event, frozen=True, kw_only=True, tag="reflex.breath_ebbed"):
    """``actor`` can hold its breath for ``left`` more exchanges of fire and pauses."""

    left: int


class Inhaled(Event, frozen=True, kw_only=True, tag="reflex.inhaled"):
    """``actor`` could hold its breath no longer and breathed what there was."""


class AirReturned(Event, frozen=True, kw_only=True, tag="reflex.air_returned"):
    """``actor`` can breathe again."""


EVENTS_HAZARDS: tuple[type[Event], ...] = (
    HazardMet,
    IgnitionRolled,
    PutOut,
    Impacted,
    BreathHeld,
    BreathEbbed,
    Inhaled,
    AirReturned,
)
