"""What a way runs through is the same however the way is parted, and on every machine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.ground.outlines import (
    WHOLE,
    Box,
    Cone,
    Disc,
    Lane,
    Outline,
    Path,
    Spot,
    at_part,
    bounds_of,
    corners_of,
    covers,
    middle_of,
    spans,
)
from bot.core.ground.places import Bearing, Place, toward

NEAR = st.integers(-2_000, 2_000)
PLACES = st.builds(Place, NEAR, NEAR)
FLATS = st.tuples(NEAR, NEAR)
WIDE = st.integers(2, 1_500)
OUTLINES: st.SearchStrategy[Outline] = st.one_of(
    st.builds(Spot, PLACES),
    st.builds(Disc, PLACES, WIDE),
    st.builds(Box, PLACES, PLACES),
    st.builds(Lane, PLACES, PLACES, WIDE),
    st.builds(Cone, PLACES, PLACES, WIDE),
    st.builds(Path, st.lists(PLACES, min_size=2, max_size=5).map(tuple)),
)
AREA = Box(Place(100, 100), Place(200, 300))


@pytest.mark.parametrize(
    ("outline", "start", "goal", "into", "out"),
    [
        (AREA, (0, 200), (400, 200), 100, 200),
        (AREA, (400, 200), (0, 200), 200, 300),
        (AREA, (150, 200), (550, 200), 0, 50),
        (AREA, (0, 100), (400, 100), 100, 200),
        (Disc(Place(200, 0), 50), (0, 0), (400, 0), 150, 250),
        (Spot(Place(200, 0)), (0, 0), (400, 0), 170, 230),
        (Lane(Place(200, -100), Place(200, 100), 80), (0, 0), (400, 0), 160, 240),
        (Cone(Place(100, 0), Place(300, 0), 100), (0, 0), (400, 0), 100, 300),
        (Path((Place(100, -50), Place(100, 50))), (0, 0), (400, 0), 100, 100),
        (Path((Place(100, 0), Place(200, 0))), (0, 0), (400, 0), 100, 200),
        (Path((Place(0, 100), Place(0, 200))), (0, 0), (0, 400), 100, 200),
    ],
)
def test_a_way_of_four_metres_runs_through_what_lies_there(
    outline: Outline, start: tuple[int, int], goal: tuple[int, int], into: int, out: int
) -> None:
    assert spans(outline, start, goal) == ((into * WHOLE // 400, out * WHOLE // 400),)


@pytest.mark.parametrize(
    ("outline", "goal"),
    [
        (AREA, (400, 0)),
        (AREA, (90, 90)),
        (Disc(Place(200, 60), 50), (400, 0)),
        (Disc(Place(-60, 0), 50), (400, 0)),
        (Disc(Place(460, 0), 50), (400, 0)),
        (Path((Place(100, 10), Place(100, 50))), (400, 0)),
        (Path((Place(100, -10), Place(100, -50))), (400, 0)),
        (Path((Place(410, -10), Place(410, 50))), (400, 0)),
        (Path((Place(500, 0), Place(600, 0))), (400, 0)),
        (AREA, (0, 0)),
    ],
)
def test_what_lies_beside_a_way_is_not_crossed(outline: Outline, goal: tuple[int, int]) -> None:
    assert spans(outline, (0, 0), goal) == ()


def met(outline: Outline, start: tuple[int, int], goal: tuple[int, int]) -> list[tuple[int, int]]:
    """The thousandths of a way at which it comes into something that it does not begin in."""
    return [span for span in spans(outline, start, goal) if span[0] > 0]


@given(OUTLINES, FLATS, st.tuples(st.integers(-40, 40), st.integers(-40, 40)), st.integers(1, 40), st.integers(1, 40))
def test_a_parted_way_comes_into_what_the_whole_one_does(
    outline: Outline, start: tuple[int, int], step: tuple[int, int], first: int, rest: int
) -> None:
    middle = start[0] + step[0] * first, start[1] + step[1] * first
    goal = middle[0] + step[0] * rest, middle[1] + step[1] * rest
    parts = len(met(outline, start, middle)) + len(met(outline, middle, goal))
    if not (isinstance(outline, Path) and _runs_along(outline, start, goal)):
        assert parts == len(met(outline, start, goal))


def _runs_along(outline: Path, start: tuple[int, int], goal: tuple[int, int]) -> bool:
    return any(out > into for into, out in spans(outline, start, goal))


@given(OUTLINES, FLATS, FLATS)
def test_a_way_back_runs_through_the_same(outline: Outline, start: tuple[int, int], goal: tuple[int, int]) -> None:
    there, back = spans(outline, start, goal), spans(outline, goal, start)
    assert len(there) == len(back)
    for (into, out), (also, again) in zip(there, reversed(back), strict=True):
        assert abs(into + again - WHOLE) <= 2
        assert abs(out + also - WHOLE) <= 2


@given(OUTLINES, PLACES, PLACES)
def test_whoever_stands_in_it_begins_a_way_in_it(outline: Outline, start: Place, goal: Place) -> None:
    found = spans(outline, (start.east_cm, start.north_cm), (goal.east_cm, goal.north_cm))
    if start != goal:
        assert covers(outline, start) == any(into == 0 for into, _ in found)


@given(OUTLINES, PLACES)
def test_what_is_covered_lies_within_the_bounds(outline: Outline, place: Place) -> None:
    west, south, east, north = bounds_of(outline)
    if covers(outline, place):
        assert west <= place.east_cm <= east
        assert south <= place.north_cm <= north


@pytest.mark.parametrize(
    ("outline", "middle"),
    [
        (Spot(Place(3, 4)), Place(3, 4)),
        (Disc(Place(3, 4), 7), Place(3, 4)),
        (Box(Place(0, 0), Place(200, 100)), Place(100, 50)),
        (Lane(Place(0, 0), Place(200, 100), 7), Place(100, 50)),
        (Cone(Place(0, 0), Place(200, 100), 7), Place(100, 50)),
        (Path((Place(0, 0), Place(90, 90), Place(200, 0))), Place(100, 0)),
    ],
)
def test_an_outline_has_a_middle(outline: Outline, middle: Place) -> None:
    assert middle_of(outline) == middle


def test_a_lane_and_a_cone_are_as_wide_as_they_are_said() -> None:
    north = toward(Place(0, 0), Bearing.NORTH, 1_000)
    assert corners_of(Lane(Place(0, 0), north, 200)) == ((-100, 0), (100, 0), (100, 1_000), (-100, 1_000))
    assert corners_of(Cone(Place(0, 0), north, 200)) == ((0, 0), (100, 1_000), (-100, 1_000))


def test_a_part_of_a_way_is_rounded_to_the_centimetre() -> None:
    assert at_part(Place(0, 0, 0), Place(100, 3, 30), WHOLE // 2) == Place(50, 2, 15)
