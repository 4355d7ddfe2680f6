"""What happens while somebody watches a place."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.events import AtOnce, Told
from bot.core.ground.places import Place
from bot.rulesets.eclipse.state import State, Watching


class WatchBegan(AtOnce, frozen=True, kw_only=True, tag="eclipse.watch_began"):
    """``actor`` watches ``radius_m`` around a place with a weapon until its next phase."""

    weapon: str
    mode: str
    place: Place
    radius_m: int

    def changed(self, state: State) -> State:
        """Return the state watching."""
        return replace(state, watching=Watching(self.weapon, self.mode))


class Interrupted(AtOnce, frozen=True, kw_only=True, tag="eclipse.interrupted"):
    """``actor``, who had watched the place, takes its delayed action as ``target`` comes there."""

    def changed(self, state: State) -> State:
        """Return the state watching no longer."""
        return replace(state, watching=None)


class WatchFailed(Told, frozen=True, kw_only=True, tag="eclipse.watch_failed"):
    """``target`` came or moved where ``actor`` watches, whose weapon did not allow an attack; it watches on."""
