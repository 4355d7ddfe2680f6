from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.events import AreaGone, AreaLaid, Audience, Entered, FellShort, PieceSet, Stood
from bot.core.ground.outlines import Disc
from bot.core.ground.outlines import Lane as Strip
from bot.core.ground.pieces import Area
from bot.core.renaming import sign_of
from bot.core.views import PUBLIC
from bot.rulesets.graydawn.blasts.events import Exploded, Thrown
from bot.rulesets.graydawn.blasts.rules import turned
from bot.rulesets.graydawn.deeds.events import CoverTaken, StolenPast
from bot.rulesets.graydawn.state import Shelter, Stance
from bot.rulesets.graydawn.suppression.crossing import come_into
from bot.rulesets.graydawn.suppression.events import Frightened, LaneBraved, LaneEnded, NerveTested
from bot.rulesets.graydawn.suppression.laid_lanes import known_lanes
from bot.rulesets.graydawn.wounds.events import Hit, Protected
from tests.rulesets.game import play_on
from tests.rulesets.graydawn.playing import (
    DAWN,
    PLAIN,
    Game,
    happen,
    on_ground,
    piece,
    place,
    put,
    sheet,
    stand,
    value_of,
)

RIFLE = [{"kind": "assault_rifle", "spare": 9}]
BOMB = [{"kind": "frag_grenade", "loaded": 2}]
HEAD = 1


def at(east: float, north: float) -> dict[str, Any]:
    """A place as it is stored in an order."""
    return {"where": "at", "place": {"east_cm": round(east * 100), "north_cm": round(north * 100)}}


def where(game: Game, actor: str) -> Any:
    """Where somebody stands."""
    assert game.scene.ground is not None
    return game.scene.ground.places[actor]


def gunner(**weapon: Any) -> Game:
    """Bob acts first, at 50, 60 with an assault rifle; Ann stands at 45, 55 and Cid at 55, 70."""
    game = Game()
    game.join("Ann", **{**PLAIN, "skills": {"cover": 3}})
    game.do(orders.Enlist(name="Bob", owner=2, side="enemies", sheet=sheet(**{**PLAIN, "weapons": RIFLE})))
    game.join("Cid", owner=3, **PLAIN)
    game.do(orders.StartFight(range_m=10.0), 3, 9, 2)
    put(game, "Ann", 45, 55)
    put(game, "Cid", 55, 70)
    return game


def saturate(game: Game, *faces: int, **inputs: Any) -> None:
    """Bob holds a lane to the south."""
    game.act("Bob", "suppress", *faces, **{"to": at(50, 50), "rounds": 30, **inputs})


def test_a_lane_reaches_from_its_gunner_through_a_place_as_far_as_the_weapon() -> None:
    game = gunner()
    saturate(game, width=3)
    laid = game.one(AreaLaid).area
    assert laid.outline == Strip(place(50, 60), place(50, -340), 300)
    assert (laid.kind, laid.owner, laid.hidden) == ("graydawn.lane", "Bob", False)
    assert list(game.scene.state.lanes) == ["lane 1"]


def test_who_stands_in_a_lane_dodges_at_once_and_its_gunner_never() -> None:
    game = gunner()
    put(game, "Ann", 50.5, 55)
    saturate(game, 9)
    assert [(event.actor, event.number, event.safe) for event in game.every(LaneBraved)] == [("Ann", 15, True)]
    assert [event.target for event in game.every(Frightened)] == ["Ann"]


def test_luck_is_not_offered_for_what_strikes_somebody_of_whom_the_gunner_knows_nothing() -> None:
    game = Game()
    game.do(orders.Enlist(name="Bob", owner=2, side="party", sheet=sheet(**{**PLAIN, "luck": 4, "weapons": RIFLE})))
    game.join("Spy", owner=0, hidden=True, **PLAIN)
    game.do(orders.StartFight(range_m=10.0), 9, 2)
    put(game, "Bob", 50, 60)
    put(game, "Spy", 50, 55)
    saturate(game, 2, 1, HEAD, 1, 1, 1, 1, 1, 9, 1)
    assert game.scene.pending is None
    assert game.one(LaneBraved).hits == 1


