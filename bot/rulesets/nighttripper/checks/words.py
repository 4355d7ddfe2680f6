"""The words for luck that is used up."""

from __future__ import annotations

from bot.core.features import Words
from bot.core.narration import secretly
from bot.core.wording import Span, bad
from bot.rulesets.nighttripper.checks.events import Retired

words = Words()


@words(Retired)
@secretly()
def _retired(event: Retired) -> tuple[str | Span, ...]:
    return (bad(" has no luck left for good"), " and will retire.")
