"""What happens at places of a ground by itself: blasts, charges, cones under fire, and places that are watched."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import Incomplete
from bot.core.events import AreaGone, AreaLaid, Audience, Entered, FellShort
from bot.core.ground.layouts import Layout
from bot.core.ground.outlines import Cone, Disc
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import read
from bot.core.scene import with_combatant
from bot.core.views import PUBLIC, may_read, view
from bot.rulesets.eclipse.blasts.bursts import astray
from bot.rulesets.eclipse.blasts.epicentre import heading
from bot.rulesets.eclipse.blasts.events import ChargeLaid, Exploded, Scattered
from bot.rulesets.eclipse.deeds.events import StoodDown
from bot.rulesets.eclipse.fire.events import AimLost, Attacked, Resolved
from bot.rulesets.eclipse.watch.events import WatchBegan
from bot.rulesets.eclipse.wounds.events import Damaged, DamageRolled, Dazed, KnockedOut
from tests.rulesets.eclipse.on_ground import STURDY, OnGround, at, block, facing, spot, wall
from tests.rulesets.eclipse.playing import ECLIPSE, SHOOTER, duel, values

MISS, HIT, UNDEFENDED = 98, 35, 97
FRAG = "fragmentation grenade"


def thrown(*faces: int, guard_at: tuple[float, float] = (0, 14), **inputs: Any) -> OnGround:
    """Ann, with an arm for it, has thrown a grenade to 12 m north of her."""
    game = facing(10, {"som": 30})
    game.put("Guard", *guard_at)
    game.act("Ann", "throw", *faces, **{"to": at(0, 12), **inputs})
    return game


def blown(game: OnGround) -> dict[str, tuple[float, int]]:
    """Who was caught: how far off, and what that took from the damage."""
    return {event.target: (event.metres, event.lost) for event in game.every(Exploded)}


def test_a_grenade_goes_to_a_place_and_catches_who_is_near_there() -> None:
    game = thrown(HIT, 2, 2, 2, 2, 2, 2)
    assert game.one(Attacked).at == spot(0, 12)
    assert (game.one(Attacked).range_m, game.one(Attacked).band, game.one(Attacked).spent) == (12, "medium", 1)
    assert blown(game) == {"Ann": (12, 24), "Guard": (2, 4)}
    assert "Ann attacks K13 (50, 62) with fragmentation grenade" in game.told()
    assert game.now() == ("Guard",)


def test_behind_a_throw_there_is_room_for_one_quick_action() -> None:
    game = thrown(HIT, 2, 2, 2, 2, 2, 2)
    game.act("Ann", "stance", to="prone")
    assert "turn" in game.refused("Ann", "stance", to="standing")


def test_what_catches_six_weakens_by_metres_and_goes_through_what_stands_between() -> None:
    game = facing(10, {"som": 30})
    for name, north_m in (("Bo", 13), ("Cy", 14.5), ("Di", 16), ("Ed", 40)):
        game.join(name, 5, owner=0, **STURDY)
        game.put(name, 0, north_m)
    game.put("Guard", 2, 12)
    game.stands(wall(15, -5, 5), "wood_wall")
    game.stands(block(1, 11, 1.2, 13), "sandbags", "bags", top_cm=90)
    game.act("Ann", "throw", HIT, *[5] * 15, to=at(0, 12), item=FRAG)
    assert blown(game) == {"Guard": (2, 4), "Bo": (1, 2), "Cy": (2.5, 4), "Di": (4, 8), "Ann": (12, 24)}
    armor = {event.actor: [term.label for term in event.armor] for event in game.every(Damaged)}
    assert armor == {"Ann": [], "Guard": [], "Bo": [], "Cy": [], "Di": ["through", "ap"]}


def test_a_throw_that_misses_goes_astray_from_its_place() -> None:
    game = thrown(72, 3, 1, 1, 1, 1, 1, 1)
    scattered = game.one(Scattered)
    assert (scattered.direction, scattered.metres, scattered.place) == (3, 3, spot(2.85, 12.93))
    assert blown(game)["Guard"] == (3.04, 6)


def test_a_blast_at_somebody_goes_off_where_it_stands() -> None:
    game = facing(12, {"som": 30})
    game.join("Cid", 5, owner=0, **STURDY)
    game.put("Cid", 0, 15)
    game.stands(wall(13, -5, 5), "wood_wall", "boards")
    game.shoot(HIT, *[1] * 9, weapon=FRAG)
    assert blown(game) == {"Guard": (0, 0), "Ann": (12, 24), "Cid": (3, 6)}
    assert [each.label for each in game.every(Damaged)[2].armor] == ["through", "ap"]


@pytest.mark.parametrize("direction", range(1, 11))
def test_the_dial_of_scatter_points_the_same_way_on_a_ground(direction: int) -> None:
    told = 10 * heading(direction)
    place = astray(Place(0, 0), Place(0, 5_000), direction, 10)
    assert (place.north_cm - 5_000, place.east_cm) == pytest.approx((100 * told.real, 100 * told.imag), abs=1)
    assert astray(Place(0, 0), Place(0, 0), 1, 10) == Place(0, 1_000)


@pytest.mark.parametrize(
    ("inputs", "why"),
    [
        ({"to": None}, "Where to?"),
        ({"to": at(0, 200)}, "out of range"),
        ({"item": "automatic rifle"}, "does not explode"),
        ({"item": "bazooka"}, "There is no"),
    ],
)
def test_a_throw_needs_a_place_within_reach_and_something_that_explodes(inputs: dict[str, Any], why: str) -> None:
    game = facing(10)
    assert why in game.refused("Ann", "throw", **{"to": at(0, 12), **inputs})
    unarmed = facing(10, {"weapons": []})
    assert "nothing that explodes" in unarmed.refused("Ann", "throw", to=at(0, 12))


def test_a_throw_over_a_wall_is_indirect() -> None:
    game = facing(10)
    game.stands(wall(5, -20, 20))
    game.spotted(0, 90)
    assert "cannot be seen" in game.refused("Ann", "throw", to=at(0, 12))
    assert "with /act action:throw" in game.refused("Ann", "attack", target="Guard", weapon=FRAG)
    game.act("Ann", "throw", 1, *[1] * 6, to=at(0, 12), indirect=True)
    assert [term.label for term in game.one(Attacked).outcome.terms] == ["skill", "indirect", "bands"]


def summands(game: OnGround) -> dict[str, int]:
    """The summands of the throw that was just made."""
    return values(game.one(Attacked).outcome.terms)


def test_a_throw_at_a_place_from_behind_a_thing_is_one_from_behind_cover() -> None:
    game = facing(10, {"som": 30})
    game.stands(wall(0.5), "sandbags", top_cm=100)
    game.act("Ann", "throw", 1, *[1] * 6, to=at(0, 12))
    assert summands(game) == {"skill": 60, "from_cover": -10, "bands": -10}
    apart = facing(10, {"som": 30})
    apart.stands(wall(3), "fence", top_cm=50)
    apart.act("Ann", "throw", 1, *[1] * 6, to=at(0, 12))
    assert "from_cover" not in summands(apart)


def test_a_place_beyond_smoke_is_seen_badly() -> None:
    game = facing(10, {"som": 30})
    cloud = Area(key="cloud", kind="eclipse.smoke", outline=Disc(spot(0, 6), 200), hides=True)
    game.happens(AreaLaid(area=cloud))
    game.act("Ann", "throw", 1, *[1] * 6, to=at(0, 12))
    assert summands(game) == {"skill": 60, "visibility": -20, "bands": -10}


def test_a_throw_at_a_place_may_be_aimed_as_the_only_quick_action() -> None:
    game = thrown(1, *[1] * 6, aim="quick")
    assert summands(game) == {"skill": 60, "aim_quick": 10, "bands": -10}
    assert game.now() == ("Guard",)
    assert "nothing is left to do" in game.refused("Ann", "stance", to="prone")
    hasty = facing(10, {"som": 30})
    hasty.act("Ann", "stance", to="prone")
    assert "only quick action" in hasty.refused("Ann", "throw", to=at(0, 12), aim="quick")


def test_a_told_fight_has_no_places_to_throw_at() -> None:
    assert "distances are told" in duel(10).refused("Ann", "throw", to=at(0, 12))


def test_the_hidden_are_caught_and_the_gm_alone_is_told() -> None:
    game = facing(10, {"som": 30})
    game.join("Lurker", 5, owner=0, hidden=True, **STURDY)
    game.put("Lurker", 0, 13)
    game.act("Ann", "throw", HIT, *[1] * 9, to=at(0, 12))
    seen = [event.target for event in game.every(Exploded) if may_read(event, PUBLIC)]
    assert (sorted(blown(game)), sorted(seen)) == (["Ann", "Guard", "Lurker"], ["Ann", "Guard"])


def test_a_gm_lets_something_go_off_at_a_place() -> None:
    game = facing(10)
    game.act("Ann", "blast", *[1] * 6, item="frag_grenade", to=at(0, 8))
    assert blown(game) == {"Ann": (8, 16), "Guard": (2, 4)}
    game.act("Ann", "blast", *[1] * 6, item="frag_grenade", at="Guard")
    assert blown(game) == {"Guard": (0, 0), "Ann": (10, 20)}
    game.act("Ann", "blast", *[1] * 3, item="frag_grenade", at="Guard", directed=True)
    assert blown(game) == {"Guard": (0, 0)}
    game.act("Ann", "blast", *[1] * 3, item="frag_grenade", others="Guard 2", directed=True)
    assert blown(game) == {"Guard": (2, 4)}
    assert "distances are told" in duel(10).refused("Ann", "blast", item="frag_grenade", to=at(0, 8))


def test_a_charge_goes_off_when_somebody_comes_near_and_the_move_goes_on() -> None:
    game = facing(40, {"durability": 500, "wound_threshold": 500})
    game.act("Ann", "lay_charge", item="frag_grenade", to=at(0, 6), trigger_m=2)
    assert not may_read(game.one(ChargeLaid), PUBLIC)
    assert "A fragmentation grenade lies at K12 (50, 56); it goes off within 2 m." in game.told()
    assert view(game.scene, PUBLIC, ECLIPSE).ground == view(facing(40).scene, PUBLIC, ECLIPSE).ground
    game.act("Ann", "move", 2, 2, 2, to=at(0, 10), pace="run")
    assert (game.one(Entered).place, blown(game), game.place("Ann")) == (spot(0, 4), {"Ann": (2, 4)}, (0, 10))
    assert (game.areas(), may_read(game.one(AreaGone), PUBLIC)) == ([], False)
    assert "A fragmentation grenade goes off at K12 (50, 56)." in game.told(PUBLIC)


def test_a_charge_has_the_article_that_fits_its_name() -> None:
    game = facing(40, {"weapons": [{"kind": "heap_grenade"}]})
    game.act("Ann", "lay_charge", item="heap_grenade", to=at(0, 6))
    assert "An armour-piercing grenade lies at K12" in game.told()


def test_who_loses_whom_it_holds_to_a_charge_on_the_way_goes_no_farther_with_it() -> None:
    game = facing(2, {"skills": {"unarmed combat": 60}, "durability": 500, "wound_threshold": 500}, {"durability": 6})
    game.act("Ann", "grapple", HIT, UNDEFENDED, target="Guard")
    game.act("Guard", "lay_charge", item="frag_grenade", to=at(0, -5), radius_m=1)
    game.act("Guard", "pass", 50, 10)
    game.do_at_least(orders.Act(actor="Ann", action="move", inputs={"to": at(0, -9), "pace": "run"}), *[9] * 6)
    assert (game.state("Guard").dead, game.place("Ann"), game.place("Guard")) == (True, (0, -4), (0, -4))


@pytest.mark.parametrize(("north_m", "faces"), [(22, ()), (22.01, (1, 1, 1))])
def test_who_stands_where_nothing_can_be_left_of_a_blast_is_not_caught(north_m: float, faces: tuple[int, ...]) -> None:
    game = facing(40)
    game.act("Ann", "blast", *faces, item="frag_grenade", to=at(0, north_m))
    assert len(game.every(Exploded)) == len(faces) // 3


def test_whoever_a_charge_puts_out_goes_no_farther() -> None:
    game = facing(40, {"durability": 5, "wound_threshold": 500})
    game.act("Ann", "lay_charge", item="frag_grenade", to=at(0, 6), shown=True)
    assert game.areas() == ["eclipse.frag_grenade"]
    game.act("Ann", "lay_charge", item="frag_grenade", to=at(0, 60))
    game.act("Ann", "move", 2, 2, 2, to=at(0, 10), pace="run")
    assert (game.place("Ann"), game.one(FellShort).short_cm) == ((0, 5), 500)
    assert game.areas() == ["eclipse.frag_grenade"]


def test_a_charge_needs_a_place_and_something_that_explodes() -> None:
    game = facing(40)
    with pytest.raises(Incomplete, match="Where does it lie"):
        game.act("Ann", "lay_charge", item="frag_grenade")
    assert "does not explode" in game.refused("Ann", "lay_charge", item="knife", to=at(0, 6))
    assert "distances are told" in duel(10).refused("Ann", "lay_charge", item="frag_grenade", to=at(0, 8))


RUNNER: dict[str, Any] = {**STURDY, "skills": {"fray": 0}, "speed": 1}


def held(guard_at: tuple[float, float] = (40, 60), **guard: Any) -> OnGround:
    """Ann holds a cone of 20 m under fire, whose far end is 60 m north of her; it is Guard's phase."""
    game = facing(60, guard={**RUNNER, **guard})
    game.put("Guard", *guard_at)
    game.act("Ann", "suppress", to=at(0, 60))
    assert game.now() == ("Guard",)
    return game


