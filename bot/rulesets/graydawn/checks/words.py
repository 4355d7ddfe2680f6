"""The words for a session."""

from __future__ import annotations

from bot.core.features import Words
from bot.core.narration import Parts, secretly
from bot.core.wording import number
from bot.rulesets.graydawn.checks.events import SessionBegan

words = Words()


@words(SessionBegan)
@secretly()
def _session_began(event: SessionBegan) -> Parts:
    return (": luck is whole again, ", number(event.luck), ".")
