"""Passive hazards: fire that is avoided or burns on, falls and collisions, and air that is missing."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.orders import SetRange
from bot.core.scene import with_state
from bot.core.views import PUBLIC, view
from bot.rulesets.reflex.hazards.actions import Extinguish
from bot.rulesets.reflex.hazards.breath import suffocate
from bot.rulesets.reflex.hazards.events import (
    BreathEbbed,
    BreathHeld,
    HazardMet,
    IgnitionRolled,
    Impacted,
    Inhaled,
    PutOut,
)
from bot.rulesets.reflex.hazards.impact import rounded
from bot.rulesets.reflex.kinds import BodyPart, Degree
from bot.rulesets.reflex.person.bodies import body_in_sight
from bot.rulesets.reflex.state import Breath, Burning
from bot.rulesets.reflex.wounds.events import Died, Healed, Hit, KnockedOut, Woke, Wounded
from tests.rulesets.game import play_on
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game

TOUGH: dict[str, Any] = {"thresholds": {place.value: [90, 91, 92, 93] for place in BodyPart}}
CHEST = (3, 2)


def two(**places: Any) -> Game:
    """Ann, the given one, and Bob of the GM's, outside of any fight."""
    game = Game()
    game.join("Ann", **places)
    game.join("Bob", owner=0, attributes={"cuf": 20}, **TOUGH)
    return game


def paused(**places: Any) -> Game:
    """Ann and Bob in the first pause."""
    game = two(**places)
    game.start(*FAIL, *FAIL)
    for _ in range(20):
        if game.scene.state.phase == "pause":
            break
        game.go_on()
    return game


# Fire


def test_rx_23_the_margin_of_failure_adds_to_the_damage_of_a_hazard() -> None:
    game = two(attributes={"muscle": 9}, **TOUGH)
    game.act("Ann", "hazard", 12, 20, *CHEST, flame="forest", attribute="muscle", modifier=-2, fuel="soaked")
    assert game.one(HazardMet).outcome.failure == 5
    assert game.one(Hit).final == 9
    assert "Ann catches fire." in game.told()


def test_rx_23_who_avoids_a_hazard_suffers_nothing() -> None:
    game = two(attributes={"muscle": 9})
    (met,) = game.act("Ann", "hazard", 7, 20, flame="forest", attribute="muscle", modifier=-2)
    assert isinstance(met, HazardMet)
    assert met.outcome.margin == 0


def test_who_is_out_of_it_is_checked_for_as_anybody_exposed() -> None:
    game = two()
    game.act("Ann", "correct", unconscious=True)
    game.act("Ann", "hazard", 1, 20, flame="house")
    assert game.state("Ann").body.unconscious
    assert (game.one(HazardMet).outcome.succeeded, game.every(Hit)) == (True, [])


def test_003_15_fire_is_avoided_on_cuf_and_by_its_size_unless_somebody_says_otherwise() -> None:
    game = two(attributes={"cuf": 8})
    game.act("Ann", "hazard", 1, 20, flame="house", fire_size="all_around")
    check = game.one(HazardMet).outcome.check
    assert (check.attribute.label, check.target, game.one(HazardMet).damage) == ("cuf", 3, 3)


def test_fire_halves_worn_armour_and_other_hazards_do_not() -> None:
    game = two(armor=[{"kind": "vest"}], **TOUGH)
    game.act("Ann", "hazard", 7, 20, 10, flame="paper", damage=8, place="torso")
    assert game.one(Hit).final == 8 + 1 - 1
    game.act("Ann", "hazard", 7, 20, damage=8, place="torso")
    assert game.one(Hit).final == 8 + 1 - 2


def test_a_hazard_needs_a_damage() -> None:
    with pytest.raises(RuleViolation, match="What is the hazard"):
        two().act("Ann", "hazard")


@pytest.mark.parametrize(
    ("fuel", "faces", "caught"),
    [("usual", (4,), True), ("usual", (5,), False), ("retardant", (3,), False), ("soaked", (), True)],
)
def test_who_is_burnt_may_catch_fire(fuel: str, faces: tuple[int, ...], caught: bool) -> None:
    game = two(**TOUGH)
    game.act("Ann", "hazard", 10, 20, *faces, flame="forest", place="torso", fuel=fuel)
    assert game.one(IgnitionRolled).caught is caught
    assert game.state("Ann").body.burning == (Burning("forest", 4) if caught else None)


