"""The words for what is set right by hand."""

from __future__ import annotations

from bot.core.features import Words
from bot.core.narration import secretly
from bot.core.wording import Span
from bot.rulesets.nighttripper.checks.wording import in_words
from bot.rulesets.nighttripper.person.events import Corrected

words = Words()


@words(Corrected)
@secretly()
def _corrected(event: Corrected) -> tuple[str | Span, ...]:
    fields = [each for each in ("luck", "luck_max", "armor", "dead", "wields") if getattr(event, each) is not None]
    changed = [f"{field.replace('_', ' ')} {_value(event, field)}" for field in fields]
    return (f": {', '.join(changed) or 'nothing changed'} (set by hand).",)


def _value(event: Corrected, field: str) -> str:
    value = getattr(event, field)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (in_words(value) if field == "armor" else str(value)) or "none"
