"""Whoever goes somewhere comes nearer by places where a ground is laid, and by what was said where it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from bot.core.errors import RuleViolation
from bot.core.events import Audience, DistancesOutdated, Entered, FellShort, RangeSet, Stood
from bot.core.ground.laid import Ground
from bot.core.ground.laying import not_laid
from bot.core.ground.outlines import WHOLE, Path, at_part, bounds_of, corners_of, spans
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place, along, distance_cm, moved_by, square_of, vector
from bot.core.ground.whereabouts import Straight, Where, place_of
from bot.core.play import Play, Reading

S = TypeVar("S")
G = TypeVar("G")

CLEAR_CM = 50
"""How far from a thing that it cannot walk through somebody stops, or goes round it (house)."""

OVER_CM = 50
"""How high a thing may be for somebody to step over it (house)."""


@dataclass(frozen=True, slots=True)
class Way:
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
    ground = reading.scene.ground
    if ground is None or actor not in ground.places:
        if to is not None or tuple(via):
            raise not_laid()
        return Way(actor, target, away)
    start = ground.places[actor]
    where = to or (Straight(target, away) if target in ground.places else None)
    if where is None:
        raise RuleViolation("Everybody has a place here: where to?", "Say to=C4, or name a target to go to or from.")
    goal = place_of(where, ground.spots, start)
    near = (
        to is None
        and not away
        and distance_cm(start, ground.places[target]) <= distance_cm(goal, ground.places[target])
    )
    passed = tuple(place_of(each, ground.spots, start) for each in via)
    way = Way(actor, target, away, start, start if near else goal, said=to is not None, via=passed)
    _check_clear(reading, ground, way)
    return way


def _check_clear(reading: Reading[Any, Any, Any], ground: Ground, way: Way) -> None:
    """Raise RuleViolation where the actor knows of a thing in its way, with a way round it if there is a short one."""
    hidden_too = reading.scene.combatants[way.actor].guarded
    known = [piece for piece in ground.pieces.values() if hidden_too or not piece.hidden]
    for start, goal in way.legs:
        thing = next((piece for piece in known if _stops(piece, start, goal)), None)
        if thing is None or way.away:
            continue
        by = _round(known, thing, start, goal)
        there = f"Go round it: via={square_of(by) or f'{by.east_cm / 100:g},{by.north_cm / 100:g}'}." if by else ""
        raise RuleViolation(f"{thing.name} is in the way.", there or "Go somewhere on this side of it first.")


def _stops(piece: Piece, start: Place, goal: Place) -> bool:
    """Tell whether somebody on the way from a place to another runs into a piece; whoever stands in it may leave it."""
    if not is_wall(piece, start):
        return False
    return any(into > 0 for into, _ in spans(piece.outline, _flat(start), _flat(goal)))


def is_wall(piece: Piece, walker: Place) -> bool:
    """Tell whether nobody walks through a piece at the height of somebody, nor steps over it."""
    high = piece.top_cm > walker.height_cm + OVER_CM and piece.bottom_cm < walker.height_cm + OVER_CM
    return piece.blocks and not piece.opened and high


def _flat(place: Place) -> tuple[int, int]:
    return place.east_cm, place.north_cm


def _round(known: Iterable[Piece], thing: Piece, start: Place, goal: Place) -> Place | None:
    """Return the corner by which the way round a thing is the shortest; None where there is none with one corner."""
    walls = tuple(known)
    free = (
        corner
        for corner in _corners(thing, start.height_cm)
        if not any(_stops(piece, start, corner) or _stops(piece, corner, goal) for piece in walls)
    )
    return min(free, key=lambda corner: distance_cm(start, corner) + distance_cm(corner, goal), default=None)


def _corners(thing: Piece, height_cm: int) -> Iterator[Place]:
    """Yield places around a thing that are clear of it."""
    west, south, east, north = bounds_of(thing.outline)
    if isinstance(thing.outline, Path):
        for point in corners_of(thing.outline):
            for aside in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                yield moved_by(Place(*point, height_cm), (aside[0] * CLEAR_CM, aside[1] * CLEAR_CM, 0))
    for corner in ((west, south), (west, north), (east, south), (east, north)):
        out = (CLEAR_CM if corner[0] == east else -CLEAR_CM, CLEAR_CM if corner[1] == north else -CLEAR_CM, 0)
        yield moved_by(Place(*corner, height_cm), out)


def went(
    play: Play[Any, Any, Any],
    way: Way,
    metres: float,
    *,
    goes_on: Callable[[], bool] | None = None,
    carrying: Iterable[str] = (),
) -> None:
    """Tell where somebody is who has gone so many metres of a way; told distances to all others are those of before.

    At the border of each area the move pauses for what waits there, and goes on if the actor is still there and able,
    and ``goes_on`` where that is said. Those it is ``carrying`` come along.
    """
    if not way.legs:
        _told(play, way, metres)
        return
    walk = _Walk(play, way.actor, tuple(carrying), goes_on)
    left_cm = round(metres * 100)
    for start, goal in way.legs:
        end = _reached(start, goal, left_cm)
        if not walk.leg(start, end) or end != goal:
            break
        left_cm -= distance_cm(start, goal)
    there = walk.place
    if way.said and way.goal is not None and there is not None and there != way.goal:
        play.tell(FellShort(actor=way.actor, short_cm=distance_cm(there, way.goal), by=walk.stopped_by))


def _told(play: Play[Any, Any, Any], way: Way, metres: float) -> None:
    before_m = play.distance(way.actor, way.target)
    if metres:
        play.tell(DistancesOutdated(actor=way.actor))
    if before_m is not None:
        changed_m = before_m + metres if way.away else max(0.0, before_m - metres)
        play.tell(RangeSet(actor=way.actor, target=way.target, range_m=changed_m))


def _reached(start: Place, goal: Place, walked_cm: int) -> Place:
    return goal if walked_cm >= distance_cm(start, goal) else along(start, vector(start, goal), walked_cm)


class _Walk:
    """Somebody going over a ground, with all that waits on the way; ``stopped_by`` names what was run into."""

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

    @property
    def place(self) -> Place | None:
        """Return where the one who goes stands; None where it is gone."""
        ground = self.play.scene.ground
        return ground.places.get(self.actor) if ground else None

    def leg(self, start: Place, end: Place) -> bool:
        """Go straight to a place, and tell whether that was reached."""
        passed, areas, waiting = _START, None, list[_Border]()
        while True:
            ground = self.play.scene.ground
            if ground is None:
                return False
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

    def _stand(self, place: Place) -> None:
        for each in (self.actor, *self.carrying):
            self.play.tell(Stood(actor=each, place=place))

    def _run_into(self, piece: Piece, start: Place, end: Place, at: int) -> bool:
        self._stand(along(start, vector(start, end), max(0, distance_cm(start, end) * at // WHOLE - CLEAR_CM)))
        self.stopped_by = "" if piece.hidden else piece.name
        return False

    def _come_into(self, ground: Ground, border: _Border, place: Place) -> bool:
        """Stand at the border of an area and let happen what waits there; tell whether the move goes on."""
        area = ground.areas[border.name]
        self._stand(place)
        audience = Audience.GM if area.hidden else Audience.ALL
        self.play.tell(Entered(actor=self.actor, area=area.key, kind=area.kind, place=place, audience=audience))
        still_able = self.place == place and self.play.hindrance(self.actor) is None
        return still_able and (self.goes_on is None or self.goes_on())


def _borders(ground: Ground, start: Place, end: Place, passed: _Border) -> list[_Border]:
    """Return what waits on a straight way behind a border, in order: what one stands in already does not wait."""
    line = _flat(start), _flat(end)
    found = [
        _Border(into, area.key, True)
        for area in ground.areas.values()
        for into, _ in spans(area.outline, *line)
        if passed < (into, area.key)
    ]
    found += [
        _Border(into, piece.name, False)
        for piece in ground.pieces.values()
        if is_wall(piece, start)
        for into, _ in spans(piece.outline, *line)
        if passed < (into, piece.name)
    ]
    return sorted(found)
