"""Places are whole centimetres: distances, directions and squares come out the same everywhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.ground.places import (
    FARTHEST_CM,
    Bearing,
    Place,
    along,
    bearing,
    between,
    centre_of,
    distance_cm,
    moved_by,
    square_of,
    to_side,
    toward,
    vector,
)

CENTIMETRES = st.integers(-FARTHEST_CM // 2, FARTHEST_CM // 2)
PLACES = st.builds(Place, CENTIMETRES, CENTIMETRES, st.integers(-10_000, 10_000))
HERE = Place(0, 0)


@given(PLACES, PLACES, PLACES)
def test_no_way_round_is_shorter_by_more_than_a_centimetre(one: Place, other: Place, third: Place) -> None:
    assert distance_cm(one, other) == distance_cm(other, one)
    assert distance_cm(one, other) <= distance_cm(one, third) + distance_cm(third, other) + 1


@given(PLACES, PLACES)
def test_a_distance_is_rounded_to_the_nearest_centimetre(one: Place, other: Place) -> None:
    square = sum(part * part for part in vector(one, other))
    found = distance_cm(one, other)
    assert (2 * found - 1) ** 2 <= 4 * square < (2 * found + 1) ** 2 or found == square == 0


@given(st.builds(Place, CENTIMETRES, CENTIMETRES), st.builds(Place, CENTIMETRES, CENTIMETRES), st.integers(0, 100_000))
def test_who_walks_straight_comes_nearer_by_what_is_walked(start: Place, goal: Place, walked_cm: int) -> None:
    whole = distance_cm(start, goal)
    if walked_cm <= whole:
        assert abs(distance_cm(along(start, vector(start, goal), walked_cm), goal) - (whole - walked_cm)) <= 2


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        (Place(0, 10), Bearing.NORTH),
        (Place(7, 10), Bearing.NORTH_EAST),
        (Place(10, 4), Bearing.EAST),
        (Place(10, -7), Bearing.SOUTH_EAST),
        (Place(0, -1), Bearing.SOUTH),
        (Place(-5, -5), Bearing.SOUTH_WEST),
        (Place(-10, 1), Bearing.WEST),
        (Place(-10, 9), Bearing.NORTH_WEST),
        (Place(0, 0, 300), None),
    ],
)
def test_a_direction_is_one_of_eight(goal: Place, expected: Bearing | None) -> None:
    assert bearing(HERE, goal) is expected


@pytest.mark.parametrize("direction", Bearing)
def test_who_goes_by_the_compass_is_found_in_that_direction(direction: Bearing) -> None:
    there = toward(HERE, direction, 2_000)
    assert bearing(HERE, there) is direction
    assert abs(distance_cm(HERE, there) - 2_000) <= 1


def test_the_right_of_who_looks_north_is_east() -> None:
    assert to_side(HERE, (0, 500, 0), 200) == Place(200, 0)
    assert to_side(HERE, (0, 500, 0), -200) == Place(-200, 0)
    assert along(HERE, (0, 0, 100), 500) == Place(0, 0, 0) or along(HERE, (0, 0, 0), 500) == HERE
    assert between(HERE, Place(300, -400, 50)) == Place(150, -200, 25)


def test_nobody_leaves_the_ground() -> None:
    assert moved_by(Place(FARTHEST_CM, 0), (500, 0, 0)) == Place(FARTHEST_CM, 0)


@pytest.mark.parametrize(("square", "place"), [("A1", Place(250, 250)), ("C4", Place(1_250, 1_750))])
def test_a_square_is_called_by_letters_and_a_number(square: str, place: Place) -> None:
    assert (square_of(place), centre_of(square[0].lower(), int(square[1:]))) == (square, place)


def test_behind_z_comes_aa_and_west_of_a_nothing() -> None:
    assert square_of(centre_of("AA", 1)) == "AA1"
    assert square_of(centre_of("ZZ", 12)) == "ZZ12"
    assert square_of(Place(-1, 0)) == ""
