"""What each question of a brawl is about."""

from __future__ import annotations

from bot.core.events import Asked
from bot.core.narration import Prompts, who
from bot.core.views import Viewer
from bot.core.wording import Line, line


def _block(event: Asked, viewer: Viewer) -> Line:
    striker, struck = who(event, event.target, viewer), who(event, event.actor, viewer)
    return line(striker, " is about to hit ", struck, ".")


def _boon(event: Asked, viewer: Viewer) -> Line:
    return line(who(event, event.actor, viewer), " asks for a boon.")


PROMPTS: Prompts = {"block": _block, "boon": _boon}
