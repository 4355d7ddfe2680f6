"""Laying mines, meeting them and setting them off: the checks, the chances, and what is left of whoever was there."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from bot.core import engine, orders
from bot.core.errors import RuleViolation
from bot.core.events import Audience, Event
from bot.core.views import GM, PUBLIC, Viewer
from bot.rulesets.reflex.blasts.events import BlastReached, Exploded, Unplaced
from bot.rulesets.reflex.mines.events import (
    CommandGiven,
    CommandTimed,
    FieldCrossed,
    LegChosen,
    MineLaid,
    MinePassed,
    MineSprung,
)
from bot.rulesets.reflex.traps import Mine, OnMines, mine_id
from bot.rulesets.reflex.vehicles.events import VehicleHit
from bot.rulesets.reflex.wounds.events import Hit, KnockedOut
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game

SAPPER: dict[str, Any] = {
    "attributes": {"coordination": 8, "cognition": 8, "awareness": 8, "resolve": 8},
    "skills": {"Construction/Demolition": 4, "Tactics": 4},
}
WELL, BADLY, WORST = (8, 20), (19, 20), (20, 20)
TOUGH = {place: [90] for place in ("head", "torso", "right arm", "left arm", "right leg", "left leg")}
BOB = Viewer(2)
ANN = Viewer(1)


def camp(**more: Any) -> Game:
    """Ann the sapper of one player, Bob of another, and a guard of the GM's, before any fight."""
    game = Game()
    game.join("Ann", owner=1, **{**SAPPER, "thresholds": TOUGH, **more})
    game.join("Bob", owner=2, thresholds=TOUGH)
    game.join("Guard", owner=0, **SAPPER, thresholds=TOUGH)
    return game


def lay(game: Game, *faces: int, actor: str = "Guard", **inputs: Any) -> str:
    """Have a mine laid, and give what it is stored under."""
    game.act(actor, "mine_emplace", *faces, **{"mine": "bridge", **inputs})
    return game.one(MineLaid).mine


def field(game: Game, density: float = 0.02, **inputs: Any) -> str:
    """Have a minefield laid without a check."""
    game.act("Guard", "mine_field", **{"mine": "meadow", "density": density, "margin": 4, **inputs})
    return "meadow"


def mine(game: Game, key: str) -> Mine:
    """A mine as it lies there."""
    return game.scene.state.mines[key]


def places(game: Game, victim: str) -> dict[str, int]:
    """The damage of the blast by place, before fragments."""
    hits = [event for event in game.events if isinstance(event, Hit) and event.target == victim]
    return {str(hit.place): hit.damage for hit in hits if hit.terms[0].label == "blast"}


# Laying


def test_a_mine_is_laid_with_demolition_at_plus_two_or_with_tactics() -> None:
    game = camp()
    lay(game, *WELL)
    assert game.one(MineLaid).outcome.check.target == 10  # type: ignore[union-attr]
    lay(game, *WELL, mine="ford", skill="tactics")
    assert game.one(MineLaid).outcome.check.target == 8  # type: ignore[union-attr]


@pytest.mark.parametrize(("kind", "openly", "minutes"), [("ap", False, 3), ("at", False, 15), ("ap", True, 1)])
def test_laying_takes_its_time_and_in_the_open_a_third_of_it(kind: str, openly: bool, minutes: int) -> None:
    game = camp()
    lay(game, *WELL, kind=kind, open=openly)
    assert game.one(MineLaid).minutes == minutes


def test_how_long_laying_takes_is_told_and_uses_no_minute() -> None:
    game = camp()
    for name in ("bridge", "ford"):
        lay(game, *WELL, actor="Ann", mine=name)
        assert "3 minutes" in game.told()
    assert game.state("Ann").turn.acted is False


def test_laying_in_the_open_is_easier_and_seen_by_all() -> None:
    game = camp()
    key = lay(game, *WELL, open=True)
    assert game.one(MineLaid).outcome.check.target == 13  # type: ignore[union-attr]
    assert "lays an antipersonnel mine in the open: bridge" in game.told(PUBLIC)
    assert REFLEX.common_state(game.scene, BOB).mines[key].title == "bridge"


def test_success_arms_a_mine_and_its_margin_hides_it_as_well_as_the_ground_does() -> None:
    game = camp()
    laid = mine(game, lay(game, *WELL, terrain=3))
    assert (laid.armed, laid.margin, laid.hidden) == (True, 2, 5)


def test_failure_leaves_a_mine_inert_and_badly_hidden() -> None:
    game = camp()
    laid = mine(game, lay(game, *BADLY))
    assert (laid.armed, laid.margin, laid.hidden) == (False, 0, None)


def test_a_failure_by_ten_sets_it_off_under_whoever_lays_it() -> None:
    game = camp()
    game.act("Guard", "mine_emplace", *WORST, 1, *[10] * 6, mine="bridge")
    assert game.one(MineLaid).accident
    assert game.one(MineSprung).actor == "Guard"
    assert not game.scene.state.mines


@pytest.mark.parametrize(("die", "bang"), [(9, True), (10, False)])
def test_an_improvised_charge_that_fails_goes_off_by_a_die_of_ten(die: int, bang: bool) -> None:
    game = camp()
    after = (*[10] * 4,) if bang else ()
    game.act("Guard", "mine_emplace", 17, 20, die, *((1,) if bang else ()), *after, mine="box", kind="ied")
    assert game.one(MineLaid).outcome.failure == 9  # type: ignore[union-attr]
    assert game.one(MineLaid).accident is bang


