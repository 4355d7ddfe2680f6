"""What a fight came to: which events count as rounds, attacks and hits, and whose."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.tally import Count, Deed
from bot.rulesets.eclipse.blasts.events import Exploded
from bot.rulesets.eclipse.fire.events import Attacked, Resolved
from bot.rulesets.eclipse.suppression.events import Suppressed


def counts(event: Event) -> tuple[Count, ...]:
    """Return the rounds, attacks and hits that an event is; a blast hits whom it catches, whatever armour stops."""
    match event:
        case Attacked():
            return (event.actor, Deed.ROUNDS, event.spent), (event.actor, Deed.ATTACKS, 1)
        case Suppressed():
            return ((event.actor, Deed.ROUNDS, event.spent),)
        case Resolved() if event.hit:
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case Exploded():
            return (event.actor, Deed.HITS, 1), (event.target, Deed.TAKEN, 1)
        case _:
            return ()
