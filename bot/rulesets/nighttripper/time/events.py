"""What happens to the round itself."""

from __future__ import annotations

from typing import ClassVar

from bot.core.events import Audience, Event, Told
from bot.core.scene import with_scene_state
from bot.rulesets.nighttripper.play import NightScene


class RoundBegan(Event, frozen=True, kw_only=True, tag="nighttripper.round_began"):
    """A new round; who got inside a reach in the one before has the advantage now."""

    number: int

    def apply(self, scene: NightScene) -> NightScene:
        """Count the round, of which no step has been called."""
        return with_scene_state(scene, rounds=self.number, called=-1)


class StepCalled(Event, frozen=True, kw_only=True, tag="nighttripper.step_called"):
    """The kind of action that is called now: the number of the step and its title."""

    step: int
    title: str

    def apply(self, scene: NightScene) -> NightScene:
        """Keep that the step has been called."""
        return with_scene_state(scene, called=self.step)


class Passed(Told, frozen=True, kw_only=True, tag="nighttripper.passed"):
    """``actor`` does nothing in this step, or in none before the step ``until``, whose title is ``title``."""

    quiet: ClassVar[bool] = True

    until: str = ""
    title: str = ""
    audience: Audience = Audience.GM
