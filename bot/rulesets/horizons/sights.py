"""What of somebody lies behind what follows on a ground from places, postures and the heights of things."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from bot.core.errors import RuleViolation
from bot.core.ground.laid import Ground
from bot.core.ground.lost import check_in_sight
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place
from bot.core.ground.sight import Figure, Screen, hidden_parts, hides_all, screens, shields
from bot.core.wording import metres, shown, the
from bot.rulesets.horizons.play import HorizonsReading
from bot.rulesets.horizons.state import BODY, ZONES, State
from bot.rulesets.horizons.tables import FigureRow, HorizonsTables

REACH_M = 2


class Shelter(NamedTuple):
    """A row of the table ``cover``, and the zones that it hides."""

    kind: str
    parts: tuple[str, ...]


Shelters: TypeAlias = tuple[Shelter, ...]
"""What a bullet meets before somebody, from outside; nothing in the open."""


def figure(tables: HorizonsTables, state: State, place: Place) -> Figure:
    """Return how high somebody is where it stands, and its eye (house)."""
    row = _row(tables, state)
    return Figure(place, row.eye_cm, row.tall_cm)


def _row(tables: HorizonsTables, state: State) -> FigureRow:
    return tables.figures[state.lying if state.size == "medium" else state.size]


def between(reading: HorizonsReading, actor: str, target: str) -> tuple[Screen, ...] | None:
    """Return what lies between two as others find the target; None where they have no places."""
    ground = reading.scene.ground
    if ground is None or not {actor, target} <= ground.places.keys():
        return None
    own, found = reading.scene.combatants[actor].state, reading.as_seen(target)
    shooter = figure(reading.tables, own, ground.places[actor])
    return screens(ground, shooter, figure(reading.tables, found, ground.places[target]))


def check_seen(reading: HorizonsReading, actor: str, target: str) -> None:
    """Raise RuleViolation where on a ground nothing is to be seen of a target."""
    if thing := _hiding(reading, actor, target):
        remedy = "Go where it is to be seen; a GM's word counts instead, such as cover=none."
        raise RuleViolation(f"{shown(target)} is out of sight behind {the(thing)}.", remedy)


def check_at_hand(reading: HorizonsReading, actor: str, target: str) -> None:
    """Check that somebody is in sight, near enough to be touched as far as that is known, and not wholly behind a thing
    (ours).

    Raises:
        RuleViolation: it is not.
    """
    check_in_sight(reading.scene, actor, target)
    range_m = reading.scene.range_m(actor, target)
    if range_m is not None and range_m > REACH_M:
        remedy = f"Get within {REACH_M} m first: /act action:move."
        raise RuleViolation(f"{shown(target)} is {metres(range_m)} away.", remedy)
    if thing := _hiding(reading, actor, target):
        raise RuleViolation(f"{shown(target)} is behind {the(thing)}.", "Go round it first: /act action:move.")


def _hiding(reading: HorizonsReading, actor: str, target: str) -> str:
    """Return the name of what hides the most of somebody of whom nothing is to be seen; "" where something is."""
    found, tall_cm = between(reading, actor, target) or (), _row(reading.tables, reading.as_seen(target)).tall_cm
    if not hides_all(found, tall_cm):
        return ""
    opaque = ((each.high_cm - each.low_cm, each.thing) for each in found if isinstance(each.thing, Piece))
    return max((high_cm, thing.name) for high_cm, thing in opaque if thing.hides)[1]


def sheltered_by(reading: HorizonsReading, actor: str, target: str) -> Shelters:
    """Return what covers somebody against somebody else: by their places, or what it is said to be behind."""
    state, found = reading.as_seen(target), between(reading, actor, target)
    if found is None:
        return (Shelter(state.cover, state.parts),) if state.cover else ()
    row = _row(reading.tables, state)
    heights = {BODY: row.tall_cm // 2} if state.named_zones else row.heights
    covering = ((screen, _cover(reading, screen)) for screen in found)
    each = ((kind, _parts(screen, heights)) for screen, kind in covering if kind)
    return tuple(Shelter(kind, parts) for kind, parts in each if parts)


def _cover(reading: HorizonsReading, screen: Screen) -> str:
    """Return the row of the table ``cover`` that a thing is; "" of what stops nothing."""
    row = reading.tables.pieces.get(screen.thing.material) if isinstance(screen.thing, Piece) else None
    return row.cover if row else ""


def _parts(screen: Screen, heights: dict[str, int]) -> tuple[str, ...]:
    return tuple(zone for zone, middle_cm in heights.items() if screen.low_cm <= middle_cm < screen.high_cm)


def is_behind_half(state: State) -> bool:
    """Tell whether what somebody is said to be behind hides half of it or more, as far as zones tell (house)."""
    return bool(state.cover and (state.named_zones or 2 * len(state.parts) >= len(ZONES)))


def is_shielded(reading: HorizonsReading, ground: Ground, burst: Place, state: State, place: Place) -> bool:
    """Tell whether half of somebody or more lies behind cover as a burst finds it (house)."""
    target = figure(reading.tables, state, place)
    covering = (screen for screen in shields(ground, burst, target) if _cover(reading, screen))
    hidden_cm = sum(high - low for low, high in hidden_parts(covering, target.tall_cm))
    return 2 * hidden_cm >= target.tall_cm
