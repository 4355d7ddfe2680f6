"""What was kept in an older version of a shape is lifted step by step: people beside their sheets, then the scene."""

from __future__ import annotations

import pytest

from bot.core.shapes import Fields, Shape, lifted_person, lifted_scene, same

SHEET = {"toughness": 3}
ANN = {"actor": "Ann", "sheet": SHEET, "state": {"wounds": 2}}


def renamed(person: Fields) -> Fields:
    """The first lift: wounds are called injuries."""
    state = person["state"]
    return {**person, "state": {"injuries": state["wounds"]}}


def toughened(person: Fields) -> Fields:
    """The second: a state has what its sheet says."""
    return {**person, "state": {**person["state"], "tough": person["sheet"].get("toughness", 0)}}


def darkened(scene: Fields) -> Fields:
    """The second lift of scenes, which counts whom it finds lifted."""
    return {**scene, "ground": {"tough": sum(each["state"]["tough"] for each in scene["combatants"].values())}}


SHAPE = Shape(3, people={1: renamed, 2: toughened}, scenes={2: darkened})
INJURED = {"injuries": 2, "tough": 3}


def test_somebody_is_lifted_from_the_version_they_were_kept_in() -> None:
    assert lifted_person(SHAPE, ANN, (1, 1)) == {**ANN, "state": INJURED}
    assert lifted_person(SHAPE, {**ANN, "state": {"injuries": 2}}, (1, 2)) == {**ANN, "state": INJURED}
    assert lifted_person(SHAPE, {**ANN, "state": INJURED}, (1, 3)) == {**ANN, "state": INJURED}


def test_a_scene_is_lifted_with_everybody_in_it_and_with_what_they_have_been() -> None:
    away = {"combatant": ANN, "period": [1], "before": {"wounds": 1}, "opening": None}
    older = {"combatants": {"Ann": ANN}, "opening": {"Ann": {"wounds": 0}}, "before": {}, "away": {7: away}}
    found = lifted_scene(SHAPE, older, {}, (1, 1))
    assert found["combatants"]["Ann"]["state"] == INJURED
    assert found["opening"] == {"Ann": {"injuries": 0, "tough": 3}}
    assert found["ground"] == {"tough": 3}
    assert found["away"][7]["combatant"]["state"] == INJURED
    assert found["away"][7]["before"] == {"injuries": 1, "tough": 3}
    assert found["away"][7]["opening"] is None


def test_people_who_are_kept_elsewhere_lend_their_sheets() -> None:
    older = {"opening": {"Ann": {"wounds": 0}, "Gone": {"wounds": 1}}}
    found = lifted_scene(SHAPE, older, {"Ann": ANN}, (1, 1))
    assert found["opening"] == {"Ann": {"injuries": 0, "tough": 3}, "Gone": {"injuries": 1, "tough": 0}}


def test_a_version_without_any_lift_is_refused() -> None:
    with pytest.raises(ValueError, match="version 2"):
        Shape(3, people={1: same})


def test_what_only_gained_fields_stays_as_it_was() -> None:
    assert Shape(2, people={1: same}).person(ANN, 1) is ANN
