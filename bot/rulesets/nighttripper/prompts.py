"""What each question of Night Tripper is about, in words: nobody chooses blindly."""

from __future__ import annotations

from bot.core.events import Asked
from bot.core.narration import Prompts, who
from bot.core.views import Viewer
from bot.core.wording import Line, line


def _reroll(event: Asked, viewer: Viewer) -> Line:
    return line(who(event, event.actor, viewer), f" has thrown {event.question.detail}.")


def _wound(event: Asked, viewer: Viewer) -> Line:
    return line(who(event, event.actor, viewer), f" is about to be wounded: {event.question.detail}.")


PROMPTS: Prompts = {"reroll": _reroll, "armor": _wound, "luck": _wound}
