"""On a ground a cloud lies where it was released, grows downwind, and takes in whoever stands or walks there."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.events import AreaGone, AreaLaid, Entered, Stood
from bot.core.ground.outlines import Disc, Lane
from bot.core.ground.places import Bearing
from bot.rulesets.reflex.hazards.events import AirReturned, BreathHeld, GasDispersed, GasLeft, GasReached
from bot.rulesets.reflex.hazards.spread import outline_of
from tests.rulesets.reflex.gripping import MARK, gripped
from tests.rulesets.reflex.playing import FAIL, Game
from tests.rulesets.reflex.standing import at, ground_of, happen, stand, there
from tests.rulesets.reflex.test_gas import HOLDS, cloud, field, next_exchange, over


def valley(wind: str = "mild", toward: Bearing | None = None, **said: Any) -> Game:
    """Gas of 4 m at 50, 50; Ann stands in it, Cal 10 m to the east, Bob 10 m to the north."""
    game = stand(field(wind), Ann=(52, 50), Cal=(60, 50), Bob=(50, 60))
    if toward:
        game.act("Ann", "weather", toward=toward)
    order = {"radius_m": 4.0, "to": there(50, 50), **said}
    game.do_at_least(orders.Act(actor="", action="gas_release", inputs=order))
    return game


def test_it_lies_around_where_it_was_released_and_takes_in_who_stands_there() -> None:
    game = valley()
    (laid,) = game.every(AreaLaid)
    assert (laid.area.key, laid.area.kind, laid.area.outline) == ("reflex.gas gas", "reflex.gas", Disc(at(50, 50), 400))
    assert [each.actor for each in game.every(GasReached)] == ["Ann"]


@pytest.mark.parametrize(
    ("toward", "caught", "end"),
    [(None, "Cal", at(62, 50)), (Bearing.NORTH, "Bob", at(50, 62))],
)
def test_it_drifts_with_the_wind_by_its_diameter_each_period(toward: Bearing | None, caught: str, end: Any) -> None:
    game = valley(toward=toward)
    over(game)
    next_exchange(game, *HOLDS, *(20, 20) * 3)
    (laid,) = game.every(AreaLaid)
    assert isinstance(laid.area.outline, Lane)
    assert (laid.area.outline.end, laid.area.outline.wide_cm) == (end, 800)
    assert [each.actor for each in game.every(GasReached)] == [caught]
    assert list(ground_of(game).areas) == ["reflex.gas gas"]


def test_whoever_walks_into_it_holds_the_breath_at_its_border_and_breathes_behind_it() -> None:
    game = valley()
    happen(game, Stood(actor="Cal", place=at(55, 50)))
    while "Cal" not in game.now():
        game.go_on()
    game.act("Cal", "move", 1, 1, to=there(52, 50))
    order = [kind for kind in game.kinds() if kind in ("Entered", "GasReached", "BreathHeld", "Stood")]
    assert order == ["Stood", "Entered", "GasReached", "BreathHeld", "Stood"]
    assert game.one(Entered).place == at(54, 50)
    assert game.one(BreathHeld).actor == "Cal"
    game.act("Cal", "wait")
    while "Cal" not in game.now():
        game.go_on()
    game.act("Cal", "move", to=there(56, 50))
    assert [each.actor for each in game.every(GasLeft)] == ["Cal"]
    assert [each.actor for each in game.every(AirReturned)] == ["Cal"]


def test_whoever_is_dragged_into_it_holds_the_breath_there_too() -> None:
    game = valley()
    happen(game, Stood(actor="Cal", place=at(55, 50)), Stood(actor="Bob", place=at(55, 50)))
    while "Cal" not in game.now():
        game.go_on()
    game.scene = msgspec.structs.replace(gripped(game.scene, "Bob", "Cal", 1, MARK), before={})
    game.act("Cal", "move", 1, 1, *FAIL, *HOLDS, *HOLDS, to=there(53, 50))
    assert [each.actor for each in game.every(GasReached)] == ["Bob", "Cal"]
    assert not [each for each in game.scene.state.clouds if "Ann" not in each.inside]


def test_who_was_put_elsewhere_breathes_when_the_next_period_begins() -> None:
    game = valley()
    game.do(orders.PutAt(actors=("Ann",), where=there(90, 90)))
    over(game)
    next_exchange(game, *HOLDS, *(20, 20) * 3)
    assert [each.actor for each in game.every(GasLeft)] == ["Ann"]


def test_it_is_gone_from_the_ground_when_it_disperses() -> None:
    game = valley("storm")
    over(game)
    assert game.every(GasDispersed)
    assert game.one(AreaGone).key == "reflex.gas gas"
    assert not ground_of(game).areas


def test_smoke_hides_and_nobody_holds_the_breath_for_it() -> None:
    game = valley(smoke=True, gas="smoke")
    (laid,) = game.every(AreaLaid)
    assert (laid.area.kind, laid.area.hides) == ("reflex.smoke", True)
    assert not game.every(GasReached)
    happen(game, Stood(actor="Cal", place=at(55, 50)))
    while "Cal" not in game.now():
        game.go_on()
    game.act("Cal", "move", to=there(52, 50))
    assert game.every(Entered)
    assert not game.every(GasReached)
    told = field()
    assert "light=smoke" in told.refused("Ann", "gas_release", radius_m=4.0, target="Bob", smoke=True)


def test_at_somebody_it_is_where_that_one_stands_and_a_charge_of_gas_leaves_it_where_it_went_off() -> None:
    game = stand(field(), Ann=(52, 50), Cal=(60, 50))
    game.do_at_least(orders.Act(actor="", action="gas_release", inputs={"radius_m": 4.0, "target": "Cal"}))
    assert cloud(game).place == at(60, 50)
    blown = stand(field(), Ann=(52, 50), Cal=(60, 50))
    blown.do_at_least(orders.Act(actor="", action="explode", inputs={"explosive": "gas_grenade", "to": there(61, 50)}))
    assert cloud(blown).place == at(61, 50)


def test_after_the_fight_it_stands_in_the_air_and_has_no_place() -> None:
    game = valley()
    game.do(orders.EndFight())
    assert (cloud(game).place, cloud(game).title) == (None, "gas")


def test_a_strip_reaches_as_far_upwind_as_it_did() -> None:
    game = valley()
    drifted = cloud(game).__class__(title="gas", radius_m=4, length_m=8, toward=Bearing.SOUTH)
    assert outline_of(drifted, at(50, 50)) == Lane(at(50, 54), at(50, 38), 800)
