"""The words for posture, movement and cover."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.views import Viewer
from bot.core.wording import line, the
from bot.rulesets.horizons.movement.events import GotBehind, Moved, PostureChanged, TookCover

words = Words()


@words(PostureChanged)
def _posture_changed(event: PostureChanged, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), f" is {event.posture} now."),)


@words(Moved)
def _moved(event: Moved, viewer: Viewer) -> Lines:
    behind = f", behind {the(event.behind)}" if event.behind else ""
    return (line(actor_of(event, viewer), f" moves: {event.pace}{behind}."),)


@words(GotBehind)
def _got_behind(event: GotBehind, viewer: Viewer) -> Lines:
    """Return no words: everybody reads that it went there, and who fires at it knows what it sees."""
    return ()


@words(TookCover)
def _took_cover(event: TookCover, viewer: Viewer) -> Lines:
    if not event.cover:
        return (line(actor_of(event, viewer), " comes out into the open."),)
    return (line(actor_of(event, viewer), f" is behind {event.cover} (hidden: {', '.join(event.parts)})."),)
