"""What happens to nerves: threats that are met or lifted, hearts that are given, and wills that break."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import Audience, Event, Personal
from bot.core.scene import restated, with_scene_state, with_state
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.checks.nerve import heartened
from bot.rulesets.reflex.morale.threats import DARKNESS, noisy, recounted, threatened
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import Fallen
from bot.rulesets.reflex.state import Recoil, State

_with = msgspec.structs.replace


class Threatened(Event, frozen=True, kw_only=True, tag="reflex.threatened"):
    """``kind`` threatens ``actor`` by ``amount`` from now on, zero for no longer; ``replaces`` is over with it.

    ``roll`` is how the amount was found, None where it was told.
    """

    kind: str
    amount: int
    replaces: str = ""
    roll: Roll | None = None

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return restated(scene, self.actor, lambda state: _under(state, self))


class PainEased(Event, frozen=True, kw_only=True, tag="reflex.pain_eased"):
    """``actor`` was given a strong painkiller, or feels its injuries again."""

    eased: bool = True

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return restated(scene, self.actor, lambda state: state.with_nerve(eased=self.eased))


class Broke(Event, frozen=True, kw_only=True, tag="reflex.broke"):
    """The will of ``actor`` to fight is broken: ``threats`` exceed ``coolness`` by five or more."""

    threats: tuple[Term, ...]
    coolness: tuple[Term, ...]

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene in which the broken is a casualty to its friends (text 003, line 1375)."""
        return recounted(_changed(scene, self.actor, lambda state: state.with_nerve(routed=True)), self.actor)


class Rallied(Event, frozen=True, kw_only=True, tag="reflex.rallied"):
    """``actor`` is no longer broken."""

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene in which the rallied is a casualty to nobody."""
        return recounted(restated(scene, self.actor, lambda state: state.with_nerve(routed=False)), self.actor)


class OddsCounted(Event, frozen=True, kw_only=True, tag="reflex.odds_counted"):
    """Since ``actor`` came, into sight too, or left, people count anew whom they have with and against them."""

    quiet: ClassVar[bool] = True

    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return recounted(scene, self.actor)


class CasualtyLeft(Event, frozen=True, kw_only=True, tag="reflex.casualty_left"):
    """``actor``, a casualty, is taken out of the fight for good: the ``loss`` of its side stands."""

    quiet: ClassVar[bool] = True

    loss: Fallen
    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return with_scene_state(scene, losses=(*scene.state.losses, self.loss))


class DarknessMet(Personal, frozen=True, kw_only=True, tag="reflex.darkness_met"):
    """``actor`` has come to where it is ``dark``, or is there no longer."""

    quiet: ClassVar[bool] = True

    dark: bool

    def changed(self, state: State) -> State:
        return threatened(state, DARKNESS, int(self.dark))


class Commanded(Event, frozen=True, kw_only=True, tag="reflex.commanded"):
    """``actor`` spoke to ``target``, whose CUF rises by ``value`` until the next pause, zero for not at all."""

    outcome: Outcome
    value: int

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the CUF that was given: of several the latest of any use counts (line 1488)."""
        if not self.value:
            return scene
        return restated(scene, self.target, lambda state: heartened(state, "command", self.value))


class PanicFired(Event, frozen=True, kw_only=True, tag="reflex.panic_fired"):
    """``actor`` fired at nothing, ``spent`` rounds that raise its CUF by ``value`` for this exchange."""

    weapon: str
    title: str
    spent: int
    loaded: int
    recoil: int
    cost_ticks: int
    value: int

    def apply(self, scene: ReflexScene) -> ReflexScene:
        scene = restated(scene, self.actor, lambda state: _emptied(state, self))
        return noisy(scene, self.actor, self.weapon, self.spent)


class Intimidated(Event, frozen=True, kw_only=True, tag="reflex.intimidated"):
    """``actor`` tried to cow ``target`` outside of combat: ``threats`` exceed ``resolve`` of it by ``short``.

    That took ``minutes``, zero where nobody wrote down how many. What weighed on it ``before`` and is more still does.
    """

    outcome: Outcome
    threats: tuple[Term, ...]
    resolve: Term
    short: int
    minutes: int = 0
    before: int = 0

    @property
    def cowed(self) -> int:
        """Return by how much Resolve falls short of the worst that it was threatened with."""
        return max(self.short, self.before)

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return _changed(scene, self.target, lambda state: state.with_nerve(cowed=self.cowed))


def _under(state: State, event: Threatened) -> State:
    """Return the state under a threat; some kinds have a place of their own."""
    match event.kind:
        case "ambushed":
            return state.with_nerve(ambushed=event.amount > 0)
        case "coerced":
            return state.with_nerve(coerced=event.amount)
        case "suppressed":
            return state.with_nerve(suppressed={"": event.amount} if event.amount else {})
        case "intimidation":
            return state.with_nerve(cowed=event.amount)
        case _:
            return threatened(threatened(state, event.replaces, 0), event.kind, event.amount)


def _emptied(state: State, event: PanicFired) -> State:
    fired = state.with_weapon(event.weapon, loaded=event.loaded)
    noisy = fired.with_turn(carried=Recoil(event.weapon, event.recoil))
    return heartened(noisy, "panic", event.value)


def _changed(scene: ReflexScene, actor: str, change: Callable[[State], State]) -> ReflexScene:
    return with_state(scene, actor, change(scene.combatants[actor].state))
