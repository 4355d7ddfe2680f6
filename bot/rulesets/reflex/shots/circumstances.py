"""What counts around an attack or a throw is what was said of it, and else what is known."""

from __future__ import annotations

import msgspec

from bot.rulesets.reflex.person.cover import ALL_PARTS, ToldCover
from bot.rulesets.reflex.play import ReflexReading, ReflexScene
from bot.rulesets.reflex.shots.actions import Attack, Throw
from bot.rulesets.reflex.vehicles.seats import ride, shell, speed_row

USUAL_SPEED = "half"


class Traffic(msgspec.Struct, frozen=True):
    """How the vehicles of both sides go: rows of the table of speeds, and whether they keep pace with each other."""

    own_speed: str
    target_speed: str
    keeping_pace: bool


def traffic(scene: ReflexScene, said: Attack | Throw, aimed_at: str) -> Traffic:
    """Return how the vehicles go that the two sides are or ride in, as far as that is not said.

    Who shoots out of a vehicle moves as it does; who is in the same one keeps pace (text 003, line 418; 003-83).
    """
    own, theirs = ride(scene, said.actor), ride(scene, aimed_at) or aimed_at
    together = bool(own) and own == theirs
    return Traffic(
        own_speed=said.own_speed or _speed(scene, own),
        target_speed=said.target_speed or _speed(scene, theirs),
        keeping_pace=together if said.keeping_pace is None else said.keeping_pace,
    )


def _speed(scene: ReflexScene, vehicle: str) -> str:
    state = scene.combatants[vehicle].state if vehicle else None
    return (
        speed_row(state.body.vehicle, state.body.kmh)
        if state and state.body.vehicle and state.body.kmh
        else USUAL_SPEED
    )


def told_cover(reading: ReflexReading, said: Attack | Throw, aimed_at: str) -> ToldCover:
    """Return what was said of the cover, or else the vehicle around the target with whatever was."""
    told = msgspec.convert(said, ToldCover, from_attributes=True)
    facing = said.facing if isinstance(said, Attack) else ""
    around = None if told.is_of_something else shell(reading.tables, reading.scene, aimed_at, facing)
    if around is None:
        return told
    return msgspec.structs.replace(told, cover=around.cover, armor=around.armor, parts=told.parts or ALL_PARTS)
