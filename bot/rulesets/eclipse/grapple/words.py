"""The words for a grapple."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import who
from bot.core.telling.story import Story
from bot.core.views import Viewer, knows
from bot.core.wording import Line, bad, good, line
from bot.rulesets.eclipse.checks.rules import Outcome, is_tie
from bot.rulesets.eclipse.checks.wording import outcome_line
from bot.rulesets.eclipse.grapple.actions import Purpose
from bot.rulesets.eclipse.grapple.events import GrappleOver, Wrestled

words = Words()
story = Story()
story.opens(Wrestled)

_TRIES = {
    Purpose.HOLD: " wrestles to hold ",
    Purpose.HURT: " wrestles to hurt ",
    Purpose.FREE: " wrestles to be free of ",
}


@words(Wrestled)
def _wrestled(event: Wrestled, viewer: Viewer) -> Lines:
    actor, target = who(event, event.actor, viewer), who(event, event.target, viewer)
    if event.outcome is None:
        return (line(actor, " lets go of ", target, "."),)
    tied = event.defence is not None and is_tie(event.outcome, event.defence)
    result = good("done") if event.won else bad("a tie, in vain" if tied else "in vain")
    told = line(actor, _TRIES[event.to], target, ": ", result, ".")
    found = ((event.actor, event.outcome), (event.target, event.defence))
    return (told, *(_check(event, one, outcome, viewer) for one, outcome in found if outcome))


def _check(event: Wrestled, one: str, outcome: Outcome, viewer: Viewer) -> Line:
    """Return the sum of one of the two, of whom both roll against each other."""
    summed = outcome_line(outcome, known=knows(event, one, viewer))
    return line(who(event, one, viewer), ": ", *summed.spans, depth=1)


@words(GrappleOver)
def _grapple_over(event: GrappleOver, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " is in a grapple no longer."),)
