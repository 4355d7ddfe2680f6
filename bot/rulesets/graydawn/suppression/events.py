"""What fire does to nerves."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Event, Personal
from bot.core.ground.places import Place
from bot.core.renaming import sign_of
from bot.core.scene import with_scene_state
from bot.core.terms import Term
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.play import DawnScene, with_person
from bot.rulesets.graydawn.state import Fear, FireLane, Stance, State, with_weapon

_with = msgspec.structs.replace


def _armed(state: State, weapon: str, *, seen: bool) -> State:
    """Return the state with a weapon in hand, and ``seen`` by those it has stolen past."""
    return _with(state, wields=weapon, unnoticed=() if seen else state.unnoticed)


class NerveTested(Personal, frozen=True, kw_only=True, tag="graydawn.nerve_tested"):
    """The nerve of ``actor`` held under all the fire since its last turn, or did not.

    ``leaving`` cover was wanted; who failed that may be ``steady`` in a ``second`` roll. ``lost`` is the whole turn.
    In an ``area`` it is whether somebody dares to enter it; what was ``cleared`` then is so whatever nerve did.
    ``tally`` is what had added up, ``against`` what the ``number`` is the sum of, from version 15 of the rules on.
    Where the roll is not of all, it is of what it had ``felt`` as its moment opened, and no more is over by it.
    """

    check: Outcome
    number: int
    held: bool
    leaving: bool = False
    second: Outcome | None = None
    steady: bool = False
    lost: bool = False
    area: str = ""
    cleared: bool = False
    tally: int = 0
    against: tuple[Term, ...] = ()
    felt: tuple[Fear, ...] | None = None

    def changed(self, state: State) -> State:
        """Clear all that added to the roll (004-51); who gave way keeps wholly down, or runs, and aims no more.

        What was declared before falls, since the roll comes before stance and actions are chosen (text 004, line 166;
        for the rest, lines 156-164 and 220).
        """
        state = self.check.kept(state, succeeded=self.held)
        state = self.second.paid(state) if self.second else state
        if self.area:
            fears = state.fears_but(self.felt) if self.held or self.cleared else state.fears
            return _with(state, fears=fears, turn=_with(state.turn, balked=not self.held))
        pinned = not self.held and not self.steady
        settled = {"pinned": pinned, "bound": self.steady, "leaving": self.leaving and self.held}
        turn = _with(state.turn, actions=0, moves=0, tally=self.tally if pinned else 0, **settled)
        down = Stance.FULL if state.shelter else Stance.MOVING
        found = {"stance": down, "aim": None} if pinned else {}
        return _with(state, fears=state.fears_but(self.felt), turn=turn, **found)


class CoverFired(Personal, frozen=True, kw_only=True, tag="graydawn.cover_fired"):
    """``actor`` laid covering fire on ``target``: ``fired`` rounds, worth ``points`` of suppression.

    Where it fired at the ``place`` where that one was seen last, it is no longer there. It ``gives_away`` whoever does
    so to those it has stolen past.
    """

    weapon: str
    mode: str
    fired: int
    points: int
    loaded: int
    place: Place | None = None
    gives_away: bool = False

    def changed(self, state: State) -> State:
        """Have the weapon in hand, with what is left in it."""
        return with_weapon(_armed(state, self.weapon, seen=self.gives_away), self.weapon, loaded=self.loaded)


class Frightened(Event, frozen=True, kw_only=True, tag="graydawn.frightened"):
    """What ``actor`` did makes the next suppression roll of ``target`` harder by ``value``.

    It counts ``instead`` of so much of what that one fired before; None is all, as before version 15 of the rules.
    """

    kind: str
    value: int
    instead: int | None = None

    def apply(self, scene: DawnScene) -> DawnScene:
        """Frighten the target; covering fire stands in for what else the same attacker fired, a lane too (004-38)."""
        return with_person(scene, self.target, self._frightened)

    def _frightened(self, state: State) -> State:
        sign = sign_of(self.actor)
        before = state.stood_in_for(sign)
        weight = sum(fear.value for fear in before)
        left = weight - (weight if self.instead is None else self.instead)
        stays = (Fear(before[-1].kind, sign, left),) if left > 0 else ()
        others = (fear for fear in state.fears if fear not in before)
        return _with(state, fears=(*others, *stays, Fear(self.kind, sign, self.value)))


class Threatened(Personal, frozen=True, kw_only=True, tag="graydawn.threatened"):
    """The GM made the next suppression roll of ``actor`` harder, or easier, by ``value``."""

    value: int

    def changed(self, state: State) -> State:
        """Return the state frightened by what the GM says."""
        return _with(state, fears=(*state.fears, Fear("told", "", self.value)))


class Calmed(Personal, frozen=True, kw_only=True, tag="graydawn.calmed"):
    """Nothing adds to the next suppression roll of ``actor`` any more."""

    def changed(self, state: State) -> State:
        """Return the state with nothing that frightens it."""
        return _with(state, fears=())


class LaneHeld(Event, frozen=True, kw_only=True, tag="graydawn.lane_held"):
    """``actor`` holds an ``area`` under ``fired`` rounds over a ``width`` in metres until the round ends.

    It ``gives_away`` whoever does so to those it has stolen past.
    """

    area: str
    weapon: str
    kind: str
    ammunition: str
    fired: int
    loaded: int
    width: int
    gives_away: bool = False

    def apply(self, scene: DawnScene) -> DawnScene:
        """Lay the lane under fire, and have the weapon in hand with what is left in it."""
        number = -(-self.fired // self.width)
        secret = self.actor in self.unseen
        lane = FireLane(self.area, self.kind, self.ammunition, number, sign_of(self.actor), secret)
        scene = with_scene_state(scene, lanes={**scene.state.lanes, self.area: lane})
        return with_person(scene, self.actor, self._holding)

    def _holding(self, state: State) -> State:
        return with_weapon(_armed(state, self.weapon, seen=self.gives_away), self.weapon, loaded=self.loaded)


class LaneEnded(Event, frozen=True, kw_only=True, tag="graydawn.lane_ended"):
    """Nobody holds an ``area`` under fire any longer."""

    area: str

    def apply(self, scene: DawnScene) -> DawnScene:
        """Free the lane."""
        return with_scene_state(
            scene, lanes={area: lane for area, lane in scene.state.lanes.items() if area != self.area}
        )


class LaneBraved(Personal, frozen=True, kw_only=True, tag="graydawn.lane_braved"):
    """``actor`` was in the fire of a lane: a dodge against ``number``, and the ``hits`` of who failed it."""

    area: str
    check: Outcome
    number: int
    safe: bool
    hits: int = 0
    roll: Roll | None = None

    def changed(self, state: State) -> State:
        """Return the state with the dodge kept."""
        return self.check.kept(state, succeeded=self.safe)
