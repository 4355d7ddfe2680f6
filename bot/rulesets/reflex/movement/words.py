"""The words for who has come behind something."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.views import Viewer
from bot.core.wording import good, line
from bot.rulesets.reflex.movement.events import Sheltered

words = Words()


@words(Sheltered)
def _sheltered(event: Sheltered, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), good(" takes cover"), f" behind {event.thing}."),)