def test_a_run_into_a_cone_is_shot_at_in_the_middle_and_goes_on() -> None:
    game = held((15, 60))
    game.act("Guard", "move", HIT, UNDEFENDED, 3, 3, to=at(0, 60), pace="run")
    assert game.kinds() == [
        "Spent",
        "Moved",
        "Stood",
        "Entered",
        "Attacked",
        "Resolved",
        "DamageRolled",
        "Damaged",
        "Stood",
        "SlotMoved",
    ]
    assert (game.one(Entered).place, game.place("Guard")) == (spot(10, 60), (0, 60))
    assert (game.one(Attacked).free, game.one(Attacked).spent) == (True, 0)


def test_who_comes_into_a_cone_behind_cover_is_shot_at_where_it_leaves_that() -> None:
    game = held((15, 60))
    game.stands(block(4, 45, 30, 46))
    game.act("Guard", "move", to=at(6, 60), pace="run", metres=9)
    assert (game.every(Attacked), game.place("Guard")) == ([], (6, 60))
    game = held((15, 60))
    game.stands(block(4, 45, 30, 46))
    game.act("Guard", "move", HIT, UNDEFENDED, 1, 1, to=at(0, 60), pace="run")
    assert game.one(Attacked).free


def dragging(by: str, whom: str) -> OnGround:
    """One grapples another beside the cone that Ann holds, or the place that she watches; it is its next phase."""
    game = facing(60, {"speed": 1}, {**RUNNER, "initiative": 30})
    game.join("Bea", 2, owner=2, **{**RUNNER, "initiative": 30, "skills": {"unarmed combat": 60}})
    game.join("Thug", 1, owner=0, **{**RUNNER, "initiative": 30, "skills": {"unarmed combat": 60}})
    for name in (by, whom):
        game.put(name, 15, 60)
    game.go_on(only="Ann")
    for actor in ("Guard", "Bea", "Thug"):
        last = () if actor != "Thug" else (50, 3, 2, 1) if by == "Bea" else (50, 3, 1, 2)
        if actor == by:
            game.act(by, "grapple", 1, 97, *last, target=whom)
        else:
            game.go_on(*last, only=actor)
    return game


