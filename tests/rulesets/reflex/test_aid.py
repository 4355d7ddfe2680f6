"""First aid: what stops a death, what undoes one, and what takes pain away."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace as with_

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.ground.laid import Ground
from bot.core.orders import EditSheet, SetRange
from bot.core.scene import restated
from bot.core.views import PUBLIC
from bot.rulesets.reflex.checks.reach import way_there
from bot.rulesets.reflex.pauses.events import AidGiven, Injected, Revived
from bot.rulesets.reflex.wounds.events import Died, Stabilized, Worsened
from tests.rulesets.reflex.playing import REFLEX, Game, sheet
from tests.rulesets.reflex.resting import pause, rest

MEDIC: dict[str, Any] = {
    "attributes": {"cognition": 9},
    "skills": {"medicine": 4},
    "items": [{"name": "Kit", "medical": 2}, {"name": "Morphine", "painkiller": True, "units": 2}],
}


def bleeding(degree: str = "serious", **medic: Any) -> Game:
    """A pause in which Cid is unstable and Ann has a kit and morphine."""
    game = pause(Ann={**MEDIC, **medic})
    game.act("Cid", "correct", place="torso", wound=degree)
    game.act("Cid", "correct", unstable=True)
    return game


def test_the_unstable_are_stabilised_by_a_check_of_medicine() -> None:
    game = bleeding()
    game.act("Ann", "treat", 3, 20, target="Cid")
    check = game.one(AidGiven).outcome.check
    assert (check.skill, check.attribute.label) == ("medicine", "cognition")
    assert [(term.label, term.value) for term in check.terms] == [("patient", -2)]
    assert game.one(Stabilized).actor == "Cid"
    assert not game.state("Cid").body.unstable
    assert "Ann tends Cid: success." in game.told(PUBLIC)


def test_how_badly_the_patient_is_hurt_is_a_wound_and_no_load() -> None:
    game = bleeding("moderate")
    game.act("Ann", "treat", 3, 20, target="Cid")
    assert "patient −1 (moderate; house table)" in game.told()
    game = Game()
    game.act("", "weather", wind="moderate")
    assert game.told(PUBLIC) == "A moderate wind blows."


@pytest.mark.parametrize(
    "corrections",
    [{"dead": True}, {"unconscious": True}, {"unconscious": True, "unstable": True}],
)
def test_who_treats_an_enemy_learns_nothing_of_how_it_fares(corrections: dict[str, bool]) -> None:
    game = pause(Ann=MEDIC)
    for flag in corrections:
        game.act("Bob", "correct", **{flag: True})
    game.act("Ann", "treat", 1, 2, target="Bob")
    assert [(term.label, term.value) for term in game.one(AidGiven).outcome.check.terms] == [("patient", -4)]
    assert "The life of Bob is in the hands of Ann.\nAnn tends Bob: success." in game.told(PUBLIC)
    assert "Bob" not in game.told(PUBLIC).partition("success.")[2]
    assert (game.state("Bob").body.unstable, game.state("Bob").body.dead) == (False, False)
    assert game.state("Bob").body.unconscious


def test_an_enemy_on_its_feet_is_tended_like_one_who_is_hardly_hurt() -> None:
    game = pause(Ann=MEDIC)
    game.act("Bob", "correct", place="torso", wound="critical")
    game.act("Ann", "treat", 1, 2, target="Bob")
    assert game.one(AidGiven).outcome.check.terms == ()
    game.act("Bob", "correct", dead=True)


@pytest.mark.parametrize(("degree", "penalty"), [("slight", 0), ("moderate", -1), ("serious", -2), ("critical", -4)])
def test_the_worst_injury_makes_it_harder(degree: str, penalty: int) -> None:
    game = bleeding(degree)
    game.act("Ann", "treat", 20, 20, target="Cid")
    assert sum(term.value for term in game.one(AidGiven).outcome.check.terms) == penalty


def test_a_kit_helps() -> None:
    game = bleeding("slight")
    game.act("Ann", "treat", 20, 20, target="Cid", item="kit")
    assert [(term.label, term.value) for term in game.one(AidGiven).outcome.check.terms] == [("medical", 2)]


def test_a_failure_leaves_things_as_they_are_and_is_the_one_attempt_of_a_pause() -> None:
    game = bleeding()
    game.act("Ann", "treat", 20, 20, target="Cid")
    assert game.state("Cid").body.unstable
    assert game.one(SlotMoved).slots == ()
    with pytest.raises(RuleViolation, match="turn"):
        game.act("Ann", "treat", target="Cid")


def test_one_may_tend_ones_own_wounds() -> None:
    game = pause(Ann=MEDIC)
    game.act("Ann", "correct", unstable=True)
    game.act("Ann", "treat", 3, 20)
    assert not game.state("Ann").body.unstable
    assert "Ann tends their own wounds: success." in game.told(PUBLIC)


def dead() -> Game:
    """Cid has bled out at the end of the exchange, and Ann has a pause."""
    game = pause(Ann=MEDIC)
    game.act("Cid", "correct", place="torso", wound="critical")
    game.act("Cid", "correct", unstable=True)
    return game


def test_who_has_just_died_can_be_resuscitated_as_one_critically_hurt() -> None:
    game = pause(Ann=MEDIC)
    game.act("Cid", "correct", dead=True)
    game.act("Ann", "treat", 3, 20, target="Cid")
    aid = game.one(AidGiven)
    assert (aid.procedure, aid.outcome.check.terms[0].value) == ("resuscitate", -4)
    assert game.one(Revived).actor == "Cid"
    state = game.state("Cid")
    assert (state.body.dead, state.body.unconscious, state.body.unconscious_for_scene) == (False, True, True)
    assert "Cid is alive, but unconscious." in game.told(PUBLIC)


def test_who_was_losing_blood_still_does_after_being_brought_back() -> None:
    game = dead()
    rest(game)
    assert [type(event) for event in game.events if isinstance(event, (Worsened, Died))] == []
    game.go_on(*(1,) * 8)
    rest(game)
    assert game.state("Cid").body.dead
    game.go_on(*(1,) * 6)
    game.act("Ann", "treat", 1, 20, target="Cid")
    assert (game.state("Cid").body.dead, game.state("Cid").body.unstable) == (False, True)
    rest(game)
    assert not game.state("Cid").body.dead
    game.go_on(*(1,) * 6)
    rest(game)
    assert game.state("Cid").body.dead


def test_after_a_period_it_is_too_late() -> None:
    game = pause(Ann=MEDIC)
    game.act("Cid", "correct", dead=True)
    rest(game)
    game.go_on(*(1,) * 6)
    rest(game)
    game.go_on(*(1,) * 6)
    with pytest.raises(RuleViolation, match="dead for too long"):
        game.act("Ann", "treat", target="Cid")


def test_who_was_dead_by_mistake_has_not_been_dead_for_long_when_it_dies() -> None:
    game = pause(Ann=MEDIC)
    game.act("Cid", "correct", dead=True)
    rest(game)
    game.go_on(*(1,) * 6)
    rest(game)
    game.go_on(*(1,) * 6)
    game.act("Cid", "correct", dead=False)
    game.act("Cid", "correct", dead=True)
    assert game.state("Cid").body.dead_for == 0
    game.act("Ann", "treat", 20, 20, target="Cid")


def test_a_painkiller_is_injected_one_unit_at_a_time_without_a_check() -> None:
    game = pause(Ann=MEDIC)
    game.act("Ann", "treat", target="Cid", item="Morphine")
    assert (game.one(Injected).target, game.one(Injected).left) == ("Cid", 1)
    assert game.state("Ann").kit.items["Morphine"].units == 1
    assert "Ann injects Morphine into Cid." in game.told(PUBLIC)


def test_the_last_unit_is_gone_and_the_sheet_knows() -> None:
    game = pause(Ann={**MEDIC, "items": [{"name": "Morphine", "painkiller": True}]})
    game.act("Ann", "treat", item="Morphine")
    assert "Ann takes Morphine." in game.told(PUBLIC)
    assert REFLEX.project(game.scene.combatants["Ann"])["items"][0]["units"] == 0
    rest(game)
    game.go_on(*(1,) * 8)
    with pytest.raises(RuleViolation, match="No item"):
        game.act("Ann", "treat", item="Morphine")


def test_an_enemys_units_are_the_gms_to_count() -> None:
    game = pause(Bob=MEDIC)
    game.go_on(only="Ann")
    game.go_on(only="Cid")
    game.act("Bob", "treat", target="Dan", item="Morphine")
    assert game.told(PUBLIC) == "Bob injects Morphine into Dan."


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({"target": "Cid"}, "not losing blood"),
        ({"target": "Nobody"}, "not here"),
        ({"target": "Dan"}, "out of reach"),
        ({"target": "Truck"}, "is a vehicle"),
        ({"target": "Truck", "item": "Morphine"}, "feels nothing"),
        ({"item": "Rope"}, "No item"),
    ],
)
def test_what_cannot_be_treated_is_refused(inputs: dict[str, Any], says: str) -> None:
    game = pause(Ann={**MEDIC, "items": [*MEDIC["items"], {"name": "Rope"}]})
    game.join("Truck", owner=0, vehicle={"kind": "car"})
    game.do(SetRange(actor="Ann", target="Dan", range_m=30))
    with pytest.raises(RuleViolation, match=says):
        game.act("Ann", "treat", **inputs)


def test_whoever_is_out_of_reach_is_got_to_as_the_moment_allows() -> None:
    game = bleeding()
    game.do(SetRange(actor="Ann", target="Cid", range_m=30))
    with pytest.raises(RuleViolation) as refused:
        game.act("Ann", "treat", target="Cid")
    assert refused.value.remedy == "Move there first: /act action:pause_move."
    exchange = with_(game.scene, state=with_(game.scene.state, phase="exchange"))
    assert way_there(exchange) == "Move there first: /act action:move."
    outside = with_(game.scene, fight=None)
    assert "/init range" in way_there(outside)
    assert "/map place" in way_there(with_(outside, ground=Ground(apart_cm=0)))


def test_without_a_hand_nobody_helps() -> None:
    game = bleeding(condition={"lost": ["right arm", "left arm"]})
    with pytest.raises(RuleViolation, match="no hand"):
        game.act("Ann", "treat", target="Cid")


def test_who_has_no_body_any_more_cannot_help() -> None:
    game = bleeding()
    game.do(EditSheet(actor="Ann", path="vehicle", sheet=sheet(vehicle={"kind": "car"})))
    with pytest.raises(RuleViolation, match="Ann is a vehicle"):
        game.act("Ann", "treat", target="Cid")


def test_what_helps_is_offered() -> None:
    game = bleeding()
    offered = REFLEX.candidates(game.scene, "treat", "item", {"actor": "Ann", "target": "Cid"})
    assert [choice.value for choice in offered] == ["Kit", "Morphine"]
    assert [choice.value for choice in REFLEX.candidates(game.scene, "treat", "target", {"actor": "Ann"})] == [
        *game.scene.combatants
    ]


def frightened(game: Game, **threats: int) -> None:
    """Ann is in a fight in which morale counts."""
    game.scene = restated(game.scene, "Ann", lambda state: state.with_nerve(threats=threats))


def test_a_life_in_ones_hands_is_a_threat_by_its_worst_injury_until_it_is_saved() -> None:
    game = bleeding("critical")
    frightened(game, combat=8)
    game.act("Ann", "treat", 20, 20, target="Cid")
    terms = {term.label: term.value for term in game.one(AidGiven).outcome.check.terms}
    assert terms["morale"] == -3
    assert game.state("Ann").nerve.threats["lifesaving"] == 4


def test_a_life_that_is_saved_weighs_on_nobody() -> None:
    game = bleeding("critical")
    frightened(game, combat=1, lifesaving=4)
    game.act("Ann", "treat", 1, 1, target="Cid")
    assert game.state("Ann").nerve.threats == {"combat": 1}


def test_saving_a_lesser_case_does_not_take_away_the_worst() -> None:
    game = bleeding("slight")
    frightened(game, lifesaving=4)
    game.act("Ann", "treat", 1, 1, target="Cid")
    assert game.state("Ann").nerve.threats["lifesaving"] == 4


def test_ones_own_wounds_are_no_life_in_ones_hands() -> None:
    game = pause(Ann=MEDIC)
    game.act("Ann", "correct", unstable=True)
    game.act("Ann", "treat", 20, 20)
    assert game.state("Ann").nerve.threats.get("lifesaving") is None


def test_a_painkiller_eases_whom_it_is_given() -> None:
    game = pause(Ann=MEDIC)
    game.act("Ann", "treat", target="Cid", item="Morphine")
    assert (game.state("Cid").nerve.eased, game.state("Ann").nerve.eased) == (True, False)
