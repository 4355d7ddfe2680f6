"""What odds can be asked about in Eclipse Phase, and which event settles each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.events import Event
from bot.core.wording import counted
from bot.rulesets.eclipse.blasts.events import Exploded
from bot.rulesets.eclipse.fire.events import Attacked, Resolved
from bot.rulesets.eclipse.wounds.events import Damaged

MISS, DODGED = "miss", "dodged"
HIT, CRITICAL, AS_CALLED = "hit", "critical hit", "hit as called"
HITS = frozenset({HIT, CRITICAL, AS_CALLED})


def _hit(event: Event) -> str | None:
    match event:
        case Attacked():
            return None if event.outcome.succeeded else MISS
        case Resolved() if not event.hit:
            return DODGED
        case Resolved() if event.called:
            return AS_CALLED
        case Resolved():
            return CRITICAL if event.critical else HIT
        case Exploded():
            return HIT
        case _:
            return None


def _wounds(event: Event) -> str | None:
    """Return how many wounds the first who is hit takes."""
    if isinstance(event, Damaged):
        return counted(event.wounds, "wound")
    missed = _hit(event)
    return missed if missed in (MISS, DODGED) else None


CHANCES: Mapping[str, Callable[[Event], str | None]] = {"hit": _hit, "wounds": _wounds}

HARMS: Mapping[type[Event], str] = {Damaged: "damage"}
