"""The words for what happens to weapons."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import who
from bot.core.telling.story import Story
from bot.core.views import Viewer, knows
from bot.core.wording import bad, counted, line
from bot.rulesets.eclipse.checks.wording import in_words
from bot.rulesets.eclipse.equipment.events import Disarmed, Readied, Reloaded

words = Words()
story = Story()
story.as_told(Disarmed, fate="disarmed")


@words(Reloaded)
def _reloaded(event: Reloaded, viewer: Viewer) -> Lines:
    if event.left:
        more = f"{event.left} more action{'s' if event.left > 1 else ''}"
        return (line(who(event, event.actor, viewer), f" is loading the {event.weapon}: {more}."),)
    told = line(who(event, event.actor, viewer), f" reloads the {event.weapon}.")
    if not knows(event, event.actor, viewer):
        return (told,)
    spare = "" if event.spare is None else f", {event.spare} left"
    return (told, line(f"{counted(event.loaded, 'round')}, {in_words(event.ammunition)}{spare}", depth=1))


@words(Readied)
def _readied(event: Readied, viewer: Viewer) -> Lines:
    verb = "readies" if event.ready else "puts away"
    return (line(who(event, event.actor, viewer), f" {verb} the {event.weapon}."),)


@words(Disarmed)
def _disarmed(event: Disarmed, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), bad(" loses hold"), f" of the {event.weapon}."),)
