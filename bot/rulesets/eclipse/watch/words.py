"""The words for watching a place."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import spelled_place, who
from bot.core.views import Viewer, hides
from bot.core.wording import line
from bot.rulesets.eclipse.watch.events import Interrupted, WatchBegan, WatchFailed

words = Words()


@words(WatchBegan)
def _watch_began(event: WatchBegan, viewer: Viewer) -> Lines:
    unknown = hides(event, event.actor, viewer)
    where = "a place" if unknown else f"{event.radius_m} m around {spelled_place(event.place)}"
    return (line(who(event, event.actor, viewer), f" watches {where} with the {event.weapon}."),)


@words(Interrupted)
def _interrupted(event: Interrupted, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " has waited for ", who(event, event.target, viewer), "."),)


@words(WatchFailed)
def _watch_failed(event: WatchFailed, viewer: Viewer) -> Lines:
    """Tell those who know of the watch, which the event says: of a secret one it is the GM's alone."""
    why = " watches, and is not attacked: the weapon does not reach so far, or has too few rounds."
    return (line(who(event, event.target, viewer), " moves where ", who(event, event.actor, viewer), why),)