def test_an_improvised_charge_takes_demolition() -> None:
    game = camp()
    lay(game, *WELL, kind="ied")
    assert game.one(MineLaid).outcome.check.target == 8  # type: ignore[union-attr]
    with pytest.raises(RuleViolation, match="Tactics is not enough"):
        lay(game, mine="box", kind="ied", skill="tactics")


def test_laying_is_told_to_who_did_it_and_to_the_gm_alone() -> None:
    game = camp()
    lay(game, *WELL, actor="Ann")
    assert "armed" in game.told(ANN)
    assert (game.told(PUBLIC), game.told(BOB)) == ("", "")


@pytest.mark.parametrize("name", ["  ", "a:b"])
def test_a_mine_needs_a_name(name: str) -> None:
    with pytest.raises(RuleViolation, match="no name for a mine"):
        lay(camp(), mine=name)


def test_a_name_is_only_taken_for_whoever_took_it() -> None:
    game = camp()
    lay(game, *WELL)
    with pytest.raises(RuleViolation, match="of yours already"):
        lay(game)
    assert lay(game, *WELL, actor="Ann") == mine_id(1, "bridge")


def test_nobody_lays_mines_without_end() -> None:
    game = camp()
    for number in range(50):
        field(game, mine=f"field {number}")
    with pytest.raises(RuleViolation, match="laid 50 here"):
        field(game)
    assert lay(game, *WELL, actor="Ann")


def test_players_lay_no_mines_while_the_fight_goes_on_and_the_gms_lay_there_before() -> None:
    game = camp()
    game.start(*FAIL, *FAIL, *FAIL)
    with pytest.raises(RuleViolation, match="3 minutes, and the fight goes on"):
        lay(game, actor="Ann")
    assert lay(game, *WELL) in game.scene.state.mines


def test_the_unconscious_lay_no_mines() -> None:
    game = camp(condition={"unconscious": True})
    with pytest.raises(RuleViolation, match="Ann is unconscious"):
        lay(game, actor="Ann")


def test_a_minefield_takes_the_time_of_all_its_mines() -> None:
    game = camp()
    field(game, 0.02, area_m2=5000)
    assert (game.one(MineLaid).count, game.one(MineLaid).minutes) == (10, 30)
    assert "for 10 mines" in game.told()
    field(game, mine="edge")
    assert "for each mine" in game.told()


def test_a_minefield_may_be_laid_with_a_check() -> None:
    game = camp()
    game.act("Guard", "mine_field", *WELL, mine="meadow", density=0.02)
    assert game.one(MineLaid).laid.margin == 2


@pytest.mark.parametrize(
    ("inputs", "why"),
    [
        ({"trigger": "command"}, "needs no command"),
        ({"target": "Bob", "distance_m": 10}, "How deep"),
        ({"depth_m": 10}, "How deep"),
        ({"target": "Bob", "depth_m": 10}, "how far"),
    ],
)
def test_what_does_not_fit_a_minefield_is_refused(inputs: dict[str, Any], why: str) -> None:
    with pytest.raises(RuleViolation, match=why):
        field(camp(), **inputs)


# Crossing


def crossed(game: Game, *faces: int, actor: str = "Bob", **inputs: Any) -> FieldCrossed:
    """Have somebody cross the meadow."""
    game.act(actor, "mine_cross", *faces, **{"mine": "meadow", "distance_m": 200, **inputs})
    return game.one(FieldCrossed)


BANG = (1, *[10] * 6)


def test_rx_54_density_times_metres_is_the_number_on_a_d20_for_a_vehicle() -> None:
    game = camp()
    field(game)
    assert crossed(game, 5, vehicle=True).goes_off is False
    assert crossed(game, 4, vehicle=True).goes_off is True


def test_003_35_the_same_product_is_a_percentage_on_foot() -> None:
    game = camp()
    field(game)
    event = crossed(game, 5)
    assert (event.chance, event.roll.sides) == (4.0, 100)  # type: ignore[union-attr]
    assert crossed(game, 4, *BANG).goes_off


def test_003_65_a_fraction_is_compared_exactly() -> None:
    game = camp()
    field(game, 0.015)
    assert not crossed(game, 5, distance_m=300).goes_off
    assert crossed(game, 4, *BANG, distance_m=300).goes_off


def odds_of(game: Game, action: str, kind: type[Event], **inputs: Any) -> Fraction:
    """The exact chance that a mine goes off under Bob."""
    order = orders.Act(actor="Bob", action=action, inputs=inputs)

    def outcome(event: Event) -> str | None:
        return str(getattr(event, "goes_off")) if isinstance(event, kind) else None  # noqa: B009

    return engine.odds(REFLEX, game.scene, order, outcome).get("True", Fraction())


@pytest.mark.parametrize(("density", "metres"), [(0.01, 30), (0.02, 200), (0.015, 300), (0.04, 2500), (0.5, 5000)])
def test_rx_55_the_odds_of_crossing_are_exact_and_the_highest_faces_always_safe(density: float, metres: float) -> None:
    game = camp()
    field(game, density)
    product = int(Fraction(str(density)) * Fraction(str(metres)))
    how = {"mine": "meadow", "distance_m": metres}
    assert odds_of(game, "mine_cross", FieldCrossed, **how) == Fraction(min(95, product), 100)
    assert odds_of(game, "mine_cross", FieldCrossed, **how, vehicle=True) == Fraction(min(19, product), 20)