def test_who_is_dragged_into_a_cone_is_shot_at_as_whoever_drags_it_there() -> None:
    game = dragging("Thug", "Guard")
    game.act("Ann", "suppress", to=at(0, 60))
    game.go_on(only="Guard")
    game.act("Thug", "move", HIT, UNDEFENDED, 1, 1, HIT, UNDEFENDED, 1, 1, to=at(0, 60), pace="run")
    assert [(each.actor, each.target, each.free) for each in game.every(Attacked)] == [
        ("Ann", "Thug", True),
        ("Ann", "Guard", True),
    ]
    assert game.place("Guard") == (0, 60)


@pytest.mark.parametrize("held", [{"action": "watch", "area": at(0, 60)}, {"action": "suppress", "to": at(0, 60)}])
def test_nobody_fires_by_itself_at_a_captive_in_the_arms_of_its_own_side(held: dict[str, Any]) -> None:
    game = dragging("Bea", "Guard")
    game.act("Ann", **held)
    game.go_on(only="Guard")
    game.act("Bea", "move", to=at(0, 60), pace="run")
    assert (game.every(Attacked), game.place("Guard")) == ([], (0, 60))


def test_who_watches_attacks_whom_somebody_unseen_drags_there() -> None:
    game = dragging("Thug", "Guard")
    game.act("Ann", "watch", area=at(0, 60), radius_m=10, mode="FA")
    game.do(orders.Show(actor="Thug", hidden=True))
    game.go_on(only="Guard")
    game.act("Thug", "move", HIT, UNDEFENDED, 1, 1, 1, to=at(0, 60), pace="run")
    assert game.one(Attacked).target == "Guard"


def test_who_ends_its_phase_in_a_cone_is_shot_at_though_the_next_phase_of_its_holder_comes_with_that() -> None:
    game = facing(60, {"speed": 2}, {**RUNNER, "speed": 2})
    game.act("Ann", "suppress", to=at(0, 60))
    game.act("Guard", "pass", HIT, UNDEFENDED, 1, 1)
    assert (game.one(Attacked).free, game.now()) == (True, ("Ann",))
    game.act("Ann", "pass")
    game.act("Guard", "pass", 50, 10)
    assert game.every(Attacked) == []


def test_who_ends_its_phase_in_a_cone_is_shot_at_though_its_own_next_phase_comes_with_that() -> None:
    game = facing(60, guard={**RUNNER, "speed": 2})
    game.act("Ann", "suppress", to=at(0, 60))
    game.act("Guard", "pass", HIT, UNDEFENDED, 1, 1)
    assert (game.one(Attacked).free, game.now()) == (True, ("Guard",))
    game = facing(60, guard={**RUNNER, "speed": 2})
    game.act("Ann", "suppress", to=at(0, 60))
    game.act("Guard", "full_defence", HIT, UNDEFENDED, 1, 1)
    defence = game.one(Resolved).defence
    assert defence is not None
    assert values(defence.terms) == {"half_fray": 0, "full_defence": 30}


@pytest.mark.parametrize("hidden", [None, False, True])
def test_who_holds_in_a_cone_has_not_ended_its_phase_whoever_comes_between(hidden: bool | None) -> None:
    game = facing(60, guard=RUNNER)
    if hidden is not None:
        game.join("Thug", 1, owner=0, hidden=hidden, **{**STURDY, "initiative": 0})
        game.put("Thug", 40, 60)
    game.act("Ann", "suppress", to=at(0, 60))
    game.act("Guard", "hold", until=-50)
    assert game.every(Attacked) == []
    if hidden is not None:
        game.act("Thug", "pass")
    game.do_at_least(orders.Act(actor="Guard", action="pass", inputs={}), HIT, UNDEFENDED)
    assert game.one(Attacked).target == "Guard"


def test_a_cone_that_is_held_up_to_somebody_has_that_one_in_it() -> None:
    for east_m in (0, 7, -31):
        game = facing(60, guard=RUNNER)
        game.put("Guard", east_m, 60)
        aimpoint = read("Guard", lambda _: "Guard", onto=True)
        game.act("Ann", "suppress", to=msgspec.to_builtins(aimpoint), width_m=4)
        game.act("Guard", "pass", HIT, UNDEFENDED, 1, 1, 50, 10)
        assert game.one(Attacked).target == "Guard"


