"""Who can be hit past what stands between follows on a ground from places and the heights of things."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.ground.pieces import Piece
from bot.core.ground.sight import Screen, figure_of, hidden_parts, screens
from bot.core.wording import shown, the
from bot.rulesets.nighttripper.play import NightReading


def in_the_way(reading: NightReading, actor: str, target: str) -> str:
    """Return the name of what hides all of a target or stops what is shot at it; "" where somebody can hit it.

    Everybody stands upright but the dead, who lie.
    """
    ground = reading.scene.ground
    if ground is None or not {actor, target} <= ground.places.keys():
        return ""
    own = figure_of(ground.places[actor], lies=reading.at_opening(actor).dead)
    other = figure_of(ground.places[target], lies=reading.as_seen(target).dead)
    closing = [screen for screen in screens(ground, own, other) if _closes(reading, screen)]
    hidden_cm = sum(high - low for low, high in hidden_parts(closing, other.tall_cm))
    if hidden_cm < other.tall_cm:
        return ""
    before = max(closing, key=lambda screen: screen.high_cm - screen.low_cm).thing
    return before.name if isinstance(before, Piece) else ""


def _closes(reading: NightReading, screen: Screen) -> bool:
    """Tell whether a thing hides what is behind it, or stops a shot; smoke that drifts does neither."""
    thing = screen.thing
    row = reading.tables.pieces.get(thing.material) if isinstance(thing, Piece) else None
    return isinstance(thing, Piece) and (thing.hides or (row is not None and row.stops))


def check_open(reading: NightReading, actor: str, target: str) -> None:
    """Raise RuleViolation where on a ground all of a target is behind something."""
    thing = in_the_way(reading, actor, target)
    if thing:
        remedy = "Go where it is to be seen: /act action:move in the step of movement."
        raise RuleViolation(f"{shown(target)} is out of sight behind {the(thing)}.", remedy)
