"""Cover by places: what somebody is behind follows from what stands there, how high it is, and from which side."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.events import AreaLaid, FellShort
from bot.core.ground.outlines import Disc, Outline, Path, Spot
from bot.core.ground.pieces import Area
from bot.core.ground.places import Place
from bot.core.ground.sight import Figure
from bot.core.views import PUBLIC, view
from bot.rulesets.eclipse.cover.figures import figure
from bot.rulesets.eclipse.deeds.events import Moved
from bot.rulesets.eclipse.fire.events import Attacked
from bot.rulesets.eclipse.grapple.events import Wrestled
from bot.rulesets.eclipse.state import BodyKind, State
from bot.rulesets.eclipse.wounds.events import Damaged, DamageRolled
from tests.rulesets.eclipse.on_ground import STURDY, OnGround, at, block, facing, spot, wall
from tests.rulesets.eclipse.playing import ECLIPSE, GUARD, SHOOTER, duel, values
from tests.rulesets.game import SHEET

HERE = Place(0, 0)
MISS, HIT, UNDEFENDED = 98, 35, 97


def shot(game: OnGround, **inputs: Any) -> dict[str, int]:
    """What modifies a shot of Ann's at Guard that misses."""
    game.shoot(MISS, **inputs)
    return {key: value for key, value in values(game.one(Attacked).outcome.terms).items() if key != "skill"}


@pytest.mark.parametrize(
    ("state", "seen"),
    [
        (State(), Figure(HERE, 160, 180)),
        (State(prone=True), Figure(HERE, 30, 40)),
        (State(unconscious=True), Figure(HERE, 30, 40)),
        (State(size="small"), Figure(HERE, 100, 120)),
        (State(size="very_small", prone=True), Figure(HERE, 8, 10)),
        (State(size="large", kind=BodyKind.OBJECT, dead=True), Figure(HERE, 140, 160)),
        (State(size="very_large"), Figure(HERE, 280, 300)),
    ],
)
def test_how_high_somebody_is_follows_from_size_and_stance(state: State, seen: Figure) -> None:
    assert ECLIPSE.figure(state, HERE) == figure(state, HERE) == seen


@pytest.mark.parametrize(
    ("high_cm", "value"), [(35, None), (36, -10), (80, -10), (81, -20), (134, -20), (135, -30), (150, -30)]
)
def test_cover_is_graded_by_how_much_of_somebody_is_out_of_sight(high_cm: int, value: int | None) -> None:
    game = facing()
    game.stands(wall(59.99), "brick_wall", top_cm=high_cm)
    assert shot(game).get("cover") == value


@pytest.mark.parametrize(
    ("material", "value"),
    [("sandbags", -30), ("hedge", -20), ("furniture", -20), ("brush", -10), ("fence", -10), ("glass", None)],
)
def test_what_a_thing_is_made_of_bounds_the_cover_that_it_gives(material: str, value: int | None) -> None:
    game = facing()
    game.stands(wall(59.5), material, top_cm=140, hides=material != "glass")
    assert shot(game).get("cover") == value


def test_of_two_things_each_counts_for_the_grade_that_it_gives() -> None:
    game = facing()
    game.stands(wall(59.99), "sandbags", "sandbags", top_cm=90)
    game.stands(wall(59.98), "brush", "brush", top_cm=140)
    assert shot(game)["cover"] == -20


def test_cover_is_on_one_side_only() -> None:
    game = facing()
    game.stands(wall(59.5), "sandbags", top_cm=100)
    assert shot(game)["cover"] == -20
    behind = facing()
    behind.stands(wall(59.5), "sandbags", top_cm=100)
    behind.put("Ann", 0, 90)
    assert "cover" not in shot(behind)


def test_who_fires_from_behind_a_thing_is_behind_cover() -> None:
    game = facing()
    game.stands(wall(0.5), "sandbags", top_cm=100)
    assert shot(game) == {"from_cover": -10}
    apart = facing()
    apart.stands(wall(3), "sandbags", top_cm=100)
    assert "from_cover" not in shot(apart)


def test_who_is_wholly_out_of_sight_is_refused_and_fired_at_blindly_through_what_hides_it() -> None:
    game = facing(guard={"armor": [{"kind": "vest"}]})
    game.stands(wall(40, -20, 20), "wood_wall", "the barn")
    assert "Guard is out of sight" in game.refused("Ann", "attack", target="Guard", blindly=True)
    game.spotted(0, 90)
    refusal = game.refused("Ann", "attack", target="Guard")
    assert "The barn hides Guard" in refusal
    assert "blindly=yes" in refusal
    game.shoot(HIT - 30, UNDEFENDED, 10, 10, blindly=True)
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60, "visibility": -30}
    assert values(game.one(Damaged).armor) == {"armour vest": 6, "through": 20, "ap": -6}


