"""Whom an action may be about: to a player the hidden are not here, and hands reach nobody who is far off."""

from __future__ import annotations

from bot.core.errors import RuleViolation, absent
from bot.core.ground.lost import check_in_sight
from bot.core.wording import metres, names_in, shown
from bot.rulesets.graydawn.play import DawnReading, DawnScene
from bot.rulesets.graydawn.tables import GrayTables


def present(scene: DawnScene, actor: str, wanted: str) -> str:
    """Return the id of somebody who is here as far as ``actor`` may know, named by id or by name.

    Raises:
        RuleViolation: there is nobody of that name.
    """
    found = scene.meant(actor, wanted)
    if found is None:
        raise absent(wanted)
    return found


def target_of(scene: DawnScene, actor: str, wanted: str) -> str:
    """Return the id of somebody who can be attacked, alive or dead.

    Raises:
        RuleViolation: there is nobody, or it is the attacker.
    """
    found = present(scene, actor, wanted)
    if found == actor:
        raise RuleViolation("That would be oneself.", "Choose somebody else.")
    return found


def others_named(scene: DawnScene, actor: str, named: str) -> list[str]:
    """Return the ids of those who are named beside a target.

    Raises:
        RuleViolation: one of them is not there, out of sight, or the attacker.
    """
    found = [target_of(scene, actor, wanted) for wanted in names_in(named)]
    for other in found:
        check_in_sight(scene, actor, other)
    return found


def check_reached(tables: GrayTables, target: str, range_m: float | None) -> None:
    """Check that somebody who is so far away, as far as is known, is within the reach of a blow.

    Raises:
        RuleViolation: it is farther off.
    """
    if range_m is not None and range_m > tables.limits.reach.value:
        whom = shown(target)
        raise RuleViolation(f"{whom} is {metres(range_m)} away.", f"Move closer first: /act action:move target:{whom}.")


def check_as_known(reading: DawnReading, target: str, other: str, least_m: float, most_m: float) -> None:
    """Check that somebody who is said to be so far from a target is not known to be elsewhere.

    Raises:
        RuleViolation: it is.
    """
    known_m = reading.distance(target, other)
    if known_m is not None and not least_m <= known_m <= most_m:
        apart = f"{shown(other)} is {metres(known_m)} from {shown(target)}."
        raise RuleViolation(apart, "Leave it out of others: who is known to be near is met by itself.")


def known_dead(scene: DawnScene, actor: str) -> bool:
    """Tell whether everybody can tell that somebody is dead: of the GM's people others only see that they are down."""
    found = scene.combatants[actor]
    return found.state.dead and not found.guarded