def test_a_charge_at_somebody_ends_where_something_puts_it_out() -> None:
    game = facing(12, {"durability": 5, "wound_threshold": 500})
    game.act("Ann", "lay_charge", item="frag_grenade", to=at(0, 6))
    game.shoot(*[2] * 6, weapon="knife", charging=True)
    assert (game.every(Attacked), game.place("Ann"), game.now()) == ([], (0, 5), ("Guard",))


def test_who_is_wounded_on_its_way_strikes_worse_at_the_end_of_its_charge() -> None:
    game = facing(40, {"wound_threshold": 5})
    game.spotted(0, -30)
    game.put("Guard", 0, 16)
    game.act("", "lay_charge", item="frag_grenade", to=at(0, 6))
    game.shoot(3, 3, 3, 20, 20, 1, 1, 1, 15, 97, 5, 5, weapon="knife", charging=True)
    assert game.state("Ann").wounds == 2
    terms = values(game.one(Attacked).outcome.terms)
    assert terms == {"skill": 50, "wound": -20, "charging": -10}


@pytest.mark.parametrize("condition", ["unconscious", "dazed"])
def test_who_is_put_out_or_dazed_by_word_fires_no_more_into_its_cone(condition: str) -> None:
    game = held((15, 60))
    game.act("Ann", "correct", **{condition: True})
    game.act("Guard", "move", to=at(0, 60), pace="run")
    assert game.every(Attacked) == []


def test_each_is_shot_at_once_in_a_cone() -> None:
    game = held((15, 60))
    game.act("Guard", "move", MISS, to=at(0, 60), pace="run")
    game.act("Guard", "pass", 50, 10)
    assert game.every(Attacked) == []


def test_whoever_is_put_out_at_the_border_of_a_cone_stays_there() -> None:
    game = held((15, 60), durability=5)
    game.act("Guard", "move", HIT, UNDEFENDED, 3, 3, 50, to=at(0, 60), pace="run")
    assert game.place("Guard") == (10, 60)


def test_whoever_is_knocked_down_on_the_way_lies_there() -> None:
    game = held((15, 60), wound_threshold=5)
    game.act("Guard", "move", HIT, UNDEFENDED, 1, 1, 99, to=at(0, 60), pace="run")
    assert (game.place("Guard"), game.state("Guard").prone) == ((10, 60), True)


def test_whoever_ends_its_phase_out_of_cover_in_a_cone_is_shot_at() -> None:
    game = held((0, 60))
    assert game.every(Attacked) == []
    game.act("Guard", "pass", MISS, 50, 10)
    assert game.one(Attacked).target == "Guard"


def test_whoever_goes_behind_cover_in_time_is_not() -> None:
    game = held((0, 60))
    game.stands(wall(59.5, 1, 6), "sandbags", top_cm=100)
    game.act("Guard", "move", to=at(3, 60))
    game.act("Guard", "pass", 50, 10)
    assert game.every(Attacked) == []


def test_whoever_leaves_its_cover_in_a_cone_is_shot_at() -> None:
    game = held((-4, 52))
    game.stands(wall(51.5, -6, -2), "sandbags", top_cm=100)
    game.stands(wall(51.5, 2, 6), "sandbags", "more", top_cm=100)
    game.act("Guard", "move", MISS, to=at(4, 52), pace="run")
    assert game.one(Attacked).free


def test_whoever_goes_round_through_the_open_has_left_its_cover() -> None:
    game = held((-4, 52))
    game.stands(wall(51.5, -6, 6), "sandbags", top_cm=100)
    game.act("Guard", "move", MISS, to=at(-3, 52), via=[at(-8, 52)], pace="run")
    assert game.one(Attacked).free


def test_whoever_stays_behind_its_cover_is_not() -> None:
    game = held((-4, 52))
    game.stands(wall(51.5, -6, 6), "sandbags", top_cm=100)
    game.act("Guard", "move", to=at(4, 52), pace="run")
    assert game.every(Attacked) == []
    game.act("Guard", "pass", 50, 10)
    assert game.every(Attacked) == []


def test_nobody_fires_at_its_own_side_nor_at_who_lies_there_already() -> None:
    game = facing(60, guard=RUNNER)
    game.put("Guard", 40, 60)
    game.join("Bea", 1, owner=2, **{**STURDY, "initiative": 0})
    game.join("Cid", owner=0, **{**STURDY, "condition": {"unconscious": True}})
    game.put("Bea", 0, 30)
    game.act("Ann", "suppress", to=at(0, 60))
    game.act("Guard", "pass")
    game.act("Bea", "pass", 50, 10, 1)
    assert game.every(Attacked) == []


def test_a_cone_is_gone_with_the_next_phase_of_its_holder() -> None:
    game = held()
    assert game.areas() == ["eclipse.suppressed"]
    game.act("Guard", "pass", 50, 10)
    assert (game.now(), game.areas()) == (("Ann",), [])


def test_a_cone_is_held_on_by_who_comes_back_before_anybody_has_acted() -> None:
    game = held()
    there = msgspec.structs.replace(game.scene.combatants["Ann"], sheet_id=7)
    game.scene = with_combatant(game.scene, there)
    game.do(orders.Release(actor="Ann"))
    game.act("Guard", "correct", prone=True)
    assert game.areas() == ["eclipse.suppressed"]
    game.do(orders.Enlist(name="Ann", owner=1, side=there.side, sheet=there.sheet, sheet_id=7))
    assert (game.areas(), game.state("Ann").cone is not None) == (["eclipse.suppressed"], True)


def test_a_cone_goes_with_its_holder() -> None:
    game = held()
    game.do(orders.Release(actor="Ann"))
    game.act("Guard", "pass", 10)
    assert game.areas() == []


def test_a_cone_begins_where_the_gm_puts_its_holder() -> None:
    game = held((15, 60))
    game.put("Guard", 14, 60)
    assert game.every(AreaLaid) == []
    game.put("Ann", 30, 0)
    assert game.one(AreaLaid).area.outline == Cone(spot(30, 0), spot(0, 60), 2_000)
    assert game.one(AreaLaid).audience is Audience.ALL
    game.put("Guard", 14, 30)
    game.act("Guard", "pass", MISS, 50, 10)
    assert (game.one(Attacked).actor, game.one(Attacked).target) == ("Ann", "Guard")


def test_a_cone_of_whoever_has_left_shows_to_players_no_more() -> None:
    game = held()
    game.do(orders.Release(actor="Ann"))
    ground = view(game.scene, PUBLIC, ECLIPSE).ground
    assert ground is not None
    assert ground.areas == {}