def test_a_lane_is_met_where_it_is_entered_and_the_move_goes_on() -> None:
    game = gunner()
    saturate(game)
    game.act("Ann", "move", 9, 9, to=at(51, 55))
    assert [event.place for event in game.every(Entered)] == [place(49, 55)]
    assert (game.one(NerveTested).held, game.one(LaneBraved).safe) == (True, True)
    assert where(game, "Ann") == place(51, 55)


def test_whose_nerve_fails_stays_outside_and_does_not_try_again() -> None:
    game = gunner()
    saturate(game)
    game.act("Ann", "declare", actions=2, moves=2)
    game.act("Ann", "move", 2, to=at(51, 55))
    assert not game.one(NerveTested).held
    assert (game.every(LaneBraved), where(game, "Ann")) == ([], place(48.5, 55))
    assert game.one(FellShort).short_cm == 250
    game.act("Cid", "pass")
    game.act("Ann", "move", 3, 9, 2, to=at(51, 55))
    assert (game.every(NerveTested), where(game, "Ann")) == ([], place(48.5, 55))


def test_a_lane_is_met_in_the_middle_and_hits_end_the_move_where_they_fell() -> None:
    game = gunner()
    saturate(game)
    move = orders.Act(actor="Ann", action="move", inputs={"to": at(51, 55)})
    game.do_at_least(move, 9, 1, 6, HEAD, 6, 6, 6, 6, 6)
    assert (game.one(LaneBraved).hits, game.every(Hit)[0].place) == (3, "head")
    assert game.state("Ann").dead
    assert (where(game, "Ann"), game.every(FellShort)[0].short_cm) == (place(49, 55), 200)


def test_who_moves_within_a_lane_dares_it_where_it_stands() -> None:
    game = gunner()
    put(game, "Ann", 50, 55)
    saturate(game, 9)
    game.act("Ann", "nerve", 9)
    game.act("Ann", "declare", actions=2, moves=2)
    game.act("Ann", "move", 2, to=at(45, 55))
    assert (game.one(NerveTested).held, where(game, "Ann")) == (False, place(50, 55))
    assert game.state("Ann").run == 0
    game.act("Cid", "pass")
    assert "did not dare to" in game.refused("Ann", "move", to=at(45, 55))


@pytest.mark.parametrize(("action", "goal"), [("move", {"to": at(45, 55)}), ("take_cover", {"behind": at(47, 55.7)})])
def test_who_does_not_dare_to_move_steals_past_nobody(action: str, goal: dict[str, Any]) -> None:
    game = gunner()
    happen(game, PieceSet(piece=piece("Wall", "brick_wall", 46, 56, 48, 56.5, 2)))
    put(game, "Ann", 50, 55)
    saturate(game, 9)
    game.act("Ann", "nerve", 9)
    game.act("Ann", action, 2, unseen_by="Bob", **goal)
    assert (game.one(NerveTested).held, game.every(StolenPast), where(game, "Ann")) == (False, [], place(50, 55))


@pytest.mark.parametrize("inputs", [{}, {"unseen_by": "Bob"}, {"firing": True}])
def test_a_critical_failure_of_nerve_on_the_way_into_a_lane_loses_what_is_left_of_the_turn(
    inputs: dict[str, Any],
) -> None:
    game = gunner()
    saturate(game)
    game.act("Ann", "move", 1, to=at(51, 55), **inputs)
    assert (game.one(NerveTested).lost, game.every(StolenPast), game.now()) == (True, [], ("Cid",))
    assert (where(game, "Ann"), game.state("Ann").turn.moved) == (place(48.5, 55), 1)
    assert "Ann" not in [slot.actor for slot in game.scene.agenda]


