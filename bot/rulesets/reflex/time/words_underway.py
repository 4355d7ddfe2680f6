"""The words for actions that end later: that somebody is busy and until when, not with what."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.narration import who
from bot.core.views import Viewer
from bot.core.wording import Line, bad, line, number
from bot.rulesets.reflex.time.events_underway import ActionBegun, ActionLost


def lines(event: Event, viewer: Viewer) -> tuple[Line, ...]:
    """The words for one event of EVENTS_UNDERWAY."""
    name = who(event, event.actor, viewer)
    match event:
        case ActionBegun():
            return (line(name, " is busy until tick ", number(event.ends), "."),)
        case ActionLost():
            return (line(name, bad(" loses"), " what was under way: it cannot be done any more."),)
        case _:
            return ()