def test_a_cone_needs_a_far_end_within_reach() -> None:
    game = facing()
    assert "far end" in game.refused("Ann", "suppress")
    assert "reaches from 1 to 900 m" in game.refused("Ann", "suppress", to=at(0, 901))
    assert "reaches from" in game.refused("Ann", "suppress", to=at(0, 0))


def test_a_weapon_without_ranges_holds_a_cone_no_farther_than_point_blank() -> None:
    odd = {"kind": "knife", "modes": ["FA"], "capacity": 30, "loaded": 30}
    game = facing(60, ann={"weapons": [odd]})
    assert "reaches from 1 to 2 m" in game.refused("Ann", "suppress", to=at(0, 3))
    game.act("Ann", "suppress", to=at(0, 2))
    assert game.areas() == ["eclipse.suppressed"]


def test_a_free_shot_by_word_is_at_who_is_in_the_cone_and_out_of_cover() -> None:
    game = held((40, 60))
    assert "not in the cone" in game.refused("Ann", "free_fire", target="Guard")
    game.put("Guard", 0, 60)
    game.stands(wall(59.5), "sandbags", top_cm=100)
    assert "in cover" in game.refused("Ann", "free_fire", target="Guard")
    game.put("Guard", 0, 58)
    game.act("Ann", "free_fire", MISS, target="Guard")
    assert game.one(Attacked).range_m == 58


def test_a_free_shot_goes_through_glass_as_any_other() -> None:
    options: dict[str, Any] = {"objects.window.armor": 4}
    game = facing(60, guard=RUNNER, **options)
    game.stands(wall(40), "glass", hides=False)
    game.act("Ann", "suppress", to=at(0, 60))
    game.act("Ann", "free_fire", HIT, UNDEFENDED, 9, 9, target="Guard")
    assert values(game.one(Damaged).armor) == {"through": 8, "ap": -6}


def test_a_cone_that_was_told_is_over_as_a_ground_is_laid() -> None:
    game = duel(60, STURDY, RUNNER)
    game.act("Ann", "suppress")
    game.do(orders.LayGround(range_m=60))
    assert game.state("Ann").suppressing is None
    assert "Ann holds nothing under fire and watches nothing any more." in game.told(PUBLIC)
    assert "holds nothing under fire" in game.refused("Ann", "free_fire", target="Guard")


@pytest.mark.parametrize("watches", [False, True])
@pytest.mark.parametrize("hidden", [False, True])
def test_who_joins_ends_nothing_that_is_over_with_a_phase_that_has_come(watches: bool, hidden: bool) -> None:
    game = facing(60, guard=RUNNER)
    if watches:
        game.act("Ann", "watch", area=at(60, 0))
    else:
        game.act("Ann", "suppress", to=at(60, 0))
    game.act("Guard", "pass", 50, 10)
    game.join("Umbra", 40, owner=0, hidden=hidden, **STURDY)
    assert ("Ann" in game.told(), game.every(StoodDown), game.state("Ann").able) == (False, [], True)
    game.act("Ann", "pass")
    assert (game.state("Ann").suppressing, game.state("Ann").watching) == (None, None)


def test_that_a_cone_of_the_gms_people_is_over_with_its_ground_only_the_gm_is_told() -> None:
    game = facing(60, guard={"initiative": 200, "weapons": [{"kind": "automatic_rifle"}]})
    game.act("Guard", "suppress", to=at(0, 0))
    game.do(orders.LayGround(range_m=60))
    assert game.state("Guard").suppressing is None
    assert ("holds nothing under fire" in game.told(), "under fire" in game.told(PUBLIC)) == (True, False)


@pytest.mark.parametrize("hidden", [False, True])
def test_what_the_gms_people_watch_is_over_with_its_ground_without_a_word_to_players(hidden: bool) -> None:
    game = facing(60, guard={"initiative": 200, "weapons": [{"kind": "automatic_rifle"}]})
    game.act("Guard", "watch", area=at(0, 0))
    if hidden:
        game.do(orders.Show(actor="Guard", hidden=True))
    game.do(orders.LayGround(range_m=60))
    assert game.state("Guard").watching is None
    assert ("watches nothing any more" in game.told(), "watches" in game.told(PUBLIC)) == (True, False)


def test_the_hidden_in_a_cone_are_shot_at_unseen() -> None:
    game = facing(60, guard={**RUNNER, "initiative": 0})
    game.join("Lurker", 9, owner=0, hidden=True, **RUNNER)
    game.put("Guard", 40, 60)
    game.put("Lurker", 15, 60)
    game.act("Ann", "suppress", to=at(0, 60))
    game.act("Lurker", "move", HIT, UNDEFENDED, 3, 3, to=at(0, 60), pace="run")
    assert [type(event).__name__ for event in game.events if may_read(event, PUBLIC)].count("Attacked") == 0
    assert game.one(Attacked).target == "Lurker"
    assert "Lurker" not in str(view(game.scene, PUBLIC, ECLIPSE))
    game.act("Lurker", "pass")
    assert game.every(Attacked) == []


def test_a_hidden_gunner_s_cone_is_the_gm_s() -> None:
    game = OnGround()
    game.join("Lurker", owner=0, hidden=True, **{**SHOOTER, "initiative": 200})
    game.join("Ann", **{**SHOOTER, **STURDY, "skills": {"fray": 0}})
    game.do(orders.LayGround(range_m=60))
    game.start(50, 10)
    game.put("Lurker", 0, 60)
    game.act("Lurker", "suppress", to=at(0, 0))
    assert game.areas() == ["eclipse.suppressed"]
    assert "Lurker holds 20 m under fire to the south with" in game.told()
    assert "south" not in game.told(PUBLIC)
    game.put("Lurker", 0, 61)
    assert (game.one(AreaLaid).area.hidden, game.one(AreaLaid).audience) == (True, Audience.GM)
    ground = view(game.scene, PUBLIC, ECLIPSE).ground
    assert ground is not None
    assert ground.areas == {}
    game.do(orders.Release(actor="Lurker"))
    game.act("Ann", "pass", 50)
    assert game.areas() == []


def watched(mode: str = "FA", **guard: Any) -> OnGround:
    """Ann watches 10 m around a place 60 m north of her; it is Guard's phase."""
    game = facing(60, guard={**RUNNER, **guard})
    game.put("Guard", 15, 60)
    game.act("Ann", "watch", area=at(0, 60), radius_m=10, mode=mode)
    assert game.one(AreaLaid).area.outline == Disc(spot(0, 60), 1_000)
    assert game.now() == ("Guard",)
    assert "watching" in ECLIPSE.status(game.scene, "Ann", PUBLIC).text
    return game


