"""What odds can be asked about under the Reflex System, and which event settles each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.events import Event
from bot.rulesets.reflex.events_close import Struck
from bot.rulesets.reflex.events_combat import ShotFired, Stopped, Wounded
from bot.rulesets.reflex.events_grips import ControlSet
from bot.rulesets.reflex.state import Degree

MISS, UNHURT = "miss", "hit without injury"


def _hit(event: Event) -> str | None:
    match event:
        case ShotFired():
            return "hit" if event.hit else MISS
        case Struck():
            return "hit" if event.outcome.succeeded else MISS
        case _:
            return None


def _degree(event: Event) -> str | None:
    """The wound of the first round that hits; what comes behind it in a burst may be worse."""
    match event:
        case Stopped():
            return UNHURT
        case Wounded():
            return f"{event.degree.name.casefold()} injury" if event.degree is not Degree.NONE else UNHURT
        case _:
            return MISS if _hit(event) == MISS else None


def _control(event: Event) -> str | None:
    """What is left of a grip, or won by one."""
    if isinstance(event, ControlSet):
        return f"Control {event.control}"
    return MISS if _hit(event) == MISS else None


CHANCES: Mapping[str, Callable[[Event], str | None]] = {
    "hit": _hit,
    "degree of injury": _degree,
    "Control": _control,
}
