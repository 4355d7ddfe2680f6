"""What happens in the yard, and what is kept of it."""

from __future__ import annotations

import msgspec

from bot.core.events import Audience, Event, Personal, Told
from tests.rulesets.toy.state import Mine, State, ToyScene, with_scene_state


class Suppressed(Told, frozen=True, kw_only=True, tag="toy.suppressed"):
    """``actor`` throws stones at a place."""

    area: str = ""


class Threatened(Personal, frozen=True, kw_only=True, tag="toy.threatened"):
    """``actor`` is up against ``threat``."""

    threat: int

    def changed(self, state: State) -> State:
        return msgspec.structs.replace(state, threat=self.threat)


class AmbushSet(Event, frozen=True, kw_only=True, tag="toy.ambush_set"):
    """``actor`` lies in wait with its side."""

    side: str = ""
    audience: Audience = Audience.GM

    def apply(self, scene: ToyScene) -> ToyScene:
        return with_scene_state(scene, ambush=self.side)


class MineLaid(Event, frozen=True, kw_only=True, tag="toy.mine_laid"):
    """``actor`` laid a mine in secret; its owner is a Discord user, 0 for the GM."""

    mine: str
    owner: int
    audience: Audience = Audience.GM

    def apply(self, scene: ToyScene) -> ToyScene:
        return with_scene_state(scene, mines=(*scene.state.mines, Mine(self.mine, self.owner)))


class MineSprung(Event, frozen=True, kw_only=True, tag="toy.mine_sprung"):
    """``actor`` stepped on a mine."""

    mine: str

    def apply(self, scene: ToyScene) -> ToyScene:
        return with_scene_state(scene, mines=tuple(mine for mine in scene.state.mines if mine.key != self.mine))


class Granted(Told, frozen=True, kw_only=True, tag="toy.granted"):
    """``actor`` got what it begged the GM for."""

    boon: str
