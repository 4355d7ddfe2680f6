"""The words for what else is done in a phase."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import who
from bot.core.views import Viewer
from bot.core.wording import line, number
from bot.rulesets.eclipse.checks.wording import to_everybody
from bot.rulesets.eclipse.deeds.events import Aimed, DefenceRaised, Moved, StanceChanged, StoodDown

words = Words()


@words(Aimed)
def _aimed(event: Aimed, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " aims at ", who(event, event.target, viewer), "."),)


@words(StanceChanged)
def _stance_changed(event: StanceChanged, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " drops to the ground." if event.prone else " stands up."),)


@words(Moved)
def _moved(event: Moved, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), f" moves ({event.pace}) ", number(round(event.metres, 1)), " m."),)


words(StoodDown)(to_everybody("holds nothing under fire and watches nothing any more"))
words(DefenceRaised)(to_everybody("takes to full defence"))
