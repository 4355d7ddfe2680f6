"""Suppressing fire costs rounds at each action, and lets its shooter answer whoever leaves cover."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.views import GM, PUBLIC, view
from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.state import State, exposed
from bot.rulesets.horizons.suppression.events import Suppressing, SuppressionEnded, SuppressionFired
from bot.rulesets.horizons.time.events import Reacted, TurnEnded
from bot.rulesets.horizons.wounds.events import Hit
from tests.rulesets.horizons.playing import ANN, HORIZONS, Game, duel


def left(game: Game) -> int:
    return game.state("Ann").weapons["Example rifle"].loaded


def suppressing(**inputs: Any) -> Game:
    game = duel()
    game.act("Ann", "suppress", **inputs)
    return game


@pytest.mark.parametrize(
    ("inputs", "rounds"),
    [
        ({}, 1),
        ({"ground": "open"}, 3),
        ({"ground": "open", "rounds": 5}, 5),
        ({"lanes": 2}, 2),
        ({"ground": "open", "lanes": 2}, 6),
    ],
)
def test_a_lane_takes_one_round_an_action_and_open_ground_three(inputs: dict[str, Any], rounds: int) -> None:
    game = suppressing(**inputs)
    assert game.one(Suppressing).rounds == rounds
    assert left(game) == 30 - rounds


@pytest.mark.parametrize("word", ["weapon", "item"])
def test_the_weapon_that_is_named_is_the_one_that_fires(word: str) -> None:
    assert left(suppressing(**{word: "Example rifle"})) == 29
    with pytest.raises(RuleViolation, match="Bow"):
        suppressing(**{word: "Bow"})


def test_every_action_of_anybody_costs_rounds_and_waiting_keeps_it_up() -> None:
    game = suppressing()
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "wait")
    assert left(game) == 27
    assert "suppressing" in HORIZONS.status(game.scene, "Ann", PUBLIC).text


@pytest.mark.parametrize(("hidden", "spent"), [(False, 0), (True, 1)])
def test_what_the_hidden_do_costs_those_in_sight_no_rounds(hidden: bool, spent: int) -> None:
    game = Game()
    game.join("Ann", owner=0, hidden=hidden, **ANN)
    game.join("Guard", owner=0)
    game.join("Lurker", owner=0, hidden=True)
    game.start(9, 2, 5)
    game.act("Ann", "suppress")
    assert left(game) == 29
    game.act("Lurker", "wait")
    assert left(game) == 29 - spent
    assert game.told(PUBLIC) == ""


@pytest.mark.parametrize(
    ("action", "inputs", "faces"),
    [
        ("aim", {}, ()),
        ("reload", {}, ()),
        ("attack", {"target": "Guard", "modifier": 20}, (2,)),
    ],
)
def test_any_other_action_ends_it(action: str, inputs: dict[str, Any], faces: tuple[int, ...]) -> None:
    game = suppressing()
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", action, *faces, **inputs)
    assert not game.one(SuppressionEnded).empty
    assert game.state("Ann").suppressing == 0


def test_who_comes_back_keeps_heads_down_no_more_once_others_have_acted_where_distances_are_told() -> None:
    game = suppressing()
    game.leave("Ann")
    game.come_back()
    assert game.state("Ann").suppressing
    game.join("Cid", 1, owner=2)
    game.leave("Ann")
    game.act("Guard", "wait")
    game.come_back()
    assert (game.one(SuppressionEnded).actor, game.state("Ann").suppressing) == ("Ann", 0)


def test_it_ends_when_the_rounds_run_out() -> None:
    game = duel(weapons=[{"kind": "example_rifle", "loaded": 3}])
    game.act("Ann", "suppress", rounds=2)
    game.act("Guard", "wait", 9, 2)
    assert game.one(SuppressionEnded).empty
    with pytest.raises(RuleViolation, match=r"Only 1 round is left\.") as refusal:
        game.act("Ann", "suppress", rounds=2)
    assert refusal.value.remedy == "Reload, or cover less ground."


def test_whose_last_rounds_are_too_few_may_only_cover_less_ground() -> None:
    game = duel(weapons=[{"kind": "example_rifle", "loaded": 1, "spare": 0}])
    with pytest.raises(RuleViolation, match=r"Only 1 round is left\.") as refusal:
        game.act("Ann", "suppress", rounds=2)
    assert refusal.value.remedy == "Cover less ground."


def test_nobody_is_told_to_reload_what_is_full() -> None:
    with pytest.raises(RuleViolation, match="Only 30 rounds are left") as refusal:
        suppressing(rounds=31)
    assert refusal.value.remedy == "Cover less ground."


def test_a_suppressor_may_shoot_out_of_turn_once_a_round() -> None:
    game = suppressing()
    game.act("Guard", "move", pace="slow")
    game.act("Ann", "covering_shot", 2, target="Guard", modifier=20)
    assert game.one(Reacted).actor == "Ann"
    assert (game.one(ShotFired).fired, game.now()) == (1, ("Guard",))
    with pytest.raises(RuleViolation, match="had its reaction"):
        game.act("Ann", "covering_shot", target="Guard")
    game.act("Guard", "wait", 9, 2)
    assert not game.state("Ann").reacted


def test_a_covering_shot_is_fired_at_ones_own_side_where_somebody_says_so() -> None:
    game = suppressing()
    game.join("Bob", 1, owner=2)
    game.act("Guard", "wait")
    game.act("Bob", "move", pace="slow")
    game.act("Ann", "covering_shot", 2, target="Bob", range_m=20, bonus=-20)
    assert game.one(ShotFired).target == "Bob"


def test_there_are_no_covering_shots_without_a_fight() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Guard", owner=0)
    with pytest.raises(RuleViolation, match="no covering shots now"):
        game.act("Ann", "covering_shot", target="Guard")


def test_there_are_no_covering_shots_without_suppression_or_where_a_campaign_has_none() -> None:
    with pytest.raises(RuleViolation, match="suppresses nobody"):
        duel().act("Ann", "covering_shot", target="Guard")
    with pytest.raises(RuleViolation, match="plays without covering shots"):
        duel(options={"covering_shots": False}).act("Ann", "covering_shot", target="Guard")


def test_players_do_not_read_the_rounds_of_the_gms() -> None:
    game = duel(guard={"weapons": [{"kind": "smg"}]})
    game.act("Ann", "wait")
    game.act("Guard", "suppress", 9, 2)
    assert game.one(SuppressionFired).left == 29
    assert "29" not in game.told(PUBLIC)


COMING_OUT: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({}, "move", {"pace": "slow"}),
    ({}, "move", {"pace": "fast"}),
    ({"cover": "brick"}, "cover", {"cover": "none"}),
    ({"posture": "prone"}, "posture", {"to": "kneeling"}),
]


def covered(**before: Any) -> Game:
    """Ann suppresses, and it is the turn of the Guard, who got behind something or lay down in the round before."""
    game = duel()
    game.act("Ann", "wait")
    if "cover" in before:
        game.act("Guard", "cover", **before)
    game.act("Guard", "correct", posture=before.get("posture", "standing"))
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "suppress")
    return game


@pytest.mark.parametrize(("before", "action", "inputs"), COMING_OUT)
def test_who_comes_out_under_the_fire_is_shot_at_out_of_turn(
    before: dict[str, Any], action: str, inputs: dict[str, Any]
) -> None:
    game = covered(**before)
    with pytest.raises(RuleViolation, match="has not come out"):
        game.act("Ann", "covering_shot", target="Guard")
    game.act("Guard", action, **inputs)
    game.act("Ann", "covering_shot", 9, 1, 2, target="Guard", bonus=20)
    assert (game.one(ShotFired).hits, game.one(Hit).layers) == (1, ())


@pytest.mark.parametrize(
    ("before", "action", "inputs"),
    [
        ({}, "cover", {"cover": "brick"}),
        ({"cover": "brick"}, "posture", {"to": "prone"}),
        ({}, "move", {"pace": "subtle"}),
    ],
)
def test_who_stays_down_under_the_fire_is_not_shot_at_out_of_turn(
    before: dict[str, Any], action: str, inputs: dict[str, Any]
) -> None:
    game = covered(**before)
    game.act("Guard", action, **inputs)
    with pytest.raises(RuleViolation, match="has not come out"):
        game.act("Ann", "covering_shot", target="Guard")
    assert not game.state("Ann").reacted


def test_who_came_out_before_the_fire_began_has_not_come_out_under_it() -> None:
    game = duel()
    game.act("Ann", "wait")
    game.act("Guard", "move", pace="slow")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "suppress")
    with pytest.raises(RuleViolation, match="has not come out"):
        game.act("Ann", "covering_shot", target="Guard")


def with_another(*, fires: bool, hidden: bool = False) -> Game:
    """Guard walks, under the fire of Spy or of nobody, and then Ann begins to suppress."""
    game = Game()
    game.join("Ann", **ANN)
    game.join("Guard", owner=0)
    if fires:
        game.join("Spy", owner=0, hidden=hidden, **ANN)
    game.do(orders.SetRange(actor="Ann", target="Guard", range_m=100))
    game.start(2, 5, *((9,) if fires else ()))
    if fires:
        game.act("Spy", "suppress")
    game.act("Guard", "move", pace="slow")
    game.act("Guard", "wait")
    game.do_at_least(orders.Act(actor="Ann", action="suppress"), 2)
    return game


@pytest.mark.parametrize(("fires", "hidden"), [(False, False), (True, False), (True, True)])
def test_who_came_out_under_the_fire_of_another_has_not_come_out_under_ones_own(fires: bool, hidden: bool) -> None:
    game = with_another(fires=fires, hidden=hidden)
    assert game.state("Guard").exposed == int(fires)
    assert "not come out" in game.refused("Ann", "covering_shot", target="Guard")


@pytest.mark.parametrize("hidden", [False, True])
def test_who_comes_out_shows_to_all_but_not_to_whom_of_the_hidden(hidden: bool) -> None:
    game = suppressing()
    assert "shows itself" not in HORIZONS.status(game.scene, "Guard", PUBLIC).text
    game.act("Guard", "move", pace="slow")
    assert view(game.scene, PUBLIC, HORIZONS).combatants["Guard"].state.is_exposed_to("Ann")
    for viewer in (PUBLIC, GM):
        assert "shows itself to Ann" in HORIZONS.status(game.scene, "Guard", viewer).text
    game.act("Guard", "damage", 1, 1, 9, damage=60)
    assert game.state("Guard").is_exposed_to("Ann")
    assert "shows itself" not in HORIZONS.status(game.scene, "Guard", GM).text
    game = with_another(fires=True, hidden=hidden)
    known = view(game.scene, PUBLIC, HORIZONS).combatants["Guard"].state
    assert (known.exposed, len(known.exposed_to)) == ((0, 0) if hidden else (1, 1))
    assert "shows itself" not in HORIZONS.status(game.scene, "Guard", PUBLIC).text


def test_who_shows_itself_is_not_told_where_nobody_may_shoot_at_it_nor_of_ones_own_side() -> None:
    game = duel(options={"covering_shots": False})
    game.join("Bob", 1, owner=2, **ANN)
    game.act("Ann", "suppress")
    game.act("Bob", "move", pace="slow")
    game.act("Bob", "wait")
    game.act("Guard", "move", pace="slow")
    for name in ("Bob", "Guard"):
        assert game.state(name).is_exposed_to("Ann")
        assert "shows itself" not in HORIZONS.status(game.scene, name, PUBLIC).text
    game = duel()
    game.join("Bob", 1, owner=2, **ANN)
    game.act("Ann", "suppress")
    game.act("Bob", "move", pace="slow")
    assert "shows itself" not in HORIZONS.status(game.scene, "Bob", PUBLIC).text


def test_whoever_fired_then_may_shoot() -> None:
    game = with_another(fires=True)
    assert game.state("Guard").is_exposed_to("Spy")
    game.act("Spy", "covering_shot", 2, target="Guard", range_m=50, bonus=-40)
    assert game.one(ShotFired).actor == "Spy"


def test_to_each_gunner_it_is_exposed_for_as_long_as_it_showed_itself_to_that_one() -> None:
    shown = exposed(exposed(State(), ["one"]), ["another"], late=True)
    assert shown.exposed_to == {"one": 2, "another": 1}
    shown = TurnEnded(actor="Guard", exposing=True, gunners=("third",)).changed(shown)
    assert shown.exposed_to == {"one": 1, "third": 1}
    shown = TurnEnded(actor="Guard", reaction=True, exposing=True, gunners=("fourth",)).changed(shown)
    assert shown.exposed_to == {"one": 1, "third": 1, "fourth": 1}
    assert TurnEnded(actor="Guard").changed(shown).exposed_to == {}


def test_who_shows_itself_for_longer_already_does_so_still() -> None:
    shown = exposed(State(), ["one"])
    assert exposed(shown, ["another"], late=True).exposed == 2
    assert exposed(shown, ["one"], late=True).exposed_to == {"one": 2}


def test_whom_older_rules_kept_as_exposed_is_so_to_everybody() -> None:
    assert State(exposed=1).is_exposed_to("Ann")
    assert not State().is_exposed_to("Ann")


def test_who_shoots_under_the_fire_shows_itself_until_the_end_of_its_next_turn() -> None:
    game = duel(guard={"weapons": [{"kind": "pistol"}]}, options={"beyond_range": True})
    game.act("Ann", "suppress")
    game.act("Guard", "attack", 2, 9, 2, target="Ann", bonus=-40)
    assert game.state("Guard").exposed == 1
    game.act("Ann", "wait")
    assert game.state("Guard").exposed == 1
    game.act("Guard", "wait", 9, 2)
    assert game.state("Guard").exposed == 0


def test_who_makes_a_covering_shot_under_the_fire_of_another_shows_itself_to_that_one() -> None:
    game = duel(guard={"weapons": ANN["weapons"]})
    game.act("Ann", "suppress")
    game.act("Guard", "suppress", 9, 2)
    game.act("Ann", "wait")
    game.act("Guard", "move", pace="slow")
    game.act("Ann", "covering_shot", 2, target="Guard", bonus=-20)
    assert game.state("Ann").exposed == 1
    game.act("Guard", "covering_shot", 2, target="Ann", bonus=-20)
    assert game.one(ShotFired).target == "Ann"
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "wait")
    with pytest.raises(RuleViolation, match="has not come out"):
        game.act("Guard", "covering_shot", target="Ann")


def test_who_makes_a_covering_shot_in_its_own_turn_shows_itself_until_the_end_of_the_next() -> None:
    game = duel(guard={"weapons": ANN["weapons"]})
    game.act("Ann", "suppress")
    game.act("Guard", "suppress", 9, 2)
    game.act("Ann", "wait")
    game.act("Guard", "move", pace="slow")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "covering_shot", 2, target="Guard", bonus=-20)
    game.act("Ann", "wait")
    game.act("Guard", "covering_shot", 2, target="Ann", bonus=-20)
    assert game.one(ShotFired).target == "Ann"


def test_getting_behind_something_again_is_cover_from_it() -> None:
    game = covered()
    game.act("Guard", "move", pace="slow")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "wait")
    game.act("Guard", "cover", cover="brick")
    assert game.state("Guard").exposed == 0


def test_a_covering_shot_is_the_attack_of_the_round() -> None:
    game = covered()
    game.act("Guard", "move", pace="slow")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "wait")
    game.act("Guard", "wait", 2, 9)
    game.act("Guard", "move", pace="slow")
    game.act("Ann", "covering_shot", 2, target="Guard", bonus=-20)
    game.act("Guard", "wait")
    with pytest.raises(RuleViolation, match="has attacked in this round"):
        game.act("Ann", "attack", target="Guard")


@pytest.mark.parametrize(
    ("faces", "rounds", "words"),
    [((1, 5), 20, "the gun fails"), ((1, 1, 5), 20, "the gun fails"), ((5,), 2, "too few rounds")],
)
def test_a_gun_that_fails_or_is_empty_suppresses_no_longer(faces: tuple[int, ...], rounds: int, words: str) -> None:
    game = duel(weapons=[{"kind": "example_rifle", "loaded": rounds}])
    game.act("Ann", "suppress")
    game.act("Guard", "move", pace="slow")
    game.act("Ann", "covering_shot", *faces, target="Guard", bonus=-20)
    assert game.one(SuppressionEnded).actor == "Ann"
    assert words in game.told(PUBLIC)
    game.act("Guard", "wait", 9, 2)
    assert not game.every(SuppressionFired)


def test_a_gun_that_the_game_master_takes_away_suppresses_no_longer() -> None:
    game = suppressing()
    game.act("Ann", "correct", fault="jam")
    assert game.one(SuppressionEnded).fault == "jam"
    game = suppressing()
    game.act("Ann", "correct", rounds=0)
    assert game.one(SuppressionEnded).empty


def test_whom_a_covering_shot_puts_down_shoots_back_no_more() -> None:
    game = duel(guard={"weapons": [{"kind": "pistol"}]})
    game.act("Ann", "suppress")
    game.act("Guard", "move", pace="slow")
    game.act("Ann", "covering_shot", 9, 1, 1, 5, target="Guard", bonus=40)
    assert game.state("Guard").dead
    with pytest.raises(RuleViolation, match="not Guard's turn"):
        game.act("Guard", "attack", target="Ann")


def test_whom_the_game_master_puts_down_acts_no_more() -> None:
    game = duel()
    game.act("Ann", "damage", damage=70)
    assert game.state("Ann").dead
    with pytest.raises(RuleViolation, match="not Ann's turn"):
        game.act("Ann", "aim")


def test_whoever_has_just_gone_down_makes_no_covering_shot() -> None:
    game = suppressing()
    game.act("Guard", "move", pace="slow")
    game.act("Ann", "damage", damage=70)
    with pytest.raises(RuleViolation, match="Ann is dead"):
        game.act("Ann", "covering_shot", target="Guard")


def test_a_gun_that_an_edited_sheet_squibs_fires_no_more() -> None:
    game = suppressing()
    (own, *others) = ANN["weapons"]
    squibbed = Game.sheet(**{**ANN, "weapons": [{**own, "fault": "squib"}, *others]})
    game.do(orders.EditSheet(actor="Ann", path="weapons.0.fault", sheet=squibbed))
    assert game.one(SuppressionEnded).fault == "squib"
    game.act("Guard", "wait", 9, 2)
    assert game.every(SuppressionFired) == []


def test_another_gun_that_an_edited_sheet_puts_in_hand_keeps_no_heads_down() -> None:
    game = suppressing()
    (own, other) = ANN["weapons"]
    swapped = Game.sheet(**{**ANN, "weapons": [{**own, "held": False}, {**other, "held": True}]})
    game.do(orders.EditSheet(actor="Ann", path="weapons.1.held", sheet=swapped))
    assert (game.state("Ann").held, game.state("Ann").suppressing) == ("Pistol", 0)
    assert "Ann lets up: no suppressing fire any more." in game.told(PUBLIC)
    game.do(orders.EditSheet(actor="Ann", path="effort", sheet={**swapped, "effort": 2}))
    assert game.every(SuppressionEnded) == []


def test_nobody_aims_on_along_another_gun_that_an_edited_sheet_puts_in_hand() -> None:
    game = duel()
    game.act("Ann", "aim")
    (own, other) = ANN["weapons"]
    game.do(orders.EditSheet(actor="Ann", path="effort", sheet=Game.sheet(**{**ANN, "effort": 3})))
    assert game.state("Ann").aimed == 1
    swapped = Game.sheet(**{**ANN, "weapons": [{**own, "held": False}, {**other, "held": True}]})
    game.do(orders.EditSheet(actor="Ann", path="weapons.1.held", sheet=swapped))
    assert (game.state("Ann").held, game.state("Ann").aimed) == ("Pistol", 0)


def test_whom_an_edited_sheet_puts_out_suppresses_nobody_any_more() -> None:
    game = suppressing()
    out = Game.sheet(**{**ANN, "condition": {"unconscious": True}})
    game.do(orders.EditSheet(actor="Ann", path="condition.unconscious", sheet=out))
    assert not game.one(SuppressionEnded).empty
    game.act("Guard", "wait", 2)
    assert game.every(SuppressionFired) == []


def test_a_covering_shot_is_of_as_many_rounds_as_are_loaded() -> None:
    bursts = [{"kind": "example_rifle", "modes": ["burst", "auto"], "loaded": 4}]
    game = duel(weapons=bursts)
    game.act("Ann", "suppress")
    game.act("Guard", "move", pace="slow")
    game.act("Guard", "wait", 9, 2)
    assert left(game) == 2
    game.act("Ann", "covering_shot", 2, target="Guard", bonus=-20)
    assert (game.one(ShotFired).mode, game.one(ShotFired).fired) == ("burst", 2)


def test_a_shot_out_of_turn_costs_the_others_their_rounds() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Bob", **ANN)
    game.join("Guard", owner=0)
    game.do(orders.SetRange(actor="Ann", target="Guard", range_m=100))
    game.start(9, 6, 2)
    game.act("Ann", "suppress")
    game.act("Bob", "suppress", ground="open")
    before = {name: game.state(name).weapons["Example rifle"].loaded for name in ("Ann", "Bob")}
    assert before == {"Ann": 28, "Bob": 27}
    game.act("Guard", "move", pace="slow")
    game.act("Ann", "covering_shot", 2, target="Guard", bonus=-20)
    (spent,) = game.every(SuppressionFired)
    assert (spent.actor, spent.rounds, game.one(ShotFired).fired, left(game)) == ("Bob", 3, 1, 27)
