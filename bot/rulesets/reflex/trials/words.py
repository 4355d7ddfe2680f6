"""The words for what is tried: everybody reads what came of it, and who may know them the sums."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, target_of
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Span, bad, good, line
from bot.rulesets.reflex.checks.wording import check_line, margin_span, said
from bot.rulesets.reflex.trials.events import Tried

words = Words()


@words(Tried)
def _tried(event: Tried, viewer: Viewer) -> Lines:
    target = (" against ", target_of(event, viewer)) if event.target else ()
    told = line(actor_of(event, viewer), f" tries {said(event.what)}", *target)
    if event.secret and not viewer.gm:
        return (line(*told.spans, "."),)
    return (line(*told.spans, ": ", *_result(event), "."), *_checks(event, viewer))


def _result(event: Tried) -> tuple[str | Span, ...]:
    if event.outcome is None:
        return (bad("broken, and lost before it begins"),)
    if not event.target or not event.outcome.succeeded:
        return (margin_span(event.outcome),)
    if event.opposing is None:
        return (good(f"wins by {event.net}"), ", unopposed")
    if event.opposing.succeeded and event.net == 0:
        return (good("wins the tie"),)
    return (good(f"wins by {event.net}") if event.won else bad(f"loses by {-event.net}"),)


def _checks(event: Tried, viewer: Viewer) -> tuple[Line, ...]:
    sides = ((event.outcome, event.actor), (event.opposing, event.target))
    return tuple(check_line(made, knows=knows(event, one, viewer)) for made, one in sides if made)
