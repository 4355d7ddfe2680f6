"""The words for watching a place."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, spelled_place, target_of
from bot.core.views import Viewer
from bot.core.wording import line
from bot.rulesets.horizons.checks.wording import is_told
from bot.rulesets.horizons.watch.events import WatchBegan, WatchEnded, WatchFailed, WatchSprung

words = Words()


@words(WatchBegan)
def _watching(event: WatchBegan, viewer: Viewer) -> Lines:
    if not is_told(event, viewer):
        return ()
    return (line(actor_of(event, viewer), f" watches {spelled_place(event.place)}."),)


@words(WatchEnded)
def _watch_ended(event: WatchEnded, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " watches nothing any more."),) if is_told(event, viewer) else ()


@words(WatchSprung)
def _watch_sprung(event: WatchSprung, viewer: Viewer) -> Lines:
    return (line(target_of(event, viewer), " moves where ", actor_of(event, viewer), " watches."),)


@words(WatchFailed)
def _watch_failed(event: WatchFailed, viewer: Viewer) -> Lines:
    """Tell those who know of the watch, which the event says: of a secret one it is the GM's alone."""
    why = " watches, and is not shot at: the gun does not reach so far, or does not fire."
    return (line(target_of(event, viewer), " moves where ", actor_of(event, viewer), why),)
