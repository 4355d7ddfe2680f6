"""On a ground a mine lies where it was laid, hidden, and whoever comes there on the way meets it at that point."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.core import orders
from bot.core.events import AreaGone, AreaLaid, Audience, Entered, Stood
from bot.core.ground.outlines import Disc, Path
from bot.core.views import PUBLIC, Viewer, view
from bot.rulesets.reflex.blasts.events import BlastReached
from bot.rulesets.reflex.mines.events import (
    FieldCrossed,
    MineForgotten,
    MineNoticed,
    MinePassed,
    MineSprung,
    MinesSearched,
)
from bot.rulesets.reflex.mines.lying import lies_near
from tests.rulesets.reflex.gripping import gripped
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game
from tests.rulesets.reflex.standing import at, ground_of, happen, place_of, stand, there

TOUGH = {part: [90] for part in ("head", "torso", "left arm", "right arm", "left leg", "right leg")}
QUIET = {"explosives.ap_mine.frag": 0}


def path(**options: Any) -> Game:
    """Ann at 50, 50 acts first; Bob 20 m to the north; nobody laid anything yet."""
    game = Game(**{"visual_penalty": False, **QUIET, **options})
    skills = {"construction/demolition": 8}
    game.join("Ann", encumbrance="light", attributes={"awareness": 12}, skills=skills, thresholds=TOUGH)
    game.join("Bob", owner=0, encumbrance="overloaded", skills=skills, thresholds=TOUGH)
    game.start(*FAIL, *FAIL)
    return stand(game, Ann=(50, 50), Bob=(50, 70))


def mined(*faces: int, **said: Any) -> Game:
    """A mine of the GM's at 50, 53 that was laid with a margin of 5 or so."""
    game = path()
    game.act("Bob", "mine_emplace", *(faces or (6, 20, 20)), mine="Trap", **{"to": there(50, 53), **said})
    return game


def fielded(**said: Any) -> Game:
    """A minefield of 4 m around 50, 55."""
    game = path()
    order = {"mine": "Field", "density": 0.5, "area_m2": 50.3, "margin": 3, "to": there(50, 55), **said}
    game.do(orders.Act(actor="", action="mine_field", inputs=order))
    return game


def test_a_mine_lies_hidden_at_a_place_and_around_it_one_meets_it() -> None:
    game = mined()
    (laid,) = game.every(AreaLaid)
    assert (laid.area.kind, laid.area.outline, laid.audience) == ("reflex.mine", Disc(at(50, 53), 100), Audience.GM)
    assert laid.area.hidden
    known = view(game.scene, Viewer(1), REFLEX)
    assert known.ground is not None
    assert not known.ground.areas
    assert game.scene.state.mines["Trap"].place == "K11 (50, 53)"


def test_a_charge_that_lies_on_the_ground_goes_off_there_and_under_nobody_who_is_named() -> None:
    game = path(**{"explosives.he_40mm.frag": 0})
    laid = {"kind": "ied", "trigger": "command", "explosive": "he_40mm", "to": there(50, 55)}
    game.act("Bob", "mine_emplace", 1, 20, 20, mine="Trap", **laid)
    game.act("Ann", "wait", ticks=1)
    game.go_on()
    assert "lies on the ground" in game.refused("Bob", "mine_detonate", mine="Trap", target="Ann")
    game.act("Bob", "mine_detonate", mine="Trap", victims="Ann:1")
    assert {each.actor: each.range_m for each in game.every(BlastReached)} == {"Ann": 5, "Bob": 15}


def test_whoever_comes_to_it_on_the_way_meets_it_there_and_goes_on_where_it_stays_silent() -> None:
    game = mined()
    game.act("Ann", "move", *FAIL, 20, to=there(50, 54), pace="walk")
    assert game.one(Entered).place == at(50, 52)
    assert game.one(Entered).audience is Audience.GM
    assert not game.one(MinePassed).goes_off
    assert [each.place for each in game.every(Stood) if each.audience is Audience.ALL] == [at(50, 54)]
    assert place_of(game, "Ann") == at(50, 54)
    assert "Trap" not in game.told(PUBLIC)


