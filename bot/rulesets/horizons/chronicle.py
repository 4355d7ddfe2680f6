"""What a fight came to: which events count as rounds, attacks and hits, and whose."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.tally import Count, Deed
from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.suppression.events import SuppressionFired
from bot.rulesets.horizons.throws.events import Blasted, GrenadeThrown
from bot.rulesets.horizons.wounds.events import Hit


def counts(event: Event) -> tuple[Count, ...]:
    """Return the rounds, attacks and hits that an event is: a hit for each bullet, and for each caught in a blast."""
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
