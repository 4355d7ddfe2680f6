"""What stands between a burst on a ground and somebody is cover before it, for what it hides of the body."""

from __future__ import annotations

from bot.core.ground.laid import Ground
from bot.core.ground.outlines import covers
from bot.core.ground.places import Place
from bot.core.ground.sight import shields
from bot.rulesets.reflex.person.between import cover_of_screens, without_pieces
from bot.rulesets.reflex.person.figures import figure_at
from bot.rulesets.reflex.person.protection import Cover
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.vehicles.seats import ride, stands_at


def cover_from(reading: ReflexReading, victim: str, burst: Place | None) -> Cover | None:
    """Return what of the ground shields somebody from a burst; None where nothing does or distances are told.

    A hull is no cover from what goes off inside it, nor for those who sit in it.
    """
    ground, place = reading.scene.ground, stands_at(reading.scene, victim)
    if ground is None or burst is None or place is None:
        return None
    figure = figure_at(reading.tables, reading.scene.combatants[victim].state, place)
    open_ground = _without_hulls(reading, ground, burst, ride(reading.scene, victim))
    return cover_of_screens(reading.tables, shields(open_ground, burst, figure), figure.tall_cm)


def _without_hulls(reading: ReflexReading, ground: Ground, burst: Place, inside: str) -> Ground:
    hulls = (piece for name, piece in ground.pieces.items() if name in reading.scene.combatants)
    return without_pieces(ground, {hull.name for hull in hulls if hull.name == inside or covers(hull.outline, burst)})
