"""The toy of the next release: its rules are one version on, and something happens of which the toy knows nothing."""

from __future__ import annotations

import msgspec

from bot.core.events import Event, Told
from bot.core.orders import Act
from bot.core.scene import with_state
from bot.core.views import Viewer
from bot.core.wording import Line, line, shown
from bot.service.systems import PlayableSystem
from tests.rulesets.toy import Toy
from tests.rulesets.toy.brawl.events import Hurt, RoundBegan
from tests.rulesets.toy.state import ToyPlay, ToyScene
from tests.service.table import TABLES, TEMPLATES


class Sung(Told, frozen=True, kw_only=True, tag="toy.sung"):
    """``actor`` sang before it did anything."""


class SingingToy(Toy):
    """The toy with an event more, under rules that it had before."""

    events = (*Toy.events, Sung)

    def decide(self, play: ToyPlay, order: Act) -> None:
        play.tell(Sung(actor=order.actor))
        super().decide(play, order)

    def lines(self, event: Event, viewer: Viewer, *, brief: bool = False) -> tuple[Line, ...]:
        if isinstance(event, Sung):
            return (line(f"{shown(event.actor)} sings."),)
        return super().lines(event, viewer, brief=brief)


class NextToy(SingingToy):
    """One version on; whoever was hurt is marked by it, and a new round is nobody's own affair."""

    version = 2

    def evolve(self, scene: ToyScene, event: Event) -> ToyScene:
        if isinstance(event, RoundBegan):
            scene_state = msgspec.structs.replace(scene.state, rounds=event.number)
            return msgspec.structs.replace(scene, state=scene_state)
        scene = super().evolve(scene, event)
        if isinstance(event, Hurt):
            marked = msgspec.structs.replace(scene.combatants[event.actor].state, threat=event.points)
            scene = with_state(scene, event.actor, marked)
        return scene


def singing() -> PlayableSystem:
    """A release whose rules say that they are those of before."""
    return PlayableSystem(SingingToy(TABLES), TEMPLATES)


def following() -> PlayableSystem:
    """A release with newer rules."""
    return PlayableSystem(NextToy(TABLES), TEMPLATES)
