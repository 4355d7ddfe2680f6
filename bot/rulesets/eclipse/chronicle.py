"""What a fight came to: which events count as rounds, attacks and hits, and whose."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.events import Event
from bot.core.tally import Count, Deed, tallied
from bot.core.views import Viewer
from bot.core.wording import Line
from bot.rulesets.eclipse.blasts.events import Exploded
from bot.rulesets.eclipse.fire.events import Attacked, Resolved
from bot.rulesets.eclipse.suppression.events import Suppressed


def summary(events: Sequence[Event], viewer: Viewer) -> tuple[Line, ...]:
    """A line for everybody who attacked or was hit, in the order in which they first did."""
    return tallied(events, viewer, _counts)


def _counts(event: Event) -> tuple[Count, ...]:
    """Whoever is caught in a blast counts as hit, also where armour stops all of it."""
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
