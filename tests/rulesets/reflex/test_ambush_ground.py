"""An ambush on a ground: whoever comes there has the one chance to notice it, and is caught there."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import AreaGone, AreaLaid, Audience
from bot.core.ground.whereabouts import AtPlace
from bot.core.views import GM
from bot.rulesets.reflex.ambush.events import AmbushApproached, AmbushDropped, AmbushMet, AmbushSet
from tests.rulesets.game import play_on
from tests.rulesets.reflex.grounding import laid, north, patch
from tests.rulesets.reflex.playing import REFLEX, Game
from tests.rulesets.reflex.resting import pause, to_the_end
from tests.rulesets.reflex.standing import there
from tests.rulesets.reflex.test_vehicles_on_ground import lot

GLADE = patch("glade", 20, 5, hidden=True)


def glade(margin_faces: tuple[int, ...] = (1, 1), **inputs: Any) -> Game:
    """Ann and Cid in a pause on a ground, and Bob's ambush twenty metres ahead of them."""
    game = pause(Bob={"skills": {"Tactics": 4}})
    game.do(orders.LayGround(range_m=60))
    game.scene = laid(game.scene, GLADE)
    game.act("Bob", "ambush_set", *margin_faces, **{"area": "glade", **inputs})
    return game


def goes(game: Game, actor: str, *faces: int, metres: float = 22, east_m: float = 0) -> list[str]:
    """Have somebody go somewhere in the pause."""
    game.act(actor, "pause_move", *faces, to=AtPlace(north(metres, east_m)), pace="walk")
    return game.kinds()


def test_whoever_comes_onto_its_ground_has_the_one_chance_to_notice_it_there() -> None:
    game = glade()
    assert game.one(AmbushSet).ambush.area == "glade"
    assert goes(game, "Ann", 19, 20) == ["PauseMoved", "Stood", "Entered", "AmbushApproached", "Stood"]
    approached = game.one(AmbushApproached)
    assert (approached.actor, approached.target, approached.noticed) == ("Ann", "Bob", False)
    assert (approached.audience, approached.outcome.roll.secret) == (Audience.GM, True)
    assert "Ann comes onto the ground of the ambush of Bob and does not notice it." in game.told(GM)
    ambush = game.scene.state.ambushes["Bob"]
    assert (ambush.tried, ambush.aware) == (("Ann",), ())


def test_a_look_at_it_goes_by_the_light_where_its_leader_is() -> None:
    game = glade()
    game.act("Ann", "weather", light="dark")
    game.act("Ann", "weather", light="clear", to=AtPlace(game.scene.ground.places["Bob"]))  # type: ignore[union-attr]
    goes(game, "Ann", 19, 20)
    assert [term.detail for term in game.one(AmbushApproached).outcome.check.terms] == ["tight"]


def test_whoever_goes_elsewhere_has_no_look_at_it() -> None:
    game = glade()
    game.scene = laid(game.scene, GLADE, patch("ditch", 10, 2))
    assert goes(game, "Ann", metres=10) == ["PauseMoved", "Stood", "Entered", "Stood"]
    assert game.scene.state.ambushes["Bob"].tried == ()


def test_who_takes_the_name_of_a_leader_who_left_prepares_one_on_a_ground_of_its_own() -> None:
    game = glade(area="", at=AtPlace(north(20)))
    game.do(orders.Show(actor="Bob", hidden=True))
    game.do(orders.Release(actor="Bob"))
    game.join("Bob", owner=0, hidden=True, skills={"Tactics": 4})
    game.act("Bob", "ambush_set", 1, 1, at=AtPlace(north(50)))
    ambushes, ground = game.scene.state.ambushes, game.scene.ground
    assert ground is not None
    assert sorted(ambushes) == ["Bob", "Bob, who left"]
    assert ambushes["Bob"].area != ambushes["Bob, who left"].area
    assert {ambush.area for ambush in ambushes.values()} <= ground.areas.keys()