def test_one_that_goes_off_does_so_there_and_who_is_put_out_goes_no_farther() -> None:
    game = mined()
    game.do_at_least(orders.Act(actor="Ann", action="move", inputs={"to": there(50, 58)}), *FAIL, 1)
    assert game.one(MineSprung).actor == "Ann"
    assert game.every(BlastReached)[-1].range_m == 18
    gone = game.one(AreaGone)
    assert (gone.key, gone.audience) == ("reflex.mine Trap", Audience.GM)
    assert place_of(game, "Ann") == at(50, 58)


def test_a_tripwire_is_met_along_its_wire() -> None:
    game = mined(trigger="tripwire", to=there(45, 53), wire=there(55, 53))
    (laid,) = game.every(AreaLaid)
    assert laid.area.outline == Path((at(45, 53), at(55, 53)))
    game.act("Ann", "move", *FAIL, 10, to=there(50, 54))
    assert game.one(Entered).place == at(50, 53)
    assert game.one(MinePassed).roll is not None


def test_what_does_not_fit_together_is_refused() -> None:
    game = path()
    assert "Where does the wire begin" in game.refused("Bob", "mine_emplace", mine="Trap", wire=there(1, 1))
    assert "How large" in game.refused("Bob", "mine_field", mine="Field", density=0.02, to=there(1, 1), margin=0)


def test_a_charge_with_a_command_is_met_by_nobody_and_knows_who_is_how_far() -> None:
    game = mined(trigger="command")
    assert not game.every(AreaLaid)
    game.do_at_least(orders.Act(actor="Bob", action="mine_trigger", inputs={"mine": "Trap"}))
    assert {each.actor: each.range_m for each in game.every(BlastReached)} == {"Ann": 3.0, "Bob": 17.0}


def test_a_minefield_is_crossed_by_the_metres_that_lead_through_it() -> None:
    game = fielded()
    assert game.one(AreaLaid).area.outline == Disc(at(50, 55), 400)
    game.act("Ann", "move", *FAIL, 50, to=there(50, 54), pace="walk")
    crossed = game.one(FieldCrossed)
    assert (crossed.distance_m, crossed.chance, crossed.goes_off) == (3.0, 1.5, False)
    assert game.one(Entered).place == at(50, 51)


def test_who_stands_in_it_already_crosses_the_rest_and_by_the_marked_way_nothing() -> None:
    game = fielded()
    happen(game, Stood(actor="Ann", place=at(50, 55)))
    game.do_at_least(orders.Act(actor="Ann", action="move", inputs={"to": there(50, 58)}), 1)
    assert (game.one(FieldCrossed).distance_m, game.one(FieldCrossed).goes_off) == (3.0, True)
    assert place_of(game, "Ann") == at(50, 58)
    mine = game.scene.state.mines["Field"]
    assert mine.open
    assert not ground_of(game).areas["reflex.mine Field"].hidden


def test_whoever_is_put_out_in_a_field_stays_where_it_began() -> None:
    weak = Game(visual_penalty=False, **{"explosives.ap_mine.blast": 90})
    weak.join("Ann", encumbrance="light")
    weak.join("Bob", owner=0, encumbrance="overloaded")
    weak.start(*FAIL, *FAIL)
    stand(weak, Ann=(50, 55), Bob=(50, 90))
    order = {"mine": "Field", "density": 0.5, "area_m2": 50.3, "margin": 3, "to": there(50, 55)}
    weak.do(orders.Act(actor="", action="mine_field", inputs=order))
    weak.do_at_least(orders.Act(actor="Ann", action="move", inputs={"to": there(50, 58)}), 1, 1, *(20,) * 80)
    assert weak.every(MineSprung)
    assert place_of(weak, "Ann") == at(50, 55)


def test_what_lies_as_far_off_as_one_searches_is_found() -> None:
    trap = msgspec.structs.replace(mined().scene.state.mines["Trap"], spot=at(50, 53), outline=None)
    assert [lies_near(trap, at(50, north_m), 2) for north_m in (51, 55, 55.01)] == [True, True, False]


