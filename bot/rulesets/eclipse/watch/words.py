"""The words for watching a place."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import spelled_place, who
from bot.core.views import Viewer
from bot.core.wording import line
from bot.rulesets.eclipse.watch.events import Interrupted, WatchBegan

words = Words()


@words(WatchBegan)
def _watch_began(event: WatchBegan, viewer: Viewer) -> Lines:
    where = f" watches {event.radius_m} m around {spelled_place(event.place)} with the {event.weapon}."
    return (line(who(event, event.actor, viewer), where),)


@words(Interrupted)
def _interrupted(event: Interrupted, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " has waited for ", who(event, event.target, viewer), "."),)