def test_a_marked_way_counts_no_metres() -> None:
    game = camp()
    field(game)
    game.act("Guard", "mine_mark", 4, 20, mine="meadow", notes=True)
    marked = mine(game, "meadow").route_m
    assert marked > 0
    assert crossed(game, 100, route=True).marked_m == marked
    assert crossed(game, 100).marked_m == 0


def test_an_antitank_field_takes_the_weight_of_a_vehicle() -> None:
    game = camp()
    field(game, kind="at")
    assert crossed(game).idle == "light"
    assert "takes the weight of a vehicle" in game.told()
    assert crossed(game, 20, vehicle=True).idle == ""


def test_after_a_mine_of_it_went_off_everybody_knows_of_a_field() -> None:
    game = camp()
    field(game)
    crossed(game, 1, *BANG)
    assert "there is a minefield, meadow" in game.told(PUBLIC)
    assert REFLEX.common_state(game.scene, BOB).mines["meadow"].margin == 0
    assert crossed(game, 50, distance_m=10).knowers == (2,)
    assert game.told(BOB) == "Bob goes 10 m through meadow: nothing happens."
    assert game.told(ANN) == ""


def test_who_crosses_unknowingly_reads_nothing_of_it() -> None:
    game = camp()
    field(game)
    event = crossed(game, 50)
    assert (event.audience, event.knowers, event.roll.secret) == (Audience.GM, (), True)  # type: ignore[union-attr]
    assert "Goes off at 4 or less on d100: 50." in game.told(GM)


def test_the_absent_and_the_dead_cross_nothing() -> None:
    game = camp()
    field(game)
    with pytest.raises(RuleViolation, match="Zorro is not here"):
        crossed(game, actor="Guard", target="Zorro")
    game.act("Guard", "correct", dead=True)
    with pytest.raises(RuleViolation, match="Guard is dead"):
        crossed(game, actor="Guard")
    game.act("Bob", "correct", dead=True)
    with pytest.raises(RuleViolation, match="Bob is dead"):
        crossed(game, actor="Bob")


def test_a_single_mine_is_no_field_and_a_field_no_single_mine() -> None:
    game = camp()
    lay(game, *WELL)
    field(game)
    with pytest.raises(RuleViolation, match="no minefield"):
        crossed(game, mine="bridge")
    with pytest.raises(RuleViolation, match="is a minefield"):
        game.act("Bob", "mine_pass", mine="meadow")


def test_what_is_not_there_is_unknown() -> None:
    with pytest.raises(RuleViolation, match="No mine 'moon' is known here") as unknown:
        crossed(camp(), mine="moon")
    assert unknown.value.remedy == "/mine list shows those you know of."


def test_only_a_gms_combatant_names_another_who_crosses() -> None:
    game = camp()
    field(game)
    assert crossed(game, 90, actor="Guard", target="Bob").actor == "Bob"
    with pytest.raises(RuleViolation, match="does not walk for"):
        crossed(game, actor="Ann", target="Bob")


# Choke points


@pytest.mark.parametrize(("trigger", "sides"), [("pressure", 20), ("tripwire", 10)])
@pytest.mark.parametrize("face", [10, 9, 6])
def test_rx_56_the_odds_at_a_choke_point_are_exact(trigger: str, sides: int, face: int) -> None:
    game = camp()
    lay(game, face, 20, trigger=trigger)
    margin = mine(game, "bridge").margin
    assert odds_of(game, "mine_pass", MinePassed, mine="bridge") == Fraction(max(1, margin), sides)


def passed(game: Game, *faces: int, **inputs: Any) -> MinePassed:
    """Have Bob pass the bridge."""
    game.act("Bob", "mine_pass", *faces, **{"mine": "bridge", **inputs})
    return game.one(MinePassed)


def test_a_margin_of_zero_still_goes_off_on_a_one() -> None:
    game = camp()
    lay(game, 10, 20)
    assert not passed(game, 2).goes_off
    assert passed(game, 1, *BANG).goes_off
    assert "bridge" not in game.scene.state.mines


def test_an_inert_mine_and_one_that_waits_for_its_signal_do_nothing() -> None:
    game = camp()
    lay(game, *BADLY)
    assert passed(game).idle == "inert"
    lay(game, *WELL, mine="wire", trigger="command")
    assert passed(game, mine="wire").idle == "command"
    assert "waits for its signal" in game.told(GM)


def test_who_laid_a_mine_reads_how_passing_it_went() -> None:
    game = camp()
    key = lay(game, *WELL, actor="Ann")
    game.act("Ann", "mine_pass", 20, mine=key)
    assert game.told(ANN) == "Ann passes bridge: nothing happens."
    assert game.told(BOB) == ""


# On the way


def march(**inputs: Any) -> Game:
    """Bob before the guard, with a mine between them."""
    game = camp()
    lay(game, 8, 20, target="Guard", distance_m=20, **inputs)
    game.start(*FAIL, *FAIL, *FAIL)
    game.do(orders.SetRange(actor="Bob", target="Guard", range_m=23))
    game.go_on(only="Ann")
    return game