def test_of_all_that_hides_somebody_what_hides_the_most_is_named() -> None:
    game = facing()
    game.stands(wall(40, -20, 20), "wood_wall", "the shutter", bottom_cm=130)
    game.stands(wall(40, -20, 20), "brick_wall", "the parapet", top_cm=130)
    game.spotted(0, 90)
    assert "The parapet hides Guard" in game.refused("Ann", "attack", target="Guard")


def test_over_what_hides_somebody_nothing_is_in_between() -> None:
    game = facing()
    game.stands(wall(40, -20, 20), "wood_wall", "the barn")
    game.spotted(0, 90)
    game.shoot(HIT - 30, UNDEFENDED, 10, 10, indirect=True)
    assert values(game.one(Attacked).outcome.terms) == {"skill": 60, "indirect": -30}
    assert game.one(Damaged).armor == ()


def test_the_words_of_a_gm_outrank_the_ground() -> None:
    game = facing()
    game.stands(wall(40, -20, 20), "wood_wall")
    game.spotted(0, 90)
    assert shot(game, cover="minor") == {"cover": -10}
    open_ground = facing()
    open_ground.stands(wall(59.5), "sandbags", top_cm=100)
    assert shot(open_ground, cover="none") == {}


def test_a_player_s_word_does_not() -> None:
    game = facing()
    game.stands(wall(59.5), "sandbags", top_cm=100)
    known = ECLIPSE.facts(game.scene, orders.Act(actor="Ann", action="attack", inputs={"target": "Guard"}))
    assert known == {"size": "normal", "cover": "moderate"}
    assert ECLIPSE.facts(game.scene, orders.Act(actor="Ann", action="aim", inputs={"target": "Guard"})) == {
        "size": "normal"
    }
    assert ECLIPSE.facts(game.scene, orders.Act(actor="Ann", action="attack", inputs={"target": "Nobody"})) == {}
    told = duel()
    assert ECLIPSE.facts(told.scene, orders.Act(actor="Ann", action="attack", inputs={"target": "Guard"})) == {
        "size": "normal"
    }


def test_who_looks_round_a_corner_is_in_major_cover_and_fires_from_cover() -> None:
    game = facing()
    game.stands(wall(59.5, -9, 0.4), "brick_wall")
    assert shot(game) == {"cover": -30}
    other = facing()
    other.stands(wall(0.5, -9, 0.4), "brick_wall")
    assert shot(other) == {"from_cover": -10}


def test_a_window_is_shot_through() -> None:
    game = facing()
    game.stands(wall(40), "glass", hides=False)
    known = ECLIPSE.facts(game.scene, orders.Act(actor="Ann", action="attack", inputs={"target": "Guard"}))
    assert known == {"size": "normal", "cover": "none", "through": "window"}
    sill = facing()
    sill.stands(wall(40), "brick_wall", top_cm=140)
    sill.stands(wall(40), "wood_wall", "boards", bottom_cm=140, hides=False)
    sill.shoot(HIT - 10, UNDEFENDED, 10, 10)
    assert values(sill.one(Attacked).outcome.terms) == {"skill": 60, "cover": -30}
    assert values(sill.one(Damaged).armor) == {"through": 20, "ap": -6}


def test_smoke_hides_badly() -> None:
    game = facing()
    cloud = Area(key="cloud", kind="eclipse.smoke", outline=Disc(spot(0, 30), 300), hides=True)
    game.happens(AreaLaid(area=cloud))
    known = ECLIPSE.facts(game.scene, orders.Act(actor="Ann", action="attack", inputs={"target": "Guard"}))
    assert known == {"size": "normal", "cover": "none", "visibility": "major"}
    assert shot(game) == {"visibility": -20}


def test_nobody_strikes_through_a_wall() -> None:
    game = facing(2)
    game.stands(wall(1, -9, 9))
    game.spotted(0, 30)
    assert "wall hides Guard. Go where it can be reached" in game.refused(
        "Ann", "attack", target="Guard", weapon="knife"
    )