def about_to_show() -> Game:
    """Ann wholly behind sandbags in a lane under fire, whose nerve holds for leaving them."""
    game = gunner()
    happen(game, PieceSet(piece=piece("sandbags", "sandbags", 48, 55.5, 52, 56, 1.0)))
    put(game, "Ann", 50, 55)
    stand(game, "Ann", Stance.FULL, Shelter("fortified", 8, "sandbags"))
    saturate(game, 9)
    game.act("Ann", "nerve", 9)
    return game


def test_a_critical_failure_of_nerve_as_one_shows_in_a_lane_loses_the_turn() -> None:
    game = about_to_show()
    game.act("Ann", "declare", 1, stance="active_cover")
    assert (game.state("Ann").stance, game.now()) == (Stance.FULL, ("Cid",))


def test_who_dares_to_move_within_a_lane_goes_on_and_who_is_hit_does_not() -> None:
    for face, there in ((9, place(45, 55)), (1, place(50, 55))):
        game = gunner()
        saturate(game)
        put(game, "Ann", 50, 55)
        move = orders.Act(actor="Ann", action="move", inputs={"to": at(45, 55)})
        game.do_at_least(move, 9, face, 6, HEAD, 6, 6, 6, 6, 6)
        assert where(game, "Ann") == there


def test_who_leaves_full_cover_in_a_lane_dares_it_or_keeps_down() -> None:
    for face, stance in ((9, Stance.ACTIVE), (1, Stance.FULL)):
        game = about_to_show()
        faces = (face, 9) if stance is Stance.ACTIVE else (face,)
        game.act("Ann", "declare", *faces, stance="active_cover", actions=2)
        assert (game.state("Ann").stance, game.state("Ann").turn.actions) == (stance, 2)


def test_who_shows_in_two_lanes_and_falls_in_the_first_dares_no_other() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "skills": {"cover": 3}})
    for owner, name in ((2, "Bob"), (3, "Cid")):
        given = sheet(**{**PLAIN, "weapons": RIFLE})
        game.do(orders.Enlist(name=name, owner=owner, side="enemies", sheet=given))
    game.do(orders.StartFight(range_m=10.0), 3, 9, 8)
    happen(game, PieceSet(piece=piece("sandbags", "sandbags", 48, 55.5, 52, 56, 1.0)))
    for name, east, north in (("Bob", 50, 60), ("Cid", 54, 60), ("Ann", 50, 55)):
        put(game, name, east, north)
    stand(game, "Ann", Stance.FULL, Shelter("fortified", 8, "sandbags"))
    saturate(game, 9)
    game.act("Cid", "suppress", 9, to=at(50, 54), rounds=30)
    game.act("Ann", "nerve", 9)
    shows = orders.Act(actor="Ann", action="declare", inputs={"stance": "active_cover"})
    game.do_at_least(shows, 9, 1, 6, HEAD, 6, 6, 6, 6, 6)
    assert game.state("Ann").dead
    assert [event.area for event in game.every(NerveTested)] == ["lane 1"]
    assert len(game.every(LaneBraved)) == 1


def test_fire_on_a_lane_goes_through_what_hides_somebody() -> None:
    game = gunner()
    happen(game, PieceSet(piece=piece("wall", "brick_wall", 48, 55.5, 52, 56, 2.5)))
    put(game, "Ann", 50, 55)
    order = orders.Act(actor="Bob", action="suppress", inputs={"to": at(50, 50), "rounds": 30})
    game.do_at_least(order, 2, 1, HEAD)
    assert {event.cover for event in game.every(Protected)} == {24}


def test_a_lane_leaves_the_ground_with_its_gunner_and_with_the_round() -> None:
    game = gunner()
    saturate(game)
    happen_down(game)
    assert [event.key for event in game.every(AreaGone)] == ["graydawn.lane lane 1"]
    assert len(game.every(LaneEnded)) == 1
    game = gunner()
    saturate(game, area="Alley")
    game.act("Ann", "pass")
    game.act("Cid", "pass", 3, 9, 2)
    assert [event.key for event in game.every(AreaGone)] == ["graydawn.lane alley"]
    assert game.scene.ground is not None
    assert (game.scene.ground.areas, game.scene.state.lanes) == ({}, {})


