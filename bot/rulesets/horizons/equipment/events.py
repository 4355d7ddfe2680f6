"""What is done with a weapon besides shooting."""

from __future__ import annotations

import msgspec

from bot.core.events import Audience, Event, Personal
from bot.core.scene import with_state
from bot.rulesets.horizons.checks.events import Outcome
from bot.rulesets.horizons.play import HorizonsScene
from bot.rulesets.horizons.state import State, rearmed

_with = msgspec.structs.replace


class Reloaded(Personal, frozen=True, kw_only=True, tag="horizons.reloaded"):
    """``actor`` spent an action on loading: ``worked`` of ``needed``; with the last it holds ``loaded`` rounds."""

    weapon: str
    worked: int
    needed: int
    loaded: int
    spare: int | None = None

    def changed(self, state: State) -> State:
        """Return the state with the work counted, and with the last of it the rounds loaded."""
        worked = 0 if self.worked == self.needed else self.worked
        return rearmed(state, self.weapon, worked=worked, loaded=self.loaded, spare=self.spare)


class Drew(Personal, frozen=True, kw_only=True, tag="horizons.drew"):
    """``actor`` spent an action on drawing a weapon: ``drawn`` of ``needed``."""

    weapon: str
    drawn: int
    needed: int

    def changed(self, state: State) -> State:
        """Return the state with the action counted; with the last one the weapon is in hand, and hidden no more."""
        if self.drawn < self.needed:
            return rearmed(state, self.weapon, drawn=self.drawn)
        return _with(rearmed(state, self.weapon, drawn=0, hidden=None), held=self.weapon)


class Cleared(Personal, frozen=True, kw_only=True, tag="horizons.cleared"):
    """``actor`` spent an action on clearing a weapon: ``cleared`` of ``needed``."""

    weapon: str
    fault: str
    cleared: int
    needed: int

    def changed(self, state: State) -> State:
        """Return the state with the action counted; with the last one nothing is wrong with the weapon."""
        if self.cleared < self.needed:
            return rearmed(state, self.weapon, cleared=self.cleared)
        return rearmed(state, self.weapon, cleared=0, fault="")


class WeaponHidden(Personal, frozen=True, kw_only=True, tag="horizons.weapon_hidden"):
    """``actor`` hid a weapon on its body: what a search has to reach."""

    audience: Audience = Audience.GM
    weapon: str
    check: Outcome

    def changed(self, state: State) -> State:
        """Return the state with what a search must reach; the weapon is not in hand, nor half drawn."""
        held = "" if state.held == self.weapon else state.held
        return _with(rearmed(state, self.weapon, hidden=max(0, self.check.result), drawn=0), held=held)


class Searched(Event, frozen=True, kw_only=True, tag="horizons.searched"):
    """``actor`` searched ``target``, by hand or from afar, and ``found`` these weapons."""

    check: Outcome
    by_hand: bool
    found: tuple[str, ...]

    def apply(self, scene: HorizonsScene) -> HorizonsScene:
        """Return the scene with nothing hidden of what was found."""
        state = scene.combatants[self.target].state
        for weapon in self.found:
            state = rearmed(state, weapon, hidden=None)
        return with_state(scene, self.target, state)
