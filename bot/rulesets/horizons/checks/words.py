"""The words for checks and what they leave behind."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, who
from bot.core.telling.story import Story
from bot.core.views import Viewer, knows
from bot.core.wording import Span, bad, good, line, number
from bot.rulesets.horizons.checks.events import Checked, Contested, EffectTold, EffortSpent, Rested, SideEffect
from bot.rulesets.horizons.checks.wording import check_spans, is_told

words = Words()
story = Story()
story.explains(EffortSpent)
story.as_told(SideEffect)

DEGREES = ("small", "marked", "grave")


@words(EffortSpent)
def _effort_spent(event: EffortSpent, viewer: Viewer) -> Lines:
    points = (": ", number(event.points)) if is_told(event, viewer) else ()
    return (line(actor_of(event, viewer), " puts effort into it", *points, "."),)


@words(Rested)
def _rested(event: Rested, viewer: Viewer) -> Lines:
    points = (": ", number(event.effort), " effort") if is_told(event, viewer) else ()
    return (line(actor_of(event, viewer), " is rested", *points, "."),)


def effect_name(degree: int) -> str:
    """Return a side effect in words."""
    size = DEGREES[min(3, max(1, abs(degree))) - 1]
    return f"{size} {'lucky turn' if degree > 0 else 'mishap'}"


def _effect_span(degree: int) -> Span:
    return (good if degree > 0 else bad)(effect_name(degree))


@words(SideEffect)
def _side_effect(event: SideEffect, viewer: Viewer) -> Lines:
    waits = ": the GM says what comes of it." if event.open else "."
    return (line("A ", _effect_span(event.degree), " for ", actor_of(event, viewer), waits),)


@words(EffectTold)
def _effect_told(event: EffectTold, viewer: Viewer) -> Lines:
    what = f": {event.what}" if event.what else " is dealt with."
    return (line("The ", _effect_span(event.degree), " of ", actor_of(event, viewer), what),)


@words(Checked)
def _checked(event: Checked, viewer: Viewer) -> Lines:
    result = good("success") if event.passed else bad("failure")
    said = line(
        actor_of(event, viewer), f" tries {event.check.skill} against ", number(event.difficulty), ": ", result, "."
    )
    return (said, line(*check_spans(event.check, known=is_told(event, viewer)), depth=1))


@words(Contested)
def _contested(event: Contested, viewer: Viewer) -> Lines:
    target = who(event, event.target, viewer)
    won = good(" wins the tie" if event.check.result == event.against.result else " wins")
    result = won if event.won else bad(" loses")
    said = line(actor_of(event, viewer), result, " against ", target, f" ({event.check.skill}).")
    sides = ((event.check, event.actor), (event.against, event.target))
    known = [(made, who(event, one, viewer)) for made, one in sides if knows(event, one, viewer)]
    return (said, *(line(one, ": ", *check_spans(made, known=True), depth=1) for made, one in known))
