"""The words for an ambush."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import who
from bot.core.views import Viewer
from bot.core.wording import bad, good, line
from bot.rulesets.eclipse.ambush.events import AmbushSprung
from bot.rulesets.eclipse.checks.rules import is_tie
from bot.rulesets.eclipse.checks.wording import outcome_line

words = Words()


@words(AmbushSprung)
def _ambush_sprung(event: AmbushSprung, viewer: Viewer) -> Lines:
    tied = ": a tie" if is_tie(event.hiding, event.noticing) else ""
    result = bad("surprised") if event.surprised else good("not surprised")
    told = line(who(event, event.target, viewer), " is ", result, " by ", who(event, event.actor, viewer), f"{tied}.")
    return (told, outcome_line(event.hiding, known=True), outcome_line(event.noticing, known=True))