def test_who_watches_a_place_attacks_who_comes_there_and_then_watches_no_more() -> None:
    game = watched()
    game.act("Guard", "move", HIT, UNDEFENDED, 1, 1, 1, to=at(0, 60), pace="run")
    assert game.kinds()[2:6] == ["Stood", "Entered", "Interrupted", "Attacked"]
    assert (game.one(Attacked).mode, game.one(Attacked).spent, game.one(DamageRolled).dv) == ("FA", 10, 19)
    assert (game.place("Guard"), game.areas(), game.state("Ann").watching) == ((0, 60), [], None)
    assert "Ann has waited for Guard." in game.told()


def moving_where_it_is_watched(*faces: int, to: dict[str, Any], shed: bool = False, **guard: Any) -> OnGround:
    """Ann watches where Guard stands, perhaps behind a shed, who runs somewhere."""
    game = facing(60, guard={**RUNNER, **guard})
    if shed:
        game.stands(wall(59, -2, 2))
    game.act("Ann", "watch", area=at(0, 60), radius_m=10, mode="FA")
    game.do_at_least(orders.Act(actor="Guard", action="move", inputs={"to": to, "pace": "run"}), *faces)
    return game


def test_who_names_no_weapon_watches_with_the_first_in_hand_that_shoots() -> None:
    game = facing(60, {"weapons": [{"kind": "knife"}, {"kind": "automatic_rifle"}]})
    game.act("Ann", "watch", area=at(0, 30))
    assert game.one(WatchBegan).weapon == "automatic rifle"


def test_who_watches_a_place_attacks_who_stands_there_already_as_it_sets_off() -> None:
    game = moving_where_it_is_watched(MISS, to=at(8, 60))
    kinds = game.kinds()
    assert kinds.index("Attacked") < kinds.index("Stood")
    assert (kinds.count("Attacked"), game.place("Guard"), game.state("Ann").watching) == (1, (8, 60), None)


def test_whoever_a_watch_puts_out_as_it_sets_off_gets_nowhere() -> None:
    game = moving_where_it_is_watched(HIT, UNDEFENDED, to=at(8, 60), durability=5)
    assert (game.state("Guard").able, game.place("Guard")) == (False, (0, 60))
    game = facing(60, guard={**RUNNER, "durability": 5})
    game.put("Guard", 0, 15)
    game.act("Ann", "watch", area=at(0, 15), radius_m=5, mode="FA")
    charge = {"target": "Ann", "weapon": "bare hands", "charging": True}
    game.do_at_least(orders.Act(actor="Guard", action="attack", inputs=charge), HIT, UNDEFENDED)
    assert ([each.actor for each in game.every(Attacked)], game.place("Guard")) == (["Ann"], (0, 15))


def test_who_watches_a_place_attacks_who_comes_out_there_where_it_stops() -> None:
    game = moving_where_it_is_watched(MISS, to=at(8, 60), shed=True)
    kinds = game.kinds()
    assert kinds.index("Stood") < kinds.index("Attacked")
    assert kinds.count("Attacked") == 1
    assert moving_where_it_is_watched(to=at(1, 60), shed=True).every(Attacked) == []
    assert moving_where_it_is_watched(to=at(0, 60)).every(Attacked) == []


def test_who_watches_attacks_who_stops_there_though_its_own_next_phase_comes_with_that() -> None:
    game = facing(60, {"speed": 2}, RUNNER)
    game.stands(wall(59, -2, 2))
    game.act("Ann", "watch", area=at(0, 60), radius_m=10, mode="FA")
    for stance in ("prone", "standing"):
        game.act("Guard", "stance", to=stance)
    game.act("Guard", "move", MISS, to=at(8, 60), pace="run")
    assert (game.one(Attacked).actor, game.now(), game.areas()) == ("Ann", ("Ann",), [])


def test_of_two_who_watch_one_attacks_whom_the_other_has_put_out() -> None:
    game = facing(60, guard={**RUNNER, "durability": 5, "initiative": 0})
    game.join("Bea", 9, owner=2, **{**SHOOTER, "initiative": 50})
    game.put("Bea", 5, 0)
    for name in ("Ann", "Bea"):
        game.act(name, "watch", area=at(15, 60), radius_m=5, mode="FA")
    inputs = {"to": at(15, 60), "pace": "run"}
    game.do_at_least(orders.Act(actor="Guard", action="move", inputs=inputs), HIT, UNDEFENDED)
    assert (game.state("Guard").able, len(game.every(Attacked))) == (False, 1)


def test_of_two_shots_of_an_action_the_second_falls_too_unless_the_first_puts_it_out() -> None:
    game = watched(mode="SA")
    game.act("Guard", "move", MISS, MISS, to=at(0, 60), pace="run")
    assert len(game.every(Attacked)) == 2
    frail = watched(mode="SA", durability=5)
    frail.act("Guard", "move", HIT, UNDEFENDED, 1, 1, 50, to=at(0, 60), pace="run")
    assert len(frail.every(Attacked)) == 1


@pytest.mark.parametrize(("faces", "second"), [((MISS, MISS), {"sweep": 10}), ((HIT, UNDEFENDED, 1, 1, MISS), {})])
def test_a_beam_of_whoever_watches_sweeps_on_after_a_miss(faces: tuple[int, ...], second: dict[str, int]) -> None:
    game = facing(8, guard={**RUNNER, "durability": 500})
    game.put("Guard", 15, 8)
    game.act("Ann", "watch", area=at(0, 8), radius_m=5, weapon="hand laser")
    game.act("Guard", "move", *faces, to=at(0, 8), pace="run")
    terms = values(game.every(Attacked)[1].outcome.terms)
    assert {key: value for key, value in terms.items() if key == "sweep"} == second


def test_a_watch_lasts_until_the_next_phase() -> None:
    game = watched()
    game.act("Guard", "pass", 50, 10)
    assert (game.now(), game.areas()) == (("Ann",), [])
    game.act("Ann", "pass")
    assert game.state("Ann").watching is None


def known_areas(game: OnGround) -> list[str]:
    """The keys of the areas that players know of."""
    ground = view(game.scene, PUBLIC, ECLIPSE).ground
    assert ground is not None
    return [area.kind for area in ground.areas.values()]


def test_what_somebody_watched_who_has_left_shows_to_players_only_once_it_is_back() -> None:
    game = watched()
    there = msgspec.structs.replace(game.scene.combatants["Ann"], sheet_id=7)
    game.scene = with_combatant(game.scene, there)
    game.do(orders.Release(actor="Ann"))
    assert (known_areas(game), game.areas()) == ([], ["eclipse.watched"])
    game.do(orders.Enlist(name="Ann", owner=1, side=there.side, sheet=there.sheet, sheet_id=7))
    assert known_areas(game) == ["eclipse.watched"]
    game.do(orders.Release(actor="Ann"))
    game.act("Guard", "pass", 50)
    assert game.areas() == []


