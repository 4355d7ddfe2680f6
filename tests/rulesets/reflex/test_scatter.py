"""Where a miss lands: its direction by a die, and who may be how far from there by the distances that are known."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.core.orders import SetRange
from bot.rulesets.reflex.blasts.events import BlastReached, Unplaced
from bot.rulesets.reflex.blasts.scatter import Impact, Stray, direction_ask, reached, spans, stray
from bot.rulesets.reflex.kinds import Band
from tests.rulesets.reflex.firing import TABLES, play_of
from tests.rulesets.reflex.playing import Game
from tests.rulesets.reflex.test_throwing import yard

BEYOND, RIGHT, SHORT, LEFT = 0, 90, 180, 270
METRES = st.floats(-400, 400, allow_nan=False).map(lambda metres: round(metres, 1))


def trio(**ranges_m: float) -> Game:
    """Thrower, target and somebody else, with some of their distances: tt, to and eo."""
    game = Game()
    for name in ("Tom", "Bob", "Eve"):
        game.join(name)
    pairs = {"tt": ("Tom", "Bob"), "te": ("Tom", "Eve"), "be": ("Bob", "Eve")}
    for key, range_m in ranges_m.items():
        one, other = pairs[key]
        game.do(SetRange(actor=one, target=other, range_m=range_m))
    return game


def off(off_m: float, degrees: int, range_m: float = 10) -> Impact:
    """So far off Bob, thrown by Tom."""
    return Impact(target="Bob", off_m=off_m, degrees=degrees, origin="Tom", range_m=range_m)


def near(span: tuple[float, float] | None) -> Any:
    return span and pytest.approx(span, abs=1e-6)


@pytest.mark.parametrize(("face", "degrees"), [(1, BEYOND), (2, BEYOND), (6, SHORT), (7, SHORT)])
def test_rx_53_one_and_two_are_beyond_and_six_and_seven_short_on_the_line(face: int, degrees: int) -> None:
    found = stray(play_of(face), 3, Band.OPEN)
    assert (found.off_m, found.degrees, found.house) == (15, degrees, False)


@pytest.mark.parametrize(("face", "degrees"), [(3, 45), (4, RIGHT), (5, 135), (8, 225), (9, LEFT), (10, 315)])
def test_all_other_directions_are_ours_and_marked_so(face: int, degrees: int) -> None:
    found = stray(play_of(face), 1, Band.MEDIUM)
    assert (found.degrees, found.house) == (degrees, True)


def test_the_odds_of_each_direction_are_exact() -> None:
    ask = direction_ask(TABLES)
    rows = list(TABLES.rows("directions").values())
    counted: Counter[int] = Counter()
    for faces, weight in ask.meaning.falls(ask.count, ask.sides):
        counted[rows[faces[0] - 1]["degrees"]] += weight
    assert counted == {BEYOND: 2, SHORT: 2, 45: 1, RIGHT: 1, 135: 1, 225: 1, LEFT: 1, 315: 1}


@pytest.mark.parametrize(
    ("band", "off_m"),
    [
        (Band.GUNFIGHTING, 1),
        (Band.CQB, 2),
        (Band.TIGHT, 4),
        (Band.MEDIUM, 6),
        (Band.OPEN, 10),
        (Band.SNIPING, 16),
        (Band.EXTREME, 20),
        (Band.BEYOND, 40),
    ],
)
def test_the_band_of_the_range_says_how_far_a_miss_goes(band: Band, off_m: float) -> None:
    assert stray(play_of(1), 2, band).off_m == off_m


def test_at_arms_reach_nothing_goes_astray() -> None:
    assert stray(play_of(), 5, Band.PERSONAL) == Stray()
    assert stray(play_of(), 0, Band.OPEN) == Stray()


@pytest.mark.parametrize(("degrees", "metres"), [(BEYOND, 14), (SHORT, 6), (RIGHT, math.hypot(10, 4))])
def test_the_thrower_is_where_the_throw_came_from(degrees: int, metres: float) -> None:
    assert spans(trio().scene, off(4, degrees), "Tom") == near((metres, metres))


def test_who_is_on_the_line_is_known_exactly() -> None:
    game = trio(tt=10, te=16, be=6)
    assert spans(game.scene, off(4, BEYOND), "Eve") == near((2, 2))
    assert spans(game.scene, off(4, SHORT), "Eve") == near((10, 10))


def test_on_which_side_of_the_line_somebody_stands_is_not_known() -> None:
    game = trio(tt=10, te=math.hypot(10, 6), be=6)
    assert spans(game.scene, off(4, RIGHT), "Eve") == near((2, 10))
    assert spans(game.scene, off(4, BEYOND), "Eve") == near((math.hypot(6, 4), math.hypot(6, 4)))


def test_of_one_known_distance_a_ring_is_left() -> None:
    assert spans(trio(be=6).scene, off(4, RIGHT), "Eve") == near((2, 10))
    assert spans(trio(te=20).scene, off(4, BEYOND), "Eve") == near((6, 34))
    assert spans(trio(te=20).scene, off(0, 0), "Eve") == near((10, 30))
    assert spans(trio(be=6, te=5).scene, off(4, RIGHT, 0), "Eve") == near((1, 9))


def test_of_no_known_distance_nothing_is_left() -> None:
    assert spans(trio().scene, off(4, RIGHT), "Eve") is None
    assert spans(trio().scene, off(0, 0), "Eve") is None


def test_distances_that_no_triangle_has_are_taken_as_a_line() -> None:
    assert spans(trio(tt=10, te=100, be=6).scene, off(4, BEYOND), "Eve") == near((2, 2))


def test_what_was_said_counts_before_what_is_known() -> None:
    impact = msgspec.structs.replace(off(0, 0), told={"Eve": 3})
    assert spans(trio(be=6).scene, impact, "Eve") == (3, 3)


def test_a_rough_distance_counts_where_it_is_all_one_zone() -> None:
    game = trio(be=1)
    assert reached(game.scene, off(2, RIGHT), 5).ranges_m == {"Tom": pytest.approx(10.2), "Bob": 2, "Eve": 2}
    assert reached(game.scene, off(2, RIGHT), 5).about == ("Eve",)
    assert "Eve" not in reached(game.scene, off(2, RIGHT), 2.5).ranges_m


def test_the_dead_are_nowhere() -> None:
    game = trio(be=1)
    game.act("Eve", "correct", dead=True)
    assert "Eve" not in reached(game.scene, off(2, RIGHT), 5).ranges_m


def placed(one: tuple[float, float], other: tuple[float, float]) -> float:
    return round(math.dist(one, other), 9)


@example(bob=(0, 0.2), eve=(0.2, -96), off_m=50, turn=105)  # where a millionth of a metre turned the throw too far
@given(bob=st.tuples(METRES, METRES), eve=st.tuples(METRES, METRES), off_m=METRES.map(abs), turn=st.integers(0, 359))
def test_the_true_distance_always_lies_in_the_span(
    bob: tuple[float, float], eve: tuple[float, float], off_m: float, turn: int
) -> None:
    """Tom stands at the origin; wherever Bob and Eve are and the throw lands, no distance is absurd."""
    tom = (0.0, 0.0)
    heading = math.atan2(bob[1], bob[0]) - math.radians(turn)
    landed = (bob[0] + off_m * math.cos(heading), bob[1] + off_m * math.sin(heading))
    known = {"tt": placed(tom, bob), "te": placed(tom, eve), "be": placed(bob, eve)}
    for told in (known, {"tt": known["tt"], "be": known["be"]}, {"tt": known["tt"], "te": known["te"]}):
        found = spans(trio(**told).scene, off(off_m, turn, known["tt"]), "Eve")
        assert found is not None
        assert 0 <= found[0] <= math.dist(landed, eve) + 0.1
        assert math.dist(landed, eve) <= found[1] + 0.1


def test_a_grenade_that_misses_reaches_whoever_is_known_to_be_where_it_lands() -> None:
    game = yard()
    game.do(SetRange(actor="Ann", target="Cal", range_m=7))
    game.do(SetRange(actor="Bob", target="Cal", range_m=2))
    game.act("Ann", "throw", 10, 20, 1, 1, target="Bob")
    game.go_on()
    found = {event.actor: event.range_m for event in game.events if isinstance(event, BlastReached)}
    assert found == {"Cal": 0, "Bob": 2, "Ann": 7}
    assert not [event for event in game.events if isinstance(event, Unplaced)]


def test_a_rough_distance_is_told_as_one() -> None:
    game = yard()
    game.do(SetRange(actor="Bob", target="Cal", range_m=1))
    game.act("Ann", "throw", 8, 20, 1, 4, target="Bob")
    assert "it misses by 1 m, to the right (d10: 4; house table)" in game.told()
    game.go_on()
    assert "Cal is close to the explosion (about 1 m, primary)" in game.told()
