"""The words for what is set right by hand."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import who
from bot.core.views import Viewer, knows
from bot.core.wording import line
from bot.rulesets.eclipse.checks.wording import in_words
from bot.rulesets.eclipse.person.events import Corrected

words = Words()


@words(Corrected)
def _corrected(event: Corrected, viewer: Viewer) -> Lines:
    told = (
        f"{event.weapon} {in_words(event.field)} is now {event.value}"
        if knows(event, event.actor, viewer)
        else "corrected"
    )
    return (line(who(event, event.actor, viewer), f": {told.strip()}."),)
