"""Who may be attacked: to a player the hidden are not here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.core.actions import Given, others
from bot.core.errors import RuleViolation, absent
from bot.core.ground.lost import check_in_sight
from bot.core.options import Choice
from bot.core.wording import metres, names_in, shown
from bot.rulesets.eclipse.play import EclipseReading, EclipseScene

TOGETHER_M = 1


def targets_named(scene: EclipseScene, actor: str, target: str, named: str) -> tuple[str, ...]:
    """Return the target and the others named with it, each once.

    Raises:
        RuleViolation: one of them is not there, out of sight or cannot be attacked.
    """
    names = (target, *names_in(named))
    found = tuple(dict.fromkeys(target_named(scene, actor, name) for name in names))
    for other in found[1:]:
        check_in_sight(scene, actor, other)
    return found


def check_together(scene: EclipseScene, targets: Sequence[str]) -> None:
    """Check that each target stands within a metre of another, so that one attack hits all; the unknown does (C3).

    Raises:
        RuleViolation: one of them is known to stand farther off.
    """
    for index, target in enumerate(targets):
        known = [scene.range_m(target, other) for other in targets[:index]]
        apart = [range_m for range_m in known if range_m is not None]
        if apart and len(apart) == len(known) and min(apart) > TOGETHER_M:
            raise RuleViolation(
                f"{shown(target)} stands {metres(min(apart))} from the next target.",
                f"One attack takes those within {TOGETHER_M} m of each other.",
            )


def target_named(scene: EclipseScene, actor: str, wanted: str) -> str:
    """Return the id of somebody who can be attacked, alive or dead, named by id or by name.

    Raises:
        RuleViolation: there is nobody, or it is the attacker.
    """
    found = person_named(scene, actor, wanted)
    if found == actor:
        raise RuleViolation("Nobody attacks themselves.", f"Targets: {_others(scene, actor)}.")
    return found


def known_dead(scene: EclipseScene, actor: str) -> bool:
    """Tell whether all can see that somebody is dead: of the GM's people others only see that they are down."""
    found = scene.combatants[actor]
    return found.state.dead and not found.guarded


def person_named(scene: EclipseScene, actor: str, wanted: str) -> str:
    """Return the id of somebody who is here as far as ``actor`` may know, named by id or by name.

    Raises:
        RuleViolation: there is nobody of that name.
    """
    found = scene.meant(actor, wanted)
    if found is None:
        raise absent(wanted, f"Targets: {_others(scene, actor)}.")
    return found


def _others(scene: EclipseScene, actor: str) -> str:
    """Return the names of those who can be attacked and whom everybody may know of."""
    names: Iterable[str] = (
        shown(other) for other, combatant in scene.combatants.items() if other != actor and not combatant.hidden
    )
    return ", ".join(names) or "none"


def attackable(reading: EclipseReading, given: Given) -> Iterator[Choice]:
    """Yield all others who are not known to be dead, with their distances."""
    people = reading.scene.combatants
    return (each for each in others(reading, given) if not people[each.value].state.dead)
