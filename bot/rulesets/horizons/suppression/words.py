"""The words for fire that keeps heads down."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, spelled_place, target_of
from bot.core.telling.story import Story
from bot.core.views import Viewer, hides
from bot.core.wording import counted, line
from bot.rulesets.horizons.checks.wording import is_told
from bot.rulesets.horizons.suppression.events import CameUnderFire, Suppressing, SuppressionEnded, SuppressionFired

words = Words()
story = Story()
story.opens(Suppressing, CameUnderFire, SuppressionFired)


@words(Suppressing)
def _suppressing(event: Suppressing, viewer: Viewer) -> Lines:
    whither = "" if hides(event, event.actor, viewer) else _whither(event)
    each = f"{counted(event.rounds, 'round')} at whatever anybody does, until it lets up."
    what = f" keeps heads down{whither} with {event.weapon}: {each}"
    return (line(actor_of(event, viewer), what),)


def _whither(event: Suppressing) -> str:
    """Return in which direction heads are kept down, or what older events say of that."""
    older = f" towards {spelled_place(event.end)}" if event.end else ""
    return f" to the {event.bearing}" if event.bearing else older


@words(CameUnderFire)
def _came_under_fire(event: CameUnderFire, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " comes under the fire of ", target_of(event, viewer), "."),)


@words(SuppressionFired)
def _suppression_fired(event: SuppressionFired, viewer: Viewer) -> Lines:
    left = f", {event.left} left" if is_told(event, viewer) else ""
    return (line(actor_of(event, viewer), f" keeps heads down: {counted(event.rounds, 'round')}{left}."),)


@words(SuppressionEnded)
def _suppression_ended(event: SuppressionEnded, viewer: Viewer) -> Lines:
    why = " has too few rounds left to go on" if event.empty else " lets up"
    why = " cannot go on, the gun fails" if event.fault else why
    return (line(actor_of(event, viewer), f"{why}: no suppressing fire any more."),)
