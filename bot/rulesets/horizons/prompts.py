"""What each question of Endless Horizons is about, in words: nobody chooses blindly."""

from __future__ import annotations

from bot.core.events import Asked
from bot.core.narration import Prompts, who
from bot.core.views import Viewer
from bot.core.wording import Line, figure, line, note


def _worst(event: Asked, viewer: Viewer) -> Line:
    side = note(f" (side effect {figure(int(event.question.detail))})")
    return line("Something goes very wrong with the gun of ", who(event, event.actor, viewer), side, ".")


PROMPTS: Prompts = {"worst": _worst}
