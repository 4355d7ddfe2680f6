"""What odds can be asked about in Gray Dawn, and which event settles each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.events import Event
from bot.rulesets.graydawn.fire.events import Attacked
from bot.rulesets.graydawn.wounds.events import Protected, Wounded

MISS, STOPPED = "miss", "hit without a wound"


def _hit(event: Event) -> str | None:
    """Return what the first roll comes to."""
    if isinstance(event, Attacked):
        return "hit" if event.hit else MISS
    return None


def _wound(event: Event) -> str | None:
    """Return the wound state that the first round which hits leads to."""
    match event:
        case Protected() if not event.left:
            return STOPPED
        case Wounded():
            return f"{event.state} wound" if event.state else "stun alone"
        case _:
            return MISS if _hit(event) == MISS else None


CHANCES: Mapping[str, Callable[[Event], str | None]] = {"hit": _hit, "wound": _wound}

HARMS: Mapping[type[Event], str] = {Wounded: "damage"}
