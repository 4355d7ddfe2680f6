"""What lies between two is found by their places and heights alone; what it means to be behind it each system says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from bot.core.ground.laid import Ground
from bot.core.ground.outlines import WHOLE, Flat, Outline, Span, bounds_of, spans
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.places import Place, distance_cm, to_side, vector

LEAN_CM = 100
"""How near to a thing somebody stands who looks and fires over or round it, and how far that reaches (house)."""

OVER_CM = 150
"""How high a thing may be at most for somebody beside it to look and fire over it (house)."""

LYING_EYE_CM, LYING_CM = 30, 40
"""How high the eye of somebody is who lies, and how high it rises above the ground (house)."""

BURST_CM = 20
"""How high above the ground what goes off does so (house)."""

CELL_CM = 1_000
"""How wide a cell is of the net in which pieces are looked up."""

Cell = tuple[int, int]


class Figure(NamedTuple):
    """Somebody as others see them: where they stand, how high their eye is, and how tall they are in their stance."""

    place: Place
    eye_cm: int = 160
    tall_cm: int = 180

    @property
    def over_cm(self) -> int:
        """Return how high a thing may be for it to look and fire over it: not higher than itself."""
        return min(OVER_CM, self.tall_cm)


def figure_of(place: Place, *, lies: bool) -> Figure:
    """Return somebody who stands upright or lies."""
    return Figure(place, LYING_EYE_CM, LYING_CM) if lies else Figure(place)


class Screen(NamedTuple):
    """What lies between somebody and a target, and how much it hides.

    Of the target it is before all from ``low_cm`` to ``high_cm`` above its feet. ``before_cm`` is how far before the
    target its nearer end lies, ``through_cm`` how long the line runs through it.
    """

    thing: Piece | Area
    low_cm: int
    high_cm: int
    before_cm: int
    through_cm: int


def screens(ground: Ground, shooter: Figure, target: Figure) -> tuple[Screen, ...]:
    """Return what lies between somebody and a target, the nearest to the shooter first.

    Whoever stands by a thing fires over or round it: of the ways to do so the one with the least before the target
    counts.
    """
    found = None
    for eye in _eyes(ground, shooter, target.place):
        there = _between(ground, shooter._replace(place=eye), target, shooter.over_cm)
        if found is None or _hidden_cm(there, target.tall_cm) < _hidden_cm(found, target.tall_cm):
            found = there
    return found or ()


def shields(ground: Ground, burst: Place, target: Figure) -> tuple[Screen, ...]:
    """Return what lies between a burst and somebody, the nearest to the burst first: nothing leans round there."""
    return _between(ground, Figure(burst, BURST_CM), target, over_cm=0)


def sees(ground: Ground, one: Figure, other: Figure) -> bool:
    """Tell whether two see anything of each other: it is the same for both."""
    lines = ((mine, its) for mine in _eyes(ground, one, other.place) for its in _eyes(ground, other, one.place))
    leant = ((one._replace(place=mine), other._replace(place=its)) for mine, its in lines)
    return any(_shows(ground, here, there) or _shows(ground, there, here) for here, there in leant)


def _shows(ground: Ground, looker: Figure, other: Figure) -> bool:
    return not hides(_between(ground, looker, other, looker.over_cm), other.tall_cm)


def hides(found: Iterable[Screen], tall_cm: int) -> bool:
    """Tell whether nothing is to be seen of somebody behind all of this."""
    return _hidden_cm(_opaque(found), tall_cm) >= tall_cm


def hidden_parts(found: Iterable[Screen], tall_cm: int) -> tuple[tuple[int, int], ...]:
    """Return which heights of somebody lie behind something, from below, those that touch as one."""
    parts: list[tuple[int, int]] = []
    for low, high in sorted((screen.low_cm, screen.high_cm) for screen in found):
        if parts and low <= parts[-1][1]:
            parts[-1] = parts[-1][0], max(parts[-1][1], high)
        else:
            parts.append((low, min(high, tall_cm)))
    return tuple(parts)


def _hidden_cm(found: Iterable[Screen], tall_cm: int) -> int:
    return sum(high - low for low, high in hidden_parts(found, tall_cm))


def _opaque(found: Iterable[Screen]) -> Iterator[Screen]:
    return (screen for screen in found if isinstance(screen.thing, Piece) and screen.thing.hides)


def _eyes(ground: Ground, who: Figure, goal: Place) -> Iterator[Place]:
    """Yield from where somebody may look who stands by something high: where they are, or round it to either side."""
    yield who.place
    near = [piece for piece in _by(ground, who.place, who.place) if _is_before(piece, who.place, goal)]
    if not any(piece.top_cm > who.over_cm + who.place.height_cm for piece in near):
        return
    way = vector(who.place, goal)
    for aside_cm in (LEAN_CM, -LEAN_CM):
        beside = to_side(who.place, way, aside_cm)
        if not any(_crossed(piece.outline, who.place, beside) for piece in near):
            yield beside


def _is_before(piece: Piece, place: Place, goal: Place) -> bool:
    """Tell whether a piece lies within reach of somebody, on the way to a goal."""
    long_cm = distance_cm(place, goal)
    return any(into * long_cm <= LEAN_CM * WHOLE for into, _ in _crossed(piece.outline, place, goal))


def _crossed(outline: Outline, start: Place, goal: Place) -> tuple[Span, ...]:
    return spans(outline, _flat(start), _flat(goal))


def _flat(place: Place) -> Flat:
    return place.east_cm, place.north_cm


def _between(ground: Ground, looker: Figure, target: Figure, over_cm: int) -> tuple[Screen, ...]:
    """Return what lies between two; what stands beside the looker does not where it is no higher than ``over_cm``."""
    eye = looker.place
    found: list[tuple[int, Screen]] = []
    things: list[Piece | Area] = [*_by(ground, eye, target.place)]
    things += [area for area in ground.areas.values() if area.hides]
    long_cm = distance_cm(eye, target.place)
    for thing in things:
        for span in _crossed(thing.outline, eye, target.place):
            screen = _screen(thing, span, eye.height_cm + looker.eye_cm, target, long_cm)
            leaning = isinstance(thing, Piece) and thing.top_cm <= over_cm + eye.height_cm
            if screen and not (leaning and span[0] * long_cm <= LEAN_CM * WHOLE and screen.before_cm > LEAN_CM):
                found.append((span[0], screen))
    return tuple(screen for _, screen in sorted(found, key=lambda each: (each[0], each[1].thing.top_cm)))


def _screen(thing: Piece | Area, span: Span, eye_cm: int, target: Figure, long_cm: int) -> Screen | None:
    """Return what of a target is behind a thing that the line runs through from ``span`` on; None of nothing."""
    into, out = max(1, span[0]), max(1, span[1])
    feet_cm = target.place.height_cm
    bottom_cm = thing.bottom_cm if isinstance(thing, Piece) else 0
    tops = [eye_cm + (thing.top_cm - eye_cm) * WHOLE // part - feet_cm for part in (into, out)]
    bottoms = [eye_cm + (bottom_cm - eye_cm) * WHOLE // part - feet_cm for part in (into, out)]
    low, high = max(0, min(bottoms)), min(target.tall_cm, max(tops))
    if bottom_cm <= min(eye_cm, feet_cm):
        low = 0
    if low >= high:
        return None
    before_cm, through_cm = (WHOLE - out) * long_cm // WHOLE, (out - into) * long_cm // WHOLE
    return Screen(thing, low, high, before_cm, through_cm)


def _by(ground: Ground, start: Place, goal: Place) -> list[Piece]:
    """Return the pieces near a straight way that are not open doors, each once."""
    if not ground.pieces:
        return []
    net, long_names = _net_of(ground.pieces)
    found: dict[str, None] = dict.fromkeys(long_names)
    for cell in _cells(_flat(start), _flat(goal)):
        for name in net.get(cell, ()):
            found[name] = None
    return [piece for name in found if not (piece := ground.pieces[name]).opened]


def _cells(start: Flat, goal: Flat) -> Iterator[Cell]:
    """Yield the cells of the net by which a straight way runs."""
    steps = max(abs(goal[0] - start[0]), abs(goal[1] - start[1])) // CELL_CM + 1
    for step in range(steps + 1):
        east = (start[0] * (steps - step) + goal[0] * step) // steps // CELL_CM
        north = (start[1] * (steps - step) + goal[1] * step) // steps // CELL_CM
        yield from ((east + one, north + other) for one in (-1, 0, 1) for other in (-1, 0, 1))


Net = tuple[dict[Cell, tuple[str, ...]], tuple[str, ...]]
_nets: list[tuple[Mapping[str, Piece], Net]] = []
MOST_NETS, MOST_CELLS = 8, 400


def _net_of(pieces: Mapping[str, Piece]) -> Net:
    """Return in which cells which pieces lie, and those that lie in very many; the last few are kept."""
    for known, net in _nets:
        if known is pieces:
            return net
    cells: dict[Cell, list[str]] = {}
    far: list[str] = []
    for name, piece in pieces.items():
        west, south, east, north = (part // CELL_CM for part in bounds_of(piece.outline))
        if (east - west + 1) * (north - south + 1) > MOST_CELLS:
            far.append(name)
            continue
        for cell in ((one, other) for one in range(west, east + 1) for other in range(south, north + 1)):
            cells.setdefault(cell, []).append(name)
    made: Net = {cell: tuple(names) for cell, names in cells.items()}, tuple(far)
    _nets[:] = [(pieces, made), *_nets[: MOST_NETS - 1]]
    return made
