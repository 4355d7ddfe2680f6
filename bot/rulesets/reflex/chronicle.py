"""What a fight came to: who attacked how much, who was hit how often, and how those a viewer may know of fare."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.tally import Count, Deed
from bot.rulesets.reflex.close.events import Struck
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.wounds.events import Hit


def counts(event: Event) -> tuple[Count, ...]:
    """Return whom an event counts for, and as what."""
    match event:
        case ShotFired():
            return (event.actor, Deed.ROUNDS, event.spent), (event.actor, Deed.ATTACKS, 1)
        case Struck():
            return ((event.actor, Deed.ATTACKS, 1),)
        case Hit():
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case _:
            return ()
