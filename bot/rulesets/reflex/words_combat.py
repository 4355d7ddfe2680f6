"""The words for attacks and injuries."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.views import Viewer
from bot.core.wording import Line


def lines(event: Event, viewer: Viewer) -> tuple[Line, ...]:
    """The words for one event of EVENTS_COMBAT."""
    return ()
