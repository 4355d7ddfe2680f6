"""What a fight came to: which events count as rounds, attacks and hits, and whose."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.events import Event
from bot.core.tally import Count, Deed, tallied
from bot.core.views import Viewer
from bot.core.wording import Line
from bot.rulesets.graydawn.blasts.events import Thrown
from bot.rulesets.graydawn.fire.events import Attacked
from bot.rulesets.graydawn.suppression.events import CoverFired, LaneHeld
from bot.rulesets.graydawn.wounds.events import Hit


def summary(events: Sequence[Event], viewer: Viewer) -> tuple[Line, ...]:
    """A line for everybody who attacked or was hit, in the order in which they first did."""
    return tallied(events, viewer, _counts)


def _counts(event: Event) -> tuple[Count, ...]:
    """Each round that strikes is a hit, also where armour stops it; nobody counts whose the lanes and blasts are."""
    match event:
        case Attacked():
            return (event.actor, Deed.ROUNDS, event.fired), (event.actor, Deed.ATTACKS, 1)
        case CoverFired() | LaneHeld():
            return ((event.actor, Deed.ROUNDS, event.fired),)
        case Thrown():
            return ((event.actor, Deed.ATTACKS, 1),)
        case Hit():
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case _:
            return ()