def test_whoever_moves_past_a_mine_meets_it() -> None:
    game = march()
    game.act("Bob", "move", 20, pace="walk", target="Guard")
    assert game.one(MinePassed).actor == "Bob"
    game.act("Bob", "wait")
    assert "mine" not in game.told(PUBLIC)


def test_moving_somewhere_else_meets_nothing() -> None:
    game = march()
    game.act("Bob", "move", pace="walk", target="Guard", away=True)
    assert not [event for event in game.events if isinstance(event, MinePassed)]


def test_moving_away_meets_what_lies_behind() -> None:
    game = camp()
    lay(game, 8, 20, target="Guard", distance_m=25)
    game.start(*FAIL, *FAIL, *FAIL)
    game.do(orders.SetRange(actor="Bob", target="Guard", range_m=23))
    game.act("Bob", "move", 20, pace="walk", target="Guard", away=True)
    assert game.one(MinePassed).roll is not None


def test_the_metres_of_a_field_on_the_way_count() -> None:
    game = camp()
    field(game, 0.5, target="Guard", distance_m=10, depth_m=12)
    game.start(*FAIL, *FAIL, *FAIL)
    game.do(orders.SetRange(actor="Bob", target="Guard", range_m=23))
    game.act("Bob", "move", 95, pace="walk", target="Guard")
    assert (game.one(FieldCrossed).distance_m, game.one(FieldCrossed).chance) == (3.0, 1.5)


def test_the_first_mine_that_goes_off_stops_the_way() -> None:
    game = camp()
    lay(game, 8, 20, mine="near", target="Guard", distance_m=20)
    lay(game, 8, 20, mine="far", target="Guard", distance_m=22)
    game.start(*FAIL, *FAIL, *FAIL)
    game.do(orders.SetRange(actor="Bob", target="Guard", range_m=23))
    game.act("Bob", "move", 1, *BANG, pace="walk", target="Guard")
    assert game.one(MineSprung).mine == "far"
    assert list(game.scene.state.mines) == ["near"]


LEGLESS = (*BANG[:1], *[20] * 4, *BANG[1:])


def frail() -> Game:
    """Bob, whose left leg bears nothing, and the guard."""
    game = Game()
    game.join("Bob", owner=2, thresholds={**TOUGH, "left leg": [1, 2, 3, 4]})
    game.join("Guard", owner=0, **SAPPER, thresholds=TOUGH)
    return game


@pytest.mark.parametrize(("metres", "away", "at_m"), [(20, False, 20), (25, True, 25)])
def test_003_95_who_is_put_out_by_a_mine_gets_no_farther_and_does_nothing_more(
    metres: int, away: bool, at_m: float
) -> None:
    game = frail()
    lay(game, *WELL, target="Guard", distance_m=metres)
    game.start(*FAIL, *FAIL)
    game.do(orders.SetRange(actor="Bob", target="Guard", range_m=23))
    game.act("Bob", "move", 2, *LEGLESS, pace="walk", target="Guard", away=away)
    assert game.one(MineSprung).actor == "Bob"
    assert game.scene.range_m("Bob", "Guard") == at_m
    assert game.now() == ("Guard",)


def test_who_goes_away_from_a_mine_leaves_it_behind() -> None:
    game = march()
    game.act("Guard", "move", pace="walk", target="Bob")
    assert (mine(game, "bridge").near, mine(game, "bridge").near_m) == ("", 0)
    game.act("Guard", "wait")
    game.act("Bob", "move", pace="walk", target="Guard")
    assert not [event for event in game.events if isinstance(event, MinePassed)]


# Effects


def test_003_92_the_blast_of_a_mine_meets_the_best_armour_of_a_place() -> None:
    game = camp(armor=[{"kind": "helmet"}])
    lay(game, *WELL)
    game.act("Guard", "mine_trigger", 2, *[10] * 6, mine="bridge", target="Ann")
    (head,) = (hit for hit in game.events if isinstance(hit, Hit) and (hit.target, hit.place) == ("Ann", "head"))
    assert [(layer.what, layer.effective) for layer in head.layers] == [("Ballistic helmet", 4)]


def test_003_58_one_leg_takes_all_of_the_blast_and_all_else_half_of_it() -> None:
    game = camp()
    lay(game, *WELL)
    game.act("Guard", "mine_trigger", 2, *[10] * 6, mine="bridge", target="Bob")
    assert game.one(LegChosen).leg == "left leg"
    assert places(game, "Bob") == {
        "head": 2,
        "torso": 2,
        "right arm": 2,
        "left arm": 2,
        "right leg": 2,
        "left leg": 4,
    }
    assert {hit.penetration for hit in game.events if isinstance(hit, Hit)} == {4}
    assert "left leg" in game.told(PUBLIC)


def test_half_of_an_odd_blast_is_rounded_up_and_a_charge_may_have_none() -> None:
    game = Game(**{"explosives.ap_mine.blast": 3, "explosives.ap_mine.frag": 0})
    game.join("Bob", owner=2, thresholds=TOUGH)
    game.act("Bob", "mine_field", mine="meadow", density=0.1, margin=1)
    game.act("Bob", "mine_trigger", 1, mine=mine_id(2, "meadow"), target="Bob")
    assert places(game, "Bob")["head"] == 2
    still = Game(**{"explosives.ap_mine.blast": 1, "explosives.ap_mine.frag": 0})
    still.join("Bob", owner=0, thresholds=TOUGH)
    still.act("Bob", "mine_field", mine="meadow", density=0.1, margin=1)
    still.act("Bob", "mine_trigger", 1, mine="meadow", target="Bob")
    assert set(places(still, "Bob").values()) == {1}


