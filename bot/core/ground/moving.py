"""Whoever goes somewhere comes nearer by places where a ground is laid, and by what was said where it is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from bot.core.errors import RuleViolation
from bot.core.events import DistancesOutdated, FellShort, RangeSet, Stood
from bot.core.ground.laying import not_laid
from bot.core.ground.places import Place, along, distance_cm, vector
from bot.core.ground.whereabouts import Straight, Where, place_of
from bot.core.play import Play, Reading

S = TypeVar("S")
G = TypeVar("G")


@dataclass(frozen=True, slots=True)
class Way:
    """Where ``actor`` is going: to ``target``, or ``away`` from it, or to a ``goal`` of the ground.

    ``start`` is where it stands; None where distances are told. One that is ``said`` ends at its goal and nowhere else.
    """

    actor: str
    target: str = ""
    away: bool = False
    start: Place | None = None
    goal: Place | None = None
    said: bool = False

    @property
    def length_m(self) -> float | None:
        """Return how many metres it is to the goal; None where there is none."""
        return distance_cm(self.start, self.goal) / 100 if self.start and self.goal else None

    def at_most(self, metres: float) -> float:
        """Return how far somebody gets who could go so many metres."""
        whole_m = self.length_m
        return metres if whole_m is None else min(metres, whole_m)


def bound_for(
    reading: Reading[Any, Any, Any], actor: str, target: str = "", *, away: bool = False, to: Where | None = None
) -> Way:
    """Return the way of somebody who goes to ``target``, or ``away`` from it, or ``to`` a place of the ground.

    Raises:
        RuleViolation: a place is said where none is laid, or on a ground nothing is said.
    """
    ground = reading.scene.ground
    if ground is None or actor not in ground.places:
        if to is not None:
            raise not_laid()
        return Way(actor, target, away)
    start = ground.places[actor]
    where = to or (Straight(target, away) if target in ground.places else None)
    if where is None:
        raise RuleViolation("Everybody has a place here: where to?", "Say to=C4, or name a target to go to or from.")
    goal = place_of(where, ground.places, start)
    near = (
        to is None
        and not away
        and distance_cm(start, ground.places[target]) <= distance_cm(goal, ground.places[target])
    )
    return Way(actor, target, away, start, start if near else goal, said=to is not None)


def went(play: Play[Any, Any, Any], way: Way, metres: float) -> None:
    """Tell where somebody is who has gone so many metres of a way; told distances to all others are those of before."""
    if way.start is not None and way.goal is not None:
        place = _reached(way.start, way.goal, round(metres * 100))
        play.tell(Stood(actor=way.actor, place=place))
        if way.said and place != way.goal:
            play.tell(FellShort(actor=way.actor, short_cm=distance_cm(place, way.goal)))
        return
    before_m = play.distance(way.actor, way.target)
    if metres:
        play.tell(DistancesOutdated(actor=way.actor))
    if before_m is not None:
        changed_m = before_m + metres if way.away else max(0.0, before_m - metres)
        play.tell(RangeSet(actor=way.actor, target=way.target, range_m=changed_m))


def _reached(start: Place, goal: Place, walked_cm: int) -> Place:
    way = vector(start, goal)
    return goal if walked_cm >= distance_cm(start, goal) else along(start, way, walked_cm)