def test_only_what_gets_through_sets_on_fire_and_nobody_burns_twice() -> None:
    game = two(armor=[{"kind": "heavy_plate"}], **TOUGH)
    game.act("Ann", "hazard", 7, 20, flame="paper", place="torso")
    assert not game.state("Ann").body.burning
    game.act("Ann", "hazard", 7, 20, flame="paper", place="head", fuel="soaked")
    game.act("Ann", "hazard", 7, 20, flame="paper", place="head", fuel="soaked")
    assert not [event for event in game.events if isinstance(event, IgnitionRolled)]


def test_the_burning_meet_their_fire_at_each_end_until_it_is_put_out() -> None:
    game = paused(**TOUGH)
    game.act("Ann", "hazard", 10, 20, flame="forest", place="torso", fuel="soaked")
    game.go_on(only=game.now()[0])
    game.go_on(7, 20, *CHEST)
    assert game.one(Hit).damage == 5
    assert game.scene.state.phase == "choice"


def test_a_fire_is_put_out_in_a_pause_by_oneself_or_by_another() -> None:
    game = paused(**TOUGH)
    for rescuer in ("Bob", "Ann"):
        game.act("Ann", "hazard", 10, 20, flame="forest", place="torso", fuel="soaked")
        game.act(rescuer, "extinguish", target="Ann")
        assert game.one(PutOut).target == ("" if rescuer == "Ann" else "Bob")
        assert not game.state("Ann").body.burning
        assert "fire on Ann" in game.told() or rescuer == "Ann"


def test_only_of_whom_all_can_tell_that_they_are_dead_is_that_said() -> None:
    scene = paused().scene
    for name in ("Ann", "Bob"):
        scene = with_state(scene, name, scene.combatants[name].state.with_body(dead=True))
    with pytest.raises(RuleViolation, match="Ann is dead"):
        body_in_sight(scene, Extinguish(actor="Bob", target="Ann"))
    assert body_in_sight(scene, Extinguish(actor="Ann", target="Bob"))[0] == "Bob"


def test_a_fire_is_put_out_at_arms_reach() -> None:
    game = paused(**TOUGH)
    game.act("Ann", "hazard", 10, 20, flame="forest", place="torso", fuel="soaked")
    game.do(SetRange(actor="Ann", target="Bob", range_m=30))
    with pytest.raises(RuleViolation, match="out of reach"):
        game.act("Bob", "extinguish", target="Ann")
    assert game.state("Ann").body.burning


def test_the_gm_puts_a_fire_out_at_any_time() -> None:
    game = two(**TOUGH)
    game.act("Ann", "hazard", 10, 20, flame="forest", place="torso", fuel="soaked")
    game.act("Ann", "douse")
    assert game.told() == "Ann burns no more."
    with pytest.raises(RuleViolation, match="does not burn"):
        game.act("Ann", "douse")


def test_nobody_helps_whom_they_cannot_see() -> None:
    game = two()
    game.join("Cal", owner=0, hidden=True)
    game.start(*FAIL, *FAIL, *FAIL)
    while game.scene.state.phase != "pause" or "Ann" not in game.now():
        game.go_on()
    with pytest.raises(RuleViolation, match="not here"):
        game.act("Ann", "extinguish", target="Cal")
    with pytest.raises(RuleViolation, match="not here"):
        game.act("Ann", "douse", target="Nobody")


def test_of_a_guarded_victim_no_number_is_told() -> None:
    game = two()
    game.act("Bob", "hazard", 10, 20, 10, flame="forest", place="torso", attribute="fitness")
    assert "Bob meets fire (forest): is caught." in game.told(PUBLIC)
    assert "Fitness" not in game.told(PUBLIC)
    assert "Fitness" in game.told()


# Falls and collisions


def test_rx_36_a_fall_hits_as_often_as_the_check_failed() -> None:
    game = two(encumbrance="heavy", attributes={"coordination": 8}, **TOUGH)
    game.act("Ann", "fall", 5, 20, *CHEST * 5, metres=8)
    assert game.one(Impacted).outcome.check.target == 0
    assert [event.damage for event in game.events if isinstance(event, Hit)] == [10] * 5


@pytest.mark.parametrize(("load", "damage"), [("light", 8), ("moderate", 9), ("heavy", 10), ("overloaded", 12)])
def test_a_load_makes_a_fall_worse(load: str, damage: int) -> None:
    game = two(encumbrance=load, attributes={"coordination": 20})
    game.act("Ann", "fall", 1, 20, metres=8)
    assert game.one(Impacted).damage == damage
    assert "unhurt" in game.told()