def test_those_near_take_it_as_any_explosion() -> None:
    game = camp()
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=3))
    lay(game, *WELL)
    game.act("Guard", "mine_trigger", 1, *[10] * 6, *[20] * 6, mine="bridge", target="Bob")
    zones = {event.actor: event.zone for event in game.events if isinstance(event, BlastReached)}
    assert zones == {"Bob": "primary", "Ann": "secondary"}
    assert game.one(Unplaced).actors == ("Guard",)


def test_fragments_fly_as_ever() -> None:
    game = camp()
    lay(game, *WELL)
    game.act("Guard", "mine_trigger", 1, 5, *[10] * 5, 6, 2, mine="bridge", target="Bob")
    struck = [event for event in game.events if isinstance(event, Hit)][-1]
    assert (struck.damage, struck.terms[0].label) == (11, "fragment")


def convoy(**options: Any) -> Game:
    """A truck, and an antitank mine."""
    game = Game(**options)
    game.join("Truck", owner=0, vehicle={"kind": "truck"})
    game.join("Guard", owner=0, **SAPPER)
    game.act("Guard", "mine_field", mine="road", density=0.02, margin=2, kind="at")
    return game


def test_a_vehicle_takes_it_on_its_running_gear_and_the_rear_of_its_hull() -> None:
    game = convoy()
    game.act("Guard", "mine_cross", 4, 1, 2, 10, 1, 6, mine="road", distance_m=200, target="Truck")
    hits = {event.place: event for event in game.events if isinstance(event, VehicleHit) and event.roll is None}
    assert {place: hit.damage for place, hit in hits.items()} == {"suspension": 20, "hull rear": 20}
    assert {place: hit.penetration for place, hit in hits.items()} == {"suspension": 4, "hull rear": 2}
    rest = [event.place for event in game.events if isinstance(event, VehicleHit) and event.roll]
    assert rest == ["hull rear", "suspension"]


def test_of_a_vehicle_that_is_not_here_the_damage_is_told_and_its_driver_spared() -> None:
    game = camp()
    field(game, kind="at")
    crossed(game, 4, vehicle=True)
    assert "A mine goes off under the vehicle of Bob" in game.told(PUBLIC)
    assert "20 to the suspension, 20 to the rear of the hull" in game.told(GM)
    assert not [event for event in game.events if isinstance(event, Hit)]


def test_who_is_aboard_a_vehicle_goes_as_the_vehicle() -> None:
    game = convoy()
    aboard = msgspec.structs.replace(game.scene.state, aboard={"Guard": "Truck"})
    game.scene = msgspec.structs.replace(game.scene, state=aboard)
    game.act("Guard", "mine_cross", 20, mine="road", distance_m=200)
    assert (game.one(FieldCrossed).actor, game.one(FieldCrossed).roll.sides) == ("Truck", 20)  # type: ignore[union-attr]


def seated(**options: Any) -> Game:
    """The convoy with two tough people in the truck and one who is elsewhere."""
    game, people = convoy(**options), ("Bob", "Eve")
    for owner, name in enumerate(("Ann", *people), 1):
        game.join(name, owner=owner, thresholds=TOUGH)
    aboard = msgspec.structs.replace(game.scene.state, aboard=dict.fromkeys(people, "Truck"))
    game.scene = msgspec.structs.replace(game.scene, state=aboard)
    return game


def test_who_is_aboard_takes_half_of_the_blast_behind_the_armor_of_the_rear() -> None:
    game = seated(**{"explosives.at_mine.frag": 1})
    game.act("Guard", "mine_trigger", 10, 5, 1, 1, 10, mine="road", target="Bob")
    assert game.one(MineSprung).actor == "Truck"
    assert places(game, "Bob") == places(game, "Eve") == dict.fromkeys(TOUGH, 10)
    hits = [event for event in game.events if isinstance(event, Hit) and event.target == "Bob"]
    assert {(hit.penetration, hit.layers[0].armor) for hit in hits} == {(4, 1)}
    assert [hit.damage for hit in hits if hit.roll] == [6 + 5]
    assert game.one(Unplaced).actors == ("Guard", "Ann")


@pytest.mark.parametrize(
    ("actor", "action", "inputs"),
    [
        ("Bob", "mine_pass", {"mine": "road"}),
        ("Guard", "mine_pass", {"mine": "road", "target": "Bob"}),
        ("Guard", "mine_trigger", {"mine": "road", "target": "Bob"}),
        ("Guard", "mine_detonate", {"mine": "charge", "target": "Bob"}),
        ("Guard", "mine_mark", {"mine": "road", "target": "Bob", "show": True}),
        ("Guard", "mine_emplace", {"mine": "ditch", "target": "Bob", "distance_m": 3.0}),
    ],
)
def test_who_has_withdrawn_meets_no_mine(actor: str, action: str, inputs: dict[str, Any]) -> None:
    game = camp()
    lay(game, *WELL, mine="road", open=True)
    lay(game, *WELL, mine="charge", trigger="command")
    game.start(*FAIL * 3)
    game.act("Bob", "correct", withdrawn=True)
    assert "Bob has left the fight" in game.refused(actor, action, **inputs)


