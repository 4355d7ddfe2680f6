"""Work by hand: what a grip, an off hand and a missing one take off it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.core.orders import SetRange
from bot.rulesets.reflex.checks.check import Check
from bot.rulesets.reflex.indirect.events import IndirectFired
from bot.rulesets.reflex.pauses.events import AidGiven, Repaired, Talked, Worked
from bot.rulesets.reflex.throws.events import Thrown
from bot.rulesets.reflex.time.carried_events import DitchChecked
from tests.rulesets.reflex.gripping import MARK, gripped
from tests.rulesets.reflex.playing import Game
from tests.rulesets.reflex.resting import exchange, pause

SWITCHES = {"handedness": True, "one_handed_actions": True}
ONE_ARM: dict[str, Any] = {"wounds": {"right arm": "critical"}}
MEDIC: dict[str, Any] = {"attributes": {"cognition": 9}, "skills": {"medicine": 4}}


def terms(check: Check) -> list[tuple[str, int]]:
    return [(term.label, term.value) for term in check.terms]


def bleeding(*, switches: dict[str, bool] = SWITCHES, holder: str = "", **medic: Any) -> Game:
    """A pause in which Cid is unstable, and somebody may have Control 6 over Ann."""
    game = pause(Ann={**MEDIC, **medic}, options=switches)
    if holder:
        game.scene = gripped(game.scene, holder, "Ann", 6, MARK)
    game.act("Cid", "correct", unstable=True)
    return game


def treated(game: Game) -> Check:
    game.act("Ann", "treat", 20, 20, target="Cid")
    return game.one(AidGiven).outcome.check


def worked(game: Game, **inputs: Any) -> Check:
    game.act("Ann", "use", 20, 20, **inputs)
    outcome = game.one(Worked).outcome
    assert outcome is not None
    return outcome.check


def test_who_is_held_treats_worse_and_the_holder_less_so() -> None:
    assert terms(treated(bleeding(holder="Bob"))) == [("held", -3)]
    assert terms(treated(bleeding(holder="Cid"))) == [("held", -2)]


def test_a_useless_arm_leaves_the_work_to_the_other_one() -> None:
    check = treated(bleeding(condition=ONE_ARM))
    assert terms(check) == [("off_hand", -2), ("one_for_two", -3)]
    assert check.level_penalty == 0


def test_the_arm_that_works_hurts_it_still() -> None:
    wounds = {"right arm": "critical", "left arm": "moderate"}
    assert treated(bleeding(condition={"wounds": wounds})).level_penalty == 2


def test_without_the_switches_one_hand_is_as_good_as_two() -> None:
    assert terms(treated(bleeding(switches={}, condition=ONE_ARM))) == []


def test_a_lost_off_hand_costs_only_that_two_are_wanted() -> None:
    assert terms(treated(bleeding(condition={"lost": ["left arm"]}))) == [("one_for_two", -3)]


def test_who_is_ambidextrous_at_it_has_no_off_hand() -> None:
    archer: dict[str, Any] = {"condition": ONE_ARM, "skills": {"longarm": 4}}
    assert ("off_hand", -4) in terms(worked(bleeding(**archer), skill="longarm"))
    eased = bleeding(**archer, advantages=["ambidexterity/longarm"])
    assert terms(worked(eased, skill="longarm")) == [("one_for_two", -3)]


def test_a_task_of_coordination_takes_fine_motor_control() -> None:
    check = worked(bleeding(condition=ONE_ARM), attribute="coordination")
    assert terms(check) == [("off_hand", -4), ("one_for_two", -3)]


def test_talk_needs_no_hands() -> None:
    game = bleeding(condition=ONE_ARM, holder="Bob")
    game.act("Ann", "talk", 20, 20, attribute="personality")
    outcome = game.one(Talked).outcome
    assert outcome is not None
    assert terms(outcome.check) == []


def test_a_repair_is_handwork() -> None:
    radio: dict[str, Any] = {"items": [{"name": "Radio"}], "condition": {**ONE_ARM, "broken": {"Radio": "disabled"}}}
    game = bleeding(holder="Bob", **radio)
    game.act("Ann", "repair", 20, 20, item="Radio")
    assert terms(game.one(Repaired).outcome.check) == [("held", -3), ("off_hand", -2), ("one_for_two", -3)]


def test_to_get_rid_of_something_is_a_physical_action() -> None:
    game = exchange(Ann={"items": [{"name": "Torch", "held": True}]})
    game.scene = gripped(game.scene, "Bob", "Ann", 6, MARK)
    while "Ann" not in game.now():
        game.go_on()
    game.act("Ann", "ditch", 20, 20, item="Torch", check=True)
    assert terms(game.one(DitchChecked).outcome.check) == [("held", -3)]


def test_who_is_held_withdraws_only_when_free() -> None:
    game = bleeding(holder="Bob")
    with pytest.raises(RuleViolation, match="Ann is held"):
        game.act("Ann", "withdraw", area="wild")


def test_who_holds_somebody_throws_blind_at_others_three_worse() -> None:
    game = exchange(Ann={"items": [{"name": "Rock", "held": True}]}, options={"indirect_fire": True})
    game.do(SetRange(actor="Ann", target="Bob", range_m=5))
    game.scene = gripped(game.scene, "Ann", "Dan", 6, MARK)
    while "Ann" not in game.now():
        game.go_on()
    game.act("Ann", "throw", 20, 20, 3, target="Bob", item="Rock", indirect=True)
    assert terms(game.one(Thrown).outcome.check) == [("self_observed", -10), ("holding", -3)]


def test_what_is_thrown_blind_from_the_off_hand_is_worse_too() -> None:
    rock = {"name": "Rock", "held": True, "hand": "left"}
    game = exchange(Ann={"items": [rock]}, options={**SWITCHES, "indirect_fire": True})
    game.do(SetRange(actor="Ann", target="Bob", range_m=5))
    game.scene = gripped(game.scene, "Dan", "Ann", 6, MARK)
    while "Ann" not in game.now():
        game.go_on()
    game.act("Ann", "throw", 20, 20, 3, target="Bob", item="Rock", indirect=True)
    assert terms(game.one(Thrown).outcome.check) == [("self_observed", -10), ("off_hand", -4), ("held", -3)]


@pytest.mark.parametrize(("holder", "penalty"), [("Dan", -3), ("Bob", -2)])
def test_a_grip_and_the_off_hand_spoil_indirect_fire(holder: str, penalty: int) -> None:
    launcher = {"kind": "grenade_launcher", "held": True, "hands": 1, "hand": "left"}
    game = pause(Ann={"weapons": [launcher]}, options={**SWITCHES, "indirect_fire": True})
    game.do(SetRange(actor="Ann", target="Bob", range_m=60))
    game.scene = gripped(game.scene, holder, "Ann", 6, MARK)
    game.act("Ann", "indirect_fire", 20, 20, target="Bob")
    found = dict(terms(game.one(IndirectFired).outcome.check))
    assert (found["off_hand"], found["one_for_two"], found["held"]) == (-4, -3, penalty)
