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


class ArmorWornDown(Event, frozen=True, kw_only=True, tag="reflex.armor_worn_down"):
    """A piece of ``armor`` that ``actor`` wears, or the Armor at a ``place`` of a vehicle, went down, both in halves.

    ``blast`` says that an explosion or a fire did it.
    """

    before: int
    after: int
    armor: str = ""
    place: str = ""
    blast: bool = False


EVENTS_EQUIPMENT: tuple[type[Event], ...] = (EquipmentHit, Mended, ArmorWornDown)