@pytest.mark.parametrize("how", [{"unconscious": True}, {"out_turns": 1}, {"broken": True}, {"dead": True}])
def test_whom_a_gm_puts_out_watches_nothing_and_holds_nothing_under_fire(how: dict[str, Any]) -> None:
    game = watched()
    game.act("Ann", "correct", **how)
    assert (game.areas(), game.state("Ann").watching) == ([], None)
    game = facing(60, guard=RUNNER)
    game.act("Ann", "suppress", to=at(0, 60), width_m=4)
    game.act("Ann", "correct", prone=True)
    assert game.areas() == ["eclipse.suppressed"]
    game.act("Ann", "correct", **how)
    assert (game.areas(), game.state("Ann").suppressing) == ([], None)


@pytest.mark.parametrize(("carried", "lost"), [(("automatic_rifle",), True), (("knife", "automatic_rifle"), False)])
def test_who_loses_hold_of_the_weapon_watches_nothing(carried: tuple[str, ...], lost: bool) -> None:
    marksman = {"skills": {"beam weapons": 90}, "weapons": [{"kind": "hand_laser"}], "initiative": 0}
    game = facing(60, ann={"durability": 500, "weapons": [{"kind": kind} for kind in carried]}, guard=marksman)
    game.act("Ann", "watch", area=at(0, 60), radius_m=10, weapon="automatic rifle")
    game.act("Guard", "attack", 20, 97, 1, 1, 98, target="Ann", called="disarm")
    assert not next(iter(game.state("Ann").weapons.values())).ready
    assert (game.areas(), game.state("Ann").watching is None) == ([] if lost else ["eclipse.watched"], lost)


@pytest.mark.parametrize("held", [{"action": "watch", "area": at(0, 60)}, {"action": "suppress", "to": at(0, 60)}])
def test_who_puts_the_weapon_away_watches_nothing_and_holds_nothing_under_fire(held: dict[str, Any]) -> None:
    game = facing(60, {"weapons": [{"kind": "automatic_rifle"}, {"kind": "knife", "ready": False}]})
    game.act("Ann", **held)
    areas = game.areas()
    game.act("Ann", "ready", item="knife")
    assert game.areas() == areas != []
    game = facing(60)
    game.act("Ann", **held)
    game.act("Ann", "ready", item="automatic rifle", away=True)
    assert (game.state("Ann").watching, game.state("Ann").suppressing, game.areas()) == (None, None, [])


def test_whom_a_gm_sets_right_otherwise_watches_on() -> None:
    game = watched()
    game.act("Ann", "correct", prone=True)
    assert game.areas() == ["eclipse.watched"]


def test_who_is_knocked_out_watches_nothing_once_it_comes_to() -> None:
    game = watched()
    game.act("Guard", "damage", target="Ann", damage=game.state("Ann").dur)
    assert (game.one(KnockedOut).actor, game.areas(), game.state("Ann").watching) == ("Ann", [], None)


def test_who_is_out_of_its_wits_watches_nothing_once_it_has_them_back() -> None:
    game = watched()
    game.act("Guard", "damage", 99, target="Ann", damage=6, stress=True)
    assert (game.one(Dazed).actor, game.areas(), game.state("Ann").watching) == ("Ann", [], None)
    game.act("Ann", "correct", dazed=False)
    game.act("Guard", "move", to=at(0, 60), pace="run")
    assert game.every(Attacked) == []


def test_whom_a_gm_takes_the_wits_of_watches_nothing_and_holds_nothing_under_fire() -> None:
    game = watched()
    game.act("Ann", "correct", dazed=True)
    assert (game.areas(), game.state("Ann").watching) == ([], None)
    game = facing(60, guard=RUNNER)
    game.act("Ann", "suppress", to=at(0, 60), width_m=4)
    game.act("Ann", "correct", dazed=True)
    assert (game.areas(), game.state("Ann").suppressing) == ([], None)


@pytest.mark.parametrize("how", [{"unconscious": True}, {"broken": True}, {"dead": True}])
def test_whom_an_edited_sheet_puts_out_watches_nothing_and_comes_back_to_nothing(how: dict[str, Any]) -> None:
    game = watched()
    whole = game.scene.combatants["Ann"].sheet
    game.do(orders.EditSheet(actor="Ann", path="condition", sheet={**whole, "condition": how}))
    assert game.areas() == []
    game.do(orders.EditSheet(actor="Ann", path="condition", sheet=whole))
    assert (game.state("Ann").able, game.state("Ann").watching, game.areas()) == (True, None, [])


@pytest.mark.parametrize("held", [{"action": "watch", "area": at(0, 60)}, {"action": "suppress", "to": at(0, 60)}])
def test_who_has_the_weapon_in_hand_no_more_on_an_edited_sheet_comes_back_to_nothing(held: dict[str, Any]) -> None:
    game = facing(60)
    game.act("Ann", **held)
    whole = game.scene.combatants["Ann"].sheet
    away = [{**each, "ready": each["kind"] != "automatic_rifle"} for each in whole["weapons"]]
    for weapons, told in ((away, True), (whole["weapons"], False)):
        game.do(orders.EditSheet(actor="Ann", path="weapons", sheet={**whole, "weapons": weapons}))
        assert ("Ann holds nothing under fire and watches nothing any more." in game.told(PUBLIC)) is told
        assert (game.state("Ann").watching, game.state("Ann").suppressing, game.areas()) == (None, None, [])


def test_who_cannot_be_seen_is_not_attacked_by_a_watch() -> None:
    game = watched()
    game.stands(wall(55, 5, 30))
    game.act("Guard", "move", to=at(9, 60), pace="run")
    assert game.every(Attacked) == []
    assert game.areas() == ["eclipse.watched"]


def test_nobody_watches_for_its_own_side_or_for_the_hidden() -> None:
    game = facing(60, guard={**RUNNER, "initiative": 0})
    game.join("Bea", 9, owner=2, **{**RUNNER, "initiative": 50})
    game.join("Lurker", 8, owner=0, hidden=True, **{**RUNNER, "initiative": 40})
    for name in ("Guard", "Bea", "Lurker"):
        game.put(name, 15, 60)
    game.act("Ann", "watch", area=at(0, 60), radius_m=10)
    for name in ("Bea", "Lurker"):
        game.act(name, "move", to=at(0, 60), pace="run")
        assert game.one(Entered).actor == name
        assert game.every(Attacked) == []
        game.act(name, "pass")


