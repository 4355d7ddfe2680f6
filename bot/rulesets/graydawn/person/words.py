"""The words for what is set right by hand."""

from __future__ import annotations

from bot.core.features import Words
from bot.core.narration import Parts, secretly
from bot.rulesets.graydawn.person.events import Corrected
from bot.rulesets.graydawn.state import Stance

words = Words()


@words(Corrected)
@secretly()
def _corrected(event: Corrected) -> Parts:
    told = [
        f"{_LABELS.get(field, field)} {_value(value)}"
        for field in _FIELDS
        if (value := getattr(event, field)) is not None
    ]
    return (f": {', '.join(told) or 'nothing changed'} (set by hand).",)


_FIELDS = (
    "luck",
    "boxes",
    "stun",
    "loaded",
    "spare",
    "wields",
    "stance",
    "stunned",
    "stable",
    "dead",
    "dying",
    "score",
)
_LABELS = {"score": "initiative"}


def _value(value: object) -> str:
    if isinstance(value, Stance):
        return value.replace("_", " ")
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
