"""Who of a scene can be named for an action."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.actions import Given
from bot.core.options import Choice
from bot.core.wording import shown
from bot.rulesets.reflex.play import ReflexReading


def living(reading: ReflexReading, given: Given) -> list[Choice]:
    """Return who is here and alive."""
    return [Choice(actor, shown(actor)) for actor, each in reading.scene.combatants.items() if not each.state.body.dead]


def all_here(reading: ReflexReading, given: Given) -> list[Choice]:
    """Return who is here, alive or dead."""
    return [Choice(actor, shown(actor)) for actor in reading.scene.combatants]


def apart(reading: ReflexReading, given: Given) -> list[Choice]:
    """Return who is here besides the actor."""
    return [each for each in all_here(reading, given) if each.value != given.get("actor")]


def vehicles(reading: ReflexReading, given: Given) -> list[Choice]:
    """Return the vehicles that are here."""
    return [Choice(actor, shown(actor)) for actor, each in reading.scene.combatants.items() if each.state.body.vehicle]


def sides(reading: ReflexReading, given: Given) -> Iterable[str]:
    """Return the sides that are here."""
    return dict.fromkeys(each.side for each in reading.scene.combatants.values())
