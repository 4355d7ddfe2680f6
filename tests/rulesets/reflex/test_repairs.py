"""Field repairs: a check at minus the Wear, which holds for as long as its margin says."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.core.orders import SetRange
from bot.core.views import PUBLIC
from bot.rulesets.reflex.pauses.events import RepairAged, Repaired, RepairFailed
from tests.rulesets.reflex.playing import REFLEX, Game
from tests.rulesets.reflex.resting import exchange, pause, rest, to_the_end

SMITH: dict[str, Any] = {
    "attributes": {"cognition": 8},
    "skills": {"mechanics": 4, "electronics": 8},
    "weapons": [{"kind": "ak47"}],
    "condition": {"broken": {"AK-47": "disabled"}, "wear": {"AK-47": 2}},
}


def terms(game: Game) -> list[tuple[str, int]]:
    """What made the repair harder."""
    return [(term.label, term.value) for term in game.one(Repaired).outcome.check.terms]


def test_a_repair_is_a_check_of_mechanics_at_minus_the_wear() -> None:
    game = pause(Ann=SMITH)
    game.act("Ann", "repair", 3, 20, item="AK-47")
    check = game.one(Repaired).outcome.check
    assert (check.skill, check.attribute.label, check.attribute.value) == ("mechanics", "cognition", 8)
    assert (terms(game), game.one(Repaired).outcome.margin) == ([("wear", -2)], 3)
    assert game.state("Ann").kit.broken == {}
    assert "it works, for 3 exchanges or pauses" in game.told(PUBLIC)


def test_it_holds_for_as_many_exchanges_and_pauses_as_the_margin_and_then_fails() -> None:
    game = pause(Ann=SMITH)
    game.act("Ann", "repair", 4, 20, item="AK-47")
    rest(game)
    assert game.state("Ann").kit.patched == {"AK-47": 2}
    assert game.one(RepairAged).left == 2
    game.act("Ann", "press")
    game.go_on(*(20,) * 14)
    to_the_end(game)
    assert game.state("Ann").kit.patched == {"AK-47": 1}
    game.go_on()
    rest(game)
    assert (game.state("Ann").kit.patched, game.state("Ann").kit.broken) == ({}, {"AK-47": "disabled"})
    assert game.one(RepairFailed).item == "AK-47"
    assert "The repair of the AK-47 of Ann gives out." in game.told(PUBLIC)


def test_a_margin_of_zero_holds_for_one() -> None:
    game = pause(Ann=SMITH)
    game.act("Ann", "repair", 6, 20, item="AK-47")
    assert game.one(Repaired).periods == 1


def test_a_failure_leaves_it_broken() -> None:
    game = pause(Ann=SMITH)
    game.act("Ann", "repair", 20, 20, item="AK-47")
    assert game.state("Ann").kit.broken == {"AK-47": "disabled"}
    assert "it stays broken" in game.told(PUBLIC)


def test_another_skill_and_a_modifier_may_be_said() -> None:
    game = pause(Ann=SMITH)
    game.act("Ann", "repair", 3, 20, 20, item="AK-47", skill="Electronics", attribute="education", modifier=-1)
    check = game.one(Repaired).outcome.check
    assert (check.skill, check.attribute.label) == ("electronics", "education")
    assert terms(game) == [("wear", -2), ("told", -1)]


def test_damage_ends_a_repair_and_wears_again() -> None:
    game = pause(Ann=SMITH)
    game.act("Ann", "repair", 4, 20, item="AK-47")
    game.act("Ann", "wreck", item="AK-47", damage=20)
    state = game.state("Ann")
    assert (state.kit.patched, state.kit.broken, state.kit.wear) == ({}, {"AK-47": "disabled"}, {"AK-47": 3})


def test_scratches_do_not_end_a_repair() -> None:
    game = pause(Ann=SMITH)
    game.act("Ann", "repair", 4, 20, item="AK-47")
    game.act("Ann", "wreck", item="AK-47", damage=5)
    assert game.state("Ann").kit.patched == {"AK-47": 3}


def garage() -> Game:
    """A pause with a truck that has lost its suspension and its front."""
    game = pause(Ann=SMITH)
    wear = {"suspension": 1, "hull front": 2}
    broken = {"suspension": "disabled", "hull front": "destroyed"}
    game.join("Truck", owner=0, vehicle={"kind": "truck"}, condition={"wear": wear, "broken": broken})
    return game


def test_a_place_of_a_vehicle_is_repaired_at_minus_all_of_its_wear() -> None:
    game = garage()
    game.act("Ann", "repair", 2, 20, target="Truck", item="suspension")
    assert terms(game) == [("wear", -3)]
    assert game.state("Truck").kit.broken == {"hull front": "destroyed"}
    assert "Ann repairs the suspension of Truck" in game.told(PUBLIC)


def test_new_damage_to_the_vehicle_ends_its_repair() -> None:
    game = garage()
    game.act("Ann", "repair", 2, 20, target="Truck", item="suspension")
    game.act("Ann", "wreck", target="Truck", item="suspension", damage=3)
    assert game.state("Truck").kit.patched == {"suspension": 4}
    game.act("Ann", "wreck", target="Truck", item="suspension", damage=90)
    assert game.state("Truck").kit.patched == {}


def test_how_long_an_enemys_repair_holds_is_not_told() -> None:
    game = garage()
    game.act("Ann", "repair", 2, 20, target="Truck", item="suspension")
    rest(game)
    assert "holds" not in game.told(PUBLIC)
    assert "holds: 3 to go" in game.told()


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({"item": "hull front", "target": "Truck"}, "destroyed"),
        ({"item": "hull rear", "target": "Truck"}, "not broken"),
        ({"item": "AK-47", "target": "Bob"}, "out of reach"),
        ({"item": "Radio"}, "No part"),
    ],
)
def test_only_the_disabled_within_reach_is_repaired(inputs: dict[str, str], says: str) -> None:
    game = garage()
    game.do(SetRange(actor="Ann", target="Bob", range_m=30))
    with pytest.raises(RuleViolation, match=says):
        game.act("Ann", "repair", **inputs)


def test_what_was_left_behind_is_not_repaired_from_afar() -> None:
    game = exchange(Ann=SMITH)
    game.act("Ann", "ditch", item="AK-47")
    to_the_end(game)
    game.go_on()
    assert [each.value for each in REFLEX.candidates(game.scene, "repair", "item", {"actor": "Ann"})] == ["AK-47"]
    game.act("Ann", "pause_move")
    assert "The AK-47 was left behind" in game.refused("Ann", "repair", item="AK-47")
    assert not list(REFLEX.candidates(game.scene, "repair", "item", {"actor": "Ann"}))


def test_without_a_hand_nobody_repairs() -> None:
    game = pause(Ann={**SMITH, "condition": {**SMITH["condition"], "lost": ["right arm", "left arm"]}})
    with pytest.raises(RuleViolation, match="no hand"):
        game.act("Ann", "repair", item="AK-47")


def test_what_is_disabled_is_offered() -> None:
    game = garage()
    offered = REFLEX.candidates(game.scene, "repair", "item", {"actor": "Ann", "target": "Truck"})
    assert [choice.value for choice in offered] == ["suspension"]
    assert [choice.value for choice in REFLEX.candidates(game.scene, "repair", "target", {"actor": "Ann"})] == [
        "Cid",
        "Bob",
        "Dan",
        "Truck",
    ]
