"""The features of the Reflex System; where several hear of one event they do so in this order."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.features import Features
from bot.rulesets.reflex import person, shots, time, wounds
from bot.rulesets.reflex.play import ReflexScene


class Rooms(Features):
    """Features beside others that the ruleset knows by its tables: they may hear of events of those as well."""

    def heard(self, scene: ReflexScene, event: Event) -> ReflexScene:
        """Return the scene after the features have heard of an event of any feature."""
        for hearing in self._heard.get(type(event), ()):
            scene = hearing(scene, event)
        return scene

    def _check(self) -> None:
        """Check nothing: what happens in features that are not listed is told and heard as well."""


FEATURES = Rooms(wounds, shots, time, person)