def test_one_searches_around_oneself_and_works_on_what_is_at_hand() -> None:
    game = mined()
    happen(game, Stood(actor="Ann", place=at(50, 30)))
    game.act("Ann", "mine_search", 1, 20)
    assert game.one(MinesSearched).found == ()
    game.do(orders.EndFight())
    near = mined()
    near.act("Ann", "mine_search", 1, 20)
    assert near.one(MinesSearched).found == ("Trap",)
    happen(near, Stood(actor="Bob", place=at(50, 57)))
    refusal = near.refused("Bob", "mine_disarm", mine="Trap", kind="defuse")
    assert "K11 (50, 53), out of reach" in refusal
    happen(near, Stood(actor="Bob", place=at(50, 54)))
    near.do_at_least(orders.Act(actor="Bob", action="mine_disarm", inputs={"mine": "Trap", "kind": "defuse"}))


def test_what_is_forgotten_or_shown_changes_what_lies_there() -> None:
    game = mined()
    game.act("Bob", "mine_mark", mine="Trap", show=True)
    (laid,) = game.every(AreaLaid)
    assert (laid.area.hidden, laid.audience) == (False, Audience.ALL)
    game.do(orders.Act(actor="", action="mine_forget", inputs={"mine": "Trap"}))
    assert game.every(MineForgotten)
    assert game.one(AreaGone).audience is Audience.ALL


def test_after_the_fight_it_is_known_by_its_place_in_words() -> None:
    game = mined()
    game.do(orders.EndFight())
    mine = game.scene.state.mines["Trap"]
    assert (mine.spot, mine.outline, mine.place) == (None, None, "K11 (50, 53)")


def test_a_burning_fuse_reaches_who_is_near_when_it_goes_off() -> None:
    game = mined(trigger="fuse", burn_ticks=50)
    while "Bob" not in game.now():
        game.go_on()
    game.act("Bob", "mine_detonate", mine="Trap", victims="Ann:3")
    happen(game, Stood(actor="Ann", place=at(50, 48)))
    while game.scene.state.mines:
        game.do_at_least(orders.GoOn())
    assert [each.range_m for each in game.every(BlastReached) if each.actor == "Ann"] == [5.0]


def test_a_way_over_corners_counts_every_metre_in_the_field() -> None:
    game = fielded()
    game.act("Ann", "move", *FAIL, 50, to=there(50, 52.5), via=[there(52, 50)], pace="trot")
    crossed = game.one(FieldCrossed)
    assert crossed.distance_m == 1.73
    assert place_of(game, "Ann") == at(50, 52.5)
    short = fielded()
    short.act("Ann", "move", to=there(50, 58), via=[there(60, 50)], pace="walk")
    assert not short.every(FieldCrossed)


def test_in_the_dark_whoever_comes_to_a_mine_sees_it_less_well() -> None:
    game = path(visual_penalty=True)
    game.act("Bob", "mine_emplace", 6, 20, 20, mine="Trap", to=there(50, 53))
    game.act("Ann", "weather", light="dark")
    game.act("Ann", "move", 1, 20, to=there(50, 54), pace="walk")
    assert ("visual", -1) in {(term.label, term.value) for term in game.one(MineNoticed).outcome.check.terms}


def test_whoever_notices_a_mine_on_the_way_stops_short_of_it_and_alone_reads_of_it() -> None:
    game = mined()
    game.act("Ann", "move", 1, 20, to=there(50, 54), pace="walk")
    noticed = game.one(MineNoticed)
    assert (noticed.noticed, noticed.finder, noticed.mine) == (True, 1, "Trap")
    assert noticed.outcome.roll.secret
    assert not game.every(MinePassed)
    assert place_of(game, "Ann") == at(50, 51.5)
    assert game.scene.state.mines["Trap"].known == (1,)
    assert "notices Trap, and stops" in game.told(Viewer(1))
    assert "Trap" not in game.told(Viewer(2))
    assert "Trap" not in game.told(PUBLIC)


