"""The words for a round and its steps."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.telling.story import Story
from bot.core.views import Viewer
from bot.core.wording import Mark, Span, line, note
from bot.rulesets.nighttripper.checks.wording import in_words
from bot.rulesets.nighttripper.time.events import Passed, RoundBegan, StepCalled

words = Words()
story = Story()
story.gathers_alike(Passed, several="wait", one="waits")
story.answers_alone(Passed)
story.announces(StepCalled)


@words(RoundBegan)
def _round_began(event: RoundBegan, viewer: Viewer) -> Lines:
    return (line(Span(f"Round {event.number}", Mark.HEADING)),)


@words(StepCalled)
def _step_called(event: StepCalled, viewer: Viewer) -> Lines:
    return (line(note(f"{event.title}, all at once: who acts?")),)


@words(Passed)
def _passed(event: Passed, viewer: Viewer) -> Lines:
    step = f" for the step {event.title or in_words(event.until)}" if event.until else ""
    return (line(actor_of(event, viewer), f" waits{step}."),)
