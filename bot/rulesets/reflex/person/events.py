"""What happens to a sheet in play: what the GM sets right by hand."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.scene import restated
from bot.rulesets.reflex.kinds import Degree, Lies, Stance
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State

YES = "yes"
LEAVINGS = ("surrendered", "withdrawn")
FLAGS = ("shock", "unstable", "unconscious", "dead", *LEAVINGS)
INJURIES = {"wound": "wounds", "virtual": "virtual"}


class Corrected(Event, frozen=True, kw_only=True, tag="reflex.corrected"):
    """The GM set ``field`` of ``actor`` (its part ``place``, where it has parts) to ``value``.

    What it was about is ``dropped`` where it is to act on another tick, and whoever watched is ``unwatched`` then. Who
    lives after all lives ``anew``: how long it was dead counts for no later death.
    """

    field: str
    value: str
    place: str = ""
    dropped: bool = False
    anew: bool = False
    unwatched: bool = False

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the field set, also for what is played together.

        Whoever becomes unstable does so in this period of exchange and pause.
        """
        period = (scene.state.exchange, scene.state.pauses)
        return restated(scene, self.actor, lambda state: self._set(state, period))

    def _set(self, state: State, period: tuple[int, int]) -> State:
        if self.field == "unstable":
            state = state.with_body(unstable_in=period)
        if self.anew:
            state = state.with_body(dead_for=0)
        if self.field in FLAGS:
            set_right = state.with_turn if self.field in LEAVINGS else state.with_body
            return set_right(**{self.field: self.value == YES})
        if self.field in INJURIES:
            return _injured(state, INJURIES[self.field], self.place, Degree[self.value.upper()])
        match self.field:
            case "initiative":
                about = None if self.dropped else state.turn.underway
                watch = None if self.unwatched else state.turn.overwatch
                return state.with_turn(initiative=int(self.value), underway=about, overwatch=watch)
            case "rounds":
                return state.with_weapon(self.place, loaded=int(self.value))
            case "stance":
                return state.with_body(stance=Stance(self.value))
            case _:  # a thing is found again
                found = state.with_weapon if self.place in state.kit.weapons else state.with_item
                return found(self.place, lies=Lies.CARRIED)


def _injured(state: State, field: str, place: str, degree: Degree) -> State:
    others = {key: value for key, value in getattr(state.body, field).items() if key != place}
    return state.with_body(**{field: others | ({place: degree.value} if degree else {})})
