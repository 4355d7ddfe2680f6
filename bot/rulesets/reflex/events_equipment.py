"""What damage does to equipment: it looks worse, works no more, or is gone; and what repair makes of that."""

from __future__ import annotations

from bot.core.events import Event


class EquipmentHit(Event, frozen=True, kw_only=True, tag="reflex.equipment_hit"):
    """``item`` of ``actor`` took ``damage``, of which ``final`` got through its ``armor`` at ``penetration`` halves.

    From ``threshold`` on it gains a point of Wear and is disabled, or destroyed where it was disabled before:
    ``broken`` says which, and is empty for scratches.
    """

    item: str
    substance: str
    armor: int
    threshold: int
    damage: int
    penetration: int | None
    final: int
    wear: int
    broken: str = ""


class Mended(Event, frozen=True, kw_only=True, tag="reflex.mended"):
    """``item`` of ``actor`` works again; its Wear stays."""

    item: str


EVENTS_EQUIPMENT: tuple[type[Event], ...] = (EquipmentHit, Mended)