def test_a_lane_ends_where_the_gm_puts_its_gunner_elsewhere_and_stays_where_nobody_else_is_put() -> None:
    game = gunner()
    saturate(game)
    put(game, "Cid", 55, 72)
    put(game, "Bob", 50, 60)
    assert list(game.scene.state.lanes) == ["lane 1"]
    put(game, "Bob", 48, 60)
    assert [event.area for event in game.every(LaneEnded)] == ["lane 1"]
    assert game.scene.ground is not None
    assert (game.scene.ground.areas, game.scene.state.lanes) == ({}, {})


def test_a_lane_that_was_told_ends_as_a_ground_is_laid_on_which_it_lies_nowhere() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": RIFLE})
    game.join("Bob", owner=2, **PLAIN)
    game.start(9, 2)
    game.act("Ann", "suppress", area="yard", rounds=25)
    game.do(orders.LayGround(range_m=20.0))
    assert (game.one(LaneEnded).area, game.scene.state.lanes) == ("yard", {})
    assert "under no fire" in game.refused("Bob", "brave", area="yard")


def test_of_a_lane_that_was_laid_unseen_nobody_learns_as_a_new_ground_shows_its_gunner() -> None:
    game = Game()
    game.join("Ann", **PLAIN)
    game.join("Guard", owner=0, **{**PLAIN, "weapons": RIFLE})
    game.do(orders.StartFight(range_m=20.0), 3, 9)
    happen(game, PieceSet(piece=piece("barn", "brick_wall", 30, 60, 70, 61, 3.0)))
    game.act("Guard", "suppress", to=at(80, 70))
    game.do(orders.LayGround(range_m=20.0))
    assert (game.one(LaneEnded).audience, known_lanes(game.scene)) == (Audience.GM, {})


def test_the_lane_of_somebody_hidden_gives_way_to_one_of_the_same_name_that_all_see() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": RIFLE})
    game.do(orders.Enlist(name="Bob", side="enemies", owner=0, hidden=True, sheet=sheet(**{**PLAIN, "weapons": RIFLE})))
    game.join("Cid", **PLAIN)
    game.do(orders.StartFight(range_m=10.0), 3, 9, 2)
    for number, actor in enumerate(("Ann", "Bob", "Cid")):
        put(game, actor, 45 + 5 * number, 60)
    saturate(game, area="Alley")
    game.act("Ann", "suppress", to=at(40, 60), area="Alley", rounds=30)
    assert (game.one(LaneEnded).audience, game.one(AreaGone).audience) == (Audience.GM, Audience.GM)
    assert known_lanes(game.scene).keys() == {"alley"}
    assert game.scene.ground is not None
    assert [area.owner for area in game.scene.ground.areas.values()] == ["Ann"]


def happen_down(game: Game) -> None:
    """Have Bob fall."""
    game.do_at_least(orders.Act(actor="Ann", action="damage", inputs={"target": "Bob", "damage": 60}), 1)


def test_luck_may_help_on_the_way_into_a_lane_and_the_move_goes_on() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "mook": False, "skills": {"cover": 3}})
    game.do(orders.Enlist(name="Bob", owner=2, side="enemies", sheet=sheet(**{**PLAIN, "weapons": RIFLE})))
    game.do(orders.StartFight(range_m=10.0), 3, 9)
    put(game, "Ann", 45, 55)
    saturate(game)
    game.act("Ann", "move", 6, to=at(51, 55))
    assert "nerve" in game.question().detail + game.question().prompt
    game.answer(next(choice for choice in game.question().choices if choice.startswith("raise")), 9)
    assert (game.one(NerveTested).held, where(game, "Ann")) == (True, place(51, 55))


