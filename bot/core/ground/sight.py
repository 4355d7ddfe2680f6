"""What lies between two is found by their places and heights alone; what it means to be behind it each system says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from bot.core.ground.laid import Ground
from bot.core.ground.net import Traced, net_of, standing_by
from bot.core.ground.outlines import WHOLE, Interval, crossed, flat, spans, traced
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

MOST_KNOWN = 20_000
"""Of how many lines it is kept what lies on them."""


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
    target its nearer end lies, ``through_cm`` how long the line runs through it, ``from_cm`` how far from the looker it
    begins.
    """

    thing: Piece | Area
    low_cm: int
    high_cm: int
    before_cm: int
    through_cm: int
    from_cm: int = 0


def screens(ground: Ground, shooter: Figure, target: Figure) -> tuple[Screen, ...]:
    """Return what lies between somebody and a target, the nearest to the shooter first.

    Whoever stands by a thing fires over or round it: of the ways to do so the one with the least before the target
    counts.
    """
    found = _between(ground, shooter, target, shooter.over_cm)
    if not found:
        return found
    for eye in _beside(found, shooter, target.place):
        there = _between(ground, shooter._replace(place=eye), target, shooter.over_cm)
        if _hidden_cm(there, target.tall_cm) < _hidden_cm(found, target.tall_cm):
            found = there
    return found


def shields(ground: Ground, burst: Place, target: Figure) -> tuple[Screen, ...]:
    """Return what lies between a burst and somebody, the nearest to the burst first: nothing leans round there."""
    return _between(ground, Figure(burst, BURST_CM), target, over_cm=0)


def sees(ground: Ground, one: Figure, other: Figure) -> bool:
    """Tell whether two see anything of each other: it is the same for both."""
    there, back = _between(ground, one, other, one.over_cm), _between(ground, other, one, other.over_cm)
    if not hides_all(there, other.tall_cm) or not hides_all(back, one.tall_cm):
        return True
    ones = (one, *(one._replace(place=eye) for eye in _beside(there, one, other.place)))
    others = (other, *(other._replace(place=eye) for eye in _beside(back, other, one.place)))
    leaning = list(product(ones, others))[1:]
    return any(_shows(ground, *pair) or _shows(ground, *reversed(pair)) for pair in leaning)


def _shows(ground: Ground, looker: Figure, other: Figure) -> bool:
    return not hides_all(_between(ground, looker, other, looker.over_cm), other.tall_cm)


def hides_all(found: Iterable[Screen], tall_cm: int) -> bool:
    """Tell whether nothing is to be seen of somebody behind all of this."""
    opaque = (screen for screen in found if isinstance(screen.thing, Piece) and screen.thing.hides)
    return _hidden_cm(opaque, tall_cm) >= tall_cm


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


def _beside(found: Iterable[Screen], who: Figure, goal: Place) -> Iterator[Place]:
    """Yield from where somebody looks round what is high and stands right before them, on either side of it."""
    high_cm = who.over_cm + who.place.height_cm
    near = [each.thing for each in found if each.from_cm <= LEAN_CM and each.thing.top_cm > high_cm]
    for aside_cm in (LEAN_CM, -LEAN_CM) if near else ():
        beside = to_side(who.place, vector(who.place, goal), aside_cm)
        if not any(spans(each.outline, flat(who.place), flat(beside)) for each in near if isinstance(each, Piece)):
            yield beside


def _between(ground: Ground, looker: Figure, target: Figure, over_cm: int) -> tuple[Screen, ...]:
    """Return what lies between two; what stands beside the looker does not where it is no higher than ``over_cm``."""
    found = _pieces_between(ground.pieces, looker, target, over_cm) if ground.pieces else ()
    hiding = [(area, traced(area.outline)) for area in ground.areas.values() if area.hides and not area.hidden]
    return _in_order((*found, *_met(hiding, looker, target, over_cm))) if hiding else found


def _pieces_between(pieces: Mapping[str, Piece], looker: Figure, target: Figure, over_cm: int) -> tuple[Screen, ...]:
    """Return which pieces lie between two; it is kept, since the same two look again and again."""
    known = net_of(pieces).known
    key = looker, target, over_cm
    found: tuple[Screen, ...] | None = known.get(key)
    if found is None:
        if len(known) > MOST_KNOWN:
            known.clear()
        by = standing_by(pieces, looker.place, target.place)
        things = [(each.piece, each.traced) for each in by if not each.piece.hidden]
        found = known[key] = _in_order(_met(things, looker, target, over_cm))
    return found


def _in_order(found: Iterable[Screen]) -> tuple[Screen, ...]:
    return tuple(sorted(found, key=lambda each: (each.from_cm, each.thing.top_cm)))


def _met(
    things: Iterable[tuple[Piece | Area, Traced]], looker: Figure, target: Figure, over_cm: int
) -> Iterator[Screen]:
    eye = looker.place
    line, long_cm = (flat(eye), flat(target.place)), distance_cm(eye, target.place)
    for thing, outline in things:
        for span in crossed(outline, *line):
            screen = _screen(thing, span, eye.height_cm + looker.eye_cm, target, long_cm)
            if screen and not (screen.from_cm <= LEAN_CM < screen.before_cm and _is_low(thing, eye, over_cm)):
                yield screen


def _is_low(thing: Piece | Area, eye: Place, over_cm: int) -> bool:
    return thing.top_cm <= over_cm + eye.height_cm and isinstance(thing, Piece)


def _screen(thing: Piece | Area, span: Interval, eye_cm: int, target: Figure, long_cm: int) -> Screen | None:
    """Return what of a target is behind a thing that the line runs through from ``span`` on; None of nothing.

    What is lower than the eye hides most by its far end, what is higher by its near one.
    """
    into, out = max(1, span[0]), max(1, span[1])
    top_cm, bottom_cm, feet_cm = thing.top_cm, thing.bottom_cm, target.place.height_cm
    high = eye_cm - feet_cm + _rounded((top_cm - eye_cm) * WHOLE, out if top_cm < eye_cm else into)
    low = 0
    if bottom_cm > eye_cm or bottom_cm > feet_cm:
        low = max(0, eye_cm - feet_cm + _rounded((bottom_cm - eye_cm) * WHOLE, into if bottom_cm < eye_cm else out))
    high = min(target.tall_cm, high)
    if low >= high:
        return None
    before_cm, through_cm = _rounded((WHOLE - out) * long_cm, WHOLE), _rounded((out - into) * long_cm, WHOLE)
    return Screen(thing, low, high, before_cm, through_cm, _rounded(span[0] * long_cm, WHOLE))


def _rounded(number: int, by: int) -> int:
    return (2 * number + by) // (2 * by)
