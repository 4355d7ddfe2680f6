"""Whoever goes somewhere comes nearer by places where a ground is laid, and by what was said where it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import msgspec

from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import Audience, DistancesOutdated, Entered, FellShort, MarkEntered, RangeSet, Stood, audience_of
from bot.core.ground.finding import place_said
from bot.core.ground.laid import Ground
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import known_to
from bot.core.ground.net import standing_by
from bot.core.ground.outlines import at_part, crossed, flat, spans
from bot.core.ground.pieces import MARKED, Piece
from bot.core.ground.places import Place, along, distance_cm, vector
from bot.core.ground.routes import CLEAR_CM, in_the_way, is_wall, way_round
from bot.core.ground.whereabouts import Straight, Where
from bot.core.play import Play, Reading
from bot.core.wording import agreeing

S = TypeVar("S")
G = TypeVar("G")


class InTheWay(RuleViolation):
    """Somebody would run into a thing; ``via`` is the way round it as one types it, empty where none is short."""

    def __init__(self, thing: str, via: str) -> None:
        remedy = f"Go round it: via={via}." if via else "Go somewhere on this side of it."
        super().__init__(f"{thing} {agreeing(thing, 'is', 'are')} in the way.", remedy)
        self.via = via


class Way(msgspec.Struct, frozen=True):
    """Where ``actor`` is going: to ``target``, or ``away`` from it, or to a ``goal`` of the ground.

    ``start`` is where it stands; None where distances are told. On the way it comes by the places ``via``. One that is
    ``said`` ends at its goal and nowhere else.
    """

    actor: str
    target: str = ""
    away: bool = False
    start: Place | None = None
    goal: Place | None = None
    said: bool = False
    via: tuple[Place, ...] = ()

    @property
    def legs(self) -> tuple[tuple[Place, Place], ...]:
        """Return the straight parts of a way over a ground; none where distances are told."""
        return tuple(pairwise((self.start, *self.via, self.goal))) if self.start and self.goal else ()

    @property
    def length_m(self) -> float | None:
        """Return how many metres it is to the goal; None where there is none."""
        return sum(distance_cm(*leg) for leg in self.legs) / 100 if self.legs else None

    def at_most(self, metres: float) -> float:
        """Return how far somebody gets who could go so many metres."""
        whole_m = self.length_m
        return metres if whole_m is None else min(metres, whole_m)


class _Border(NamedTuple):
    """Where on a leg something waits: a thing in the way, or an area that one comes into."""

    at: int
    name: str
    is_area: bool


_START = _Border(0, "\U0010ffff", True)
"""Behind all that one stands in where a way begins."""


def bound_for(
    reading: Reading[Any, Any, Any],
    actor: str,
    target: str = "",
    *,
    away: bool = False,
    to: Where | None = None,
    via: Iterable[Where] = (),
) -> Way:
    """Return the way of somebody who goes to ``target``, or ``away`` from it, or ``to`` a place of the ground.

    Raises:
        RuleViolation: a place is said where none is laid, or on a ground nothing is said, or a thing that the actor
            knows of is in the way.
    """
    ground = reading.scene.ground and known_to(reading.scene, reading.scene.ground, actor)
    if ground is None or actor not in ground.places:
        if to is not None or tuple(via):
            raise not_laid()
        return Way(actor, target, away)
    start = ground.places[actor]
    where = to or (Straight(target, away) if target in ground.places else None)
    if where is None:
        raise Incomplete("Everybody has a place here: where to?", "Say to=C4, or name a target to go to or from.")
    goal = place_said(ground, where, start)
    near = (
        to is None
        and not away
        and distance_cm(start, ground.places[target]) <= distance_cm(goal, ground.places[target])
    )
    passed = tuple(place_said(ground, each, start) for each in via)
    way = Way(actor, target, away, start, start if near else goal, said=to is not None, via=passed)
    if not away:
        _check_clear(ground, way)
    return way


def _check_clear(ground: Ground, way: Way) -> None:
    """Raise RuleViolation where the actor knows of a thing in its way, and name the way round if it is short."""
    pieces = ground.pieces
    for start, goal in way.legs:
        thing = in_the_way(pieces, start, goal)
        if thing:
            corners = [f"{by.east_cm / 100:g},{by.north_cm / 100:g}" for by in way_round(pieces, start, goal)]
            raise InTheWay(thing.name, "; ".join(corners))


def went(
    play: Play[Any, Any, Any],
    way: Way,
    metres: float,
    *,
    goes_on: Callable[[], bool] | None = None,
    carrying: Iterable[str] = (),
) -> None:
    """Tell where somebody is who has gone so many metres of a way; told distances to all others are outdated.

    At the border of each area the move pauses for what waits there, and goes on if the actor is still there and able,
    and ``goes_on`` where that is said. Those it is ``carrying`` come along.
    """
    if not way.legs:
        _change_distances(play, way, metres)
        return
    walk = _Walk(play, way.actor, tuple(carrying), goes_on)
    left_cm = round(metres * 100)
    for start, goal in way.legs:
        end = _reached(start, goal, left_cm)
        if not walk.leg(start, end) or end != goal:
            break
        left_cm -= distance_cm(start, goal)
    stopped(play, way, walk.stopped_by)


def stopped(play: Play[Any, Any, Any], way: Way, by: str = "") -> None:
    """Tell how far short of the goal somebody has stopped who was to go to a place, where it ran into something ``by``
    that.
    """
    there = play.scene.ground.places.get(way.actor) if play.scene.ground else None
    if way.said and way.goal is not None and there is not None and there != way.goal:
        play.tell(FellShort(actor=way.actor, short_cm=distance_cm(there, way.goal), by=by))


def _change_distances(play: Play[Any, Any, Any], way: Way, metres: float) -> None:
    before_m = play.distance(way.actor, way.target)
    if metres:
        play.tell(DistancesOutdated(actor=way.actor))
    if before_m is not None:
        changed_m = before_m + metres if way.away else max(0.0, before_m - metres)
        play.tell(RangeSet(actor=way.actor, target=way.target, range_m=changed_m))


def _reached(start: Place, goal: Place, walked_cm: int) -> Place:
    return goal if walked_cm >= distance_cm(start, goal) else along(start, vector(start, goal), walked_cm)


class _Walk:
    """Somebody going over a ground, with all that waits on the way; ``stopped_by`` names what was run into.

    ``since`` is where all who see it last saw it stop.
    """

    def __init__(
        self,
        play: Play[Any, Any, Any],
        actor: str,
        carrying: tuple[str, ...],
        goes_on: Callable[[], bool] | None,
    ) -> None:
        self.play = play
        self.actor = actor
        self.carrying = carrying
        self.goes_on = goes_on
        self.stopped_by = ""
        self.since = self.place

    @property
    def place(self) -> Place | None:
        """Return where the one who goes stands; None where it is gone."""
        ground = self.play.scene.ground
        return ground.places.get(self.actor) if ground else None

    def leg(self, start: Place, end: Place) -> bool:
        """Go straight to a place, and tell whether that was reached."""
        passed, areas, waiting = _START, None, list[_Border]()
        while True:
            ground = self.play.scene.ground or Ground(0)
            if areas is not ground.areas:
                areas, waiting = ground.areas, _borders(ground, start, end, passed)
            if not waiting:
                break
            passed = waiting.pop(0)
            if not passed.is_area:
                return self._run_into(ground.pieces[passed.name], start, end, passed.at)
            if not self._come_into(ground, passed, at_part(start, end, passed.at)):
                return False
        self._stand(end)
        return True

    def _stand(self, place: Place, audience: Audience = Audience.ALL) -> None:
        """Stand somewhere; where only the GM is told, nobody looks."""
        passing = audience is Audience.GM
        came_from = None if passing or self.since == place else self.since
        self.play.tell(Stood(actor=self.actor, place=place, came_from=came_from, passing=passing, audience=audience))
        self.since = place if came_from else self.since
        for each in self.carrying:
            self.play.tell(Stood(actor=each, place=place, passing=passing, audience=audience))

    def _run_into(self, piece: Piece, start: Place, end: Place, at: int) -> bool:
        met_cm = distance_cm(start, at_part(start, end, at))
        self._stand(along(start, vector(start, end), max(0, met_cm - CLEAR_CM)))
        self.stopped_by = "" if piece.hidden else piece.name
        return False

    def _come_into(self, ground: Ground, border: _Border, place: Place) -> bool:
        """Stand at the border of an area and let happen what waits there; tell whether the move goes on."""
        area = ground.areas[border.name]
        audience = audience_of(area)
        self._stand(place, audience)
        self.play.tell(Entered(actor=self.actor, area=area.key, kind=area.kind, place=place, audience=audience))
        if area.kind == MARKED:
            self.play.tell(MarkEntered(actor=self.actor, name=area.key, audience=audience))
        still_able = self.place == place and self.play.hindrance(self.actor, in_turn=True) is None
        goes_on = still_able and (self.goes_on is None or self.goes_on())
        if self.actor not in self.play.passing:
            self.since = place
        elif not goes_on:
            self._stand(place)
        return goes_on


def _borders(ground: Ground, start: Place, end: Place, passed: _Border) -> list[_Border]:
    """Return what waits on a straight way behind a border, in order: what one stands in already does not wait."""
    line = flat(start), flat(end)
    found = [
        _Border(into, area.key, True)
        for area in ground.areas.values()
        for into, _ in spans(area.outline, *line)
        if passed < (into, area.key)
    ]
    found += [
        _Border(into, each.piece.name, False)
        for each in standing_by(ground.pieces, start, end)
        if is_wall(each.piece, start)
        for into, _ in crossed(each.traced, *line)
        if passed < (into, each.piece.name)
    ]
    return sorted(found)