def test_the_dead_aboard_are_left_alone() -> None:
    game = seated(**{"explosives.at_mine.frag": 0})
    game.act("Bob", "correct", dead=True)
    game.act("Guard", "mine_trigger", mine="road", target="Truck")
    assert places(game, "Bob") == {}
    assert places(game, "Eve")["head"] == 10


def test_a_charge_beside_a_vehicle_is_as_near_to_those_aboard() -> None:
    game = seated(**{"explosives.he_40mm.frag": 0})
    lay(game, *WELL, kind="ied", trigger="command", explosive="he_40mm", target="Truck", distance_m=3)
    game.act("Guard", "mine_detonate", mine="bridge")
    assert game.one(Unplaced).actors == ("Guard", "Ann")
    assert places(game, "Bob")["head"] == 8
    lay(game, *WELL, mine="ditch", kind="ied", trigger="command", explosive="he_40mm")
    game.act("Guard", "mine_detonate", 20, 20, mine="ditch", target="Bob")
    assert game.one(CommandTimed).target == "Truck"
    assert {event.actor for event in game.events if isinstance(event, BlastReached)} == {"Truck", "Bob", "Eve"}


def test_without_a_damage_of_its_own_a_charge_does_half_of_its_blast_to_the_hull() -> None:
    game = convoy(**{"explosives.at_mine.damage": 0, "explosives.at_mine.frag": 0})
    game.act("Guard", "mine_trigger", mine="road", target="Truck")
    hits = {event.place: event.damage for event in game.events if isinstance(event, VehicleHit)}
    assert hits == {"suspension": 20, "hull rear": 10}


def test_a_charge_with_nothing_in_it_hurts_no_vehicle() -> None:
    game = convoy(**{f"explosives.at_mine.{trait}": 0 for trait in ("damage", "blast", "frag")})
    game.act("Guard", "mine_trigger", mine="road", target="Truck")
    assert not [event for event in game.events if isinstance(event, VehicleHit)]
    assert game.one(Exploded).title == "antitank mine"


# On command


def wired(**inputs: Any) -> Game:
    """Ann with a charge of her own that waits for its signal, in an exchange of fire."""
    game = camp(items=[{"name": "Clacker", "held": True}], encumbrance="unencumbered")
    lay(game, *WELL, actor="Ann", **{"trigger": "command", **inputs})
    game.start(*FAIL, *FAIL, *FAIL)
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=30))
    game.do(orders.SetRange(actor="Ann", target="Guard", range_m=40))
    return game


KEY = mine_id(1, "bridge")


def test_the_signal_takes_two_ticks_and_the_bang_is_at_once() -> None:
    game = wired(detonator="Clacker")
    game.act("Ann", "mine_detonate", *[10] * 6, mine=KEY, victims="Bob:1, Guard:9")
    assert (game.one(CommandGiven).cost_ticks, game.tick("Ann")) == (2, 13)
    assert {event.actor for event in game.events if isinstance(event, BlastReached)} == {"Bob", "Guard"}
    assert places(game, "Bob")["head"] == 4
    assert "Ann gives the signal to set off a charge" in game.told(PUBLIC)
    assert "It is bridge, which goes off at once." in game.told(ANN)


@pytest.mark.parametrize("phase", ["choice", "pause"])
def test_nobody_gives_a_signal_while_no_shots_are_fired(phase: str) -> None:
    game = wired()
    while game.scene.state.phase != phase:
        game.go_on()
    said = game.refused("Ann", "mine_detonate", mine=KEY, victims="Bob:1")
    assert said.startswith("A charge gets its signal in an exchange of fire. Press")


def test_the_detonator_must_be_in_hand() -> None:
    game = wired(detonator="Radio")
    with pytest.raises(RuleViolation, match="No detonator in hand"):
        game.act("Ann", "mine_detonate", mine=KEY, victims="Bob:1")


def test_a_fuse_takes_five_ticks_and_goes_off_a_tick_later_and_as_long_as_it_burns() -> None:
    game = wired(trigger="fuse", burn_ticks=2)
    game.act("Ann", "mine_detonate", mine=KEY, victims="Bob:1, Guard:9")
    assert (game.one(CommandGiven).cost_ticks, game.one(CommandGiven).tick) == (5, 12)
    assert "lights a fuse" in game.told(PUBLIC)
    assert "goes off on tick 12" in game.told(ANN)
    with pytest.raises(RuleViolation, match="burns already"):
        game.act("Ann", "mine_detonate", mine=KEY, victims="Bob:1")
    game.act("Bob", "wait")
    assert not [event for event in game.events if isinstance(event, MineSprung)]
    game.act("Guard", "wait", *[10] * 6)
    assert game.one(MineSprung).cause == "fuse"
    assert game.one(Unplaced).actors == ("Ann",)


def test_under_advanced_timing_a_fuse_burns_from_the_tick_on_which_it_was_lit() -> None:
    game = Game(advanced_timing=True)
    game.join("Ann", owner=1, **SAPPER, encumbrance="unencumbered")
    lay(game, *WELL, actor="Ann", trigger="fuse", burn_ticks=2)
    game.join("Bob", owner=2)
    game.start(*FAIL, *FAIL)
    game.act("Ann", "mine_detonate", mine=KEY, victims="Bob:9")
    game.go_on(only="Bob")
    assert game.one(CommandGiven).tick == 10 - 1 - 2


