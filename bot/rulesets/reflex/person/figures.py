"""Somebody is seen on a ground as high as its stance is, whoever is out of it as one who lies."""

from __future__ import annotations

from bot.core.ground.places import Place
from bot.core.ground.sight import Figure
from bot.rulesets.reflex.kinds import Stance
from bot.rulesets.reflex.person.consciousness import is_down
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables

VEHICLE = "vehicle"


def figure_at(tables: ReflexTables, state: State, place: Place) -> Figure:
    """Return somebody in a state as others see it at a place."""
    row = tables.figures[_posture(state)]
    return Figure(place, row.eye_cm, row.tall_cm)


def figure(reading: ReflexReading, actor: str, state: State | None = None) -> Figure | None:
    """Return somebody as others see it where it stands, in a ``state`` or its own; None where it has no place."""
    ground = reading.scene.ground
    place = ground.places.get(actor) if ground else None
    if place is None:
        return None
    return figure_at(reading.tables, reading.scene.combatants[actor].state if state is None else state, place)


def _posture(state: State) -> str:
    """Return the row of the table ``figures`` for somebody."""
    if state.body.vehicle:
        return VEHICLE
    return Stance.PRONE if is_down(state) else state.body.stance
