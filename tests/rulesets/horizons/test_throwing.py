"""Grenades: how many there are, at what they are thrown, and where they go off that miss."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import AtPlace
from bot.core.views import PUBLIC
from bot.rulesets.horizons.throws.events import Blasted, GrenadeThrown
from tests.rulesets.horizons.playing import ANN, HORIZONS, Game, duel

TOUGH: dict[str, Any] = {"abilities": {"strength": 10, "constitution": 10}}


def near(**cover: str) -> Game:
    """Ann misses Guard by four, in a campaign where that matters."""
    game = duel(20, guard=TOUGH, options={"missed_throws": "go off near"})
    if cover:
        game.act("Ann", "wait")
        game.act("Guard", "cover", **cover)
        game.act("Guard", "wait", 9, 2)
    game.act("Ann", "throw", 2, target="Guard", modifier=2)
    return game


def test_grenades_are_counted_where_the_sheet_says_how_many() -> None:
    game = duel(20, guard=TOUGH, grenades=1)
    assert "1 grenade," in f"{HORIZONS.status(game.scene, 'Ann', PUBLIC).text},"
    game.act("Ann", "throw", 2, target="Guard", modifier=5)
    assert HORIZONS.project(game.scene.combatants["Ann"])["grenades"] == 0
    assert "Carries 0 grenades" in [
        line.text for line in HORIZONS.describe(game.scene.combatants["Ann"].sheet | {"grenades": 0}, {})
    ]
    game.act("Guard", "wait", 9, 2)
    unarmed = duel(20, grenades=0, weapons=[])
    assert unarmed.refused("Ann", "throw", target="Guard").endswith("Do something else, or wait: /act action:wait.")
    with pytest.raises(RuleViolation, match=r"no grenade left\. Attack with what is in hand"):
        game.act("Ann", "throw", target="Guard")


def test_what_is_thrown_to_a_place_is_told_of_the_place_alone() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Guard", owner=0, **TOUGH)
    game.do(orders.StartFight(range_m=30), 9, 2)
    place = msgspec.to_builtins(AtPlace(Place(5_000, 6_000)))
    game.act("Ann", "throw", 2, target="Guard", to=place, bonus=-40)
    assert "Ann throws a grenade at K13 (50, 60): wide of it." in game.told(PUBLIC)


def test_a_window_is_a_small_area() -> None:
    game = duel(20, guard=TOUGH)
    game.act("Ann", "throw", 2, target="Guard", size="small")
    assert (game.one(GrenadeThrown).difficulty, game.one(GrenadeThrown).landed) == (12, False)
    assert "a grenade at Guard: wide of it." in game.told()


def test_no_place_that_must_be_hit_is_larger_than_medium() -> None:
    (size,) = (item for item in HORIZONS.actions["throw"].inputs if item.key == "size")
    assert size.choices == ("tiny", "small", "medium")


def test_a_campaign_may_let_misses_go_off_near() -> None:
    game = near()
    assert game.one(GrenadeThrown).astray_m == 20
    assert (game.one(Blasted).actor, game.one(Blasted).dealt) == ("Guard", 21)
    assert "20 m wide of it" in game.told(PUBLIC)


def test_cover_halves_also_what_goes_off_near() -> None:
    assert near(cover="wood").one(Blasted).dealt == 10


def test_how_much_of_a_blast_finds_somebody_is_told() -> None:
    assert "at 20 m: damage 21 (half of 42)." in near().told(PUBLIC)
    assert "at 20 m, behind cover: damage 10 (a quarter of 42)." in near(cover="wood").told(PUBLIC)
    game = duel(5, guard=TOUGH)
    game.do_at_least(orders.Act(actor="Ann", action="throw", inputs={"target": "Guard"}), 9)
    assert "Guard is caught in the middle of the blast: damage 42." in game.told(PUBLIC)


def test_far_off_it_harms_nobody() -> None:
    game = duel(20, guard=TOUGH, options={"missed_throws": "go off near"})
    game.act("Ann", "throw", 2, target="Guard", modifier=5)
    assert game.one(GrenadeThrown).astray_m == 35
    assert not game.state("Guard").damage


def test_a_grenade_that_goes_astray_as_far_as_it_reaches_harms_still() -> None:
    game = duel(20, guard=TOUGH, options={"missed_throws": "go off near"})
    game.act("Ann", "throw", 2, target="Guard", modifier=4)
    assert (game.one(GrenadeThrown).astray_m, game.state("Guard").damage) == (30, 21)


@pytest.mark.parametrize(("posture", "added"), [("standing", -1), ("kneeling", -2), ("prone", 2), ("prone firing", 0)])
def test_a_rifle_stance_is_of_no_use_to_whoever_throws(posture: str, added: int) -> None:
    game = duel(20, condition={"posture": posture})
    game.act("Ann", "throw", 2, target="Guard", bonus=-40)
    terms = {term.label: term.value for term in game.one(GrenadeThrown).terms}
    assert terms.get("posture", 0) == added


def test_what_hides_the_legs_alone_is_no_cover_from_a_blast() -> None:
    assert near(cover="wood", parts="legs").one(Blasted).dealt == 21
    game = duel(20, guard=TOUGH)
    game.act("Ann", "wait")
    game.act("Guard", "cover", cover="wood", parts="legs")
    game.act("Guard", "wait", 9, 2)
    game.do_at_least(orders.Act(actor="Ann", action="throw", inputs={"target": "Guard"}), 9)
    assert (game.every(Blasted)[-1].dealt, game.every(Blasted)[-1].covered) == (42, False)


def test_what_has_zones_of_its_own_is_behind_cover_whichever_it_hides() -> None:
    car = {"size": "large", "zones": {"engine": 2}, **TOUGH}
    game = duel(20, guard=car)
    game.act("Ann", "wait")
    game.act("Guard", "cover", cover="wood", parts="legs")
    game.act("Guard", "wait", 9, 2)
    game.do_at_least(orders.Act(actor="Ann", action="throw", inputs={"target": "Guard"}), 9)
    assert game.every(Blasted)[-1].dealt == 21


def test_aim_is_taken_along_a_gun_and_helps_no_throw() -> None:
    game = duel(20, guard=TOUGH)
    game.act("Ann", "aim")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "throw", 2, target="Guard", bonus=-40)
    assert "aim" not in {term.label for term in game.one(GrenadeThrown).terms}


def test_a_grenade_flies_no_farther_whatever_is_said_of_shots() -> None:
    game = duel(41, guard=TOUGH, options={"beyond_range": True})
    assert "41 m is too far. A grenade flies 40 m" in game.refused("Ann", "throw", target="Guard")


def test_of_one_that_goes_astray_the_gm_says_whom_else_it_harms() -> None:
    said = "Which way it went, and whom else it harms there, the GM says."
    assert said in near().told(PUBLIC)
    game = duel(20, guard=TOUGH)
    game.act("Ann", "throw", 2, target="Guard", bonus=-40)
    assert said not in game.told(PUBLIC)
