"""What lies between two hides what it reaches; who stands by a thing fires over it or round it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.ground.laid import Ground, with_area, with_piece, without_piece
from bot.core.ground.outlines import Box, Disc, Path, Spot
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.places import Place
from bot.core.ground.sight import Figure, Screen, hidden_parts, hides_all, screens, sees

STANDING = Figure(Place(0, 0))


def wall(low: int = 0, high: int = 250, name: str = "wall", *, north_cm: int = 1_000, **changes: object) -> Piece:
    """A thin wall of two metres across the way to the north."""
    outline = Path((Place(-100, north_cm), Place(100, north_cm)))
    return Piece(name, outline, "brick_wall", top_cm=high, bottom_cm=low, **changes)  # type: ignore[arg-type]


def ground(*pieces: Piece) -> Ground:
    found = Ground(1_000)
    for piece in pieces:
        found = with_piece(found, piece)
    return found


def at(north_cm: int, east_cm: int = 0) -> Figure:
    return Figure(Place(east_cm, north_cm))


def parts(found: tuple[Screen, ...]) -> list[tuple[int, int]]:
    return [(screen.low_cm, screen.high_cm) for screen in found]


def test_nothing_lies_between_two_in_the_open() -> None:
    assert screens(Ground(1_000), STANDING, at(2_000)) == ()
    assert screens(ground(wall()), STANDING, at(900)) == ()
    assert screens(ground(wall()), STANDING, at(2_000, 500)) == ()


def test_a_low_wall_hides_the_legs_of_who_stands_right_behind_it() -> None:
    (screen,) = screens(ground(wall(high=100)), STANDING, at(1_050))
    assert (screen.low_cm, screen.high_cm, screen.before_cm) == (0, 97, 50)


def test_half_way_it_hides_less_than_by_the_target_and_what_is_lower_than_the_line_nothing() -> None:
    (half,) = screens(ground(wall(high=130)), STANDING, at(2_000))
    assert (half.low_cm, half.high_cm) == (0, 100)
    assert screens(ground(wall(high=60)), STANDING, at(2_000)) == ()


def test_from_above_one_sees_over_it() -> None:
    above = Figure(Place(0, 0, 1_000))
    assert screens(ground(wall()), above, at(2_000)) == ()
    assert parts(screens(ground(wall()), above, at(1_050))) == [(0, 180)]


def test_what_hangs_hides_only_the_upper_part() -> None:
    assert parts(screens(ground(wall(low=100)), STANDING, at(1_050))) == [(97, 180)]
    assert screens(ground(wall(low=240, high=300)), STANDING, at(1_050)) == ()


def test_who_stands_by_a_low_wall_fires_over_it_and_has_its_shelter() -> None:
    low = ground(wall(high=100, north_cm=50))
    assert screens(low, STANDING, at(1_000)) == ()
    assert parts(screens(low, at(1_000), STANDING)) == [(0, 97)]
    both = ground(wall(high=100, north_cm=50))
    assert len(screens(both, STANDING, at(100))) == 1


def test_round_the_end_of_a_high_wall_one_sees_and_is_seen() -> None:
    behind = at(0, 60)
    far = at(2_000, 60)
    high = ground(wall(north_cm=50))
    assert screens(high, behind, far) == ()
    assert parts(screens(high, far, behind)) == [(0, 180)]
    assert sees(high, behind, far)
    assert sees(high, far, behind)


def test_behind_the_middle_of_a_high_wall_nobody_sees_anybody() -> None:
    long = Piece("wall", Path((Place(-900, 50), Place(900, 50))), "brick_wall")
    assert not sees(ground(long), STANDING, at(2_000))
    assert hides_all(screens(ground(long), at(2_000), STANDING), 180)


def test_a_corner_to_lean_round_must_be_reached() -> None:
    corner = Piece("corner", Path((Place(150, -50), Place(50, -50), Place(50, 50), Place(-900, 50))), "brick_wall")
    assert not sees(ground(corner), STANDING, at(2_000))


def test_an_open_door_and_glass_hide_nobody_and_a_closed_door_does() -> None:
    closed = wall(name="door")
    assert not sees(ground(closed), STANDING, at(2_000))
    opened = wall(name="door", opened=True)
    assert screens(ground(opened), STANDING, at(2_000)) == ()
    glass = ground(wall(hides=False))
    assert sees(glass, STANDING, at(2_000))
    assert parts(screens(glass, STANDING, at(2_000))) == [(0, 180)]


def test_what_is_gone_hides_nothing() -> None:
    there = ground(wall())
    assert not sees(there, STANDING, at(2_000))
    assert sees(without_piece(there, "wall"), STANDING, at(2_000))


def test_the_nearest_comes_first_smoke_is_among_them_and_what_nobody_knows_of_is_not() -> None:
    smoke = Area("smoke", "toy.smoke", Disc(Place(0, 500), 200), hides=True)
    gas = Area("gas", "toy.gas", Disc(Place(0, 500), 200))
    unknown = Piece("net", Path((Place(-100, 700), Place(100, 700))), "x", hidden=True)
    there = with_area(with_area(with_piece(ground(wall(), wall(name="far", north_cm=1_500)), unknown), smoke), gas)
    found = screens(there, STANDING, at(2_000))
    assert [screen.thing for screen in found] == [smoke, there.pieces["wall"], there.pieces["far"]]
    assert found[0].through_cm == 400
    alone = with_area(ground(), smoke)
    assert [screen.thing for screen in screens(alone, STANDING, at(2_000))] == [smoke]
    assert sees(alone, STANDING, at(2_000))


def test_what_is_longer_than_the_net_is_found_too() -> None:
    ridge = Piece("ridge", Box(Place(-900_000, 1_000), Place(900_000, 200_000)), "earth")
    assert not sees(ground(ridge), STANDING, at(300_000))


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.core.ground.sight.MOST_KNOWN", 1)
    there = ground(wall())
    found = [screens(there, STANDING, at(north_cm)) for north_cm in (1_100, 1_200, 1_300, 1_100)]
    assert found[0] == found[3] != found[1]


def test_a_tree_hides_who_stands_behind_it() -> None:
    tree = Piece("tree", Spot(Place(0, 1_000)), "tree", top_cm=900)
    assert hides_all(screens(ground(tree), at(0), at(1_400)), 180)


def test_heights_that_touch_are_one_part() -> None:
    low, high, top = (Screen(wall(), *part, 0, 0) for part in ((0, 50), (50, 90), (120, 300)))
    assert hidden_parts((high, top, low), 180) == ((0, 90), (120, 180))


NEAR = st.integers(0, 3_000)
PLACES = st.builds(Place, NEAR, NEAR, st.sampled_from((0, 0, 300)))
FIGURES = st.builds(Figure, PLACES, st.sampled_from((30, 100, 160)), st.sampled_from((40, 110, 180)))
BOXES = st.tuples(st.builds(Place, NEAR, NEAR), st.builds(Place, NEAR, NEAR)).map(lambda ends: Box(*ends))
PIECES = st.lists(st.tuples(BOXES, st.sampled_from((60, 120, 300)), st.booleans()), max_size=6)


@given(PIECES, FIGURES, FIGURES)
def test_sight_is_the_same_for_both(things: list[tuple[Box, int, bool]], one: Figure, other: Figure) -> None:
    there = ground(*(Piece(str(n), box, "x", top_cm=top, hides=hid) for n, (box, top, hid) in enumerate(things)))
    assert sees(there, one, other) == sees(there, other, one)


@given(PIECES, FIGURES, FIGURES)
def test_what_stands_far_off_changes_nothing(things: list[tuple[Box, int, bool]], one: Figure, other: Figure) -> None:
    boxes = [Piece(str(n), box, "x", top_cm=top) for n, (box, top, _) in enumerate(things)]
    far = [Piece(f"far {n}", Spot(Place(90_000 + n, 90_000)), "x") for n in range(30)]
    assert screens(ground(*boxes, *far), one, other) == screens(ground(*boxes), one, other)
