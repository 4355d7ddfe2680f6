"""How whoever attacks sees its target, and what is in the way."""

from __future__ import annotations

import msgspec

from bot.rulesets.reflex.person.between import Outlook, check_in_sight, cover_between, light_between, outlook
from bot.rulesets.reflex.person.control import clinched
from bot.rulesets.reflex.person.cover import ALL_PARTS, ToldCover
from bot.rulesets.reflex.person.protection import Cover, check_shown, cover_of, hidden_parts
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.shots.actions import Attack, Throw
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.vehicles.seats import shell_between


def told_cover(reading: ReflexReading, said: Attack | Throw, aimed_at: str) -> ToldCover:
    """Return what was said of the cover; the vehicle around the target is it where nobody said what it is of.

    Nothing of it is between two who are in the same.
    """
    told = _told(said)
    around = shell_between(reading.tables, reading.scene, said.actor, aimed_at, said.facing)
    if around is None or told.is_of_something:
        return told
    return msgspec.structs.replace(told, cover=around.cover, armor=around.armor, parts=told.parts or ALL_PARTS)


def _told(said: Attack | Throw) -> ToldCover:
    return msgspec.convert(said, ToldCover, from_attributes=True)


def view_of(
    reading: ReflexReading, said: Attack | Throw, aimed_at: str, shooter: State, target: State, *, blind: bool = False
) -> Outlook | None:
    """Return how the shooter sees the target on a ground; None where one of them has no place.

    Raises:
        RuleViolation: it is out of sight, and neither aimed at ``blind`` nor by what is said of its cover.
    """
    view = outlook(reading.tables, reading.scene, (said.actor, shooter), (aimed_at, target))
    if view and not (blind or said.hidden or target.body.cover or _told(said).is_of_something):
        check_in_sight(view, aimed_at)
    return view


def cover_before(
    reading: ReflexReading, said: Attack | Throw, aimed_at: str, target: State, view: Outlook | None
) -> Cover | None:
    """Return what is in the way: as it was said, or else as the ground has it (text 003, lines 470-477).

    Raises:
        RuleViolation: see ``cover_of``.
    """
    told = told_cover(reading, said, aimed_at)
    if view is None or told.is_of_something or target.body.cover:
        return cover_of(reading.tables, target, told)
    found = cover_between(reading.tables, view)
    return (
        msgspec.structs.replace(found, hides=hidden_parts(reading.tables, told.parts))
        if found and told.parts
        else found
    )


def light_on(reading: ReflexReading, said: Attack | Throw, view: Outlook | None) -> str:
    """Return what can be seen of a target: as it was said, or as the ground or else the scene has it (ruling A3)."""
    return said.light or light_between(reading.tables, reading.scene, view)


def seen_of(
    reading: ReflexReading, attack: Attack, aimed_at: str, shooter: State, target: State
) -> tuple[str, Cover | None]:
    """Return what can be seen of a target and what is in the way of a shot or a blow (lines 410-411, 470-491).

    Nothing comes between two of whom one holds the other (ours).

    Raises:
        RuleViolation: it is out of sight, or cover hides the whole of it, or of whoever attacks (003-94).
    """
    clinch = clinched(reading.scene, attack.actor, aimed_at)
    if not clinch:
        check_shown(reading.tables, attack.actor, shooter)
    view = view_of(reading, attack, aimed_at, shooter, target, blind=clinch)
    return light_on(reading, attack, view), None if clinch else cover_before(reading, attack, aimed_at, target, view)