def test_whoever_does_not_notice_it_learns_nothing_of_the_look() -> None:
    game = mined()
    game.act("Ann", "move", *FAIL, 20, to=there(50, 54), pace="walk")
    noticed = game.one(MineNoticed)
    assert (noticed.noticed, noticed.audience) == (False, Audience.GM)
    assert "Ann does not notice Trap." in game.told()
    assert "Trap" not in game.told(Viewer(1))
    assert "notice" not in game.told(Viewer(1))
    assert game.scene.state.mines["Trap"].known == ()


def test_a_look_no_better_than_the_laying_notices_nothing() -> None:
    game = mined(1, 20, 20)
    margin = game.scene.state.mines["Trap"].hidden
    assert margin is not None
    target = 12
    game.act("Ann", "move", target - margin, 20, 20, to=there(50, 54), pace="walk")
    assert game.one(MineNoticed).outcome.margin == margin
    assert game.every(MinePassed)


def test_whoever_knows_of_a_mine_looks_for_none_and_meets_it_all_the_same() -> None:
    game = mined()
    game.act("Bob", "mine_mark", mine="Trap", target="Ann")
    game.act("Ann", "move", 20, to=there(50, 54), pace="walk")
    assert not game.every(MineNoticed)
    assert not game.one(MinePassed).goes_off


def test_the_gms_people_know_of_what_the_gm_laid() -> None:
    game = mined()
    while "Bob" not in game.now():
        game.go_on()
    happen(game, Stood(actor="Bob", place=at(50, 54.5)))
    game.act("Bob", "move", 20, to=there(50, 53.5))
    assert game.every(MinePassed)
    assert not game.every(MineNoticed)


def players_mine() -> Game:
    """A mine that Ann laid at 50, 53 before the fight; Bob, the GM's, stands a metre and a half before it."""
    game = Game(visual_penalty=False, **QUIET)
    game.join("Ann", encumbrance="overloaded", skills={"construction/demolition": 8}, thresholds=TOUGH)
    game.join("Bob", owner=0, encumbrance="light", thresholds=TOUGH)
    stand(game, Ann=(50, 40), Bob=(50, 55.5))
    game.act("Ann", "mine_emplace", 6, 20, 20, mine="Trap", to=there(50, 53))
    game.start(*FAIL, *FAIL)
    return game


def test_one_of_the_gms_notices_a_mine_of_the_players_and_stops_at_it_to_go_on_as_the_gm_likes() -> None:
    game = players_mine()
    game.act("Bob", "move", 1, 20, to=there(50, 51))
    assert game.one(MineNoticed).noticed
    assert place_of(game, "Bob") == at(50, 54)
    assert "Bob notices Trap, and stops." in game.told()
    assert "notices" not in game.told(Viewer(1))
    (mine,) = game.scene.state.mines.values()
    assert mine.known == (1,)
    game.act("Bob", "wait")
    while "Bob" not in game.now():
        game.do_at_least(orders.GoOn())
    game.act("Bob", "move", to=there(50, 51))
    assert place_of(game, "Bob") == at(50, 51)


def test_a_minefield_that_is_noticed_is_not_walked_into() -> None:
    game = fielded()
    game.act("Ann", "move", 1, 20, to=there(50, 54), pace="walk")
    assert game.one(MineNoticed).mine == "Field"
    assert not game.every(FieldCrossed)
    assert place_of(game, "Ann") == at(50, 50.5)


def test_who_is_held_stops_short_together_with_whoever_holds() -> None:
    game = mined()
    happen(game, Stood(actor="Bob", place=at(50, 50)))
    game.scene = gripped(game.scene, "Bob", "Ann", 1, 7)
    game.act("Ann", "move", 1, 20, *FAIL, 1, 20, to=there(50, 54))
    assert place_of(game, "Ann") == place_of(game, "Bob") == at(50, 51.5)


def test_by_a_lamp_in_the_dark_mines_are_looked_for_as_by_day() -> None:
    game = path(visual_penalty=True)
    game.act("Bob", "mine_emplace", 6, 20, 20, mine="Trap", to=there(50, 53))
    game.act("Ann", "weather", light="dark")
    game.act("Ann", "weather", light="clear", to=there(50, 50))
    game.act("Ann", "mine_search", 20, 20)
    assert game.one(MinesSearched).outcome.check.terms == ()
