"""What a fight came to: which events count as rounds, attacks and hits, and whose."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.tally import Count, Deed
from bot.rulesets.graydawn.blasts.events import Thrown
from bot.rulesets.graydawn.fire.events import Attacked
from bot.rulesets.graydawn.suppression.events import CoverFired, LaneHeld
from bot.rulesets.graydawn.wounds.events import Hit


def counts(event: Event) -> tuple[Count, ...]:
    """Return what an event counts as: each round that strikes is a hit; nobody is counted for lanes and blasts."""
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
