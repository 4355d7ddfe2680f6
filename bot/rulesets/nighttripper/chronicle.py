"""What a skirmish came to: which events count as attacks and hits, and whose."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.events import Event
from bot.core.tally import Count, Deed, tallied
from bot.core.views import Viewer
from bot.core.wording import Line
from bot.rulesets.nighttripper.fire.events import Attacked, Hit


def summary(events: Sequence[Event], viewer: Viewer) -> tuple[Line, ...]:
    """A line for everybody who attacked or was hit, in the order in which they first did."""
    return tallied(events, viewer, _counts)


def _counts(event: Event) -> tuple[Count, ...]:
    """Nobody counts rounds here; a hit is one whatever armour and luck made of it."""
    match event:
        case Attacked():
            return ((event.actor, Deed.ATTACKS, 1),)
        case Hit():
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case _:
            return ()
