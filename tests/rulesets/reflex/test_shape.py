"""What an older release kept is lifted: rounds in flight come from weapons that had no model of their own."""

from __future__ import annotations

from bot.rulesets.reflex.shape import SHAPE


def test_the_weapon_of_rounds_in_flight_gets_a_model() -> None:
    kept = {"ground": {"rounds": 2, "flights": [{"tick": 3, "weapon": {"kind": "m203", "loaded": 1, "bulk": 4}}]}}
    (flight,) = SHAPE.scenes[1](kept)["ground"]["flights"]
    assert flight["tick"] == 3
    assert flight["weapon"]["model"]["bulk"] == 4
    assert "bulk" not in flight["weapon"]


def test_a_scene_without_rounds_in_flight_stays_as_it_is() -> None:
    assert SHAPE.scenes[1]({"ground": {"rounds": 2}}) == {"ground": {"rounds": 2}}
