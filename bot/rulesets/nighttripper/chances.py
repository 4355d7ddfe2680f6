"""What odds can be asked about in Night Tripper, and which event settles each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.events import Event
from bot.rulesets.nighttripper.fire.events import Attacked, Hit
from bot.rulesets.nighttripper.wounds.events import ArmorUsed, LuckPaid, Wounded

MISS = "miss"


def _hit(event: Event) -> str | None:
    return ("hit" if event.hit else MISS) if isinstance(event, Attacked) else None


def _place(event: Event) -> str | None:
    return event.place if isinstance(event, Hit) else _missed(event)


def _wound(event: Event) -> str | None:
    match event:
        case Wounded():
            return f"{event.place} {event.severity}"
        case ArmorUsed() | LuckPaid():
            return "hit without a wound"
        case _:
            return _missed(event)


def _missed(event: Event) -> str | None:
    return MISS if _hit(event) == MISS else None


CHANCES: Mapping[str, Callable[[Event], str | None]] = {"hit": _hit, "place": _place, "wound": _wound}

HARMS: Mapping[type[Event], str] = {Wounded: "severity"}
