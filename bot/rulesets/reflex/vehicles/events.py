"""What happens to vehicles: they are hit, and they drive."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.terms import Term


class VehicleHit(Event, frozen=True, kw_only=True, tag="reflex.vehicle_hit"):
    """``target``, a vehicle, was hit at ``place``, by ``actor`` where somebody was behind it.

    ``damage`` is the sum of ``terms``; ``armor`` is the Armor value there, ``penetration`` its multiplier in halves,
    None for Nil, and ``final`` what got through. From ``threshold`` on that place gains a point of ``wear`` and is
    disabled, or destroyed where it was disabled before: ``broken`` says which, and is empty for scratches.
    ``roll`` is that for the place, None where it was known.
    """

    place: str
    damage: int
    armor: float
    penetration: int | None
    final: int
    threshold: int
    wear: int
    broken: str = ""
    graze: bool = False
    terms: tuple[Term, ...] = ()
    roll: Roll | None = None


class Drove(Event, frozen=True, kw_only=True, tag="reflex.drove"):
    """``actor``, a vehicle, goes at ``kmh`` kilometres an hour from now on."""

    kmh: int


EVENTS_VEHICLES: tuple[type[Event], ...] = (VehicleHit, Drove)