def test_who_falls_on_the_way_takes_no_cover() -> None:
    game = gunner()
    happen(game, PieceSet(piece=piece("sandbags", "sandbags", 49.5, 54, 52, 54.5, 1.0)))
    saturate(game)
    behind = orders.Act(actor="Ann", action="take_cover", inputs={"behind": at(50.5, 54.8), "unseen_by": "Bob"})
    game.do_at_least(behind, 9, 1, 6, HEAD, 6, 6, 6, 6, 6)
    assert (game.state("Ann").dead, game.every(CoverTaken), game.every(StolenPast)) == (True, [], [])


def test_a_gunner_comes_through_its_own_lane_and_anybody_through_what_is_only_marked() -> None:
    game = gunner()
    happen(game, AreaLaid(area=Area("yard", "mark", Disc(place(45, 50), 300))))
    saturate(game)
    game.act("Ann", "move", to=at(45, 50))
    assert ([event.area for event in game.every(Entered)], game.every(NerveTested)) == (["yard"], [])
    assert where(game, "Ann") == place(45, 50)
    game.act("Cid", "pass")
    game.act("Ann", "pass", 3, 9, 2)
    assert game.scene.ground is not None
    assert list(game.scene.ground.areas) == ["yard"]
    game = gunner()
    saturate(game)
    happen(game, Stood(actor="Bob", place=place(45, 57)))
    lane = game.scene.state.lanes["lane 1"]
    crossing = play_on(DAWN, game.scene)
    come_into(crossing, Entered(actor="Bob", area="graydawn.lane lane 1", kind="graydawn.lane", place=place(49, 57)))
    assert (lane.source, crossing.events) == (sign_of("Bob"), [])


def test_a_lane_of_somebody_hidden_is_the_gms_until_one_is_in_it() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "skills": {"cover": 3}})
    game.do(orders.Enlist(name="Bob", side="enemies", owner=0, hidden=True, sheet=sheet(**{**PLAIN, "weapons": RIFLE})))
    game.do(orders.StartFight(range_m=10.0), 3, 9)
    put(game, "Bob", 50, 60)
    put(game, "Ann", 45, 55)
    saturate(game)
    assert (game.one(AreaLaid).area.hidden, game.told(PUBLIC)) == (True, "")
    assert list(game.scene.state.lanes) == ["fire 1"]
    game.act("Ann", "move", 9, 9, to=at(51, 55))
    assert "fire 1" in game.told(PUBLIC)
    game.act("Ann", "pass", 3, 9) if game.now() == ("Ann",) else None


def test_who_is_near_the_target_of_covering_fire_is_seen_on_a_ground() -> None:
    game = gunner()
    assert "Leave others out" in game.refused("Bob", "suppress", target="Ann", others="Cid")


def test_a_lane_is_said_by_a_place_on_a_ground_and_by_a_name_without_one() -> None:
    game = gunner()
    assert "Say to=C4 for the lane" in game.refused("Bob", "suppress", area="alley")
    assert "leave others out" in game.refused("Bob", "suppress", to=at(50, 50), others="Ann")
    assert "where the gunner stands" in game.refused("Bob", "suppress", to=at(50, 60))
    assert "Whom, or which area?" in game.refused("Bob", "suppress", to=at(50, 50), target="Ann")
    told = Game()
    told.join("Bob", **{**PLAIN, "weapons": RIFLE})
    told.start(9)
    assert "nobody has a place" in told.refused("Bob", "suppress", to=at(50, 50))


def thrower(*things: Any) -> Game:
    """Ann with grenades at 50, 50; Bob at 50, 60, and four more around him, of whom Eve is hidden."""
    game = on_ground(*things, ann=BOMB)
    for name, hidden in (("Cid", False), ("Dan", False), ("Eve", True), ("Fay", False)):
        game.join(name, 2, owner=0, hidden=hidden, **PLAIN)
    for name, east, north in (("Cid", 53, 60), ("Dan", 50, 65), ("Eve", 49, 62), ("Fay", 50, 71)):
        put(game, name, east, north)
    return game


def throw(game: Game, *faces: int, **inputs: Any) -> None:
    """Ann throws, with as many ones behind these faces as it takes."""
    game.do_at_least(orders.Act(actor="Ann", action="throw", inputs={"modifier": 10, **inputs}), *faces)