def test_a_fuse_that_outlasts_the_exchange_ends_with_it() -> None:
    game = wired(trigger="fuse", burn_ticks=60)
    game.act("Ann", "mine_detonate", mine=KEY, victims="Bob:9")
    assert "at the end of the exchange" in game.told(ANN)
    while not any(isinstance(event, MineSprung) for event in game.events):
        game.go_on()
    assert game.scene.state.phase == "choice"


def test_nobody_times_a_fuse() -> None:
    game = wired(trigger="fuse")
    with pytest.raises(RuleViolation, match="Nobody can tell"):
        game.act("Ann", "mine_detonate", mine=KEY, target="Bob")


@pytest.mark.parametrize(("faces", "off_m"), [((5, 20), 0.0), ((8, 20), 3.0)])
def test_to_catch_somebody_right_over_it_takes_nerve(faces: tuple[int, int], off_m: float) -> None:
    game = wired()
    rest = (1, *[10] * 6) if not off_m else (*[20] * 6,)
    game.act("Ann", "mine_detonate", *faces, *rest, mine=KEY, target="Bob")
    assert game.one(CommandTimed).outcome.check.target == 5
    assert game.one(CommandTimed).off_m == off_m
    assert bool([event for event in game.events if isinstance(event, LegChosen)]) is not bool(off_m)
    assert ("3 m away from it" if off_m else "Bob is right over it") in game.told(PUBLIC)


def test_without_an_exchange_the_signal_takes_no_ticks() -> None:
    game = camp()
    lay(game, *WELL, actor="Ann", trigger="fuse", target="Bob", distance_m=1)
    game.act("Ann", "mine_detonate", *[10] * 6, mine=KEY)
    assert game.one(CommandGiven).cost_ticks == 0
    assert game.one(MineSprung).cause == "command"


def test_known_distances_count_from_whom_it_is_at() -> None:
    game = wired()
    game.act("Ann", "mine_detonate", *[10] * 6, mine=KEY, at="Bob")
    zones = {event.actor: event.zone for event in game.events if isinstance(event, BlastReached)}
    assert zones == {"Bob": "primary", "Ann": "beyond"}


def test_the_hidden_near_it_are_reached_and_not_named() -> None:
    game = wired()
    game.join("Xyzzyx", *FAIL, owner=0, hidden=True, thresholds=TOUGH)
    game.do(orders.SetRange(actor="Xyzzyx", target="Bob", range_m=1))
    with pytest.raises(RuleViolation) as refused:
        game.act("Ann", "mine_detonate", mine=KEY, victims="Xyz:1")
    assert "Xyzzyx" not in str(refused.value)
    game.act("Ann", "mine_detonate", *[10] * 12, mine=KEY, at="Bob")
    assert "Xyzzyx" in {event.actor for event in game.events if isinstance(event, BlastReached)}
    assert "Xyzzyx" not in game.told(PUBLIC)


@pytest.mark.parametrize(
    ("inputs", "why"),
    [({"victims": "Bob:1", "actor": "Bob"}, "not Bob's turn"), ({}, "Who is how far")],
)
def test_a_signal_that_cannot_be_given_is_refused(inputs: dict[str, Any], why: str) -> None:
    game = wired()
    actor = inputs.pop("actor", "Ann")
    with pytest.raises(RuleViolation, match=why):
        game.act(actor, "mine_detonate", mine=KEY, **inputs)


def test_only_an_armed_charge_with_a_command_waits_for_a_signal() -> None:
    game = camp()
    key = lay(game, *WELL, actor="Ann")
    with pytest.raises(RuleViolation, match="waits for no signal"):
        game.act("Ann", "mine_detonate", mine=key, victims="Bob:1")


def shown(*faces: int, **inputs: Any) -> Game:
    """Ann's charge, which she has shown to Bob, who is to act in an exchange of fire."""
    game = camp(items=[{"name": "Clacker", "held": True}], encumbrance="unencumbered")
    key = lay(game, *faces, actor="Ann", **inputs)
    game.act("Ann", "mine_mark", mine=key, target="Bob")
    game.start(*FAIL, *FAIL, *FAIL)
    if "burn_ticks" in inputs:
        game.act("Ann", "mine_detonate", mine=key, victims="Guard:9")
    while game.scene.entitled()[0].actor != "Bob":
        game.go_on(only=game.scene.entitled()[0].actor)
    return game


@pytest.mark.parametrize(
    ("faces", "inputs", "ticks", "why"),
    [
        (BADLY, {"trigger": "command"}, 2, "it is inert"),
        (WELL, {"trigger": "command", "detonator": "Clacker"}, 2, "it waits for another detonator"),
        (WELL, {"trigger": "fuse", "burn_ticks": 60}, 5, "its fuse burns already"),
    ],
)
def test_a_signal_to_what_its_giver_cannot_know_comes_to_nothing(
    faces: tuple[int, ...], inputs: dict[str, Any], ticks: int, why: str
) -> None:
    """It takes as long as any, and reads like any: to refuse it would tell what is wrong with the charge."""
    game = shown(*faces, **inputs)
    burning = mine(game, KEY).tick
    game.act("Bob", "mine_detonate", mine=KEY, victims="Guard:9")
    assert game.one(CommandGiven).cost_ticks == ticks
    assert not [event for event in game.events if isinstance(event, MineSprung)]
    assert mine(game, KEY).tick == burning
    lit = inputs["trigger"] == "fuse"
    assert ("Bob lights a fuse" if lit else "Bob gives the signal to set off a charge") in game.told(PUBLIC)
    assert ("which goes off" if lit else "bridge: nothing happens.") in game.told(BOB)
    assert f"nothing happens ({why})." in game.told(GM)


