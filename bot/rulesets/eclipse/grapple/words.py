"""The words for a grapple."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import who
from bot.core.views import Viewer, knows
from bot.core.wording import bad, good, line
from bot.rulesets.eclipse.checks.rules import is_tie
from bot.rulesets.eclipse.checks.wording import outcome_line
from bot.rulesets.eclipse.grapple.actions import Purpose
from bot.rulesets.eclipse.grapple.events import GrappleOver, Wrestled

words = Words()

_TRIES = {Purpose.HOLD: " takes hold of ", Purpose.HURT: " wrestles to hurt ", Purpose.FREE: " wrestles to be free of "}


@words(Wrestled)
def _wrestled(event: Wrestled, viewer: Viewer) -> Lines:
    actor, target = who(event, event.actor, viewer), who(event, event.target, viewer)
    if event.outcome is None:
        return (line(actor, " lets go of ", target, "."),)
    tied = event.defence is not None and is_tie(event.outcome, event.defence)
    result = good("done") if event.won else bad("a tie, in vain" if tied else "in vain")
    told = line(actor, _TRIES[event.to], target, ": ", result, ".")
    checks = [outcome_line(event.outcome, known=knows(event, event.actor, viewer))]
    if event.defence:
        checks.append(outcome_line(event.defence, known=knows(event, event.target, viewer)))
    return (told, *checks)


@words(GrappleOver)
def _grapple_over(event: GrappleOver, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " is in a grapple no longer."),)
