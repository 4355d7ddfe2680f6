"""What a skirmish came to: which events count as attacks and hits, and whose."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.tally import Count, Deed
from bot.rulesets.nighttripper.fire.events import Attacked, Hit


def counts(event: Event) -> tuple[Count, ...]:
    """Return the attacks and hits that an event is: nobody counts rounds, and a hit is one whatever stopped it."""
    match event:
        case Attacked():
            return ((event.actor, Deed.ATTACKS, 1),)
        case Hit():
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case _:
            return ()
