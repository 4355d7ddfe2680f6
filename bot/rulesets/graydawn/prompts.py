"""What each question of Gray Dawn is about, in words: nobody spends luck blindly."""

from __future__ import annotations

from bot.core.events import Asked
from bot.core.narration import Prompts, who
from bot.core.views import Viewer
from bot.core.wording import Line, line


def _luck(event: Asked, viewer: Viewer) -> Line:
    against = (" against ", who(event, event.target, viewer)) if event.target else ()
    return line(who(event, event.actor, viewer), f" may spend luck: {event.question.detail}", *against, ".")


PROMPTS: Prompts = {"luck": _luck}