def test_who_laid_a_charge_knows_that_it_is_inert() -> None:
    game = camp(encumbrance="unencumbered")
    key = lay(game, *BADLY, actor="Ann", trigger="command")
    with pytest.raises(RuleViolation, match="waits for no signal"):
        game.act("Ann", "mine_detonate", mine=key, victims="Bob:1")


def test_whom_nobody_sees_any_more_is_as_good_as_gone_from_before_a_mine() -> None:
    game = camp()
    lay(game, *WELL, actor="Ann", trigger="command", target="Guard", distance_m=1)
    game.do(orders.Show(actor="Guard", hidden=True))
    with pytest.raises(RuleViolation, match="Who is how far") as hidden:
        game.act("Ann", "mine_detonate", mine=KEY)
    game.do(orders.Release(actor="Guard"))
    with pytest.raises(RuleViolation, match="Who is how far") as gone:
        game.act("Ann", "mine_detonate", mine=KEY)
    assert str(hidden.value) == str(gone.value)


def test_the_unconscious_give_no_signal() -> None:
    game = camp(condition={"unconscious": True})
    key = lay(game, *WELL, trigger="command")
    with pytest.raises(RuleViolation, match="Ann is unconscious"):
        game.act("Ann", "mine_detonate", mine=key, victims="Bob:1")


# By the GM


def test_a_gm_sets_a_mine_off_wherever_people_are() -> None:
    game = camp()
    lay(game, *WELL, target="Bob", distance_m=1)
    game.act("Guard", "mine_trigger", *[10] * 6, mine="bridge")
    assert game.one(BlastReached).actor == "Bob"
    lay(game, *WELL)
    game.act("Guard", "mine_trigger", *[10] * 6, mine="bridge", victims="Ann:1")
    assert game.one(BlastReached).actor == "Ann"
    lay(game, *WELL)
    game.act("Guard", "mine_trigger", mine="bridge")
    assert game.one(Unplaced).actors == ("Ann", "Bob", "Guard")


def test_a_gm_takes_a_mine_off_the_ground() -> None:
    game = camp()
    lay(game, *WELL)
    game.act("Guard", "mine_forget", mine="bridge")
    assert not game.scene.state.mines
    assert "never there" in game.told(GM)


# What outlives the fight


def test_mines_outlive_the_fight_without_those_who_were_near() -> None:
    game = march()
    game.do(orders.EndFight())
    left = mine(game, "bridge")
    assert (left.armed, left.margin, left.near, left.layer) == (True, 2, "", "Guard")


def test_an_event_on_mines_that_does_not_say_what_becomes_of_them_is_found() -> None:
    with pytest.raises(TypeError, match="OnMines does not say"):
        OnMines().lying({})


@pytest.mark.parametrize(
    ("arm", "found", "levels"),
    [("right arm", [("off_hand", -4), ("one_for_two", -3)], 0), ("left arm", [("one_for_two", -3)], 0)],
)
def test_a_useless_arm_leaves_the_laying_of_mines_to_the_other(
    arm: str, found: list[tuple[str, int]], levels: int
) -> None:
    game = Game(handedness=True, one_handed_actions=True)
    game.join("Ann", owner=1, **SAPPER, condition={"wounds": {arm: "critical"}})
    lay(game, 1, 1, actor="Ann")
    outcome = game.one(MineLaid).outcome
    assert outcome is not None
    assert [(term.label, term.value) for term in outcome.check.terms][-len(found) :] == found
    assert outcome.check.level_penalty == levels


def test_who_has_no_hand_lays_no_mine() -> None:
    game = camp(condition={"wounds": {"right arm": "critical", "left arm": "critical"}})
    assert game.refused("Ann", "mine_emplace", mine="bridge") == (
        "Ann has no hand to work with. Have somebody else do it."
    )


def test_a_broken_detonator_sets_nothing_off() -> None:
    game = wired(detonator="Clacker")
    game.act("Ann", "wreck", item="Clacker", damage=99, substance="steel")
    with pytest.raises(RuleViolation, match="No detonator in hand"):
        game.act("Ann", "mine_detonate", mine=KEY, victims="Bob:1")


def test_who_is_put_out_on_the_tick_still_gives_the_signal_with_what_it_had_in_hand() -> None:
    game = wired(detonator="Clacker")
    game.join("Foe", *FAIL, owner=0, weapons=[{"kind": "ak47", "damage": 99}], skills={"longarm": 9})
    game.act("Foe", "correct", initiative=game.tick("Ann"))
    shot = {"target": "Ann", "range_m": 5.0, "called": "head", "modifier": 20}
    game.do_at_least(orders.Act(actor="Foe", action="attack", inputs=shot))
    assert game.one(KnockedOut).actor == "Ann"
    game.do_at_least(orders.Act(actor="Ann", action="mine_detonate", inputs={"mine": KEY, "victims": "Bob:1"}))
    assert (game.one(CommandGiven).idle, game.one(MineSprung).cause) == ("", "command")