def test_a_charge_runs_up_to_its_target_and_not_through_a_wall() -> None:
    game = facing(12)
    game.shoot(MISS, weapon="knife", charging=True)
    assert (game.place("Ann"), game.one(Attacked).range_m) == ((0, 11), 12)
    walled = facing(12)
    walled.stands(wall(6, -5, 5), "glass", hides=False)
    assert "wall is in the way" in walled.refused("Ann", "attack", target="Guard", weapon="knife", charging=True)


@pytest.mark.parametrize(("wall_m", "stands_m", "blow"), [(6, 5.5, ()), (10.3, 9.8, ()), (10.5, 10, (MISS,))])
def test_who_is_stopped_on_a_charge_strikes_only_from_as_near_as_a_blow_reaches(
    wall_m: float, stands_m: float, blow: tuple[int, ...]
) -> None:
    game = facing(12)
    game.stands(wall(wall_m, -5, 5), hidden=True, hides=False)
    game.shoot(*blow, weapon="knife", charging=True)
    assert (game.place("Ann"), len(game.every(Attacked))) == ((0, stands_m), len(blow))


def test_who_is_put_out_beside_its_target_strikes_no_blow() -> None:
    game = facing(40, {"durability": 5, "wound_threshold": 500})
    game.act("Ann", "lay_charge", item="frag_grenade", to=at(0, 11), shown=True)
    game.put("Guard", 0, 12)
    game.act("Ann", "attack", *[2] * 6, target="Guard", weapon="knife", charging=True)
    assert (game.place("Ann"), game.state("Ann").able, game.every(Attacked)) == ((0, 10), False, [])


def test_all_who_are_fired_at_at_once_must_be_in_sight() -> None:
    game = facing(guard={"initiative": 0})
    game.join("Cid", 5, owner=2, **{**STURDY, "initiative": 0})
    game.put("Cid", 0.9, 60)
    game.stands(Path((spot(0.45, 60.5), spot(0.45, 59.5), spot(5, 59.5))), "brick_wall")
    assert "wall hides Cid" in game.refused("Ann", "attack", target="Guard", others="Cid", mode="BF")


def test_what_hides_one_of_several_is_not_said_of_whom_nobody_sees() -> None:
    game = facing(guard={"initiative": 0})
    game.join("Cid", 5, owner=0, **{**STURDY, "initiative": 0})
    game.put("Cid", 0.9, 60)
    game.stands(Path((spot(0.45, 60.5), spot(0.45, 59.5), spot(5, 59.5))), "brick_wall")
    refused = game.refused("Ann", "attack", target="Guard", others="Cid", mode="BF")
    assert refused.startswith("Cid is out of sight. Go where")


@pytest.mark.parametrize(
    ("outline", "stands"), [(wall(3), (0, 2.5)), (Spot(spot(2, 2)), (1.3, 1.7)), (block(-1, 2, 1, 4), (0, 1.5))]
)
def test_taking_cover_goes_behind_a_thing(outline: Outline, stands: tuple[float, float]) -> None:
    game = facing()
    game.stands(outline)
    game.act("Ann", "take_cover", behind={"where": "sight", "of": "piece:wall", "side": "before", "far_cm": 100})
    assert game.place("Ann") == pytest.approx(stands, abs=0.8)
    assert game.one(Moved).pace == "walk"


def test_taking_cover_is_a_move_like_any_other() -> None:
    game = facing()
    game.act("Ann", "take_cover", behind=at(10, 0))
    assert (game.place("Ann"), game.one(FellShort).short_cm) == ((4, 0), 600)
    game.act("Ann", "take_cover", behind=at(10, 0), via=[at(7, 4)], pace="run")
    assert (game.place("Ann"), game.one(Moved).metres) == ((10, 0), 10)
    assert "Behind what?" in game.refused("Ann", "take_cover")
    assert "distances are told" in duel().refused("Ann", "take_cover", behind=at(0, 0))


def test_who_is_put_out_at_the_moment_at_which_it_acts_charges_all_the_same() -> None:
    game = OnGround()
    game.join("Ann", **SHOOTER)
    game.join("Guard", owner=0, **{**GUARD, "durability": 6})
    game.do(orders.LayGround(range_m=10))
    game.start(50, 50)
    game.do_at_least(orders.Act(actor="Ann", action="attack", inputs={"target": "Guard"}), HIT, UNDEFENDED)
    charge = {"target": "Ann", "weapon": "bare hands", "charging": True}
    game.do_at_least(orders.Act(actor="Guard", action="attack", inputs=charge), MISS)
    assert (game.state("Guard").able, game.one(Attacked).target, game.place("Guard")) == (False, "Ann", (0, 1))


