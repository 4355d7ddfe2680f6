"""The words for what somebody is behind."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.views import Viewer
from bot.core.wording import line
from bot.rulesets.graydawn.cover.events import CoverSet

words = Words()


@words(CoverSet)
def _cover_set(event: CoverSet, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), f" is {_behind(event)}."),)


def _behind(event: CoverSet) -> str:
    return f"behind cover of level {event.level}" if event.cover else "without cover"
