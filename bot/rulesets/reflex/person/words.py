"""The words for what the GM sets right by hand."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.views import Viewer, knows
from bot.core.wording import bad, line
from bot.rulesets.reflex.checks.wording import said
from bot.rulesets.reflex.person.events import Corrected

words = Words()


@words(Corrected)
def _corrected(event: Corrected, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    dropped = (line(actor, bad(" drops"), " what was under way."),) if event.dropped else ()
    if not knows(event, event.actor, viewer):
        return (line("The GM corrects ", actor, "."), *dropped)
    where = f" ({event.place})" if event.place else ""
    over = (line(actor, bad(" watches"), " no longer."),) if event.unwatched else ()
    return (line("The GM corrects ", actor, f": {said(event.field)}{where} is now {event.value}."), *over, *dropped)
