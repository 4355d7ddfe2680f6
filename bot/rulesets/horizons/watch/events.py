"""What happens by watching a place."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Personal, Told
from bot.core.ground.places import Place
from bot.rulesets.horizons.state import State

_with = msgspec.structs.replace

WATCH = "whoever comes to the place that is watched"


class WatchBegan(Personal, frozen=True, kw_only=True, tag="horizons.watching"):
    """``actor`` keeps its reaction for whoever of another side comes or moves near a ``place``, until its next turn."""

    place: Place

    def changed(self, state: State) -> State:
        """Return the state with the reaction kept for that."""
        return _with(state, readied=WATCH, fresh=True)


class WatchSprung(Personal, frozen=True, kw_only=True, tag="horizons.watch_sprung"):
    """``target`` moved where ``actor`` watches, who uses the reaction and the attack of the round."""

    def changed(self, state: State) -> State:
        """Return the state with the reaction kept for nothing more."""
        return _with(state, readied="", fresh=False)


class WatchEnded(Personal, frozen=True, kw_only=True, tag="horizons.watch_ended"):
    """``actor`` watches nothing any more: a ground was laid, or others acted while it was gone."""

    silent: ClassVar[bool] = True

    def changed(self, state: State) -> State:
        """Return the state with the reaction kept for nothing more."""
        return _with(state, readied="", fresh=False)


class WatchFailed(Told, frozen=True, kw_only=True, tag="horizons.watch_failed"):
    """``target`` moved where ``actor`` watches, whose gun did not allow a shot; the reaction is kept."""
