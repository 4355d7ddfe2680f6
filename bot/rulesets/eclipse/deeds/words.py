"""The words for what else is done in a phase."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import who
from bot.core.views import Viewer
from bot.core.wording import line, number
from bot.rulesets.eclipse.checks.wording import to_everybody
from bot.rulesets.eclipse.deeds.events import DefenceRaised, LetGo, Moved, StanceChanged, StoodDown

words = Words()


@words(StanceChanged)
def _stance_changed(event: StanceChanged, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " drops to the ground." if event.prone else " stands up."),)


@words(Moved)
def _moved(event: Moved, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), f" moves ({event.pace}) ", number(round(event.metres, 1)), " m."),)


@words(LetGo)
def _let_go(event: LetGo, viewer: Viewer) -> Lines:
    """Return no words: everybody reads that it went down."""
    return ()


words(StoodDown)(to_everybody("holds nothing under fire and watches nothing any more"))
words(DefenceRaised)(to_everybody("takes to full defence"))
