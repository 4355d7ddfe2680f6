"""What becomes of the place where people fight: its weather, and what burns in it."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Event, Told
from bot.core.ground.places import Bearing, Place
from bot.core.scene import with_scene_state
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Burning

_with = msgspec.structs.replace


class PlaceLit(Told, frozen=True, kw_only=True, tag="reflex.place_lit"):
    """A GM said what can be seen ``radius_m`` metres around a ``place``; without a ``light`` it is as elsewhere."""

    place: Place
    light: str = ""
    radius_m: float = 0


class WeatherSet(Event, frozen=True, kw_only=True, tag="reflex.weather_set"):
    """The wind, a row of the table ``winds``, and the light, one of ``visibility``; empty for as it was.

    It blows ``toward`` there; None for as it did.
    """

    wind: str = ""
    light: str = ""
    toward: Bearing | None = None

    def apply(self, scene: ReflexScene) -> ReflexScene:
        scene_state = scene.state
        changed = _with(
            scene_state,
            wind=self.wind or scene_state.wind,
            wind_toward=self.toward or scene_state.wind_toward,
            visibility=self.light or scene_state.visibility,
        )
        return _with(scene, state=changed)


class Scorched(Event, frozen=True, kw_only=True, tag="reflex.scorched"):
    """Fire of ``damage`` met a thing of ``armor`` in halves; ``final`` got through at that ``penetration``.

    A thing with a ``threshold`` is ``broken`` by so much. It ``caught`` fire on ``need`` or less, or not.
    """

    what: str
    flame: str
    damage: int
    armor_halves: int
    penetration: int
    final: int
    threshold: int = 0
    broken: bool = False
    caught: bool = False
    need: int = 0
    roll: Roll | None = None

    def apply(self, scene: ReflexScene) -> ReflexScene:
        if not self.caught:
            return scene
        blazes = {**scene.state.blazes, self.what: Burning(self.flame, self.damage)}
        return with_scene_state(scene, blazes=blazes)


class BurnedOut(Event, frozen=True, kw_only=True, tag="reflex.burned_out"):
    """``what`` burns no more."""

    what: str

    def apply(self, scene: ReflexScene) -> ReflexScene:
        blazes = {what: fire for what, fire in scene.state.blazes.items() if what != self.what}
        return with_scene_state(scene, blazes=blazes)
