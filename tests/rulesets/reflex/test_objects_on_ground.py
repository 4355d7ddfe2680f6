"""What stands on a ground is shot to pieces."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core.events import PieceGone, PieceSet
from bot.core.ground.laid import without_place
from bot.core.ground.outlines import Box, Path
from bot.core.ground.pieces import Piece
from bot.core.ground.sight import Screen
from bot.core.views import PUBLIC
from bot.rulesets.reflex.blasts.events import BlastReached, Exploded
from bot.rulesets.reflex.close.events import Struck
from bot.rulesets.reflex.objects.events import ThingHit
from bot.rulesets.reflex.objects.standing import just_before
from bot.rulesets.reflex.person.between import cover_of_screens
from bot.rulesets.reflex.shots.events import ShotFired
from tests.rulesets.reflex.playing import REFLEX, Game
from tests.rulesets.reflex.standing import at, ground_of, happen, stand, there
from tests.rulesets.reflex.test_objects import HIT, attack, door
from tests.rulesets.reflex.test_objects import field as armed

FENCE = Piece("Fence", Path((at(40, 5), at(60, 5))), "wood_wall")
PANE = Path((at(40, 3), at(60, 3)))


def field(*arms: dict[str, Any], north_m: float = 0, **given: Any) -> Game:
    """Ann, five metres before a wooden wall behind which Guard stands."""
    game = stand(armed(*arms, **given), Ann=(50, north_m), Guard=(50, 20))
    happen(game, PieceSet(piece=FENCE))
    return game


def pieces(game: Game) -> list[str]:
    return list(ground_of(game).pieces)


def test_the_second_hit_from_the_threshold_on_shoots_a_thing_to_pieces() -> None:
    game = field()
    assert "Guard is out of sight" in game.refused("Ann", "attack", target="Guard")
    attack(game, *HIT, item="fence")
    hit = game.one(ThingHit)
    assert game.one(ShotFired).range_m == 5
    assert (hit.armor, hit.threshold, hit.final, hit.broken, hit.wear) == (4, 8, 8, "disabled", 0)
    assert "The Fence is hit: disabled." in game.told(PUBLIC)
    assert (game.every(PieceGone), pieces(game)) == ([], ["Fence"])
    attack(game, *HIT, item="fence", modifier=5)
    assert game.one(ThingHit).broken == "destroyed"
    assert (game.one(PieceGone), pieces(game)) == (PieceGone(name="Fence", destroyed=True), [])
    assert game.scene.state.battered == {}
    game.act("Ann", "correct", initiative=30)
    game.act("Ann", "attack", 20, 20, target="Guard", mode="hip")
    assert game.one(ShotFired).target == "Guard"


def test_a_blast_leaves_what_stands_there_as_it_is() -> None:
    game = field()
    game.act("Ann", "explode", damage=60, radius_m=2, blast=60, frag=0, to=there(50, 4.9))
    assert game.one(Exploded).blast == 60
    assert (game.every(ThingHit), game.every(PieceGone)) == ([], [])
    assert pieces(game) == ["Fence"]


def test_a_gm_says_what_a_thing_stops_of_whatever_it_is_made() -> None:
    game = field()
    happen(game, PieceSet(piece=msgspec.structs.replace(FENCE, stops=7), is_new=False))
    attack(game, *HIT, item="fence")
    assert (game.one(ThingHit).armor, game.one(ThingHit).final) == (7, 2)
    bush = Piece("Bush", FENCE.outline, "brush", hides=False, stops=3)
    screen = Screen(bush, 0, 180, 100, 20)
    cover = cover_of_screens(REFLEX.tables, [screen], 180)
    assert cover is not None
    assert (cover.what, float(cover.armor), cover.house) == ("", 3, False)
    usual = msgspec.structs.replace(bush, stops=None)
    assert cover_of_screens(REFLEX.tables, [screen._replace(thing=usual)], 180) is None


def test_what_is_put_elsewhere_is_another_thing() -> None:
    game = field()
    attack(game, *HIT, item="fence")
    assert list(game.scene.state.battered) == ["Fence"]
    happen(game, PieceSet(piece=Piece("Fence", Path((at(40, 6), at(60, 6))), "wood_wall")))
    attack(game, *HIT, item="fence", modifier=1)
    assert (game.one(ThingHit).broken, game.one(ShotFired).range_m) == ("disabled", 6)


def test_all_rounds_that_hit_strike_a_thing_until_nothing_is_left_of_it() -> None:
    game = field()
    happen(game, PieceSet(piece=Piece("Pane", PANE, "glass")))
    attack(game, *HIT, 1, 2, 6, item="pane", rounds=4)
    assert [hit.broken for hit in game.every(ThingHit)] == ["disabled", "destroyed"]
    assert len(game.every(PieceGone)) == 1


def test_what_only_hides_has_no_armor() -> None:
    game = field()
    happen(game, PieceSet(piece=Piece("Pane", PANE, "glass", opened=True)))
    attack(game, *HIT, item="pane", modifier=-3)
    assert (game.one(ThingHit).armor, game.one(ThingHit).final) == (0, game.one(ThingHit).damage)


def test_nobody_attacks_what_a_gm_has_hidden_and_no_refusal_names_it() -> None:
    game = field()
    refused = game.refused("Ann", "attack_thing", item="safe")
    happen(game, PieceSet(piece=Piece("Safe", FENCE.outline, "metal", hidden=True)))
    assert game.refused("Ann", "attack_thing", item="safe") == refused
    assert "There is: Fence." in refused


def test_the_hull_of_a_vehicle_is_no_thing_of_its_own() -> None:
    game = field()
    happen(game, PieceSet(piece=Piece("Guard", PANE, "car", hides=False, blocks=False)))
    assert "There is: Fence." in game.refused("Ann", "attack_thing", item="guard")


def test_what_no_attack_takes_away_is_refused() -> None:
    game = field()
    happen(game, PieceSet(piece=Piece("Boulder", Box(at(45, 2), at(46, 3)), "rock")))
    assert "No attack takes Boulder away" in game.refused("Ann", "attack_thing", item="boulder")


def test_how_far_a_thing_is_follows_from_the_places() -> None:
    game = field()
    assert "follows from the places" in game.refused("Ann", "attack_thing", item="fence", range_m=50)


def test_what_is_out_of_sight_is_not_shot_at() -> None:
    game = field()
    happen(game, PieceSet(piece=Piece("Hut", Box(at(45, 10), at(55, 12)), "brick_wall")))
    assert "the Hut is out of sight. Go where you see it." in game.refused("Ann", "attack_thing", item="hut")


def test_whoever_has_no_place_says_how_far_a_thing_is() -> None:
    game = field()
    game.scene = msgspec.structs.replace(game.scene, ground=without_place(ground_of(game), "Ann"))
    assert "How far away is the Fence?" in game.refused("Ann", "attack_thing", item="fence")
    attack(game, *HIT, item="fence", range_m=5)
    assert game.one(ThingHit).item == "Fence"
    assert just_before(game.scene, "Ann", at(40, 5)) == at(40, 5)


def test_a_thing_of_the_scene_is_shot_at_as_before_beside_a_ground() -> None:
    game = door(field())
    attack(game, *HIT, item="door", range_m=5)
    assert (game.one(ThingHit).outline, game.scene.state.things["door"].broken) == (None, "disabled")


def test_a_thing_within_reach_is_struck() -> None:
    game = field({"kind": "machete", "name": "axe"})
    assert "out of reach" in game.refused("Ann", "attack_thing", item="fence", mode="snap")
    game = field({"kind": "machete", "name": "axe"}, north_m=4)
    attack(game, *HIT, item="fence", mode="snap")
    assert (game.one(Struck).thing, game.one(ThingHit).item) == ("the Fence", "Fence")


@pytest.mark.parametrize(("victims", "reached"), [("", {"Guard": 15.1, "Ann": 4.9}), ("Guard:99", {"Guard": 99.0})])
def test_a_warhead_goes_off_just_before_the_thing_and_finds_who_is_near(
    victims: str, reached: dict[str, float]
) -> None:
    game = field({"kind": "rpg7", "name": "rpg"}, explosives={"explosives.rpg7_heat.frag": 0})
    said = {"victims": victims} if victims else {}
    attack(game, *HIT, item="fence", size="eightfold", modifier=5, **said)
    assert len(game.every(Exploded)) == 1
    assert {each.actor: each.range_m for each in game.every(BlastReached)} == reached
    assert game.one(ThingHit).item == "Fence"
