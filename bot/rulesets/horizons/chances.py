"""What odds can be asked about in Endless Horizons, and which event settles each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.events import Event
from bot.core.wording import counted
from bot.rulesets.horizons.fire.events import BarrelBurst, ShotFired
from bot.rulesets.horizons.wounds.events import Hit, Hurt

MISS, BURST = "miss", "the barrel bursts"


def _hit(event: Event) -> str | None:
    match event:
        case ShotFired():
            return "hit" if event.hits else MISS
        case BarrelBurst():
            return BURST
        case _:
            return None


def _hits(event: Event) -> str | None:
    if isinstance(event, ShotFired) and event.hits:
        return counted(event.hits, "hit")
    return _hit(event)


def _zone(event: Event) -> str | None:
    """Return the zone of the first bullet that hits."""
    if isinstance(event, Hit):
        return event.zone
    found = _hit(event)
    return found if found in (MISS, BURST) else None


CHANCES: Mapping[str, Callable[[Event], str | None]] = {"hit": _hit, "hits": _hits, "zone": _zone}

HARMS: Mapping[type[Event], str] = {Hurt: "points"}
