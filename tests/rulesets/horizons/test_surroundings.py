"""Light and wind of the scene, what a GM has explode, and first aid."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import Incomplete, RuleViolation
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import AtPlace
from bot.core.views import GM, PUBLIC
from bot.rulesets.horizons.conditions.events import SurroundingsSet
from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.throws.events import Blasted, GrenadeThrown
from bot.rulesets.horizons.time.events import TurnEnded
from bot.rulesets.horizons.wounds.events import Hurt, Treated
from tests.rulesets.horizons.playing import ANN, HORIZONS, Game, duel


def added(game: Game, kind: type[ShotFired] | type[GrenadeThrown] = ShotFired) -> dict[str, int]:
    return {term.label: term.value for term in game.one(kind).terms}


def test_light_and_wind_count_for_every_shot_and_throw_until_something_else_is_said() -> None:
    game = duel(20)
    game.act("Guard", "surroundings", light="dusk", wind="storm")
    assert game.told(PUBLIC) == "Light: dusk; wind: storm."
    assert HORIZONS.clock(game.scene).text == "Round 1, at 10, dusk, storm"
    game.act("Ann", "attack", 2, target="Guard", rounds=1, bonus=-30)
    assert (added(game)["light"], added(game)["wind"]) == (1, 5)
    game.act("Guard", "wait", 9, 2)
    game.act("Guard", "surroundings", wind="calm")
    game.act("Ann", "throw", 2, target="Guard", bonus=-30)
    assert added(game, GrenadeThrown)["light"] == 1
    assert "wind" not in added(game, GrenadeThrown)


def test_light_and_wind_outlive_rounds_and_fights() -> None:
    game = duel()
    game.act("Ann", "surroundings", light="night")
    game.go_on()
    game.go_on(9, 2)
    game.do(orders.EndFight())
    assert game.scene.state.light == "night"
    assert game.scene.state.rounds == 0


def test_something_of_the_surroundings_must_be_said() -> None:
    with pytest.raises(Incomplete, match="How is it here"):
        duel().act("Ann", "surroundings")
    game = duel()
    game.act("Ann", "surroundings", light="day")
    assert game.one(SurroundingsSet).light == "day"


def test_the_game_master_has_something_explode() -> None:
    game = duel(10, guard={"abilities": {"strength": 10, "constitution": 10}}, condition={"damage": 0})
    game.act("Ann", "blast", target="Guard", damage=8)
    assert [(each.actor, each.dealt) for each in game.every(Blasted)] == [("Ann", 8), ("Guard", 8)]
    game.act("Guard", "blast", 1, 1, 5, 5, target="Ann")
    assert [each.damage for each in game.every(Blasted)] == [42, 42]


def test_of_an_explosion_all_read_though_nobody_is_near() -> None:
    game = duel(100)
    game.do(orders.LayGround(range_m=20))
    game.act("Guard", "blast", to=msgspec.to_builtins(AtPlace(Place(9_000, 9_000))))
    assert (game.kinds(), game.told(PUBLIC)) == (["Exploded"], "Something explodes at S19 (90, 90).")


def test_where_somebody_hidden_is_no_player_reads_of_an_explosion() -> None:
    game = duel(100)
    game.join("Lurker", 1, owner=0, hidden=True)
    for target, told in (("Ann", "Something explodes where Ann is."), ("Lurker", "")):
        game.act("Guard", "blast", target=target, damage=1)
        assert game.told(PUBLIC).partition("\n")[0] == told


def test_what_is_left_of_no_blast_has_nobody_check_to_stay_awake() -> None:
    game = duel(20, condition={"damage": 40})
    game.act("Ann", "blast", target="Guard", damage=1)
    assert [(each.actor, each.dealt) for each in game.every(Blasted)] == [("Ann", 0), ("Guard", 1)]
    assert [each.actor for each in game.every(Hurt)] == ["Guard"]


def hurt(**places: Any) -> Game:
    """Ann, who knows medicine, beside Bob, who has lost hit points."""
    game = Game()
    game.join("Ann", **{**ANN, "skills": {"medicine": 3}})
    game.join("Bob", owner=2, condition={"damage": 12, **places})
    return game


def test_who_treats_itself_is_told_once() -> None:
    game = hurt()
    game.act("Bob", "treat", 6)
    assert game.told(PUBLIC).startswith("Bob treats its own wounds: it is no help.")


def test_first_aid_gives_points_back_once() -> None:
    game = hurt()
    game.act("Ann", "treat", 6, target="Bob")
    assert (game.one(Treated).passed, game.state("Bob").points) == (True, 28)
    assert "Ann treats Bob: it helps: 5 hit points back." in game.told(PUBLIC)
    with pytest.raises(RuleViolation, match="does nothing for Bob"):
        game.act("Ann", "treat", target="Bob")
    game.act("Bob", "damage", damage=2)
    game.act("Ann", "treat", 5, target="Bob")
    assert game.state("Bob").points == 31


def test_who_has_had_first_aid_has_had_it_in_the_next_fight_too() -> None:
    game, later = hurt(), Game()
    game.act("Ann", "treat", 6, target="Bob")
    later.join("Bob", **HORIZONS.project(game.scene.combatants["Bob"]))
    assert later.refused("Bob", "treat").startswith("First aid does nothing for Bob.")
    later.act("Bob", "heal", points=35)
    assert "condition" not in HORIZONS.project(later.scene.combatants["Bob"])


def test_an_edited_sheet_says_whether_first_aid_was_given_and_older_ones_leave_it() -> None:
    game = hurt()
    game.act("Ann", "treat", 6, target="Bob")
    bob = game.scene.combatants["Bob"]
    sheet = HORIZONS.project(bob)
    older = {key: value for key, value in sheet["condition"].items() if key != "treated"}
    for condition, treated in ((sheet["condition"], True), (older, True), ({**older, "treated": False}, False)):
        edited = HORIZONS.amend(bob.state, {**sheet, "condition": condition}, {}, interrupts=True)
        assert edited.treated is treated


def test_first_aid_that_fails_was_tried() -> None:
    game = hurt()
    game.act("Ann", "treat", 2, target="Bob")
    assert "it is no help" in game.told(PUBLIC)
    assert (game.state("Bob").points, game.state("Bob").treated) == (23, True)


@pytest.mark.parametrize(("damage", "wakes"), [(40, True), (41, False)])
def test_first_aid_wakes_who_comes_to_zero(damage: int, wakes: bool) -> None:
    game = hurt(damage=damage, unconscious=True)
    game.act("Ann", "treat", 9, target="Bob")
    assert (game.one(Treated).woke, game.state("Bob").able) == (wakes, wakes)
    assert ("and wakes" in game.told(PUBLIC)) is wakes


def test_in_a_fight_first_aid_takes_the_action_of_a_turn() -> None:
    game = duel(skills={"medicine": 3}, condition={"damage": 9})
    game.act("Ann", "treat", 6)
    assert game.one(TurnEnded).actor == "Ann"
    assert game.now() == ("Guard",)


@pytest.mark.parametrize("condition", [{}, {"dead": True, "damage": 80}, {"unconscious": True, "damage": 60}])
def test_nobody_learns_by_first_aid_how_the_game_masters_people_are(condition: dict[str, Any]) -> None:
    game = Game()
    game.join("Ann", **{**ANN, "skills": {"medicine": 3}})
    game.join("Guard", owner=0, condition=condition)
    game.act("Ann", "treat", 9, target="Guard")
    assert game.told(PUBLIC).startswith("Ann treats Guard.")
    assert "against" not in game.told(PUBLIC)
    assert "against 10" in game.told(GM)
