"""Where somebody pauses only for what players know nothing of, nobody looks until something happens that all know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from bot.core.events import Event, Stood
from bot.core.ground.laid import Ground
from bot.core.ground.places import Place

Passing: TypeAlias = Mapping[str, Place]
"""Who has paused where nobody looks, by id, with where each was looked for last."""

NOBODY: Passing = {}


def passing_behind(events: Iterable[Event]) -> Passing:
    """Return who has paused where nobody looks once these events have happened."""
    found = NOBODY
    for event in events:
        if isinstance(event, Stood):
            found = after_stop(found, event)
    return found


def after_stop(passing: Passing, stood: Stood) -> Passing:
    """Return the same once somebody has come to stand somewhere: there it pauses unwatched, or is looked for."""
    others = {actor: since for actor, since in passing.items() if actor != stood.actor}
    return {**others, stood.actor: stood.since} if stood.passing and stood.since else others


def with_since(passing: Passing, ground: Ground | None, stood: Stood) -> Stood:
    """Return an event of standing with where its actor was looked for last, if it has paused unwatched since."""
    since = passing.get(stood.actor)
    if since is None and stood.passing and ground is not None:
        since = ground.places.get(stood.actor)
    return stood if since is None else msgspec.structs.replace(stood, since=since)
