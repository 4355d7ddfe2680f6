"""The words for what changes hands: everybody sees the thing go, and its ticks only who may know them."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, spelled_place, target_of
from bot.core.terms import total
from bot.core.views import Viewer, knows
from bot.core.wording import bad, line
from bot.rulesets.reflex.checks.labels import another
from bot.rulesets.reflex.checks.wording import ticks_spans
from bot.rulesets.reflex.handing.events import HandedOver, NotTaken, TakenUp

words = Words()


@words(TakenUp)
def _taken_up(event: TakenUp, viewer: Viewer) -> Lines:
    live = bad("live ") if event.number else ""
    at = spelled_place(event.place) if event.place else target_of(event, viewer)
    whose = () if event.target == event.actor and not event.place else (" at ", at)
    told = (" picks up the ", live, another(event.item, event.number), *whose, ".")
    return (line(actor_of(event, viewer), *told), *_costs(event, viewer))


@words(HandedOver)
def _handed_over(event: HandedOver, viewer: Viewer) -> Lines:
    told = (f" hands the {event.item} to ", target_of(event, viewer), ".")
    return (line(actor_of(event, viewer), *told), *_costs(event, viewer))


def _costs(event: TakenUp | HandedOver, viewer: Viewer) -> Lines:
    """Return the ticks of it, where they are a sum and may be known."""
    if len(event.costs) < 2 or not knows(event, event.actor, viewer):
        return ()
    return (line(*ticks_spans(event.costs, total(event.costs)), ".", depth=1),)


@words(NotTaken)
def _not_taken(event: NotTaken, viewer: Viewer) -> Lines:
    told = (f" holds out the {event.item}, and ", target_of(event, viewer), " does not take it.")
    return (line(actor_of(event, viewer), *told),)
