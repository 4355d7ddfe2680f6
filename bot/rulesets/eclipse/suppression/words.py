"""The words for suppressive fire."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import who
from bot.core.telling.story import Story
from bot.core.views import Viewer, hides, knows
from bot.core.wording import counted, line
from bot.rulesets.eclipse.suppression.events import Suppressed

words = Words()
story = Story()
story.opens(Suppressed)


@words(Suppressed)
def _suppressed(event: Suppressed, viewer: Viewer) -> Lines:
    whither = f" to the {event.bearing}" if event.bearing and not hides(event, event.actor, viewer) else ""
    held = f" holds {event.width_m} m under fire{whither} with the {event.weapon}: whoever shows up there is shot at."
    told = line(who(event, event.actor, viewer), held)
    if not knows(event, event.actor, viewer):
        return (told,)
    return (told, line(f"{counted(event.loaded, 'round')} left", depth=1))
