"""What happens between brawlers, and what becomes of them by it."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Event, Personal, Told
from bot.core.scene import with_state
from bot.core.terms import Term
from tests.rulesets.toy.state import State, ToyScene, with_scene_state


class RoundBegan(Event, frozen=True, kw_only=True, tag="toy.round_began"):
    """A new round."""

    number: int

    def apply(self, scene: ToyScene) -> ToyScene:
        scene = with_scene_state(scene, rounds=self.number)
        for actor, combatant in scene.combatants.items():
            scene = with_state(scene, actor, msgspec.structs.replace(combatant.state, held=False))
        return scene


class Hastened(Told, frozen=True, kw_only=True, tag="toy.hastened"):
    """``actor`` acts at ``haste`` in this round: the terms and the die."""

    terms: tuple[Term, ...]
    roll: Roll
    haste: int


class Struck(Told, frozen=True, kw_only=True, tag="toy.struck"):
    """``actor`` struck at ``target``: it hit where a die is at or under the sum of the terms."""

    weapon: str
    terms: tuple[Term, ...]
    target_number: int
    roll: Roll
    hit: bool


class Blocked(Told, frozen=True, kw_only=True, tag="toy.blocked"):
    """``actor`` put a shield between itself and the strike of ``target``."""

    roll: Roll
    stopped: bool


class Hurt(Personal, frozen=True, kw_only=True, tag="toy.hurt"):
    """``actor`` lost ``points`` of its hits; without a roll a GM said so."""

    points: int
    roll: Roll | None = None

    def changed(self, state: State) -> State:
        return msgspec.structs.replace(state, hits=max(0, state.hits - self.points))


class Downed(Personal, frozen=True, kw_only=True, tag="toy.downed"):
    """``actor`` can fight no more."""

    def changed(self, state: State) -> State:
        return msgspec.structs.replace(state, held=False)


class Rested(Personal, frozen=True, kw_only=True, tag="toy.rested"):
    """``actor`` let the moment go by and got ``points`` back."""

    points: int = 0

    def changed(self, state: State) -> State:
        return msgspec.structs.replace(state, hits=state.hits + self.points, held=False)


class Held(Personal, frozen=True, kw_only=True, tag="toy.held"):
    """``actor`` waits until ``haste``."""

    haste: int

    def changed(self, state: State) -> State:
        return msgspec.structs.replace(state, held=True)


class Pounced(Personal, frozen=True, kw_only=True, tag="toy.pounced"):
    """``actor``, who held, acts before the others."""

    def changed(self, state: State) -> State:
        return msgspec.structs.replace(state, held=False)


class Treated(Event, frozen=True, kw_only=True, tag="toy.treated"):
    """``actor`` bound a wound of ``target``."""

    item: str = ""

    def apply(self, scene: ToyScene) -> ToyScene:
        state = scene.combatants[self.target].state
        return with_state(scene, self.target, msgspec.structs.replace(state, hits=state.hits + 1))
