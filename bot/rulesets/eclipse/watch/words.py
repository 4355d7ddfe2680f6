"""The words for watching a place."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import spelled_place, who
from bot.core.views import Viewer, hides
from bot.core.wording import line
from bot.rulesets.eclipse.watch.events import Interrupted, WatchBegan

words = Words()


@words(WatchBegan)
def _watch_began(event: WatchBegan, viewer: Viewer) -> Lines:
    unknown = hides(event, event.actor, viewer)
    where = "a place" if unknown else f"{event.radius_m} m around {spelled_place(event.place)}"
    return (line(who(event, event.actor, viewer), f" watches {where} with the {event.weapon}."),)


@words(Interrupted)
def _interrupted(event: Interrupted, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " has waited for ", who(event, event.target, viewer), "."),)
