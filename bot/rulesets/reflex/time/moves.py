"""How people go and stand, and what they leave behind by it."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import msgspec

from bot.core.events import AtOnce, Personal
from bot.rulesets.reflex.kinds import Lies, Pace, Stance
from bot.rulesets.reflex.state import State

_with = msgspec.structs.replace

IN, OUT = "in", "out"


class PauseMoved(AtOnce, frozen=True, kw_only=True, tag="reflex.pause_moved"):
    """``actor`` covered ``distance_m`` metres during a pause, at most."""

    silent: ClassVar[bool] = True
    leaves: ClassVar[bool] = True

    pace: Pace
    distance_m: float

    def changed(self, state: State) -> State:
        return _gone(state.with_body(moved_m=self.distance_m))


class StanceChanged(AtOnce, frozen=True, kw_only=True, tag="reflex.stance_changed"):
    """``actor`` went into ``stance``."""

    stance: Stance
    before: Stance

    def changed(self, state: State) -> State:
        return _folded_up(state).with_body(stance=self.stance)


class Moved(AtOnce, frozen=True, kw_only=True, tag="reflex.moved"):
    """``actor`` moves at ``pace`` over ``distance_m`` metres until its next action.

    What burns where it has put it away goes along where that is ``stowed``, and ``seen_off`` is who sets off in sight
    of all; earlier versions say nothing of either.
    """

    silent: ClassVar[bool] = True
    leaves: ClassVar[bool] = True

    pace: Pace
    distance_m: float
    away: bool = False
    stowed: bool = False
    seen_off: bool = False

    def changed(self, state: State) -> State:
        return _gone(state.with_body(moving=self.pace, moved_m=self.distance_m, boarding="", boarded=0))


class Boarded(AtOnce, frozen=True, kw_only=True, tag="reflex.boarded"):
    """``actor`` spent a Move action on getting in or out; ``done`` of ``needed`` such actions are behind it.

    They count for ``counted``, where nothing is written there for ``what``. Whoever is in or out then ``leaves``
    behind what lay near. The ``way`` is in or out, nothing where that is not known.
    """

    distance_m: ClassVar[float] = 0
    stowed: ClassVar[bool] = True

    what: str
    done: int
    needed: int
    counted: str = ""
    leaves: bool = False
    way: str = ""

    def changed(self, state: State) -> State:
        if self.done < self.needed:
            return state.with_body(boarding=self.counted or self.what, boarded=self.done)
        done = state.with_body(boarding="", boarded=0)
        return _gone(done) if self.leaves else done


class Dragged(Personal, frozen=True, kw_only=True, tag="reflex.dragged"):
    """``actor`` comes along with somebody whom it holds, and who goes ``distance_m`` metres; see ``Moved``."""

    quiet: ClassVar[bool] = True
    stowed: ClassVar[bool] = True
    leaves: ClassVar[bool] = True

    distance_m: float
    seen_off: bool = False

    def changed(self, state: State) -> State:
        return _gone(state)


Leaving: TypeAlias = Moved | PauseMoved | Boarded | Dragged


LEAVING = (Moved, PauseMoved, Boarded, Dragged)
"""By what somebody may leave behind what lies near: it does where the event says that it ``leaves``."""


def _gone(state: State) -> State:
    """Return the state of somebody who has moved, whose dropped things and cover stay behind, and no bipod stands."""
    state = _folded_up(state)
    weapons = {key: _left(weapon) for key, weapon in state.kit.weapons.items()}
    items = {key: _left(item) for key, item in state.kit.items.items()}
    return state.with_kit(weapons=weapons, items=items).with_body(cover="", cover_parts="")


def _left(thing: Any) -> Any:
    return _with(thing, lies=Lies.AWAY) if thing.lies == Lies.NEAR else thing


def _folded_up(state: State) -> State:
    folded = {key: _with(weapon, bipod_down=False) for key, weapon in state.kit.weapons.items()}
    return state.with_kit(weapons=folded)
