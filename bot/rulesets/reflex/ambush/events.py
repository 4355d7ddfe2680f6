"""What happens around ambushes: prepared and looked for in secret, then sprung on those who did not notice."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.core.events import Audience, Event
from bot.core.scene import restated, unique_name, with_scene_state
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.traps import Ambush

_with = msgspec.structs.replace

WHO_LEFT = ", who left"


class AmbushSet(Event, frozen=True, kw_only=True, tag="reflex.ambush_set"):
    """``actor`` prepared an ambush."""

    ambush: Ambush
    outcome: Outcome
    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return with_scene_state(scene, ambushes={**scene.state.ambushes, self.actor: self.ambush})


class AmbushWatched(Event, frozen=True, kw_only=True, tag="reflex.ambush_watched"):
    """``actor`` was on the watch for the ambush of ``target`` and has noticed it in time to stay away, or not."""

    outcome: Outcome
    noticed: bool
    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene in which who was on the watch has had the one chance to notice it."""
        ambush = scene.state.ambushes[self.target]
        aware = (*ambush.aware, self.actor) if self.noticed else ambush.aware
        ambush = _with(ambush, tried=(*ambush.tried, self.actor), aware=aware)
        return with_scene_state(scene, ambushes={**scene.state.ambushes, self.target: ambush})


class AmbushApproached(AmbushWatched, frozen=True, kw_only=True, tag="reflex.ambush_approached"):
    """``actor`` has come onto the ground of the ambush of ``target``, and has noticed it in passing, or not."""


class AmbushSprung(Event, frozen=True, kw_only=True, tag="reflex.ambush_sprung"):
    """``actor`` springs the ambush that ``leader`` prepared: the same, or nobody where that one cannot."""

    kind: str
    leader: str

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return _without(scene, self.leader)


class AmbushMet(Event, frozen=True, kw_only=True, tag="reflex.ambush_met"):
    """``actor`` is caught by an ambush or has noticed it before, by ``outcome`` in passing or else on the watch.

    ``initiative`` is what is left of an initiative that had been rolled already.
    """

    surprised: bool
    outcome: Outcome | None = None
    initiative: int | None = None

    def apply(self, scene: ReflexScene) -> ReflexScene:
        if not self.surprised:
            return scene
        rolled: dict[str, Any] = {} if self.initiative is None else {"initiative": self.initiative}
        return restated(
            scene, self.actor, lambda state: state.with_nerve(ambushed=True, surprised=True).with_turn(**rolled)
        )


class LeaderLeft(Event, frozen=True, kw_only=True, tag="reflex.ambush_leader_left"):
    """``actor`` has left the fight, and the ambush that it prepared lies in wait without a leader."""

    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the ambush kept under another name, since somebody else may take that of its leader."""
        others = {leader: ambush for leader, ambush in scene.state.ambushes.items() if leader != self.actor}
        gone = unique_name(others, f"{self.actor}{WHO_LEFT}")
        return with_scene_state(scene, ambushes={**others, gone: _with(scene.state.ambushes[self.actor], leader=gone)})


class AmbushDropped(Event, frozen=True, kw_only=True, tag="reflex.ambush_dropped"):
    """The ambush of ``actor`` was called off."""

    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return _without(scene, self.actor)


def _without(scene: ReflexScene, leader: str) -> ReflexScene:
    others = {key: ambush for key, ambush in scene.state.ambushes.items() if key != leader}
    return with_scene_state(scene, ambushes=others)
