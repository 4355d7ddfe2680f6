"""The words for what ails or helps somebody."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.views import Viewer
from bot.core.wording import bad, good, line, sentence, with_sign
from bot.rulesets.horizons.checks.wording import is_told
from bot.rulesets.horizons.conditions.events import ConditionEnded, ConditionSet, SurroundingsSet

words = Words()


def condition_text(name: str, modifier: int, skill: str) -> str:
    """Return a condition as "dazed −2 (rifles)"."""
    return f"{name}{f' {with_sign(modifier)}' if modifier else ''}{f' ({skill})' if skill else ''}"


@words(ConditionSet)
def _condition_set(event: ConditionSet, viewer: Viewer) -> Lines:
    if not is_told(event, viewer):
        return ()
    text = condition_text(event.name, event.modifier, event.skill)
    until = f", to the end of round {event.until}" if event.until else ""
    return (line(actor_of(event, viewer), ": ", (bad if event.modifier < 0 else good)(text), f"{until}."),)


@words(ConditionEnded)
def _condition_ended(event: ConditionEnded, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), f" is {event.name} no more."),) if is_told(event, viewer) else ()


@words(SurroundingsSet)
def _surroundings_set(event: SurroundingsSet, viewer: Viewer) -> Lines:
    said = [f"{what}: {how}" for what, how in (("light", event.light), ("wind", event.wind)) if how]
    return (line(sentence(f"{'; '.join(said)}.")),)
