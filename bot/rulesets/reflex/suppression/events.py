"""What suppressive fire does: areas under fire, and people who show themselves in them."""

from __future__ import annotations

from typing import ClassVar

from bot.core.events import Event
from bot.core.terms import Term


class AreaSuppressed(Event, frozen=True, kw_only=True, tag="reflex.area_suppressed"):
    """``actor`` keeps ``area`` under fire, ``width_m`` wide and ``range_m`` away, until the exchange of fire ends.

    The threat rating is the sum of ``terms``; ``rounds`` are those of each burst, ``spent`` those fired, ``loaded``
    what is left. ``known`` says that players know of the area.
    """

    area: str
    weapon: str
    title: str
    rounds: int
    spent: int
    loaded: int
    recoil: int
    width_m: float
    range_m: float
    terms: tuple[Term, ...]
    cost_ticks: int
    known: bool = True


class AreaSwept(Event, frozen=True, kw_only=True, tag="reflex.area_swept"):
    """Fire that players know of keeps ``area`` down, and nobody can see whose it is."""

    area: str
    rating: int
    width_m: float


class AreaLifted(Event, frozen=True, kw_only=True, tag="reflex.area_lifted"):
    """The GM said that ``area`` is under fire no longer; those who showed themselves in it stay shaken."""

    area: str


class AreaCovered(Event, frozen=True, kw_only=True, tag="reflex.area_covered"):
    """``actor`` goes on covering ``area``, until it does anything else."""

    quiet: ClassVar[bool] = True

    area: str


class Exposed(Event, frozen=True, kw_only=True, tag="reflex.exposed"):
    """``actor`` showed itself in an ``area`` under fire of a threat ``rating``; without a name players know of none."""

    area: str
    rating: int


class CaughtOpen(Event, frozen=True, kw_only=True, tag="reflex.caught_open"):
    """What ``actor`` does comes after the fire that it drew."""

    quiet: ClassVar[bool] = True


class Thwarted(Event, frozen=True, kw_only=True, tag="reflex.thwarted"):
    """``actor`` drew fire and did not get to what it was about to do."""


class SuppressionDenied(Event, frozen=True, kw_only=True, tag="reflex.suppression_denied"):
    """The GM did not let ``actor`` suppress an area."""


EVENTS_SUPPRESSION: tuple[type[Event], ...] = (
    AreaSuppressed,
    AreaSwept,
    AreaLifted,
    AreaCovered,
    Exposed,
    CaughtOpen,
    Thwarted,
    SuppressionDenied,
)