@pytest.mark.parametrize(
    ("inputs", "why"),
    [
        ({"area": None}, "What is watched?"),
        ({"weapon": "knife"}, "Nobody watches with"),
        ({"mode": "SS"}, "does not fire SS"),
    ],
)
def test_a_watch_needs_a_place_and_a_weapon_that_shoots(inputs: dict[str, Any], why: str) -> None:
    assert why in facing().refused("Ann", "watch", **{"area": at(0, 60), **inputs})
    for area in (None, at(0, 60)):
        assert "distances are told" in duel().refused("Ann", "watch", area=area)


def test_nobody_watches_what_no_shot_reaches() -> None:
    game = facing(60, ann={"weapons": [{"kind": "light_pistol"}]})
    assert "The light pistol reaches 60 m." in game.refused("Ann", "watch", area=at(0, 66), radius_m=5)
    game.act("Ann", "watch", area=at(0, 65), radius_m=5)


@pytest.mark.parametrize(("loaded", "mode", "why"), [(0, "", "is empty"), (2, "FA", "FA takes 10 rounds")])
def test_nobody_watches_with_too_few_rounds(loaded: int, mode: str, why: str) -> None:
    game = facing(60, ann={"weapons": [{"kind": "automatic_rifle", "loaded": loaded}]})
    assert why in game.refused("Ann", "watch", area=at(0, 60), mode=mode)


def test_who_knows_of_a_watch_reads_once_that_its_weapon_does_not_reach() -> None:
    game = facing(60, ann={"weapons": [{"kind": "light_pistol"}]}, guard={"initiative": 0})
    game.put("Guard", 0, 63)
    game.act("Ann", "watch", area=at(0, 65), radius_m=5)
    game.act("Guard", "move", to=at(0, 67))
    said = "Guard moves where Ann watches, and is not attacked: the weapon does not reach so far"
    assert (game.told(PUBLIC).count(said), game.every(Attacked)) == (1, [])


def test_what_fails_of_a_secret_watch_the_gm_alone_reads() -> None:
    game = facing(60, ann={"speed": 2}, guard={"weapons": [{"kind": "light_pistol"}]})
    game.put("Ann", 0, -3)
    game.act("Ann", "pass")
    game.act("Guard", "watch", area=at(0, -5), radius_m=5)
    game.act("Ann", "move", to=at(0, -5))
    assert ("not attacked" in game.told(), "not attacked" in game.told(PUBLIC)) == (True, False)


def test_whom_one_watch_has_put_out_another_does_not_attack() -> None:
    game = facing(60, guard={"durability": 5, "wound_threshold": 100})
    game.join("Bea", 30, owner=2, **{**STURDY, **SHOOTER})
    game.put("Bea", 10, 0)
    game.join("Thug", 1, owner=0, **{**STURDY, "initiative": 0})
    for watcher in ("Ann", "Bea"):
        game.act(watcher, "watch", area=at(0, 60), mode="SA")
    game.act("Guard", "move", HIT, UNDEFENDED, 9, 9, to=at(0, 57))
    assert (game.state("Guard").dead, [each.actor for each in game.every(Attacked)]) == (True, ["Ann"])


@pytest.mark.parametrize(
    ("action", "inputs"),
    [("suppress", {"to": at(0, 0)}), ("watch", {"area": at(0, 0)}), ("full_defence", {}), ("aim", {"target": "Ann"})],
)
def test_what_somebody_does_at_the_moment_at_which_it_is_put_out_does_not_last(
    action: str, inputs: dict[str, Any]
) -> None:
    game = OnGround()
    game.join("Ann", **SHOOTER)
    game.join("Guard", owner=0, **{**SHOOTER, "durability": 5, "wound_threshold": 100})
    game.do(orders.LayGround(range_m=60))
    game.start(10, 10)
    game.shoot(HIT, UNDEFENDED, 9, 9, 9, mode="FA")
    assert (game.state("Guard").dead, game.now()) == (True, ("Guard",))
    game.act("Guard", action, 10, **inputs)
    assert (game.state("Guard").busy, game.areas()) == (False, [])


def test_what_a_watch_does_to_somebody_is_told() -> None:
    game = watched()
    assert "Ann watches 10 m around K23 (50, 110) with the automatic rifle." in told_of_watch()
    game.act("Guard", "move", MISS, to=at(0, 60), pace="run")
    assert game.every(Resolved) == []


def test_players_are_not_told_what_the_gm_s_people_watch() -> None:
    game = facing(60, {"initiative": 0}, {**SHOOTER, "initiative": 200})
    game.act("Guard", "watch", area=at(0, 3), radius_m=2)
    assert [event for event in game.events if may_read(event, PUBLIC) and type(event).__name__ == "WatchBegan"] == []
    ground = view(game.scene, PUBLIC, ECLIPSE).ground
    assert ground is not None
    assert (ground.areas, game.areas()) == ({}, ["eclipse.watched"])
    assert "watching" not in ECLIPSE.status(view(game.scene, PUBLIC, ECLIPSE), "Guard", PUBLIC).text
    game.act("Ann", "move", MISS, MISS, to=at(0, 3))
    assert ([event.actor for event in game.every(Attacked)], game.areas()) == (["Guard", "Guard"], [])


def told_of_watch() -> str:
    """What a watch reads as when it begins."""
    game = facing(60, guard=RUNNER)
    game.act("Ann", "watch", area=at(0, 60), radius_m=10)
    return game.told()


def test_an_aim_is_lost_as_a_thing_is_set_between_and_not_with_the_next_act() -> None:
    game = facing(60, guard=RUNNER)
    game.act("Ann", "aim", target="Guard")
    game.do(orders.SetPiece(piece=Piece("wall", wall(30), "brick_wall", top_cm=300)))
    assert (game.one(AimLost).actor, game.state("Ann").aim) == ("Ann", None)
    game.act("Guard", "damage", damage=1)
    assert game.every(AimLost) == []


@pytest.mark.parametrize("laid_anew", [False, True])
def test_an_aim_is_lost_as_the_gm_puts_its_target_behind_something(*, laid_anew: bool) -> None:
    game = facing(60, guard=RUNNER)
    game.stands(wall(70), top_cm=300)
    game.act("Ann", "aim", target="Guard")
    if laid_anew:
        between = Piece("wall", wall(30), "brick_wall", top_cm=300)
        zones = (block(-1, -1, 1, 1), block(-1, 59, 1, 61))
        game.do(orders.LayGround(layout=Layout(title="Yard", zones=zones, pieces=(between,))))
    else:
        game.put("Guard", 0, 80)
    assert (game.one(AimLost).actor, game.state("Ann").aim) == ("Ann", None)
    game.act("Guard", "damage", damage=1)
    assert game.every(AimLost) == []
