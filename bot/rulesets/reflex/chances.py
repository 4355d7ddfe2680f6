"""What odds can be asked about under the Reflex System, and which event settles each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.events import Event
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.checks.odds import HIT, MARGIN, MINE
from bot.rulesets.reflex.close.events import ControlSet, Struck
from bot.rulesets.reflex.indirect.events import FireAdjusted, FireCalled, IndirectFired
from bot.rulesets.reflex.kinds import Degree
from bot.rulesets.reflex.mines.events import (
    CommandTimed,
    FieldCrossed,
    FieldMarked,
    MineHandled,
    MineHit,
    MineLaid,
    MinePassed,
    MineTaken,
)
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.throws.events import Thrown
from bot.rulesets.reflex.trials.events import Tried
from bot.rulesets.reflex.wounds.events import Stopped, Wounded

MISS, UNHURT = "miss", "hit without injury"
BANG = "goes off"


def _hit(event: Event) -> str | None:
    match event:
        case ShotFired():
            return "hit" if event.hit else MISS
        case Struck() | Thrown() | IndirectFired():
            return "hit" if event.outcome.succeeded else MISS
        case _:
            return None


def _degree(event: Event) -> str | None:
    """Return the wound of the first round that hits; what comes behind it in a burst may be worse."""
    match event:
        case Stopped():
            return UNHURT
        case Wounded():
            return f"{event.degree.name.casefold()} injury" if event.degree is not Degree.NONE else UNHURT
        case _:
            return MISS if _hit(event) == MISS else None


def _control(event: Event) -> str | None:
    """Return what is left of a grip, or won by one."""
    if isinstance(event, ControlSet):
        return f"Control {event.control}"
    return MISS if _hit(event) == MISS else None


def _margin(event: Event) -> str | None:
    """Return by how much it succeeds or fails, which says how far off a throw or a round lands."""
    match event:
        case ShotFired() | Struck() | Thrown() | IndirectFired() | FireCalled() | FireAdjusted():
            outcome = event.outcome
            return f"succeeds by {outcome.margin}" if outcome.succeeded else f"fails by {outcome.failure}"
        case Tried(outcome=Outcome()):
            return f"succeeds by {event.net}" if event.won else f"fails by {-event.net}"
        case _:
            return None


def _metres(event: Event) -> str | None:
    """Return how far from its mark a throw lands."""
    if not isinstance(event, Thrown):
        return None
    return f"{event.off_m:g} m off" if event.off_m else "on the mark"


def _mine(event: Event) -> str | None:
    """Return what a mine does, or is made to do."""
    match event:
        case MineLaid():
            return BANG if event.accident else "armed" if event.laid.armed else "inert"
        case FieldCrossed() | MinePassed():
            return BANG if event.goes_off else "nothing happens"
        case CommandTimed():
            return f"{event.off_m:g} m off" if event.off_m else "right under it"
        case FieldMarked():
            return BANG if event.accident else f"{event.metres} m marked" if event.outcome.succeeded else "unsure"
        case _:
            return _cleared(event)


def _cleared(event: Event) -> str | None:
    match event:
        case MineHandled(how="spot"):
            return "sees what there is" if event.outcome.succeeded else "sees nothing"
        case MineHandled():
            return BANG if event.accident else "defused" if event.safe else "not yet defused"
        case MineHit():
            return BANG if event.goes_off else event.broken or "only scratched"
        case MineTaken():
            return BANG if event.goes_off else "taken away"
        case _:
            return None


CHANCES: Mapping[str, Callable[[Event], str | None]] = {
    HIT: _hit,
    "degree of injury": _degree,
    "Control": _control,
    MARGIN: _margin,
    "metres off": _metres,
    MINE: _mine,
}

HARMS: Mapping[type[Event], str] = {Wounded: "degree"}