def test_who_is_held_comes_along() -> None:
    game = facing(2, {"skills": {"unarmed combat": 60}})
    game.act("Ann", "grapple", HIT, UNDEFENDED, target="Guard")
    game.act("Guard", "pass", 50, 10)
    assert "holds Guard already" in game.refused("Ann", "move", target="Guard")
    game.act("Ann", "move", to=at(-3, 0), target="Guard")
    assert game.place("Ann") == game.place("Guard") == (-3, 0)


def test_what_is_hidden_gives_no_cover_and_hides_nobody() -> None:
    game = facing()
    game.stands(wall(40, -20, 20), "brick_wall", hidden=True)
    assert shot(game) == {}


def test_the_two_see_each_other_alike() -> None:
    game = facing()
    game.stands(wall(59.5), "sandbags", top_cm=100)
    seen = view(game.scene, PUBLIC, ECLIPSE)
    known = ECLIPSE.facts(seen, orders.Act(actor="Ann", action="attack", inputs={"target": "Guard"}))
    assert known["cover"] == "moderate"
    assert ECLIPSE.facts(seen, orders.Act(actor="Lurker", action="attack", inputs={"target": "Guard"})) == {
        "size": "normal"
    }


def test_a_shot_that_hits_goes_through_what_is_open() -> None:
    game = facing()
    game.stands(wall(59.5), "sandbags", top_cm=100)
    game.shoot(HIT, UNDEFENDED, 10, 10)
    assert (game.one(DamageRolled).dv, game.one(Damaged).armor) == (26, ())


def test_a_full_aim_is_over_once_its_target_was_out_of_sight() -> None:
    game = facing(ann={"speed": 2})
    game.stands(block(3, 58, 9, 59))
    game.act("Ann", "aim", target="Guard")
    game.act("Guard", "move", to=at(6, 60), pace="run")
    game.act("Guard", "move", to=at(0, 60), pace="run")
    game.act("Guard", "pass")
    assert shot(game) == {}
    open_field = facing(ann={"speed": 2})
    open_field.act("Ann", "aim", target="Guard")
    open_field.act("Guard", "move", to=at(6, 60), pace="run")
    open_field.act("Guard", "pass")
    assert shot(open_field) == {"aim_complex": 30}


def test_a_full_aim_is_over_where_a_door_shuts_or_its_target_drops_behind_something() -> None:
    shut = facing(ann={"speed": 2})
    shut.act("Ann", "aim", target="Guard")
    shut.stands(wall(40))
    shut.act("Guard", "pass")
    assert "Ann has lost from sight whom it aimed at." in shut.told(PUBLIC)
    assert shut.state("Ann").aim is None
    down = facing(ann={"speed": 2})
    down.stands(wall(59.5), "sandbags", top_cm=100)
    down.act("Ann", "aim", target="Guard")
    down.act("Guard", "stance", to="prone")
    assert down.state("Ann").aim is None


def test_only_the_gm_is_told_that_one_of_theirs_aims_no_more() -> None:
    game = facing(guard={"speed": 2, "weapons": [{"kind": "smg"}]})
    game.act("Ann", "pass")
    game.act("Guard", "aim", target="Ann")
    game.stands(wall(40))
    game.act("Guard", "stance", to="prone")
    assert ("from sight whom" in game.told(PUBLIC), game.state("Guard").aim) == (False, None)
    assert "Guard has lost from sight whom it aimed at." in game.told()


def test_where_players_play_against_each_other_the_gm_alone_is_told_of_a_lost_aim() -> None:
    game = facing(ann={"speed": 2}, players_against_players=True)
    game.act("Ann", "aim", target="Guard")
    game.stands(wall(40))
    game.act("Guard", "pass")
    assert game.state("Ann").aim is None
    assert ("lost from sight" in game.told(), "lost from sight" in game.told(PUBLIC)) == (True, False)


def test_nobody_aims_through_a_wall_though_another_sees_the_target() -> None:
    game = facing()
    game.spotted(20, 20)
    game.stands(wall(10))
    assert "wall hides Guard. Go where it can be seen" in game.refused("Ann", "aim", target="Guard")


