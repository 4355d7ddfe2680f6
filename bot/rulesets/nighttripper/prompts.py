"""What each question of Night Tripper is about, in words: nobody chooses blindly."""

from __future__ import annotations

from bot.core.events import Asked
from bot.core.narration import Prompts, who
from bot.core.views import Viewer
from bot.core.wording import Line, line, note


def _reroll(event: Asked, viewer: Viewer) -> Line:
    risk = note(" A reroll costs 1 luck; a 1 fails, and takes luck for good.")
    return line(who(event, event.actor, viewer), f" has thrown {event.question.detail}.", risk)


def _wound(event: Asked, viewer: Viewer, instead: str) -> Line:
    by = (" by ", who(event, event.target, viewer)) if event.target else ()
    told = (who(event, event.actor, viewer), " is about to be wounded", *by, f": {event.question.detail}.")
    return line(*told, note(f" {instead} stops all of it."))


def _armor(event: Asked, viewer: Viewer) -> Line:
    return _wound(event, viewer, "To use armor spends it and")


def _luck(event: Asked, viewer: Viewer) -> Line:
    return _wound(event, viewer, "To pay luck")


PROMPTS: Prompts = {"reroll": _reroll, "armor": _armor, "luck": _luck}
