"""The words for what is set right by hand."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.views import Viewer
from bot.core.wording import line
from bot.rulesets.horizons.checks.wording import is_told
from bot.rulesets.horizons.person.events import Corrected

words = Words()


@words(Corrected)
def _corrected(event: Corrected, viewer: Viewer) -> Lines:
    given = {
        "rounds": event.rounds,
        "fault": event.fault,
        "posture": event.posture,
        "pace": event.pace,
        "effort": event.effort,
        f"wounds ({event.zone})": event.wounds,
    }
    told = ", ".join(f"{key} {value or 'none'}" for key, value in given.items() if value is not None)
    known = is_told(event, viewer)
    what = f"{event.weapon} {told}" if event.weapon else told
    return (line("Set right for ", actor_of(event, viewer), f": {what}" if known else "", "."),)