def test_an_aim_is_over_as_its_target_has_left() -> None:
    game = duel(60, ann={"speed": 2})
    game.act("Ann", "aim", target="Guard")
    game.join("Thug", 1, owner=0)
    game.do(orders.Release(actor="Guard"))
    game.act("Thug", "pass")
    assert (game.state("Ann").aim, "Ann has lost from sight whom it aimed at." in game.told(PUBLIC)) == (None, True)


@pytest.mark.parametrize("leaves", [False, True])
def test_an_aim_is_over_where_an_edited_sheet_puts_another_gun_in_hand(leaves: bool) -> None:
    armed: list[dict[str, Any]] = [
        {"kind": "automatic_rifle"},
        {"kind": "smg", "ready": False},
        {"kind": "knife", "ready": False},
    ]
    game = duel(60, ann={"weapons": armed, "speed": 2})
    game.act("Ann", "aim", target="Guard")
    assert "full aim" in ECLIPSE.status(game.scene, "Ann", PUBLIC).text
    for place, lasts in ((2, True), (1, False)):
        if leaves:
            game.leave("Ann")
        sheet = game.sheet(**{**SHOOTER, "speed": 2, "weapons": [*armed[:place], {**armed[place], "ready": True}]})
        if leaves:
            game.do(orders.Enlist(name="Ann", owner=1, side="players", sheet=sheet, sheet_id=SHEET))
        else:
            game.do(orders.EditSheet(actor="Ann", path="weapons", sheet=sheet))
        assert (game.state("Ann").aim is not None) is lasts
    assert "Ann has another weapon in hand, and aims no more." in game.told(PUBLIC)


def test_a_full_aim_shows_while_it_counts() -> None:
    game = duel(60, ann={"speed": 2})
    game.act("Ann", "aim", target="Guard")
    game.act("Guard", "pass")
    assert game.now() == ("Ann",)
    for kept in (True, True, False):
        assert ("full aim" in ECLIPSE.status(game.scene, "Ann", PUBLIC).text) is kept
        if game.now() == ("Ann",):
            game.shoot(99, 50, 10) if "second" in game.may("Ann") else game.shoot(99)


def test_a_status_says_of_nobody_down_that_it_runs() -> None:
    game = duel()
    game.act("Ann", "move", pace="run")
    for out in (False, True):
        game.act("Ann", "correct", unconscious=out)
        assert ("running" in ECLIPSE.status(game.scene, "Ann", PUBLIC).text) is not out


def test_an_aim_is_over_as_the_gm_hides_its_target() -> None:
    game = duel(60, ann={"speed": 2})
    game.act("Ann", "aim", target="Guard")
    game.do(orders.Show(actor="Guard", hidden=True))
    assert (game.state("Ann").aim, "Ann has lost from sight whom it aimed at." in game.told(PUBLIC)) == (None, True)
    game.do(orders.Show(actor="Guard", hidden=False))
    game.act("Guard", "pass")
    game.shoot(99)
    assert "aim_complex" not in values(game.one(Attacked).outcome.terms)


def test_the_gms_people_aim_on_at_whom_the_gm_hides() -> None:
    game = duel(60, guard={"initiative": 200, "weapons": [{"kind": "smg"}]})
    game.join("Thief", 1, owner=0, **STURDY)
    game.act("Guard", "aim", target="Thief")
    game.do(orders.Show(actor="Thief", hidden=True))
    assert game.state("Guard").aim is not None


def test_whom_the_gm_hides_ends_an_aim_as_it_goes_and_not_by_where() -> None:
    game = facing(guard={"speed": 2})
    game.stands(block(3, 58, 9, 59))
    game.act("Ann", "aim", target="Guard")
    game.do(orders.Show(actor="Guard", hidden=True))
    assert "from sight whom" in game.told(PUBLIC)
    game.act("Guard", "move", to=at(6, 60), pace="run")
    assert "from sight whom" not in game.told()


def test_nobody_takes_hold_of_anybody_through_a_wall() -> None:
    game = facing(1.5)
    game.stands(wall(0.7))
    game.spotted(3, 1.5)
    assert "wall hides Guard" in game.refused("Ann", "grapple", target="Guard")


def test_smoke_counts_against_taking_hold_of_somebody_as_against_a_blow() -> None:
    game = facing(1.5)
    game.happens(AreaLaid(area=Area(key="cloud", kind="eclipse.smoke", outline=Disc(spot(0, 0.7), 60), hides=True)))
    game.act("Ann", "grapple", MISS, target="Guard")
    outcome = game.one(Wrestled).outcome
    assert outcome is not None
    assert values(outcome.terms)["visibility"] == -20
