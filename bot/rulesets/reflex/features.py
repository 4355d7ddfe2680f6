"""The features of the Reflex System; where several hear of one event they do so in this order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.events import Event
from bot.core.features import Features, Follow, Hearing, T, Telling
from bot.rulesets.reflex import (
    ambush,
    attacks,
    mines,
    morale,
    movement,
    pauses,
    person,
    shots,
    suppression,
    time,
    vehicles,
    wounds,
)
from bot.rulesets.reflex.play import ReflexScene, RuleOf


class Rooms(Features):
    """Features beside others that the ruleset knows by its tables: each may hear of events of the others."""

    def beside(
        self,
        rules: Mapping[str, RuleOf],
        events: tuple[type[Event], ...],
        changes: Mapping[type[Event], Callable[[ReflexScene, Event], ReflexScene]],
        hears: Mapping[type[Event], list[Hearing]],
        words: Mapping[type[Event], Telling],
        follows: Mapping[type[Event], list[Follow]],
    ) -> Rooms:
        """Return these features with what the others say in tables."""
        self.rules = {**self.rules, **rules}
        self.events = (*self.events, *events)
        self._changes = changes
        self._heard = {k: (*self._heard.get(k, ()), *hears.get(k, ())) for k in (*self._heard, *hears)}
        self._words = {**self._words, **words}
        self.follows = {k: (*self.follows.get(k, ()), *follows.get(k, ())) for k in (*self.follows, *follows)}
        return self

    def evolve(self, scene: T, event: Event) -> T:
        """Return the scene after an event of any feature."""
        change: Any = self._changes.get(type(event))
        scene = event.apply(scene) if change is None else change(scene, event)
        for hearing in self._heard.get(type(event), ()):
            scene = hearing(scene, event)
        return scene

    def _check(self) -> None:
        """Check nothing: what happens in features that are not listed is told and heard as well."""


FEATURES = Rooms(vehicles, wounds, shots, attacks, time, pauses, ambush, mines, movement, morale, suppression, person)