def test_003_64_only_full_metres_count_for_the_check_and_halves_go_up_for_damage() -> None:
    game = two(attributes={"coordination": 20})
    game.act("Ann", "fall", 1, 20, metres=2.5)
    assert game.one(Impacted).outcome.check.target == 18
    assert game.one(Impacted).damage == 3


def test_rx_37_a_collision_is_weight_and_speed_over_ten() -> None:
    game = two(attributes={"coordination": 20})
    game.act("Ann", "collide", 1, 20, tons=1.5, kmh=63.5)
    assert (game.one(Impacted).damage, game.one(Impacted).outcome.check.target) == (7, 14)
    game.act("Ann", "collide", 1, 20, tons=2, kmh=33, closing_kmh=59.9)
    assert (game.one(Impacted).damage, game.one(Impacted).outcome.check.target) == (4, 15)


def test_a_nudge_is_no_collision() -> None:
    with pytest.raises(RuleViolation, match="no collision"):
        two().act("Ann", "collide", tons=1, kmh=1)
    game = two()
    game.act("Ann", "collide", 6, 20, tons=1, kmh=9)
    assert game.one(Impacted).outcome.check.terms == ()


def test_003_46_halves_of_damage_go_up() -> None:
    assert [rounded(value) for value in (0.4, 0.5, 1.5, 2.4)] == [0, 1, 2, 2]


def test_soft_armour_counts_double_against_impact() -> None:
    game = two(armor=[{"kind": "vest"}], attributes={"coordination": 7}, **TOUGH)
    game.act("Ann", "fall", 4, 20, *CHEST, metres=4)
    assert game.one(Hit).layers[0].effective == 4


def test_nothing_is_added_to_a_body_that_is_broken_all_over() -> None:
    game = two()
    for place in BodyPart:
        game.act("Ann", "correct", place=place.value, wound="critical")
    game.act("Ann", "fall", 20, 20, metres=30)
    assert game.one(Impacted).hits > 0
    assert not [event for event in game.events if isinstance(event, Hit)]


def test_of_a_guarded_faller_only_the_hits_are_told() -> None:
    game = two()
    game.act("Bob", "fall", 4, 20, *CHEST, metres=3)
    assert game.told(PUBLIC).splitlines()[0] == "Bob falls: 1 hit."
    assert "Coordination" not in game.told(PUBLIC)


# Air


@pytest.mark.parametrize(("face", "periods"), [(6, 0), (5, 1), (4, 1), (3, 2), (20, 0)])
def test_003_63_half_the_margin_up_is_how_long_the_breath_lasts(face: int, periods: int) -> None:
    game = two()
    game.act("Ann", "smother", face, 20)
    assert game.one(BreathHeld).periods == periods
    told = {
        0: "It does not last beyond this exchange or pause.",
        1: "It lasts for 1 exchange or pause after this one.",
        2: "It lasts for 2 exchanges or pauses after this one.",
    }
    assert told[periods] in game.told()


def test_who_breathed_deeply_before_checks_at_four_more() -> None:
    game = two()
    game.act("Ann", "smother", 10, 20, prepared=True)
    assert game.one(BreathHeld).outcome.margin == 0
    with pytest.raises(RuleViolation, match="has no air already"):
        game.act("Ann", "smother")


def out_of(game: Game) -> None:
    """One more pause: all hold, and the pause goes by."""
    while game.scene.state.phase == "choice":
        tested = [actor for actor in game.now() if not game.state(actor).body.unconscious]
        game.go_on(*[1] * (2 * len(tested)))
    while game.scene.state.phase == "pause":
        game.go_on()


def test_without_air_the_head_gets_worse_each_period_until_death() -> None:
    game = paused(attributes={"cuf": 20})
    game.act("Ann", "smother", 5, 20)
    game.go_on(only=game.now()[0])
    game.go_on()
    assert game.one(BreathEbbed).left == 0
    for degree in (Degree.SLIGHT, Degree.MODERATE, Degree.SERIOUS, Degree.CRITICAL):
        out_of(game)
        assert game.one(Wounded).after is degree
        assert game.state("Ann").body.virtual[BodyPart.HEAD] == degree
    assert game.one(KnockedOut).actor == "Ann"
    out_of(game)
    assert game.one(Died).actor == "Ann"
    out_of(game)
    assert not [event for event in game.events if event.actor == "Ann"]


def test_the_dead_die_no_more_of_missing_air() -> None:
    game = paused()
    game.act("Bob", "smother", 5, 20)
    game.act("Bob", "correct", dead=True)
    breathless = game.state("Bob").with_body(virtual={BodyPart.HEAD: Degree.CRITICAL})
    play = play_on(REFLEX, with_state(game.scene, "Bob", breathless))
    suffocate(play, "Bob", Breath(0))
    assert play.events == []


