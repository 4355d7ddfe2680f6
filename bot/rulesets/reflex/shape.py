"""Older states are lifted: those of people, once one list of fields, and those of weapons in flight."""

from __future__ import annotations

from bot.core.shapes import Fields, Shape, same

PARTS = {
    "person": "attributes skills qualifications advantages handed practice_months size move_m thresholds "
    "untrained_bursts leader spares_life",
    "body": "vehicle wounds virtual lost stance unstable unconscious dead shock shocked unstable_in "
    "unconscious_for_scene dead_for burning breath moving moved_m kmh cover cover_parts boarding boarded",
    "kit": "weapons armor doffed items encumbrance wear broken patched blasted fuses reloading helped",
    "turn": "initiative rolled pressed bonus choice acted out dazed carried sustained underway surrendered withdrawn "
    "task disturbed watch scheme",
    "nerve": "threats ambushed surprised coerced suppressed eased cowed heart routed",
    "hold": "grip controls choking",
}
CARRIED = ["name", "loaded", "held_with", "secured", "bipod_down", "fixed_mount", "hand", "spare", "lies", "tracer"]


def _in_parts(person: Fields) -> Fields:
    """Return somebody whose state has parts, each with those of the fields that were kept."""
    state = dict(person["state"])
    if "weapons" in state:
        state["weapons"] = {key: _of_a_model(weapon) for key, weapon in state["weapons"].items()}
    for part, fields in PARTS.items():
        state[part] = {field: state.pop(field) for field in fields.split() if field in state}
    return {**person, "state": state}


def _flights_in_parts(scene: Fields) -> Fields:
    """Return a scene in which the weapons of which rounds are in flight have models."""
    kept = scene["ground"]
    if "flights" not in kept:
        return scene
    flights = [{**flight, "weapon": _of_a_model(flight["weapon"])} for flight in kept["flights"]]
    return {**scene, "ground": {**kept, "flights": flights}}


def _of_a_model(weapon: Fields) -> Fields:
    model = {field: value for field, value in weapon.items() if field not in CARRIED}
    return {**{field: value for field, value in weapon.items() if field in CARRIED}, "model": model}


SHAPE = Shape(
    version=11,
    people={1: _in_parts, 2: same, 3: same, 4: same, 5: same, 6: same, 7: same, 8: same, 9: same, 10: same},
    scenes={1: _flights_in_parts, 2: same, 3: same, 4: same, 5: same, 6: same, 7: same, 8: same, 9: same, 10: same},
)
