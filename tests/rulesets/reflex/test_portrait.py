"""A sheet in words: what the rules read, and what they make of it."""

from __future__ import annotations

from typing import Any

from tests.rulesets.reflex.playing import REFLEX, sheet


def told(options: dict[str, Any] | None = None, **places: Any) -> str:
    """A sheet as it is shown."""
    return "\n".join(line.text for line in REFLEX.describe(sheet(**places), options or {}))


def test_skills_are_told_with_their_dice() -> None:
    text = told(skills={"medicine": 16, "tactics": 0, "longarm": 2})
    assert "medicine 16 (expert, 4d20L), tactics 0 (unskilled, 2d20H), longarm 2 (novice, 1d20)" in text


def test_a_weapon_is_told_with_penetration_readying_and_what_breaks_it() -> None:
    text = told(weapons=[{"kind": "ak47", "spare": 60}])
    assert "30/30 rounds and 60 carried, in hand" in text
    assert "longarm; Penetration ×2/×3; ready in 3 ticks; breaks from 7 behind Armor 4" in text


def test_every_rate_is_told_in_metres_and_ours_are_marked() -> None:
    text = told()
    assert "crawl 1, stagger 2, walk 4, trot 8, run 12, sprint 16; 10 times that in a pause (house table)" in text


def test_a_sheet_that_names_its_own_metres_needs_no_house_table() -> None:
    rates = {"crawl": 1, "stagger": 2, "trot": 6, "run": 9, "sprint": 15}
    assert "sprint 15; 10 times that in a pause\n" in told(move_m=rates)


def test_the_campaigns_own_metres_are_told() -> None:
    assert "sprint 20" in told({"paces.sprint.metres": 20})


def test_a_load_is_told_with_what_it_does() -> None:
    assert "Load heavy: at most a walk, falls hurt 2 more" in told(encumbrance="heavy")
    assert "Load light: at most a run\n" in told(encumbrance="light")


def test_throws_follow_from_muscle() -> None:
    text = told(attributes={"muscle": 13})
    assert "Throws gunfighting to tight, over 1 kg personal to CQB; at most 6.5 kg" in text
    assert "Throws personal to gunfighting; at most 1 kg" in told(attributes={"muscle": 2})


def test_things_are_told_with_what_is_not_usual_about_them() -> None:
    items = [
        {"name": "Pack", "worn": True},
        {"name": "Morphine", "painkiller": True, "units": 2},
        {"name": "Kit", "medical": 2, "lies": "near"},
        {"name": "Rope"},
    ]
    assert "Carries Pack (worn), Morphine (2 units), Kit (first aid +2, near), Rope" in told(items=items)


def test_armour_that_is_not_worn_says_so() -> None:
    text = told(armor=[{"kind": "vest", "worn": False}, {"kind": "helmet"}])
    assert text.count("not worn") == 1


def test_what_is_broken_and_worn_stands_in_the_condition() -> None:
    condition = {"broken": {"AK-47": "disabled"}, "wear": {"AK-47": 2}, "wounds": {"torso": "slight"}}
    text = told(weapons=[{"kind": "ak47"}], condition=condition)
    assert "Condition torso slight, AK-47 disabled, AK-47 worn by 2" in text


def test_thresholds_are_marked_as_ours() -> None:
    assert "left leg 1/9/13/18 (house table)" in told(attributes={"muscle": 10, "fitness": 8})


def test_what_else_is_not_usual_about_somebody_is_told() -> None:
    text = told(leader=True, spares_life=True, untrained_bursts=True, size="half")
    assert "Traits leads the team, bound not to kill, fires bursts without having learned how, half a man" in text
    assert "Traits" not in told()