def test_air_makes_the_head_slight_again() -> None:
    game = two()
    with pytest.raises(RuleViolation, match="has air"):
        game.act("Ann", "breathe")
    game.act("Ann", "smother", 5, 20)
    game.act("Ann", "correct", place="head", virtual="serious")
    game.act("Ann", "breathe")
    assert (game.one(Healed).before, game.one(Healed).after) == (Degree.SERIOUS, Degree.SLIGHT)
    assert game.state("Ann").body.breath is None
    game.act("Ann", "smother", 5, 20)
    game.act("Ann", "breathe")
    assert game.told() == "Ann breathes again."


def short_of_air() -> Game:
    """Ann lost consciousness for want of air and breathes again."""
    game = paused(attributes={"cuf": 20})
    game.act("Ann", "smother", 20, 20)
    game.go_on(only=game.now()[0])
    game.go_on()
    while not game.state("Ann").body.unconscious:
        out_of(game)
    game.act("Ann", "breathe")
    return game


def test_five_minutes_of_rest_heal_what_missing_air_did_and_wake() -> None:
    game = short_of_air()
    assert (game.state("Ann").body.virtual[BodyPart.HEAD], game.state("Ann").body.unconscious) == (Degree.SLIGHT, True)
    game.act("Ann", "recover_breath")
    assert (game.one(Healed).after, game.one(Woke).actor) == (Degree.NONE, "Ann")
    assert (game.state("Ann").body.virtual[BodyPart.HEAD], game.state("Ann").body.unconscious) == (Degree.NONE, False)
    with pytest.raises(RuleViolation, match="no slight imagined head injury"):
        game.act("Ann", "recover_breath")


def test_rest_does_not_wake_whom_an_injury_keeps_unconscious() -> None:
    game = short_of_air()
    game.act("Ann", "correct", place="head", wound="critical")
    game.act("Ann", "recover_breath")
    assert game.one(Healed).actor == "Ann"
    assert game.state("Ann").body.unconscious


def test_without_air_there_is_no_rest_and_who_is_awake_stays_so() -> None:
    game = two()
    game.act("Ann", "smother", 5, 20)
    with pytest.raises(RuleViolation, match="has no air"):
        game.act("Ann", "recover_breath")
    game.act("Ann", "breathe")
    game.act("Ann", "correct", place="head", virtual="slight")
    game.act("Ann", "recover_breath")
    assert [type(event) for event in game.events] == [Healed]


def test_in_bad_air_who_can_hold_the_breath_no_longer_breathes_it() -> None:
    game = paused()
    game.act("Ann", "smother", 20, 20, gas=True)
    assert "Ann holds the breath, without good air." in game.told()
    game.go_on(only=game.now()[0])
    game.go_on()
    assert game.one(Inhaled).actor == "Ann"
    assert "Ann must breathe" in game.told()
    assert game.state("Ann").body.breath is None


@pytest.mark.parametrize(
    ("face", "said"), [(5, "Bob has no breath left."), (2, "Bob holds the breath for 1 more exchange or pause.")]
)
def test_the_breath_of_the_guarded_is_not_counted_in_public(face: int, said: str) -> None:
    game = paused()
    game.act("Bob", "smother", face, 20)
    assert "Fitness" not in game.told(PUBLIC)
    game.go_on(only=game.now()[0])
    game.go_on()
    assert "breath" not in game.told(PUBLIC)
    assert said in game.told()


def test_who_is_named_for_a_hazard_is_offered() -> None:
    game = two()
    game.act("Bob", "correct", dead=True)
    assert [choice.value for choice in REFLEX.candidates(game.scene, "fall", "target", {})] == ["Ann"]
    assert REFLEX.candidates(game.scene, "fall", "metres", {}) == ()
    with pytest.raises(RuleViolation, match="is dead"):
        game.do(orders.Act(actor="Bob", action="fall", inputs={"metres": 3}))


def test_everybody_sees_who_burns_or_has_no_air_but_not_how_badly() -> None:
    game = two(**TOUGH)
    for actor in ("Ann", "Bob"):
        game.act(actor, "hazard", 20, 20, flame="paper", place="torso", fuel="soaked", modifier=-10)
        game.act(actor, "smother", 20, 20)
    shown = view(game.scene, PUBLIC, REFLEX)
    for actor in ("Ann", "Bob"):
        assert "on fire, without air" in REFLEX.status(shown, actor, PUBLIC).text
    assert shown.combatants["Bob"].state.body.burning == Burning("", 0)
