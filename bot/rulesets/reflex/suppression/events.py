"""What suppressive fire does: areas under fire, and people who show themselves in them."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Event, Told
from bot.core.scene import restated, with_scene_state
from bot.core.terms import Term
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import SuppressedArea
from bot.rulesets.reflex.state import Recoil, State

_with = msgspec.structs.replace


class AreaSuppressed(Event, frozen=True, kw_only=True, tag="reflex.area_suppressed"):
    """``actor`` keeps ``area`` under fire, ``width_m`` wide and ``range_m`` away, until the exchange of fire ends.

    The threat rating is the sum of ``terms``; ``rounds`` are those of each burst, ``spent`` those fired, ``loaded``
    what is left. ``known`` says that players know of the area, ``braced`` that a bipod rests on something.
    """

    area: str
    weapon: str
    title: str
    rounds: int
    spent: int
    loaded: int
    recoil: int
    width_m: float
    range_m: float
    terms: tuple[Term, ...]
    cost_ticks: int
    known: bool = True
    braced: bool = False

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the area under the fire that was shot; the gunner has one area of a name."""
        area = SuppressedArea(
            name=self.area,
            gunner=self.actor,
            weapon=self.weapon,
            rounds=self.rounds,
            rating=sum(term.value for term in self.terms),
            width_m=self.width_m,
            range_m=self.range_m,
            known=self.known,
            braced=self.braced,
        )
        others = tuple(each for each in scene.state.areas if (each.name, each.gunner) != (area.name, area.gunner))
        scene = with_scene_state(scene, areas=(*others, area))
        return restated(scene, self.actor, lambda state: _fired(state, self))


class AreaSwept(Told, frozen=True, kw_only=True, tag="reflex.area_swept"):
    """Fire that players know of keeps ``area`` down, and nobody can see whose it is."""

    area: str
    rating: int
    width_m: float


class AreaLifted(Event, frozen=True, kw_only=True, tag="reflex.area_lifted"):
    """The GM said that ``area`` is under fire no longer; those who showed themselves in it stay shaken."""

    area: str

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return with_scene_state(
            scene, areas=tuple(area for area in scene.state.areas if area.name.casefold() != self.area.casefold())
        )


class AreaCovered(Event, frozen=True, kw_only=True, tag="reflex.area_covered"):
    """``actor`` goes on covering ``area``, until it does anything else."""

    quiet: ClassVar[bool] = True

    area: str

    def apply(self, scene: ReflexScene) -> ReflexScene:
        mine = (self.area, self.actor)
        areas = (_with(each, covered=True) if (each.name, each.gunner) == mine else each for each in scene.state.areas)
        return with_scene_state(scene, areas=tuple(areas))


class Exposed(Event, frozen=True, kw_only=True, tag="reflex.exposed"):
    """``actor`` showed itself in an ``area`` under fire of a threat ``rating``; without a name players know of none.

    Who does so ``again`` is threatened no more than before.
    """

    area: str
    rating: int
    again: bool = False

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the threat: one area is one, and the worst of its fires counts (ruling 003-74)."""

        def under(state: State) -> State:
            return state.with_nerve(suppressed={**state.nerve.suppressed, self.area: self.rating})

        return restated(scene, self.actor, under)


class CaughtOpen(Event, frozen=True, kw_only=True, tag="reflex.caught_open"):
    """What ``actor`` does comes after the fire that it drew; it is only in fights that are stored, and told no more."""

    quiet: ClassVar[bool] = True

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene in which somebody is judged by the state that the fire has left."""
        if self.actor not in scene.opening:
            return scene
        return _with(scene, opening={**scene.opening, self.actor: scene.combatants[self.actor].state})


class Thwarted(Told, frozen=True, kw_only=True, tag="reflex.thwarted"):
    """``actor`` drew fire and did not get to what it was about to do."""


class SuppressionDenied(Told, frozen=True, kw_only=True, tag="reflex.suppression_denied"):
    """The GM did not let ``actor`` suppress an area."""


def _fired(state: State, event: AreaSuppressed) -> State:
    fired = state.with_weapon(event.weapon, loaded=event.loaded)
    return fired.with_turn(carried=Recoil(event.weapon, event.recoil))