def test_who_is_not_meant_walks_through_it() -> None:
    game = glade(side="enemies")
    assert goes(game, "Ann") == ["PauseMoved", "Stood", "Entered", "Stood"]


@pytest.mark.parametrize("named", [{}, {"target": "Car"}, {"target": "Ann"}])
def test_those_aboard_a_vehicle_have_the_one_chance_as_it_drives_there(named: dict[str, Any]) -> None:
    game = lot()
    to_the_end(game)
    game.go_on()
    game.act("Bob", "ambush_set", 1, 1, at=there(50, 80), **named)
    game.act("Car", "drive", 19, 20, kmh=30, to=there(50, 80))
    assert (game.one(AmbushApproached).actor, game.one(AmbushApproached).noticed) == ("Ann", False)
    game.act("Bob", "ambush_spring")
    assert (game.one(AmbushMet).actor, game.one(AmbushMet).outcome) == ("Ann", None)


def test_a_vehicle_that_is_named_has_those_aboard_caught() -> None:
    game = lot()
    to_the_end(game)
    game.go_on()
    game.act("Bob", "ambush_set", 1, 1)
    game.act("Bob", "ambush_spring", 19, 20, target="Car")
    assert game.one(AmbushMet).actor == "Ann"


def test_only_those_on_its_ground_are_caught_and_roll_no_second_time() -> None:
    game = glade()
    goes(game, "Ann", 19, 20)
    game.act("Bob", "ambush_spring")
    met = game.one(AmbushMet)
    assert (met.actor, met.surprised, met.outcome) == ("Ann", True, None)


def test_who_noticed_it_in_passing_is_not_surprised() -> None:
    game = glade((20, 20))
    goes(game, "Ann", 1, 20)
    assert game.one(AmbushApproached).noticed
    game.act("Bob", "ambush_spring")
    assert game.one(AmbushMet).surprised is False


def test_whoever_a_gm_names_is_caught_wherever_they_stand() -> None:
    game = glade()
    game.act("Bob", "ambush_spring", 19, 20, target="Cid")
    assert game.one(AmbushMet).actor == "Cid"
    game = glade()
    assert "Nobody is here to be ambushed" in game.refused("Bob", "ambush_spring")


def test_a_circle_of_its_own_comes_and_goes_with_it() -> None:
    game = glade(area="", at=AtPlace(north(20)), radius_m=6)
    lies = game.one(AreaLaid)
    assert (lies.area.kind, lies.area.owner, lies.area.hidden, lies.audience) == (
        "reflex.ambush",
        "Bob",
        True,
        Audience.GM,
    )
    game.act("Bob", "ambush_spring", off=True)
    assert [game.one(AreaGone).key, game.one(AmbushDropped).actor] == [lies.area.key, "Bob"]


def test_another_ambush_of_the_same_leader_takes_the_ground_of_the_first_away() -> None:
    game = glade(area="", at=AtPlace(north(20)))
    game.act("Bob", "ambush_set", 1, 1, at=AtPlace(north(30)))
    assert not game.every(AreaGone)
    game.act("Bob", "ambush_set", 1, 1)
    assert game.one(AreaGone).audience is Audience.GM
    assert game.scene.ground is not None
    assert [*game.scene.ground.areas] == ["glade"]


def test_without_its_ground_an_ambush_is_as_any_other() -> None:
    game = glade()
    play = play_on(REFLEX, game.scene)
    play.tell(AreaGone(key="glade"))
    game.scene = play.scene
    game.act("Bob", "ambush_spring", *[19, 20] * 2)
    assert {met.actor for met in game.every(AmbushMet)} == {"Ann", "Cid"}


def test_a_ground_that_there_is_not_is_refused() -> None:
    game = pause()
    with pytest.raises(RuleViolation, match="distances are told"):
        game.act("Bob", "ambush_set", area="glade")
    game.do(orders.LayGround(range_m=60))
    with pytest.raises(RuleViolation, match="There is no area 'lair'"):
        game.act("Bob", "ambush_set", area="lair")
