"""The words for what is set right by hand."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import who
from bot.core.views import Viewer, knows
from bot.core.wording import counted, line
from bot.rulesets.eclipse.person.events import Corrected

words = Words()


@words(Corrected)
def _corrected(event: Corrected, viewer: Viewer) -> Lines:
    told = f"{_now(event)} (set by hand)" if knows(event, event.actor, viewer) else "corrected"
    return (line(who(event, event.actor, viewer), f": {told}."),)


def _now(event: Corrected) -> str:
    """Return how it is now what was set right."""
    if event.weapon:
        return f"{counted(event.value, 'round')} in the {event.weapon}"
    if event.field == "out_turns":
        return f"{counted(event.value, 'turn')} out of action"
    return f"{'' if event.value else 'not '}{_LABELS.get(event.field, event.field)}"


_LABELS = {"dazed": "out of its wits"}
