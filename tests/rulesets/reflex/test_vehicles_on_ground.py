"""On a ground a vehicle has a place and a hull, goes where it is driven, and carries who rides in it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders, views
from bot.core.events import Audience, PieceSet, Stood
from bot.core.ground.outlines import Lane, Spot
from bot.core.ground.pieces import Piece
from bot.core.ground.whereabouts import AtPlace
from bot.core.scene import with_combatant
from bot.core.views import PUBLIC
from bot.rulesets.reflex.close.events import ControlSet, Ended, GripStrained, Struck
from bot.rulesets.reflex.hazards.events import AirReturned, GasLeft, GasReached, IgnitionRolled
from bot.rulesets.reflex.kinds import Broken
from bot.rulesets.reflex.mines.events import FieldCrossed, MinePassed, MineSprung
from bot.rulesets.reflex.state import Burning
from bot.rulesets.reflex.time.moves import Boarded
from bot.rulesets.reflex.vehicles.events import Alighted, Drove, VehicleHit
from bot.rulesets.reflex.vehicles.seats import ride
from bot.rulesets.reflex.wounds.events import Hit
from tests.rulesets.reflex.gripping import controls, gripped
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game
from tests.rulesets.reflex.resting import rest, to_the_end
from tests.rulesets.reflex.standing import at, ground_of, happen, place_of, stand, there
from tests.rulesets.reflex.test_coming_back import come_back, leave
from tests.rulesets.reflex.test_riding import road
from tests.rulesets.reflex.test_unseen import walled


def lot(kind: str = "car", *, aboard: bool = True, **places: tuple[float, float]) -> Game:
    """Ann beside a vehicle at 50, 50, or in it, and Bob 60 m to the north."""
    game = stand(road(kind), **{"Ann": (51, 50), "Car": (50, 50), "Bob": (50, 110), **places})
    if aboard:
        happen(game, Boarded(actor="Ann", target="Car", what="car", done=2, needed=2))
        game.act("Car", "drive", kmh=0)
    return game


def test_whoever_is_aboard_is_where_it_is_and_its_hull_stands_there() -> None:
    game = lot()
    assert place_of(game, "Ann") == at(50, 50)
    hull = ground_of(game).pieces["Car"]
    assert (hull.name, hull.material, hull.top_cm) == ("Car", "car", 150)
    assert hull.outline == Lane(at(50, 47.75), at(50, 52.25), 180)
    assert (hull.hides, hull.blocks) == (False, False)
    game.act("Car", "drive", kmh=0)
    assert not game.every(PieceSet)


def test_it_goes_where_it_is_driven_with_all_aboard_and_looks_there() -> None:
    game = lot()
    game.act("Car", "drive", kmh=30, to=there(80, 50))
    assert game.one(Drove).kmh == 30
    assert place_of(game, "Car") == place_of(game, "Ann") == at(80, 50)
    assert ground_of(game).pieces["Car"].outline == Lane(at(77.75, 50), at(82.25, 50), 180)
    assert game.scene.range_m("Ann", "Bob") == 67.08
    game.act("Car", "drive", kmh=0, to=there(80, 50))
    assert not game.every(PieceSet)


@pytest.mark.parametrize(("holder", "held"), [("Bob", "Ann"), ("Ann", "Bob")])
def test_whom_a_vehicle_carries_away_nobody_outside_holds_any_longer(holder: str, held: str) -> None:
    game = lot(Bob=(51, 50.5))
    game.scene = gripped(game.scene, holder, held, 9, 1)
    game.act("Car", "drive", kmh=0)
    assert controls(game.scene, holder) == {1: 9}
    game.act("Car", "drive", kmh=30, to=there(80, 50))
    torn = game.one(ControlSet)
    assert (torn.actor, torn.target, torn.ended) == (holder, held, Ended.TORN)
    assert controls(game.scene, holder) == {}


def test_who_walks_away_from_a_vehicle_is_held_no_longer_by_whoever_is_in_it() -> None:
    game = lot(Bob=(51, 50.5))
    game.scene = msgspec.structs.replace(gripped(game.scene, "Ann", "Bob", 1, 1), before={})
    game.do_at_least(orders.Act(actor="Bob", action="move", inputs={"to": there(60, 50)}), 1, 1, *FAIL)
    assert game.one(GripStrained).net > 0
    assert game.one(ControlSet).ended is Ended.TORN
    assert [stood.actor for stood in game.every(Stood)] == ["Bob"]


@pytest.mark.parametrize(("east_m", "reached"), [(53, True), (53.5, False)])
def test_one_reaches_a_vehicle_and_whoever_is_in_it_at_its_hull(east_m: float, reached: bool) -> None:
    game = lot(Ann=(50, 50), Bob=(east_m, 50))
    blow = {"weapon": "bare hands", "limb": "right leg"}
    for target, dice in (("Car", FAIL), ("Ann", FAIL)):
        if reached:
            game.act("Bob", "attack", *dice, target=target, **blow)
            assert game.one(Struck).target == target
            game.act("Bob", "correct", initiative=15)
        else:
            assert "out of reach" in game.refused("Bob", "attack", target=target, **blow)
    to_the_end(game)
    game.go_on()
    game.act("Ann", "correct", wound="moderate", place="torso", unstable=True)
    if reached:
        assert game.act("Bob", "treat", *FAIL, target="Ann")
    else:
        assert "out of reach" in game.refused("Bob", "treat", target="Ann")


def test_who_is_in_sight_goes_nowhere_with_a_vehicle_that_nobody_sees() -> None:
    game = lot()
    car = game.scene.combatants["Car"]
    game.scene = with_combatant(game.scene, msgspec.structs.replace(car, owner=0, hidden=True))
    game.act("Car", "drive", kmh=30, to=there(80, 50))
    assert (place_of(game, "Car"), place_of(game, "Ann")) == (at(80, 50), at(50, 50))
    assert (game.one(Alighted).audience, game.scene.state.aboard) == (Audience.GM, {})


def test_where_a_gm_puts_it_its_hull_and_those_aboard_are_at_once() -> None:
    game = lot()
    game.do(orders.PutAt(actors=("Car",), where=there(10, 10)))
    assert place_of(game, "Ann") == at(10, 10)
    assert ground_of(game).pieces["Car"].outline == Lane(at(10, 7.75), at(10, 12.25), 180)
    assert "Car is changed" not in game.told(PUBLIC)
    game.act("Car", "drive", kmh=0)
    assert not game.every(PieceSet)


@pytest.mark.parametrize("by_the_gm", [False, True])
def test_who_has_left_the_fight_is_out_of_its_vehicle_and_of_the_gas(*, by_the_gm: bool) -> None:
    game = lot()
    to_the_end(game)
    game.go_on()
    game.act("Bob", "gas_release", *FAIL, radius_m=5.0, to=there(50, 50))
    if by_the_gm:
        game.act("Ann", "correct", withdrawn=True)
    else:
        game.do_at_least(orders.Act(actor="Ann", action="withdraw", inputs={"area": "wild"}), 1, 1, *FAIL)
        rest(game)
    assert [game.one(Alighted).target, game.one(GasLeft).actor, game.one(AirReturned).actor] == ["Car", "Ann", "Ann"]
    assert (game.state("Ann").turn.withdrawn, ride(game.scene, "Ann"), game.state("Ann").body.breath) == (
        True,
        "",
        None,
    )
    game.act("Bob", "gas_release", radius_m=5.0, gas="smoke", to=there(50, 50))
    assert not game.every(GasReached)
    game.act("Ann", "correct", withdrawn=True)
    assert not game.every(Alighted)


def put(game: Game, *actors: str, east: float) -> None:
    """Have a GM put people there."""
    game.do(orders.PutAt(actors=actors, where=there(east, 20)))


def test_whom_a_gm_puts_elsewhere_is_out_of_its_vehicle_the_dead_too() -> None:
    game = lot()
    game.act("Ann", "correct", dead=True)
    put(game, "Ann", east=20)
    assert (place_of(game, "Ann"), ride(game.scene, "Ann")) == (at(20, 20), "")
    assert "Ann is no longer in Car." in game.told(PUBLIC)
    put(game, "Car", east=60)
    assert place_of(game, "Ann") == at(20, 20)


def test_who_is_put_with_its_vehicle_or_where_that_is_stays_in_it() -> None:
    game = lot()
    put(game, "Car", "Ann", east=20)
    assert (place_of(game, "Ann"), ride(game.scene, "Ann")) == (place_of(game, "Car"), "Car")
    game.do(orders.PutAt(actors=("Ann",), where=AtPlace(place_of(game, "Car"))))
    assert (game.every(Alighted), ride(game.scene, "Ann")) == ([], "Car")


def test_only_the_gm_reads_of_who_is_out_of_a_vehicle_that_nobody_sees() -> None:
    game = lot()
    game.join("Van", owner=0, hidden=True, vehicle={"kind": "car"})
    happen(game, Boarded(actor="Bob", target="Van", what="car", done=2, needed=2))
    put(game, "Bob", east=20)
    assert (game.one(Alighted).audience, ride(game.scene, "Bob")) == (Audience.GM, "")


def test_a_vehicle_that_comes_back_once_others_have_acted_has_nobody_in_it() -> None:
    game = lot()
    leave(game, "Car")
    come_back(game)
    assert ride(game.scene, "Ann") == "Car"
    leave(game, "Car")
    game.act("Ann", "move", to=there(50, 60))
    walked = place_of(game, "Ann")
    come_back(game)
    assert (place_of(game, "Ann"), ride(game.scene, "Ann")) == (walked, "")


def test_so_it_is_in_a_later_period_and_of_who_has_left_meanwhile() -> None:
    game = lot()
    happen(game, Boarded(actor="Bob", target="Car", what="car", done=2, needed=2))
    leave(game, "Car")
    game.do(orders.Release(actor="Bob"))
    while game.scene.state.phase == "exchange":
        game.go_on()
    come_back(game)
    assert [(each.actor, each.audience) for each in game.every(Alighted)] == [
        ("Ann", Audience.ALL),
        ("Bob", Audience.GM),
    ]
    assert game.scene.state.aboard == {}


def test_who_is_put_elsewhere_while_its_vehicle_is_away_is_not_back_in_it() -> None:
    game = lot()
    leave(game, "Car")
    put(game, "Ann", east=20)
    assert game.one(Alighted).audience is Audience.GM
    come_back(game)
    assert (place_of(game, "Ann"), ride(game.scene, "Ann")) == (at(20, 20), "")


def test_the_hull_of_a_vehicle_stands_where_that_begins_or_comes_in() -> None:
    game = road()
    game.do(orders.LayGround(range_m=60))
    assert ground_of(game).pieces["Car"].material == "car"
    game.join("Second", owner=2, vehicle={"kind": "truck"})
    assert ground_of(game).pieces["Second"].material == "truck"


def test_a_vehicle_that_leaves_takes_its_hull_along_and_nothing_else() -> None:
    game = lot()
    happen(game, PieceSet(piece=Piece("crate", Spot(at(40, 40)), "crate")))
    game.do(orders.Release(actor="Car"))
    assert list(ground_of(game).pieces) == ["crate"]
    assert place_of(game, "Ann") == at(50, 50)


def hull_hit(place: str, broken: Broken) -> VehicleHit:
    return VehicleHit(
        target="Car", place=place, damage=40, armor=1, penetration=2, final=39, threshold=9, wear=1, broken=broken.value
    )


def test_a_destroyed_vehicle_leaves_its_hull_catches_no_fire_by_that_and_burns_on_if_it_burnt() -> None:
    game = happen(lot(), hull_hit("hull left", Broken.DISABLED), hull_hit("hull left", Broken.DESTROYED))
    assert not game.state("Car").body.burning
    happen(game, IgnitionRolled(actor="Car", hazard="campfire", damage=5, caught=True))
    happen(game, hull_hit("hull right", Broken.DISABLED), hull_hit("hull right", Broken.DESTROYED))
    assert game.state("Car").body.burning == Burning("campfire", 5)
    assert "Car" in ground_of(game).pieces


def test_who_gets_out_stands_beside_it() -> None:
    game = lot()
    while "Ann" not in game.now():
        game.go_on()
    game.act("Ann", "board", target="Car")
    assert place_of(game, "Ann") == at(50, 50)
    game.act("Ann", "wait")
    while "Ann" not in game.now():
        game.go_on()
    game.act("Ann", "board", target="Car")
    assert place_of(game, "Ann") == at(51.4, 50)


def test_one_gets_in_from_its_side_and_no_farther_off() -> None:
    near = lot(aboard=False, Ann=(52.5, 50))
    near.act("Ann", "board", target="Car")
    assert near.one(Boarded).done == 1
    far = lot(aboard=False, Ann=(54, 50))
    assert "1.8 m away" in far.refused("Ann", "board", target="Car")


def test_it_meets_what_lies_on_its_way_with_all_who_ride() -> None:
    game = lot()
    game.do_at_least(orders.Act(actor="", action="gas_release", inputs={"radius_m": 4.0, "to": there(70, 50)}))
    game.do_at_least(orders.Act(actor="Car", action="drive", inputs={"kmh": 30, "to": there(70, 50)}))
    assert [each.actor for each in game.every(GasReached)] == ["Ann"]
    smoky = lot()
    order = {"radius_m": 4.0, "to": there(70, 50), "smoke": True}
    smoky.do_at_least(orders.Act(actor="", action="gas_release", inputs=order))
    smoky.act("Car", "drive", kmh=30, to=there(70, 50))
    assert not smoky.every(GasReached)


def mined(**said: Any) -> Game:
    game = lot()
    order = {"mine": "Field", "density": 0.5, "margin": 3, "kind": "at", "area_m2": 314.2, "to": there(70, 50), **said}
    game.do(orders.Act(actor="", action="mine_field", inputs=order))
    return game


def test_it_crosses_a_minefield_by_the_die_of_vehicles_and_stops_without_running_gear() -> None:
    game = mined()
    game.act("Car", "drive", 11, kmh=30, to=there(90, 50))
    crossed = game.one(FieldCrossed)
    assert (crossed.distance_m, crossed.goes_off) == (20.0, False)
    assert place_of(game, "Car") == at(90, 50)
    blown = mined()
    blown.do_at_least(orders.Act(actor="Car", action="drive", inputs={"kmh": 30, "to": there(90, 50)}))
    assert blown.every(MineSprung)
    assert "suspension" in blown.state("Car").kit.broken
    assert place_of(blown, "Car") == at(60, 50)
    assert not blown.every(MinePassed)


def test_a_motorcycle_has_no_hull_and_that_of_a_hidden_car_is_the_gms() -> None:
    game = lot("motorcycle")
    assert not game.every(PieceSet)
    hidden = road()
    hidden.join("Van", owner=0, hidden=True, vehicle={"kind": "car"})
    stand(hidden, Ann=(1, 1), Van=(50, 50))
    hidden.act("Van", "drive", kmh=30, to=there(60, 50))
    set_ = next(each for each in hidden.every(PieceSet) if each.piece.name == "Van")
    assert (set_.audience, set_.piece.hidden) == (Audience.GM, True)


def test_one_that_loses_its_running_gear_where_it_stands_goes_nowhere() -> None:
    game = mined(to=there(50, 50))
    game.do_at_least(orders.Act(actor="Car", action="drive", inputs={"kmh": 30, "to": there(90, 50)}))
    assert game.every(MineSprung)
    assert place_of(game, "Car") == at(50, 50)


def test_its_hull_shields_who_is_behind_it_and_nobody_from_what_goes_off_in_it() -> None:
    def armor(**said: Any) -> float:
        game = lot(aboard=False, Ann=(51.5, 50))
        game.act("Car", "drive", kmh=0)
        order = {"radius_m": 9.0, "blast": 9, **said}
        game.do_at_least(orders.Act(actor="", action="explode", inputs=order))
        return max(sum(layer.armor for layer in hit.layers) for hit in game.every(Hit) if hit.target == "Ann")

    assert armor(to=there(47, 50)) > armor(to=there(50, 50)) == 0


def test_the_hull_of_one_that_nobody_sees_is_the_gms() -> None:
    game = Game(visual_penalty=False)
    game.join("Ann")
    game.join("Car", owner=0, vehicle={"kind": "car"})
    game.start(*FAIL)
    walled(stand(game, Ann=(50, 57), Car=(50, 59)), "Car")
    game.do(orders.PutAt(actors=("Car",), where=there(50, 60)))
    assert game.one(PieceSet).audience is Audience.GM


def test_the_hull_of_a_vehicle_is_in_sight_as_that_is() -> None:
    def hull() -> Piece:
        return ground_of(game).pieces["Van"]

    game = road()
    game.join("Van", owner=0, vehicle={"kind": "car"})
    stand(game, Ann=(1, 1), Van=(50, 50))
    game.do(orders.Show(actor="Van", hidden=True))
    hidden = game.one(PieceSet)
    assert (hidden.audience, hidden.piece.hidden, hull().hidden) == (Audience.GM, True, True)
    before = views.view(game.scene, PUBLIC, REFLEX)
    game.do(orders.PutAt(actors=("Van",), where=there(20, 20)))
    assert views.view(game.scene, PUBLIC, REFLEX).ground == before.ground
    game.do(orders.Show(actor="Van", hidden=False))
    shown = game.one(PieceSet)
    assert (shown.audience, shown.piece.hidden, hull().hidden) == (Audience.ALL, False, False)
    assert hull().outline == Lane(at(20, 17.75), at(20, 22.25), 180)


def test_what_stands_under_the_name_of_somebody_who_is_hidden_stays_in_sight() -> None:
    game = stand(road(), Ann=(1, 1), Car=(50, 50), Bob=(60, 60))
    game.do(orders.SetPiece(piece=Piece("Bob", Spot(at(5, 5)), "tree")))
    game.do(orders.Show(actor="Bob", hidden=True))
    assert not game.every(PieceSet)
    assert not ground_of(game).pieces["Bob"].hidden
