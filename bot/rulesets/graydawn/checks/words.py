"""The words for a session."""

from __future__ import annotations

from bot.core.features import Words
from bot.core.wording import number
from bot.rulesets.graydawn.checks.events import SessionBegan
from bot.rulesets.graydawn.checks.wording import Parts, secretly

words = Words()


@words(SessionBegan)
@secretly()
def _session_began(event: SessionBegan) -> Parts:
    return (": luck is whole again, ", number(event.luck), ".")
