"""First aid."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.ground.pieces import Piece
from bot.core.ground.whereabouts import AtPlace
from bot.core.views import GM, PUBLIC
from bot.rulesets.eclipse.wounds.events import FirstAidGiven
from tests.rulesets.eclipse.on_ground import spot, wall
from tests.rulesets.eclipse.playing import ECLIPSE, Game, values


def scene(owner: int = 2, **patient: Any) -> Game:
    """Ann, who knows first aid, and somebody who is hurt; no fight goes on."""
    game = Game()
    game.join("Ann", skills={"medicine": 60})
    game.join("Bob", owner=owner, **{"condition": {"damage": 14, "wounds": 2}, **patient})
    return game


def test_first_aid_heals_a_die_of_damage_and_a_wound_once_for_each_injury() -> None:
    game = scene()
    game.act("Ann", "treat", 40, 6, target="Bob", modifier=10)
    given = game.one(FirstAidGiven)
    assert values(given.outcome.terms) == {"skill": 60, "told": 10}
    assert (game.state("Bob").damage, game.state("Bob").wounds, game.state("Bob").stanched) == (8, 1, True)
    assert "Healing 6: damage −6, a wound less" in game.told(PUBLIC)
    with pytest.raises(RuleViolation, match="no injury left for first aid"):
        game.act("Ann", "treat", target="Bob")
    game.act("Ann", "damage", target="Bob", damage=2)
    game.act("Ann", "treat", 40, 9, target="Bob")
    assert game.state("Bob").damage == 1
    assert ECLIPSE.project(game.scene.combatants["Bob"])["condition"] == {"damage": 1, "injuries": 0}


def test_first_aid_that_fails_is_all_for_that_injury() -> None:
    game = scene()
    game.act("Ann", "treat", 97, target="Bob")
    assert (game.state("Bob").damage, game.state("Bob").injuries) == (14, 0)
    assert "it does not help" in game.told(PUBLIC)


def test_what_it_heals_of_the_gms_people_is_not_told() -> None:
    game = scene(owner=0, condition={"damage": 3})
    game.act("Ann", "treat", 40, 9, target="Bob")
    assert game.state("Bob").damage == 0
    assert "healing" not in game.told(PUBLIC)
    assert "damage −3" in game.told(GM)
    assert "a wound" not in game.told(GM)


@pytest.mark.parametrize(
    ("patient", "why"),
    [
        ({"kind": "synthmorph"}, "Bob is no living body"),
        ({"condition": {"dead": True, "damage": 90}}, "Bob is beyond help"),
        ({"medichines": True}, "Bob has medichines"),
        ({"condition": {}}, "no injury left for first aid"),
    ],
)
def test_first_aid_is_for_living_bodies_that_nothing_else_heals(patient: dict[str, Any], why: str) -> None:
    with pytest.raises(RuleViolation, match=why):
        scene(**patient).act("Ann", "treat", target="Bob")


@pytest.mark.parametrize("face", [40, 97])
@pytest.mark.parametrize(
    "patient",
    [
        {"kind": "synthmorph"},
        {"condition": {"dead": True, "damage": 90}},
        {"medichines": True},
        {"condition": {}},
    ],
    ids=str,
)
def test_of_the_gms_people_first_aid_tells_nobody_whether_there_was_anything_to_help_with(
    patient: dict[str, Any], face: int
) -> None:
    live, useless = scene(owner=0), scene(owner=0, **patient)
    before = useless.state("Bob")
    for game in (live, useless):
        game.act("Ann", "treat", face, *((6,) if face == 40 else ()), target="Bob")
    assert useless.told(PUBLIC) == live.told(PUBLIC)
    assert useless.state("Bob") == before
    assert "it does not help" in useless.told(GM)
    assert "damage" not in useless.told(GM)


def test_first_aid_takes_longer_than_a_fight_leaves() -> None:
    game = scene()
    game.start(50, 10)
    with pytest.raises(RuleViolation, match="First aid takes ten minutes"):
        game.act("Ann", "treat", target="Bob")


def test_who_is_farther_off_on_a_ground_is_reached_in_the_ten_minutes() -> None:
    game = scene()
    game.do(orders.LayGround(range_m=40))
    game.do(orders.PutAt(actors=("Bob",), where=AtPlace(spot(0, 30)), apart_cm=300))
    game.act("Ann", "treat", 40, 6, target="Bob")
    assert game.one(FirstAidGiven).damage == 6


def test_who_is_out_of_sight_on_a_ground_is_given_no_first_aid() -> None:
    game = scene(owner=0)
    game.do(orders.LayGround(range_m=30))
    game.do(orders.SetPiece(piece=Piece("wall", wall(28), "brick_wall", top_cm=300)))
    assert "Bob is out of sight." in game.refused("Ann", "treat", target="Bob")


def test_what_a_gm_heals_altogether_leaves_no_injury() -> None:
    game = scene()
    game.act("Ann", "heal", target="Bob", damage=4)
    assert game.state("Bob").untreated == 1
    game.act("Ann", "heal", target="Bob")
    assert game.state("Bob").untreated == 0


def test_whoever_is_out_cold_gives_no_first_aid() -> None:
    game = scene()
    game.act("Ann", "correct", unconscious=True)
    with pytest.raises(RuleViolation, match="Ann is out cold"):
        game.act("Ann", "treat", target="Bob")
