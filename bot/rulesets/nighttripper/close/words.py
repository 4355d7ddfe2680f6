"""The words for reach."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, target_of
from bot.core.telling.story import Story
from bot.core.views import Viewer
from bot.core.wording import line, note
from bot.rulesets.nighttripper.close.events import AdvantageGained, QuartersSet, ReachSet

words = Words()
story = Story()
story.as_told(AdvantageGained)


@words(AdvantageGained)
def _advantage_gained(event: AdvantageGained, viewer: Viewer) -> Lines:
    inside = " gets inside the reach of "
    return (line(actor_of(event, viewer), inside, target_of(event, viewer), note(" (advantage from next round)"), "."),)


@words(ReachSet)
def _reach_set(event: ReachSet, viewer: Viewer) -> Lines:
    actor, target = actor_of(event, viewer), target_of(event, viewer)
    if event.position:
        return (line(actor, f" is {event.position} in melee against ", target, "."),)
    return (line(actor, " and ", target, " stand as their weapons say."),)


@words(QuartersSet)
def _quarters_set(event: QuartersSet, viewer: Viewer) -> Lines:
    longer = "shorter" if event.cramped else "longer"
    return (line(f"{'Cramped quarters' if event.cramped else 'Open space'}: the {longer} weapon has the advantage."),)