def test_a_grenade_among_six_finds_who_is_near_by_their_places_the_hidden_too() -> None:
    game = thrower()
    throw(game, 9, 2, 2, 2, 2, 2, 2, 2, to=at(50, 60))
    assert (game.one(Thrown).hit, game.one(Exploded).place) == (True, place(50, 60))
    assert [event.target for event in game.every(Frightened)] == ["Ann", "Bob", "Cid", "Dan", "Eve"]
    assert [event.target for event in game.every(Hit)] == ["Bob", "Cid", "Dan", "Eve"]
    assert "Eve" not in game.told(PUBLIC)


def test_what_falls_short_lands_so_many_metres_off_in_one_of_eight_directions() -> None:
    for face, landed in ((1, place(50, 62)), (3, place(52, 60)), (5, place(50, 58)), (7, place(48, 60))):
        game = thrower()
        throw(game, 2, face, target="Bob")
        thrown = game.one(Thrown)
        assert (thrown.off_m, thrown.aim, thrown.landed, thrown.scatter and thrown.scatter.faces) == (
            2,
            place(50, 60),
            landed,
            (face,),
        )
        assert f"at {'K13' if face == 1 else ''}" in game.told(PUBLIC)


@pytest.mark.parametrize(
    ("eighths", "way"),
    [(0, (0, 5)), (1, (5, 5)), (2, (5, 0)), (3, (5, -5)), (4, (0, -5)), (5, (-5, -5)), (6, (-5, 0)), (7, (-5, 5))],
)
def test_directions_follow_clockwise(eighths: int, way: tuple[int, int]) -> None:
    assert turned((0, 5, 7), eighths) == (*way, 0)
    assert turned((0, 0, 7), eighths) == (way[0] // 5, way[1] // 5, 0)


def test_what_lies_between_shields_from_a_blast() -> None:
    game = thrower(piece("wall", "concrete_wall", 52, 58, 52.5, 62, 2.5))
    throw(game, 9, 2, 2, 2, 2, 2, 2, 2, to=at(50, 60))
    assert {event.actor: event.cover for event in game.every(Protected)} == {"Bob": 0, "Cid": 36, "Dan": 0, "Eve": 0}


def test_where_something_is_thrown_is_said_by_a_place_or_by_somebody() -> None:
    game = thrower()
    assert "To where?" in game.refused("Ann", "throw")
    assert "To where?" in game.refused("Ann", "throw", target="Bob", to=at(50, 60))
    assert "Leave others out" in game.refused("Ann", "throw", target="Bob", others="Cid 3")
    assert "too far" in game.refused("Ann", "throw", to=at(50, 111))
    told = Game()
    told.join("Ann", **{**PLAIN, "weapons": BOMB})
    told.start(9)
    assert "nobody has a place" in told.refused("Ann", "throw", to=at(50, 60))
    assert "nobody has a place" in told.refused("Ann", "blast", kind="frag_grenade", to=at(50, 60))


def test_a_gm_lets_something_go_off_at_a_place() -> None:
    game = thrower()
    game.do_at_least(orders.Act(actor="", action="blast", inputs={"kind": "frag_grenade", "to": at(50, 66)}), 2)
    assert [event.target for event in game.every(Hit)] == ["Dan", "Fay", "Eve"]
    assert "goes off at K14 (50, 66)" in game.told(PUBLIC)
    assert "Where, or near whom?" in game.refused("", "blast", kind="frag_grenade")
    assert "Where, or near whom?" in game.refused("", "blast", kind="frag_grenade", to=at(50, 66), others="Bob 3")


def test_smoke_on_its_way_blinds_whoever_throws() -> None:
    for wanted in ({"target": "Bob"}, {"to": at(50, 60)}):
        game = thrower()
        happen(game, AreaLaid(area=Area("cloud", "smoke", Disc(place(50, 55), 200), hides=True)))
        throw(game, 9, **wanted)
        assert value_of(game.one(Thrown).check.terms, "situation") == -3
