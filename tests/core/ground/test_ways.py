"""A way over the ground meets what lies on it, in order: walls stop it, and at the border of each area it pauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import (
    AreaGone,
    AreaLaid,
    Audience,
    Entered,
    Event,
    FellShort,
    PieceGone,
    PieceSet,
    Placed,
    Released,
    Stood,
)
from bot.core.ground import routes
from bot.core.ground.moving import bound_for, went
from bot.core.ground.outlines import Box, Cone, Disc, Lane, Outline, Path
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.places import Bearing, Place
from bot.core.ground.routes import way_round
from bot.core.ground.whereabouts import AtPlace, ByCompass
from bot.core.narration import core_lines
from bot.core.play import Play
from bot.core.views import GM, PUBLIC, view
from tests.core.brawl import TOY, told
from tests.core.ground.test_laying import crowd, places
from tests.rulesets.game import play_on

START = Place(5_000, 5_000)
GOAL = Place(5_000, 9_000)
WALL = Piece("wall", Path((Place(4_900, 7_000), Place(5_200, 7_000))), "brick_wall")


def on_ground(*events: Event) -> Play[Any, Any, Any]:
    """Ann at K11, with things and areas to the north of her."""
    play = play_on(TOY, crowd().scene)
    for event in events:
        play.tell(event)
    play.events.clear()
    play.moments.clear()
    return play


def set_up(*pieces: Piece) -> Play[Any, Any, Any]:
    return on_ground(*(PieceSet(piece=piece) for piece in pieces))


def lane(key: str, north_cm: int, **changes: Any) -> AreaLaid:
    """A lane of a metre across the way to the north."""
    outline = Lane(Place(4_000, north_cm), Place(6_000, north_cm), 100)
    return AreaLaid(area=Area(key, "toy.lane", outline, **changes))


def go(play: Play[Any, Any, Any], goal: Place = GOAL, metres: float = 100, **changes: Any) -> list[Event]:
    way = bound_for(play, "Ann", to=AtPlace(goal), via=changes.pop("via", ()))
    went(play, way, metres, **changes)
    return play.events


def entered(events: list[Event]) -> list[tuple[str, int]]:
    return [(event.area, event.place.north_cm) for event in events if isinstance(event, Entered)]


def stands(play: Play[Any, Any, Any], actor: str = "Ann") -> Place:
    assert play.scene.ground is not None
    return play.scene.ground.places[actor]


def test_a_wall_in_the_way_is_refused_and_the_shortest_way_round_is_named() -> None:
    play = set_up(WALL)
    with pytest.raises(RuleViolation, match=r"wall is in the way") as refused:
        bound_for(play, "Ann", to=AtPlace(GOAL))
    assert refused.value.remedy == "Go round it: via=48.5,69.5."
    round_it = AtPlace(Place(4_850, 6_950))
    assert bound_for(play, "Ann", to=AtPlace(GOAL), via=(round_it,)).length_m == pytest.approx(40.06, abs=0.05)
    go(play, via=(round_it,))
    assert [event.place for event in play.events if isinstance(event, Stood)] == [Place(4_850, 6_950), GOAL]


def test_round_a_box_the_corner_is_clear_of_it() -> None:
    play = set_up(Piece("hut", Box(Place(4_700, 6_000), Place(5_100, 7_000)), "wood_wall"))
    with pytest.raises(RuleViolation, match="hut is in the way") as refused:
        bound_for(play, "Ann", to=AtPlace(Place(5_000, 6_600 + 800)))
    assert refused.value.remedy == "Go round it: via=51.5,59.5; 51.5,70.5."


def test_a_way_round_one_thing_that_another_stops_goes_round_both() -> None:
    first = Piece("first", Box(Place(4_000, 6_000), Place(5_050, 6_100)), "brick_wall")
    second = Piece("second", Box(Place(4_900, 6_500), Place(7_000, 6_600)), "brick_wall")
    with pytest.raises(RuleViolation, match="first is in the way") as refused:
        bound_for(set_up(first, second), "Ann", to=AtPlace(GOAL))
    assert refused.value.remedy == "Go round it: via=51,61.5; 48.5,64.5."


def test_behind_a_long_wall_there_is_no_way_round_by_one_corner() -> None:
    corners = ((4_000, 4_000), (6_000, 4_000), (6_000, 8_000), (4_000, 8_000), (4_000, 4_000))
    cage = Piece("cage", Path(tuple(Place(*corner) for corner in corners)), "metal")
    with pytest.raises(RuleViolation, match="cage is in the way") as refused:
        bound_for(set_up(cage), "Ann", to=AtPlace(GOAL))
    assert refused.value.remedy == "Go somewhere on this side of it."


@pytest.mark.parametrize(
    "changes",
    [{"blocks": False}, {"opened": True}, {"top_cm": 50}, {"bottom_cm": 200}],
    ids=["brush", "open door", "kerb", "beam"],
)
def test_what_blocks_nobody_is_walked_through(changes: dict[str, Any]) -> None:
    thing = Piece("thing", WALL.outline, "x", **changes)
    play = set_up(thing)
    go(play)
    assert stands(play) == GOAL


def test_who_stands_in_a_thing_may_leave_it() -> None:
    play = set_up(Piece("hut", Box(Place(4_900, 4_900), Place(5_100, 5_100)), "wood_wall"))
    go(play)
    assert stands(play) == GOAL


def test_what_the_actor_does_not_know_of_stops_the_move_half_a_metre_before_it() -> None:
    play = set_up(Piece("pit", WALL.outline, "x", hidden=True))
    events = go(play)
    assert stands(play) == Place(5_000, 6_950)
    assert events[-1] == FellShort(actor="Ann", short_cm=2_050)
    assert told(events[-1]) == "Ann stops 20.5 m short of the goal."
    with pytest.raises(RuleViolation, match="pit is in the way"):
        bound_for(play, "Thug", to=AtPlace(Place(5_000, 5_000)))


def test_who_flees_stops_at_a_wall_and_reads_what_it_was() -> None:
    play = set_up(Piece("wall", Path((Place(4_000, 4_000), Place(6_000, 4_000))), "brick_wall"))
    went(play, bound_for(play, "Ann", "Thug", away=True), 30)
    assert stands(play) == Place(5_000, 4_050)
    way = bound_for(play, "Ann", to=ByCompass("Bea", bearing=Bearing.NORTH, far_cm=3_000))
    play.tell(PieceSet(piece=Piece("wall", Path((Place(4_000, 7_000), Place(6_000, 7_000))), "brick_wall")))
    went(play, way, 60)
    assert told(play.events[-1]).endswith("short of the goal: wall is in the way.")


def test_areas_are_met_in_order_and_at_their_borders() -> None:
    events = go(on_ground(lane("far", 8_000), lane("near", 6_000)))
    assert entered(events) == [("near", 5_950), ("far", 7_950)]
    assert [type(event) for event in events] == [Stood, Entered, Stood, Entered, Stood]


def test_what_one_stands_in_already_and_what_is_not_reached_is_not_met() -> None:
    play = on_ground(lane("here", 5_000), lane("next", 6_000), lane("far", 8_000))
    assert entered(go(play, metres=9.5)) == [("next", 5_950)]
    assert stands(play) == Place(5_000, 5_950)
    play.events.clear()
    assert entered(go(play)) == [("far", 7_950)]


def following(play: Play[Any, Any, Any], follow: Callable[[Any, Entered], None]) -> Play[Any, Any, Any]:
    play.follows = {Entered: (follow,)}
    return play


def test_a_move_ends_where_the_actor_is_put_elsewhere_or_may_go_on_no_more() -> None:
    put = Placed(actor="Ann", place=Place(1, 1))
    play = following(on_ground(lane("lane", 6_000)), lambda there, _: there.tell(put))
    go(play)
    assert stands(play) == Place(1, 1)
    play = on_ground(lane("one", 6_000), lane("two", 8_000))
    go(play, goes_on=lambda: len(entered(play.events)) < 2)
    assert stands(play) == Place(5_000, 7_950)


def test_a_move_ends_with_whoever_leaves() -> None:
    play = following(on_ground(lane("lane", 6_000)), lambda there, _: there.tell(Released(actor="Ann")))
    assert not any(isinstance(event, FellShort) for event in go(play))
    assert "Ann" not in play.scene.combatants


def test_an_area_that_is_laid_or_gone_meanwhile_counts_so() -> None:
    def changed(there: Any, event: Entered) -> None:
        if event.area == "near":
            there.tell(AreaGone(key="far"))
            there.tell(lane("new", 7_000))

    play = following(on_ground(lane("near", 6_000), lane("far", 8_000), lane("with near", 6_000)), changed)
    assert entered(go(play)) == [("near", 5_950), ("with near", 5_950), ("new", 6_950)]


def test_of_a_hidden_area_only_the_gm_is_told() -> None:
    play = on_ground(lane("mine", 6_000, hidden=True), lane("lane", 7_000))
    audiences = [event.audience for event in go(play) if isinstance(event, Entered)]
    assert audiences == [Audience.GM, Audience.ALL]


def test_each_part_of_a_way_says_where_it_began_but_at_the_border_of_what_is_hidden() -> None:
    play = on_ground(lane("mud", 6_000), lane("field", 7_000, hidden=True))
    stood = [each for each in go(play) if isinstance(each, Stood)]
    mud, field = Place(5_000, 5_950), Place(5_000, 6_950)
    assert [(each.came_from, each.place) for each in stood] == [(START, mud), (None, field), (mud, GOAL)]


def test_nobody_looks_where_somebody_pauses_for_what_is_hidden_but_where_something_happens_there() -> None:
    quiet = on_ground(lane("mine", 6_000, hidden=True))
    stood = [each for each in go(quiet, carrying=("Bea",)) if isinstance(each, Stood)]
    bea = places(crowd())["Bea"]
    assert [(each.actor, each.passing, each.since) for each in stood] == [
        ("Ann", True, START),
        ("Bea", True, bea),
        ("Ann", False, START),
        ("Bea", False, bea),
    ]
    loud = following(on_ground(lane("mine", 6_000, hidden=True)), lambda there, _: there.tell(PieceSet(piece=WALL)))
    mine = Place(5_000, 5_950)
    looked = [each for each in go(loud) if isinstance(each, Stood)]
    assert [(each.place, each.passing, each.came_from, each.since) for each in looked] == [
        (mine, True, None, START),
        (mine, False, START, START),
        (GOAL, False, mine, None),
    ]


def test_a_move_that_ends_at_what_is_hidden_is_looked_at_there() -> None:
    play = on_ground(lane("mine", 6_000, hidden=True))
    stood = [each for each in go(play, goes_on=lambda: False) if isinstance(each, Stood)]
    assert [(each.place.north_cm, each.passing) for each in stood] == [(5_950, True), (5_950, False)]
    assert not play.passing


def test_what_is_refused_at_what_is_hidden_leaves_nobody_looked_for() -> None:
    def refused(there: Any, _: Event) -> None:
        with there.attempt():
            there.tell(PieceSet(piece=WALL))
            raise RuleViolation("No.", "Not now.")

    play = following(on_ground(lane("mine", 6_000, hidden=True)), refused)
    stood = [each for each in go(play) if isinstance(each, Stood)]
    assert [(each.place, each.since) for each in stood] == [(Place(5_000, 5_950), START), (GOAL, START)]


def test_nothing_follows_where_nobody_looks() -> None:
    play, came = on_ground(lane("mine", 6_000, hidden=True)), list[Place]()
    play.follows = {Stood: (lambda _, stood: came.append(stood.place),)}
    go(play)
    assert came == [GOAL]


def test_who_is_carried_comes_along() -> None:
    play = on_ground(lane("lane", 6_000))
    go(play, carrying=("Bea",))
    assert stands(play, "Bea") == GOAL


def test_of_hidden_things_and_areas_players_know_nothing() -> None:
    hidden = Piece("pit", WALL.outline, "x", hidden=True)
    play = on_ground(PieceSet(piece=WALL), PieceSet(piece=hidden), lane("mine", 1, hidden=True), lane("lane", 2))
    seen, whole = view(play.scene, PUBLIC, TOY).ground, view(play.scene, GM, TOY).ground
    assert seen is not None
    assert whole is not None
    assert (set(seen.pieces), set(seen.areas)) == ({"wall"}, {"lane"})
    assert (set(whole.pieces), set(whole.areas)) == ({"wall", "pit"}, {"mine", "lane"})
    assert set(whole.spots) == {*places(crowd()), "piece:wall", "piece:pit"}


def test_things_come_change_and_go_and_that_is_told() -> None:
    door = Piece("door", WALL.outline, "wood_wall")
    play = set_up(WALL)
    open_door = PieceSet(piece=Piece("door", WALL.outline, "wood_wall", opened=True), is_new=False)
    assert told(PieceSet(piece=door)) == "Door stands at K15 (50.5, 70)."
    assert told(open_door) == "Door is open at K15 (50.5, 70)."
    assert told(PieceSet(piece=door, is_new=False)) == "Door is changed at K15 (50.5, 70)."
    assert told(PieceGone(name="wall")) == "Wall is gone."
    assert told(PieceGone(name="wall", destroyed=True)) == "Wall is destroyed."
    play.tell(PieceGone(name="wall"))
    assert play.scene.ground is not None
    assert play.scene.ground.pieces == {}
    area = lane("lane", 6_000)
    assert [each.text for each in core_lines(area, GM)] == ["An area reaches around K13 (50, 60)."]
    assert [each.text for each in core_lines(AreaGone(key="lane"), GM)] == ["An area is gone."]
    there = Entered(actor="Ann", area="lane", kind="toy.lane", place=START)
    assert [each.text for each in core_lines(there, GM)] == ["Ann comes to K11 (50, 50)."]


def test_the_end_of_a_fight_takes_it_all_away() -> None:
    yard = crowd()
    yard.roll(orders.EndFight())
    assert yard.scene.ground is None


NEAR = st.integers(4_000, 6_000)
PLACES = st.builds(Place, NEAR, NEAR)
WIDE = st.integers(2, 500)
OUTLINES: st.SearchStrategy[Outline] = st.one_of(
    st.builds(Disc, PLACES, WIDE),
    st.builds(Box, PLACES, PLACES),
    st.builds(Lane, PLACES, PLACES, WIDE),
    st.builds(Cone, PLACES, PLACES, WIDE),
)


@given(st.lists(OUTLINES, max_size=5), st.tuples(*[st.integers(-20, 20)] * 2), st.integers(1, 30), st.integers(1, 30))
def test_a_way_parted_anywhere_on_it_meets_what_the_whole_one_meets(
    outlines: list[Outline], step: tuple[int, int], first: int, rest: int
) -> None:
    laid = [AreaLaid(area=Area(f"{n}", "toy.lane", outline)) for n, outline in enumerate(outlines)]
    middle = Place(START.east_cm + step[0] * first, START.north_cm + step[1] * first)
    goal = Place(middle.east_cm + step[0] * rest, middle.north_cm + step[1] * rest)
    whole = [area for area, _ in entered(go(on_ground(*laid), goal))]
    parted = on_ground(*laid)
    go(parted, middle)
    assert [area for area, _ in entered(go(parted, goal))] == whole


def test_on_a_map_that_is_full_of_walls_no_way_is_sought_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    fences = {
        f"fence {row}": Piece(f"fence {row}", Path((Place(east, north), Place(east + 700, north))), "brick_wall")
        for row, (east, north) in enumerate(
            (100 * east, north) for north in range(5_500, 7_500, 500) for east in (44, 52)
        )
    }
    looked: list[Place] = []
    first = routes.in_the_way

    def counted(pieces: Mapping[str, Piece], here: Place, there: Place) -> Piece | None:
        looked.append(here)
        return first(pieces, here, there)

    monkeypatch.setattr(routes, "in_the_way", counted)
    way = way_round(fences, START, GOAL)
    needed = len(looked)
    monkeypatch.setattr(routes, "MOST_LEGS", needed)
    assert way
    assert (way_round(fences, START, GOAL), len(looked)) == (way, 2 * needed)
    monkeypatch.setattr(routes, "MOST_LEGS", needed - 2)
    looked.clear()
    assert (way_round(fences, START, GOAL), needed - 2 <= len(looked) < needed) == ((), True)
