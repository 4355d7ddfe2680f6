"""What a fight came to: which events count as rounds, attacks and hits, and whose."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.events import Event
from bot.core.tally import Count, Deed, tallied
from bot.core.views import Viewer
from bot.core.wording import Line
from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.suppression.events import SuppressionFired
from bot.rulesets.horizons.throws.events import Blasted, GrenadeThrown
from bot.rulesets.horizons.wounds.events import Hit


def summary(events: Sequence[Event], viewer: Viewer) -> tuple[Line, ...]:
    """A line for everybody who attacked or was hit, in the order in which they first did."""
    return tallied(events, viewer, _counts)


def _counts(event: Event) -> tuple[Count, ...]:
    """Each bullet that meets somebody is a hit; a blast is one for each who is caught in it."""
    match event:
        case ShotFired():
            return (event.actor, Deed.ROUNDS, event.fired), (event.actor, Deed.ATTACKS, 1)
        case SuppressionFired():
            return ((event.actor, Deed.ROUNDS, event.rounds),)
        case GrenadeThrown():
            return (event.actor, Deed.ATTACKS, 1), (event.actor, Deed.HITS, int(event.landed))
        case Hit():
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case Blasted():
            return ((event.actor, Deed.TAKEN, 1),)
        case _:
            return ()
