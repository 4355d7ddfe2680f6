"""What happens by watching an area: it begins, and ends with a shot, another action or the exchange."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.ground.places import Place
from bot.core.scene import restated
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Overwatch


class WatchBegan(Event, frozen=True, kw_only=True, tag="reflex.watch_began"):
    """``actor`` waits for whoever comes into an area or moves there, or around a ``place``, None in what is older."""

    overwatch: Overwatch
    place: Place | None = None

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return restated(scene, self.actor, lambda state: state.with_turn(overwatch=self.overwatch))


class WatchBroken(Event, frozen=True, kw_only=True, tag="reflex.watch_broken"):
    """``actor`` fires at ``target``, who came into the area or moved there, on the ``tick`` on which its Wait ended."""

    tick: int

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return restated(scene, self.actor, lambda state: state.with_turn(overwatch=None, initiative=self.tick))
